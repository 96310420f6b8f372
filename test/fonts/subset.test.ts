/** Font programs with some of their glyphs: from whole programs, and from damaged ones, which end in nothing but a doubt. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCmap } from "../../src/fonts/cmaps/cmap.ts";
import { unicodeMap } from "../../src/fonts/cmaps/unicode-map.ts";
import { openCff, readCff } from "../../src/fonts/programs/cff-program.ts";
import { openGlyphs } from "../../src/fonts/programs/program-glyphs.ts";
import { readTables, readTrueType } from "../../src/fonts/programs/truetype-program.ts";
import { openType1, readType1 } from "../../src/fonts/programs/type1-program.ts";
import { blankCff, blankTrueType } from "../../src/fonts/subset/blank.ts";
import { withCffWidths } from "../../src/fonts/subset/cff-widths.ts";
import { changedTrueType } from "../../src/fonts/subset/truetype-codes.ts";
import { cffOf } from "../../src/fonts/subset/write-cff.ts";
import { type1Program } from "../reading/interpreter/type1.ts";
import { bareCff, liberation } from "../support/fonts.ts";
import { damaged, randomNumbers } from "../support/mutate.ts";

const type1 = () => type1Program("256 array dup 65 /A put dup 66 /B put readonly", ["A", "B", "eacute"]);
const rounds = fc.nat({ max: 2 ** 31 - 1 });

/** What `read` returns; undefined if it finds the program truncated. */
function unlessTruncated<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return undefined;
  }
}

describe("a Type 1 program", () => {
  it("has its glyphs and the names of its codes", () => {
    const font = openType1(type1());
    expect([...(font?.charStrings.keys() ?? [])]).toEqual([".notdef", "A", "B", "eacute"]);
    expect([65, 66, 67].map((code) => font?.codeName(code, false))).toEqual(["A", "B", undefined]);
  });

  it("says the same in the segments of a PFB file", () => {
    const bytes = Buffer.from(type1());
    const mark = bytes.indexOf("eexec\n") + 6;
    const parts = [bytes.subarray(0, mark), bytes.subarray(mark)];
    const segments = parts.flatMap((part, k) => {
      const head = Buffer.from([0x80, k + 1, 0, 0, 0, 0]);
      head.writeUInt32LE(part.length, 2);
      return [head, part];
    });
    const pfb = Buffer.concat([...segments, Buffer.from([0x80, 3])]);
    expect(openType1(pfb)?.charStrings).toEqual(openType1(bytes)?.charStrings);
    expect(readType1(pfb)?.codeName(66, false)).toBe("B");
  });

  it("becomes CFF with the same codes", () => {
    const font = openType1(type1());
    const made = font && cffOf(font, new Set(["B", "eacute"]));
    expect(made?.names).toEqual(["B", "eacute"]);
    const cff = readCff(made?.bytes ?? new Uint8Array(0));
    expect([65, 66].map((code) => cff?.codeName(code, false))).toEqual([undefined, "B"]);
  });

  it("becomes CFF that can be read, or nothing, however it is damaged", () => {
    fc.assert(
      fc.property(rounds, (seed) => {
        const font = openType1(damaged(type1(), randomNumbers(seed)));
        const made = font && unlessTruncated(() => cffOf(font, new Set(font.charStrings.keys())));
        if (made) expect(openCff(made.bytes)?.charset()).toHaveLength(made.names.length + 1);
      }),
    );
  });
});

describe("a CFF program", () => {
  it("keeps the outlines that are used, and every offset", () => {
    const program = new Uint8Array(bareCff());
    const starts = openCff(program)?.charStrings() ?? [];
    const made = blankCff(program, starts, new Set([5]));
    const outline = (bytes: Uint8Array, gid: number) => bytes.subarray(starts[gid], starts[gid + 1]);
    expect(made).toHaveLength(program.length);
    expect(outline(made, 5)).toEqual(outline(program, 5));
    expect(outline(made, 6)[0]).toBe(14);
    expect(
      outline(made, 6)
        .subarray(1)
        .every((byte) => byte === 0),
    ).toBe(true);
  });

  it("gets other widths, and keeps outlines and names", () => {
    const program = bareCff();
    const made = withCffWidths(program, new Map([[34, 700]])) ?? new Uint8Array(0);
    const [before, after] = [openGlyphs(program), openGlyphs(made)];
    expect([34, 35].map((glyph) => after?.width(glyph))).toEqual([700, before?.width(35)]);
    expect([after?.named("A"), after?.names()]).toEqual([34, before?.names()]);
    const outline = (bytes: Uint8Array) => {
      const starts = openCff(bytes)?.charStrings() ?? [];
      return bytes.subarray(starts[35], starts[36]);
    };
    expect(outline(made)).toEqual(outline(program));
  });

  it("is blanked, or found truncated, however it is damaged", () => {
    const program = bareCff();
    fc.assert(
      fc.property(rounds, fc.integer({ min: 20, max: 4000 }), (seed, start) => {
        const bytes = Buffer.concat([
          damaged(program.subarray(0, start), randomNumbers(seed)),
          program.subarray(start),
        ]);
        const made = unlessTruncated(() => {
          const parts = openCff(bytes);
          parts?.charset();
          withCffWidths(bytes, new Map([[1, 500]]));
          return parts && blankCff(bytes, parts.charStrings(), new Set([1]));
        });
        if (made) expect(made).toHaveLength(bytes.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a TrueType program", () => {
  it("keeps the outlines that are used, and their numbers", () => {
    const program = liberation();
    const made = blankTrueType(program, new Set([40]), false) ?? new Uint8Array(0);
    const glyphs = (bytes: Uint8Array) => readTables(bytes).get("maxp")?.getUint16(4);
    expect(glyphs(made)).toBe(glyphs(program));
    expect(made.length).toBeLessThan(program.length / 5);
    expect(readTrueType(made).codeName(65, false)).toBe("A");
  });

  it("gets other widths, copies of glyphs, and one map of codes", () => {
    const program = liberation();
    const [count = 0, width] = [openGlyphs(program)?.count, openGlyphs(program)?.width(40)];
    const made = changedTrueType(program, {
      widths: new Map([[36, 750]]),
      copies: [
        { of: 40, width: 250 },
        { of: undefined, width: 0 },
      ],
      codes: new Map([
        [65, 36],
        [66, count],
      ]),
    });
    const glyphs = openGlyphs(made ?? new Uint8Array(0));
    expect(glyphs?.count).toBe(count + 2);
    expect([36, 40, count, count + 1].map((glyph) => Math.round(glyphs?.width(glyph) ?? -1))).toEqual([
      750,
      Math.round(width ?? 0),
      250,
      0,
    ]);
    expect(glyphs?.maps.map(({ platform, encoding }) => [platform, encoding])).toEqual([[3, 0]]);
    expect([65, 66, 67].map((code) => glyphs?.maps[0]?.glyph(0xf000 + code))).toEqual([36, count, 0]);
    const outline = (gid: number) => {
      const tables = readTables(made ?? new Uint8Array(0));
      const [loca, glyf] = [tables.get("loca"), tables.get("glyf")];
      const at = (k: number) => loca?.getUint32(k * 4) ?? 0;
      return glyf && Buffer.from(glyf.buffer, glyf.byteOffset + at(gid), at(gid + 1) - at(gid));
    };
    expect(outline(count)?.length).toBeGreaterThan(20);
    expect(outline(count)).toEqual(outline(40));
  });

  it("is blanked, or found truncated, however its tables are damaged", () => {
    const program = liberation();
    fc.assert(
      fc.property(rounds, (seed) => {
        const bytes = Buffer.concat([
          damaged(program.subarray(0, 300), randomNumbers(seed)),
          program.subarray(300),
        ]);
        unlessTruncated(() => blankTrueType(bytes, new Set([1, 2, 3]), true));
        const change = {
          widths: new Map([[1, 500]]),
          copies: [{ of: 2, width: 9 }],
          codes: new Map([[1, 1]]),
        };
        unlessTruncated(() => changedTrueType(bytes, change));
      }),
      { numRuns: 30 },
    );
  });
});

describe("a map to Unicode", () => {
  const text = fc.string({ unit: "binary", minLength: 1, maxLength: 4 }).filter((one) => one.isWellFormed());

  it.each([1, 2] as const)("is read as it was written: codes of %s bytes", (size) => {
    const rows = fc.uniqueArray(fc.tuple(fc.nat(256 ** size - 1), text), { selector: ([code]) => code });
    fc.assert(
      fc.property(rows, (given) => {
        const map = readCmap(Buffer.from(unicodeMap(given, size), "latin1"));
        expect(given.map(([code]) => map?.text(code))).toEqual(given.map(([, one]) => one));
      }),
    );
  });

  it("finds the code of a character that it gives to one", () => {
    const map = readCmap(
      Buffer.from(
        unicodeMap(
          [
            [3, "a"],
            [7, "ﬁ"],
            [9, "fi"],
          ],
          1,
        ),
        "latin1",
      ),
    );
    const find = map?.codes();
    expect(["a", "ﬁ", "f"].map((char) => find?.(char))).toEqual([3, 7, undefined]);
  });

  it("is read to its damage", () => {
    const token = fc.constantFrom(
      ..."<41> <0041> <D83D> <> ( [ ] 1 99999999999 beginbfchar endbfchar beginbfrange endbfrange".split(" "),
      ..."begincidrange endcidrange begincodespacerange endcodespacerange usecmap /WMode % endcmap".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(token, fc.string({ maxLength: 3 })), { maxLength: 60 }), (tokens) => {
        const map = readCmap(Buffer.from(tokens.join(" "), "latin1"));
        for (const code of [0, 0x41, 0xffff])
          expect(["string", "undefined"]).toContain(typeof map?.text(code));
      }),
    );
  });
});
