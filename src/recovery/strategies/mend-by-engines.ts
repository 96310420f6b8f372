/**
 * A clean copy of a damaged document: by MuPDF, which repairs, with the tables it follows and then without, then from
 * objects that were tidied for it, or by pdf.js where MuPDF finds no page (RELIABILITY R6).
 */
import type { Buffer, PDFDocument } from "mupdf";
import type { ByteSource } from "../../core/document-io.ts";
import { sourceOf } from "../../core/memory-source.ts";
import { failed, ProblemError } from "../../core/problem.ts";
import { openMupdf } from "../../engines/mupdf/document.ts";
import { release } from "../../engines/mupdf/load.ts";
import { correctEmptyLengths, dropUnreadable } from "../../engines/mupdf/repair-before-save.ts";
import { openSecondReader } from "../../engines/pdfjs/pdfjs.ts";
import { rebuilt } from "./rebuild-page-tree.ts";
import { withoutTable } from "./without-table.ts";

/** Beyond this, MuPDF's memory cannot hold the copy beside what it needs to make it. */
const maxBytes = 400_000_000;

interface Copy {
  readonly source: ByteSource;
  readonly pages: number;
}

/**
 * Numbers that the objects of a file may have, for each of its bytes and in any file. One wrong digit can make a number of
 * millions, and MuPDF keeps and writes a line for each number below it.
 */
const numbersPerByte = 0.25;
const leastNumbers = 10_000;

/** Saves, at the second try without the objects that cannot be parsed; of too many numbers those that lead to objects. */
function saveWhatCan(document: PDFDocument, size: number): Buffer {
  if (document.countObjects() > leastNumbers + numbersPerByte * size)
    return document.saveToBuffer("garbage=compact");
  try {
    return document.saveToBuffer("");
  } catch {
    dropUnreadable(document);
    return document.saveToBuffer("");
  }
}

/** What MuPDF saves, with the pages it found. Its memory is free again afterwards. */
async function saved(source: ByteSource, password: string | undefined): Promise<Copy> {
  using document = await openMupdf(source, password);
  if (document.pageCount === 0) return { source: sourceOf(new Uint8Array(0)), pages: 0 };
  const bytes = document.run("mend the document", () => {
    // No option: objects as they are, in a new file. Encryption stays as it is, so that what is made of the copy is
    // protected like the original, and the same password opens it.
    const buffer = saveWhatCan(document.document, source.size);
    try {
      return buffer.asUint8Array().slice();
    } finally {
      release(buffer);
    }
  });
  correctEmptyLengths(bytes);
  return { source: sourceOf(bytes), pages: document.pageCount };
}

/** Whether a copy is certain to have this many pages, each with its object. */
type IsWhole = (copy: ByteSource, pages: number) => boolean;

/** Where objects are as broken as this, for each byte and in any file, engines get them tidied alone. */
const strainPerByte = 1 / 64;
const leastStrain = 10_000;

/** Pages whose objects are looked at: a copy with more is taken to be what its first pages are. */
const maxLookedAt = 2000;

/**
 * What a reader finds in the copy of the pages it promised: `all`, `some` when they are only counted and an object of one
 * is not there, `none`.
 */
async function finds(
  { source, pages }: Copy,
  password: string | undefined,
  isWhole?: IsWhole,
): Promise<"all" | "some" | "none"> {
  if (pages === 0) return "none";
  if (isWhole?.(source, pages)) return "all";
  using copy = await openMupdf(source, password);
  if (copy.pageCount !== pages) return "none";
  try {
    return copy.run("look for the pages", () => {
      for (let k = 0; k < Math.min(pages, maxLookedAt); k++) {
        const page = copy.document.findPage(k);
        const isThere = page.isDictionary();
        page.destroy();
        if (!isThere) return "some";
      }
      return "all";
    });
  } catch (error) {
    if (error instanceof ProblemError) return "some";
    throw error;
  }
}

async function savedBySecond(source: ByteSource): Promise<Copy | undefined> {
  using second = await openSecondReader(source);
  if (second === undefined) return undefined;
  try {
    return { source: sourceOf(await second.rewrite()), pages: second.pageCount };
  } catch {
    // It reads more than it can write again.
    return undefined;
  }
}

/**
 * A clean copy in memory: its page count is that of the reader that made it, and at least 1. Encryption is kept as it is;
 * `password` opens it. `found`: the table leads to this many pages, and something else is unreadable. `isWhole` of a copy:
 * nothing is left to be looked for in it; where omitted, or where it says no, a reader looks. 422 `operation_failed` when
 * nothing can be saved.
 */
export async function mend(
  source: ByteSource,
  password?: string,
  found?: number,
  isWhole?: IsWhole,
): Promise<ByteSource> {
  if (source.size > maxBytes)
    throw failed(`The document is damaged, and with ${source.size} bytes too large to be mended`);
  const remade = rebuilt(source);
  const isHard = remade !== undefined && remade.strain > leastStrain + strainPerByte * source.size;
  let reason: unknown;
  /** For want of a better one: not all of its pages are there. */
  let spare: Copy | undefined;
  // What a table points to can hide what is there: where it leads to no page, the objects are looked for one by one.
  const attempts = [
    // What the table leads to MuPDF believes, a stream's wrong length with it; looking for objects, it measures them.
    ...(found === undefined ? [] : [{ bytes: withoutTable(source), least: found }]),
    { bytes: source, least: 1 },
    { bytes: withoutTable(source), least: 1 },
  ];
  for (const { bytes, least } of isHard ? [] : attempts) {
    try {
      const copy = await saved(bytes, password);
      const there = copy.pages >= least ? await finds(copy, password, isWhole) : "none";
      if (there === "all") return copy.source;
      if (there === "some") spare ??= copy;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      reason ??= error;
    }
  }
  for (const bytes of remade?.copies ?? []) {
    try {
      const copy = await saved(bytes, password);
      if (copy.pages < (spare?.pages ?? 1)) continue;
      const there = await finds(copy, password, isWhole);
      if (there === "all") return copy.source;
      // Pages that are counted keep their place: a copy of fewer would pass over them in silence.
      if (there === "some") spare ??= copy;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
    }
  }
  if (spare) return spare.source;
  // With a password there is nothing to gain: what pdf.js writes is not encrypted, and protection is never dropped.
  if (password === undefined && !isHard) {
    const copy = await savedBySecond(source);
    if (copy !== undefined && (await finds(copy, undefined)) !== "none") return copy.source;
  }
  throw reason instanceof ProblemError
    ? reason
    : failed("The document is too damaged to be read: no page can be found in it");
}
