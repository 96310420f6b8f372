/** The standard security handler (ISO 32000-2, 7.6). Only its shape so far: every encrypted document is refused. */
import { CosError } from "./error.ts";
import type { CosDict } from "./value.ts";

export interface Encryption {
  decryptString(num: number, gen: number, bytes: Uint8Array): Uint8Array;
  decryptStream(num: number, gen: number, dict: CosDict, bytes: Uint8Array): Uint8Array;
}

export function openEncryption(
  _encryptDict: CosDict,
  _id0: Uint8Array,
  _password: string | Uint8Array | undefined,
): Encryption {
  throw new CosError("encryption", "encrypted documents are not read yet");
}
