/** What is checked without being read is taken and refused exactly as what is read. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CosError } from "../../src/cos/syntax/error.ts";
import { readValue } from "../../src/cos/syntax/parser.ts";
import { type Cursor, cursorOn } from "../../src/cos/syntax/tokenizer.ts";
import { checkValue, newSpots } from "../../src/cos/syntax/validate-object.ts";
import { bytesOf } from "./files.ts";

/** Where it ended, or why not, and whether more bytes could change that. */
function outcome(bytes: Uint8Array, read: (cursor: Cursor) => void): string {
  const cursor = cursorOn(bytes);
  try {
    read(cursor);
    return `ends at ${cursor.at}, ${cursor.hitEnd}`;
  } catch (error) {
    if (!(error instanceof CosError)) throw error;
    return `${error.reason}: ${error.message}, ${cursor.hitEnd}`;
  }
}

function expectSame(bytes: Uint8Array): void {
  const read = outcome(bytes, (cursor) => void readValue(cursor));
  expect(outcome(bytes, (cursor) => checkValue(cursor))).toBe(read);
  expect(outcome(bytes, (cursor) => checkValue(cursor, newSpots(["A", "Length"])))).toBe(read);
}

function spots(text: string) {
  const found = newSpots(["Length", "Type", "Kids", "Key"]);
  checkValue(cursorOn(bytesOf(text)), found);
  const [length, type, kids, key] = Array.from(found.starts, (start, k) =>
    start < 0 ? undefined : text.slice(start, found.ends[k]),
  );
  return { length, type, kids, key, isDict: found.isDict, isOdd: found.isOdd };
}

describe("checkValue", () => {
  it.each([
    "<</A 1 0 R/B[2 0 R 3 5 R]/C<</D(x(y)\\))/E<41 4>>>/F null/G true/H -1.5/I .5/J+2>>",
    "[1 2 3 0 R 4 5 6] x",
    "5.0 0 R",
    "5. 0 R",
    "1 0R",
    "1 70000 R",
    "1 99999999999999999999 R",
    "99999999999 0 R",
    "4294967296 0 R",
    "4294967295 0 R",
    "1%c\n0%d\rR",
    "1 0 Rx",
    "1 0 R",
    "1 0 ",
    "12",
    "12x",
    "1e5",
    `${"9".repeat(400)} `,
    `${"9".repeat(40)} `,
    "--5",
    "/A#00",
    "/A#41 ",
    "<</A#00 1>>",
    "<</A>>",
    "<</A 1>",
    "<<1 2>>",
    "[1 2>>",
    "<</A]>>",
    "]",
    "(a\\",
    "(a",
    "<4x>",
    "<41",
    "<",
    "nul",
    "nulls",
    "true",
    "",
    " % only a comment",
    "[".repeat(500) + "]".repeat(500),
    "[".repeat(501) + "]".repeat(501),
    `${"<</A".repeat(501)} 1`,
  ])("%.40s", (text) => {
    expectSame(bytesOf(text));
    // Cut anywhere: what a window's end leaves of it.
    if (text.length < 200)
      for (let end = 0; end < text.length; end++) expectSame(bytesOf(text.slice(0, end)));
  });

  it("takes and refuses any tokens and any bytes as the parser does", () => {
    const tokens = fc.constantFrom(
      ..."<< >> [ ] ( ) < > /A /Length /A#42 /A#00 # 0 1 12 70000 5.0 -1 .5 - R obj null true false % \n \\ 4 (a) <41> { }".split(
        " ",
      ),
      " ",
      "\r\n",
      "1 0 R",
      "<</A",
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(tokens, fc.constantFrom("", " ", "\n")), { maxLength: 14 }), (parts) => {
        expectSame(bytesOf(parts.map((part) => part.join("")).join("")));
      }),
      { numRuns: 4000 },
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 30 }), expectSame), { numRuns: 2000 });
  });

  it("tells where entries of the outermost dictionary stand", () => {
    expect(spots("<</Type/Page/A<</Kids 1/Type/X>>/Length 5 0 R /Kids [1 0 R]/Key(Type)>>")).toEqual({
      length: "5 0 R",
      type: "/Page",
      kids: "[1 0 R]",
      key: "(Type)",
      isDict: true,
      isOdd: false,
    });
    expect(spots("<</A/Type/B<</C[/Kids 1]>>>>")).toMatchObject({ type: undefined, kids: undefined });
    expect(spots("[/Type/Page]")).toMatchObject({ type: undefined, isDict: false });
    expect(spots("<</Key<</A<<>>/B[[]]>>/Type 1>>")).toMatchObject({ key: "<</A<<>>/B[[]]>>", type: "1" });
  });

  it("says when only reading tells what a dictionary has", () => {
    expect(spots("<</Type/A/Type/B>>").isOdd).toBe(true);
    expect(spots("<</T#79pe/A>>").isOdd).toBe(true);
    expect(spots("<</A/B#42/C<</D#41 1/Type 1/Type 2>>/E/E>>").isOdd).toBe(false);
  });
});
