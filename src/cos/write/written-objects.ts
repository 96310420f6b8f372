/** Finds objects that were written before: streams by length and hash, others by their bytes, all in target numbering. */
import { Buffer } from "node:buffer";
import type { Hash } from "node:crypto";
import { nodeCrypto } from "../../core/builtins.ts";

/** What one rewriter has written with sharing. */
export interface Shares {
  /** Lengths of streams seen so far: only a stream of a known length is hashed before it is written. */
  readonly lengths: Set<number>;
  /** Digest of written bytes → target number. */
  readonly known: Map<string, number>;
}

export function newShares(): Shares {
  return { lengths: new Set(), known: new Map() };
}

/** Digest of a stream: its dictionary in target numbering and its data. */
export function streamDigest(): Hash {
  return nodeCrypto().createHash("sha256");
}

export function digestKey(hash: Hash): string {
  return `s${hash.digest("base64")}`;
}

/** Longest object that is its own key. */
const plainKey = 256;

/** Key of an object that is not a stream, by its bytes in target numbering. */
export function objectKey(bytes: Uint8Array): string {
  if (bytes.length <= plainKey)
    return `o${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1")}`;
  return `h${nodeCrypto().createHash("sha256").update(bytes).digest("base64")}`;
}

/** Types of dictionaries that may be shared: they describe how something looks and belong to no document. */
const sharedTypes = new Set(["Font", "FontDescriptor", "Encoding", "ExtGState", "Pattern"]);
/** First names of arrays that are colour spaces (8.6.3): they too may be shared. */
const colourSpace = /^\[\s*\/(ICCBased|Indexed|Separation|DeviceN|CalGray|CalRGB|Lab|Pattern)\b/;

/**
 * Whether an object that is not a stream may be shared; `head` is how its bytes begin. Without /Type and not a colour space
 * only as part of something shared.
 */
export function isSharable(type: string | undefined, head: () => string, insideShared: boolean): boolean {
  if (type !== undefined) return sharedTypes.has(type);
  if (insideShared) return true;
  const text = head();
  return text.startsWith("[") && colourSpace.test(text);
}
