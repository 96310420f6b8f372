/**
 * Pages of which nothing changes but the node that they hang on: their objects are copied byte for byte. Most pages of a merge
 * are such, and a dictionary that is read, translated and written again costs several times as much.
 */
import { newSpots } from "../cos/check.ts";
import type { RawObject } from "../cos/document.ts";
import { lengthKey } from "../cos/object-reader.ts";
import { annotationsChange } from "./annotations.ts";
import { inheritable } from "./page-tree.ts";
import type { PageCopy, Part } from "./part.ts";

const spots = newSpots([
  lengthKey,
  "Type",
  "Parent",
  "Annots",
  // Those with one of these are written anew.
  "StructParents",
  "DPart",
  ...inheritable,
]);
const [type, parent, annots, firstOther, firstInherited] = [1, 2, 3, 4, 6] as const;

export interface PlainPage {
  readonly raw: RawObject;
  /** The value of /Parent is `raw.bytes[from, until)`. */
  readonly from: number;
  readonly until: number;
}

/** The page's object when nothing of it changes but /Parent; undefined: it is to be written anew. */
export function plainPage(part: Part, copy: PageCopy): PlainPage | undefined {
  const { cos, document } = part;
  if (!part.whole || copy.repeat || cos.encryption !== undefined) return undefined;
  const num = document.pages.number(copy.page);
  if (num === 0 || num !== copy.num || document.changed(num)) return undefined;
  const raw = cos.raw(num, spots);
  if (!raw || raw.stream || !spots.isDict || spots.isOdd) return undefined;
  const { starts, ends } = spots;
  const has = (place: number) => (starts[place] ?? -1) >= 0;
  if (!has(parent) || !isPageType(raw.bytes)) return undefined;
  for (let place = firstOther; place < firstInherited; place++) if (has(place)) return undefined;
  if (has(annots) && annotationsChange(part)) return undefined;
  const inherited = document.pages.inherited(copy.page);
  for (const [k, key] of inheritable.entries())
    if (inherited[key] !== undefined && !isOwn(raw.bytes, starts[firstInherited + k] ?? -1)) return undefined;
  return { raw, from: starts[parent] ?? 0, until: ends[parent] ?? 0 };
}

const page = new TextEncoder().encode("/Page");

function isPageType(bytes: Uint8Array): boolean {
  const start = spots.starts[type] ?? -1;
  if (start < 0 || (spots.ends[type] ?? 0) - start !== page.length) return false;
  for (let k = 0; k < page.length; k++) if (bytes[start + k] !== page[k]) return false;
  return true;
}

/** Whether an array or a dictionary stands there: no null, and no reference that may lead to one. */
function isOwn(bytes: Uint8Array, start: number): boolean {
  return start >= 0 && (bytes[start] === 0x5b || bytes[start] === 0x3c);
}
