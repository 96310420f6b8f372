/** Fonts in damaged and hostile documents: reading them never fails and takes a bounded amount of work. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openCos } from "../../src/cos/document.ts";
import { ref } from "../../src/cos/syntax/value.ts";
import { readCmap } from "../../src/fonts/cmaps/cmap.ts";
import { codeRanges } from "../../src/fonts/cmaps/code-ranges.ts";
import { openFont } from "../../src/fonts/open-font.ts";
import { fontObject, fontPdf } from "../reading/interpreter/font-pdf.ts";
import { type1Program } from "../reading/interpreter/type1.ts";
import { bareCff, liberation } from "../support/fonts.ts";
import { memorySource } from "../support/memory-files.ts";
import { damaged, randomNumbers } from "../support/mutate.ts";

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const cmapText = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /WMode 0 def
1 begincodespacerange <0000> <ffff> endcodespacerange
2 beginbfchar <0041> <0041> <0042> <00660069> endbfchar
2 beginbfrange <0043> <0050> <0061> <0051> <0053> [<0031> <D83DDE00> <0033>] endbfrange
1 begincidrange <0000> <ffff> 0 endcidrange endcmap end end`;

const simple = (kind: string) =>
  `<</Type/Font/Subtype/${kind}/BaseFont/Test/FirstChar 0/LastChar 2/Widths[1 2 3]/FontDescriptor 6 0 R>>`;
const type0 = `<</Type/Font/Subtype/Type0/BaseFont/Test/Encoding 7 0 R/ToUnicode 7 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/Test/FontDescriptor 6 0 R/W[1 [2 3] 4 5 6]>>]>>`;

describe("damage", () => {
  it.each([
    ["TrueType", simple("TrueType"), liberation().subarray(0, 60_000)],
    ["CFF", simple("Type1"), bareCff()],
    ["Type 1", simple("Type1"), type1Program("256 array dup 65 /A put dup 66 /B put readonly", ["A", "B"])],
    ["maps", type0, bytesOf(cmapText)],
  ])("causes no error: %s", (_, dictionary, data) => {
    const random = randomNumbers(data.length);
    for (let round = 0; round < 40; round++) {
      // Damages the start, which has the tables and dictionaries.
      const start = 1 + random(Math.min(data.length, 2000));
      const bytes = Buffer.concat([damaged(data.subarray(0, start), random), data.subarray(start)]);
      const pdf = fontPdf(dictionary, {
        6: "<</Type/FontDescriptor/Flags 4/FontFile2 7 0 R>>",
        7: { dict: "", data: round === 0 ? data : bytes },
      });
      const font = openFont(openCos(memorySource(pdf)), ref(fontObject));
      if (!font) continue;
      expect(typeof font.face.bold).toBe("boolean");
      const glyphs = Array.from({ length: 256 }, (_, code) => font.glyph(Uint8Array.of(code, 65), 0));
      expect(glyphs.every(({ length, advance }) => length > 0 && Number.isFinite(advance))).toBe(true);
    }
  });
});

describe("code ranges", () => {
  const range = fc.record({ low: fc.nat(60), size: fc.nat(20), value: fc.nat(1000) });

  it("map a code by the last range that contains it, however they overlap", () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 30 }), (given) => {
        const ranges = given.map(({ low, size, value }) => ({ low, high: low + size, value }));
        const find = codeRanges(ranges);
        for (let code = 0; code < 90; code++)
          expect(find(code)).toBe(ranges.findLast(({ low, high }) => low <= code && code <= high));
      }),
      { numRuns: 100 },
    );
  });

  it("may be as many as in a hostile map, each nested in the previous one", () => {
    const count = 40_000;
    const ranges = Array.from({ length: count }, (_, k) => ({ low: k, high: 2 * count - k, value: k }));
    const find = codeRanges(ranges);
    expect(find(0)?.value).toBe(0);
    expect(find(count)?.value).toBe(count - 1);
    expect(find(2 * count - 7)?.value).toBe(7);
    expect(find(2 * count + 1)).toBeUndefined();
  });

  it("are ignored if a map has more than any font would", () => {
    const rows = "<0000> <ffff> <0041>\n".repeat(200_002);
    expect(readCmap(bytesOf(`beginbfrange\n${rows}endbfrange`))).toBeUndefined();
  });
});
