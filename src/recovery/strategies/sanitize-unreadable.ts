/** Objects that stand where the cross-reference says, and whose value cannot be read: made readable where they stand. */
import { Buffer } from "node:buffer";
import { sourceOf } from "../../core/memory-source.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { readObjectAt } from "../../cos/syntax/indirect-object.ts";
import type { CosRef } from "../../cos/syntax/value.ts";
import { entryInFile } from "../../cos/xref/entries.ts";
import type { Structure } from "../../cos/xref/structure.ts";
import { openStrictly, type PdfDocument } from "../../document/open.ts";
import type { Known } from "./known.ts";
import { sanitizeObject } from "./sanitize-object.ts";

/** Beyond this a document is not held in memory for it, in bytes. */
const maxBytes = 200_000_000;
/** With more of them the document is damaged in another way. */
const maxUnreadable = 100;
/** The header of an object. */
const maxHeader = 64;

/** Where the value of an object stands: from behind its header to where the next object begins. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The document where everything but these few objects is certain: the cross-reference leads to each of them, and all others
 * can be read. Of an object that cannot be made readable nothing is left: it reads as null.
 */
export function sanitizeUnreadable(known: Known): PdfDocument | undefined {
  const structure = known.structure();
  if (!structure || structure.windows.size > maxBytes) return undefined;
  const spans = unreadableObjects(structure);
  if (spans === undefined || spans.length === 0) return undefined;
  // A copy: what a source gives is not ours to change.
  const bytes = Buffer.from(structure.source.read(0, structure.source.size));
  for (const { from, to } of spans) {
    const { sound, stream, end } = sanitizeObject(bytes, from, to);
    // Data without a dictionary is for those who look for more than one object.
    if (!sound && !stream) bytes.fill(0x20, from, end);
  }
  const document = openStrictly(sourceOf(bytes), known.password, known.work);
  for (let num = 1; num < document.cos.objectCount; num++) document.cos.object(num);
  return { ...document, mended: true };
}

/** The objects that cannot be read, where the cross-reference leads to each of them; undefined where it does not. */
function unreadableObjects({ windows, entries, startXref }: Structure): readonly Span[] | undefined {
  const isPlaced = (num: number) => entries.kind[num] === entryInFile;
  const readInteger = ({ num }: CosRef): number => {
    if (!isPlaced(num)) return 0;
    const { value } = readObjectAt(windows, entries.place[num] ?? 0, num, entries.extra[num], () => 0);
    return typeof value === "number" ? value : 0;
  };
  const starts: number[] = [];
  for (let num = 1; num < entries.count; num++) {
    if (!isPlaced(num)) continue;
    const offset = entries.place[num] ?? 0;
    const damage = damageOn(() => readObjectAt(windows, offset, num, entries.extra[num], readInteger));
    if (!damage) continue;
    // What is not there, or has another length than it says, is not to be made readable in place.
    const isValue = damage.reason === "syntax" && damage.code === "object";
    const header = isValue ? headerLength(windows.slice(offset, maxHeader)) : undefined;
    if (header === undefined || starts.length === maxUnreadable) return undefined;
    starts.push(offset + header);
  }
  if (starts.length === 0) return [];
  const ends = [...entries.place.subarray(0, entries.count)].filter((_, num) => isPlaced(num));
  ends.push(startXref, windows.size);
  ends.sort((a, b) => a - b);
  return starts.map((from) => ({ from, to: ends.find((end) => end > from) ?? windows.size }));
}

function damageOn(read: () => unknown): CosError | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof CosError) return error;
    throw error;
  }
}

/** The length of the header of an object, which was read; undefined where other than white space is in it. */
function headerLength(bytes: Uint8Array): number | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return /^\s*\d+\s+\d+\s+obj/.exec(text)?.[0].length;
}
