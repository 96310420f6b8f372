/** HTML of text and tables, escaped: nothing in a document becomes markup. */

import type { Cell, Line, ListItem, Note, Span } from "../layout/model/blocks.ts";
import { spansOf } from "../layout/paragraphs/paragraph-text.ts";
import type { Vocabulary } from "../lines/words/vocabulary.ts";

/** Characters that no HTML document may contain. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;

/** Characters that may need to change: most texts have none. */
const special = /[\u0000-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff&<>"]/;

export function escapeHtml(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replaceAll(forbidden, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A text in an element, with surrounding spaces outside. */
export function inElement(text: string, name: string): string {
  const inner = text.trim();
  const before = text.slice(0, text.length - text.trimStart().length);
  return inner === "" ? text : `${before}<${name}>${inner}</${name}>${text.slice(text.trimEnd().length)}`;
}

export const noteId = ({ page, place }: Note) => `note-${page}-${place}`;

export function htmlSpans(spans: readonly Span[], plainBold = false): string {
  let [result, link] = ["", ""];
  spans.forEach(({ text, bold, italic, mono, uri, note, struck, script }, at) => {
    if (note) {
      const mark = text.trimEnd();
      link += `<sup><a href="#${noteId(note)}">${escapeHtml(mark)}</a></sup>${text.slice(mark.length)}`;
      result += link;
      link = "";
      return;
    }

    let html = escapeHtml(text);
    if (html.trim() !== "") {
      if (mono) html = `<code>${html}</code>`;
      if (italic) html = `<em>${html}</em>`;
      if (bold && !plainBold) html = `<strong>${html}</strong>`;
      if (struck) html = inElement(html, "s");
      if (script) html = inElement(html, script);
    }

    link += html;
    // Adjacent runs with the same target are one link.
    const next = spans[at + 1];
    if (next && next.uri === uri && !next.note) return;
    const end = link.trimEnd();
    result +=
      uri === undefined || end === ""
        ? link
        : `<a href="${escapeHtml(uri)}">${end}</a>${link.slice(end.length)}`;
    link = "";
  });
  return result;
}

export function htmlLines(lines: readonly Line[], vocabulary: Vocabulary): string {
  return htmlSpans(spansOf(lines, vocabulary));
}

/** A table; `inner` writes a cell. */
export function htmlTable<Own extends Pick<Cell, "header" | "rowSpan" | "colSpan">>(
  rows: readonly (readonly Own[])[],
  inner: (cell: Own) => string,
): string {
  const body = rows.map((row) => {
    const cells = row.map((cell) => {
      const tag = cell.header ? "th" : "td";
      const rowSpan = cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : "";
      const colSpan = cell.colSpan > 1 ? ` colspan="${cell.colSpan}"` : "";
      return `<${tag}${rowSpan}${colSpan}>${inner(cell)}</${tag}>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>\n${body.join("\n")}\n</table>`;
}

/** A list; `inner` writes an item. */
export function htmlList<Own extends Pick<ListItem, "ordered" | "depth" | "marker">>(
  items: readonly Own[],
  inner: (item: Own) => string,
): string {
  let html = "";
  const open: string[] = [];
  /** The last number on each level. */
  const numbers: (number | undefined)[] = [];

  for (const item of items) {
    const { ordered, depth, marker } = item;
    const number = ordered ? plainNumber(marker) : undefined;
    while (open.length > depth + 1) html += `</li>\n</${open.pop()}>`;
    const tag = ordered ? "ol" : "ul";
    if (open.length === depth + 1) {
      html += "</li>\n";
      if (open[depth] !== tag) html += `</${open.pop()}>\n`;
    }
    const before = numbers[depth];
    const counts =
      open.length < depth + 1 || number === undefined || before === undefined || number === before + 1;
    if (open.length < depth + 1) {
      html += `<${tag}${number !== undefined && number !== 1 ? ` start="${number}"` : ""}>\n`;
      open.push(tag);
    }
    numbers[depth] = number;
    numbers.length = depth + 1;
    html += `<li${counts ? "" : ` value="${number}"`}>${inner(item)}`;
  }

  while (open.length > 0) html += `</li>\n</${open.pop()}>`;
  return html;
}

/** A marker's number, if HTML can express it: not letters and Roman numerals. */
export function plainNumber(marker: string): number | undefined {
  const digits = /^\D?(\d{1,9})[.)]$/.exec(marker)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Code in fences longer than any in it. */
export function fenced(code: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const ticks = "`".repeat(longest + 1);
  return `${ticks}\n${code}\n${ticks}`;
}
