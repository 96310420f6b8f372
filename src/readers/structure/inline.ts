/** Lines of one paragraph to runs of text in one style, broken words whole. */

import { hyphenCut } from "../text/hyphens.ts";
import { partsHangul, type Vocabulary } from "../text/vocabulary.ts";
import type { Line, Span } from "./model.ts";

/** Scripts that write no spaces between words: their lines continue without one. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;

/** What stands between the end of one line and the start of the next. */
export function lineJoint(
  before: string,
  after: string,
  vocabulary: Vocabulary,
): { readonly cut: number; readonly space: boolean } {
  const cut = hyphenCut(before, after, vocabulary);
  if (cut !== undefined) return { cut, space: false };
  if (partsHangul(before, after, vocabulary)) return { cut: 0, space: false };
  const bare = before.endsWith("\u00ad") ? 1 : 0;
  if (spaceless.test(before.at(-1) ?? "") && spaceless.test(after.charAt(0))) return { cut: 0, space: false };
  // An address goes on where it is broken.
  if (/https?:\/\/\S*[/_=&?-]$|https?:$/.test(before) && /^\S/.test(after)) return { cut: 0, space: false };
  return { cut: bare, space: true };
}

interface OpenSpan {
  text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly uri: string | undefined;
}

/** Runs of a paragraph. Spaces stand at the end of a run, never at its start. */
export function spansOf(lines: readonly Line[], vocabulary: Vocabulary): Span[] {
  const spans: OpenSpan[] = [];
  let first = true;
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    line.words.forEach((word, k) => {
      let space = word.spaced;
      const last = spans.at(-1);
      if (k === 0 && before) {
        const joint = lineJoint(before.text, line.text, vocabulary);
        space = joint.space;
        if (joint.cut > 0 && last) last.text = last.text.slice(0, -joint.cut);
      }
      if (first) space = false;
      first = false;
      const { uri } = word;
      const { bold, italic, mono } = word.face;
      if (last && last.bold === bold && last.italic === italic && last.mono === mono && last.uri === uri) {
        last.text += space ? ` ${word.text}` : word.text;
        return;
      }
      if (space && last) last.text += " ";
      spans.push({ text: word.text, bold, italic, mono, uri });
    });
  });
  return spans;
}

/** The text of lines that make one paragraph. */
export function joinedText(lines: readonly Line[], vocabulary: Vocabulary): string {
  let text = "";
  for (const line of lines) {
    if (text === "") {
      text = line.text;
      continue;
    }
    const { cut, space } = lineJoint(text, line.text, vocabulary);
    text = (cut > 0 ? text.slice(0, -cut) : text) + (space ? " " : "") + line.text;
  }
  return text;
}
