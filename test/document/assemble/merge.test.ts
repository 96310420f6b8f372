/** What a merge keeps, judged by pdf.js and qpdf. */
import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { linksOf, openPdfjs, outlineOf, pageOf, textOf } from "../../support/pdfjs.ts";
import { noise, richPdf } from "../../support/rich-pdf.ts";
import { checked, runTool } from "../../support/run-tool.ts";

async function merge(files: Record<string, Uint8Array>, inputs = Object.keys(files)) {
  const run = await runTool("pdf_merge", { inputs, output: "out.pdf" }, files);
  const bytes = run.file("out.pdf");
  expect(checked(bytes)).toMatchObject({ exit: 0 });
  return { ...run, bytes };
}

const rich = () =>
  merge({ "a.pdf": richPdf({ label: "A", pages: 5 }), "b.pdf": richPdf({ label: "B", pages: 4 }) });

describe("a merge of two feature-rich files", () => {
  it("has all pages in order", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    const texts = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) => textOf(document, page)));
    expect(texts).toEqual([
      ...[1, 2, 3, 4, 5].map((page) => `A page ${page}`),
      ...[1, 2, 3, 4].map((page) => `B page ${page}`),
    ]);
    await document.destroy();
  });

  it("has both outlines in order, nested, open or closed as they were, leading to their own pages", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    const section = (label: string, page: number, offset: number) => ({
      title: `${label} section ${page}`,
      to: page + offset,
      open: undefined,
      items: [],
    });
    const chapter = (label: string, page: number, offset: number, last: number, open: boolean) => ({
      title: `${label} chapter ${page}`,
      to: page + offset,
      open,
      items: [page, page + 1].filter((p) => p <= last).map((p) => section(label, p, offset)),
    });
    const web = (label: string) => ({
      title: `${label} web`,
      to: `https://example.com/${label}`,
      open: undefined,
      items: [],
    });
    expect(await outlineOf(document)).toEqual([
      chapter("A", 1, 0, 5, true),
      chapter("A", 3, 0, 5, false),
      chapter("A", 5, 0, 5, false),
      web("A"),
      chapter("B", 1, 5, 4, true),
      chapter("B", 3, 5, 4, false),
      web("B"),
    ]);
    await document.destroy();
  });

  it("keeps every link, each landing on its own file's page", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    const expected = (label: string, pages: number, offset: number) =>
      Array.from({ length: pages }, (_, k) => k + 1).flatMap((page) =>
        [(page % pages) + 1 + offset, 1 + offset, pages + offset, `https://example.com/${label}/${page}`].map(
          (to) => ({ page: page + offset, to }),
        ),
      );
    expect(await linksOf(document)).toEqual([...expected("A", 5, 0), ...expected("B", 4, 5)]);
    await document.destroy();
  });

  it("keeps named destinations of both files, the later file's clashing names changed", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    const destinations = await document.getDestinations();
    const pages = new Map<string, number | undefined>();
    for (const [key, dest] of Object.entries(destinations)) pages.set(key, await pageOf(document, dest));
    expect(pages.get("first")).toBe(1);
    expect(pages.get("first-2")).toBe(6);
    expect(pages.get("page003")).toBe(3);
    expect(pages.get("page003-2")).toBe(8);
    expect(pages.get("end")).toBe(5);
    expect(pages.get("end-2")).toBe(9);
    expect(pages.size).toBe(6 + 1 + 5 + 1);
    await document.destroy();
  });

  it("keeps fields of the same name independent, with values, appearances and one calculation order", async () => {
    const { bytes, context } = await rich();
    const document = await openPdfjs(bytes);
    const fields = (await document.getFieldObjects()) ?? {};
    const value = (name: string) =>
      fields[name]
        ?.map((field) => ("value" in field ? field.value : undefined))
        .filter((found) => found !== undefined);
    expect(value("person")).toContain("A person");
    expect(value("person_2")).toContain("B person");
    expect(value("group.text3")).toContain("A text 3");
    expect(value("group_2.text3")).toContain("B text 3");
    expect(value("choice")).toContain("one");
    expect(value("choice_2")).toContain("one");
    expect(context.warnings.join()).toMatch(/3 form fields .* renamed/);
    expect(Object.keys((await document.getCalculationOrderIds()) ?? {})).toHaveLength(2);
    const widgets = await Promise.all(
      [1, 6].map(async (page) =>
        (await (await document.getPage(page)).getAnnotations()).filter((a) => a.subtype === "Widget"),
      ),
    );
    expect(widgets.map((list) => list.map((widget) => widget.fieldName))).toEqual([
      ["person", "group.text1", "choice"],
      ["person_2", "group_2.text1", "choice_2"],
    ]);
    expect(widgets.flat().every((widget) => widget.hasAppearance !== false)).toBe(true);
    await document.destroy();
  });

  it("keeps each page's label", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    expect(await document.getPageLabels()).toEqual(["i", "ii", "A-5", "A-6", "A-7", "i", "ii", "B-5", "B-6"]);
    await document.destroy();
  });

  it("keeps both attachments of the same name", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    const attachments: Record<string, { content: Uint8Array }> = await document.getAttachments();
    const texts = Object.entries(attachments).map(([key, { content }]) => [
      key,
      Buffer.from(content).toString(),
    ]);
    expect(texts).toEqual([
      ["data-2.csv", "B;data"],
      ["data.csv", "A;data"],
    ]);
    await document.destroy();
  });

  it("keeps layers with their states and order", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    const config = await document.getOptionalContentConfig();
    const groups = [...config].map(([, group]) => [group.name, group.visible]);
    expect(groups).toEqual([
      ["A shown", true],
      ["A hidden", false],
      ["B shown", true],
      ["B hidden", false],
    ]);
    expect(config.getOrder()).toHaveLength(4);
    await document.destroy();
  });

  it("keeps tags of every page, marked, with content and links found through them", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    for (const page of [1, 5, 6, 9]) {
      const tree = JSON.stringify(await (await document.getPage(page)).getStructTree());
      expect(tree).toContain('"role":"Sect"');
      // RoleMap: Body is P.
      expect(tree).toMatch(/"role":"P","children":\[\{"type":"content","id":"p\d+R_mc0"/);
      expect(tree).toMatch(/"role":"Link","children":\[\{"type":"annotation"/);
    }
    await document.destroy();
  });

  it("keeps the first file's metadata, language, preferences and opening page", async () => {
    const { bytes } = await rich();
    const document = await openPdfjs(bytes);
    const { info, metadata } = await document.getMetadata();
    expect(info).toMatchObject({ Title: "A title", Author: "A author", Language: "en-A" });
    expect(metadata?.get("dc:title")).toBe("A xmp");
    expect(await document.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
    expect(await document.getPageMode()).toBe("UseOutlines");
    const opens = await document.getOpenAction();
    expect(await pageOf(document, opens?.dest)).toBe(5);
    await document.destroy();
  });
});

describe("merging", () => {
  it("stores what files have in common once", async () => {
    const big = pagesPdf(["/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>"], {
      more: {
        4: { dict: "", data: "q 600 0 0 700 0 0 cm /I Do Q" },
        5: {
          dict: "/Type/XObject/Subtype/Image/Width 1000/Height 1000/ColorSpace/DeviceGray/BitsPerComponent 8",
          data: noise(1_000_000, 7),
        },
      },
    });
    const { bytes } = await merge({ "a.pdf": big }, Array(20).fill("a.pdf"));
    expect(bytes.length).toBeLessThan(1_600_000);
  });

  it("keeps inherited boxes, rotation and resources with their pages", async () => {
    const turned = pagesPdf(["/Contents 4 0 R"], {
      tree: "/Rotate 90/CropBox[10 10 300 400]/Resources<</Font<</F 5 0 R>>>>",
      more: {
        4: { dict: "", data: "BT /F 12 Tf 50 50 Td (turned) Tj ET" },
        5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      },
    });
    const { bytes } = await merge({ "a.pdf": richPdf({ label: "A", pages: 1 }), "b.pdf": turned });
    const document = await openPdfjs(bytes);
    const page = await document.getPage(2);
    expect(page.rotate).toBe(90);
    expect(page.view).toEqual([10, 10, 300, 400]);
    expect(await textOf(document, 2)).toBe("turned");
    await document.destroy();
  });

  it("merges 200 tagged files with forms and outlines into one sound document", async () => {
    const { bytes, context } = await merge(
      { "a.pdf": richPdf({ label: "A", pages: 2 }), "b.pdf": richPdf({ label: "B", pages: 3 }) },
      Array.from({ length: 200 }, (_, k) => (k % 2 === 0 ? "a.pdf" : "b.pdf")),
    );
    const document = await openPdfjs(bytes);
    expect(document.numPages).toBe(500);
    expect(await linksOf(document).then((links) => links.every(({ to }) => to !== undefined))).toBe(true);
    const tree = JSON.stringify(await (await document.getPage(500)).getStructTree());
    expect(tree).toMatch(/"role":"Link","children":\[\{"type":"annotation"/);
    expect(context.states.at(-1)).toMatchObject({ progress: 200, total: 200 });
    await document.destroy();
  });
});
