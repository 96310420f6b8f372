/** The content of XML: text between tags, and attribute values. Names of elements and attributes aren't a document's words. */

interface Part {
  readonly text: string;
  /** Whether it is content rather than markup. */
  readonly says: boolean;
}

/** Start and end of comments, character data and tags. */
const ends = [
  ["<!--", "-->"],
  ["<![", "]]>"],
  ["<", ">"],
] as const;
/** Attributes that are syntax: names of schemas, languages and types. */
const syntax = /^(?:xmlns|xml:|rdf:(?:parseType|datatype))/;
/** An attribute, with its value in quotes. */
const attribute = /((?<![\w:.-])[\w:.-]+\s*=\s*)("[^"]*"|'[^']*')/;

/** Splits a text into parts; a text that is not XML is a single part. */
function* partsOf(text: string): Generator<Part> {
  if (!text.trimStart().startsWith("<")) {
    yield { text, says: true };
    return;
  }

  for (let at = 0; at < text.length; ) {
    const open = text.indexOf("<", at);
    const begin = open < 0 ? text.length : open;
    if (begin > at) yield { text: text.slice(at, begin), says: true };
    if (open < 0) return;
    const isRaw = text.startsWith("<!", open);
    const [, mark] = ends.find(([begin]) => text.startsWith(begin, open)) ?? ends[2];
    const close = text.indexOf(mark, open);
    at = close < 0 ? text.length : close + mark.length;
    const tag = text.slice(open, at);
    if (isRaw) yield { text: tag, says: true };
    else yield* partsOfTag(tag);
  }
}

/** Of every three pieces, the second is an attribute's name and the third its value. */
function* partsOfTag(tag: string): Generator<Part> {
  const parts = tag.split(attribute);
  for (let at = 0; at < parts.length; at++) {
    const isValue = at % 3 === 2 && !syntax.test(parts[at - 1] ?? "");
    yield { text: parts[at] ?? "", says: isValue };
  }
}

/** The content of XML or any other text. */
export const saidIn = (text: string): string =>
  [...partsOf(text)].flatMap((part) => (part.says ? part.text : [])).join("");

/** The text without its removed parts; undefined if it has none. */
export function redactedText(
  text: string,
  without: (part: string) => string | undefined,
): string | undefined {
  let changed = false;
  const parts = [...partsOf(text)].map(({ text: own, says }) => {
    const made = says ? without(own) : undefined;
    changed ||= made !== undefined;
    return made ?? own;
  });
  return changed ? parts.join("") : undefined;
}
