/**
 * What document information can be read from XMP (ISO 32000-2, 14.3.2), without an XML parser: elements and attributes are
 * found by name, only the five standard entities and character numbers are known, nothing is ever expanded twice.
 */

/** XMP beyond this is not looked at. */
export const maxXmpBytes = 5 * 1024 * 1024;
/** Characters of one value. */
const maxValue = 10_000;

/** The packet's text, by its byte order mark; UTF-8 without one. */
export function xmpText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  return new TextDecoder("utf-8").decode(bytes);
}

/**
 * The value of a property such as `dc:title` or `pdf:Producer`: its text, the items of its list joined by "; ", or of
 * its alternatives the first. Undefined when the packet has none. Names are taken with their usual prefixes.
 */
export function xmpProperty(xmp: string, property: string): string | undefined {
  return elementValue(xmp, property) ?? attributeValue(xmp, property);
}

function elementValue(xmp: string, property: string): string | undefined {
  const open = findTag(xmp, `<${property}`, 0, xmp.length);
  if (open < 0) return undefined;
  const start = xmp.indexOf(">", open);
  if (start < 0 || xmp[start - 1] === "/") return undefined;
  const end = xmp.indexOf(`</${property}`, start);
  if (end < 0) return undefined;
  const items: string[] = [];
  const alternatives = findTag(xmp, "<rdf:Alt", start, end) >= 0;
  for (let at = findTag(xmp, "<rdf:li", start, end); at >= 0; at = findTag(xmp, "<rdf:li", at + 1, end)) {
    const from = xmp.indexOf(">", at) + 1;
    const to = xmp.indexOf("<", from);
    if (from === 0 || to < 0 || to > end) break;
    items.push(plain(xmp.slice(from, Math.min(to, from + maxValue))));
    if (alternatives || items.length === 100) break;
  }
  if (items.length > 0) return items.join("; ").slice(0, maxValue);
  const text = xmp.slice(start + 1, Math.min(end, start + 1 + maxValue));
  return text.includes("<") ? undefined : plain(text);
}

/** The start of a tag between two places, where `tag` is the tag's whole name. */
function findTag(xmp: string, tag: string, from: number, to: number): number {
  for (let at = xmp.indexOf(tag, from); at >= 0 && at < to; at = xmp.indexOf(tag, at + 1)) {
    const after = xmp.charCodeAt(at + tag.length);
    if (after <= 0x20 || after === 0x3e || after === 0x2f) return at;
  }
  return -1;
}

/** `pdf:Producer="…"` on an rdf:Description. */
function attributeValue(xmp: string, property: string): string | undefined {
  const at = xmp.indexOf(` ${property}="`);
  if (at < 0) return undefined;
  const from = at + property.length + 3;
  const to = xmp.indexOf('"', from);
  return to < 0 ? undefined : plain(xmp.slice(from, Math.min(to, from + maxValue)));
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function plain(text: string): string {
  return text
    .replaceAll(/&(#x?[0-9a-fA-F]{1,6}|[a-z]{2,4});/g, (whole, entity: string) => {
      if (!entity.startsWith("#")) return entities[entity] ?? whole;
      const code = entity[1] === "x" ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
      return Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : whole;
    })
    .trim();
}
