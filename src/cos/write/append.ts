/** Writes changes as an incremental update: the old bytes followed by the changes (ISO 32000-2, 7.5.6). */

import type { ByteSink } from "../../core/document-io.ts";
import { sourceData } from "../crypt/stream-data.ts";
import { type CosDocument, firstIdOf } from "../document.ts";
import { CosError } from "../syntax/error.ts";
import { maxObjectNumber } from "../syntax/limits.ts";
import type { CosValue } from "../syntax/value.ts";
import { describesSection } from "../xref/stream.ts";
import {
  contentId,
  flush,
  newOutput,
  type Output,
  position,
  startHash,
  writeBytes,
  writeText,
} from "./output.ts";
import { writeObject } from "./serialize.ts";
import { addRow, newRows, rowFree, rowInFile, writeXref } from "./xref-writer.ts";

/**
 * Writes the source and an update with these objects; undefined frees a number. New numbers start at `document.objectCount`.
 * In an encrypted document, new strings and data are encrypted with its key. Leading junk that the file's offsets ignore isn't
 * copied. Throws CosError `limit` if offsets or object numbers overflow.
 */
export function appendUpdate(
  document: CosDocument,
  changes: ReadonlyMap<number, CosValue | undefined>,
  sink: ByteSink,
): void {
  const { encryptNum, encryption: by } = document;
  if (encryptNum !== undefined && changes.has(encryptNum)) {
    throw new RangeError("an update cannot change how the document is encrypted");
  }

  const out = newOutput(sink);
  copySource(document, out);
  // Readers don't accept a section without entries.
  if (changes.size === 0) {
    flush(out);
    return;
  }
  startHash(out);
  const nums = [...changes.keys()].sort((a, b) => a - b);
  const rows = newRows(nums.length + 1);

  for (const num of nums) {
    if (num < 1 || num > maxObjectNumber)
      throw new CosError("limit", `an object number beyond ${maxObjectNumber}`);
    const value = changes.get(num);
    const gen = document.generation(num);
    if (value === undefined) addRow(rows, num, rowFree, 0, Math.min(gen + 1, 65_535));
    else {
      addRow(rows, num, rowInFile, position(out), gen);
      writeObject(out, num, gen, value, by ? { encrypt: { by, num, gen } } : {});
    }
  }

  writeXref(out, rows, {
    asStream: document.xrefKind === "stream",
    size: Math.max(document.objectCount, (nums.at(-1) ?? 0) + 1),
    // The trailer repeats all entries of the last one that describe the document (7.5.6).
    rest: new Map([...document.trailer].filter(([key]) => !describesSection(key))),
    id: identifier(document, out),
    prev: document.startXref,
  });
  flush(out);
}

function copySource(document: CosDocument, out: Output): void {
  const { size } = document.source;
  for (const piece of sourceData(document.readBytes, 0, size).pieces()) writeBytes(out, piece);
  const last = document.readBytes(size - 1, 1)[0];
  if (last !== 10 && last !== 13) writeText(out, "\n");
}

/** The first half stays, the second is new (14.4). An encrypted file without an identifier gets none: its keys depend on it. */
function identifier(document: CosDocument, out: Output): [Uint8Array, Uint8Array] | undefined {
  const first = firstIdOf(document, document.trailer);
  const second = contentId(out);
  if (first) return [first, second];
  return document.encryption ? undefined : [second, second];
}
