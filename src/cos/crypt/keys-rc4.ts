/** Keys for security handler revisions 2 to 4, from MD5 and RC4 (ISO 32000-2, 7.6.4.3.2, 7.6.4.4.2 to 7.6.4.4.6). */
import { nodeCrypto } from "../../core/builtins.ts";
import { rc4 } from "./rc4.ts";

/** Key inputs from the encryption dictionary and the trailer. */
export interface OldKeyInput {
  readonly revision: number;
  /** /O and /U, 32 bytes each. */
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  readonly permissions: number;
  readonly id0: Uint8Array;
  readonly encryptMetadata: boolean;
  /** Length of the key in bytes. */
  readonly keyBytes: number;
}

/** Pads passwords to 32 bytes. */
const padding = new Uint8Array([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e,
  0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);

function padded(password: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(32);
  const own = password.subarray(0, 32);
  bytes.set(own);
  bytes.set(padding.subarray(0, 32 - own.length), own.length);
  return bytes;
}

export function md5(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = nodeCrypto().createHash("md5");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** Algorithm 2. */
function fileKey(password: Uint8Array, input: OldKeyInput): Uint8Array {
  const permissions = new Uint8Array(4);
  new DataView(permissions.buffer).setInt32(0, input.permissions, true);
  const parts = [padded(password), input.owner, permissions, input.id0];
  if (input.revision >= 4 && !input.encryptMetadata) parts.push(new Uint8Array(4).fill(255));
  let key = md5(...parts).subarray(0, input.keyBytes);
  if (input.revision >= 3) for (let k = 0; k < 50; k++) key = md5(key).subarray(0, input.keyBytes);
  return key;
}

/** Algorithms 4, 5 and 6: whether this key is correct. */
function opens(key: Uint8Array, input: OldKeyInput): boolean {
  if (input.revision === 2) return nodeCrypto().timingSafeEqual(rc4(key, padding), input.user);
  const value = rounds.reduce((value, k) => rc4Round(key, value, k), md5(padding, input.id0));
  return nodeCrypto().timingSafeEqual(value, input.user.subarray(0, 16));
}

const rounds: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];

function rc4Round(key: Uint8Array, value: Uint8Array, round: number): Uint8Array {
  return rc4(
    key.map((byte) => byte ^ round),
    value,
  );
}

/** Algorithm 7: the padded user password, recovered with the owner password. */
function userPassword(ownerPassword: Uint8Array, input: OldKeyInput): Uint8Array {
  let key = md5(padded(ownerPassword));
  if (input.revision >= 3) for (let k = 0; k < 50; k++) key = md5(key.subarray(0, input.keyBytes));
  key = key.subarray(0, input.keyBytes);
  if (input.revision === 2) return rc4(key, input.owner);
  return rounds.reduceRight((value, k) => rc4Round(key, value, k), input.owner);
}

/** The file key, and whose password opened it; undefined if the password is wrong. */
export function openOldKey(
  password: Uint8Array,
  input: OldKeyInput,
): { readonly key: Uint8Array; readonly isOwner: boolean } | undefined {
  const asUser = fileKey(password, input);
  if (opens(asUser, input)) return { key: asUser, isOwner: false };
  const asOwner = fileKey(userPassword(password, input), input);
  return opens(asOwner, input) ? { key: asOwner, isOwner: true } : undefined;
}
