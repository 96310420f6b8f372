/** Blocks as HTML: a fragment of semantic elements. Running headers and footers are omitted, image boxes are empty figures. */

import { soundDepths } from "../layout/join-pages.ts";
import type { Block, Line, ListItem, Note } from "../layout/model/blocks.ts";
import { withoutMark } from "../layout/notes/notes.ts";
import { spansOf } from "../layout/paragraphs/paragraph-text.ts";
import type { Vocabulary } from "../lines/words/vocabulary.ts";
import { codeText } from "./code-text.ts";
import { escapeHtml, htmlLines, htmlList, htmlSpans, htmlTable, noteId, plainNumber } from "./html-text.ts";

function itemHtml({ ordered, marker, lines, parts = [] }: ListItem, vocabulary: Vocabulary): string {
  const label = ordered && plainNumber(marker) === undefined ? `${escapeHtml(marker)} ` : "";
  const inner = parts.map((part) => `\n${htmlBlock(part, vocabulary)}\n`).join("");
  return `${label}${htmlLines(lines, vocabulary)}${inner}`;
}

function htmlNote(lines: readonly Line[], note: Note, vocabulary: Vocabulary): string {
  const text = htmlLines(withoutMark(lines), vocabulary);
  return `<p class="footnote" id="${noteId(note)}"><sup>${escapeHtml(note.mark)}</sup> ${text}</p>`;
}

/** One block; empty if HTML omits it. */
export function htmlBlock(block: Block, vocabulary: Vocabulary): string {
  switch (block.type) {
    case "heading":
      return `<h${block.level ?? 1}>${htmlSpans(spansOf(block.lines, vocabulary), true)}</h${block.level ?? 1}>`;
    case "table":
      return block.table ? htmlTable(block.table.rows, (cell) => htmlLines(cell.lines, vocabulary)) : "";
    case "list":
      return htmlList(soundDepths(block.items ?? []), (item) => itemHtml(item, vocabulary));
    case "code":
      return `<pre><code>${escapeHtml(codeText(block.lines))}</code></pre>`;
    case "footnote":
      if (block.note) return htmlNote(block.lines, block.note, vocabulary);
      return `<p class="footnote">${htmlLines(block.lines, vocabulary)}</p>`;
    case "caption":
      return `<p class="${block.type}">${htmlLines(block.lines, vocabulary)}</p>`;
    case "header":
    case "footer":
    case "image":
      return "";
    default:
      return `<p>${htmlLines(block.lines, vocabulary)}</p>`;
  }
}
