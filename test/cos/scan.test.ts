/** References and strings in raw bytes, found without parsing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasByteRange,
  hasCrypt,
  hasStructParent,
  hexString,
  isOdd,
  literalString,
  newScanned,
  scanValue,
} from "../../src/cos/syntax/find-references.ts";
import {
  bytesString,
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isRef,
  name,
  ref,
} from "../../src/cos/syntax/value.ts";
import { serialize } from "../../src/cos/write/serialize.ts";
import { bytesOf } from "./files.ts";

function scan(text: string, strings = false, start = 0) {
  const found = newScanned();
  const end = scanValue(bytesOf(text), start, text.length, found, strings);
  const items: [string, number, number][] = [];
  for (let k = 0; k < found.count; k += 4) {
    const [from = 0, to = 0, num = 0, gen = 0] = found.items.subarray(k, k + 4);
    items.push([text.slice(from, to), num, gen]);
  }
  return {
    items,
    rest: text.slice(end),
    type: text.slice(found.typeStart, found.typeEnd),
    length: text.slice(found.lengthStart, found.lengthEnd),
    marks: found.marks,
  };
}
const references = (text: string) => scan(text).items.map(([, num, gen]) => `${num} ${gen}`);

describe("scanValue", () => {
  it.each([
    ["<</A 1 0 R/B[2 0 R 3 5 R]>>", ["1 0", "2 0", "3 5"]],
    ["[1 2 3 0 R 4 5 6]", ["3 0"]],
    ["[1 0 R]", ["1 0"]],
    ["[1 0R 2 0 Rx 3 0 R/N]", ["3 0"]],
    ["[1\n%5 0 R\r0 % R\n R]", ["1 0"]],
    ["[(1 0 R) (\\) 2 0 R) ((3 0 R) 4 0 R) <312030> /1#200 /R 5 0 R]", ["5 0"]],
    ["<</R 1 0 R/A 0/B 0/R/R>>", ["1 0"]],
    ["[1.5 0 R -1 0 R +2 0 R]", []],
    ["[true false null 12 0 R]", ["12 0"]],
    ["7 0 R", ["7 0"]],
    ["[99999999999 0 R]", ["0 0"]],
    ["[<</A[<</B 8 0 R>>]>>9 0 R]", ["8 0", "9 0"]],
  ])("%s", (text, expected) => {
    expect(references(text)).toEqual(expected);
    expect(scan(text).rest).toBe("");
  });

  it.each([
    ["<</A<</B 1>>>> 5 0 R", " 5 0 R"],
    ["(a(b)\\)) x", " x"],
    ["<41> x", " x"],
    ["/Name(x)", "(x)"],
    ["12 13 14", " 13 14"],
    ["12 endobj", " endobj"],
    ["12 13 endobj", " 13 endobj"],
    ["1 0 R endobj", " endobj"],
    ["null endobj", " endobj"],
    ["[1 0 R]]", "]"],
  ])("ends where the value ends: %s", (text, rest) => {
    expect(scan(text).rest).toBe(rest);
  });

  it("reports strings only when asked", () => {
    const text = "<</A(a\\)b)/B[<4 1>]/C<<>>>>";
    expect(scan(text).items).toEqual([]);
    expect(scan(text, true).items).toEqual([
      ["(a\\)b)", literalString, 0],
      ["<4 1>", hexString, 0],
    ]);
  });

  it("finds /Type and /Length of the outermost dictionary alone", () => {
    const found = scan("<</A<</Type/Inner/Length 9>>/Length 5 0 R /Type/Outer/B/Type>>");
    expect(found.type).toBe("Outer");
    expect(found.length).toBe(" 5 0 R ");
    expect(scan("<</Length 12>>").length).toBe(" 12");
    expect(scan("<</B/Length/C/Type>>")).toMatchObject({ type: "", length: "" });
    expect(scan("[/Type/X]").type).toBe("");
  });

  it("marks what needs more than copying", () => {
    expect(scan("<</A<</ByteRange[0 1]>>>>").marks).toBe(hasByteRange);
    expect(scan("<</Filter[/Crypt/FlateDecode]>>").marks).toBe(hasCrypt);
    expect(scan("<</StructParents 1>>").marks).toBe(hasStructParent);
    expect(scan("<</StructParent 1>>").marks).toBe(hasStructParent);
    expect(scan("<</L#65ngth 1>>").marks).toBe(isOdd);
    expect(scan("<</Length 1/Length 2>>").marks).toBe(isOdd);
    expect(scan("<</Length 1/Lengths 2/Cryptic 1(ByteRange)/ByteRang 1>>").marks).toBe(0);
  });

  it("is safe on bytes that are no value", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const found = newScanned();
        const end = scanValue(bytes, 0, bytes.length, found, true);
        expect(end).toBeLessThanOrEqual(bytes.length);
        for (let k = 0; k < found.count; k += 4) expect(found.items[k + 1]).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 2000 },
    );
  });

  it("finds exactly the references of any serialized value", () => {
    const values = fc.letrec<{ value: CosValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.integer(),
        fc.constantFrom<CosValue>(null, true, name("R"), name("a b(")),
        fc.uint8Array({ maxLength: 20 }).map(bytesString),
        fc.string({ maxLength: 20 }).map((text) => bytesString(new TextEncoder().encode(`${text} 1 0 R )`))),
        fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(3)).map(([num, gen]) => ref(num, gen)),
        fc.array(tie("value"), { maxLength: 6 }),
        fc
          .array(fc.tuple(fc.constantFrom("A", "R", "Length", "Type"), tie("value")), { maxLength: 4 })
          .map((entries): CosDict => new Map(entries)),
      ),
    })).value;
    const collect = (value: CosValue): string[] => {
      if (isRef(value)) return [`${value.num} ${value.gen}`];
      if (isArray(value)) return value.flatMap(collect);
      return isDict(value) ? [...value.values()].flatMap(collect) : [];
    };
    fc.assert(
      fc.property(values, (value) => {
        const text = Buffer.from(serialize(value)).toString("latin1");
        expect(references(text)).toEqual(collect(value));
        expect(scan(text).rest).toBe("");
      }),
      { numRuns: 500 },
    );
  });
});
