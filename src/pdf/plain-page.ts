/**
 * Pages of which nothing changes but the node that they hang on: their objects are copied byte for byte. Most pages of a merge
 * are such, and a dictionary that is read, translated and written again costs several times as much.
 */
import { has, newSpots, says } from "../cos/check.ts";
import type { RawObject } from "../cos/document.ts";
import { lengthKey } from "../cos/object-reader.ts";
import { annotationsChange } from "./annotations.ts";
import type { PdfDocument } from "./open.ts";
import { inheritable } from "./page-tree.ts";
import type { PageCopy, Part } from "./part.ts";

const spots = newSpots([
  lengthKey,
  "Type",
  "Parent",
  // Of other pages, or adapted to which of them there are.
  "Annots",
  "B",
  "AA",
  // Those with one of these are written anew.
  "StructParents",
  "DPart",
  ...inheritable,
]);
const pageName = new TextEncoder().encode("/Page");
const [type, parent, annots, firstOther, firstInherited] = [1, 2, 3, 6, 8] as const;

export interface PlainPage {
  readonly num: number;
  readonly raw: RawObject;
  /** The value of /Parent is `raw.bytes[from, until)`. */
  readonly from: number;
  readonly until: number;
}

/** The page's object when nothing of it changes but /Parent; undefined: it is to be written anew. */
export function plainPage(part: Part, copy: PageCopy): PlainPage | undefined {
  if (!part.whole || copy.repeat) return undefined;
  const plain = findPlain(part.document, copy.page, firstOther);
  if (plain?.num !== copy.num) return undefined;
  return has(spots, annots) && annotationsChange(part) ? undefined : plain;
}

/** The same where the page comes along without the others, and all that it refers to is about itself. */
export function lonePage(document: PdfDocument, page: number): PlainPage | undefined {
  return findPlain(document, page, annots);
}

/** The page's object if it has none of the keys from place `first` up to what it may inherit, and inherits nothing. */
function findPlain(document: PdfDocument, page: number, first: number): PlainPage | undefined {
  const { cos, pages } = document;
  const num = pages.number(page);
  if (cos.encryption !== undefined || num === 0 || document.changed(num)) return undefined;
  const raw = cos.raw(num, spots);
  if (!raw || raw.stream || !spots.isDict || spots.isOdd) return undefined;
  const { starts, ends } = spots;
  if (!has(spots, parent) || !says(spots, raw.bytes, type, pageName)) return undefined;
  for (let place = first; place < firstInherited; place++) if (has(spots, place)) return undefined;
  const inherited = pages.inherited(page);
  for (const [k, key] of inheritable.entries())
    if (inherited[key] !== undefined && !isOwn(raw.bytes, starts[firstInherited + k] ?? -1)) return undefined;
  return { num, raw, from: starts[parent] ?? 0, until: ends[parent] ?? 0 };
}

/** Whether an array or a dictionary stands there: no null, and no reference that may lead to one. */
function isOwn(bytes: Uint8Array, start: number): boolean {
  return start >= 0 && (bytes[start] === 0x5b || bytes[start] === 0x3c);
}
