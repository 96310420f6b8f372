/** Detects fixed-pitch type by the positions of words. */
import { expect, it } from "vitest";
import type { FoundLine } from "../../../src/ocr/tesseract/tesseract.ts";
import { fixedPitches } from "../../../src/ocr/type/fixed-pitch.ts";

const even = () => 10;
/** As in Times. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[mwMW]/, 15],
  [/[iljtfI.,' ]/, 5.5],
  [/[A-Z]/, 13],
  [/./, 9.5],
];
const uneven = (character: string) => widths.find(([form]) => form.test(character))?.[1] ?? 0;

function lineOf(text: string, at: number, widthOf: (character: string) => number, read = text): FoundLine {
  const reach = (characters: string) => [...characters].reduce((sum, one) => sum + widthOf(one), 100);
  const readWords = read.trim().split(/ +/);
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }, k) => ({
    text: readWords[k] ?? word,
    confidence: 90,
    x0: Math.round(reach(text.slice(0, index)) + 1),
    x1: Math.round(reach(text.slice(0, index + word.length)) - 1),
    y0: 20 * at,
    y1: 20 * at + 15,
  }));
  const more = { height: 15, baseline: 20 * at + 14, vertical: false, first: at === 0 };
  return { words, text, ...more };
}

const linesOf = (texts: readonly string[], widthOf: (character: string) => number) =>
  texts.map((text, at) => lineOf(text, at, widthOf));

it.each([
  [["def parent(self, block: Block) -> Block:", "    assert block.gas_used <= block.gas_limit", "    pass"]],
  [["docker run --rm -it \\", "  --name server \\", "  example/server:latest", ")"]],
])("fixed pitch is found in code", (texts) => {
  for (const pitch of fixedPitches(linesOf(texts, even))) expect(pitch).toBeCloseTo(10, 0);
});

it.each([
  [
    [
      "The parent block is checked first, and its gas limit then.",
      "No more than that is needed.",
      "All of it.",
    ],
  ],
  [["Wherever words have letters of many widths", "their places are not whole numbers of letters apart."]],
  [["Linux and Windows)", "Linux and Windows)"]],
])("fixed pitch isn't found in prose", (texts) => {
  expect(fixedPitches(linesOf(texts, uneven))).toEqual(texts.map(() => undefined));
});

it.each([
  [["12345 67890 24680 13579", "11111 22222 33333 44444"]],
  [["안녕하세요 반갑습니다 그렇습니까 좋겠습니다", "어디에서든 무엇이든지 언제까지나 누구에게나"]],
])("fixed pitch isn't found in digits and Korean, which are evenly spaced in any type", (texts) => {
  expect(fixedPitches(linesOf(texts, even))).toEqual(texts.map(() => undefined));
});

it("fixed pitch is found in a misread line of code, but not in the prose below it", () => {
  const code = linesOf(
    ["fee = min(transaction.max_fee, block.base_fee)", "limit = parent.gas_limit // 1024"],
    even,
  );
  const misread = lineOf(
    "total = fee + limit + block.base_fee_per_gas",
    2,
    even,
    "totaI = fee + limit + block.basefeepergas",
  );
  const prose = lineOf("This is what the total is made of, in most cases.", 3, uneven);
  const [first, second, third, last] = fixedPitches([...code, misread, prose]);
  for (const pitch of [first, second, third]) expect(pitch).toBeCloseTo(10, 0);
  expect(last).toBeUndefined();
});

it("fixed pitch isn't found in a line that has it by chance, between lines of the same paragraph that don't", () => {
  const chance = lineOf("hinsichtlich vorbeigehend beigezogener Information", 1, even);
  const prose = ["Whatever letters millions illustrate in writing", "remains unwillingly immaterial, mostly"];
  const [above, below] = prose.map((text, at) => lineOf(text, 2 * at, uneven));
  if (!above || !below) throw new Error("two lines");
  expect(fixedPitches([above, chance, below])[1]).toBeUndefined();
  expect(fixedPitches([chance])[0]).toBeCloseTo(10, 0);
});
