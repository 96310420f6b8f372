/** Latin words in lines of other scripts. */
import { describe, expect, it } from "vitest";
import { withLatinWords } from "../../../src/ocr/lines/latin-words.ts";
import type { FoundLine } from "../../../src/ocr/tesseract/tesseract.ts";

const line = (...texts: readonly string[]): FoundLine => ({
  words: texts.map((text, at) => ({ text, confidence: 90, x0: 60 * at, x1: 60 * at + 50, y0: 0, y1: 20 })),
  text: texts.join(" "),
  ...{ height: 20, baseline: 20, vertical: false, first: false },
});

/** The corrected words of lines, and the words that were checked; `readings` are the Latin model's results. */
async function found(
  readings: Readonly<Record<string, readonly [string, number]>>,
  ...lines: readonly FoundLine[]
) {
  const words = lines.flatMap((each) => each.words);
  let asked: string[] = [];
  const made = await withLatinWords(lines, async (boxes) => {
    asked = words.filter((word) => boxes.some((box) => box === word)).map(({ text }) => text);
    return asked.map((own) => {
      const [text, confidence] = readings[own] ?? [own, 90];
      return { text, confidence };
    });
  });
  return { made: made.map((each) => each.words.map(({ text }) => text)), asked };
}

describe("a word unknown to the model of another script", () => {
  it("is Latin if it was mistaken for a number in Arabic", async () => {
    const readings = { "10201،": ["«React»", 91], "8212009": ["API call", 88], "30/7": ["ID", 90] } as const;
    const arabic = line("كتاب", "10201،", "هذا", "8212009", "نص", "1984", "30/7", "7", "4b2");
    const { made, asked } = await found(readings, arabic, line("in", "1201"));
    expect(made[0]).toEqual(["كتاب", "React", "هذا", "API call", "نص", "1984", "30/7", "7", "4b2"]);
    expect(made[1]).toEqual(["in", "1201"]);
    expect(asked).toEqual(["10201،", "8212009", "1984", "30/7"]);
  });

  it("is Latin if it was mistaken for Devanagari digits and is read with confidence", async () => {
    const readings = { "२९३८": ["React", 91], "८८८": ["EEA", 6] } as const;
    expect((await found(readings, line("यह", "२९३८", "८८८"))).made).toEqual([["यह", "React", "८८८"]]);
  });

  it("is Latin if a Russian line has letters that Russian doesn't use", async () => {
    const readings = { "Арасће,": ["Apache,", 84], НТМІ5: ["HTML5", 90], ѕ: ["з", 90] } as const;
    const russian = line("мы", "или", "Арасће,", "НТМІ5", "ѕ");
    expect((await found(readings, russian)).made).toEqual([["мы", "или", "Apache,", "HTML5", "ѕ"]]);
    expect((await found(readings, line("і", "їхній", "мова"))).asked).toEqual([]);
  });

  it("isn't checked in a table of numbers", async () => {
    const table = line("كتاب", ...Array.from({ length: 41 }, () => "10201،"));
    expect((await found({}, table)).asked).toEqual([]);
  });
});
