/** The character-to-glyph maps in TrueType programs. */
import { describe, expect, it } from "vitest";
import { readCodeMaps } from "../../src/fonts/programs/truetype-cmap.ts";

/** A `cmap` with one Unicode subtable. */
function cmap(subtable: readonly number[]): DataView {
  const head = [0, 1, 3, 1, 0, 12];
  const bytes = new DataView(new ArrayBuffer((head.length + subtable.length) * 2));
  [...head, ...subtable].forEach((value, k) => {
    bytes.setUint16(k * 2, value);
  });
  return bytes;
}

/** Format 4: segments of end, start, delta and offset, followed by glyphs. */
function segments(list: readonly (readonly number[])[], glyphs: readonly number[] = []): DataView {
  const column = (k: number) => list.map((segment) => segment[k] ?? 0);
  return cmap([
    4,
    0,
    0,
    list.length * 2,
    0,
    0,
    0,
    ...column(0),
    0,
    ...column(1),
    ...column(2),
    ...column(3),
    ...glyphs,
  ]);
}

/** Format 12: groups of start, end and glyph; `count` is the declared number of groups. */
function groups(list: readonly (readonly [number, number, number])[], count = list.length): DataView {
  const wide = (value: number) => [value >>> 16, value & 0xffff];
  return cmap([12, 0, 0, 0, 0, 0, ...wide(count), ...list.flat().flatMap(wide)]);
}

function glyphs(table: DataView, codes: readonly number[]): (number | undefined)[] {
  const [map] = readCodeMaps(table);
  return codes.map((code) => map?.glyph(code));
}

describe("a cmap", () => {
  it("maps codes by segments", () => {
    // The second segment's offset points to the glyphs after the table, 4 bytes from the offset's own position.
    const table = segments(
      [
        [70, 65, 10, 0],
        [81, 80, 1, 4],
        [0xffff, 0xffff, 1, 0],
      ],
      [7, 0],
    );
    expect(glyphs(table, [64, 65, 70, 71, 80, 81, 82, 0x1_0041])).toEqual([0, 75, 80, 0, 8, 0, 0, 0]);
  });

  it("maps codes by groups", () => {
    const table = groups([
      [65, 70, 1],
      [0x1f600, 0x1f60f, 100],
    ]);
    expect(glyphs(table, [64, 65, 70, 71, 0x1f600, 0x1f60f, 0x1f610])).toEqual([0, 1, 6, 0, 100, 115, 0]);
  });

  it.each<[string, DataView, readonly number[], readonly number[]]>([
    [
      "segments out of order",
      segments([
        [90, 80, 0, 0],
        [70, 65, 10, 0],
      ]),
      [66, 85],
      [76, 85],
    ],
    [
      "a last segment that points nowhere",
      segments([
        [70, 65, 10, 0],
        [0xffff, 0, 1, 0xffff],
      ]),
      [66, 99],
      [76, 0],
    ],
    ["glyphs beyond the end", segments([[70, 65, 0, 600]]), [65], [0]],
    ["too high a group count", groups([[65, 70, 1]], 5000), [66, 99], [2, 0]],
    ["no groups", groups([], 0), [66], [0]],
  ])("may have %s", (_, table, codes, expected) => {
    expect(glyphs(table, codes)).toEqual(expected);
  });

  it("cut off before its segments throws a RangeError", () => {
    const table = new DataView(segments([[70, 65, 10, 0]]).buffer, 0, 24);
    expect(() => readCodeMaps(table)[0]?.glyph(65)).toThrow(RangeError);
  });
});
