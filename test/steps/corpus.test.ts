/** Crops, scales and flattens real files: everything not meant to change looks the same when rendered by poppler. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { openStrictly } from "../../src/document/open.ts";
import { boxesOf } from "../../src/document/pages/boxes.ts";
import { displaySpace } from "../../src/document/pages/display-space.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pdfRunPipeline } from "../../src/tools/edit/pdf-run-pipeline.ts";
import { corpusPath, corpusPdfs, everyNth } from "../support/corpus.ts";
import { type Picture, render } from "../support/ink.ts";
import { memorySource, testContext } from "../support/memory-files.ts";
import { openPdfjs } from "../support/pdfjs.ts";
import { difference, part } from "../support/pictures.ts";
import { checked } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

const skip = requireTool("pdftoppm");
const files = skip
  ? []
  : everyNth(
      corpusPdfs().filter(({ category, file }) => category === "e-features" || /form/.test(file)),
      6,
    );
const readers = createReaders();

async function run(bytes: Uint8Array, action: string, options: Record<string, unknown>): Promise<Uint8Array> {
  const context = testContext({ "a.pdf": bytes }, readers);
  const fields = validate(pdfRunPipeline.input, {
    input: "a.pdf",
    output: "b.pdf",
    steps: [{ action, options }],
  });
  await pdfRunPipeline.run(fields, context);
  const written = context.files.stored.get("/files/b.pdf");
  if (!written) throw new Error("nothing was written");
  // A clean file stays clean.
  if (checked(bytes).exit === 0) {
    const verdict = checked(written);
    expect(verdict.exit, verdict.output).toBe(0);
  }
  return written;
}

/** The resolution of the compared images. */
const dpi = 48;

/** The size of the first page; poppler treats its units as points. */
function sizeOf(bytes: Uint8Array) {
  const { cos, pages } = openStrictly(memorySource(bytes));
  const boxes = boxesOf(cos, pages.dict(1), pages.inherited(1));
  return { ...displaySpace(boxes), unit: boxes.userUnit };
}

describe.skipIf(skip)("on the corpus", () => {
  it("has files to check", () => expect(files.length).toBeGreaterThan(10));

  it.each(files.map(({ file }) => file))("preserves the look of %s", async (file) => {
    const bytes = readFileSync(corpusPath(file));
    const before: Picture = render(bytes, 1, dpi);

    const flat = await run(bytes, "flatten", {});
    const document = await openPdfjs(flat);
    expect(await document.getFieldObjects()).toBeNull();
    await document.destroy();
    // Poppler renders some annotations without appearances in its own way.
    expect(difference(before, render(flat, 1, dpi)), "flatten").toBeLessThan(0.02);

    const scaled = await run(bytes, "scale", { factor: 0.5 });
    expect(difference(before, render(scaled, 1, dpi * 2)), "scale").toBeLessThan(0.03);

    const { width, height, unit } = sizeOf(flat);
    if (width < 200 || height < 200) return;
    const cropped = render(
      await run(bytes, "crop", { margins: { left: 36 * unit, top: 72 * unit } }),
      1,
      dpi,
    );
    const expected = part(before, 24, 48, before.width - 24, before.height - 48);
    expect(difference(cropped, expected), "crop").toBeLessThan(0.03);
  });
});
