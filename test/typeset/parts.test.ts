/** The parts of typesetting: directions, glyph names, font coverage, and font files built from tables. */
import { describe, expect, it } from "vitest";
import { toUnicode } from "../../src/fonts/cmaps/unicode-map.ts";
import { glyphCharacter, listedCodePoint } from "../../src/fonts/encodings/glyph-list.ts";
import { blankFont, blankMetrics } from "../../src/fonts/opentype/blank-font.ts";
import { mayHave, readCoverage } from "../../src/fonts/opentype/coverage.ts";
import { buildSfnt, fontOffsets, openSfnt, tablePlaces } from "../../src/fonts/opentype/sfnt.ts";
import { asset } from "../../src/host/assets/assets.ts";
import { shapeRun } from "../../src/typeset/clusters.ts";
import { levelsOf, visualOrder } from "../../src/typeset/direction.ts";
import { loadShaper } from "../../src/typeset/harfbuzz.ts";
import { drawnOutlines } from "../../src/typeset/outlines.ts";

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const reader = (file: Uint8Array) => (offset: number, length: number) =>
  file.subarray(offset, offset + length);

describe("directions", () => {
  it("are left to right for a text without right-to-left letters", async () => {
    const level = await levelsOf("abc 123");
    expect([0, 3, 6].map(level)).toEqual([0, 0, 0]);
  });

  it("are right to left for Hebrew, with left-to-right numbers inside", async () => {
    const level = await levelsOf("אב 12");
    expect([0, 1, 2].map((at) => level(at) % 2)).toEqual([1, 1, 1]);
    expect(level(3)).toBe(2);
  });

  it.each([
    ["one direction", [0, 0, 0], [0, 1, 2]],
    ["the other", [1, 1, 1], [2, 1, 0]],
    ["a number inside the other", [1, 2, 1], [2, 1, 0]],
    ["the other inside one", [0, 1, 1, 0], [0, 2, 1, 3]],
    ["two numbers inside the other", [1, 2, 2, 1], [3, 1, 2, 0]],
  ])("give the order on the page: %s", (_, levels, order) => {
    const runs = levels.map((level, at) => ({ level, at }));
    expect(visualOrder(runs).map(({ at }) => at)).toEqual(order);
  });
});

it.each([
  ["Euro", "€"],
  ["A", "A"],
  ["uni20AC", "€"],
  ["uni20ac", undefined],
  ["nosuchglyph", undefined],
])("the glyph %s is %s", (name, character) => {
  expect(glyphCharacter(name)).toBe(character);
});

it("a listed glyph name has a code point, a computed one doesn't", () => {
  expect(listedCodePoint("Euro")).toBe(0x20ac);
  expect(listedCodePoint("uni20AC")).toBeUndefined();
});

describe("the coverage of a font", () => {
  /** A `cmap` with one table in format 12 with these ranges. */
  const cmap = (ranges: readonly (readonly [number, number])[], count = ranges.length) => {
    const table = view(new Uint8Array(28 + 12 * ranges.length));
    table.setUint16(2, 1);
    table.setUint16(4, 3);
    table.setUint16(6, 10);
    table.setUint32(8, 12);
    table.setUint16(12, 12);
    table.setUint32(24, count);
    for (const [k, [first, last]] of ranges.entries()) {
      table.setUint32(28 + 12 * k, first);
      table.setUint32(32 + 12 * k, last);
    }
    return table;
  };

  it("joins adjacent ranges, in order", () => {
    expect([
      ...readCoverage(
        cmap([
          [50, 60],
          [10, 20],
          [21, 30],
        ]),
      ),
    ]).toEqual([10, 30, 50, 60]);
  });

  it("tells which characters the font may have", () => {
    const coverage = readCoverage(
      cmap([
        [10, 20],
        [0x1f600, 0x1f64f],
      ]),
    );
    expect([9, 10, 20, 21, 0x1f600, 0x1f650].map((code) => mayHave(coverage, code))).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ]);
    expect(mayHave(new Uint32Array(0), 65)).toBe(false);
  });

  it("of a real font includes its letters", async () => {
    const file = openSfnt(await asset("noto-sans-greek-400-normal.woff"));
    const place = tablePlaces(0, reader(file)).get("cmap");
    if (!place) throw new Error("no cmap");
    const coverage = readCoverage(view(file.subarray(place.offset, place.offset + place.length)));
    expect([mayHave(coverage, 0x3b1), mayHave(coverage, 0x5d0)]).toEqual([true, false]);
  });

  it("is limited in size", () => {
    expect(() => readCoverage(cmap([], 300_000))).toThrow("too many characters");
  });
});

describe("a font file", () => {
  const tables = new Map([
    ["head", new Uint8Array(54)],
    ["abcd", Uint8Array.of(1, 2, 3, 4, 5)],
  ]);

  it("has its tables at the offsets in its directory, and the required overall checksum", () => {
    const file = buildSfnt(tables);
    const places = tablePlaces(0, reader(file));
    expect([...places.keys()]).toEqual(["abcd", "head"]);
    const { offset = 0, length = 0 } = places.get("abcd") ?? {};
    expect([...file.subarray(offset, offset + length)]).toEqual([1, 2, 3, 4, 5]);
    let sum = 0;
    for (let at = 0; at < file.length; at += 4) sum = (sum + view(file).getUint32(at)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
  });

  it("is opened unchanged, and refused if truncated", () => {
    const file = buildSfnt(tables);
    expect(openSfnt(file)).toBe(file);
    expect(() => openSfnt(file.subarray(0, file.length - 8))).toThrow("truncated");
    expect(() => openSfnt(file, 1)).toThrow("without that font");
    expect(() => openSfnt(Uint8Array.from({ length: 40 }, () => 65))).toThrow("not a font");
  });

  it("may be a collection", () => {
    const collection = new Uint8Array(20);
    collection.set(Buffer.from("ttcf"));
    view(collection).setUint32(8, 2);
    view(collection).setUint32(12, 100);
    view(collection).setUint32(16, 200);
    expect(fontOffsets(reader(collection))).toEqual([100, 200]);
    view(collection).setUint32(8, 100_000);
    expect(() => fontOffsets(reader(collection))).toThrow("too many fonts");
  });
});

describe("the blank font", () => {
  it("has glyphs of equal width that draw nothing, even for a shaper", async () => {
    const font = (await loadShaper()).font(blankFont(3));
    expect([font.unitsPerEm, font.ascent, font.descent]).toEqual([
      1000,
      blankMetrics.ascent,
      blankMetrics.descent,
    ]);
    expect([0, 1, 3].map((gid) => font.advance(gid))).toEqual([500, 500, 500]);
    expect(drawnOutlines(font)(2).bounds).toBeUndefined();
  });
});

describe("a shaped run", () => {
  it("has clusters with their texts, from left to right in either direction", async () => {
    const shaper = await loadShaper();
    const face = async (file: Parameters<typeof asset>[0]) => {
      const font = shaper.font(openSfnt(await asset(file)));
      return { name: file, font, outlines: drawnOutlines(font) };
    };
    const latin = await face("noto-sans-latin-400-normal.woff");
    const hebrew = await face("noto-sans-hebrew-hebrew-400-normal.woff");
    const texts = (clusters: readonly { readonly text: string }[]) => clusters.map(({ text }) => text);
    expect(texts(shapeRun("xabcx", { face: latin, level: 0, start: 1, end: 4 }))).toEqual(["a", "b", "c"]);
    expect(texts(shapeRun("אבג", { face: hebrew, level: 1, start: 0, end: 3 }))).toEqual(["ג", "ב", "א"]);
  });
});

it("a ToUnicode CMap has a section for each hundred codes", () => {
  const text = toUnicode(Array.from({ length: 101 }, () => "fi"));
  expect(text).toContain("100 beginbfchar\n<0001> <00660069>\n");
  expect(text).toContain("1 beginbfchar\n<0065> <00660069>\nendbfchar");
});
