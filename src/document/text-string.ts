/** Text strings (ISO 32000-2, 7.9.2.2) as text: UTF-16 and UTF-8 by their mark, else PDFDocEncoding. */

/** PDFDocEncoding (ISO 32000-2, annex D.2) where it differs from Latin-1, from these codes on; what it leaves undefined is U+FFFD. */
const firstLow = 0x18;
const low = "\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc";
const firstHigh = 0x7f;
const high =
  "\ufffd\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac";

function docLetter(byte: number): string {
  if (byte >= firstLow && byte < firstLow + low.length) return low.charAt(byte - firstLow);
  if (byte >= firstHigh && byte < firstHigh + high.length) return high.charAt(byte - firstHigh);
  return byte === 0xad ? "\ufffd" : String.fromCharCode(byte);
}

// Made when text is first met that they decode: most short commands meet none.
let utf8: TextDecoder | undefined;
let utf16be: TextDecoder | undefined;
let utf16le: TextDecoder | undefined;

/** Language codes between two escape characters (7.9.2.2): `ESC en US ESC`. They are no part of the text. */
const languageEscape = /\u001b[A-Za-z]{2}[A-Za-z]{0,2}\u001b/g;

/** The text of a text string; well-formed whatever the bytes are, without language escapes and trailing NULs. */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeMarked(bytes);
  const plain = text.includes("\u001b") ? text.replaceAll(languageEscape, "") : text;
  return plain.endsWith("\0") ? plain.replace(/\0+$/, "") : plain;
}

function decodeMarked(bytes: Uint8Array): string {
  const a = bytes[0];
  const b = bytes[1];
  if (a === 0xfe && b === 0xff) {
    utf16be ??= new TextDecoder("utf-16be");
    return utf16be.decode(bytes.subarray(2, bytes.length & ~1));
  }
  // Not in ISO 32000, yet written; every reader takes it.
  if (a === 0xff && b === 0xfe) {
    utf16le ??= new TextDecoder("utf-16le");
    return utf16le.decode(bytes.subarray(2, bytes.length & ~1));
  }
  if (a === 0xef && b === 0xbb && bytes[2] === 0xbf) {
    utf8 ??= new TextDecoder("utf-8");
    return utf8.decode(bytes.subarray(3));
  }
  let text = "";
  for (let k = 0; k < bytes.length; k++) text += docLetter(bytes[k] ?? 0);
  return text;
}
