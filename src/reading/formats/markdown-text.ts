/** Text as Markdown that reads back as the same text: what would be markup is escaped, and nothing else. */
import type { Span } from "../layout/model/blocks.ts";
import { inElement } from "./html-text.ts";

/** What would begin a block at the start of a line. */
const lineStart =
  /^(?:([#]{1,6})(?=\s|$)|([-+*>])(?=\s|$)|(>)|(\d{1,9})([.)])(?=\s|$)|(=+\s*$|-{2,}\s*$)|(~{3,})|(\|)|(\[(?:[^\]\\]|\\.)*\]:))/;
const entity = /&(?=#?[a-zA-Z0-9]{1,32};)/g;

/** Where `text` ends in the first half of markup that `after` completes; -1 where it does not. */
function straddling(text: string, after: string): number {
  if (after === "") return -1;
  const last = text.length - 1;
  const ends = (half: string, rest: RegExp) => text.endsWith(half) && rest.test(after);
  if (ends("<", /^[a-zA-Z/!?]/) || ends("]", /^\(/) || ends("\\", /./)) return last;
  const start = text.lastIndexOf("&");
  const begun = start < 0 || text.length - start > 34 ? "" : text.slice(start) + after.slice(0, 34);
  return /^&#?[a-zA-Z0-9]{1,32};/.test(begun) && !text.includes(";", start) ? start : -1;
}

/** How a stretch of text is written in its line. */
interface Stretch {
  /** The text that follows it there, perhaps within marks. */
  readonly after?: string;
  /** It has no marks itself. */
  readonly plain?: boolean;
  /** It is part of a link already. */
  readonly inLink?: boolean;
}

/** One stretch of text inside a line. */
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
    // An address that is text and no link: its dot or colon is escaped.
    result += bare ?? scheme.replace(/[.:]/, "\\$&");
    end = bare === undefined ? index + scheme.length : addressEnd;
  }
  return result + escapePart(text.slice(end), after, free);
}

function escapePart(text: string, after: string, free: boolean): string {
  const at = straddling(text, after);
  if (at < 0) return escapeWhole(text, free);
  const head = text.slice(0, at);
  // A backslash that was before a letter is before a backslash now.
  return `${escapeWhole(head)}${head.endsWith("\\") ? "\\" : ""}\\${escapeWhole(text.slice(at))}`;
}

/** What GitHub makes a link of by itself (GFM, 6.9), and what of it is safe to follow. */
const addressStart = /(?:https?|ftp):\/\/|www\.|(?:xmpp|mailto):/gi;
const safeAddress = /^(?:https?|www|mailto)/i;
/** Characters of an address, and after it, that are looked at. */
const longestAddress = 2000;

function endOfAddress(text: string, start: number): number {
  const length = text.slice(start).search(/[\s<>]/);
  return length < 0 ? text.length : start + length;
}

/**
 * An address that stays a link. A backslash in it, or right after it, would be part of the link and escape nothing: then it
 * gets brackets of its own. Undefined where that can't be.
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

/** Stars, but for one between spaces. Those at the end of a word could only close what none has opened: `free`, they stay. */
function escapeStars(text: string, free: boolean): string {
  return text.replaceAll(/\*+/g, (stars, at: number) => {
    const [before, after] = [text[at - 1] ?? " ", text[at + stars.length] ?? " "];
    if (!/\S/.test(after) && (/\S/.test(before) ? free : stars.length === 1)) return stars;
    return "\\*".repeat(stars.length);
  });
}

/** What may be markup or ends a line: most text holds none of it. */
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
  if (!/^[\p{L}\p{N}]/u.test(inner) || !/[\p{L}\p{N}]$/u.test(lastCharacters(inner))) return text;
  const start = text.slice(0, text.length - text.trimStart().length);
  return `${start}${mark}${inner}${mark}${text.slice(text.trimEnd().length)}`;
}

const linkable = (uri: string) =>
  encodeURI(uri.toWellFormed().replaceAll(/%(?![0-9a-f]{2})/gi, "%25"))
    .replaceAll("%25", "%")
    .replaceAll("(", "%28")
    .replaceAll(")", "%29");

export interface MarkdownStyle {
  /** Bold and italic are written. */
  readonly emphasis: boolean;
  readonly links: boolean;
}

/** Runs that lead to one place, and are one link; runs of plain text. */
function linkRuns(spans: readonly Span[]): Span[][] {
  const runs: Span[][] = [];
  for (const span of spans) {
    const run = runs.at(-1);
    if (run && run[0]?.uri === span.uri) run.push(span);
    else runs.push([span]);
  }
  return runs;
}

/** The Markdown of a run as a link; as it is where the link says itself. */
function linked(text: string, run: readonly Span[], uri: string): string {
  const inner = text.trim();
  const plain = run.map((span) => span.text).join("");
  if (inner === "" || plain.trim() === uri) return text;
  return `[${inner.replaceAll(/[[\]]/g, "\\$&")}](${linkable(uri)})${text.slice(text.trimEnd().length)}`;
}

/** As many UTF-16 units as a character may have, from the end. */
const lastCharacters = (text: string) => text.slice(-2);

/** What follows the first so many runs. A note, or a link that begins, counts as its bracket. */
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

/** Runs of one paragraph as Markdown on one line. */
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
      // An exclamation mark before a link would make an image of it.
      if (style.links && begins) part = part.replace(/!$/, "\\!");
      // What follows a mark in brackets would be the target of a link.
      const before = spans[at - 2];
      if (before?.note && /\S$/.test(before.text) && /^[([]/.test(part)) part = `\\${part}`;
      // Marks inside a word are read in more than one way: none there.
      const bold = span.bold && !allBold;
      const glued = () =>
        /[\p{L}\p{N}]$/u.test(lastCharacters(text || result)) ||
        (/\S$/.test(span.text.slice(-1)) && /^[\p{L}\p{N}]/u.test(next?.note ? "" : (next?.text ?? "")));
      if (style.emphasis && (span.italic || bold) && !glued()) {
        if (span.italic) part = marked(part, "*");
        if (bold) part = marked(part, "**");
      }
      if (style.emphasis && span.struck && !glued()) part = marked(part, "~~");
      // Markdown has no marks for small text above and below the line, but for HTML's.
      if (style.emphasis && span.script) part = inElement(part, span.script);
      text += part;
    }
    const uri = run[0]?.uri;
    result += style.links && uri !== undefined ? linked(text, run, uri) : text;
  }
  return result.trim();
}
