/**
 * XML tags in order, in one pass, skipping comments, CDATA sections and processing instructions. It validates nothing and
 * skips anything unterminated.
 */

export interface XmlTag {
  /** With its prefix. */
  readonly name: string;
  readonly kind: "open" | "close" | "empty";
  readonly start: number;
  /** After its `>`. */
  readonly end: number;
}

export interface XmlAttribute {
  /** With its prefix. */
  readonly name: string;
  /** As written, without its quotes. */
  readonly value: string;
  /** Where `value` starts in the text. */
  readonly at: number;
}

/** Sections without tags: their start and end. */
const opaque = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

const unquoted = /[^"'>]*/y;
const tagName = /<\/?([^\s<>/"'=]*)/y;
const attribute = /[\s/]+([^\s<>/"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

export function* xmlTags(text: string): Generator<XmlTag> {
  let end = 0;

  for (let start = text.indexOf("<"); start >= 0; start = text.indexOf("<", end)) {
    const section = opaque.find(([open]) => text.startsWith(open, start));
    end = section ? after(text, section[1], start + section[0].length) : tagEnd(text, start);
    if (end < 0) return;
    if (section) continue;

    tagName.lastIndex = start;
    const name = tagName.exec(text)?.[1] ?? "";
    if (text[start + 1] === "/") yield { name, kind: "close", start, end };
    else yield { name, kind: text[end - 2] === "/" ? "empty" : "open", start, end };
  }
}

/** The attributes of a tag in `text`, up to the first thing that isn't one. */
export function* xmlAttributes(text: string, { name, start, end }: XmlTag): Generator<XmlAttribute> {
  const tag = text.slice(start, end);
  attribute.lastIndex = name.length + 1;
  for (let match = attribute.exec(tag); match; match = attribute.exec(tag)) {
    const next = attribute.lastIndex;
    const [, key = "", double, single] = match;
    const value = double ?? single ?? "";
    yield { name: key, value, at: start + next - 1 - value.length };
    attribute.lastIndex = next;
  }
}

/** The part of a name after its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

function after(text: string, close: string, from: number): number {
  const at = text.indexOf(close, from);
  return at < 0 ? -1 : at + close.length;
}

/** Offset after the `>` of a tag, ignoring any within quotes. */
export function tagEnd(text: string, start: number): number {
  for (let at = start; ; ) {
    unquoted.lastIndex = at;
    unquoted.test(text);
    const end = unquoted.lastIndex;
    if (end >= text.length) return -1;
    if (text[end] === ">") return end + 1;
    const close = text.indexOf(text.charAt(end), end + 1);
    if (close < 0) return -1;
    at = close + 1;
  }
}
