/** Blocks as Markdown: CommonMark with GFM tables if no cell spans, otherwise HTML tables. Running headers and footers are omitted. */

import { soundDepths } from "../layout/join-pages.ts";
import type { Block, Cell, Line, Span, Table } from "../layout/model/blocks.ts";
import { withoutMark } from "../layout/notes/notes.ts";
import { spansOf } from "../layout/paragraphs/paragraph-text.ts";
import type { Vocabulary } from "../lines/words/vocabulary.ts";
import { codeText } from "./code-text.ts";
import { fenced, htmlSpans, htmlTable, plainNumber } from "./html-text.ts";
import { escapeStart, type MarkdownStyle, markdownSpans } from "./markdown-text.ts";

const style: MarkdownStyle = { emphasis: true, links: true };

function inline(lines: readonly Line[], vocabulary: Vocabulary): string {
  return markdownSpans(spansOf(lines, vocabulary), style);
}

/** Marks of notes as raised text: HTML in Markdown can't refer to Markdown's notes. */
const withoutNotes = (spans: readonly Span[]): Span[] =>
  spans.map((span) => (span.note ? { ...span, note: undefined, script: "sup" } : span));

function markdownTable(table: Table, vocabulary: Vocabulary): string {
  const spans = table.rows.some((row) => row.some(({ rowSpan, colSpan }) => rowSpan > 1 || colSpan > 1));
  if (spans)
    return htmlTable(table.rows, (cell) =>
      htmlSpans(withoutNotes(spansOf(cell.lines, vocabulary)), cell.header),
    );
  const width = table.rows.reduce((most, row) => Math.max(most, row.length), 0);
  const text = (cell: Cell | undefined) =>
    cell ? inline(cell.lines, vocabulary).replaceAll("|", "\\|") : "";
  const rows = table.rows.map(
    (row) => `| ${Array.from({ length: width }, (_, at) => text(row[at])).join(" | ")} |`,
  );
  rows.splice(1, 0, `|${" --- |".repeat(width)}`);
  return rows.join("\n");
}

/** Ends a list: Markdown would count on over a number that goes back. */
const endOfList = "<!-- -->";

/** The number with which a list ends or begins; undefined if it has none there. */
function numberAt(list: Block | undefined, where: 0 | -1): number | undefined {
  const item =
    list?.type === "list"
      ? soundDepths(list.items ?? [])
          .filter(({ depth }) => depth === 0)
          .at(where)
      : undefined;
  return item?.ordered === true ? plainNumber(item.marker) : undefined;
}

function goesBack(before: number | undefined, next: number | undefined): boolean {
  return before !== undefined && next !== undefined && next <= before;
}

function markdownList(block: Block, vocabulary: Vocabulary): string {
  /** Marker widths of the open levels: the next level's indentation. */
  const indents: number[] = [];
  /** The last number on each open level. */
  const counters: (number | undefined)[] = [];
  return soundDepths(block.items ?? [])
    .map(({ marker, ordered, depth, lines, parts = [] }) => {
      const deeper = depth > 0 && depth === indents.length;
      indents.length = depth;
      counters.length = Math.min(counters.length, depth + 1);
      const indent = " ".repeat(indents.reduce((sum, width) => sum + width, 0));
      const text = inline(lines, vocabulary);
      const digits = /\d{1,9}/.exec(marker)?.[0];
      const number = /^\(?\d{1,9}[.)]$/.test(marker) ? digits : undefined;
      const start = ordered && number !== undefined ? `${number}.` : "-";
      const own = start === "-" ? undefined : Number(number);
      const ends = goesBack(counters[depth], own) ? `\n${indent}${endOfList}\n\n` : "";
      counters[depth] = own;
      indents.push(start.length + 1);
      // Letters and Roman numerals aren't Markdown markers: they stay in the item's text.
      const label = ordered && number === undefined ? `${marker} ` : "";
      // A number other than 1 doesn't begin a list directly below a line of text.
      const apart = deeper && start !== "-" && Number(number) !== 1 ? "\n" : "";
      const inner = indent + " ".repeat(start.length + 1);
      const more = parts.map(
        (part) => `\n\n${markdownBlock(part, vocabulary).replaceAll(/^(?=.)/gmu, inner)}`,
      );
      const end = more.length > 0 ? "\n" : "";

      return `${ends}${apart}${indent}${start} ${escapeStart(label + text)}${more.join("")}${end}`;
    })
    .join("\n")
    .trimEnd();
}

/** Text that Markdown without footnotes would take for a link target, and hide. */
function isTarget(text: string): boolean {
  if (/^\S+$/.test(text) || (text.startsWith("<") && text.endsWith(">"))) return true;
  // With a title in quotation marks or brackets.
  const opener = { '"': '"', "'": "'", ")": "(" }[text.at(-1) ?? ""];
  const isTitle = ([, quote]: RegExpMatchArray, at: number) => quote === opener && at < text.length;
  const first = /^\S+\s+(["'(])/.exec(text);
  if (first && isTitle(first, first[0].length)) return true;
  const later = text.startsWith("<") ? text.matchAll(/>\s+(["'(])/g) : [];
  return [...later].some((match) => isTitle(match, match.index + match[0].length));
}

/** A footnote in GitHub's syntax; one without a mark is a paragraph. */
function markdownNote({ lines, note }: Block, vocabulary: Vocabulary): string {
  if (!note) return escapeStart(inline(lines, vocabulary));
  const text = inline(withoutMark(lines), vocabulary);
  return `${isTarget(text) ? "\\" : ""}[^${note.label}]: ${escapeStart(text)}`;
}

/** One block after others, of which `before` is the last; empty if Markdown omits it. */
export function markdownBlock(block: Block, vocabulary: Vocabulary, before?: Block): string {
  switch (block.type) {
    case "heading":
      return `${"#".repeat(block.level ?? 1)} ${markdownSpans(
        spansOf(block.lines, vocabulary).map((span) => ({ ...span, bold: false, italic: false })),
        { ...style, emphasis: false },
      )}`;
    case "table":
      return block.table ? markdownTable(block.table, vocabulary) : "";
    case "list":
      return goesBack(numberAt(before, -1), numberAt(block, 0))
        ? `${endOfList}\n\n${markdownList(block, vocabulary)}`
        : markdownList(block, vocabulary);
    case "code":
      return fenced(codeText(block.lines));
    case "footnote":
      return markdownNote(block, vocabulary);
    case "header":
    case "footer":
    case "image":
      return "";
    default:
      return escapeStart(inline(block.lines, vocabulary));
  }
}
