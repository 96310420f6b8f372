/** CFF and TrueType programs, built byte by byte: their style, height, and names by code. */
import { describe, expect, it } from "vitest";
import { namedEncoding } from "../../src/fonts/encodings/encodings.ts";
import { openCff, readCff } from "../../src/fonts/programs/cff-program.ts";
import { readNames, readTables, readTrueType } from "../../src/fonts/programs/truetype-program.ts";
import { readType1 } from "../../src/fonts/programs/type1-program.ts";

type Bytes = readonly number[];
const ascii = (text: string): Bytes => [...Buffer.from(text, "latin1")];
const big = (value: number, size: number): Bytes =>
  Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) & 255);

/** An INDEX with offsets of `size` bytes. */
function index(items: readonly Bytes[], size = 1): Bytes {
  if (items.length === 0) return [0, 0];
  const offsets = [1];
  for (const item of items) offsets.push((offsets.at(-1) ?? 0) + item.length);
  return [...big(items.length, 2), size, ...offsets.flatMap((offset) => big(offset, size)), ...items.flat()];
}

interface Cff {
  /** Operands and operators in front of those for the parts below. */
  readonly dict?: Bytes;
  readonly strings?: readonly string[];
  readonly glyphs?: number;
  readonly charset?: Bytes | number;
  readonly encoding?: Bytes | number;
  readonly size?: number;
}

function cff({ dict = [], strings = [], glyphs = 1, charset = 0, encoding = 0, size = 1 }: Cff): Uint8Array {
  const names = index([ascii("Test")], size);
  const own = index(strings.map(ascii), size);
  const charStrings = index(
    Array.from({ length: glyphs }, () => [14]),
    size,
  );
  const top = (at: number): Bytes => {
    const places = [charset, encoding].map((part, k) =>
      typeof part === "number" ? part : at + (k === 1 && typeof charset !== "number" ? charset.length : 0),
    );
    const last = [charset, encoding].reduce<number>(
      (sum, part) => sum + (typeof part === "number" ? 0 : part.length),
      at,
    );
    const entry = (value: number, operator: number) => [29, ...big(value, 4), operator];
    return index(
      [[...dict, ...entry(places[0] ?? 0, 15), ...entry(places[1] ?? 0, 16), ...entry(last, 17)]],
      size,
    );
  };
  const before = 4 + names.length + top(0).length + own.length;
  const parts = [charset, encoding].flatMap((part) => (typeof part === "number" ? [] : part));
  return Uint8Array.from([1, 0, 4, 1, ...names, ...top(before), ...own, ...parts, ...charStrings]);
}

describe("numbers in a CFF dictionary", () => {
  it.each<[Bytes, number]>([
    [[32], -107],
    [[139], 0],
    [[246], 107],
    [[247, 0], 108],
    [[250, 255], 1131],
    [[251, 0], -108],
    [[254, 255], -1131],
    [[28, 0x27, 0x10], 10_000],
    [[28, 0xd8, 0xf0], -10_000],
    [[29, 0, 1, 0x86, 0xa0], 100_000],
    [[29, 0xff, 0xfe, 0x79, 0x60], -100_000],
    [[30, 0xe2, 0xa2, 0x5f], -2.25],
    [[30, 0x0a, 0x14, 0x05, 0x41, 0xc3, 0xff], 0.000_140_541],
    [[30, 0x67, 0x89, 0xb2, 0xff], 678_900],
    // The last operand counts.
    [[140, 30, 0x3f, 141], 2],
  ])("%j is %d", (bytes, value) => {
    const parts = openCff(cff({ dict: [...bytes, 12, 2, 142, 12, 1] }));
    expect([parts?.operand(1202, -1), parts?.operand(1201, -1), parts?.operand(1203, -1)]).toEqual([
      value,
      3,
      -1,
    ]);
  });
});

const named = (font: Uint8Array, codes: Bytes) => codes.map((code) => readCff(font)?.codeName(code, false));

describe("a CFF program", () => {
  it.each([1, 2, 3, 4])("has its strings with offsets of %d bytes", (size) => {
    const strings = ["first", "", "third"];
    const parts = openCff(cff({ strings, size }));
    expect([0, 34, 390, 391, 392, 393, 394].map((sid) => parts?.sidName(sid))).toEqual([
      ".notdef",
      "A",
      "Semibold",
      ...strings,
      undefined,
    ]);
  });

  it.each([0, 5])("is damaged with offsets of %d bytes", (size) => {
    const font = cff({});
    font[6] = size;
    expect(() => openCff(font)).toThrow(RangeError);
  });

  it("of another version isn't read", () => {
    const font = cff({});
    font[0] = 2;
    expect([openCff(font), readCff(font)]).toEqual([undefined, undefined]);
  });

  it("has no string that lies outside of the file", () => {
    const font = cff({ strings: ["first", "second"] });
    const at = Buffer.from(font).indexOf("firstsecond") - 2;
    expect(openCff(font)?.sidName(392)).toBe("second");
    font[at + 1] = 250;
    expect([391, 392].map((sid) => openCff(font)?.sidName(sid))).toEqual(["first", undefined]);
    font[at] = 3;
    font[at + 1] = 1;
    expect(openCff(font)?.sidName(392)).toBeUndefined();
  });

  it.each<[string, number, Bytes | number, (number | undefined)[] | undefined]>([
    ["the predefined one", 4, 0, [0, 1, 2, 3]],
    ["the predefined one, with its 229 glyphs", 231, 0, Array.from({ length: 229 }, (_, sid) => sid)],
    ["the one of Expert glyphs", 4, 1, undefined],
    ["the one of a subset of Expert glyphs", 4, 2, undefined],
    ["a list", 4, [0, 0, 5, 1, 0, 0, 7], [0, 5, 256, 7]],
    ["short ranges", 6, [1, 0, 40, 2, 1, 1, 9], [0, 40, 41, 42, 257, 258]],
    ["long ranges", 5, [2, 0, 40, 0, 0, 1, 1, 1, 0], [0, 40, 257, 258, 259]],
    ["an unknown form", 3, [3, 0, 40, 0, 41], undefined],
  ])("identifies its glyphs by %s", (_, glyphs, charset, expected) => {
    expect(openCff(cff({ glyphs, charset }))?.charset()).toEqual(expected);
  });

  it("has the standard codes of its glyphs", () => {
    const font = cff({ glyphs: 4, charset: [0, 0, 34, 0, 36, 1, 135], strings: ["own"] });
    expect(named(font, [64, 65, 66, 67])).toEqual([undefined, "A", undefined, "C"]);
  });

  it.each<[string, Bytes, (string | undefined)[]]>([
    ["a list of codes", [0, 3, 65, 70, 75], ["A", undefined, "B", "own"]],
    ["ranges of codes", [1, 2, 65, 1, 75, 0], ["A", "B", undefined, "own"]],
    // Code 70 has a second name, and 66 one that no glyph has.
    ["further names", [128, 3, 65, 70, 75, 2, 66, 0, 50, 70, 1, 135], ["A", "Q", "own", "own"]],
    ["ranges and further names", [129, 1, 65, 1, 1, 75, 1, 135], ["A", "B", undefined, "own"]],
  ])("has codes of its own by %s", (_, encoding, expected) => {
    const font = cff({ glyphs: 4, charset: [0, 0, 34, 0, 35, 1, 135], strings: ["own"], encoding });
    expect(named(font, [65, 66, 70, 75])).toEqual(expected);
  });

  it("has no names of codes after the last, nor of a glyph without a name", () => {
    const font = cff({ glyphs: 3, charset: [0, 0, 34, 0, 0], encoding: [1, 1, 254, 5] });
    expect(named(font, [253, 254, 255, 256])).toEqual([undefined, "A", undefined, undefined]);
  });

  it.each([
    ["Expert codes", { encoding: 1 }],
    ["Expert glyphs", { charset: 1 }],
  ])("with %s is left to the fallback", (_, parts) => {
    expect(() => readCff(cff(parts))?.codeName(65, false)).toThrow("Expert glyphs");
  });

  it("of a composite font names no codes", () => {
    // Registry, ordering and supplement.
    const dict = [139, 139, 139, 12, 30];
    const parts = { glyphs: 2, charset: [0, 0, 34] };
    expect([named(cff(parts), [65]), named(cff({ ...parts, dict }), [65])]).toEqual([["A"], [undefined]]);
    expect([openCff(cff(parts))?.keyed, openCff(cff({ ...parts, dict }))?.keyed]).toEqual([false, true]);
  });
});

/** The operand that is a string's identifier. */
const sid = (identifier: number): Bytes => [28, ...big(identifier, 2)];
const own = 391;

describe("the style of a CFF program", () => {
  const styled = (weight: Bytes, full: string, family: string, more: Bytes = []) => {
    const names = [...sid(own), 2, ...sid(own + 1), 3];
    const dict = [...weight, ...names, ...more];
    const read = readCff(cff({ dict, strings: [full, family] }));
    return [read?.bold && "bold", read?.italic && "italic", read?.mono && "mono"].filter(Boolean).join(" ");
  };

  it.each<[string, Bytes, string, string, string, Bytes?]>([
    ["its weight, Bold", [...sid(384), 4], "Some", "Some", "bold"],
    ["its weight, Black", [...sid(383), 4], "Some", "Some", "bold"],
    ["its weight, Medium", [...sid(387), 4], "Some", "Some", ""],
    ["the name after its family's, Bold", [], "Some Bold", "Some", "bold"],
    ["the name after its family's, Black", [], "Some-Black", "Some", "bold"],
    ["the name after its family's, Italic", [], "Some Italic", "Some", ""],
    ["a family that is called Bold", [], "Bold Face", "Bold", ""],
    ["another family's name", [], "Other Bold", "Some", ""],
    ["no family", [], "Bold", "", ""],
    ["its angle", [], "Some", "Some", "italic", [127, 12, 2]],
    ["its one width", [], "Some", "Some", "mono", [140, 12, 1]],
  ])("is given by %s", (_, weight, full, family, expected, more) => {
    expect(styled(weight, full, family, more)).toBe(expected);
  });
});

type Table = Readonly<Record<number, number>>;

/** A table with these two-byte values at their offsets. */
function table(length: number, values: Table = {}): Bytes {
  const data = new DataView(new ArrayBuffer(length));
  for (const [at, value] of Object.entries(values)) data.setUint16(Number(at), value & 0xffff);
  return [...new Uint8Array(data.buffer)];
}

function trueType(tables: Readonly<Record<string, Bytes>>, start = 0): Uint8Array {
  const entries = Object.entries(tables);
  let at = start + 12 + entries.length * 16;
  const rows = entries.map(([tag, data]) => {
    const row = [...ascii(tag), 0, 0, 0, 0, ...big(at, 4), ...big(data.length, 4)];
    at += data.length;
    return row;
  });
  const head = [0, 1, 0, 0, ...big(entries.length, 2), 0, 0, 0, 0, 0, 0];
  const bytes = [...head, ...rows.flat(), ...entries.flatMap(([, data]) => data)];
  return Uint8Array.from(bytes);
}

describe("the tables of a TrueType file", () => {
  it("are found in the first font of a collection", () => {
    const start = 20;
    const head = [...ascii("ttcf"), 0, 1, 0, 0, 0, 0, 0, 1, ...big(start, 4), 0, 0, 0, 0];
    const font = trueType({ "one ": [7], "two ": [8, 9] }, start);
    const found = readTables(Uint8Array.from([...head, ...font]));
    expect([...found].map(([tag, data]) => [tag, data.getUint8(0), data.byteLength])).toEqual([
      ["one ", 7, 1],
      ["two ", 8, 2],
    ]);
  });

  it("are cut at the end of the file, and only the first of one name is read", () => {
    const font = trueType({ abcd: [1, 2, 3], efgh: [4, 5, 6], ijkl: [] });
    font.set(ascii("abcd"), 12 + 16);
    expect([...readTables(font)].map(([tag, data]) => [tag, data.getUint8(0), data.byteLength])).toEqual([
      ["abcd", 1, 3],
    ]);
    font.set(big(500, 4), 12 + 12);
    expect(readTables(font).get("abcd")?.byteLength).toBe(6);
    // A directory that ends early.
    expect([...readTables(font.subarray(0, 12 + 16)).keys()]).toEqual([]);
  });
});

const em = { 18: 1000 };
const windows = { 74: 950, 76: 250 };

describe("the style and height of a TrueType program", () => {
  it.each<[string, Readonly<Record<string, Bytes>>, string]>([
    ["OS/2, bold", { "OS/2": table(64, { 62: 32 }), head: table(54, { 44: 2 }) }, "bold"],
    ["OS/2, italic", { "OS/2": table(64, { 62: 1 }) }, "italic"],
    ["OS/2, oblique", { "OS/2": table(64, { 62: 512 }) }, "italic"],
    ["OS/2, regular", { "OS/2": table(64, { 62: 64 }) }, ""],
    ["head, as OS/2 is short", { "OS/2": table(63, { 60: 32 }), head: table(46, { 44: 1 }) }, "bold"],
    ["head, italic", { head: table(46, { 44: 2 }) }, "italic"],
    ["head, which is short", { head: table(45, { 42: 3 }) }, ""],
    ["post, of one width", { post: table(16, { 14: 1 }) }, "mono"],
    ["post, of several widths", { post: table(32, { 10: 1, 16: 1 }) }, ""],
    ["post, which is short", { post: table(15, { 12: 1 }) }, ""],
  ])("is given by %s", (_, tables, expected) => {
    const { bold, italic, mono } = readTrueType(trueType(tables));
    expect([bold && "bold", italic && "italic", mono && "mono"].filter(Boolean).join(" ")).toBe(expected);
  });

  const typographic = { 68: 800, 70: -200 };
  const hhea = table(36, { 4: 900, 6: -300 });

  it.each<[string, Readonly<Record<string, Bytes>>, readonly [number, number] | undefined]>([
    ["hhea", { head: table(54, em), hhea, "OS/2": table(78, { ...typographic, ...windows }) }, [0.9, -0.3]],
    ["hhea, without OS/2", { head: table(20, em), hhea: table(8, { 4: 900, 6: -300 }) }, [0.9, -0.3]],
    ["hhea, with 2048 units if none are given", { head: table(54), hhea: table(36, { 4: 1024 }) }, [0.5, 0]],
    [
      "OS/2, on request",
      { head: table(54, em), hhea, "OS/2": table(78, { 62: 128, ...typographic }) },
      [0.8, -0.2],
    ],
    [
      "OS/2, if hhea has none",
      { head: table(54, em), hhea: table(36), "OS/2": table(78, typographic) },
      [0.8, -0.2],
    ],
    ["OS/2, if there is no hhea", { head: table(54, em), "OS/2": table(78, { 70: -200 }) }, [0, -0.2]],
    [
      "OS/2, if hhea is short",
      { head: table(54, em), hhea: table(7, { 4: 900 }), "OS/2": table(78, { 68: 800 }) },
      [0.8, 0],
    ],
    [
      "Windows' values, if there are no others",
      { head: table(54, em), hhea: table(36), "OS/2": table(78, windows) },
      [0.95, -0.25],
    ],
    [
      "hhea, as OS/2 is short",
      { head: table(54, em), hhea: table(36), "OS/2": table(77, typographic) },
      [0, 0],
    ],
    ["nothing without head", { hhea }, undefined],
    ["nothing if head is short", { head: table(19), hhea }, undefined],
  ])("are in ems by %s", (_, tables, expected) => {
    const { ascender, descender } = readTrueType(trueType(tables));
    expect([ascender, descender]).toEqual(expected ?? [undefined, undefined]);
  });
});

describe("names of glyphs in a TrueType program", () => {
  const strings = [...ascii("\u0005first"), ...ascii("\u0003two")];
  const post = (version: number, more: Bytes = []) => {
    const bytes = Uint8Array.from([...big(version, 4), ...table(28), ...more]);
    return readNames(new DataView(bytes.buffer));
  };
  const ownNames = (more: Bytes) =>
    post(0x20000, [...table(10, { 0: 4, 2: 36, 4: 258, 6: 259, 8: 260 }), ...more]);
  const all = [0, 1, 2, 3, 4];

  it("are those of the Macintosh, of its own, or none", () => {
    expect(all.map((glyph) => post(0x10000)?.(glyph + 36))).toEqual(["A", "B", "C", "D", "E"]);
    expect(all.map((glyph) => ownNames(strings)?.(glyph))).toEqual([
      "A",
      "first",
      "two",
      undefined,
      undefined,
    ]);
    expect(post(0x30000)).toBeUndefined();
    expect(post(0x28000)?.(36)).toBeUndefined();
    expect(readNames(undefined)).toBeUndefined();
    expect(readNames(new DataView(new ArrayBuffer(31)))).toBeUndefined();
  });

  it("end with the table", () => {
    expect(ownNames(strings.slice(0, -1))?.(2)).toBe("tw");
    expect(ownNames(strings.slice(0, 6))?.(2)).toBeUndefined();
  });
});

/** Code maps in format 6: a platform, an encoding, and the glyphs of the codes from `first` on. */
type Map6 = readonly [platform: number, encoding: number, first: number, ...glyphs: readonly number[]];

function codeMaps(maps: readonly Map6[]): Bytes {
  let at = 4 + maps.length * 8;
  const parts = maps.map(([platform, encoding, first, ...glyphs]) => {
    const row = [...big(platform, 2), ...big(encoding, 2), ...big(at, 4)];
    const data = [6, 10 + glyphs.length * 2, 0, first, glyphs.length, ...glyphs].flatMap((value) =>
      big(value, 2),
    );
    at += data.length;
    return { row, data };
  });
  const [rows, data] = [parts.flatMap(({ row }) => row), parts.flatMap((part) => part.data)];
  return [0, 0, ...big(maps.length, 2), ...rows, ...data];
}

describe("the codes of a TrueType program", () => {
  const post = [...big(0x10000, 4), ...table(28)];
  const mapped = (maps: readonly Map6[]) => readTrueType(trueType({ cmap: codeMaps(maps), post }));

  it.each<[string, readonly Map6[], string | undefined, string | undefined]>([
    [
      "one for symbols",
      [
        [3, 0, 65, 37],
        [3, 1, 65, 38],
        [1, 0, 65, 39],
      ],
      "B",
      "C",
    ],
    [
      "one for Unicode",
      [
        [1, 0, 65, 39],
        [3, 1, 65, 38],
      ],
      "C",
      "C",
    ],
    [
      "one of the Macintosh",
      [
        [0, 3, 65, 36],
        [1, 0, 65, 39],
      ],
      "D",
      "D",
    ],
    [
      "only another",
      [
        [0, 3, 65, 36],
        [2, 0, 65, 40],
      ],
      "A",
      "A",
    ],
    ["one in the area of symbols", [[3, 0, 0xf041, 37]], "B", "B"],
    ["one without the code", [[3, 1, 66, 37]], undefined, undefined],
    ["none", [], undefined, undefined],
  ])("are read by %s of its maps", (_, maps, symbolic, plain) => {
    const font = mapped(maps);
    expect([font.codeName(65, true), font.codeName(65, false)]).toEqual([symbolic, plain]);
  });

  it("are those of Windows if glyphs have no names", () => {
    const font = readTrueType(trueType({ cmap: codeMaps([[1, 0, 128, 37]]) }));
    expect([127, 128, 129].map((code) => font.codeName(code, false))).toEqual([undefined, "Euro", undefined]);
  });

  it.each<[string, readonly Map6[], (string | undefined)[]]>([
    [
      "Unicode",
      [
        [1, 0, 65, 5],
        [0, 3, 66, 5, 6, 5],
      ],
      ["B", "C"],
    ],
    [
      "Windows",
      [
        [3, 0, 65, 5],
        [3, 1, 66, 5, 0, 6],
      ],
      ["B", "D"],
    ],
    ["other systems", [[1, 0, 65, 5, 6]], [undefined, undefined]],
    [
      "Unicode, from the first to the last character",
      [
        [0, 3, 31, 6, 5],
        [0, 3, 32, 9],
      ],
      [" ", undefined],
    ],
    ["Unicode, with its last character", [[0, 3, 0xffff, 5]], ["\uffff", undefined]],
  ])("give glyphs the first character in a map for %s", (_, maps, expected) => {
    const font = mapped(maps);
    expect([5, 6].map((glyph) => font.glyphText?.(glyph))).toEqual(expected);
  });

  it("have one byte in format 0", () => {
    const bytes = Array.from({ length: 256 }, (_, code) => (code === 0 || code === 255 ? 40 : 0));
    const maps = (length: number) => [
      0,
      0,
      0,
      1,
      ...big(1, 2),
      0,
      0,
      ...big(12, 4),
      0,
      0,
      ...big(262, 2),
      0,
      0,
      ...bytes.slice(0, length),
    ];
    const nameOf = (length: number, code: number) =>
      readTrueType(trueType({ cmap: maps(length), post })).codeName(code, false);
    expect([nameOf(256, 0), nameOf(256, 255), nameOf(256, 256), nameOf(255, 255)]).toEqual([
      "E",
      "E",
      undefined,
      undefined,
    ]);
  });
});

describe("a Type 1 program", () => {
  const program = (text: string) => readType1(Uint8Array.from(ascii(text)));

  it.each<[string, string, (string | undefined)[]]>([
    ["the standard one", "StandardEncoding def", ["A", "B", undefined]],
    ["an array", "[/x/one /B]", [undefined, undefined, undefined]],
    ["an array of all codes", `[${"/.notdef".repeat(65)}/one /two]`, ["one", "two", undefined]],
    [
      "single codes",
      "256 array\ndup 65 /one put\ndup 16#42 /two put\ndup 8#200 /last put\nreadonly def",
      ["one", "two", "last"],
    ],
    [
      "single codes after a definition",
      "256 array def\ndup 65 /one put\ndef\ndup 66 /later put",
      ["one", undefined, undefined],
    ],
    [
      "single codes, the end of which is missing",
      "256 array\ndup 65 /one put dup 66 /two put",
      ["one", "two", undefined],
    ],
  ])("has codes by %s", (_, encoding, expected) => {
    const font = program(`%!PS\n/Encoding ${encoding}\ncurrentfile eexec /Encoding 1 dup 66 /hidden put`);
    expect([65, 66, 128].map((code) => font?.codeName(code, false))).toEqual(expected);
  });

  it.each([
    ["%!", true],
    ["\u0080\u0001\u0000\u0000\u0000\u0000%!", true],
    ["%PDF", false],
    ["\u0080\u0001\u0000\u0000\u0000%!", false],
  ])("begins with %j: %s", (start, isRead) => {
    expect(program(`${start} /Encoding StandardEncoding def`) !== undefined).toBe(isRead);
  });

  it.each(["%! /Encoder StandardEncoding def", "%! /Encoding 256array"])(
    "isn't read without an encoding: %s",
    (text) => {
      expect(program(text)).toBeUndefined();
    },
  );

  it.each([
    ["/Weight (Bold)", "bold"],
    ["/Weight (Black) readonly", "bold"],
    ["/Weight (Medium)", ""],
    ["/ItalicAngle -12.5", "italic"],
    ["/ItalicAngle 1", "italic"],
    ["/ItalicAngle 0.0", ""],
    ["/ItalicAngle -+.", ""],
    ["/isFixedPitch true", "mono"],
    ["/isFixedPitch false", ""],
  ])("has the style of %s: %s", (info, expected) => {
    const font = program(`%! ${info} def /Encoding StandardEncoding def`);
    expect(
      [font?.bold && "bold", font?.italic && "italic", font?.mono && "mono"].filter(Boolean).join(" "),
    ).toBe(expected);
  });
});

describe("the encoding", () => {
  it.each([
    [
      "StandardEncoding",
      [31, 32, 39, 126, 127, 161, 189, 191, 251, 252],
      ", space quoteright asciitilde , exclamdown perthousand questiondown germandbls ,",
    ],
    [
      "MacRomanEncoding",
      [32, 126, 127, 128, 202, 219, 240, 255],
      "space asciitilde , Adieresis space currency , caron",
    ],
    [
      "WinAnsiEncoding",
      [32, 126, 127, 129, 159, 160, 255],
      "space asciitilde bullet bullet Ydieresis space ydieresis",
    ],
    ["MacExpertEncoding", [31, 32, 33, 87, 190, 251, 252], ", space exclamsmall fi AEsmall Ringsmall ,"],
  ])("%s has its names", (name, codes, expected) => {
    const names = namedEncoding(name);
    expect(codes.map((code) => names?.[code] ?? ",").join(" ")).toBe(expected);
    expect(names).toHaveLength(256);
  });

  it.each([undefined, "toString", "Identity-H"])("%s has none", (name) => {
    expect(namedEncoding(name)).toBeUndefined();
  });
});
