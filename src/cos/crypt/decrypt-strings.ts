/** Strings of an encrypted object in the clear (ISO 32000-2, 7.6.2). */

import { bytesString, type CosDict, type CosValue, isArray, isDict, isString } from "../syntax/value.ts";
import type { Encryption } from "./security-handler.ts";

/** A copy of `value`, an object read from the file itself, with its strings decrypted. */
export function decryptStrings(
  value: CosValue,
  num: number,
  gen: number,
  encryption: Pick<Encryption, "decryptString">,
): CosValue {
  if (isString(value)) return bytesString(encryption.decryptString(num, gen, value.bytes));
  if (isArray(value)) return value.map((item) => decryptStrings(item, num, gen, encryption));
  if (!isDict(value)) return value;
  const clear: CosDict = new Map();
  // A signature is made over the encrypted file: its /Contents stands in the clear (7.6.2).
  const signature = value.has("ByteRange") && isString(value.get("Contents"));
  for (const [key, item] of value) {
    clear.set(key, signature && key === "Contents" ? item : decryptStrings(item, num, gen, encryption));
  }
  return clear;
}
