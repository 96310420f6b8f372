/** Objects that stand where the cross-reference says, and whose value cannot be read. */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../../core/document-io.ts";
import type { ObjectPlace } from "../../core/readers.ts";
import { CosError } from "../../cos/syntax/error.ts";
import { readObjectAt } from "../../cos/syntax/indirect-object.ts";
import { openWindows, sourceFrom, type Windows } from "../../cos/syntax/source-window.ts";
import type { CosRef } from "../../cos/syntax/value.ts";
import { readXref } from "../../cos/xref/chain.ts";
import { entryInFile } from "../../cos/xref/entries.ts";
import { locate } from "../../cos/xref/locate.ts";

/** With more of them the document is damaged in another way. */
const maxUnreadable = 100;
/** The header of an object. */
const maxHeader = 64;

/**
 * The objects of a document that cannot be read, where everything else about it is certain: the cross-reference is read and
 * leads to each of them. Undefined where it is not. Reads all objects.
 */
export function unreadableObjects(input: ByteSource): readonly ObjectPlace[] | undefined {
  try {
    const whole = openWindows(input);
    const { shift, startXref } = locate(whole);
    const windows = shift === 0 ? whole : openWindows(sourceFrom(input, shift));
    const { entries } = readXref(windows, startXref);
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
      if (isReadable(() => readObjectAt(windows, offset, num, entries.extra[num], readInteger))) continue;
      const header = headerLength(windows, offset, num, entries.extra[num] ?? 0);
      if (header === undefined || starts.length === maxUnreadable) return undefined;
      starts.push(offset + header);
    }
    if (starts.length === 0) return [];
    const ends = [...entries.place.subarray(0, entries.count)].filter((_, num) => isPlaced(num));
    ends.push(startXref, windows.size);
    ends.sort((a, b) => a - b);
    return starts.map((from) => ({
      from: from + shift,
      to: shift + (ends.find((end) => end > from) ?? windows.size),
    }));
  } catch (error) {
    if (error instanceof CosError) return undefined;
    throw error;
  }
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof CosError && error.reason === "syntax") return false;
    throw error;
  }
}

/** The length of the header that stands at `offset`; undefined where it is not this object's. */
function headerLength(windows: Windows, offset: number, num: number, gen: number): number | undefined {
  if (offset >= windows.size) return undefined;
  const bytes = windows.slice(offset, Math.min(maxHeader, windows.size - offset));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const [header, foundNum, foundGen] = /^\s*(\d+)\s+(\d+)\s+obj(?![A-Za-z])/.exec(text) ?? [];
  return Number(foundNum) === num && Number(foundGen) === gen ? header?.length : undefined;
}
