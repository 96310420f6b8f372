/** Strings of an encrypted object in the clear (ISO 32000-2, 7.6.2). */

import { bytesString, type CosValue, isArray, isDict, isString } from "../syntax/value.ts";
import type { Encryption } from "./security-handler.ts";

/** `value`, an object just read from the file itself, with its strings decrypted in their places. */
export function decryptStrings(
  value: CosValue,
  num: number,
  gen: number,
  encryption: Pick<Encryption, "decryptString">,
): CosValue {
  if (isString(value)) return bytesString(encryption.decryptString(num, gen, value.bytes));
  if (isArray(value)) {
    for (const [k, item] of value.entries()) value[k] = decryptStrings(item, num, gen, encryption);
  }
  if (isDict(value)) {
    // A signature is made over the encrypted file: its /Contents stands in the clear (7.6.2).
    const signature = value.has("ByteRange") && isString(value.get("Contents"));
    for (const [key, item] of value) {
      if (signature && key === "Contents") continue;
      value.set(key, decryptStrings(item, num, gen, encryption));
    }
  }
  return value;
}
