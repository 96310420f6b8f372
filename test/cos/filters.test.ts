import { brotliCompressSync, constants, deflateRawSync, deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeFilters } from "../../src/cos/filters/filters.ts";
import { undoLzw } from "../../src/cos/filters/lzw.ts";
import { undoPredictor } from "../../src/cos/filters/predictor.ts";
import { type CosDict, type CosValue, name } from "../../src/cos/syntax/value.ts";
import { bytesOf, reasonOf } from "./files.ts";

const resolve = (value: CosValue | undefined) => value ?? null;
const plain = (bytes: Uint8Array) => [...bytes];

function undo(
  data: Uint8Array | string,
  filter: string | string[],
  parameters?: CosValue,
  limit?: number,
): Uint8Array {
  const names = (Array.isArray(filter) ? filter : [filter]).map(name);
  const dict: CosDict = new Map([["Filter", Array.isArray(filter) ? names : (names[0] ?? null)]]);
  if (parameters !== undefined) dict.set("DecodeParms", parameters);
  const encoded = typeof data === "string" ? bytesOf(data) : data;
  const { bytes, undecoded } = decodeFilters(encoded, dict, resolve, limit);
  expect(undecoded).toEqual([]);
  return bytes;
}
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const parameters = (entries: Record<string, number>): CosDict => new Map(Object.entries(entries));

/** Compresses like a plain writer: a code for the longest known string, a clear code when the table is full. */
function lzw(data: Uint8Array, earlyChange: number): Uint8Array {
  const bits: string[] = [];
  let width = 9;
  let table = new Map<string, number>();
  let next = 258;
  const put = (code: number) => bits.push(code.toString(2).padStart(width, "0"));
  const reset = () => {
    put(256);
    width = 9;
    next = 258;
    table = new Map(Array.from({ length: 256 }, (_, code) => [String.fromCharCode(code), code]));
  };
  reset();
  let run = "";
  for (const byte of data) {
    const longer = run + String.fromCharCode(byte);
    if (table.has(longer)) {
      run = longer;
      continue;
    }
    put(table.get(run) ?? 0);
    table.set(longer, next++);
    // The reader's table is one entry shorter than the writer's.
    if (next - 1 + earlyChange >= 1 << width && width < 12) width++;
    if (next === 4095) reset();
    run = String.fromCharCode(byte);
  }
  if (run !== "") put(table.get(run) ?? 0);
  next++;
  if (next - 1 + earlyChange >= 1 << width && width < 12) width++;
  put(257);
  const all = bits.join("");
  return Uint8Array.from({ length: Math.ceil(all.length / 8) }, (_, k) =>
    Number.parseInt(all.slice(k * 8, k * 8 + 8).padEnd(8, "0"), 2),
  );
}

describe("FlateDecode", () => {
  const text = "the quick brown fox ".repeat(200);
  const good = deflateSync(text);

  it("inflates despite a wrong checksum or bytes after the end", () => {
    const badSum = Uint8Array.from(good);
    badSum[badSum.length - 1] = (badSum.at(-1) ?? 0) ^ 255;
    const cases = [
      good,
      good.subarray(0, -4),
      good.subarray(0, -2),
      badSum,
      Buffer.concat([good, bytesOf("\r\njunk")]),
    ];
    for (const data of cases) expect(textOf(undo(data, "FlateDecode"))).toBe(text);
    expect(textOf(undo(good, "Fl"))).toBe(text);
    expect(plain(undo("", "FlateDecode"))).toEqual([]);
  });

  it("returns the content of a truncated stream", () => {
    const part = textOf(undo(good.subarray(0, good.length - 12), "FlateDecode"));
    expect(text.startsWith(part)).toBe(true);
  });

  it("refuses damage and too much data", () => {
    expect(reasonOf(() => undo("not compressed at all", "FlateDecode"))).toBe("syntax");
    expect(reasonOf(() => undo("x\x9c\xff\xff\xff\xff\xff", "FlateDecode"))).toBe("syntax");
    expect(reasonOf(() => undo(good, "FlateDecode", undefined, text.length - 1))).toBe("limit");
    expect(undo(good, "FlateDecode", undefined, text.length).length).toBe(text.length);
    const bomb = deflateSync(Buffer.alloc(50_000_000), { level: 9 });
    expect(reasonOf(() => undo(bomb, "FlateDecode", undefined, 1_000_000))).toBe("limit");
    expect(
      reasonOf(() => undo(deflateSync(bomb), ["FlateDecode", "FlateDecode"], undefined, 1_000_000)),
    ).toBe("limit");
  });

  it("doesn't accept raw deflate as zlib", () => {
    expect(reasonOf(() => undo(deflateRawSync(Buffer.from(text)), "FlateDecode"))).toBe("syntax");
  });
});

describe("other filters", () => {
  it("are undone in order, each with its own parameters", () => {
    const hex = Buffer.from(deflateSync("hello")).toString("hex");
    expect(textOf(undo(`${hex}>`, ["AHx", "Fl"], [null, parameters({ Predictor: 1 })]))).toBe("hello");
    expect(textOf(undo(`${hex}>`, ["ASCIIHexDecode", "Crypt", "FlateDecode"]))).toBe("hello");
  });

  it.each([
    ["48 65 6c\n6C6f>junk", "Hello"],
    ["4", "@"],
    ["", ""],
  ])("ASCIIHex decodes %j", (data, text) => {
    expect(textOf(undo(data, "ASCIIHexDecode"))).toBe(text);
  });

  it.each([
    ['87cURD]i,"Ebo80~>', "Hello World!"],
    ['87cUR\nD]i,"Eb o7~', "Hello World"],
    ["z!!~>", "\0\0\0\0\0"],
    ["s8W-!~>", "\xff\xff\xff\xff"],
    ["", ""],
  ])("ASCII85 decodes %j", (data, text) => {
    expect(textOf(undo(data, "ASCII85Decode"))).toBe(text);
  });

  it.each([
    ["ASCII85Decode", "abc!v~>"],
    ["ASCII85Decode", "87cUR!~>"],
    ["ASCII85Decode", "uuuuu~>"],
    ["ASCII85Decode", 's8W-"~>'],
    ["ASCII85Decode", "aaz~>"],
    ["ASCIIHexDecode", "4x>"],
    ["LZWDecode", "\xff\xff\xff"],
    ["BrotliDecode", "not brotli"],
  ])("%s refuses %j", (filter, data) => {
    expect(reasonOf(() => undo(data, filter))).toBe("syntax");
  });

  it("RunLength decodes literals and runs", () => {
    expect(textOf(undo("\x02abc\xfdx\x00y\x80zzz", "RunLengthDecode"))).toBe("abcxxxxy");
    expect(textOf(undo("\x05ab", "RL"))).toBe("ab");
    expect(textOf(undo("\xfd", "RL"))).toBe("");
    expect(reasonOf(() => undo("\x81x".repeat(100), "RL", undefined, 1000))).toBe("limit");
  });

  it("Brotli decodes", () => {
    const data = brotliCompressSync("hello ".repeat(1000));
    expect(textOf(undo(data, "BrotliDecode"))).toBe("hello ".repeat(1000));
    expect(reasonOf(() => undo(data, "BrotliDecode", undefined, 100))).toBe("limit");
  });

  it("report filters that aren't decoded, even if named like JavaScript built-ins", () => {
    for (const filter of [
      "DCTDecode",
      "JPXDecode",
      "JBIG2Decode",
      "CCITTFaxDecode",
      "constructor",
      "__proto__",
    ]) {
      const dict: CosDict = new Map([["Filter", [name("AHx"), name(filter), name("Fl")]]]);
      const { bytes, undecoded } = decodeFilters(bytesOf("41>"), dict, resolve);
      expect(textOf(bytes)).toBe("A");
      expect(undecoded).toEqual([filter, "Fl"]);
    }
  });

  it("are limited in number and must be names", () => {
    expect(reasonOf(() => undo("", Array(26).fill("Fl")))).toBe("limit");
    expect(reasonOf(() => undo("", Array(25).fill("AHx")))).toBe("none");
    expect(reasonOf(() => decodeFilters(bytesOf(""), new Map([["Filter", 3]]), resolve))).toBe("syntax");
  });
});

describe("LZWDecode", () => {
  it("decodes the example of the standard", () => {
    const data = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01);
    expect(plain(undo(data, "LZWDecode"))).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });

  it.each([0, 1])("decodes any data, early change %i", (earlyChange) => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 3000 }),
      fc.array(fc.constantFrom(0, 1, 255), { maxLength: 12_000 }).map((codes) => Uint8Array.from(codes)),
      fc.nat(30_000).map((length) => new Uint8Array(length)),
    );
    fc.assert(
      fc.property(bytes, (data) => {
        expect(Buffer.compare(undoLzw(lzw(data, earlyChange), earlyChange, 100_000), data)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it("handles every code width and a full table", () => {
    let state = 1;
    const data = Uint8Array.from({ length: 40_000 }, () => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff;
      return (state >> 16) & 255;
    });
    for (const earlyChange of [0, 1]) {
      expect(Buffer.compare(undoLzw(lzw(data, earlyChange), earlyChange, 100_000), data)).toBe(0);
    }
    expect(plain(undo(lzw(data, 0), "LZWDecode", parameters({ EarlyChange: 0 }))).length).toBe(40_000);
  });

  it("respects the limit", () => {
    expect(reasonOf(() => undoLzw(lzw(new Uint8Array(50_000), 1), 1, 40_000))).toBe("limit");
  });
});

/** Applies PNG's filters: `tag(row)` selects one per row. Written from the PNG specification (9.2), not from the reader. */
function png(data: Uint8Array, row: number, pixel: number, tag: (row: number) => number): Uint8Array {
  const out: number[] = [];
  const byte = (line: number, column: number) =>
    line < 0 || column < 0 ? 0 : (data[line * row + column] ?? 0);
  for (let line = 0; line * row < data.length; line++) {
    const kind = tag(line);
    out.push(kind);
    for (let x = 0; x < row && line * row + x < data.length; x++) {
      const a = byte(line, x - pixel);
      const b = byte(line - 1, x);
      const c = x - pixel < 0 ? 0 : byte(line - 1, x - pixel);
      const p = a + b - c;
      const nearest = [a, b, c].reduce(
        (best, value) => (Math.abs(p - value) < Math.abs(p - best) ? value : best),
        a,
      );
      const predicted = [0, a, b, Math.floor((a + b) / 2), nearest][kind] ?? 0;
      out.push((byte(line, x) - predicted) & 255);
    }
  }
  return Uint8Array.from(out);
}

describe("predictors", () => {
  const noise = (length: number) =>
    Uint8Array.from({ length }, (_, k) => (k * k * 31 + k * 7 + (k >> 3)) & 255);

  it.each([0, 1, 2, 3, 4])("PNG filter %i is undone, alone and mixed with others", (kind) => {
    for (const [colors, bits, columns] of [
      [1, 8, 5],
      [3, 8, 7],
      [4, 16, 3],
      [1, 1, 19],
      [3, 2, 5],
    ] as const) {
      const row = Math.ceil((colors * bits * columns) / 8);
      const pixel = Math.max(1, (colors * bits) >> 3);
      const shape = parameters({ Predictor: 15, Colors: colors, BitsPerComponent: bits, Columns: columns });
      for (const length of [row * 6, row * 5 + 1]) {
        const data = noise(length);
        for (const tag of [() => kind, (line: number) => (line + kind) % 5]) {
          expect(plain(undoPredictor(png(data, row, pixel, tag), shape, resolve))).toEqual(plain(data));
        }
      }
    }
  });

  it.each([
    [1, 8, 9],
    [3, 8, 4],
    [1, 16, 5],
    [4, 16, 3],
    [1, 1, 13],
    [3, 1, 5],
    [2, 4, 5],
    [3, 2, 7],
  ])("TIFF with %i components of %i bits is undone", (colors, bits, columns) => {
    const row = Math.ceil((colors * bits * columns) / 8);
    const lines = 3;
    const samples = Array.from({ length: lines }, (_, line) =>
      Array.from(
        { length: columns * colors },
        (_, k) => (line * 40_503 + k * k * 2_654 + k * 97) % 2 ** bits,
      ),
    );
    const pack = (line: number[]) => {
      const text = line
        .map((value) => value.toString(2).padStart(bits, "0"))
        .join("")
        .padEnd(row * 8, "0");
      return Array.from({ length: row }, (_, k) => Number.parseInt(text.slice(k * 8, k * 8 + 8), 2));
    };
    const differences = samples.map((line) =>
      line.map((value, k) => (value - (line[k - colors] ?? 0) + 2 ** bits) % 2 ** bits),
    );
    const shape = parameters({ Predictor: 2, Colors: colors, BitsPerComponent: bits, Columns: columns });
    const encoded = Uint8Array.from(differences.flatMap(pack));
    const before = plain(encoded);
    expect(plain(undoPredictor(encoded, shape, resolve))).toEqual(samples.flatMap(pack));
    expect(plain(encoded)).toEqual(before);
  });

  it.each([
    [{ Predictor: 12, Columns: 2 ** 31 - 1, Colors: 32, BitsPerComponent: 16 }, "limit"],
    [{ Predictor: 12, Columns: 0 }, "syntax"],
    [{ Predictor: 12, Columns: -5 }, "syntax"],
    [{ Predictor: 12, Colors: 0.5 }, "syntax"],
    [{ Predictor: 12, BitsPerComponent: 7 }, "syntax"],
    [{ Predictor: 3 }, "syntax"],
    [{ Predictor: 0 }, "syntax"],
    [{ Predictor: 10 }, "syntax"],
  ])("%j is refused: %s", (entries, reason) => {
    expect(reasonOf(() => undoPredictor(Uint8Array.of(9, 1, 2), parameters(entries), resolve))).toBe(reason);
  });
});

describe("damaged data", () => {
  const text = Buffer.from(Array.from({ length: 400 }, (_, k) => `${Math.cos(k)} `).join(""));
  const bits = deflateSync(text);
  const half = text.subarray(0, text.length >> 1);
  // A whole number of blocks, followed by one of an invalid type.
  const broken = Buffer.concat([
    bits.subarray(0, 2),
    deflateRawSync(half, { finishFlush: constants.Z_SYNC_FLUSH }),
    Buffer.alloc(60, 0xff),
  ]);

  /** The decoded data and the reported damage. */
  function beginningOf(data: Uint8Array, filters: readonly string[], parameters: CosValue = null) {
    const dict: CosDict = new Map<string, CosValue>([["Filter", filters.map(name)]]);
    if (parameters !== null) dict.set("DecodeParms", parameters);
    const told: string[] = [];
    const { bytes } = decodeFilters(data, dict, resolve, 1e6, ({ message }) => told.push(message));
    return { bytes, told };
  }

  it.each<[string, readonly string[], Uint8Array, Uint8Array, RegExp]>([
    ["deflated", ["FlateDecode"], broken, half, /damaged/],
    ["cut", ["FlateDecode"], bits.subarray(0, bits.length >> 1), text.subarray(0, 2000), /ends early/],
    ["without a header", ["FlateDecode"], Buffer.from("no zlib at all"), Buffer.alloc(0), /damaged/],
    ["Brotli", ["BrotliDecode"], brotliCompressSync(text).subarray(0, 900), text.subarray(0, 500), /damaged/],
    ["hexadecimal", ["ASCIIHexDecode"], Buffer.from("48 45 4c zz 4f>"), Buffer.from("HEL"), /ASCIIHex/],
    ["base 85", ["ASCII85Decode"], Buffer.from("87cUR\x7f87cUR~>"), Buffer.from("Hell"), /ASCII85/],
    [
      "LZW",
      ["LZWDecode"],
      Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0xff, 0xff),
      Buffer.from("-----"),
      /LZW/,
    ],
    [
      "of two filters",
      ["ASCIIHexDecode", "FlateDecode"],
      Buffer.from(broken.toString("hex")),
      half,
      /damaged/,
    ],
  ])("%s", (_, filters, data, whole, message) => {
    const { bytes, told } = beginningOf(data, filters);
    expect(told).toEqual([expect.stringMatching(message)]);
    expect(textOf(bytes).slice(0, whole.length)).toBe(textOf(whole));
    expect(bytes.length).toBeLessThan(text.length);
  });

  it("keeps the rows before one with an invalid filter", () => {
    const rows = Uint8Array.of(0, 1, 2, 2, 1, 1, 9, 5, 5);
    const { bytes, told } = beginningOf(
      deflateSync(rows),
      ["FlateDecode"],
      parameters({ Predictor: 12, Columns: 2 }),
    );
    expect({ bytes: plain(bytes), told: told.length }).toEqual({ bytes: [1, 2, 2, 3], told: 1 });
  });

  it("doesn't mistake a limit for damage", () => {
    const dict: CosDict = new Map([["Filter", name("FlateDecode")]]);
    expect(reasonOf(() => decodeFilters(bits, dict, resolve, 100, () => undefined))).toBe("limit");
  });
});
