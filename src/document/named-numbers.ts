/**
 * Numbers that references name although no object has them. A document that lost objects has many, and a new object with such
 * a number would replace the lost one: a page's font, a page's content.
 */
import type { ByteSource } from "../core/document-io.ts";
import { matchesIn } from "../cos/syntax/source-window.ts";

/** Maximum numbers kept: with more, nobody adds objects to the document one by one. */
const maxNumbers = 1_000_000;

/** The numbers from `first` on that references in plain text name; accidental matches in streams do no harm. */
export function numbersNamed(source: ByteSource, first: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [, digits] of matchesIn(source, /(?<!\d)(\d{1,10})\s\d{1,5}\sR(?![a-zA-Z])/g)) {
    if (Number(digits) >= first) found.add(Number(digits));
    if (found.size === maxNumbers) break;
  }
  return found;
}
