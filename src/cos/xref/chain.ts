/** The chain of cross-reference sections, newest first (ISO 32000-2, 7.5.4, 7.5.6, 7.5.8). */
import type { Budget } from "../syntax/budget.ts";
import { CosError } from "../syntax/error.ts";
import { maxRevisions } from "../syntax/limits.ts";
import type { Windows } from "../syntax/source-window.ts";
import { cursorOn, skipSpace, takeKeyword } from "../syntax/tokenizer.ts";
import type { CosDict, CosValue } from "../syntax/value.ts";
import { newEntries, type XrefEntries } from "./entries.ts";
import { readXrefStream } from "./stream.ts";
import { addFree, readTable } from "./table.ts";

export type XrefKind = "table" | "stream";

/** One cross-reference section. */
export interface Revision {
  /** The section's offset. */
  readonly offset: number;
  readonly kind: XrefKind;
  /** Whether the table comes with a stream for newer readers (7.5.8.4). */
  readonly hybrid: boolean;
}

export interface Xref {
  readonly entries: XrefEntries;
  /** Newest first; a linearized file has two. */
  readonly revisions: readonly Revision[];
  /** The newest trailer dictionary; for a stream, without the entries that describe the stream itself. */
  readonly trailer: CosDict;
}

/** Reads all sections, beginning with the one at `start`. Throws CosError. */
export function readXref(windows: Windows, start: number, budget: Budget): Xref {
  const entries = newEntries(windows.size);
  const revisions: Revision[] = [];
  const seen = new Set<number>();
  let trailer: CosDict | undefined;
  let next: number | undefined = start;

  while (next !== undefined) {
    const offset: number = next;
    if (seen.has(offset)) throw new CosError("syntax", "a cycle of cross-reference sections", offset);
    if (seen.size >= maxRevisions) throw new CosError("limit", `more than ${maxRevisions} revisions`, offset);
    seen.add(offset);
    // Sections may repeat their entries endlessly, deflated to almost nothing.
    const section = budget.during("the cross-reference", () => readSection(windows, offset, entries, budget));
    revisions.push(section.revision);
    trailer ??= section.trailer;
    next = offsetEntry(section.trailer.get("Prev"), "Prev");
  }

  return { entries, revisions, trailer: trailer ?? new Map() };
}

function readSection(
  windows: Windows,
  offset: number,
  entries: XrefEntries,
  budget: Budget,
): { readonly trailer: CosDict; readonly revision: Revision } {
  if (!isTable(windows, offset)) {
    const trailer = readXrefStream(windows, offset, entries, budget);
    return { trailer, revision: { offset, kind: "stream", hybrid: false } };
  }
  const { trailer, free } = readTable(windows, offset, entries, budget);
  const stream = offsetEntry(trailer.get("XRefStm"), "XRefStm");
  // The table marks objects as free if only its stream locates them: read the stream first, then the table's free numbers.
  if (stream !== undefined) readXrefStream(windows, stream, entries, budget);
  addFree(entries, free);
  return { trailer, revision: { offset, kind: "table", hybrid: stream !== undefined } };
}

function isTable(windows: Windows, offset: number): boolean {
  if (offset >= windows.size)
    throw new CosError("syntax", "a cross-reference beyond the end of the file", offset);
  const { bytes, base } = windows.view(offset, Math.min(256, windows.size - offset));
  const cursor = cursorOn(bytes, offset - base, bytes.length, base);
  skipSpace(cursor);
  return takeKeyword(cursor, "xref");
}

function offsetEntry(value: CosValue | undefined, key: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  throw new CosError("syntax", `a trailer whose /${key} is not an offset`);
}
