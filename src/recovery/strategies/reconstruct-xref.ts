/** A document whose cross-reference is lost or wrong, with a new one behind it: where it is certain what that has to say. */
import { Buffer } from "node:buffer";
import type { ByteSource } from "../../core/document-io.ts";
import { sourceOf } from "../../core/memory-source.ts";
import { CosError, isFinal } from "../../cos/syntax/error.ts";
import { openWindows, sourceFrom, sourceWith } from "../../cos/syntax/source-window.ts";
import { type CosDict, isArray, ref } from "../../cos/syntax/value.ts";
import { describesSection } from "../../cos/write/append.ts";
import { newOutput, writeText, written } from "../../cos/write/output.ts";
import { serialize } from "../../cos/write/serialize.ts";
import {
  addRow,
  makeTrailer,
  newRows,
  rowFree,
  rowInFile,
  rowPacked,
  writeXrefStream,
  writeXrefTable,
  type XrefRows,
} from "../../cos/write/xref-writer.ts";
import { entryInFile, entryInStream } from "../../cos/xref/entries.ts";
import { openStrictly, type PdfDocument } from "../../document/open.ts";
import { type FoundObjects, findObjects } from "./collect-objects.ts";
import { indexOf, isCertain, type Known } from "./known.ts";

/** ISO 32000-2 annex I: readers look for the header in the first 1,024 bytes. */
const headerReach = 1024;
/** An index within an object stream has two bytes in what is written. */
const maxIndex = 65_535;

/**
 * The document by the objects that are found in it, where it is certain which they are, and they are whole. Undefined where
 * anything is doubtful. Throws `CosError` for passwords and limits.
 */
export function reconstructXref(known: Known, input = known.source): PdfDocument | undefined {
  const source = withNewXref(input);
  if (!source) return undefined;
  try {
    const document = openStrictly(source, known.password, known.work);
    return isCertain(document) ? { ...document, mended: true } : undefined;
  } catch (error) {
    if (error instanceof CosError && !isFinal(error)) return undefined;
    throw error;
  }
}

/**
 * The document from its header on, its bytes as they are, and behind them a cross-reference of the objects that stand there.
 * Undefined where it is not certain which they are, or what the trailer has to say: then it is for others to recover it.
 */
export function withNewXref(input: ByteSource): ByteSource | undefined {
  const header = indexOf(input.read(0, headerReach), "%PDF-");
  if (header < 0) return undefined;
  const source = held(sourceFrom(input, header));
  try {
    const found = findObjects(openWindows(source));
    const trailer = trailerOf(found);
    return trailer && sourceWith(source, tableOf(found, trailer, source.size));
  } catch (error) {
    if (error instanceof CosError) return undefined;
    throw error;
  }
}

/** Up to this a document is held in memory, in bytes: all of it is read here, and again by nearly all that is done with it. */
const maxHeld = 32 * 1024 * 1024;

function held(source: ByteSource): ByteSource {
  return source.size > maxHeld ? source : sourceOf(source.read(0, source.size));
}

/** What the trailer has to say; undefined where that is not certain. */
function trailerOf(found: FoundObjects): CosDict | undefined {
  return found.trailers.length > 0 ? mergedTrailer(found) : madeTrailer(found);
}

/** Of a document that lost its trailer: the one catalogue, and what is like its information where there is one such object. */
function madeTrailer({ entries, catalogs, infos, locked }: FoundObjects): CosDict | undefined {
  const [root, ...others] = catalogs;
  const [info, ...further] = infos;
  // How a document is locked only its trailer says for certain.
  if (root === undefined || others.length > 0 || further.length > 0 || locked) return undefined;
  const to = (num: number) => ref(num, entries.kind[num] === entryInFile ? (entries.extra[num] ?? 0) : 0);
  const trailer: CosDict = new Map([["Root", to(root)]]);
  if (info !== undefined) trailer.set("Info", to(info));
  return trailer;
}

/** What all trailers say together, later ones before earlier ones; undefined where they contradict each other. */
function mergedTrailer({ trailers, packed }: FoundObjects): CosDict | undefined {
  const merged: CosDict = new Map();
  for (const trailer of trailers)
    for (const [key, value] of trailer) if (key === "ID" || !describesSection(key)) merged.set(key, value);
  const own = trailers.filter((trailer) => trailer.has("Root"));
  if (own.length === 0 || differ(own, "Root") || differ(own, "Encrypt")) return undefined;
  if (!merged.has("Encrypt")) return merged;
  // Keys depend on the first identifier, and the names of packed objects are in the clear only with one.
  return packed || differ(own, "ID") ? undefined : merged;
}

/** Whether trailers say different things of a key; of an identifier, in the half that stays. */
function differ(trailers: readonly CosDict[], key: string): boolean {
  const said = trailers.map((trailer) => {
    const value = trailer.get(key) ?? null;
    return Buffer.from(serialize(key === "ID" && isArray(value) ? (value[0] ?? null) : value)).toString(
      "latin1",
    );
  });
  return said.some((one) => one !== said[0]);
}

/** The cross-reference to stand at `offset`, with the end of the file. */
function tableOf({ entries, trailers, packed }: FoundObjects, rest: CosDict, offset: number): Uint8Array {
  const rows = newRows(entries.count + 2);
  addRow(rows, 0, rowFree, 0, 65_535);
  for (let num = 1; num < entries.count; num++) addFound(rows, entries, num);
  // References to objects that are gone must not lead to new ones.
  const sizes = trailers.map((trailer) => trailer.get("Size"));
  const size = sizes.reduce<number>(
    (most, one) =>
      typeof one === "number" && Number.isInteger(one) && one < entries.bound ? Math.max(most, one) : most,
    entries.count,
  );
  const out = newOutput();
  out.flushed = offset;
  writeText(out, "\n");
  if (packed) writeXrefStream(out, size, rows, makeTrailer({ size: size + 1, rest }));
  else writeXrefTable(out, rows, makeTrailer({ size, rest }));
  return written(out);
}

function addFound(rows: XrefRows, { kind, place, extra }: FoundObjects["entries"], num: number): void {
  if (kind[num] === entryInFile) addRow(rows, num, rowInFile, place[num] ?? 0, extra[num] ?? 0);
  if (kind[num] !== entryInStream) return;
  if ((extra[num] ?? 0) > maxIndex) throw new CosError("limit", "an object stream of too many objects");
  addRow(rows, num, rowPacked, place[num] ?? 0, extra[num] ?? 0);
}
