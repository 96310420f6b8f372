/**
 * Runs real files with special features through merge, extract, remove and split: the results are clean for qpdf if the
 * input was.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { corpusPath, corpusPdfs, everyNth } from "../support/corpus.ts";
import { openPdfjs, pageOf } from "../support/pdfjs.ts";
import { checked, runTool } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const files = everyNth(
  corpusPdfs().filter(({ category }) => category === "e-features"),
  16,
);
const read = (file: string) => new Uint8Array(readFileSync(corpusPath(file)));

/** A document's destinations and links that lead to a page, and its fields, all of which a merge must keep. */
async function facts(bytes: Uint8Array) {
  const document = await openPdfjs(bytes);
  try {
    const destinations = Object.values(await document.getDestinations());
    const live = await Promise.all(destinations.map((dest) => pageOf(document, dest)));
    // Signatures become images (tested elsewhere).
    const fields = Object.values((await document.getFieldObjects()) ?? {})
      .flat()
      .filter((field) => !("type" in field && field.type === "signature"));
    const labels = await document.getPageLabels();
    const attachments = Object.keys((await document.getAttachments()) ?? {}).length;
    const layers = [...(await document.getOptionalContentConfig())].length;
    const outline = (await document.getOutline())?.length ?? 0;
    return {
      pages: document.numPages,
      destinations: live.filter((page) => page !== undefined).length,
      fields: fields.length,
      labels,
      attachments,
      layers,
      outline,
    };
  } finally {
    await document.destroy();
  }
}

describe("features of real files", () => {
  const skip = requireTool("qpdf");

  it
    .skipIf(skip)
    .each(files.map(({ id, file }, k) => [id, file, files[(k + 1) % files.length]?.file ?? file]))(
    "%s",
    async (_, file, other) => {
      const input = read(file);
      const clean = checked(input).exit === 0;
      const sound = (bytes: Uint8Array, what: string) => {
        if (clean) expect(checked(bytes), what).toMatchObject({ exit: 0 });
      };
      const inputs = { "a.pdf": input, "b.pdf": read(other) };
      const before = await facts(input);
      const second = await facts(inputs["b.pdf"]);

      const merged = (
        await runTool("pdf_merge", { inputs: ["a.pdf", "b.pdf"], output: "o.pdf" }, inputs)
      ).file("o.pdf");
      if (checked(inputs["b.pdf"]).exit === 0) sound(merged, "merge");
      const after = await facts(merged);
      for (const key of ["pages", "destinations", "fields", "attachments", "layers", "outline"] as const)
        expect(after[key], `${key} of the merge`).toBe(before[key] + second[key]);
      if (before.labels) expect(after.labels?.slice(0, before.pages)).toEqual(before.labels);

      const first = (
        await runTool("pdf_extract_pages", { input: "a.pdf", pages: "1", output: "o.pdf" }, inputs)
      ).file("o.pdf");
      sound(first, "extract");
      if (before.labels) expect((await facts(first)).labels).toEqual(before.labels.slice(0, 1));
      if (before.pages > 1)
        sound(
          (await runTool("pdf_remove_pages", { input: "a.pdf", pages: "1", output: "o.pdf" }, inputs)).file(
            "o.pdf",
          ),
          "remove",
        );
      const last = Math.min(before.pages, 3);
      const split = await runTool(
        "pdf_split",
        { input: "a.pdf", mode: "pages", pages: `1-${last}`, output_folder: "s" },
        inputs,
      );
      for (let page = 1; page <= last; page++)
        sound(split.file(`s/a-page-${page}.pdf`), `split, page ${page}`);
    },
  );
});
