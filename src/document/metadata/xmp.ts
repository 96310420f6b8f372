/**
 * Reads document information from XMP (ISO 32000-2, 14.3.2) without an XML parser: elements and attributes are found by name,
 * only the five standard entities and character references are decoded, and nothing is expanded twice.
 */
import { unescapeXml } from "../../core/xml/text.ts";
import type { CosDocument } from "../../cos/document.ts";
import { fromLatin1, latin1 } from "../../cos/syntax/value.ts";
import { dataOf, streamAt } from "../typed-get.ts";

/** Larger XMP isn't examined. */
const maxXmpBytes = 5 * 1024 * 1024;
/** Maximum characters of a value. */
const maxValue = 10_000;

/** The catalog's XMP packet as text; undefined if missing or unreadable. */
export function packetOf(cos: CosDocument): string | undefined {
  const metadata = streamAt(cos, cos.catalog.get("Metadata"));
  const bytes = metadata && dataOf(cos, metadata, maxXmpBytes);
  return bytes && xmpText(bytes);
}

/** The packet's text, decoded by its byte order mark or by the zeros around its first, ASCII character (ISO 16684-1, 7.3.1). */
export function xmpText(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if ((a === 0 && b === 0) || (c === 0 && d === 0)) return utf32(bytes, a !== 0);
  if ((a === 0xfe && b === 0xff) || a === 0) return new TextDecoder("utf-16be").decode(bytes);
  if ((a === 0xff && b === 0xfe) || b === 0) return new TextDecoder("utf-16le").decode(bytes);
  const text = utf8.decode(bytes);
  return text.includes("\ufffd") ? mixedText(bytes) : text;
}

const utf8 = new TextDecoder("utf-8");
const beyondAscii = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

/** UTF-8 into which a program has written other bytes, as if it were Latin-1. */
const mixedText = (bytes: Uint8Array): string =>
  latin1(bytes).replace(beyondAscii, (part) => (part.length === 1 ? part : utf8.decode(fromLatin1(part))));

function utf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = "";
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, littleEndian);
    text += code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
  }
  return text;
}

/**
 * The value of a property such as `dc:title` or `pdf:Producer`: its text, its list items joined by "; ", or the first of its
 * alternatives. Undefined if the packet has none. Assumes the usual prefixes.
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

/** The start of a tag in a range, where `tag` is its whole name. */
function findTag(xmp: string, tag: string, from: number, to: number): number {
  for (let at = xmp.indexOf(tag, from); at >= 0 && at < to; at = xmp.indexOf(tag, at + 1)) {
    const after = xmp.charCodeAt(at + tag.length);
    if (after <= 0x20 || after === 0x3e || after === 0x2f) return at;
  }
  return -1;
}

/** `pdf:Producer="…"` on an rdf:Description, with either kind of quote. */
function attributeValue(xmp: string, property: string): string | undefined {
  for (const quote of ['"', "'"]) {
    const at = xmp.indexOf(` ${property}=${quote}`);
    const from = at + property.length + 3;
    const to = at < 0 ? -1 : xmp.indexOf(quote, from);
    if (to >= 0) return plain(xmp.slice(from, Math.min(to, from + maxValue)));
  }
  return undefined;
}

const plain = (text: string): string => unescapeXml(text).trim();
