/** Tables drawn with lines: which cells are found, how they are stacked, and the text read from them. */
import { afterAll, describe, expect, it } from "vitest";
import type { Box } from "../../../src/core/page-layout.ts";
import type { GrayImage } from "../../../src/core/page-reading.ts";
import {
  drawnTables,
  linesIn,
  tableOfColumns,
  withoutTables,
  withTable,
} from "../../../src/ocr/lines/drawn-tables.ts";
import { ruledLines } from "../../../src/ocr/picture/bitmap.ts";
import { Recognizer } from "../../../src/ocr/recognizer.ts";
import type { FoundLine } from "../../../src/ocr/tesseract/tesseract.ts";
import { blurred, type DrawnLine, dpi, picture } from "../pictures.ts";

const recognizer = new Recognizer();
afterAll(() => recognizer[Symbol.dispose]());

const paper: GrayImage = { width: 1000, height: 800, pixels: new Uint8Array(800_000).fill(255) };
const along = (y: number, x0: number, x1: number): Box => ({ x0, y0: y, x1, y1: y + 2 });
const down = (x: number, y0: number, y1: number): Box => ({ x0: x, y0, x1: x + 2, y1 });
const grid = (xs: readonly number[], ys: readonly number[]): Box[] => [
  ...ys.map((y) => along(y, xs[0] ?? 0, (xs.at(-1) ?? 0) + 2)),
  ...xs.map((x) => down(x, ys[0] ?? 0, (ys.at(-1) ?? 0) + 2)),
];
const cellsOf = (lines: readonly Box[], image = paper) =>
  drawnTables(lines, image, dpi).map(({ cells }) =>
    cells.map(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1].join(" ")),
  );

/** An image in which these boxes are black. */
function inked(boxes: readonly Box[]): GrayImage {
  const pixels = paper.pixels.slice();
  for (const { x0, y0, x1, y1 } of boxes)
    for (let y = y0; y < y1; y += 1) pixels.fill(0, y * paper.width + x0, y * paper.width + x1);
  return { ...paper, pixels };
}

describe("cells drawn by lines", () => {
  it("are the areas inside them, row by row", () => {
    expect(cellsOf(grid([100, 200, 300], [100, 150, 200]))).toEqual([
      ["104 104 198 148", "204 104 298 148", "104 154 198 198", "204 154 298 198"],
    ]);
  });

  it("span columns and rows that no line separates", () => {
    const lines = [
      ...grid([100, 200, 300], [100, 150, 250]).slice(0, 4),
      along(200, 200, 302),
      down(200, 150, 252),
      down(300, 100, 252),
    ];
    expect(cellsOf(lines)).toEqual([
      ["104 104 298 148", "104 154 198 248", "204 154 298 198", "204 204 298 248"],
    ]);
  });

  it("end with the lines across them if no line closes the table's sides", () => {
    const lines = [along(100, 100, 300), along(150, 100, 300), along(200, 100, 300), down(200, 100, 202)];
    expect(cellsOf([...lines, down(250, 100, 202)])[0]).toHaveLength(6);
  });

  it("form two tables if the lines don't meet", () => {
    const lines = [...grid([100, 200, 300], [100, 150, 200]), ...grid([400, 500, 600], [100, 150, 200])];
    expect(cellsOf(lines).map((cells) => cells.length)).toEqual([4, 4]);
  });

  it.each([
    ["a frame around the page", grid([20, 980], [20, 780])],
    ["lines in one direction", [along(100, 100, 300), along(150, 100, 300), along(200, 100, 300)]],
    ["a cross", [along(400, 100, 300), down(200, 300, 500)]],
    ["columns of text with lines between them", grid([20, 500, 980], [20, 400, 780])],
  ])("aren't found in %s", (_, lines) => {
    expect(cellsOf(lines)).toEqual([]);
  });

  it("aren't found in a pattern, which is checked quickly", () => {
    const many = Array.from({ length: 1000 }, (_, k) => k);
    const wide = { width: 20_000, height: 20_000, pixels: new Uint8Array(0) };
    const lines = [...many.map((k) => along(20 * k, 0, 20_000)), ...many.map((k) => down(20 * k, 0, 20_000))];
    expect(cellsOf(lines, wide)).toEqual([]);
  });
});

describe("a drawn table", () => {
  const lines = grid([100, 200, 400], [100, 150, 200]);
  const words = [
    { x0: 110, y0: 110, x1: 150, y1: 130 },
    { x0: 210, y0: 112, x1: 380, y1: 130 },
    { x0: 120, y0: 160, x1: 140, y1: 180 },
  ];
  const image = inked([...lines, ...words]);
  const [table = { box: { x0: 0, y0: 0, x1: 0, y1: 0 }, cells: [] }] = drawnTables(lines, image, dpi);
  const lineOf = (box: Box, text = "word"): FoundLine => ({
    words: [{ text, confidence: 90, ...box }],
    text,
    height: 20,
    baseline: box.y1,

    vertical: false,
    first: true,
  });

  it("is read as columns of cells, whose lines are moved back into place, cell by cell", () => {
    const columns: GrayImage[] = [];
    const found = linesIn(table, image, dpi, (column) => {
      columns.push(column);
      // The dark runs of each row as lines.
      const boxes: Box[] = [];
      for (let y = 0; y < column.height; y += 1) {
        const row = column.pixels.subarray(y * column.width, (y + 1) * column.width);
        const [x0, x1] = [row.indexOf(0), row.lastIndexOf(0) + 1];
        const open = boxes.at(-1);
        if (x0 < 0) continue;
        if (open?.y1 === y) boxes[boxes.length - 1] = { ...open, y1: y + 1 };
        else boxes.push({ x0, y0: y, x1, y1: y + 1 });
      }
      return boxes.map((box) => lineOf(box));
    });
    expect(columns).toHaveLength(1);
    expect(found.map(({ words: [word] }) => word)).toEqual(
      words.map((box) => ({ text: "word", confidence: 90, ...box })),
    );
    expect(found.map(({ baseline }) => baseline)).toEqual([130, 130, 180]);
  });

  it("leaves the rest of the page without the table's lines", () => {
    const beside = { x0: 500, y0: 110, x1: 600, y1: 130 };
    const { pixels } = withoutTables(inked([...lines, ...words, beside]), [table], dpi);
    expect(Buffer.compare(pixels, inked([beside]).pixels)).toBe(0);
  });

  it("comes after the text above it, and before the text beside and below it", () => {
    const texts = (all: readonly FoundLine[]) => all.map(({ text }) => text);
    const around = [
      lineOf({ x0: 100, y0: 20, x1: 400, y1: 40 }, "over"),
      lineOf({ x0: 100, y0: 300, x1: 400, y1: 320 }, "below"),
      lineOf({ x0: 600, y0: 20, x1: 900, y1: 40 }, "beside"),
    ];
    const own = [lineOf({ x0: 110, y0: 110, x1: 150, y1: 130 }, "own")];
    expect(texts(withTable(around, table.box, own))).toEqual(["over", "own", "below", "beside"]);
    expect(texts(withTable([], table.box, own))).toEqual(["own"]);
  });
});

it("columns that seem to run downward are a table between the lines above and below, if they can't be read", () => {
  const lineAt = (y: number, confidence = 90, vertical = false): FoundLine => ({
    words: [{ text: "word", confidence, x0: 100, y0: y, x1: 130, y1: y + 10 }],
    ...{ text: "word", height: 10, baseline: y + 10, vertical, first: false },
  });
  const found = (...columns: readonly FoundLine[]) =>
    tableOfColumns([lineAt(50), lineAt(240, 10), ...columns, lineAt(400)], paper);
  expect(found(lineAt(200, 10, true), lineAt(260, 0, true))).toEqual({ x0: 0, x1: 1000, y0: 60, y1: 400 });
  expect(found(lineAt(200, 10, true))).toBeUndefined();
  expect(found(lineAt(200, 80, true), lineAt(260, 80, true))).toBeUndefined();
});

describe("the text of a drawn table", () => {
  const heads = ["Fruit", "Kilos", "Price"];
  const rows = [
    ["Apples", "1,204", "17.50"],
    ["Pears", "88", "9.25"],
    ["Plums of the valley", "310", "12.00"],
  ];
  const xs = [72, 170, 210, 250];
  const cells = [heads, ...rows].flatMap((row, y) =>
    row.map((text, x): DrawnLine => ({ text, x: (xs[x] ?? 0) + 2, baseline: 212 + 16 * y, size: 10 })),
  );
  /** Hairlines of this gray level, right next to the text. */
  const drawn = (gray: number) =>
    [
      `0.5 w ${gray} G`,
      ...[...xs, 290].map((x) => `${x} ${792 - 200} m ${x} ${792 - 264} l S`),
      ...Array.from({ length: 5 }, (_, y) => `72 ${792 - 200 - 16 * y} m 290 ${792 - 200 - 16 * y} l S`),
    ].join(" ");
  const text = "The market sold more than in any other summer, and the stalls were empty by noon.";
  const prose = [150, 165, 330, 345].map((baseline): DrawnLine => ({ text, x: 72, baseline, size: 11 }));

  it.each([0, 0.6])("is that of its cells, in place, with lines of gray %f", async (gray) => {
    const image = blurred(await picture([...prose, ...cells], { more: drawn(gray) }));
    const { lines } = await recognizer.recognize(image, dpi);
    const read = lines.map(({ words }) => words.map((word) => word.text).join(" "));
    expect(read).toEqual([text, text, ...[heads, ...rows].flat(), text, text]);
    for (const [at, line] of lines.slice(2, -2).entries()) {
      const [cell] = cells.slice(at);
      expect(Math.abs(line.baseline - (cell?.baseline ?? 0))).toBeLessThan(1.5);
      expect(Math.abs((line.words[0]?.box.x0 ?? 0) - (cell?.x ?? 0))).toBeLessThan(2);
    }
  });

  it("has no lines detected in rows of small, heavy letters", async () => {
    const heavy = "HEEL THE TEETH OF THE BEE: FEEL HEFT, MEET FLEET, LEFT THEM THE TREE";
    const small = [300, 310, 320].map((baseline) => ({ text: heavy, x: 72, baseline, size: 7 }));
    const image = blurred(await picture(small, { more: "2 Tr 0.5 w 72 400 m 400 400 l S" }));
    const found = ruledLines(image, dpi);
    expect(found).toHaveLength(1);
    expect(Math.round((72 * ((found[0]?.y0 ?? 0) + (found[0]?.y1 ?? 0))) / 2 / dpi)).toBe(392);
  });
});
