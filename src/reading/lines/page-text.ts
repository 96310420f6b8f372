/** A page's text from its blocks: lines separated by line feeds, blocks by an empty line. */

import type { Paragraph, ParagraphLine, TextBlock, TextLine } from "../../core/page-layout.ts";
import { joinMarkers } from "./markers.ts";
import { joinColumns } from "./vertical.ts";
import { plainCharacters, spaceless } from "./words/characters.ts";
import { joinBrokenWords } from "./words/hyphens.ts";
import { partsHangul, type Vocabulary, vocabularyOf } from "./words/vocabulary.ts";

/** Possible natural ends of a line: list items with drawn bullets may all have the same width. */
const sentenceEnd = /[。！？：；]/u;
const hangul = /\p{Script=Hangul}/u;

/** Whether a line continues into the next within a word, or without a space in scripts that have none: it fills its block's width. */
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

/** Blocks in reading order as non-empty paragraphs. */
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

/** Blocks in reading order as text; empty if there is nothing to read. */
export const pageText = (blocks: readonly TextBlock[]): string => paragraphsText(pageParagraphs(blocks));
