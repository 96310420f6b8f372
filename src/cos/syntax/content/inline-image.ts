/** Inline images (ISO 32000-2, 8.9.7): only their end matters. */
import { afterImage, classOf, space } from "../characters.ts";
import { CosError } from "../error.ts";
import { readValue } from "../parser.ts";
import { type Cursor, cursorOn, readName, skipSpace, takeKeyword } from "../tokenizer.ts";
import { type CosDict, type CosValue, isName } from "../value.ts";
import { Unsupported } from "./unsupported.ts";

/** Samples per pixel, by color space. */
const components = new Map([
  ["G", 1],
  ["DeviceGray", 1],
  ["RGB", 3],
  ["DeviceRGB", 3],
  ["CMYK", 4],
  ["DeviceCMYK", 4],
]);

/** Offset after the `EI` of the image whose `BI` ends at `at`. */
export function afterInlineImage(bytes: Uint8Array, at: number): number {
  const cursor = cursorOn(bytes, at);
  const entries = readEntries(cursor);
  // One byte of white space separates `ID` and the data.
  return afterData(bytes, cursor.at + 1, dataLength(entries));
}

/** An inline image whose `BI` ends at `at`: its dictionary as written, its still encoded data, and the offset after `EI`. */
export function inlineImage(
  bytes: Uint8Array,
  at: number,
): { readonly dict: CosDict; readonly data: Uint8Array; readonly end: number } {
  const cursor = cursorOn(bytes, at);
  const dict = readEntries(cursor);
  const from = cursor.at + 1;
  const end = afterData(bytes, from, dataLength(dict));
  return { dict, data: bytes.subarray(from, end - 2), end };
}

function readEntries(cursor: Cursor): CosDict {
  const entries: CosDict = new Map();

  try {
    for (;;) {
      skipSpace(cursor);
      if (takeKeyword(cursor, "ID")) return entries;
      const key = readName(cursor).name;
      entries.set(key, readValue(cursor));
    }
  } catch (error) {
    if (error instanceof CosError) throw new Unsupported("inline image");
    throw error;
  }
}

/** Length of unencoded data; undefined if its dictionary doesn't determine it. */
function dataLength(entries: CosDict): number | undefined {
  const get = (short: string, long: string): CosValue | undefined => entries.get(short) ?? entries.get(long);
  if (get("F", "Filter") !== undefined) return undefined;
  const [width, height] = [get("W", "Width"), get("H", "Height")];
  const mask = get("IM", "ImageMask") === true;
  const bits = mask ? 1 : get("BPC", "BitsPerComponent");
  const colors = get("CS", "ColorSpace");
  const samples = mask ? 1 : components.get(isName(colors) ? colors.name : "");
  if (typeof width !== "number" || typeof height !== "number" || typeof bits !== "number") return undefined;
  return samples === undefined ? undefined : Math.ceil((width * bits * samples) / 8) * height;
}

/** Offset after `EI`: after `length` bytes, if known and `EI` is there; otherwise after the first one followed by content. */
function afterData(bytes: Uint8Array, from: number, length: number | undefined): number {
  const isSpace = (at: number) => at >= bytes.length || classOf[bytes[at] ?? 0] === space;
  if (length !== undefined) {
    let at = from + length;
    while (at < bytes.length && isSpace(at)) at++;
    if (bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isSpace(at + 2)) return at + 2;
  }
  const end = afterImage(bytes, from);
  if (end > bytes.length) throw new Unsupported("inline image");
  return end;
}
