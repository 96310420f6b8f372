/**
 * PDF's character classes (ISO 32000-2, 7.2.3) as tables indexed by byte, and functions that skip whole tokens. Files and
 * content streams share this syntax.
 */

export const regular = 0;
export const space = 1;
export const delimiter = 2;

/** `regular`, `space` or `delimiter` for each byte. */
export const classOf: Uint8Array = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) classOf[byte] = space;
// ()<>[]{}/%
for (const byte of [0x28, 0x29, 0x3c, 0x3e, 0x5b, 0x5d, 0x7b, 0x7d, 0x2f, 0x25]) classOf[byte] = delimiter;

/** Offset after the regular characters at `from`. */
export function afterRegular(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let at = from;
  while (at < end && classOf[bytes[at] ?? 0] === regular) at++;
  return at;
}

/** Offset of the end of the line, or of the data, for a comment at `from`. */
export function afterComment(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let at = from;
  while (at < end && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}

/** Offset after the literal string that opens at `from`; beyond the end if it never closes. */
export function afterString(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let depth = 1;
  let at = from + 1;
  while (at < end) {
    const byte = bytes[at++];
    if (byte === 0x5c) at++;
    else if (byte === 0x28) depth++;
    else if (byte === 0x29 && --depth === 0) return at;
  }
  return end + 1;
}

/** Offset after the hexadecimal string that opens at `from`; beyond the end if it never closes. */
export function afterHex(bytes: Uint8Array, from: number): number {
  const end = bytes.length;
  let at = from + 1;
  while (at < end && bytes[at] !== 0x3e) at++;
  return at + 1;
}

/** Bytes after `EI` that must look like content; otherwise `EI` is part of the image. */
const lookAhead = 12;

/** Offset after the `EI` of inline image data (8.9.7) that begins at `from`; beyond the end if there is none. */
export function afterImage(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49) continue;
    const before = classOf[bytes[at - 1] ?? 32];
    const after = at + 2 < bytes.length ? classOf[bytes[at + 2] ?? 32] : space;
    if (before === space && after === space && isContent(bytes, at + 2)) return at + 2;
  }
  return bytes.length + 1;
}

function isContent(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < Math.min(bytes.length, from + lookAhead); at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 126 || (byte < 32 && classOf[byte] !== space)) return false;
  }
  return true;
}

/** A hexadecimal digit's value; 255 for any other byte. */
export const hexValue: Uint8Array = new Uint8Array(256).fill(255);
for (let value = 0; value < 10; value++) hexValue[0x30 + value] = value;
for (let value = 10; value < 16; value++) hexValue[0x37 + value] = hexValue[0x57 + value] = value;

/** Characters of PDFDocEncoding (Annex D.2) that differ from Latin-1, starting at these codes; U+FFFD if undefined. */
const differences = [
  [0x18, "\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc"],
  [
    0x7f,
    "\ufffd\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac",
  ],
  [0xad, "\ufffd"],
] as const;

/** PDFDocEncoding, indexed by code. A loop: loading this module is part of every command's startup. */
export const pdfDocEncoding: string[] = [];
for (let code = 0; code < 256; code++) pdfDocEncoding.push(String.fromCharCode(code));
for (const [first, characters] of differences) pdfDocEncoding.splice(first, characters.length, ...characters);
