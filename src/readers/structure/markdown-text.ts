/** Text as Markdown that reads back as the same text: what would be markup is escaped, and nothing else. */
import type { Span } from "./model.ts";

/** What would begin a block at the start of a line. */
const lineStart =
  /^(?:([#]{1,6})(?=\s|$)|([-+*>])(?=\s|$)|(>)|(\d{1,9})([.)])(?=\s|$)|(=+\s*$|-{2,}\s*$)|(~{3,})|(\|)|(\[[^\]]*\]:))/;
const entity = /&(?=#?[a-zA-Z0-9]{1,32};)/g;

/** One stretch of text inside a line. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\n\r\u2028\u2029\u0085]+/g, " ")
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replaceAll("`", "\\`")
    .replaceAll(/\*(?=\S)|(?<=\S)\*/g, "\\*")
    .replaceAll(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, "\\_")
    .replaceAll(/<(?=[a-zA-Z/!?])/g, "\\<")
    .replaceAll("~~", "\\~~")
    .replaceAll("](", "]\\(")
    .replaceAll(entity, "\\&");
}

/** The start of a line, so that it begins no block. */
export function escapeStart(line: string): string {
  const match = lineStart.exec(line);
  if (!match) return line;
  const digits = match[4];
  return digits === undefined ? `\\${line}` : `${digits}\\${line.slice(digits.length)}`;
}

/** Marks around a text, with spaces outside of them; none where Markdown would not read them as marks. */
function marked(text: string, mark: string): string {
  const inner = text.trim();
  if (!/^[\p{L}\p{N}]/u.test(inner) || !/[\p{L}\p{N}]$/u.test(inner)) return text;
  const start = text.slice(0, text.length - text.trimStart().length);
  return `${start}${mark}${inner}${mark}${text.slice(text.trimEnd().length)}`;
}

const linkable = (uri: string) =>
  encodeURI(uri.replaceAll(/%(?![0-9a-f]{2})/gi, "%25"))
    .replaceAll("%25", "%")
    .replaceAll("(", "%28")
    .replaceAll(")", "%29");

export interface MarkdownStyle {
  /** Bold and italic are written. */
  readonly emphasis: boolean;
  readonly links: boolean;
}

/** Runs of one paragraph as Markdown on one line. */
export function markdownSpans(spans: readonly Span[], style: MarkdownStyle): string {
  const allBold = spans.every(({ bold, text }) => bold || text.trim() === "");
  let result = "";
  for (let at = 0; at < spans.length; at += 1) {
    const span = spans[at];
    if (!span) continue;
    let text = escapeMarkdown(span.text);
    const next = spans[at + 1];
    // Marks inside a word are read in more than one way: none there.
    const glued =
      /[\p{L}\p{N}]$/u.test(result) || (/\S$/.test(span.text) && /^[\p{L}\p{N}]/u.test(next?.text ?? ""));
    if (style.emphasis && !glued) {
      if (span.italic) text = marked(text, "*");
      if (span.bold && !allBold) text = marked(text, "**");
    }
    if (style.links && span.uri !== undefined && text.trim() !== "") {
      const inner = text.trim();
      const tail = text.slice(text.trimEnd().length);
      text =
        span.text.trim() === span.uri
          ? text
          : `[${inner.replaceAll(/[[\]]/g, "\\$&")}](${linkable(span.uri)})${tail}`;
    }
    result += text;
  }
  return result.trim();
}
