/** Content as tokens and operators: splitting it, and writing it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classOf, space } from "../../src/cos/syntax/characters.ts";
import { contentOperators, operatorCode } from "../../src/cos/syntax/content/operators.ts";
import { namesIn, type ScanMode, scanContent } from "../../src/cos/syntax/content/scan.ts";
import { bytesString, dictOf, fromLatin1, latin1, name } from "../../src/cos/syntax/value.ts";
import { ContentWriter } from "../../src/cos/write/content.ts";
import { colorOperators } from "../../src/reading/interpreter/color-operators.ts";
import { graphicsOperators } from "../../src/reading/interpreter/graphics-operators.ts";
import { textOperators } from "../../src/reading/interpreter/text-operators.ts";

/** Each token's kind and bytes. */
function tokens(content: Uint8Array, mode: ScanMode = "strict"): string[] {
  const scan = scanContent(content, mode);
  const found: string[] = [];
  while (scan.next()) found.push(`${scan.token} ${latin1(content, scan.start, scan.end)}`);
  return found;
}

const of = (text: string, mode?: ScanMode) => tokens(fromLatin1(text), mode);

/** Bytes of which many make tokens. */
const content = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ..."/ ( ) < > << >> [ ] % \\ BI ID EI Tj q Q 1 -.5 +2. true null \n \r".split(" "),
        " ",
        "\n",
      ),
      fc.string({ unit: "binary-ascii", maxLength: 4 }),
      fc.uint8Array({ maxLength: 3 }).map((bytes) => latin1(bytes)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => fromLatin1(parts.join("")));

describe("a scan", () => {
  it("tells operators from their operands", () => {
    expect(of("/F1 12 Tf[(a)-.5<41>]TJ/P<</MCID 0/X true>>BDC\nT*%end\r'")).toEqual([
      ...[
        "name /F1",
        "number 12",
        "operator Tf",
        "open [",
        "string (a)",
        "number -.5",
        "hex <41>",
        "close ]",
      ],
      ...[
        "operator TJ",
        "name /P",
        "open <<",
        "name /MCID",
        "number 0",
        "name /X",
        "constant true",
        "close >>",
      ],
      ...["operator BDC", "operator T*", "comment %end", "operator '"],
    ]);
  });

  it("knows operators by their codes", () => {
    const scan = scanContent(fromLatin1("BMC unknown EMC"));
    const codes: number[] = [];
    while (scan.next()) codes.push(scan.code);
    expect(codes).toEqual([operatorCode("BMC"), 0, operatorCode("EMC")]);
  });

  it("takes the data of inline images whole, and none without a BI", () => {
    expect(of("BI/W 1 ID \xff( EI Q")).toEqual([
      ...["operator BI", "name /W", "number 1", "operator ID", "image  \xff( EI", "operator Q"],
    ]);
    expect(of("ID (EI) Q")).toEqual(["operator ID", "string (EI)", "operator Q"]);
  });

  it.each([
    ["q (open", 2],
    ["q <41", 2],
    ["q BI /W 1 ID \x01\x02", 2],
    ["q (closed) <41> BI ID \x01 EI Q", undefined],
  ])("says where %j is cut", (text, cut) => {
    const scan = scanContent(fromLatin1(text));
    while (scan.next());
    expect(scan.cut).toBe(cut);
  });

  it("of damaged content calls stray what means nothing", () => {
    expect(of("5 xyz ) (open Tj <4x> 1.2.3 EI ID", "lenient")).toEqual([
      ...[
        "number 5",
        "stray xyz",
        "stray )",
        "stray (",
        "stray open",
        "operator Tj",
        "stray <",
        "stray 4x",
        "stray >",
      ],
      ...["stray 1.2.3", "stray EI", "stray ID"],
    ]);
  });

  it("of damaged content ends after twenty strings without an end", () => {
    const scan = scanContent(fromLatin1("(".repeat(50)), "lenient");
    let count = 0;
    while (scan.next()) count++;
    expect([count, scan.cut]).toEqual([20, 20]);
  });

  it.each(["strict", "lenient"] as const)("covers all bytes but white space in order: %s", (mode) => {
    fc.assert(
      fc.property(content, (bytes) => {
        const scan = scanContent(bytes, mode);
        let at = 0;
        while (scan.next()) {
          expect(bytes.subarray(at, scan.start).every((byte) => classOf[byte] === space)).toBe(true);
          expect(scan.end).toBeGreaterThan(scan.start);
          at = scan.end;
        }
        if (scan.cut === undefined)
          expect(bytes.subarray(at).every((byte) => classOf[byte] === space)).toBe(true);
      }),
    );
  });
});

describe("names in content", () => {
  it("have their escapes decoded, and may be in strings", () => {
    expect([...namesIn(fromLatin1("/A#20B Do(/C)/D/E"))]).toEqual(["A B", "C", "D", "E"]);
  });
});

describe("the table of operators", () => {
  it("has every operator that is read, and no other", () => {
    const read = Object.keys({ ...colorOperators, ...graphicsOperators, ...textOperators });
    // The interpreter reads an inline image when it begins.
    const known = [...contentOperators.values()].map((operator) => operator.name);
    expect(known.toSorted()).toEqual([...read, "ID", "EI"].toSorted());
  });

  it.each([
    ["Tj", "s", "text"],
    ["re", "nnnn", undefined],
    ["B*", "", "stroke"],
    ["f", "", "fill"],
    ["Do", "/", "image"],
  ])("says what %s takes and paints", (operator, operands, paints) => {
    expect(contentOperators.get(operatorCode(operator))).toMatchObject({ operands, paints });
  });
});

describe("written content", () => {
  it("has operators after their operands, with the fewest separators", () => {
    const out = new ContentWriter();
    out.operator("cm", 1, 0, 0, 1, 0.5, -2);
    out.operator("Tf", name("F 1"), 12);
    out.operator("TJ", [bytesString(fromLatin1("a(")), -20, bytesString(fromLatin1("b"))]);
    out.operator("BDC", name("Span"), dictOf({ MCID: 3 }));
    expect(latin1(out.bytes)).toBe("1 0 0 1 .5 -2 cm/F#201 12 Tf[(a\\() -20(b)]TJ/Span<</MCID 3>>BDC");
  });

  it("has the tokens that were copied", () => {
    fc.assert(
      fc.property(content, (bytes) => {
        const scan = scanContent(bytes);
        const out = new ContentWriter();
        const kept: string[] = [];
        while (scan.next()) {
          const { token, start, end } = scan;
          if (end > bytes.length || token === "image") return;
          if (token === "comment") continue;
          kept.push(`${token} ${latin1(bytes, start, end)}`);
          out.copy(bytes, start, end);
        }
        // Two delimiters of their own would be one.
        if (/[<>]\s*[<>]/.test(latin1(bytes).replaceAll(/<<|>>/g, ""))) return;
        expect(tokens(out.bytes)).toEqual(kept);
      }),
    );
  });
});
