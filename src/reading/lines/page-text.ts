/** The text of a page from its blocks: lines by line feeds, blocks by an empty line. */

import type { Paragraph, ParagraphLine, TextBlock, TextLine } from "../../core/page-layout.ts";
import { joinMarkers } from "./markers.ts";
import { joinColumns } from "./vertical.ts";
import { plainCharacters, spaceless } from "./words/characters.ts";
import { joinBrokenWords } from "./words/hyphens.ts";
import { partsHangul, type Vocabulary, vocabularyOf } from "./words/vocabulary.ts";

/** Where a line may end by itself: items of a list whose bullets are drawn are as wide as each other. */
const sentenceEnd = /[。！？：；]/u;
const hangul = /\p{Script=Hangul}/u;

/** Whether a line runs on into the next within a word, or without one where no spaces are written: it is as wide as its block allows. */
function runsOn({ text, place }: TextLine, next: TextLine, right: number, known: Vocabulary): boolean {
  if (place === undefined || place.box.x1 < right - 1.5 * place.size) return false;
  const end = text.at(-1) ?? "";
  if (hangul.test(end)) return partsHangul(text, next.text, known);
  return spaceless.test(end) && !sentenceEnd.test(end) && spaceless.test(next.text.charAt(0));
}

function paragraphOf({ lines }: TextBlock, known: Vocabulary): Paragraph {
  const right = lines.reduce((most, { place }) => Math.max(most, place?.box.x1 ?? 0), 0);
  let text = "";
  const placed = lines.map((line, i): ParagraphLine => {
    const before = lines[i - 1];
    if (before !== undefined && !runsOn(before, line, right, known)) text += "\n";
    const start = text.length;
    text += line.text;
    return { ...line, start };
  });
  return { text, lines: placed };
}

/** Blocks in reading order as paragraphs; none of them is empty. */
export function pageParagraphs(blocks: readonly TextBlock[]): Paragraph[] {
  const plain = blocks
    .map(({ lines }) => ({
      lines: lines
        .map((line) => ({ ...line, text: plainCharacters(line.text).trim() }))
        .filter(({ text }) => text !== ""),
    }))
    .filter(({ lines }) => lines.length > 0);
  const whole = joinBrokenWords(joinMarkers(joinColumns(plain)));
  const known = vocabularyOf(whole);
  return whole.map((block) => paragraphOf(block, known));
}

export const paragraphsText = (paragraphs: readonly Paragraph[]): string =>
  paragraphs.map(({ text }) => text).join("\n\n");

/** Blocks in reading order to text. Empty when nothing is to be read. */
export const pageText = (blocks: readonly TextBlock[]): string => paragraphsText(pageParagraphs(blocks));
