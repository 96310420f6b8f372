/**
 * Numbers that references name and no object has. In a document that lost objects there are many, and a new object that
 * took such a number would be what the lost one was: a page's font, a page's content.
 */
import type { ByteSource } from "../core/document-io.ts";

/** Bytes read at a time, and how many of them are looked at again with the next ones: no reference is longer. */
const step = 4_000_000;
const overlap = 32;

/** Numbers kept: beyond them a document is not what somebody adds to object by object. */
const maxNumbers = 1_000_000;

/** The numbers from `first` on that references name, as plain text says; what streams hold by chance does no harm. */
export function numbersNamed(source: ByteSource, first: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = 0; at < source.size && found.size < maxNumbers; at += step - overlap) {
    const text = Buffer.from(source.read(at, Math.min(step, source.size - at))).toString("latin1");
    for (const [, digits] of text.matchAll(/(?<!\d)(\d{1,10})\s\d{1,5}\sR(?![a-zA-Z])/g)) {
      const num = Number(digits);
      if (num >= first) found.add(num);
    }
  }
  return found;
}
