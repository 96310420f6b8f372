/** Hashes what signatures cover, in pieces. */
import type { Hash } from "node:crypto";
import { nodeCrypto } from "../core/builtins.ts";
import type { ByteSource } from "../core/document-io.ts";
import type { Work } from "../core/work.ts";
import type { HashName } from "./cms/bytes.ts";
import type { SignedContent } from "./cms/signed-data.ts";
import { pays, steps } from "./work.ts";

const pieceBytes = 1 << 20;
/** Content that is held in memory, for signatures that weren't made of a hash. */
const mostHeld = 64_000_000;

const newHash = (name: HashName): Hash => nodeCrypto().createHash(name.replace("-", ""));

/** A hash of the file from its start. */
interface Running {
  readonly hash: Hash;
  end: number;
}

/**
 * What a signature with this range covers. Signatures of one file share its beginning: each file is hashed once if they are
 * checked in the order of their gaps.
 */
export function rangeHasher(
  input: ByteSource,
  work: Work,
): (byteRange: readonly number[]) => SignedContent | undefined {
  const running = new Map<HashName, Running>();

  const add = (hash: Hash, from: number, to: number) => {
    for (let at = from; at < to; at += pieceBytes) hash.update(input.read(at, Math.min(pieceBytes, to - at)));
  };

  /** A hash of everything before `end`; undefined if that costs too much. */
  const upTo = (name: HashName, end: number): Hash | undefined => {
    const known = running.get(name);
    const start = known && known.end <= end ? known : { hash: newHash(name), end: 0 };
    if (!pays(work, steps.hashing(end - start.end))) return undefined;
    add(start.hash, start.end, end);
    start.end = end;
    running.set(name, start);
    return start.hash.copy();
  };

  return (byteRange) => {
    const parts = partsOf(byteRange, input.size);
    const [first] = parts ?? [];
    if (!parts || !first) return undefined;
    return {
      digest(name) {
        const isStart = first.from === 0;
        const rest = isStart ? parts.slice(1) : parts;
        if (!pays(work, steps.hashing(lengthOf(rest)))) return undefined;
        const hash = isStart ? upTo(name, first.to) : newHash(name);
        if (hash) for (const { from, to } of rest) add(hash, from, to);
        return hash?.digest();
      },
      bytes() {
        const length = lengthOf(parts);
        if (length > mostHeld || !pays(work, steps.hashing(length))) return undefined;
        return Buffer.concat(parts.map(({ from, to }) => input.read(from, to - from)));
      },
    };
  };
}

interface Part {
  readonly from: number;
  readonly to: number;
}

const lengthOf = (parts: readonly Part[]): number => parts.reduce((sum, { from, to }) => sum + to - from, 0);

/** Parts in the order of the file, none over another; undefined if they aren't. */
function partsOf(byteRange: readonly number[], size: number): Part[] | undefined {
  const parts: Part[] = [];
  for (let k = 0; k + 1 < byteRange.length; k += 2) {
    const from = byteRange[k] ?? 0;
    const to = from + (byteRange[k + 1] ?? 0);
    if (from < (parts.at(-1)?.to ?? 0) || to > size) return undefined;
    parts.push({ from, to });
  }
  return parts.length > 0 ? parts : undefined;
}
