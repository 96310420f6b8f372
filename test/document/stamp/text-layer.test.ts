/** The layer of unseen text: what readers copy of it, where its words are, and that an earlier one can go. */
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../../src/core/document-io.ts";
import type { RecognisedLine, RecognisedPage } from "../../../src/core/page-reading.ts";
import { asItIs } from "../../../src/core/projection.ts";
import { editDocument } from "../../../src/document/edit.ts";
import { openStrictly } from "../../../src/document/open.ts";
import { removeInvisibleText } from "../../../src/document/stamp/invisible-text.ts";
import { addTextLayer } from "../../../src/document/stamp/text-layer.ts";
import { createReaders } from "../../../src/engines/engines.ts";
import { testContext } from "../../support/memory-files.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { runTool } from "../../support/run-tool.ts";

/** Words of 40 points, 50 apart, the first at the left, or at the right where the line runs from there. */
function line(
  words: readonly string[],
  { fromRight = false, spaced = true, baseline = 50 } = {},
): RecognisedLine {
  const boxes = words.map((text, k) => {
    const x0 = fromRight ? 140 - 50 * k : 10 + 50 * k;
    return {
      text,
      box: { x0, x1: x0 + 40, y0: baseline - 9, y1: baseline + 2 },
      confidence: 0.9,
      spaced: spaced && k > 0,
    };
  });
  return { words: boxes, baseline, size: 12, bold: false, first: true };
}

const recognised = (
  lines: readonly RecognisedLine[],
  more: Partial<RecognisedPage> = {},
): RecognisedPage => ({
  turn: 0,
  projection: asItIs,
  lines,
  rules: [],
  ...more,
});

async function layered(page: RecognisedPage, box = "/MediaBox[0 0 200 100]"): Promise<Uint8Array> {
  const context = testContext({}, createReaders());
  const session = editDocument(openStrictly(sourceOf(pagesPdf([box]))), context);
  await addTextLayer(session, [{ page: 1, recognised: page }]);
  const target = context.files.newFile("out.pdf", "output");
  await session.write(target);
  const written = target.reread();
  return written.read(0, written.size);
}

async function textOf(pdf: Uint8Array): Promise<unknown> {
  const { result } = await runTool("pdf_read_text", { input: "a.pdf" }, { "a.pdf": pdf }, createReaders());
  return Object(result).pages[0].text;
}

async function mupdfLines(pdf: Uint8Array) {
  using reader = await createReaders().openMupdfText(sourceOf(pdf));
  return (await reader.page(1)).blocks.flatMap(({ lines }) => lines);
}

describe("a layer of text", () => {
  it.each([
    ["English", line(["over", "the", "hills"]), "over the hills"],
    ["Hindi", line(["हिन्दी", "किताब"]), "हिन्दी किताब"],
    ["Hebrew", line(["שלום", "עולם"], { fromRight: true }), "שלום עולם"],
    ["Chinese", line(["天", "地", "人"], { spaced: false }), "天地人"],
  ])("is copied in the order of reading: %s", async (_, words, text) => {
    const pdf = await layered(recognised([words]));
    expect(await textOf(pdf)).toBe(text);
    const [found] = await mupdfLines(pdf);
    expect(found?.text.trim()).toBe(text);
  });

  it("covers the words with its own", async () => {
    const [found] = await mupdfLines(await layered(recognised([line(["over", "there"])])));
    const { x0 = 0, x1 = 0, y0 = 0, y1 = 0 } = found?.box ?? {};
    expect([x0, x1].map(Math.round)).toEqual([10, 100]);
    expect(y0).toBeLessThanOrEqual(41);
    expect(y1).toBeGreaterThanOrEqual(52);
    expect(y1 - y0).toBeLessThan(17);
  });

  it.each([
    [90, "/MediaBox[0 0 100 200]"],
    [180, "/MediaBox[0 0 200 100]"],
    [270, "/MediaBox[0 0 100 200]"],
  ] as const)("lies behind text that is upright once turned by %i", async (turn, box) => {
    const pdf = await layered(recognised([line(["over", "there"])], { turn }), `${box}/Rotate ${turn}`);
    // The picture was seen with the page's own rotation; the text is upright where that is doubled.
    const turned = await runTool(
      "pdf_rotate_pages",
      { input: "a.pdf", angle: turn, output: "b.pdf" },
      { "a.pdf": pdf },
    );
    const [found] = await mupdfLines(turned.file("b.pdf"));
    expect([found?.box.x0 ?? 0, found?.box.x1 ?? 0].map(Math.round)).toEqual([10, 100]);
    expect(Math.round(found?.baseline ?? 0)).toBe(50);
  });

  it("follows a page that is seen from a side", async () => {
    const page = recognised([line(["over", "there"])], { projection: [1, 0, 0, 0, 1, 0, 0.001, 0, 1] });
    const [found] = await mupdfLines(await layered(page));
    // 90 points left of the middle, and on it.
    expect([found?.box.x0 ?? 0, found?.box.x1 ?? 0].map(Math.round)).toEqual([1, 100]);
    expect(Math.round(found?.baseline ?? 0)).toBe(50);
  });

  it("goes again, and visible text never does", async () => {
    const pdf = await layered(recognised([line(["over", "there"])]));
    const gone = editDocument(openStrictly(sourceOf(pdf)), testContext({}, createReaders()));
    expect(removeInvisibleText(gone, 1)).toBe(true);
    expect(removeInvisibleText(gone, 1)).toBe(false);

    const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
    const seen = pagesPdf([`/MediaBox[0 0 200 100]/Contents 10 0 R${font}`], {
      more: { 10: { dict: "", data: "BT /F 9 Tf 3 Tr (a) Tj 0 Tr (b) Tj ET" } },
    });
    const kept = editDocument(openStrictly(sourceOf(seen)), testContext({}, createReaders()));
    expect(removeInvisibleText(kept, 1)).toBe(false);
  });
});
