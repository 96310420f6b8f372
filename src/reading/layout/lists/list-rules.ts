/**
 * Decides where list items begin and continue: a table of rules, tried in order. A new rule is a new row, with an example in
 * `test/reading/layout/list-rules.test.ts`.
 */

import { dashes, numberOf } from "../../lines/words/list-marks.ts";
import { headingRule } from "../headings/heading-rules.ts";
import { markerRules } from "../markers/marker-rules.ts";
import type { Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import type { Edges, Group, Marker, OpenItem } from "../model/group.ts";
import { decide, type LayoutRule } from "../model/rule.ts";
import { brokenEarly, follows } from "../paragraphs/line-pairs.ts";
import * as t from "../tolerances/tolerances.ts";

const dash = new RegExp(`^[${dashes}]$`, "u");

const capital = /^\(?([A-Z])[.)]\)?$/;
/** Single-letter Roman numerals and their neighbors. */
const romans: Readonly<Record<string, RegExp>> = { I: /^II$/, V: /^(?:IV|VI)$/, X: /^(?:IX|XI)$/ };
/** Lines to search for the number before or after a line's own. */
const nearLines = 40;

/** The first words of lines near a marked one: before it, or after. */
const firstWords = ({ lines, at }: MarkedLine, after: boolean) =>
  lines
    .slice(after ? at + 1 : Math.max(0, at - nearLines), after ? at + nearLines : at)
    .map(({ words }) => words[0]?.text ?? "");

/** Whether a number is neither the first nor next to another, or a dash has no other near it. */
function isSingle(seen: MarkedLine): boolean {
  const { text } = seen.marker;
  const [before, after] = [firstWords(seen, false), firstWords(seen, true)];
  if (dash.test(text)) return ![...before, ...after].includes(text);
  const number = numberOf(text);
  return (
    number > 1 &&
    !before.some((other) => numberOf(other) === number - 1) &&
    !after.some((other) => numberOf(other) === number + 1)
  );
}

/** Whether a line begins with a name's initial rather than a list number: "B." counts if "A." or "C." begins another line near it. */
function isInitial(seen: MarkedLine): boolean {
  const { text } = seen.marker;
  const letter = capital.exec(text)?.[1];
  if (letter === undefined || !text.endsWith(".")) return false;
  const code = letter.charCodeAt(0);
  return ![...firstWords(seen, false), ...firstWords(seen, true)].some((word) => {
    const other = /^\(?([A-Z]{1,4})[.)]$/.exec(word)?.[1];
    if (other === undefined || other === letter) return false;
    return (other.length === 1 && Math.abs(other.charCodeAt(0) - code) === 1) || romans[letter]?.test(other);
  });
}

/** A line in its column, with the part above it. */
interface PlacedLine {
  readonly line: Line;
  readonly lines: readonly Line[];
  readonly at: number;
  readonly above: Pick<Group, "kind" | "lines" | "items"> | undefined;
  readonly style: DocumentStyle;
  readonly edges: Edges;
}

interface MarkedLine extends PlacedLine {
  readonly marker: Marker;
}

/** The last line above that a line continues, in the same column and size. */
function lastAbove({ above, line, style }: PlacedLine): Line | undefined {
  const last = above?.lines.at(-1);
  return last && follows(last, line, style) ? last : undefined;
}

/** Whether a marker begins an item, rather than a line that happens to start that way. */
export const itemRules: readonly LayoutRule<MarkedLine, boolean>[] = [
  {
    name: "initial of a name",
    why: "A capital letter counts if the letter before or after it begins a nearby line: otherwise it is an initial.",
    decide: (seen) => (isInitial(seen) ? false : undefined),
  },
  {
    name: "number in brackets",
    why: "A number in brackets counts if it is the first, or the one before or after it begins a nearby line: otherwise it is an area code, or names an example.",
    decide: (seen) => (/^\(\d/.test(seen.marker.text) && isSingle(seen) ? false : undefined),
  },
  {
    name: "number of a heading",
    why: "A number in large or bold type heads a section, by the rules about headings; a bullet never does.",
    decide: ({ line, style, marker }) => {
      const apart = line.bold || line.size > t.apartScale * style.bodySize;
      return marker.ordered && apart && headingRule([line], style)?.answer ? false : undefined;
    },
  },
  {
    name: "apart from the list above",
    why: "A line that is not directly below a list's last line does not continue it.",
    decide: (seen) => (seen.above?.kind === "list" && !lastAbove(seen) ? true : undefined),
  },
  {
    name: "next item",
    why: "Within a list a marker begins the next item.",
    decide: ({ above }) => (above?.kind === "list" ? true : undefined),
  },
  {
    name: "number or dash below text",
    why: "Sentences also break before numbers and dashes: one begins a list if the line above ended a sentence or had room for it and the next counts on, or if it is indented.",
    decide: (seen) => {
      const { above, line, marker, edges } = seen;
      const last = lastAbove(seen);
      if (above?.kind !== "text" || !last || !(marker.ordered || dash.test(marker.text))) return undefined;
      return (
        (brokenEarly(last, line, edges) && !isSingle(seen)) ||
        line.box.x0 > last.box.x0 + t.listIndent * line.size ||
        /[:;.?!]$/.test(last.text)
      );
    },
  },
  {
    name: "marker",
    why: "Elsewhere, a line that begins like an item is one.",
    decide: () => true,
  },
];

export function itemOf(seen: PlacedLine): OpenItem | undefined {
  const { line } = seen;
  const found = line.horizontal ? decide(markerRules, line) : undefined;
  if (!found) return undefined;
  const begins = decide(itemRules, { ...seen, marker: found.answer });
  if (!begins?.answer) return undefined;
  return { marker: found.answer, lines: [line], rule: `${found.rule}, ${begins.rule}` };
}

/** Whether a line without a marker, directly below a list, continues its last item. */
export const itemLineRules: readonly LayoutRule<
  PlacedLine & { readonly item: OpenItem; readonly last: Line },
  boolean
>[] = [
  {
    name: "text from the right",
    why: "Right-to-left lines are aligned on that side, about as far in as the text after the marker.",
    decide: ({ line, item }) =>
      line.rightToLeft ? line.box.x1 <= item.marker.textFrom + line.size : undefined,
  },
  {
    name: "below the text",
    why: "An item's lines begin at its text, or further in.",
    decide: ({ line, item }) =>
      line.box.x0 >= item.marker.textFrom - t.sameEdge * line.size ? true : undefined,
  },
  {
    name: "below the marker",
    why: "If the line above is full, the item also continues at the marker's edge, at most half a letter further out.",
    decide: ({ line, item, last, edges }) =>
      line.box.x0 >= (item.lines[0]?.box.x0 ?? 0) - t.halfOut * line.size && !brokenEarly(last, line, edges),
  },
];

/** Whether a line continues the last item of the list above it. */
export function isInItem(seen: PlacedLine): boolean {
  const item = seen.above?.items?.at(-1);
  const last = lastAbove(seen);
  return item && last ? decide(itemLineRules, { ...seen, item, last })?.answer === true : false;
}
