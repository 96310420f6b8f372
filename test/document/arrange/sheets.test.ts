import { describe, expect, it } from "vitest";
import { planSheets, type SheetOptions, type Sheets } from "../../../src/document/arrange/sheets.ts";

const letter = { width: 612, height: 792 };
const pages = (count: number, size = letter) => Array.from({ length: count }, () => size);
const plan = (count: number, options: Partial<SheetOptions>) =>
  planSheets(pages(count), {
    perSheet: 2,
    signature: undefined,
    paper: letter,
    order: "rows",
    rightToLeft: false,
    margin: 0,
    gap: 0,
    ...options,
  });

/** The pages of each sheet from the left, then from the top; 0 is an empty place. */
function shown({ places, count, width }: Sheets): number[][] {
  return Array.from({ length: count }, (_, sheet) => {
    const side: number[] = [0, 0];
    places.forEach((place, page) => {
      if (place.sheet === sheet) side[place.box.x0 < width / 2 - 1 ? 0 : 1] = page + 1;
    });
    return side;
  });
}

/** As pages are laid out in rows: page numbers by their place. */
function grid({ places }: Sheets): number[][] {
  const rows = new Map<number, { readonly page: number; readonly x: number }[]>();
  places.forEach(({ box }, k) => {
    const row = Math.round(-box.y1);
    rows.set(row, [...(rows.get(row) ?? []), { page: k + 1, x: box.x0 }]);
  });
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row.sort((a, b) => a.x - b.x).map(({ page }) => page));
}

describe("the order of a booklet", () => {
  // As psbook prints it: sheet by sheet, front and back, left and right.
  it.each<[pages: number, signature: number | undefined, sides: number[]]>([
    [4, undefined, [4, 1, 2, 3]],
    [8, undefined, [8, 1, 2, 7, 6, 3, 4, 5]],
    [12, undefined, [12, 1, 2, 11, 10, 3, 4, 9, 8, 5, 6, 7]],
    [8, 4, [4, 1, 2, 3, 8, 5, 6, 7]],
    [16, 8, [8, 1, 2, 7, 6, 3, 4, 5, 16, 9, 10, 15, 14, 11, 12, 13]],
    [5, undefined, [0, 1, 2, 0, 0, 3, 4, 5]],
    [6, 4, [4, 1, 2, 3, 0, 5, 6, 0]],
    [1, undefined, [0, 1, 0, 0]],
  ])("of %i pages in stacks of %s", (count, signature, sides) => {
    const sheets = plan(count, { perSheet: undefined, signature });
    expect(shown(sheets).flat()).toEqual(sides);
    expect(sheets.blanks).toBe(sides.filter((page) => page === 0).length);
  });

  it("is mirrored from right to left", () => {
    expect(shown(plan(8, { perSheet: undefined, rightToLeft: true })).flat()).toEqual([
      1, 8, 7, 2, 3, 6, 5, 4,
    ]);
  });

  it("has its gap at the fold", () => {
    const { places, width } = plan(4, { perSheet: undefined, gap: 20, paper: { width: 800, height: 400 } });
    const [right] = places;
    expect((right?.box.x0 ?? 0) - width / 2).toBeCloseTo(10 + (390 - 400 * (612 / 792)) / 2, 5);
  });
});

describe("the pages of a sheet", () => {
  it.each<[string, Partial<SheetOptions>, number[][]]>([
    [
      "in rows",
      {},
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    [
      "in columns",
      { order: "columns" },
      [
        [1, 3, 5],
        [2, 4, 6],
      ],
    ],
    [
      "from right to left",
      { rightToLeft: true },
      [
        [3, 2, 1],
        [6, 5, 4],
      ],
    ],
    [
      "in columns from the right",
      { order: "columns", rightToLeft: true },
      [
        [5, 3, 1],
        [6, 4, 2],
      ],
    ],
  ])("are %s", (_, options, expected) => {
    expect(grid(plan(6, { perSheet: 6, ...options }))).toEqual(expected);
  });

  // The grid and the orientation that show an upright page largest on upright paper.
  it.each([
    [1, 612, 792, 1, 1],
    [2, 792, 612, 2, 1],
    [4, 612, 792, 2, 2],
    [6, 792, 612, 3, 2],
    [8, 792, 612, 4, 2],
    [9, 612, 792, 3, 3],
    [16, 612, 792, 4, 4],
  ])("%i on paper of %i x %i are %i x %i", (perSheet, width, height, columns, rows) => {
    const sheets = plan(perSheet, { perSheet });
    const found = grid(sheets);
    expect([sheets.width, sheets.height, found[0]?.length, found.length]).toEqual([
      width,
      height,
      columns,
      rows,
    ]);
  });

  it("are scaled up or down into the middle of their cells", () => {
    const wide = { width: 100, height: 50 };
    const sheets = planSheets([letter, wide], {
      ...{ perSheet: 2, signature: undefined, order: "rows", rightToLeft: false },
      ...{ paper: { width: 1000, height: 500 }, margin: 10, gap: 20 },
    });
    const factor = 480 / 792;
    expect(sheets.places[0]?.box.y1).toBeCloseTo(490, 6);
    expect((sheets.places[0]?.box.x1 ?? 0) - (sheets.places[0]?.box.x0 ?? 0)).toBeCloseTo(612 * factor, 6);
    expect(sheets.places[1]?.box).toEqual({ x0: 510, y0: 130, x1: 990, y1: 370 });
  });

  it.each([
    ["margin", { margin: 300 }],
    ["gap", { perSheet: 16, gap: 200 }],
    ["margin", { perSheet: 16, margin: 290, gap: 12 }],
  ])("need 18 points: an error on %s", (field, options) => {
    expect(() => plan(2, options)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
    );
  });
});
