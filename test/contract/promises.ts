/**
 * The guarantees of merge, extract, remove and split for a document with every feature, on each form of the program,
 * judged by pdf.js. The fidelity table (test/fidelity) covers each cell in detail, in one process.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allText } from "../support/all-text.ts";
import { linksOf, type OutlineNode, openPdfjs, outlineOf, pageOf, textOf } from "../support/pdfjs.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { expectOk, sharedService } from "./expect.ts";
import { expectSound, writingRules } from "./rules.ts";
import type { Target } from "./target.ts";

type Fields = Readonly<Record<string, readonly unknown[]>>;

/** A written file as a browser sees it. */
async function judged(path: string) {
  const document = await openPdfjs(readFileSync(path));
  try {
    const pages = Array.from({ length: document.numPages }, (_, k) => k + 1);
    const destinations: [string, number | undefined][] = [];
    for (const [key, dest] of Object.entries(await document.getDestinations()))
      destinations.push([key, await pageOf(document, dest)]);
    const fields: Record<string, unknown[]> = {};
    for (const [name, list] of Object.entries((await document.getFieldObjects()) ?? {}))
      fields[name] = list.flatMap((field) => ("value" in field && field.value ? [field.value] : []));
    const layers = [...(await document.getOptionalContentConfig())];
    return {
      texts: await Promise.all(pages.map((page) => textOf(document, page))),
      outline: await outlineOf(document),
      links: await linksOf(document),
      destinations: new Map(destinations),
      fields: fields as Fields,
      labels: await document.getPageLabels(),
      attachments: Object.values(await document.getAttachments()).map((one) =>
        Buffer.from(Object(one).content).toString(),
      ),
      layers: layers.map(([, group]) => `${group.name} ${group.visible}`),
      tagged: (await document.getMarkInfo())?.Marked === true,
      trees: await Promise.all(
        pages.map(async (page) => JSON.stringify(await (await document.getPage(page)).getStructTree())),
      ),
    };
  } finally {
    await document.destroy();
  }
}

/** Every title of an outline with the page it links to, in order. */
function titles(nodes: readonly OutlineNode[]): string[] {
  return nodes.flatMap(({ title, to, items }) => [`${title} → ${to}`, ...titles(items)]);
}

export function promises(target: Target): void {
  describe("a document with every feature", () => {
    const service = sharedService(target);
    const { allowed, freshName, call } = writingRules(service);
    const put = (name: string, bytes: Uint8Array) => writeFileSync(allowed(name), bytes);

    it("keeps outlines, names, links, fields, labels, attachments, layers and tags in a merge", async () => {
      put("a.pdf", richPdf({ label: "A", pages: 3 }));
      put("b.pdf", richPdf({ label: "B", pages: 2 }));
      const output = freshName();
      const { warnings } = expectOk(await call("pdf_merge", { inputs: ["a.pdf", "b.pdf"], output }));
      expect(String(warnings)).toMatch(/form fields .* renamed/);
      expectSound(allowed(output), 5);
      const found = await judged(allowed(output));
      expect(found.texts).toEqual(["A page 1", "A page 2", "A page 3", "B page 1", "B page 2"]);
      expect(titles(found.outline)).toEqual([
        "A chapter 1 → 1",
        "A section 1 → 1",
        "A section 2 → 2",
        "A chapter 3 → 3",
        "A section 3 → 3",
        "A web → https://example.com/A",
        "B chapter 1 → 4",
        "B section 1 → 4",
        "B section 2 → 5",
        "B web → https://example.com/B",
      ]);
      const links = (label: string, pages: number, offset: number) =>
        Array.from({ length: pages }, (_, k) => k + 1).flatMap((page) =>
          [
            (page % pages) + 1 + offset,
            1 + offset,
            pages + offset,
            `https://example.com/${label}/${page}`,
          ].map((to) => ({ page: page + offset, to })),
        );
      expect(found.links).toEqual([...links("A", 3, 0), ...links("B", 2, 3)]);
      expect(["first", "first-2", "end", "end-2"].map((key) => found.destinations.get(key))).toEqual([
        1, 4, 3, 5,
      ]);
      expect(found.fields.person).toContain("A person");
      expect(found.fields.person_2).toContain("B person");
      expect(found.fields["group.text2"]).toContain("A text 2");
      expect(found.fields["group.text2_2"]).toContain("B text 2");
      expect(found.labels).toEqual(["i", "ii", "A-5", "i", "ii"]);
      expect(found.attachments.sort()).toEqual(["A;data", "B;data"]);
      expect(found.layers).toEqual(["A shown true", "A hidden false", "B shown true", "B hidden false"]);
      expect(found.tagged).toBe(true);
      for (const tree of found.trees) expect(tree).toContain('"role":"P"');
    });

    it("keeps matching outlines, names and links in extract, remove and split, and loses removed content from its bytes", async () => {
      put("rich.pdf", richPdf({ label: "A", pages: 5 }));
      const [extracted, removed] = [freshName(), freshName()];
      const input = "rich.pdf";
      expectOk(await call("pdf_extract_pages", { input, pages: "2-3", output: extracted }));
      expectOk(await call("pdf_remove_pages", { input, pages: "1, 4-5", output: removed }));
      expectOk(await call("pdf_split", { input, pages: "2-3, 1", output_folder: "parts" }));
      for (const name of [extracted, removed, join("parts", "rich-pages-2-3.pdf")]) {
        expectSound(allowed(name), 2);
        const found = await judged(allowed(name));
        expect(found.texts).toEqual(["A page 2", "A page 3"]);
        expect(titles(found.outline)).toEqual([
          "A chapter 1 → undefined",
          "A section 2 → 1",
          "A chapter 3 → 2",
          "A section 3 → 2",
          "A web → https://example.com/A",
        ]);
        expect(found.links).toEqual([
          { page: 1, to: 2 },
          { page: 1, to: "https://example.com/A/2" },
          { page: 2, to: "https://example.com/A/3" },
        ]);
        expect([...found.destinations]).toEqual([
          ["page002", 1],
          ["page003", 2],
        ]);
        expect(Object.keys(found.fields).sort()).toEqual(["choice", "group", "group.text2", "group.text3"]);
        expect(found.labels).toEqual(["ii", "A-5"]);
        expect(found.attachments).toEqual(["A;data"]);
        const bytes = allText(readFileSync(allowed(name)));
        for (const gone of [
          "A page 1",
          "A page 4",
          "A note 1",
          "A reply 5",
          "A person",
          "A text 4",
          "A section 5",
        ])
          expect(bytes, gone).not.toContain(gone);
      }
    });
  });
}
