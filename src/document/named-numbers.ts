/**
 * Numbers that references name and no object has. In a document that lost objects there are many, and a new object that
 * took such a number would be what the lost one was: a page's font, a page's content.
 */
import type { ByteSource } from "../core/document-io.ts";
import { matchesIn } from "../cos/syntax/source-window.ts";

/** Numbers kept: beyond them a document is not what somebody adds to object by object. */
const maxNumbers = 1_000_000;

/** The numbers from `first` on that references in plain text name; what streams hold by chance does no harm. */
export function numbersNamed(source: ByteSource, first: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [, digits] of matchesIn(source, /(?<!\d)(\d{1,10})\s\d{1,5}\sR(?![a-zA-Z])/g)) {
    if (Number(digits) >= first) found.add(Number(digits));
    if (found.size === maxNumbers) break;
  }
  return found;
}
