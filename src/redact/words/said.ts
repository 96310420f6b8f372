/** What dictionaries say in words, and where. */
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isNamed,
  isStream,
  isString,
} from "../../cos/syntax/value.ts";
import { xmpText } from "../../document/metadata/xmp.ts";
import { decodeText } from "../../document/text-string.ts";
import { dataOf } from "../../document/typed-get.ts";
import { eachDict } from "../every-dict.ts";
import type { WordCheck } from "./word-check.ts";

/** Strings that aren't human-readable text. */
const codes = new Set(
  "DA Lang Registry Ordering OE UE Perms CharSet Cert ByteRange Lookup CheckSum".split(" "),
);
/** Keys of short texts and of long codes: identifiers of elements or of files, and units or keys of ciphers. */
const longCodes = ["ID", "O", "U"];
const leastCode = 16;

const isCode = (key: string, text: string) =>
  codes.has(key) ||
  (longCodes.includes(key) && text.length >= leastCode && /[^\x20-\x7e]/.test(text)) ||
  /^D:\d{4}[\d+\-Z']*$/.test(text);

/** The texts in a value, as far as no reference is followed. `key`: the entry that has it. */
export function saidIn(value: CosValue | undefined, key = ""): string[] {
  if (isString(value)) {
    const text = decodeText(value.bytes);
    return isCode(key, text) ? [] : [text];
  }
  if (isArray(value)) return value.flatMap((item) => saidIn(item, key));
  return isDict(value) ? [...value].flatMap(([own, item]) => saidIn(item, own)) : [];
}

/** What marked content and elements say of themselves in words. */
export const saying = ["ActualText", "Alt", "E"] as const;

/** What the appearances of fields, buttons and text boxes show. */
const shownKeys = ["V", "RV", "MK", "Opt", "Contents", "RC"];
export const showsText = (annotation: CosDict) =>
  ["Widget", "FreeText"].some((subtype) => isNamed(annotation.get("Subtype"), subtype));

/** The texts that an annotation, or a field above it, may show. */
export const textsShownBy = (cos: CosDocument, dict: CosDict): string[] =>
  shownKeys.flatMap((key) => saidIn(cos.resolve(dict.get(key)), key));

/** Keys that lead to text streams. */
const textKeys = ["JS", "RV", "RC", "XFA", "Metadata", "DS"];
const maxText = 50_000_000;

/** Reads all strings, metadata and scripts of a document, for what `check` finds in them. */
export function checkEverything(cos: CosDocument, check: WordCheck): void {
  for (let num = 1; num < cos.objectCount; num++) {
    if (!cos.inUse(num)) continue;
    const value = cos.object(num);
    for (const text of saidIn(isStream(value) ? value.dict : value)) check.isIn(text);
  }
  eachDict(cos, (dict) => {
    for (const key of textKeys)
      for (const item of [cos.resolve(dict.get(key))].flat()) {
        const stream = cos.resolve(item);
        const data = isStream(stream) ? dataOf(cos, stream, maxText) : undefined;
        if (data) check.isIn(xmpText(data));
      }
  });
}
