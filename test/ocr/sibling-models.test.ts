/** Scripts with two models. The scans in test/fixtures/ocr are pages of our own, set in Noto fonts. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { Recognizer } from "../../src/ocr/recognizer.ts";
import { dpi, firstPage } from "./pictures.ts";

async function linesOf(name: string): Promise<string[]> {
  const scan = readFileSync(resolve(import.meta.dirname, "../fixtures/ocr", name));
  using recognizer = new Recognizer();
  const { lines } = await recognizer.recognize(await firstPage(scan), dpi);
  return lines.map(({ words }) => words.map(({ text, spaced }) => (spaced ? ` ${text}` : text)).join(""));
}

describe("a script with two models", () => {
  it("is read as Traditional Chinese if the Simplified Chinese model is nearly as confident", async () => {
    const lines = await linesOf("traditional-chinese-scan.pdf");
    expect(lines[0]).toBe("今天上午我在公司門口看到一位老人，他手中有一本小人物的故事。");
    expect(lines.join("")).toContain("因此我相信他的看法是正確的，大家也同意他的意見：加強合作！");
  });

  it("is read as Persian if it has letters that Arabic lacks", async () => {
    const text = (await linesOf("persian-scan.pdf")).join("\n");
    for (const words of [
      "پس از باران، پرندگان",
      "کودکان کوچک با پدرشان",
      "گربه",
      "چند ماهی رنگی در حوض کوچک",
    ])
      expect(text).toContain(words);
  });
});
