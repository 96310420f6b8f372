/** Blocks of a written page as Markdown and HTML. Tables are HTML in both, formulas LaTeX. */
import { escapeHtml } from "../formats/html-text.ts";
import { harmlessLatex, imageText, inlineHtml, inlineMarkdown } from "./inline-text.ts";
import type { WrittenBlock, WrittenCell, WrittenItem } from "./model.ts";

/** Empty for what has no text. */
export function writtenMarkdown(block: WrittenBlock): string {
  switch (block.type) {
    case "heading":
      return `${"#".repeat(block.level)} ${inlineMarkdown(block.text).replaceAll("\n", " ")}`;
    case "paragraph":
      return inlineMarkdown(block.text);
    case "list":
      return markdownList(block.items);
    case "table":
      return table(block.rows);
    case "formula":
      return `$$${harmlessLatex(block.latex)}$$`;
    case "code":
      return `${fence(block.text)}\n${block.text}\n${fence(block.text)}`;
    case "image":
      return inlineMarkdown(imageText(block.text));
  }
}

export function writtenHtml(block: WrittenBlock): string {
  switch (block.type) {
    case "heading":
      return `<h${block.level}>${inlineHtml(block.text)}</h${block.level}>`;
    case "paragraph":
      return `<p>${inlineHtml(block.text)}</p>`;
    case "list":
      return htmlList(block.items);
    case "table":
      return table(block.rows);
    case "formula":
      return `<p>${escapeHtml(`$$${harmlessLatex(block.latex)}$$`)}</p>`;
    case "code":
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
    case "image": {
      const text = inlineHtml(imageText(block.text));
      return text === "" ? "" : `<p>${text}</p>`;
    }
  }
}

function table(rows: readonly (readonly WrittenCell[])[]): string {
  const lines = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`);
  return `<table>\n${lines.join("\n")}\n</table>`;
}

function cell({ text, header, rowSpan, colSpan }: WrittenCell): string {
  const tag = header ? "th" : "td";
  const down = rowSpan > 1 ? ` rowspan="${rowSpan}"` : "";
  const across = colSpan > 1 ? ` colspan="${colSpan}"` : "";
  return `<${tag}${down}${across}>${inlineHtml(text)}</${tag}>`;
}

function fence(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  return "`".repeat(longest + 1);
}

function markdownList(items: readonly WrittenItem[]): string {
  /** Width of the markers above: the next level's indent. */
  const widths: number[] = [];
  return items
    .map(({ marker, ordered, depth, text }) => {
      widths.length = Math.min(widths.length, depth);
      const indent = " ".repeat(widths.reduce((sum, width) => sum + width, 0));
      const sign = ordered ? `${Number.parseInt(marker, 10)}.` : "-";
      widths.push(sign.length + 1);
      return `${indent}${sign} ${inlineMarkdown(text).replaceAll("\n", " ")}`;
    })
    .join("\n");
}

function htmlList(items: readonly WrittenItem[]): string {
  let html = "";
  const open: string[] = [];
  for (const { ordered, depth, marker, text } of items) {
    while (open.length > depth + 1) html += `</li>\n</${open.pop()}>`;
    const tag = ordered ? "ol" : "ul";
    if (open.length === depth + 1) {
      html += "</li>\n";
      if (open[depth] !== tag) html += `</${open.pop()}>\n`;
    }
    if (open.length < depth + 1) {
      const start = Number.parseInt(marker, 10);
      html += `<${tag}${ordered && start !== 1 ? ` start="${start}"` : ""}>\n`;
      open.push(tag);
    }
    html += `<li>${inlineHtml(text)}`;
  }
  while (open.length > 0) html += `</li>\n</${open.pop()}>`;
  return html;
}
