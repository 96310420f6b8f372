/** Blocks as HTML: a fragment of semantic elements. Running lines are left out, image boxes are empty figures. */

import { soundDepths } from "../layout/blocks/join-pages.ts";
import type { Block, Line, ListItem, Note } from "../layout/model/blocks.ts";
import { withoutMark } from "../layout/notes/notes.ts";
import { spansOf } from "../layout/paragraphs/paragraph-text.ts";
import type { Vocabulary } from "../lines/words/vocabulary.ts";
import { codeText } from "./code-text.ts";
import { escapeHtml, htmlLines, htmlSpans, htmlTable, noteId } from "./html-text.ts";

function htmlList(items: readonly ListItem[], vocabulary: Vocabulary): string {
  let html = "";
  const open: string[] = [];
  for (const { ordered, depth, marker, lines, parts = [] } of soundDepths(items)) {
    while (open.length > depth + 1) html += `</li>\n</${open.pop()}>`;
    const tag = ordered ? "ol" : "ul";
    const number = /^\D?(\d{1,9})[.)]$/.exec(marker)?.[1];
    if (open.length === depth + 1) {
      html += "</li>\n";
      if (open[depth] !== tag) {
        html += `</${open.pop()}>\n`;
      }
    }
    if (open.length < depth + 1) {
      html += `<${tag}${ordered && number !== undefined && number !== "1" ? ` start="${Number(number)}"` : ""}>\n`;
      open.push(tag);
    }
    const label = ordered && number === undefined ? `${escapeHtml(marker)} ` : "";
    html += `<li>${label}${htmlLines(lines, vocabulary)}`;
    for (const part of parts) html += `\n${htmlBlock(part, vocabulary)}\n`;
  }
  while (open.length > 0) html += `</li>\n</${open.pop()}>`;
  return html;
}

/** A footnote that a mark in the text leads to. */
function htmlNote(lines: readonly Line[], note: Note, vocabulary: Vocabulary): string {
  const text = htmlLines(withoutMark(lines), vocabulary);
  return `<p class="footnote" id="${noteId(note)}"><sup>${escapeHtml(note.mark)}</sup> ${text}</p>`;
}

/** One block; empty for what HTML leaves out. */
export function htmlBlock(block: Block, vocabulary: Vocabulary): string {
  switch (block.type) {
    case "heading":
      return `<h${block.level ?? 1}>${htmlSpans(spansOf(block.lines, vocabulary), true)}</h${block.level ?? 1}>`;
    case "table":
      return block.table ? htmlTable(block.table, (cell) => htmlLines(cell.lines, vocabulary)) : "";
    case "list":
      return htmlList(block.items ?? [], vocabulary);
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
