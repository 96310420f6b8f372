/** The invisible text layer: the text readers copy, the position of its words, and its removal. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../../src/core/document-io.ts";
import type { RecognizedLine, RecognizedPage } from "../../../src/core/page-reading.ts";
import { asItIs, tilted } from "../../../src/core/projection.ts";
import { editDocument } from "../../../src/document/edit.ts";
import { openStrictly } from "../../../src/document/open.ts";
import { removeInvisibleText } from "../../../src/document/stamp/invisible-text.ts";
import { addTextLayer } from "../../../src/document/stamp/text-layer.ts";
import { createReaders } from "../../../src/engines/engines.ts";
import { openContentText } from "../../../src/reading/open.ts";
import { testContext } from "../../support/memory-files.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { openPdfjs } from "../../support/pdfjs.ts";
import { runTool } from "../../support/run-tool.ts";
import { requireTool } from "../../support/tools.ts";

/** Words with letters six points wide, drawn from left to right as `seen`, or in reading order. */
function line(
  words: readonly string[],
  {
    seen = words,
    spaced = true,
    baseline = 50,
  }: { seen?: readonly string[]; spaced?: boolean; baseline?: number } = {},
): RecognizedLine {
  const lengths = seen.map((text) => 6 * text.length + 4);
  const boxes = words.map((text, k) => {
    const x0 = lengths.slice(0, seen.indexOf(text)).reduce((sum, length) => sum + length, 10);
    return {
      text,
      box: { x0, x1: x0 + 6 * text.length, y0: baseline - 9, y1: baseline + 2 },
      confidence: 0.9,
      spaced: spaced && k > 0,
    };
  });
  return { words: boxes, baseline, size: 12, bold: false, first: true };
}

const fromRight = (...words: readonly string[]) => line(words, { seen: words.toReversed() });

const overThere: RecognizedLine = {
  ...line(["over", "there"]),
  words: ["over", "there"].map((text, k) => ({
    text,
    box: { x0: 10 + 50 * k, x1: 50 + 50 * k, y0: 41, y1: 52 },
    confidence: 0.9,
    spaced: k > 0,
  })),
};

const recognized = (
  lines: readonly RecognizedLine[],
  more: Partial<RecognizedPage> = {},
): RecognizedPage => ({
  turn: 0,
  projection: asItIs,
  lines,
  rules: [],
  ...more,
});

async function layered(page: RecognizedPage, box = "/MediaBox[0 0 200 100]"): Promise<Uint8Array> {
  const context = testContext({}, createReaders());
  const session = editDocument(openStrictly(sourceOf(pagesPdf([box]))), context);
  await addTextLayer(session, [{ page: 1, recognized: page }]);
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

/** Text as people see it, without invisible directional marks. */
const seen = (text: string) => text.replaceAll(/[\u200f\u202a-\u202e\f]/g, "").trim();

async function pdfjsText(pdf: Uint8Array): Promise<string> {
  const document = await openPdfjs(pdf);
  try {
    const { items } = await (await document.getPage(1)).getTextContent();
    return seen(items.map((item) => ("str" in item ? item.str : "")).join(""));
  } finally {
    await document.destroy();
  }
}

function down(line: RecognizedLine, by: number): RecognizedLine {
  const words = line.words.map((word) => {
    const { y0, y1, ...box } = word.box;
    return { ...word, box: { ...box, y0: y0 + by, y1: y1 + by } };
  });
  return { ...line, words, baseline: line.baseline + by };
}

describe("a text layer", () => {
  const lines: [string, RecognizedLine, string][] = [
    ["English", line(["over", "the", "hills"]), "over the hills"],
    ["Hindi", line(["हिन्दी", "किताब"]), "हिन्दी किताब"],
    ["Chinese", line(["天", "地", "人"], { spaced: false }), "天地人"],
    ["Hebrew", fromRight("שלום", "עולם"), "שלום עולם"],
    ["Hebrew with marks", fromRight("שלום,", "עולם:", "(סוף)."), "שלום, עולם: (סוף)."],
    ["Hebrew with numbers", fromRight("שנת", "2026,", "עמוד", "15"), "שנת 2026, עמוד 15"],
    ["Hebrew with a phone number", fromRight("נייד", "054-1234567", "(בית)"), "נייד 054-1234567 (בית)"],
    [
      "Hebrew with Latin",
      line(["ראה", "PDF", "2.0", "כאן"], { seen: ["כאן", "PDF", "2.0", "ראה"] }),
      "ראה PDF 2.0 כאן",
    ],
    ["Arabic with numbers", fromRight("السعر", "123", "ريال"), "السعر 123 ريال"],
    ["Arabic with Arabic digits", fromRight("في", "١٥", "مارس", "٢٠٢٦،", "ظهرا"), "في ١٥ مارس ٢٠٢٦، ظهرا"],
  ];

  it.each(lines)("is copied in reading order: %s", async (_, words, text) => {
    const pdf = await layered(recognized([words]));
    expect(await textOf(pdf)).toBe(text);
    expect((await mupdfLines(pdf)).map((one) => seen(one.text))).toEqual([text]);
    expect(await pdfjsText(pdf)).toBe(text);
  });

  it.skipIf(requireTool("pdftotext"))("is copied in reading order by poppler", async () => {
    const pdf = await layered(
      recognized(lines.map(([, words], k) => down(words, 40 * k))),
      "/MediaBox[0 0 300 500]",
    );
    const { stdout } = spawnSync("pdftotext", ["-", "-"], { input: pdf, encoding: "utf8" });
    expect(seen(stdout).split(/\n+/)).toEqual(lines.map(([, , text]) => text));
  });

  it("is a single line even if letters are wide", async () => {
    const words = fromRight("שלום", "עולם");
    const wide = words.words.map((word) => {
      const { x0, x1, ...box } = word.box;
      return { ...word, box: { ...box, x0: 1.8 * x0, x1: 1.8 * x1 } };
    });
    const found = await mupdfLines(await layered(recognized([{ ...words, words: wide }])));
    expect(found.map(({ text }) => seen(text))).toEqual(["שלום עולם"]);
  });

  it("places its words over the recognized ones", async () => {
    const [found] = await mupdfLines(await layered(recognized([overThere])));
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
  ] as const)("matches text that is upright once rotated by %i", async (turn, box) => {
    const pdf = await layered(recognized([overThere], { turn }), `${box}/Rotate ${turn}`);
    // Recognition saw the page as displayed. The text is upright if the page is rotated by the same angle again.
    const turned = await runTool(
      "pdf_rotate_pages",
      { input: "a.pdf", angle: turn, output: "b.pdf" },
      { "a.pdf": pdf },
    );
    const [found] = await mupdfLines(turned.file("b.pdf"));
    expect([found?.box.x0 ?? 0, found?.box.x1 ?? 0].map(Math.round)).toEqual([10, 100]);
    expect(Math.round(found?.baseline ?? 0)).toBe(50);
  });

  it("follows a page photographed at an angle", async () => {
    const page = recognized([overThere], { projection: [1, 0, 0, 0, 1, 0, 0.001, 0, 1] });
    const [found] = await mupdfLines(await layered(page));
    // 90 points left of the center, and at the center.
    expect([found?.box.x0 ?? 0, found?.box.x1 ?? 0].map(Math.round)).toEqual([1, 100]);
    expect(Math.round(found?.baseline ?? 0)).toBe(50);
  });

  it.skipIf(requireTool("pdftotext"))("has whole words in poppler, up to 10 degrees askew", async () => {
    const all = ["over", "the", "responsibilities", "hills"];
    const askew = async (degrees: number) => {
      const projection = tilted(Math.tan((degrees * Math.PI) / 180));
      const pdf = await layered(recognized([line(all)], { projection }), "/MediaBox[0 0 300 200]");
      return spawnSync("pdftotext", ["-", "-"], { input: pdf, encoding: "utf8" }).stdout.split(/\s+/);
    };
    for (const degrees of [2, 9.9, -5])
      expect((await askew(degrees)).filter((word) => all.includes(word)).toSorted()).toEqual(all.toSorted());
    expect(await askew(12)).not.toContain("responsibilities");
  });

  it("covers words that rise or fall, with little room", async () => {
    const slope = Math.tan((6 * Math.PI) / 180);
    const page = recognized([line(["responsibilities"])], { projection: tilted(slope) });
    const [found] = await mupdfLines(await layered(page));
    const { x0 = 0, x1 = 0, y0 = 0, y1 = 0 } = found?.box ?? {};
    // The upper left and lower right corners of the word on the page, whose center stays in its place.
    const [cos, sin] = [Math.cos(Math.atan(slope)), Math.sin(Math.atan(slope))];
    const at = (x: number, y: number) => [100 + cos * x - sin * y, 50 + sin * x + cos * y] as const;
    const [[left, top], [right, bottom]] = [at(10 - 100, 41 - 50), at(106 - 100, 52 - 50)];
    expect(Math.abs(x0 - left)).toBeLessThan(2);
    expect(Math.abs(x1 - right)).toBeLessThan(2);
    expect([y0 < top + 0.1, y1 > bottom - 0.1, y1 - y0 - (bottom - top) < 6]).toEqual([true, true, true]);
  });

  it("can be removed and put back, also from the forms that a page draws", async () => {
    const edit = (pdf: Uint8Array) =>
      editDocument(openStrictly(sourceOf(pdf)), testContext({}, createReaders()));
    const gone = edit(await layered(recognized([overThere])));
    expect(removeInvisibleText(gone, 1)).toBeDefined();
    expect(removeInvisibleText(gone, 1)).toBeUndefined();

    const font = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
    const form = (resources: string, data: string) => ({
      dict: `/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<<${font}${resources}>>`,
      data,
    });
    const scan = pagesPdf(
      [`/MediaBox[0 0 200 100]/Resources<<${font}/XObject<</Whole 11 0 R>>>>/Contents 10 0 R`],
      {
        more: {
          10: { dict: "", data: "/Whole Do BT /F 9 Tf 9 9 Td (stamped) Tj ET" },
          11: form(
            "/XObject<</Layer 12 0 R>>",
            "0 0 9 9 re f q 3 Tr BT /F 9 Tf 9 50 Td (old) Tj ET Q /Layer Do",
          ),
          12: form("", "3 Tr BT /F 9 Tf 9 70 Td (older) Tj ET"),
        },
      },
    );
    const session = edit(scan);
    const texts = async () => {
      using reader = openContentText(session.document, { engines: createReaders() });
      return await reader.page(1);
    };
    expect((await texts()).split(/\s+/).toSorted()).toEqual(["old", "older", "stamped"]);
    const putBack = removeInvisibleText(session, 1);
    expect(await texts()).toBe("stamped");
    putBack?.();
    expect((await texts()).split(/\s+/).toSorted()).toEqual(["old", "older", "stamped"]);
  });
});
