/** Compares values of different documents without holding both. */
import { sha256 } from "../core/builtins.ts";
import type { CosDocument } from "../cos/document.ts";
import {
  bytesString,
  type CosRef,
  type CosStream,
  type CosValue,
  fromLatin1,
  isArray,
  isDict,
  isName,
  isRef,
  isStream,
  isString,
  latin1,
} from "../cos/syntax/value.ts";
import { dataOf, numberAt } from "./typed-get.ts";

/** Values examined to distinguish two resources. */
const maxLooked = 400;
/** Streams up to this size are compared by content, larger ones by length. */
const maxHashed = 4_000_000;

/**
 * A value as text that is equal for two documents with the same value, such as a font. `named` has the names of references that
 * aren't followed, such as those to pages.
 */
export function fingerprint(
  cos: CosDocument,
  value: CosValue,
  named: (reference: CosRef) => string | undefined = () => undefined,
): string {
  const parts: string[] = [];
  const stack: { readonly value: CosValue; readonly depth: number }[] = [{ value, depth: 0 }];

  for (let looked = 0, next = stack.pop(); next && looked < maxLooked; looked++, next = stack.pop()) {
    const given = isRef(next.value) ? named(next.value) : undefined;
    const found = isRef(next.value) && given === undefined ? cos.resolve(next.value) : next.value;
    const depth = next.depth + 1;
    if (depth > 8) continue;
    if (given !== undefined) {
      parts.push(given);
      continue;
    }
    if (isStream(found)) {
      const size = numberAt(cos, found.dict.get("Length")) ?? 0;
      parts.push(`stream ${size > maxHashed ? size : digest(contentOf(cos, found))}`);
    } else if (isArray(found)) {
      parts.push(`[${found.length}`);
      for (const entry of found.toReversed()) stack.push({ value: entry, depth });
    } else if (isDict(found)) {
      parts.push(`<${found.size}`);
      for (const [key, entry] of [...found].sort(([a], [b]) => (a < b ? 1 : -1))) {
        stack.push({ value: entry, depth }, { value: bytesString(fromLatin1(key)), depth: 0 });
      }
    } else if (isString(found)) parts.push(`(${latin1(found.bytes)}`);
    else parts.push(isName(found) ? `/${found.name}` : String(found));
  }

  return digest(fromLatin1(parts.join("\n")));
}

/** A stream's data, as far as its filters are known: a profile may be compressed in several ways. */
function contentOf(cos: CosDocument, stream: CosStream): Uint8Array {
  return dataOf(cos, stream, 4 * maxHashed) ?? stream.encoded();
}

function digest(bytes: Uint8Array): string {
  return sha256().update(bytes).digest("base64");
}
