/**
 * Finds objects that were written before: small streams and objects by their bytes, other streams by length and hash. What is
 * compared is in target numbering.
 */
import { Buffer } from "node:buffer";
import type { Hash } from "node:crypto";
import { nodeCrypto } from "../core/builtins.ts";

/** A small stream that was written. */
interface KeptStream {
  readonly to: number;
  /** Its dictionary, of so many bytes, and its data stand in a block that others are in too. */
  readonly block: Buffer;
  readonly at: number;
  readonly dict: number;
  readonly data: number;
  readonly next: KeptStream | undefined;
}

/** What one rewriter has written with sharing. */
export interface Shares {
  /** Lengths of streams seen so far: only a stream of a known length is hashed before it is written. */
  readonly lengths: Set<number>;
  /** Digest of written bytes → target number. */
  readonly known: Map<string, number>;
  /** Small streams by a fingerprint. */
  readonly kept: Map<number, KeptStream>;
  /** Where the next ones go, how much of it is taken, and how much they may take altogether. */
  block: Buffer;
  used: number;
  left: number;
}

/** Larger streams are hashed: few of them would fill the memory. */
export const maxKeptStream = 64 * 1024;
/** Bytes of streams kept, and how many are taken at a time. */
const keptBytes = 4 * 1024 * 1024;
const blockBytes = 256 * 1024;
/** Streams of one fingerprint that are compared: only who sets out to makes more. */
const maxCompared = 8;

export function newShares(): Shares {
  return {
    lengths: new Set(),
    known: new Map(),
    kept: new Map(),
    block: Buffer.alloc(0),
    used: 0,
    left: keptBytes,
  };
}

/** Of length and a few bytes: what differs mostly differs here. */
function fingerprint(data: Uint8Array): number {
  const step = Math.max(1, data.length >> 5);
  let hash = data.length;
  for (let at = data.length - 1; at >= 0; at -= step) hash = (Math.imul(hash, 31) + (data[at] ?? 0)) | 0;
  return hash;
}

/** The target number of a stream with these bytes that was kept. */
export function findKept(shares: Shares, dict: Uint8Array, data: Uint8Array): number | undefined {
  for (let kept = shares.kept.get(fingerprint(data)); kept; kept = kept.next) {
    if (kept.dict !== dict.length || kept.data !== data.length) continue;
    const middle = kept.at + kept.dict;
    if (kept.block.compare(dict, 0, dict.length, kept.at, middle) !== 0) continue;
    if (kept.block.compare(data, 0, data.length, middle, middle + kept.data) === 0) return kept.to;
  }
  return undefined;
}

/** Whether a stream of so many bytes, with its dictionary, can be kept. */
export function hasRoom(shares: Shares, size: number): boolean {
  return size <= shares.left;
}

/** Keeps a stream's bytes for `findKept`; there is room. */
export function keepStream(shares: Shares, to: number, dict: Uint8Array, data: Uint8Array): void {
  const key = fingerprint(data);
  const next = shares.kept.get(key);
  let count = 0;
  for (let kept = next; kept; kept = kept.next) count++;
  if (count >= maxCompared) return;
  const size = dict.length + data.length;
  shares.left -= size;
  if (shares.block.length - shares.used < size) {
    shares.block = Buffer.allocUnsafeSlow(Math.max(size, blockBytes));
    shares.used = 0;
  }
  const { block, used: at } = shares;
  shares.used += size;
  block.set(dict, at);
  block.set(data, at + dict.length);
  shares.kept.set(key, { to, block, at, dict: dict.length, data: data.length, next });
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
