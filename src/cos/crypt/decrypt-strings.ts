/** Decrypts the strings of an encrypted object (ISO 32000-2, 7.6.2). */

import { bytesString, type CosValue, isArray, isDict, isString } from "../syntax/value.ts";

/** Decrypts the strings of `value` in place; `value` was just read from the file. */
export function decryptStrings(value: CosValue, decrypt: (bytes: Uint8Array) => Uint8Array): CosValue {
  if (isString(value)) return bytesString(decrypt(value.bytes));
  if (isArray(value)) for (const [k, item] of value.entries()) value[k] = decryptStrings(item, decrypt);
  if (isDict(value)) {
    // A signature covers the encrypted file, so its /Contents isn't encrypted (7.6.2).
    const signature = value.has("ByteRange") && isString(value.get("Contents"));
    for (const [key, item] of value) {
      if (signature && key === "Contents") continue;
      value.set(key, decryptStrings(item, decrypt));
    }
  }
  return value;
}
