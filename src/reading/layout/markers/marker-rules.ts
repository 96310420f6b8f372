/**
 * Identifies the marker at the start of a line: a table of rules, tried in order. A new kind of marker is a new row, with an
 * example in `test/reading/layout/list-rules.test.ts`.
 */

import { dashes, digits, isBullet, signs } from "../../lines/words/list-marks.ts";
import type { Line } from "../model/blocks.ts";
import type { Marker } from "../model/group.ts";
import { decide, type LayoutRule } from "../model/rule.ts";
import * as t from "../tolerances/tolerances.ts";

const glued = new RegExp(`^[${signs}]`, "u");
const rightNumber = `[${digits}]{1,3}[.)]`;
const rightMark = new RegExp(
  `^([${signs}]|${rightNumber}(?=\\s*\\p{L})|(?:[${dashes}]|${rightNumber})(?=\\s))\\s*\\S`,
  "u",
);
const ordinal = new RegExp(
  `^(?:\\(?[${digits}]{1,3}[.)]|\\(?[a-zA-Z][.)]|\\(?[ivxIVX]{1,5}[.)]|\\[[${digits}]{1,3}\\])$`,
);

/** The first word, if a gap separates it from the text after it. */
function firstApart({ words, size, rightToLeft }: Line) {
  const [first, second] = words;
  if (rightToLeft || !first || !second) return undefined;
  const apart = second.spaced || second.box.x0 - first.box.x1 > t.touching * size;
  return apart ? { text: first.text, textFrom: second.box.x0 } : undefined;
}

/** Maximum parts of a number at the start of a line: fonts with few characters change within it. */
const mostParts = 4;

export const markerRules: readonly LayoutRule<Line, Marker>[] = [
  {
    name: "mark from the right",
    why: "A right-to-left line is one word: its marker is at the start of its text, and may touch it.",
    decide: ({ rightToLeft, text: line, box, size }) => {
      const text = rightToLeft ? rightMark.exec(line)?.[1] : undefined;
      if (text === undefined) return undefined;
      return { text, ordered: /[\p{Nd}]/u.test(text), textFrom: box.x1 - t.rightMarker * size };
    },
  },
  {
    name: "bullet",
    why: "A separate bullet or dash, and text after a gap.",
    decide: (line) => {
      const first = firstApart(line);
      // A number with its sign.
      if (first?.text === "+" && /^\p{N}/u.test(line.words[1]?.text ?? "")) return undefined;
      return first && isBullet(first.text) ? { ...first, ordered: false } : undefined;
    },
  },
  {
    name: "number",
    why: "Counters are numbers of up to three digits, letters or Roman numerals, ending with a dot or a bracket.",
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
    why: "A bullet begins an item even without a space after it; dashes do not, since words and numbers begin with them.",
    decide: ({ words: [first], size, rightToLeft }) =>
      !rightToLeft && first && first.text.length > 1 && glued.test(first.text)
        ? { text: first.text.charAt(0), ordered: false, textFrom: first.box.x0 + size }
        : undefined,
  },
];

/** A line's marker, if text follows it. */
export const markerOf = (line: Line): Marker | undefined => decide(markerRules, line)?.answer;
