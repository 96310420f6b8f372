/** Strings of an encrypted object in the clear (ISO 32000-2, 7.6.2). */

import { bytesString, type CosValue, isArray, isDict, isString } from "../syntax/value.ts";

/** `value`, an object just read from the file itself, with its strings decrypted in their places. */
export function decryptStrings(value: CosValue, decrypt: (bytes: Uint8Array) => Uint8Array): CosValue {
  if (isString(value)) return bytesString(decrypt(value.bytes));
  if (isArray(value)) for (const [k, item] of value.entries()) value[k] = decryptStrings(item, decrypt);
  if (isDict(value)) {
    // A signature is made over the encrypted file: its /Contents stands in the clear (7.6.2).
    const signature = value.has("ByteRange") && isString(value.get("Contents"));
    for (const [key, item] of value) {
      if (signature && key === "Contents") continue;
      value.set(key, decryptStrings(item, decrypt));
    }
  }
  return value;
}
