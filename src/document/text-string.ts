/** Text strings (ISO 32000-2, 7.9.2.2) as text: UTF-16 and UTF-8 by their byte order mark, otherwise PDFDocEncoding. */

import { Buffer } from "node:buffer";
import { trimEndOf } from "../core/trim.ts";
import { pdfDocEncoding } from "../cos/syntax/characters.ts";
import { bytesString, type CosString } from "../cos/syntax/value.ts";

// Created on first use: most short commands don't need it.
let utf8: TextDecoder | undefined;
let utf16be: TextDecoder | undefined;
let utf16le: TextDecoder | undefined;

/** Language codes between two escape characters (7.9.2.2): `ESC en US ESC`. They aren't part of the text. */
const languageEscape = /\u001b[A-Za-z]{2}[A-Za-z]{0,2}\u001b/g;

/** A text string's text; well-formed whatever the bytes, without language escapes and trailing NULs. */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeMarked(bytes);
  const plain = text.includes("\u001b") ? text.replaceAll(languageEscape, "") : text;
  return trimEndOf(plain, "\0");
}

/** A text string's text as callers can give it: they can't give NUL. */
export const givableText = (bytes: Uint8Array): string => decodeText(bytes).replaceAll("\0", "");

/** The text of a name (7.3.5), given with its bytes as Latin-1: usually UTF-8. */
export function nameText(name: string): string {
  const bytes = Buffer.from(name, "latin1");
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : name;
}

function decodeMarked(bytes: Uint8Array): string {
  const a = bytes[0];
  const b = bytes[1];
  if (a === 0xfe && b === 0xff) {
    utf16be ??= new TextDecoder("utf-16be");
    return utf16be.decode(bytes.subarray(2, bytes.length & ~1));
  }
  // Not in ISO 32000, but it occurs, and every reader accepts it.
  if (a === 0xff && b === 0xfe) {
    utf16le ??= new TextDecoder("utf-16le");
    return utf16le.decode(bytes.subarray(2, bytes.length & ~1));
  }
  if (a === 0xef && b === 0xbb && bytes[2] === 0xbf) {
    utf8 ??= new TextDecoder("utf-8");
    return utf8.decode(bytes.subarray(3));
  }

  let text = "";
  for (let k = 0; k < bytes.length; k++) text += pdfDocEncoding[bytes[k] ?? 0];

  return text;
}

/** Text as a text string: ASCII unchanged, otherwise UTF-16BE with its mark. */
export function textString(text: string): CosString {
  const ascii = /^[\x20-\x7e]*$/.test(text);
  const bytes = ascii ? Buffer.from(text, "latin1") : Buffer.from(`\ufeff${text}`, "utf16le").swap16();
  return bytesString(bytes);
}
