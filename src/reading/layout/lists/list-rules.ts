/**
 * Where items of lists begin and go on: rows of one shape, of which the first that decides counts. A new rule is a new row, with
 * an example in `test/reading/layout/list-rules.test.ts`.
 */

import { dashes } from "../../lines/words/list-marks.ts";
import { headingRule } from "../headings/heading-rules.ts";
import { type Marker, markerRules } from "../markers/marker-rules.ts";
import type { Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import { decide, type LayoutRule } from "../model/rule.ts";
import { brokenEarly, type Edges, follows } from "../paragraphs/line-pairs.ts";
import { apartScale, halfOut, listIndent, sameEdge } from "../tolerances/tolerances.ts";

const dash = new RegExp(`^[${dashes}]$`, "u");

const capital = /^\(?([A-Z])[.)]\)?$/;
/** Roman numbers of one letter and those around them. */
const romans: Readonly<Record<string, RegExp>> = { I: /^II$/, V: /^(?:IV|VI)$/, X: /^(?:IX|XI)$/ };
/** Lines around one that may hold the number before or after its own. */
const nearLines = 40;

/**
 * Whether a line begins with the initial of a name and not with a number of a list: "B." counts where "A." or "C." begins
 * another line near it.
 */
function isInitial({ lines, at, marker: { text } }: MarkedLine): boolean {
  const letter = capital.exec(text)?.[1];
  if (letter === undefined || !text.endsWith(".")) return false;
  const code = letter.charCodeAt(0);
  return !lines.slice(Math.max(0, at - nearLines), at + nearLines).some((line) => {
    const other = /^\(?([A-Z]{1,4})[.)]$/.exec(line.words[0]?.text ?? "")?.[1];
    if (other === undefined || other === letter) return false;
    return (other.length === 1 && Math.abs(other.charCodeAt(0) - code) === 1) || romans[letter]?.test(other);
  });
}

export interface OpenItem {
  readonly marker: Marker;
  readonly lines: Line[];
  /** The rule by which its marker begins it. */
  readonly rule?: string | undefined;
}

/** What stands above a line: lines that belong together. */
interface Above {
  readonly kind: "text" | "code" | "list";
  readonly lines: readonly Line[];
  readonly items?: readonly OpenItem[] | undefined;
}

/** A line in its column, with what stands above it. */
interface PlacedLine {
  readonly line: Line;
  readonly lines: readonly Line[];
  readonly at: number;
  readonly above: Above | undefined;
  readonly style: DocumentStyle;
  readonly edges: Edges;
}

interface MarkedLine extends PlacedLine {
  readonly marker: Marker;
}

/** What a line goes on below, in one column and size: its last line. */
function lastAbove({ above, line, style }: PlacedLine): Line | undefined {
  const last = above?.lines.at(-1);
  return last && follows(last, line, style) ? last : undefined;
}

/** Whether a marker begins an item, and not a line that happens to begin so. */
export const itemRules: readonly LayoutRule<MarkedLine, boolean>[] = [
  {
    name: "initial of a name",
    why: "One capital letter counts where the letter before or after it begins a line near it: else it is a name's.",
    decide: (seen) => (isInitial(seen) ? false : undefined),
  },
  {
    name: "number of a heading",
    why: "A number in large or bold type heads a section, by the rules about headings; a bullet never does.",
    decide: ({ line, style, marker }) => {
      const apart = line.bold || line.size > apartScale * style.bodySize;
      return marker.ordered && apart && headingRule([line], style)?.answer ? false : undefined;
    },
  },
  {
    name: "apart from the list above",
    why: "What does not stand right below the last line of a list does not go on with it.",
    decide: (seen) => (seen.above?.kind === "list" && !lastAbove(seen) ? true : undefined),
  },
  {
    name: "next item",
    why: "Within a list a marker begins the next item.",
    decide: ({ above }) => (above?.kind === "list" ? true : undefined),
  },
  {
    name: "number or dash below text",
    why: "Sentences are broken before numbers and dashes too: one begins a list where the line above had room or ended a sentence, or it is set in.",
    decide: (seen) => {
      const { above, line, marker, edges } = seen;
      const last = lastAbove(seen);
      if (above?.kind !== "text" || !last || !(marker.ordered || dash.test(marker.text))) return undefined;
      return (
        brokenEarly(last, line, edges) ||
        line.box.x0 > last.box.x0 + listIndent * line.size ||
        /[:;.?!]$/.test(last.text)
      );
    },
  },
  {
    name: "marker",
    why: "Elsewhere what begins as items do is one.",
    decide: () => true,
  },
];

/** The item that a line begins; undefined: it begins none. */
export function itemOf(seen: PlacedLine): OpenItem | undefined {
  const { line } = seen;
  const found = line.horizontal ? decide(markerRules, line) : undefined;
  if (!found) return undefined;
  const begins = decide(itemRules, { ...seen, marker: found.answer });
  if (!begins?.answer) return undefined;
  return { marker: found.answer, lines: [line], rule: `${found.rule}, ${begins.rule}` };
}

interface LineInItem extends PlacedLine {
  readonly item: OpenItem;
  readonly last: Line;
}

/** Whether a line without a marker, right below a list, goes on in its last item. */
export const itemLineRules: readonly LayoutRule<LineInItem, boolean>[] = [
  {
    name: "text from the right",
    why: "Lines that read from right to left are aligned there, about as far in as the text behind the marker.",
    decide: ({ line, item }) =>
      line.rightToLeft ? line.box.x1 <= item.marker.textFrom + line.size : undefined,
  },
  {
    name: "below the text",
    why: "Lines of an item stand where its text begins, or further in.",
    decide: ({ line, item }) =>
      line.box.x0 >= item.marker.textFrom - sameEdge * line.size ? true : undefined,
  },
  {
    name: "below the marker",
    why: "Where the line above is full it goes on at the marker's edge too, half a letter out at most.",
    decide: ({ line, item, last, edges }) =>
      line.box.x0 >= (item.lines[0]?.box.x0 ?? 0) - halfOut * line.size && !brokenEarly(last, line, edges),
  },
];

/** Whether a line goes on in the last item of the list above it. */
export function isInItem(seen: PlacedLine): boolean {
  const item = seen.above?.items?.at(-1);
  const last = lastAbove(seen);
  return item && last ? decide(itemLineRules, { ...seen, item, last })?.answer === true : false;
}
