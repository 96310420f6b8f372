/** Keys for security handler revisions 5 and 6, from SHA-2 and AES (ISO 32000-2, 7.6.4.3.3, 7.6.4.3.4, 7.6.4.4.7 to 7.6.4.4.12). */
import { Buffer } from "node:buffer";
import { nodeCrypto } from "../../core/builtins.ts";

/** Entries of the encryption dictionary: /O and /U of 48 bytes, /OE and /UE of 32. */
export interface NewKeyInput {
  readonly revision: number;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  readonly ownerKey: Uint8Array;
  readonly userKey: Uint8Array;
}

const none = new Uint8Array(0);
const zeroVector = new Uint8Array(16);

/** AES-256 in CBC mode, unpadded, with a zero vector: the way keys are wrapped. */
function wrap(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const cipher = nodeCrypto().createCipheriv("aes-256-cbc", key, zeroVector).setAutoPadding(false);
  return join(cipher.update(bytes), cipher.final());
}

function unwrap(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const cipher = nodeCrypto().createDecipheriv("aes-256-cbc", key, zeroVector).setAutoPadding(false);
  return join(cipher.update(bytes), cipher.final());
}

export const join = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

const hashes = ["sha256", "sha384", "sha512"] as const;

/** Algorithm 2.B, or a single SHA-256 for revision 5; `user` is /U when hashing the owner password. */
function passwordHash(
  revision: number,
  password: Uint8Array,
  salt: Uint8Array,
  user: Uint8Array,
): Uint8Array {
  let key: Uint8Array = nodeCrypto().createHash("sha256").update(password).update(salt).update(user).digest();
  if (revision < 6) return key;

  // Room for 64 repetitions of the password, the longest hash, and the user entry.
  const room = new Uint8Array((password.length + 64 + user.length) * 64);
  for (let round = 1; ; round++) {
    // 64 repetitions of password, key and user entry, filled by doubling.
    const unit = password.length + key.length + user.length;
    const input = room.subarray(0, unit * 64);
    input.set(password);
    input.set(key, password.length);
    input.set(user, password.length + key.length);
    for (let filled = unit; filled < input.length; filled *= 2) input.copyWithin(filled, 0, filled);
    const cipher = nodeCrypto().createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32));
    const encrypted = cipher.update(input);
    // 256 is 1 modulo 3, so the first 16 bytes as a number have the same remainder as their sum.
    let sum = 0;
    for (let k = 0; k < 16; k++) sum += encrypted[k] ?? 0;
    key = nodeCrypto()
      .createHash(hashes[sum % 3] ?? "sha256")
      .update(encrypted)
      .digest();
    if (round >= 64 && (encrypted[encrypted.length - 1] ?? 0) <= round - 32) return key.subarray(0, 32);
  }
}

/** The file key, and whose password opened it; undefined if the password is wrong (algorithms 2.A, 11, 12). */
export function openNewKey(
  password: Uint8Array,
  input: NewKeyInput,
): { readonly key: Uint8Array; readonly isOwner: boolean } | undefined {
  const { revision, owner, user } = input;
  const hash = (entry: Uint8Array, from: number, extra: Uint8Array) =>
    passwordHash(revision, password, entry.subarray(from, from + 8), extra);
  if (nodeCrypto().timingSafeEqual(hash(user, 32, none), user.subarray(0, 32))) {
    return { key: unwrap(hash(user, 40, none), input.userKey), isOwner: false };
  }
  if (nodeCrypto().timingSafeEqual(hash(owner, 32, user), owner.subarray(0, 32))) {
    return { key: unwrap(hash(owner, 40, user), input.ownerKey), isOwner: true };
  }
  return undefined;
}

/** Bytes of a typable password with 256 random bits. */
function randomPassword(random: (count: number) => Uint8Array): Uint8Array {
  return new TextEncoder().encode(Buffer.from(random(32)).toString("base64url"));
}

/** Prepared passwords, and what the file key also seals. */
interface NewKeyOptions {
  readonly userPassword: Uint8Array;
  /** By default, a random one of 256 bits, which is then discarded. */
  readonly ownerPassword: Uint8Array | undefined;
  readonly permissions: number;
  readonly encryptMetadata: boolean;
}

/** Entries for a new file key (algorithms 8, 9, 10), revision 6. `random` returns the given number of random bytes. */
export function makeNewKey(
  key: Uint8Array,
  { userPassword, ownerPassword, permissions, encryptMetadata }: NewKeyOptions,
  random: (count: number) => Uint8Array,
): NewKeyInput & { readonly permissionCheck: Uint8Array } {
  const seal = (password: Uint8Array, extra: Uint8Array) => {
    const check = random(8);
    const salt = random(8);
    return {
      entry: join(passwordHash(6, password, check, extra), check, salt),
      wrapped: wrap(passwordHash(6, password, salt, extra), key),
    };
  };
  const user = seal(userPassword, none);
  const owner = seal(ownerPassword ?? randomPassword(random), user.entry);
  const check = new Uint8Array(16);
  new DataView(check.buffer).setInt32(0, permissions, true);
  check.fill(255, 4, 8);
  check.set([encryptMetadata ? 0x54 : 0x46, 0x61, 0x64, 0x62], 8);
  check.set(random(4), 12);

  return {
    revision: 6,
    owner: owner.entry,
    user: user.entry,
    ownerKey: owner.wrapped,
    userKey: user.wrapped,
    // One block in ECB mode is one block in CBC mode with a zero vector.
    permissionCheck: wrap(key, check),
  };
}
