import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takeHeader } from "../../src/cos/syntax/parser.ts";
import { cursorOn } from "../../src/cos/syntax/tokenizer.ts";
import { bytesString, type CosValue, isNamed, name, ref } from "../../src/cos/syntax/value.ts";
import { bytesOf, parseValue, reasonOf } from "./files.ts";

const parse = (text: string) => parseValue(bytesOf(text));
const reason = (text: string) => reasonOf(() => parse(text));

describe("numbers", () => {
  it.each([
    ["0", 0],
    ["+17", 17],
    ["-98", -98],
    ["34.5", 34.5],
    ["-3.62", -3.62],
    ["4.", 4],
    ["-.002", -0.002],
    ["+.5", 0.5],
    ["007", 7],
    ["-0", 0],
    ["0.1", 0.1],
    ["123456789012345678901234567890", 1.2345678901234568e29],
    ["-0.1234567890123456789", -0.12345678901234568],
    ["99999999999", 99999999999],
  ])("reads %s", (text, value) => {
    expect(parse(text)).toBe(value);
  });

  it.each(["-.", ".", "+", "-", "--5", "5-3", "1e38", "1.2.3", "1E5", "0x10", "NaN", "9".repeat(400)])(
    "refuses %s, which readers interpret differently",
    (text) => {
      expect(reason(text)).toBe("syntax");
    },
  );
});

describe("names", () => {
  it.each([
    ["/Name1", "Name1"],
    ["/", ""],
    ["/A;Name_With-Various***Characters?", "A;Name_With-Various***Characters?"],
    ["/Lime#20Green", "Lime Green"],
    ["/paired#28#29parentheses", "paired()parentheses"],
    ["/A#42", "AB"],
    ["/C#", "C#"],
    ["/C#4", "C#4"],
    ["/C#zz", "C#zz"],
    ["/\xe9", "\xe9"],
  ])("reads %s", (text, expected) => {
    expect(parse(text)).toEqual(name(expected));
  });

  it("refuses a zero byte", () => {
    expect(reason("/A#00")).toBe("syntax");
  });

  it("doesn't confuse names with equal hashes", () => {
    // "Aa" and "BB" have the same 31-hash.
    const dict = parse("[/Aa/BB/Aa/BB]");
    expect(dict).toEqual([name("Aa"), name("BB"), name("Aa"), name("BB")]);
  });
});

describe("strings", () => {
  it.each([
    ["()", ""],
    ["(a (nested (one)) b)", "a (nested (one)) b"],
    ["(a\\)b\\(c\\\\)", "a)b(c\\"],
    ["(\\n\\r\\t\\b\\f\\q)", "\n\r\t\b\fq"],
    ["(\\53\\053\\0053\\9)", "++\x053" + "9"],
    ["(\\777)", "\xff"],
    ["(a\\\nb\\\r\nc\\\rd)", "abcd"],
    ["(a\nb\r\nc\rd)", "a\nb\nc\nd"],
    ["<>", ""],
    ["<48 65\n6C6c6F>", "Hello"],
    ["<4>", "@"],
  ])("reads %j", (text, expected) => {
    expect(parse(text)).toEqual(bytesString(bytesOf(expected)));
  });

  it.each(["(", "(()", "(\\)", "<41", "<4g>"])("refuses %s", (text) => {
    expect(reason(text)).toBe("syntax");
  });

  it("copies the bytes, so that a string doesn't keep a whole window in memory", () => {
    const value = parseValue(new Uint8Array(Buffer.from("(abc)")));
    if (value === null || typeof value !== "object" || !("kind" in value) || value.kind !== "string") {
      throw new Error("not a string");
    }
    expect(value.bytes.buffer.byteLength).toBe(3);
  });
});

describe("arrays, dictionaries and references", () => {
  it("reads nested values with comments and without spaces", () => {
    expect(parse("[0 1 0 R%c)>>\n/A<</B(x)/C[true false null]>>12 0]")).toEqual([
      0,
      ref(1, 0),
      name("A"),
      new Map<string, CosValue>([
        ["B", bytesString(bytesOf("x"))],
        ["C", [true, false, null]],
      ]),
      12,
      0,
    ]);
  });

  it.each([
    ["[1 2 3 R]", [1, ref(2, 3)]],
    ["[1 2 R/A]", [ref(1, 2), name("A")]],
    ["[1 2 R 3 4 R]", [ref(1, 2), ref(3, 4)]],
    ["[1 2]", [1, 2]],
    ["[1 +2]", [1, 2]],
    ["[10 % c\n 0 %d\rR]", [ref(10, 0)]],
  ])("distinguishes references from numbers in %j", (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it.each([
    "[1 2 Rx]",
    "[1 2R]",
    "1 65536 R",
    "[",
    "<<",
    "<</A>>",
    "<<1 2>>",
    "<</A 1>",
    "[>>]",
    "]",
    ">>",
    "nul",
    "R",
    "",
  ])("refuses %j", (text) => {
    expect(reason(text)).toBe("syntax");
  });

  it("takes the last of equal keys and drops null entries", () => {
    expect(parse("<</A 1/B null/A 2>>")).toEqual(new Map([["A", 2]]));
    expect(parse("<</A 1/A null>>")).toEqual(new Map());
  });

  it("nests up to the limit but no deeper", () => {
    expect(reason("[".repeat(500) + "]".repeat(500))).toBe("none");
    expect(reason("[".repeat(501) + "]".repeat(501))).toBe("limit");
    expect(reason("<</A".repeat(1_000_000))).toBe("limit");
  });

  it("refuses anything after an object", () => {
    expect(reason("1 2")).toBe("syntax");
    expect(reason("1 % only a comment")).toBe("none");
  });
});

/** A value with one of its many possible spellings. */
interface Written {
  readonly value: CosValue;
  readonly text: string;
}

const blank = fc.constantFrom(" ", "\n", "\r\n", "\t", "\0", " % note (\r", "  ");
const nameText = fc.array(fc.integer({ min: 1, max: 255 }), { maxLength: 12 }).map((codes): Written => {
  const plain = (code: number) => code > 0x20 && !"()<>[]{}/%#".includes(String.fromCharCode(code));
  const text = codes.map((code) =>
    plain(code) ? String.fromCharCode(code) : `#${code.toString(16).padStart(2, "0")}`,
  );
  return { value: name(String.fromCharCode(...codes)), text: `/${text.join("")}` };
});
const stringText = fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.boolean()).map(([bytes, hex]): Written => {
  const codes = [...bytes];
  const text = hex
    ? `<${codes.map((code) => code.toString(16).padStart(2, "0")).join("\n")}>`
    : `(${codes.map((code) => (code % 3 === 0 || "()\\\r".includes(String.fromCharCode(code)) ? `\\${code.toString(8).padStart(3, "0")}` : String.fromCharCode(code))).join("")})`;
  return { value: bytesString(Uint8Array.from(bytes)), text };
});
const numberText = fc.oneof(
  fc.integer().map((value): Written => ({ value, text: String(value) })),
  fc
    .integer({ min: -1e9, max: 1e9 })
    .map((value): Written => ({ value: value / 1000, text: (value / 1000).toFixed(3) })),
);
const plainText = fc.constantFrom<Written>(
  { value: true, text: "true" },
  { value: false, text: "false" },
  { value: null, text: "null" },
);
const refText = fc
  .tuple(fc.nat(1e6), fc.nat(65_535), blank, blank)
  .map(([num, gen, a, b]): Written => ({ value: ref(num, gen), text: `${num}${a}${gen}${b}R` }));

const written = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    plainText,
    numberText,
    nameText,
    stringText,
    refText,
    fc.array(fc.tuple(tie("value"), blank), { maxLength: 6 }).map(
      (items): Written => ({
        value: items.map(([item]) => item.value),
        text: `[${items.map(([item, gap]) => item.text + gap).join("")}]`,
      }),
    ),
    fc.array(fc.tuple(nameText, blank, tie("value"), blank), { maxLength: 6 }).map((entries): Written => {
      const value = new Map<string, CosValue>();
      for (const [key, , item] of entries) {
        const keyName = parse(key.text);
        if (
          keyName === null ||
          typeof keyName !== "object" ||
          !("kind" in keyName) ||
          keyName.kind !== "name"
        )
          continue;
        if (item.value === null) value.delete(keyName.name);
        else value.set(keyName.name, item.value);
      }
      const text = entries.map(([key, a, item, b]) => key.text + a + item.text + b).join("");
      return { value, text: `<<${text}>>` };
    }),
  ),
})).value;

describe("an object header", () => {
  const header = (text: string) => takeHeader(cursorOn(bytesOf(text)));

  it("is two numbers and the keyword, which the content may follow directly", () => {
    expect(header("12 3 obj<<")).toEqual({ num: 12, gen: 3 });
    expect(header(" 0\n0 obj ")).toEqual({ num: 0, gen: 0 });
    for (const text of ["12 obj", "-1 0 obj", "1 -1 obj", "1 0 ob", "1 0 R", ""])
      expect(header(text)).toBeUndefined();
  });
});

describe("properties", () => {
  it("reads any value however it is written", () => {
    fc.assert(
      fc.property(written, ({ value, text }) => {
        expect(parse(text)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it("turns any bytes into a value or a CosError", () => {
    const soup = fc.array(
      fc.oneof(
        fc.constantFrom(
          "<<",
          ">>",
          "[",
          "]",
          "(",
          ")",
          "<",
          ">",
          "/",
          "/A",
          "%",
          "\n",
          " ",
          "R",
          "0",
          "1",
          "-",
          ".",
          "#",
          "\\",
          "true",
          "null",
          "obj",
        ),
        fc.uint8Array({ maxLength: 3 }).map((bytes) => String.fromCharCode(...bytes)),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(soup, (parts) => {
        expect(["none", "syntax"]).toContain(reason(parts.join("")));
      }),
      { numRuns: 2000 },
    );
  });

  it("interns names", () => {
    const value = parse("/SomeKey");
    expect(isNamed(value, "SomeKey")).toBe(true);
    expect(parse("/SomeKey")).toBe(value);
  });
});
