/** Parses a page's cleaned Markdown into blocks: the part of CommonMark that models write, in one pass over its lines. */
import { trimEndOf } from "../../core/trim.ts";
import type { ModelBlock, ModelItem } from "./model.ts";
import { htmlTableRows, isDelimiterRow, type ModelTable, pipeTableRows } from "./tables.ts";

const heading = /^\s{0,3}(#{1,6})(?=\s|$)(.*)$/;
const item = /^(\s*)([-*+•]|\d{1,9}[.)])\s+(\S.*)$/;
const rule = /^\s{0,3}([-*_])(?:\s*\1){2,}\s*$/;
const fence = /^\s{0,3}(```+|~~~+)\s*([\w-]*)/;
const image = /^\s*!\[([^\]]{0,500})\](?:\([^()\s]{0,2000}\))?\s*$/;
/** Lines of a displayed formula. */
const formulaStart = /^\s*\$\$(.*)$/;

/** The blocks of a text. Every word of it is in one block. */
export function modelBlocks(text: string): ModelBlock[] {
  const blocks: ModelBlock[] = [];
  const lines = separateTables(text).split("\n");
  let paragraph: string[] = [];
  let items: OpenItem[] = [];

  const endParagraph = () => {
    const joined = paragraph.join("\n").trim();
    paragraph = [];
    if (joined === "") return;
    const alone = image.exec(joined);
    blocks.push(alone ? { type: "image", text: alone[1] ?? "" } : { type: "paragraph", text: joined });
  };

  const endList = () => {
    if (items.length > 0) blocks.push({ type: "list", items: items.map(closed) });
    items = [];
  };

  const begin = (block: ModelBlock) => {
    endParagraph();
    endList();
    blocks.push(block);
  };

  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").replace(/^\s{0,3}>\s?/, "");
    if (line.trim() === "") {
      endParagraph();
      // A list continues after an empty line if an item follows, or a line that belongs to its last one.
      if (!/^\s+\S/.test(lines[at + 1] ?? "") && !item.test(lines[at + 1] ?? "")) endList();
      continue;
    }
    const table = tableAt(lines, at);
    if (table) {
      if (table.caption !== "") begin({ type: "paragraph", text: table.caption });
      if (table.rows.length > 0) begin({ type: "table", rows: table.rows });
      at = table.last;
      continue;
    }
    const block = blockAt(lines, at, line);
    if (block) {
      begin(block.block);
      at = block.last;
      continue;
    }
    if (paragraph.length > 0 && /^\s{0,3}=+\s*$/.test(line)) {
      const text = paragraph.join(" ").trim();
      paragraph = [];
      begin({ type: "heading", level: 1, text });
    } else if (rule.test(line)) {
      endParagraph();
      endList();
    } else if (item.test(line)) {
      endParagraph();
      const next = openItem(items, line);
      // A different kind of marker at the left begins a new list.
      if (next.depth === 0 && items[0] && items[0].ordered !== next.ordered) endList();
      items.push(next);
    } else if (items.length > 0 && paragraph.length === 0) {
      const last = items.at(-1);
      if (last) last.text += ` ${line.trim()}`;
    } else paragraph.push(line.trimEnd());
  }

  endParagraph();
  endList();

  return blocks;
}

/** Headings, formulas and code: blocks made of one or more lines. */
function blockAt(
  lines: readonly string[],
  at: number,
  line: string,
): { readonly block: ModelBlock; readonly last: number } | undefined {
  const title = heading.exec(line);

  if (title) {
    const text = trimEndOf(title[2]?.trim() ?? "", "#").trim();
    const level = title[1]?.length ?? 1;
    return {
      block: text === "" ? { type: "paragraph", text: "" } : { type: "heading", level, text },
      last: at,
    };
  }

  const ticks = fence.exec(line);
  if (ticks) {
    const end = endOf(lines, at + 1, (next) => next.trim().startsWith(ticks[1] ?? "```"));
    const text = lines.slice(at + 1, end).join("\n");
    const latex = /^(latex|tex|math)$/i.test(ticks[2] ?? "");
    return { block: latex ? formula(text) : { type: "code", text }, last: end };
  }

  const first = formulaStart.exec(line)?.[1];
  if (first === undefined) return undefined;
  if (/\$\$\s*$/.test(first) && !first.slice(0, -2).includes("$$"))
    return { block: formula(first.replace(/\$\$\s*$/, "")), last: at };
  if (first.includes("$$")) return undefined;
  const end = endOf(lines, at + 1, (next) => /\$\$\s*$/.test(next) || next.trim() === "");
  if (!/\$\$\s*$/.test(lines[end] ?? "")) return undefined;
  const body = [first, ...lines.slice(at + 1, end + 1)].join("\n").replace(/\$\$\s*$/, "");

  return body.includes("$$") ? undefined : { block: formula(body), last: end };
}

function endOf(lines: readonly string[], from: number, ends: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && !ends(lines[at] ?? "")) at++;
  return at;
}

function formula(text: string): ModelBlock {
  const latex = text
    .trim()
    .replace(/^\$\$?|\$\$?$/g, "")
    .trim();
  return { type: "formula", latex };
}

/** A table that begins on this line; `last` is its last line. */
function tableAt(lines: readonly string[], at: number): (ModelTable & { readonly last: number }) | undefined {
  const line = lines[at] ?? "";
  if (line.startsWith(tableMark)) return { ...htmlTableRows(line.slice(tableMark.length)), last: at };
  if (!line.includes("|") || !isDelimiterRow(lines[at + 1] ?? "")) return undefined;
  let last = at + 1;
  while ((lines[last + 1] ?? "").includes("|")) last++;
  return { ...pipeTableRows(lines.slice(at, last + 1)), last };
}

/** Marks a line that contains a table's inside; no text has this character (`clean.ts`). */
const tableMark = "\u0001";

/** Every `<table>…</table>` on its own line; an unclosed one ends with the page. */
function separateTables(text: string): string {
  const tags = /<(\/?)table\b[^<>]{0,1000}>/gi;
  let result = "";
  let at = 0;
  let start: number | undefined;
  let depth = 0;

  const close = (end: number, next: number) => {
    result += `\n${tableMark}${text.slice(start, end).replaceAll("\n", " ")}\n`;
    start = undefined;
    at = next;
  };

  for (const match of text.matchAll(tags)) {
    const after = match.index + match[0].length;
    if (match[1] === "") {
      depth += 1;
      if (start === undefined) {
        result += text.slice(at, match.index);
        start = after;
      }
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) close(match.index, after);
    }
  }

  if (start !== undefined) close(text.length, text.length);
  return result + text.slice(at);
}

interface OpenItem {
  readonly marker: string;
  readonly ordered: boolean;
  readonly depth: number;
  /** Of its marker, in columns. */
  readonly indent: number;
  readonly parent: OpenItem | undefined;
  text: string;
}

/** Depth by the marker's indentation relative to earlier items. */
function openItem(items: readonly OpenItem[], line: string): OpenItem {
  const [, space = "", marker = "-", text = ""] = item.exec(line) ?? [];
  const indent = space.replaceAll("\t", "    ").length;
  let above = items.at(-1);
  while (above && above.indent >= indent) above = above.parent;
  const depth = above ? above.depth + 1 : 0;
  return { marker, ordered: /^\d/.test(marker), depth, indent, parent: above, text };
}

const closed = ({ marker, ordered, depth, text }: OpenItem): ModelItem => ({
  ...{ marker, ordered, depth },
  text: text.trim(),
});
