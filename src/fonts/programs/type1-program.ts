/** Type 1 programs (Adobe Type 1 Font Format): the cleartext part, with the style and the encoding. */
import { Buffer } from "node:buffer";
import { encodingTable } from "../encodings/encodings.ts";
import { type FontProgram, maxClearText } from "./program.ts";

/** Segments of a PFB file are marked; the text between the marks is the program. */
const segmentMark = 0x80;

function clearText(bytes: Uint8Array): string | undefined {
  const start = bytes[0] === segmentMark ? 6 : 0;
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxClearText));
  const end = whole.indexOf("eexec", start, "latin1");
  const text = whole.toString("latin1", start, end < 0 ? whole.length : end);
  return text.startsWith("%!") ? text : undefined;
}

/** Glyph names by code: `dup 65 /A put`, or all in one array. Undefined if unreadable. */
function readEncoding(text: string): ReadonlyMap<number, string> | "standard" | undefined {
  const start = text.lastIndexOf("/Encoding");
  if (start < 0) return undefined;
  const body = text.slice(start + "/Encoding".length);
  if (/^\s*StandardEncoding\b/.test(body)) return "standard";
  const names = new Map<number, string>();
  const listed = /^\s*\[([^\]]*)\]/.exec(body)?.[1];
  if (listed !== undefined) {
    for (const [code, name] of listed.split("/").slice(1).entries()) names.set(code, name.trim());
    return names;
  }
  if (!/^\s*\d+\s/.test(body)) return undefined;

  const end = /\b(?:readonly\s+)?def\b/.exec(body.slice(body.search(/\bdup\b/) + 1 || 0));
  const puts = end ? body.slice(0, body.search(/\bdup\b/) + 1 + end.index) : body;

  for (const [, code = "", name = ""] of puts.matchAll(
    /\bdup\s+(\d+|8#[0-7]+|16#[\da-fA-F]+)\s*\/([^\s/[\](){}<>%]+)\s+put\b/g,
  )) {
    const [base, digits] = code.includes("#") ? code.split("#") : ["10", code];
    names.set(Number.parseInt(digits ?? "", Number(base)), name);
  }

  return names;
}

/** Undefined if it isn't such a program, or its encoding is unreadable. */
export function readType1(bytes: Uint8Array): FontProgram | undefined {
  const text = clearText(bytes);
  if (text === undefined) return undefined;
  const encoding = readEncoding(text);
  if (encoding === undefined) return undefined;

  const weight = /\/Weight\s*\(([^)/]{0,64})\)/.exec(text)?.[1];
  const angle = Number(/\/ItalicAngle\s+([-+.\d]{1,20})/.exec(text)?.[1] ?? 0);
  const standard = encodingTable("standard");

  return {
    bold: weight === "Bold" || weight === "Black",
    italic: angle !== 0 && !Number.isNaN(angle),
    mono: /\/isFixedPitch\s+true/.test(text),
    codeName: (code) => {
      const name = encoding === "standard" ? standard[code] : encoding.get(code);
      return name === ".notdef" ? undefined : name;
    },
  };
}
