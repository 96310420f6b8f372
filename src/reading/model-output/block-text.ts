/** Blocks of a model's page as Markdown and HTML. Tables are HTML in both, formulas LaTeX. */
import { escapeHtml, fenced, htmlList, htmlTable } from "../formats/html-text.ts";
import { harmlessLatex, imageText, inlineHtml, inlineMarkdown } from "./inline-text.ts";
import type { ModelBlock, ModelItem } from "./model.ts";

/** Empty for blocks without text. */
export function modelMarkdown(block: ModelBlock): string {
  switch (block.type) {
    case "heading":
      return `${"#".repeat(block.level)} ${inlineMarkdown(block.text).replaceAll("\n", " ")}`;
    case "paragraph":
      return inlineMarkdown(block.text);
    case "list":
      return markdownList(block.items);
    case "table":
      return htmlTable(block.rows, ({ text }) => inlineHtml(text));
    case "formula":
      return `$$${harmlessLatex(block.latex)}$$`;
    case "code":
      return fenced(block.text);
    case "image":
      return inlineMarkdown(imageText(block.text));
  }
}

export function modelHtml(block: ModelBlock): string {
  switch (block.type) {
    case "heading":
      return `<h${block.level}>${inlineHtml(block.text)}</h${block.level}>`;
    case "paragraph":
      return `<p>${inlineHtml(block.text)}</p>`;
    case "list":
      return htmlList(block.items, ({ text }) => inlineHtml(text));
    case "table":
      return htmlTable(block.rows, ({ text }) => inlineHtml(text));
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

function markdownList(items: readonly ModelItem[]): string {
  /** Widths of the markers above: the next level's indentation. */
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
