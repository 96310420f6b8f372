/** The standard security handler (ISO 32000-2, 7.6): how a document's strings and streams are encrypted. */
import { randomBytes } from "../../core/builtins.ts";
import { CosError } from "../syntax/error.ts";
import {
  bytesString,
  type CosDict,
  dictOf,
  isDict,
  isName,
  isNamed,
  isString,
  name,
} from "../syntax/value.ts";
import type { CryptMethod, Lock } from "./ciphers.ts";
import { cryptFilterOf } from "./crypt-filter.ts";
import { makeNewKey, openNewKey } from "./keys-aes.ts";
import { md5, openOldKey } from "./keys-rc4.ts";
import { maxPasswordBytes, passwordBytes, passwordForms } from "./password.ts";

/** A document's encryption, opened with a password or newly created. The file key stays private. */
export interface Encryption {
  /** /V and /R of the encryption dictionary. */
  readonly version: number;
  readonly revision: number;
  /** /P as a signed 32-bit number (7.6.4.2, table 22). */
  readonly permissions: number;
  /** The method for streams without their own crypt filter. */
  readonly method: CryptMethod;
  readonly encryptMetadata: boolean;
  /** Whether the password was the owner's rather than the user's. */
  readonly isOwner: boolean;
  /** The encryption dictionary, to be written unchanged: its strings are never encrypted. */
  readonly dict: CosDict;
  /** First half of the file identifier: part of the key up to revision 4, so it must be kept. */
  readonly id0: Uint8Array;
  /** How an object's strings are encrypted. */
  stringLock(num: number, gen: number): Lock;
  /** How a stream is encrypted: by its own crypt filter if it has one, otherwise by its type. Throws CosError. */
  streamLock(num: number, gen: number, dict: CosDict): Lock;
}

/** The methods of the document's crypt filters. */
interface Methods {
  readonly streams: CryptMethod;
  readonly strings: CryptMethod;
  readonly files: CryptMethod;
  /** The named crypt filter's method. Throws CosError for an unknown name. */
  named(filter: string): CryptMethod;
}

/** Opens a document's encryption. Throws CosError: `password` if it is wrong, `encryption` if the scheme is unsupported. */
export function openEncryption(
  dict: CosDict,
  id0: Uint8Array,
  password: string | Uint8Array | undefined,
): Encryption {
  const filter = dict.get("Filter");
  if (!isName(filter) || filter.name !== "Standard") {
    throw new CosError("encryption", "encrypted by something other than a password (security handler)");
  }
  const version = integer(dict, "V", 0);
  const revision = integer(dict, "R", 0);
  const supported = version >= 5 ? revision === 5 || revision === 6 : revision >= 2 && revision <= 4;
  if (![1, 2, 4, 5].includes(version) || !supported) {
    throw new CosError("encryption", `encryption version ${version}, revision ${revision} is not known`);
  }
  const permissions = integer(dict, "P", 0) | 0;
  const encryptMetadata = version < 4 || dict.get("EncryptMetadata") !== false;
  const methods = readMethods(dict, version);
  const facts = { version, revision, permissions, encryptMetadata, dict, id0 };
  const opened = tryPassword(facts, methods, password ?? "");
  // If only attachments are encrypted (7.6.6), everything else can be read without a password.
  if (!opened && !password && methods.streams === "none" && methods.strings === "none")
    return makeEncryption(undefined, methods, { ...facts, isOwner: false });
  if (!opened)
    throw new CosError("password", password ? "wrong password" : "a password is needed to open it");

  return makeEncryption(opened.key, methods, { ...facts, isOwner: opened.isOwner });
}

export interface NewEncryptionOptions {
  readonly userPassword: string;
  /** Default: none, so no password opens the file as owner. */
  readonly ownerPassword?: string | undefined;
  /** /P; by default, everything is permitted. */
  readonly permissions?: number | undefined;
  /** Default true. */
  readonly encryptMetadata?: boolean | undefined;
}

/** /P with every permission bit set; bits 1 and 2 are reserved and 0. */
export const allPermissions = -4;

/** New AES-256 encryption (version 5, revision 6). Throws RangeError if the prepared password exceeds 127 bytes of UTF-8. */
export function createEncryption(options: NewEncryptionOptions): Encryption {
  const { permissions = allPermissions, encryptMetadata = true } = options;
  const key = randomBytes(32);
  const userPassword = checkedBytes(options.userPassword);
  const ownerPassword = options.ownerPassword === undefined ? undefined : checkedBytes(options.ownerPassword);
  const made = makeNewKey(key, { userPassword, ownerPassword, permissions, encryptMetadata }, randomBytes);
  const filter = dictOf({ AuthEvent: name("DocOpen"), CFM: name("AESV3"), Length: 32 });
  const dict = dictOf({
    Filter: name("Standard"),
    V: 5,
    R: 6,
    Length: 256,
    P: permissions,
    O: bytesString(made.owner),
    U: bytesString(made.user),
    OE: bytesString(made.ownerKey),
    UE: bytesString(made.userKey),
    Perms: bytesString(made.permissionCheck),
    EncryptMetadata: encryptMetadata ? undefined : false,
    CF: dictOf({ StdCF: filter }),
    StmF: name("StdCF"),
    StrF: name("StdCF"),
  });

  return makeEncryption(key, readMethods(dict, 5), {
    version: 5,
    revision: 6,
    permissions,
    encryptMetadata,
    isOwner: true,
    dict,
    id0: new Uint8Array(0),
  });
}

function checkedBytes(password: string): Uint8Array {
  const bytes = passwordBytes(password);
  if (bytes.length > maxPasswordBytes)
    throw new RangeError(`a password of more than ${maxPasswordBytes} bytes`);
  return bytes;
}

function integer(dict: CosDict, key: string, missing: number): number {
  const value = dict.get(key);
  return typeof value === "number" && Number.isInteger(value) ? value : missing;
}

/** A string entry of at least `length` bytes, truncated to that: some writers pad it. */
function entry(dict: CosDict, key: string, length: number): Uint8Array {
  const value = dict.get(key);
  if (!isString(value) || value.bytes.length < length) {
    throw new CosError("encryption", `an encryption dictionary with a wrong /${key}`);
  }
  return value.bytes.subarray(0, length);
}

function readMethods(dict: CosDict, version: number): Methods {
  if (version < 4) {
    return {
      streams: "rc4",
      strings: "rc4",
      files: "rc4",
      named: (filter) => (filter === "Identity" ? "none" : "rc4"),
    };
  }
  const filters = dict.get("CF");

  const named = (filter: string): CryptMethod => {
    if (filter === "Identity") return "none";
    const known = isDict(filters) ? filters.get(filter) : undefined;
    const method = isDict(known) ? known.get("CFM") : undefined;
    const cipher = isName(method) ? method.name : "";
    if (cipher === "V2" && version === 4) return "rc4";
    if (cipher === "AESV2" && version === 4) return "aes-128";
    if (cipher === "AESV3" && version === 5) return "aes-256";
    throw new CosError("encryption", `an unknown crypt filter ${filter}`);
  };

  const of = (key: string, otherwise: string) => {
    const value = dict.get(key);
    return named(isName(value) ? value.name : otherwise);
  };

  const stream = dict.get("StmF");
  const streams = of("StmF", "Identity");

  return {
    streams,
    strings: of("StrF", "Identity"),
    files: of("EFF", isName(stream) ? stream.name : "Identity"),
    named,
  };
}

/** File key lengths to try, in bytes, likeliest first: writers disagree on where to record it. */
function keyLengths(dict: CosDict, version: number, methods: Methods): readonly number[] {
  if (version === 1) return [5];
  const bits = integer(dict, "Length", version === 4 ? 128 : 40);
  const bytes = bits >= 40 && bits <= 128 && bits % 8 === 0 ? bits / 8 : 16;
  if (version === 4 && methods.streams !== "rc4") return [...new Set([16, bytes])];
  return [...new Set([bytes, 16, 5])];
}

/** The values of the encryption dictionary, and whose password opened it. */
type Facts = Pick<
  Encryption,
  "version" | "revision" | "permissions" | "encryptMetadata" | "isOwner" | "dict" | "id0"
>;

function tryPassword(
  facts: Omit<Facts, "isOwner">,
  methods: Methods,
  password: string | Uint8Array,
): { readonly key: Uint8Array; readonly isOwner: boolean } | undefined {
  const { dict, version, revision } = facts;
  const forms = passwordForms(password, revision);

  if (version >= 5) {
    const [owner, user] = [entry(dict, "O", 48), entry(dict, "U", 48)];
    const [ownerKey, userKey] = [entry(dict, "OE", 32), entry(dict, "UE", 32)];
    for (const form of forms) {
      const opened = openNewKey(form, { revision, owner, user, ownerKey, userKey });
      if (opened) return opened;
    }
    return undefined;
  }

  const [owner, user] = [entry(dict, "O", 32), entry(dict, "U", 32)];
  for (const keyBytes of keyLengths(dict, version, methods)) {
    for (const form of forms) {
      const opened = openOldKey(form, { ...facts, owner, user, keyBytes });
      if (opened) return opened;
    }
  }

  return undefined;
}

const aesSalt = new TextEncoder().encode("sAlT");

/** Without a key, encrypted data is inaccessible. */
function makeEncryption(fileKey: Uint8Array | undefined, methods: Methods, facts: Facts): Encryption {
  /** Algorithm 1: the key for one object; from version 5 on, the file key itself. */
  const lock = (method: CryptMethod, num: number, gen: number): Lock => {
    if (method === "none") return { method, key: new Uint8Array(0) };
    if (!fileKey) throw new CosError("password", "a password is needed for its attachments");
    if (method === "aes-256") return { method, key: fileKey };
    const tail = Uint8Array.of(num, num >> 8, num >> 16, gen, gen >> 8);
    const hash = method === "aes-128" ? md5(fileKey, tail, aesSalt) : md5(fileKey, tail);
    return { method, key: hash.subarray(0, Math.min(16, fileKey.length + 5)) };
  };

  const streamMethod = (dict: CosDict): CryptMethod => {
    const own = cryptFilterOf(dict);
    if (own !== undefined) return methods.named(own);
    const type = dict.get("Type");
    // Cross-references are never encrypted, and metadata may not be.
    if (isNamed(type, "XRef") || (isNamed(type, "Metadata") && !facts.encryptMetadata)) return "none";
    return isNamed(type, "EmbeddedFile") ? methods.files : methods.streams;
  };

  return {
    ...facts,
    method: methods.streams,
    stringLock: (num, gen) => lock(methods.strings, num, gen),
    streamLock: (num, gen, dict) => lock(streamMethod(dict), num, gen),
  };
}
