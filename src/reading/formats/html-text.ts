/** HTML of text and tables, escaped: nothing of a document becomes markup. */

import type { Cell, Line, Note, Span, Table } from "../layout/model/blocks.ts";
import { spansOf } from "../layout/paragraphs/paragraph-text.ts";
import type { Vocabulary } from "../lines/words/vocabulary.ts";

/** Characters that no HTML document may hold. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;

/** What of a text may have to change: most texts hold none of it. */
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

/** What a note is called in HTML. */
export const noteId = ({ page, place }: Note) => `note-${page}-${place}`;

export function htmlSpans(spans: readonly Span[], plainBold = false): string {
  let [result, link] = ["", ""];
  spans.forEach(({ text, bold, italic, mono, uri, note }, at) => {
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
    }
    link += html;
    // Runs that lead to one place are one link.
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
export function htmlTable({ rows }: Table, inner: (cell: Cell) => string): string {
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
