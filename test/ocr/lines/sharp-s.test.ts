/** German sharp s that was misread. */
import { expect, it } from "vitest";
import { withSharpSs } from "../../../src/ocr/lines/sharp-s.ts";
import type { FoundLine } from "../../../src/ocr/tesseract/tesseract.ts";

/** A line of words and their confidence: `Straße 60 und`. */
function lineOf(text: string): FoundLine {
  const words: { text: string; confidence: number }[] = [];
  for (const part of text.split(" "))
    if (/^\d+$/.test(part)) words.push({ text: words.pop()?.text ?? "", confidence: Number(part) });
    else words.push({ text: part, confidence: 92 });
  return {
    words: words.map((word) => ({ ...word, x0: 0, y0: 0, x1: 9, y1: 9 })),
    text: words.map((word) => word.text).join(" "),
    ...{ height: 9, baseline: 9, vertical: false, first: true },
  };
}
const corrected = (text: string) =>
  withSharpSs([lineOf(text)]).map((line) => [line.text, line.words.map((word) => word.text).join(" ")])[0];

it.each([
  ["Große GroBmüller 53 SüBigkeiten WeißBbrot 51 lieB, 26", "Große Großmüller Süßigkeiten Weißbrot ließ,"],
  ["die StraRe 60 und der GrußR 40 ist", "die Straße und der Gruß ist"],
])("is restored: %s", (read, text) => expect(corrected(read)).toEqual([text, text]));

it.each([
  "die eBay und das LaBelle mit iBooks für McBride 60 ist GmbH 60",
  "the StraBe 50 of this and LaBelle 50",
  "die STRABE 50 und der AEG 50 ist",
])("isn't seen elsewhere: %s", (read) => expect(corrected(read)?.[0]).toBe(read.replaceAll(/ \d+/g, "")));
