/**
 * Looking at page objects without making their dictionaries: most of a large document's pages are only counted and measured,
 * and a dictionary with its resources costs ten times what it takes to see that it is a page.
 */
import { has, newSpots, says } from "../cos/check.ts";
import type { CosDocument } from "../cos/document.ts";
import { cursorOn } from "../cos/lexer.ts";
import { lengthKey } from "../cos/object-reader.ts";
import { readValue } from "../cos/parser.ts";
import type { CosDict, CosRef } from "../cos/value.ts";

/** The entries of a page that lists of pages are made of. */
const headKeys = ["MediaBox", "CropBox", "Rotate", "UserUnit", "Annots"] as const;

const places = [lengthKey, "Type", "Kids", "StructParents", ...headKeys];
const [type, kids, structParents, firstHead] = [1, 2, 3, 4] as const;

/** Used for one page at a time. */
const spots = newSpots(places);
const { starts, ends } = spots;
const pageName = new TextEncoder().encode("/Page");

/** Heads as long as this are compared with the one before: pages mostly say the same. */
const maxCompared = 512;

export interface Glance {
  /** The entries `headKeys` of what a reference leads to when it is a page for certain; undefined: it has to be read. */
  look(reference: CosRef): CosDict | undefined;
  /** Whether the page that was seen last has /StructParents. */
  readonly hasStructureKey: boolean;
  /** Whether it has /Type, which then says that it is a page. */
  readonly hasType: boolean;
}

export function createGlance(cos: CosDocument): Glance {
  /** As a rule documents have few pages, and a merge of them thousands of documents: nothing is made before it is needed. */
  let lastText: Uint8Array | undefined;
  const lastSizes: number[] = [];
  let lastHead: CosDict | undefined;
  /** The first page's is not kept: it would mostly be for nothing. */
  let first = true;

  const saysTheSame = (bytes: Uint8Array, text: Uint8Array): boolean => {
    let from = 0;
    for (let k = firstHead; k < places.length; k++) {
      const at = starts[k] ?? -1;
      const size = at < 0 ? -1 : (ends[k] ?? 0) - at;
      if (size !== lastSizes[k]) return false;
      for (let n = 0; n < size; n++) if (bytes[at + n] !== text[from + n]) return false;
      if (size > 0) from += size;
    }
    return true;
  };

  const keep = (bytes: Uint8Array, head: CosDict): void => {
    lastHead = undefined;
    lastText ??= new Uint8Array(maxCompared);
    let to = 0;
    for (let k = firstHead; k < places.length; k++) {
      const at = starts[k] ?? -1;
      const size = at < 0 ? -1 : (ends[k] ?? 0) - at;
      if (to + size > maxCompared) return;
      lastSizes[k] = size;
      for (let n = 0; n < size; n++) lastText[to++] = bytes[at + n] ?? 0;
    }
    lastHead = head;
  };

  const look = ({ num, gen }: CosRef): CosDict | undefined => {
    // Strings of encrypted objects would have to be decrypted, which may fail.
    if (cos.encryption !== undefined || !cos.inUse(num) || cos.generation(num) !== gen) return undefined;
    const raw = cos.raw(num, spots);
    if (!raw || raw.stream || !spots.isDict || spots.isOdd || has(spots, kids)) return undefined;
    const { bytes } = raw;
    if (has(spots, type) && !says(spots, bytes, type, pageName)) return undefined;
    if (lastHead && lastText && saysTheSame(bytes, lastText)) return lastHead;
    const head: CosDict = new Map();
    headKeys.forEach((key, k) => {
      const at = starts[firstHead + k] ?? -1;
      const value = at < 0 ? null : readValue(cursorOn(bytes, at, ends[firstHead + k]));
      if (value !== null) head.set(key, value);
    });
    if (!first) keep(bytes, head);
    first = false;
    return head;
  };
  return {
    look,
    get hasStructureKey() {
      return has(spots, structParents);
    },
    get hasType() {
      return has(spots, type);
    },
  };
}
