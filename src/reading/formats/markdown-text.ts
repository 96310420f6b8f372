/** Text as Markdown that reads back as the same text: only potential markup is escaped. */
import { groupWhile } from "../../core/collections/group-while.ts";
import type { Span } from "../layout/model/blocks.ts";
import { inElement } from "./html-text.ts";

/** Characters that would begin a block at the start of a line. */
const lineStart =
  /^(?:([#]{1,6})(?=\s|$)|([-+*>])(?=\s|$)|(>)|(\d{1,9})([.)])(?=\s|$)|(=+\s*$|-{2,}\s*$)|(~{3,})|(\|)|(\[(?:[^\]\\]|\\.)*\]:))/;
const entity = /&(?=#?[a-zA-Z0-9]{1,32};)/g;

/** Where `text` ends in the first half of markup that `after` completes; -1 if it doesn't. */
function straddling(text: string, after: string): number {
  if (after === "") return -1;
  const last = text.length - 1;
  const ends = (half: string, rest: RegExp) => text.endsWith(half) && rest.test(after);
  if (ends("<", /^[a-zA-Z/!?]/) || ends("]", /^\(/) || ends("\\", /./)) return last;
  const start = text.lastIndexOf("&");
  const begun = start < 0 || text.length - start > 34 ? "" : text.slice(start) + after.slice(0, 34);
  return /^&#?[a-zA-Z0-9]{1,32};/.test(begun) && !text.includes(";", start) ? start : -1;
}

/** The context of a text stretch in its line. */
interface Stretch {
  /** The text after it, possibly within marks. */
  readonly after?: string;
  /** Whether it has no marks itself. */
  readonly plain?: boolean;
  /** Whether it is already part of a link. */
  readonly inLink?: boolean;
}

export function escapeMarkdown(text: string, { after = "", plain, inLink }: Stretch = {}): string {
  const free = plain === true && /^(?:\s|$)/.test(after);
  let result = "";
  let end = 0;
  let addressEnd = 0;

  for (const { 0: scheme, index } of text.matchAll(addressStart)) {
    if (index < end) continue;
    result += escapePart(text.slice(end, index), text.slice(index), false);
    if (index >= addressEnd) addressEnd = endOfAddress(text, index);
    const bare = bareAddress(text.slice(index, addressEnd), text.slice(addressEnd) + after, inLink);
    // An address that is text rather than a link: its dot or colon is escaped.
    result += bare ?? scheme.replace(/[.:]/, "\\$&");
    end = bare === undefined ? index + scheme.length : addressEnd;
  }

  return result + escapePart(text.slice(end), after, free);
}

function escapePart(text: string, after: string, free: boolean): string {
  const at = straddling(text, after);
  if (at < 0) return escapeWhole(text, free);
  const head = text.slice(0, at);
  // A backslash that preceded a letter now precedes a backslash.
  return `${escapeWhole(head)}${head.endsWith("\\") ? "\\" : ""}\\${escapeWhole(text.slice(at))}`;
}

/** Text that GitHub autolinks (GFM, 6.9), and the part that is safe to follow. */
const addressStart = /(?:https?|ftp):\/\/|www\.|(?:xmpp|mailto):/gi;
const safeAddress = /^(?:https?|www|mailto)/i;
/** Maximum characters of an address, and of the text after it, to examine. */
const longestAddress = 2000;

function endOfAddress(text: string, start: number): number {
  const length = text.slice(start).search(/[\s<>]/);
  return length < 0 ? text.length : start + length;
}

/**
 * An address that stays a link. A backslash in or right after it would be part of the link without escaping anything: then it
 * gets its own brackets. Undefined if that's impossible.
 */
function bareAddress(address: string, after: string, inLink = false): string | undefined {
  const rest = /^\S*/.exec(after.slice(0, longestAddress))?.[0] ?? "";
  const isShort = address.length < longestAddress && rest.length < longestAddress;
  if (!isShort || !safeAddress.test(address)) return undefined;
  const whole = address + rest;
  if (!rest.startsWith("[") && escapeWhole(whole) === whole) return address;
  const mayStandAlone = !inLink && /^https?:/i.test(address) && !/[\u0000-\u0020\u007f]/.test(address);
  return mayStandAlone ? `<${address}>` : undefined;
}

/** Stars, except one between spaces. Those at the end of a word could only close an unopened mark: if `free`, they stay. */
function escapeStars(text: string, free: boolean): string {
  return text.replaceAll(/\*+/g, (stars, at: number) => {
    const [before, after] = [text[at - 1] ?? " ", text[at + stars.length] ?? " "];
    if (!/\S/.test(after) && (/\S/.test(before) ? free : stars.length === 1)) return stars;
    return "\\*".repeat(stars.length);
  });
}

/** Potential markup or line ends: most text has none. */
const special = /[\\`*_<~\]&\n\r\u2028\u2029\u0085]/;

function escapeWhole(text: string, free = false): string {
  if (!special.test(text)) return text;
  const escaped = text
    .replaceAll(/[\n\r\u2028\u2029\u0085]+/g, " ")
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "\\\\")
    .replaceAll("`", "\\`");
  return escapeStars(escaped, free)
    .replaceAll(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, "\\_")
    .replaceAll(/<(?=[a-zA-Z/!?])/g, "\\<")
    .replaceAll("~~", "\\~~")
    .replaceAll("](", "]\\(")
    .replaceAll(entity, "\\&");
}

/** Escapes the start of a line, so that it begins no block. */
export function escapeStart(line: string): string {
  const match = lineStart.exec(line);
  if (!match) return line;
  const digits = match[4];
  return digits === undefined ? `\\${line}` : `${digits}\\${line.slice(digits.length)}`;
}

/** Puts marks around a text, outside any spaces; none if Markdown wouldn't read them as marks. */
function marked(text: string, marks: string): string {
  const inner = text.trim();
  if (!/^[\p{L}\p{N}]/u.test(inner) || !/[\p{L}\p{N}]$/u.test(lastCharacters(inner))) return text;
  const start = text.slice(0, text.length - text.trimStart().length);
  const end = [...marks].toReversed().join("");
  return `${start}${marks}${inner}${end}${text.slice(text.trimEnd().length)}`;
}

const linkable = (uri: string) =>
  encodeURI(uri.toWellFormed().replaceAll(/%(?![0-9a-f]{2})/gi, "%25"))
    .replaceAll("%25", "%")
    .replaceAll("(", "%28")
    .replaceAll(")", "%29");

export interface MarkdownStyle {
  readonly emphasis: boolean;
  readonly links: boolean;
}

/** Runs with the same target, which form one link; runs of plain text. */
const linkRuns = (spans: readonly Span[]) => groupWhile(spans, (last, span) => last.uri === span.uri);

/** A run's Markdown as a link; unchanged if it autolinks. */
function linked(text: string, run: readonly Span[], uri: string): string {
  const inner = text.trim();
  const plain = run.map((span) => span.text).join("");
  if (inner === "" || plain.trim() === uri) return text;
  return `[${inner.replaceAll(/[[\]]/g, "\\$&")}](${linkable(uri)})${text.slice(text.trimEnd().length)}`;
}

/** As many UTF-16 units from the end as a character may have. */
const lastCharacters = (text: string) => text.slice(-2);

/** The text after a number of runs. A note, or a link that begins, counts as its bracket. */
function textsAfter(spans: readonly Span[], links: boolean): (count: number) => string {
  let whole = "";
  const begins = spans.map(({ text, note, uri }, at) => {
    const begin = whole.length;
    const isLink = links && uri !== undefined && uri !== spans[at - 1]?.uri;
    whole += note || isLink ? "[" : "";
    whole += note ? "" : text;
    return begin;
  });
  return (count) => whole.slice(begins[count] ?? whole.length);
}

/** A paragraph's runs as Markdown on one line. */
export function markdownSpans(spans: readonly Span[], style: MarkdownStyle): string {
  const allBold = spans.every(({ bold, text }) => bold || text.trim() === "");
  const afterOf = textsAfter(spans, style.links);
  let result = "";
  let at = 0;

  for (const run of style.links ? linkRuns(spans) : [spans]) {
    let text = "";
    for (const span of run) {
      at += 1;
      const next = spans[at];
      if (span.note) {
        text += `[^${span.note.label}]${/\s$/.test(span.text) ? " " : ""}`;
        continue;
      }
      let part = escapeMarkdown(span.text, {
        after: afterOf(at),
        plain: !span.italic && !span.bold,
        inLink: style.links && span.uri !== undefined,
      });
      const begins = next?.note !== undefined || (next?.uri !== undefined && next.uri !== span.uri);
      // An exclamation mark before a link would make it an image.
      if (style.links && begins) part = part.replace(/!$/, "\\!");
      // Text after a mark in brackets would be a link target.
      const before = spans[at - 2];
      if (before?.note && /\S$/.test(before.text) && /^[([]/.test(part)) part = `\\${part}`;
      // Marks inside a word are ambiguous, so there are none.
      const bold = span.bold && !allBold;
      const glued = () =>
        /[\p{L}\p{N}]$/u.test(lastCharacters(text || result)) ||
        (/\S$/.test(span.text.slice(-1)) && /^[\p{L}\p{N}]/u.test(next?.note ? "" : (next?.text ?? "")));
      const marks = `${span.struck ? "~~" : ""}${bold ? "**" : ""}${span.italic ? "*" : ""}`;
      if (style.emphasis && marks !== "" && !glued()) part = marked(part, marks);
      // Markdown has no marks for superscript and subscript except HTML's.
      if (style.emphasis && span.script) part = inElement(part, span.script);
      text += part;
    }
    const uri = run[0]?.uri;
    result += style.links && uri !== undefined ? linked(text, run, uri) : text;
  }

  return result.trim();
}
