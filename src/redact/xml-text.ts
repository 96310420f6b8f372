/** What an XML text says: between its tags and in the values of their attributes. Its names are no words of a document. */

interface Part {
  readonly text: string;
  /** Whether it says something, or is markup. */
  readonly says: boolean;
}

/** Beginnings and ends of comments, character data and tags. */
const ends = [
  ["<!--", "-->"],
  ["<![", "]]>"],
  ["<", ">"],
] as const;
/** Attributes that are syntax: names of schemas, languages and types. */
const syntax = /^(?:xmlns|xml:|rdf:(?:parseType|datatype))/;
/** An attribute, with its value in quotes. */
const attribute = /((?<![\w:.-])[\w:.-]+\s*=\s*)("[^"]*"|'[^']*')/;

/** The parts of a text, which are all of it; one alone where it is no XML. */
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

/** Two of three parts are an attribute's name and its value. */
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
