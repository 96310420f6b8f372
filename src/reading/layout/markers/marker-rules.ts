/**
 * The marker that a line begins with: rows of one shape, of which the first that decides counts. A new kind of marker is a new
 * row, with an example in `test/reading/layout/list-rules.test.ts`.
 */

import { dashes, digits, isBullet, signs } from "../../lines/words/list-marks.ts";
import type { Line } from "../model/blocks.ts";
import { decide, type LayoutRule } from "../model/rule.ts";
import { rightMarker, touching } from "../tolerances/tolerances.ts";

const glued = new RegExp(`^[${signs}]`, "u");
const rightNumber = `[${digits}]{1,3}[.)]`;
const rightMark = new RegExp(
  `^([${signs}]|${rightNumber}(?=\\s*\\p{L})|(?:[${dashes}]|${rightNumber})(?=\\s))\\s*\\S`,
  "u",
);
const ordinal = /^(?:\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,5}[.)]|\[\d{1,3}\])$/;

export interface Marker {
  readonly text: string;
  readonly ordered: boolean;
  /** Left edge of the text after the marker. */
  readonly textFrom: number;
}

/** The first word, where text stands apart from it behind it. */
function firstApart({ words, size, rightToLeft }: Line) {
  const [first, second] = words;
  if (rightToLeft || !first || !second) return undefined;
  const apart = second.spaced || second.box.x0 - first.box.x1 > touching * size;
  return apart ? { text: first.text, textFrom: second.box.x0 } : undefined;
}

/** Parts that a number at the start of a line may have: fonts of few characters each change between them. */
const mostParts = 4;

/** The marker that a line begins with. */
export const markerRules: readonly LayoutRule<Line, Marker>[] = [
  {
    name: "mark from the right",
    why: "A line that reads from right to left is one word: its marker is at the start of its text, and may touch it.",
    decide: ({ rightToLeft, text: line, box, size }) => {
      const text = rightToLeft ? rightMark.exec(line)?.[1] : undefined;
      if (text === undefined) return undefined;
      return { text, ordered: /[\p{Nd}]/u.test(text), textFrom: box.x1 - rightMarker * size };
    },
  },
  {
    name: "bullet",
    why: "A sign or a dash by itself, and text apart from it.",
    decide: (line) => {
      const first = firstApart(line);
      // A number has its sign.
      if (first?.text === "+" && /^\p{N}/u.test(line.words[1]?.text ?? "")) return undefined;
      return first && isBullet(first.text) ? { ...first, ordered: false } : undefined;
    },
  },
  {
    name: "number",
    why: "What counts is a number of up to three digits, a letter or a Roman number, and ends with a dot or a bracket.",
    decide: (line) => {
      const first = firstApart(line);
      return first && ordinal.test(first.text) ? { ...first, ordered: true } : undefined;
    },
  },
  {
    name: "number in several fonts",
    why: 'Fonts of few characters change within a number: "1" and "." touch each other, and are four parts at most.',
    decide: ({ words, rightToLeft }) => {
      let text = words[0]?.text ?? "";
      if (rightToLeft || text.length >= 4) return undefined;
      for (const word of words.slice(1, mostParts + 1)) {
        if (word.spaced)
          return ordinal.test(text) ? { text, ordered: true, textFrom: word.box.x0 } : undefined;
        text += word.text;
      }
      return undefined;
    },
  },
  {
    name: "sign that touches its text",
    why: "A bullet begins an item without a space behind it too; dashes do not, as words and numbers begin with them.",
    decide: ({ words: [first], size, rightToLeft }) =>
      !rightToLeft && first && first.text.length > 1 && glued.test(first.text)
        ? { text: first.text.charAt(0), ordered: false, textFrom: first.box.x0 + size }
        : undefined,
  },
];

/** The marker a line begins with, if what follows it is text. */
export const markerOf = (line: Line): Marker | undefined => decide(markerRules, line)?.answer;
