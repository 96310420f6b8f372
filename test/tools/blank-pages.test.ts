/** Blank pages: the word `blank` in page selectors, and mode `blank` of pdf_split. */
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createReaders } from "../../src/engines/engines.ts";
import { type BuiltStream, pagesPdf } from "../support/pdf-builder.ts";
import { problemOf } from "../support/problem-of.ts";
import { runTool } from "../support/run-tool.ts";

const dpi = 100;
const [width, height] = [583, 827];

/** A rectangle in millimeters from the top left corner, and its gray value. */
type Stroke = readonly [x: number, y: number, width: number, height: number, gray: number];

/** A scanned sheet of A5 with these strokes, on paper with grain. */
function sheet(strokes: readonly Stroke[], paper = 245): BuiltStream {
  const pixels = new Uint8Array(width * height).fill(paper);
  const inPixels = (millimeters: number) => Math.round((millimeters * dpi) / 25.4);
  for (const [x, y, across, down, gray] of strokes)
    for (let row = inPixels(y); row < Math.min(inPixels(y + down), height); row += 1)
      pixels.fill(gray, row * width + inPixels(x), row * width + Math.min(inPixels(x + across), width));
  pixels.forEach((value, at) => {
    pixels[at] = value + ((Math.imul(at, 2654435761) >>> 28) % 9) - 4;
  });
  const dict = `/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode`;
  return { dict, data: deflateSync(pixels, { level: 1 }) };
}

/** A hole of 6 mm, with its center at this place. */
const hole = (x: number, y: number, gray: number): Stroke[] =>
  Array.from({ length: 13 }, (_, k) => {
    const half = Math.sqrt(9 - ((k - 6) / 2) ** 2);
    return [x - half, y + (k - 6.5) / 2, 2 * half, 0.5, gray];
  });
const seven: readonly Stroke[] = [
  [74, 198, 1.6, 0.4, 60],
  [75, 198, 0.5, 2.4, 60],
];
/** Lines of a text that shows through, `gray`. */
const shining = (gray: number): Stroke[] =>
  Array.from({ length: 300 }, (_, k) => [
    15 + (k % 20) * 6,
    25 + Math.floor(k / 20) * 10,
    1 + (k % 4),
    2.2,
    gray,
  ]);

const specks: readonly Stroke[] = Array.from({ length: 40 }, (_, k) => [
  (k * 37) % 145,
  (k * 53) % 205,
  0.9,
  0.9,
  50,
]);

const scans: readonly (readonly [what: string, isBlank: boolean, image: BuiltStream])[] = [
  ["paper", true, sheet([])],
  ["specks", true, sheet(specks)],
  ["a page that shows through", true, sheet(shining(212))],
  ["punch holes", true, sheet([...hole(12, 65, 20), ...hole(12, 145, 20)])],
  ["a gray hole and a dark edge", true, sheet([...hole(136, 105, 110), [0, 0, 7, 210, 10]])],
  [
    "dark edges all around",
    true,
    sheet([
      [0, 0, 5, 210, 10],
      [0, 0, 148, 4, 10],
      [142, 0, 6, 210, 10],
      [0, 203, 148, 7, 10],
    ]),
  ],
  ["a page number", false, sheet(seven)],
  [
    "a page number among all of these",
    false,
    sheet([...shining(215), ...hole(12, 65, 20), ...specks, [0, 0, 7, 210, 10], ...seven]),
  ],
  [
    "a line of gray text",
    false,
    sheet(Array.from({ length: 20 }, (_, k) => [40 + k * 2.5, 100, 1.5, 2, 140])),
  ],
  [
    "a photograph",
    false,
    sheet(
      Array.from({ length: 35 }, (_, k) => [
        (k % 5) * 30,
        Math.floor(k / 5) * 30,
        30,
        30,
        40 + ((k * 61) % 200),
      ]),
    ),
  ],
];

const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
const drawings: readonly (readonly [content: string, isBlank: boolean])[] = [
  ["", true],
  [".94 g 100 100 50 50 re f", false],
  [".95 g 100 100 50 50 re f", true],
  ["1 1 .8 rg 100 100 50 50 re f", false],
  ["0 .3 .6 rg 0 0 612 792 re f", true],
  ["0 g 100 100 .5 .5 re f", true],
  [`BT /F 9 Tf 1 0 0 1 300 20 Tm (1) Tj ET`, false],
  [`BT /F 9 Tf 3 Tr 1 0 0 1 300 20 Tm (1) Tj ET`, true],
];

const drawn = pagesPdf(
  drawings.map((_, at) => `${font}/Contents ${50 + at} 0 R`),
  { more: Object.fromEntries(drawings.map(([data], at) => [50 + at, { dict: "", data }])) },
);
const scanned = pagesPdf(
  scans.map((_, at) => `/MediaBox[0 0 420 595]/Resources<</XObject<</I ${50 + at} 0 R>>>>/Contents 49 0 R`),
  {
    more: {
      49: { dict: "", data: "420 0 0 595 0 0 cm /I Do" },
      ...Object.fromEntries(scans.map(([, , image], at) => [50 + at, image])),
    },
  },
);

/** The first pages of the files written. */
async function split(pdf: Uint8Array, input: object) {
  const fields = { input: "a.pdf", output_folder: "out", ...input };
  const { result, context } = await runTool("pdf_split", fields, { "a.pdf": pdf }, createReaders());
  // The tool's schema has checked the result.
  const { outputs } = result as { outputs: { pages: number; first_page: number }[] };
  return { parts: outputs.map(({ pages, first_page }) => [first_page, pages]), warnings: context.warnings };
}

describe("blank pages", () => {
  it.each([
    ["scans", scanned, scans.map(([, isBlank]) => isBlank)],
    ["drawings", drawn, drawings.map(([, isBlank]) => isBlank)],
  ])("are recognized among %s", async (_, pdf, areBlank) => {
    const { parts } = await split(pdf, { mode: "pages", pages: "blank" });
    const wanted = [...areBlank.keys()].filter((at) => areBlank[at]);
    expect(parts).toEqual(wanted.map((at) => [at + 1, 1]));
  });

  it("end files and are dropped", async () => {
    const { parts } = await split(drawn, { mode: "blank" });
    expect(parts).toEqual([2, 4, 7].map((page) => [page, 1]));
  });

  it("are removed and extracted, as one step of several too", async () => {
    const run = async (tool: string, input: object) =>
      (
        await runTool(
          tool,
          { input: "a.pdf", output: "b.pdf", ...input },
          { "a.pdf": drawn },
          createReaders(),
        )
      ).result;
    expect(await run("pdf_remove_pages", { pages: "blank, 2" })).toMatchObject({ pages: 2 });
    expect(await run("pdf_extract_pages", { pages: "2, blank" })).toMatchObject({ pages: 6 });
    const steps = [
      { action: "labels", options: { pages: "1" } },
      { action: "remove", options: { pages: "blank" } },
    ];
    expect(await run("pdf_run_pipeline", { steps })).toMatchObject({ pages: 4 });
  });

  it("must exist where a selector names them, and only there", async () => {
    const full = pagesPdf([`${font}/Contents 50 0 R`], {
      more: { 50: { dict: "", data: drawings[1]?.[0] ?? "" } },
    });
    const refused = { code: "validation", errors: [{ field: "pages" }] };
    expect(await problemOf(split(full, { mode: "pages", pages: "blank" }))).toMatchObject(refused);
    expect(await problemOf(split(drawn, { mode: "ranges", pages: "blank" }))).toMatchObject(refused);
    expect(await split(full, { mode: "blank" })).toEqual({
      parts: [[1, 1]],
      warnings: ["no page is blank: the document is not split"],
    });
    const empty = pagesPdf([""]);
    expect(await problemOf(split(empty, { mode: "blank" }))).toMatchObject({ code: "operation_failed" });
  });

  it("aren't those whose picture can't be decoded", async () => {
    const image = {
      dict: "/Subtype/Image/Width 9/Height 9/ColorSpace/DeviceGray/Filter/DCTDecode",
      data: "no JPEG",
    };
    const page = "/MediaBox[0 0 420 595]/Resources<</XObject<</I 50 0 R>>>>/Contents 49 0 R";
    const content = { dict: "", data: "420 0 0 595 0 0 cm /I Do" };
    const { warnings } = await split(pagesPdf([page], { more: { 49: content, 50: image } }), {
      mode: "blank",
    });
    expect(warnings).toContain("page 1 can't be drawn completely, so it doesn't count as blank");
  });
});
