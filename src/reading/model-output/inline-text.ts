/** Inline tokens as HTML, Markdown and plain text. */
import { escapeHtml } from "../formats/html-text.ts";
import { escapeMarkdown, escapeStart } from "../formats/markdown-text.ts";
import { type InlineTag, type InlineToken, inlineTokens } from "./inline.ts";

/** A model's name for a picture that it can't describe. */
const nameless = /^(?:image|picture|figure|photo|logo|icon|chart|diagram)?$/i;

/** The text to write for a picture: its own, if it has any. */
export function imageText(text: string): string {
  const own = text.trim();
  return nameless.test(own) ? "" : own;
}

export const inlineHtml = (text: string): string => inlineTokens(text).map(tokenHtml).join("").trim();

function tokenHtml(token: InlineToken): string {
  switch (token.kind) {
    case "text":
      return escapeHtml(token.text);
    case "math":
      return escapeHtml(dollars(token));
    case "code":
      return `<code>${escapeHtml(token.text)}</code>`;
    case "break":
      return "<br>";
    case "image":
      return escapeHtml(imageText(token.text));
    case "link":
      return `<a href="${escapeHtml(token.uri)}">${escapeHtml(token.text)}</a>`;
    case "open":
      return `<${token.tag}>`;
    case "close":
      return `</${token.tag}>`;
  }
}

/** Emphasis marks that Markdown has; others stay tags. */
const marks: Readonly<Partial<Record<InlineTag, string>>> = { b: "**", i: "*" };

/** One paragraph, keeping its line ends. */
export function inlineMarkdown(text: string): string {
  return withImagesAsText(inlineTokens(text))
    .map((token, i, tokens) => {
      const written = tokenMarkdown(token);
      // An exclamation mark before a link would make it an image.
      const image = token.kind === "text" && tokens[i + 1]?.kind === "link";
      return image ? written.replace(/!$/, "\\!") : written;
    })
    .join("")
    .split("\n")
    .map((line) => escapeStart(line.trim()))
    .join("\n");
}

/** An image's replacement text is escaped together with adjacent text, since both may combine to markup. */
function withImagesAsText(tokens: readonly InlineToken[]): InlineToken[] {
  const result: InlineToken[] = [];
  for (const token of tokens) {
    const text = token.kind === "image" ? imageText(token.text) : token.kind === "text" && token.text;
    const last = result.at(-1);
    if (text === false) result.push(token);
    else if (last?.kind === "text") result[result.length - 1] = { kind: "text", text: last.text + text };
    else result.push({ kind: "text", text });
  }
  return result;
}

function tokenMarkdown(token: InlineToken): string {
  switch (token.kind) {
    case "text":
      return token.text.split("\n").map(escapeText).join("\n");
    case "math":
      return dollars(token);
    case "code":
      return codeSpan(token.text);
    case "break":
      return "<br>";
    case "image":
      return escapeText(imageText(token.text));
    case "link":
      return `[${escapeText(token.text)}](${token.uri})`;
    case "open":
      return (token.mark ? marks[token.tag] : undefined) ?? `<${token.tag}>`;
    case "close":
      return (token.mark ? marks[token.tag] : undefined) ?? `</${token.tag}>`;
  }
}

export const inlinePlain = (text: string): string => inlineTokens(text).map(tokenText).join("").trim();

function tokenText(token: InlineToken): string {
  switch (token.kind) {
    case "text":
    case "code":
    case "link":
      return token.text;
    case "math":
      return dollars(token);
    case "break":
      return "\n";
    case "image":
      return imageText(token.text);
    default:
      return "";
  }
}

function dollars({ latex, display }: Extract<InlineToken, { kind: "math" }>): string {
  return display ? `$$${harmlessLatex(latex)}$$` : `$${harmlessLatex(latex)}$`;
}

/**
 * Markdown sees tags, links and images in formulas too: there, a "less than" is written by name, and the potential start of a
 * link address gets a space before it, which LaTeX ignores.
 */
export function harmlessLatex(latex: string): string {
  return latex
    .replaceAll(/<(?=[a-zA-Z/!?])/g, "\\lt ")
    .replaceAll("](", "] (")
    .trim();
}

/** Two dollars in a text could be taken for a formula. */
function escapeText(text: string): string {
  const escaped = escapeMarkdown(text).replaceAll("![", "!\\[");
  return escaped.split("$").length > 2 ? escaped.replaceAll("$", "\\$") : escaped;
}

function codeSpan(text: string): string {
  const line = text.replaceAll("\n", " ");
  return line.includes("`") ? escapeText(line) : `\`${line}\``;
}
