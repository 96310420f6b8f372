/** Changes as an incremental update: the old bytes, then what changed (ISO 32000-2, 7.5.6). */

import { randomBytes } from "../../core/builtins.ts";
import type { ByteSink } from "../../core/document-io.ts";
import { type CosDocument, firstIdOf } from "../document.ts";
import { CosError } from "../syntax/error.ts";

import { maxObjectNumber } from "../syntax/limits.ts";
import { type CosDict, type CosValue, ref } from "../syntax/value.ts";
import { describesSection } from "../xref/stream.ts";
import { copyBytes, endOutput, newOutput, type Output, position, writeNumber, writeText } from "./output.ts";
import { type WriteContext, writeObjectValue } from "./serialize.ts";
import {
  addRow,
  makeTrailer,
  newRows,
  rowFree,
  rowInFile,
  writeXrefStream,
  writeXrefTable,
} from "./xref-writer.ts";

export interface AppendOptions {
  /** Number of the information dictionary from now on. Default: as it was. */
  readonly info?: number | undefined;
}

/**
 * Writes the source and an update with these objects; undefined frees a number. New numbers start at
 * `document.objectCount`. Of an encrypted document new strings and data are encrypted with its key.
 * Junk before the header that the file's offsets leave out of account is not copied.
 * Throws CosError `limit` beyond what offsets or object numbers can express.
 */
export function appendUpdate(
  document: CosDocument,
  changes: ReadonlyMap<number, CosValue | undefined>,
  sink: ByteSink,
  options: AppendOptions = {},
): void {
  const { encryptNum } = document;
  if (encryptNum !== undefined && changes.has(encryptNum)) {
    throw new RangeError("an update cannot change how the document is encrypted");
  }
  const out = newOutput(sink);
  copySource(document, out);
  // A section without entries is none that readers take.
  if (changes.size === 0 && options.info === undefined) {
    endOutput(out);
    return;
  }
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
      writeObject(out, num, gen, value, document);
    }
  }
  const asStream = document.xrefKind === "stream";
  const next = Math.max(document.objectCount, (nums.at(-1) ?? 0) + 1);
  const trailer = makeTrailer({
    size: asStream ? next + 1 : next,
    rest: keptEntries(document, options),
    id: identifier(document),
    prev: document.startXref,
  });
  if (asStream) writeXrefStream(out, next, rows, trailer);
  else writeXrefTable(out, rows, trailer);
  endOutput(out);
}

function copySource(document: CosDocument, out: Output): void {
  const { size } = document.source;
  copyBytes(out, document, 0, size);
  const last = document.readBytes(size - 1, 1)[0];
  if (last !== 10 && last !== 13) writeText(out, "\n");
}

const inTheClear: WriteContext = {};

function writeObject(out: Output, num: number, gen: number, value: CosValue, document: CosDocument): void {
  const { encryption } = document;
  const context: WriteContext = encryption ? { encrypt: { by: encryption, num, gen } } : inTheClear;
  writeNumber(out, num);
  writeText(out, gen === 0 ? " 0 obj\n" : ` ${gen} obj\n`);
  writeObjectValue(out, value, context);
  writeText(out, "\nendobj\n");
}

/** What the new trailer repeats of the last one: all that is about the document (7.5.6). */
function keptEntries(document: CosDocument, { info }: AppendOptions): CosDict {
  const kept: CosDict = new Map();
  for (const [key, value] of document.trailer) if (!describesSection(key)) kept.set(key, value);
  if (info !== undefined) kept.set("Info", ref(info));
  return kept;
}

/** The first half stays, the second is new (14.4). An encrypted file without one gets none: keys depend on it. */
function identifier(document: CosDocument): [Uint8Array, Uint8Array] | undefined {
  const first = firstIdOf(document, document.trailer);
  const second = randomBytes(16);
  if (first) return [first, second];
  return document.encryption ? undefined : [second, second];
}
