/** Bytes in hexadecimal, compared, and hashed. */
import { nodeCrypto } from "../../core/builtins.ts";

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

export const isEqual = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Hash functions that WebCrypto verifies, as it spells them. */
export type HashName = "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";

export const digestOf = (hash: HashName, bytes: Uint8Array): Uint8Array =>
  nodeCrypto().createHash(hash.replace("-", "")).update(bytes).digest();
