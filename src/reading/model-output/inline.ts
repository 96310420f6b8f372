/**
 * Markdown within a paragraph, from an untrusted source: emphasis, code, formulas, links, and the few tags without a Markdown
 * equivalent. Parsed once into tokens, from which every format is written, so that nothing else can come out.
 */
import { getOrInsert } from "../../core/collections/maps.ts";

export type InlineToken =
  | { readonly kind: "text"; readonly text: string }
  /** LaTeX without its dollars. */
  | { readonly kind: "math"; readonly latex: string; readonly display: boolean }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "break" }
  | { readonly kind: "image"; readonly text: string }
  /** `mark`: written with Markdown's own marks rather than a tag. */
  | { readonly kind: "open" | "close"; readonly tag: InlineTag; readonly mark: boolean }
  | { readonly kind: "link"; readonly text: string; readonly uri: string };

export type InlineTag = "sup" | "sub" | "b" | "i" | "u";

/**
 * Potentially meaningful parts, in the order tried at each position. Each is bounded by its end, and none backtracks: a page
 * of 100,000 punctuation characters is read in one pass.
 */
const parts =
  /\\([!-/:-@[-`{-~])|(?<!`)(`{1,8})(?!`)([^`]+)\2(?!`)|\$\$([^$]{1,4000})\$\$|\$(?=\S)([^$\n]{0,999}[^\s$\\]|[^\s$\\])\$(?!\d)|<(\/?)(br|sup|sub|b|i|u|strong|em)\s*\/?>|!\[([^\][\n]{0,500})\](?:\([^()\s]{0,2000}\))?|\[([^\][\n]{1,500})\]\(([^()\s]{1,2000})\)|(\*\*|__)|([*_])|<!--|<\/?[a-zA-Z][^<>]{0,1000}>|&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/g;

const tags: Readonly<Record<string, InlineTag>> = {
  ...{ sup: "sup", sub: "sub", b: "b", i: "i", u: "u" },
  ...{ strong: "b", em: "i" },
};

/** Common entities; others stay as written. */
const entities: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" },
  ...{ copy: "©", reg: "®", deg: "°", times: "×", ndash: "–", mdash: "—", hellip: "…", euro: "€" },
};

/** Parses a text. Tags come out balanced: only open ones are closed, and all are closed at the end. */
export function inlineTokens(text: string): InlineToken[] {
  const tokens: InlineToken[] = [];
  const open: { readonly tag: InlineTag; readonly mark: boolean }[] = [];
  const isOpen = (tag: InlineTag) => open.some((one) => one.tag === tag);
  const last = lastPlaces(text);

  const add = (plain: string) => {
    const before = tokens.at(-1);
    if (plain === "") return;
    if (before?.kind === "text") tokens[tokens.length - 1] = { kind: "text", text: before.text + plain };
    else tokens.push({ kind: "text", text: plain });
  };

  const begin = (tag: InlineTag, mark: boolean) => {
    open.push({ tag, mark });
    tokens.push({ kind: "open", tag, mark });
  };

  const end = (tag: InlineTag) => {
    if (!isOpen(tag)) return;
    for (let inner = open.pop(); inner; inner = open.pop()) {
      tokens.push({ kind: "close", ...inner });
      if (inner.tag === tag) return;
    }
  };

  let at = 0;
  for (const match of text.matchAll(parts)) {
    const [whole, escaped, , code, display, math, slash, tag, image, label, uri, double, single, entity] =
      match;
    add(text.slice(at, match.index));
    at = match.index + whole.length;
    if (escaped !== undefined) add(escaped);
    else if (code !== undefined) tokens.push({ kind: "code", text: code.trim() });
    else if (display !== undefined) tokens.push({ kind: "math", latex: display.trim(), display: true });
    else if (math !== undefined) tokens.push({ kind: "math", latex: math, display: false });
    else if (tag === "br") tokens.push({ kind: "break" });
    else if (tag !== undefined && slash !== "") end(tags[tag] ?? "b");
    else if (tag !== undefined) {
      // An unclosed one is literal text.
      if (match.index < last(`</${tag}`) && open.length < maxOpen) begin(tags[tag] ?? "b", false);
      else add(whole);
    } else if (image !== undefined) tokens.push({ kind: "image", text: image });
    else if (label !== undefined && uri !== undefined) addLink(tokens, add, label, uri);
    else if (double !== undefined || single !== undefined) {
      const mark = double === undefined ? "i" : "b";
      const marker = emphasisAt(text, match.index, whole, isOpen(mark), last(whole));
      if (marker === "open" && open.length < maxOpen) begin(mark, true);
      else if (marker === "close") end(mark);
      else add(whole);
    } else if (entity !== undefined) add(decoded(entity) ?? whole);
    else add(whole.startsWith("<!--") || isHtml(whole) ? "" : whole);
  }

  add(text.slice(at));
  for (const one of open.reverse()) tokens.push({ kind: "close", ...one });

  return tokens;
}

/** Nesting of marks and tags; more isn't text. */
const maxOpen = 10;

function lastPlaces(text: string): (part: string) => number {
  const known = new Map<string, number>();
  return (part) => getOrInsert(known, part, () => text.lastIndexOf(part));
}

/** A link counts only with the three schemes that open a page or an email. */
function addLink(tokens: InlineToken[], add: (text: string) => void, text: string, uri: string): void {
  if (/^(https?:\/\/|mailto:)/i.test(uri)) tokens.push({ kind: "link", text, uri });
  else add(text);
}

/** CommonMark's rule, simplified: an opening mark has text after it, a closing one before it; `_` never inside a word. */
function emphasisAt(
  text: string,
  at: number,
  mark: string,
  open: boolean,
  last: number,
): "open" | "close" | undefined {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + mark.length)];
  const word = /[\p{L}\p{N}]/u;
  const underscore = mark.startsWith("_");
  if (open && before.trim() !== "" && !(underscore && word.test(after))) return "close";
  if (open || after.trim() === "" || (underscore && word.test(before))) return undefined;
  // An unclosed mark is literal text.
  return last > at + mark.length ? "open" : undefined;
}

/** Tags of HTML elements; `<x` in an inequality is text. */
function isHtml(tag: string): boolean {
  return /^<\/?(?:a|abbr|article|aside|audio|body|button|canvas|caption|center|cite|code|col|colgroup|dd|details|div|dl|dt|embed|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|iframe|img|input|label|li|link|main|mark|math|meta|nav|noscript|object|ol|option|p|pre|q|s|script|section|select|small|source|span|strike|style|summary|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|ul|video)\b/i.test(
    tag,
  );
}

function decoded(entity: string): string | undefined {
  if (!entity.startsWith("#")) return entities[entity];
  const hex = /^#[xX]/.test(entity);
  const code = Number.parseInt(entity.slice(hex ? 2 : 1), hex ? 16 : 10);
  const valid = code >= 32 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : undefined;
}
