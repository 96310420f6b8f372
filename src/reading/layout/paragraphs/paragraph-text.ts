/** Turns a paragraph's lines into runs of text in one style, rejoining broken words. */

import { spaceless } from "../../lines/words/characters.ts";
import { hyphenCut } from "../../lines/words/hyphens.ts";
import { partsHangul, type Vocabulary } from "../../lines/words/vocabulary.ts";
import type { Line, Span, TextWord } from "../model/blocks.ts";
import { scriptOf } from "../notes/note-marks.ts";

/** Start of these scripts in Unicode. */
const firstSpaceless = 0x0e00;

/** An address broken where it may continue. */
const isBrokenAddress = (word: string) =>
  /https?:$/.test(word) || ("/_=&?-".includes(word.at(-1) ?? " ") && /https?:\/\//.test(word));

/** The text between the end of a line and the start of the next. */
export function lineJoint(
  before: string,
  after: string,
  vocabulary: Vocabulary,
): { readonly cut: number; readonly space: boolean } {
  const cut = hyphenCut(before, after, vocabulary);
  if (cut !== undefined) return { cut, space: false };

  const end = before.charCodeAt(before.length - 1);
  if (end >= 0x80) {
    if (partsHangul(before, after, vocabulary)) return { cut: 0, space: false };
    const both = end >= firstSpaceless && after.charCodeAt(0) >= firstSpaceless;
    if (both && spaceless.test(before.at(-1) ?? "") && spaceless.test(after.charAt(0)))
      return { cut: 0, space: false };
  } else if ("/_=&?-:".includes(before.at(-1) ?? " ") && /^\S/.test(after)) {
    // A broken address continues.
    const word = before.slice(before.lastIndexOf(" ") + 1);
    if (isBrokenAddress(word)) return { cut: 0, space: false };
  }

  return { cut: end === 0xad ? 1 : 0, space: true };
}

const hasLetters = /[\p{L}\p{N}]/u;

type OpenSpan = Span & { text: string };

/** Appends text in a word's style to the runs. */
function append(spans: OpenSpan[], text: string, word: TextWord, line: Line, space: boolean): void {
  const last = spans.at(-1);
  const { face, uri, note, struck } = word;
  const { bold, mono } = face;
  // Signs of mathematics come from slanted fonts: they are emphasized only within emphasized text.
  const italic = hasLetters.test(text) ? face.italic : face.italic && last?.italic === true;
  const script = note ? undefined : scriptOf(word, line);
  const same = last?.bold === bold && last.italic === italic && last.mono === mono && last.script === script;
  if (last && same && last.uri === uri && last.note === note && last.struck === struck) {
    last.text += space ? ` ${text}` : text;
    return;
  }
  if (space && last) last.text += " ";
  spans.push({ text, bold, italic, mono, uri, note, struck, script });
}

/** A paragraph's runs. Spaces are at the end of a run, never at its start. */
export function spansOf(lines: readonly Line[], vocabulary: Vocabulary): Span[] {
  const spans: OpenSpan[] = [];
  /** Whether a space precedes the next line. */
  let space = false;
  lines.forEach((line, at) => {
    const { words, text } = line;
    const next = lines[at + 1];
    const joint = next && lineJoint(text, next.text, vocabulary);
    const cut = joint && next.words.length > 0 ? joint.cut : 0;
    words.forEach((word, k) => {
      const own = cut > 0 && k === words.length - 1 ? word.text.slice(0, -cut) : word.text;
      append(spans, own, word, line, k === 0 ? space : word.spaced);
    });
    space = spans.length > 0 && joint?.space === true;
  });

  return spans;
}

export function joinedText(lines: readonly Line[], vocabulary: Vocabulary): string {
  // Text before a space doesn't affect the rest, which stays short however long the text is.
  let [text, rest] = ["", ""];

  for (const line of lines) {
    if (text === "" && rest === "") {
      rest = line.text;
      continue;
    }
    const { cut, space } = lineJoint(rest, line.text, vocabulary);
    if (cut > 0) rest = rest.slice(0, -cut);
    if (space) {
      text += `${rest} `;
      rest = line.text;
    } else rest += line.text;
  }

  return text + rest;
}
