/**
 * Opening a document: by the object core alone where that is certain, with or without its cross-reference, else mended by an
 * engine first and then the same way (DECISIONS 4: one implementation, one fallback).
 */
import { Buffer } from "node:buffer";
import type { ByteSource, InputFile } from "../core/document-io.ts";
import { failed, ProblemError } from "../core/problem.ts";
import type { Readers } from "../core/readers.ts";
import { type CosDocument, openCos } from "../cos/document.ts";
import { CosError, isFinal } from "../cos/syntax/error.ts";
import type { CosDict } from "../cos/syntax/value.ts";
import { endStreams } from "../recovery/strategies/missing-endstream.ts";
import { withNewTable } from "../recovery/strategies/reconstruct-xref.ts";
import { unreadableObjects } from "../recovery/strategies/sanitize-unreadable.ts";
import { listPageTree, type PageList } from "./pages/page-tree.ts";
import { unreadable } from "./translate-errors.ts";

export interface PdfDocument {
  readonly cos: CosDocument;
  readonly catalog: CosDict;
  readonly pages: PageList;
  /** The file was damaged: `cos` reads a mended copy in memory, or the file with a new cross-reference behind it. */
  readonly mended: boolean;
  /** Whether an object differs from the file's: edits are laid over it, and its raw bytes are not to be copied. */
  changed(num: number): boolean;
  /** Whether edits made an object that the file does not have. Absent: there are none. */
  readonly made?: (num: number) => boolean;
}

/** What opening needs of a tool's context. */
export interface OpenContext {
  readonly readers: Pick<Readers, "mend" | "tidy">;
  warn(message: string): void;
}

export interface OpenOptions {
  /** Given for the document by the caller; the empty one is tried in any case. */
  readonly password?: string | undefined;
  /** The document opened, but an object inside turned out unreadable: have it mended all the same. */
  readonly damaged?: boolean | undefined;
}

/** ISO 32000-2 annex: readers look for the header in the first 1,024 bytes. */
const headerWindow = 1024;

function hasHeader(source: ByteSource): boolean {
  return holds(source.read(0, headerWindow), "%PDF-");
}

/** Bytes looked at in one go. */
const searchWindow = 1 << 20;

/** Whether the file has this ASCII text anywhere. */
function mentions(source: ByteSource, text: string): boolean {
  for (let at = 0; at < source.size; at += searchWindow) {
    if (holds(source.read(at, searchWindow + text.length), text)) return true;
  }
  return false;
}

function holds({ buffer, byteOffset, byteLength }: Uint8Array, text: string): boolean {
  return Buffer.from(buffer, byteOffset, byteLength).includes(text, 0, "latin1");
}

/** How errors call the document: its path, or plainly. */
export function documentName(source: ByteSource | InputFile): string {
  return "path" in source ? source.path : "the document";
}

/** Strictly: no mending. Throws `CosError`. */
export function openStrictly(source: ByteSource, password?: string): PdfDocument {
  return listed(openCos(source, { password }));
}

function listed(cos: CosDocument): PdfDocument {
  return {
    cos,
    catalog: cos.catalog,
    pages: listPageTree(cos, cos.catalog.get("Pages")),
    mended: false,
    changed: () => false,
  };
}

/** What the core makes of a file: the document, or why not. */
interface Attempt {
  readonly document?: PdfDocument | undefined;
  readonly cause?: CosError;
}

/** Passwords and limits are answered at once: no mending gets around them. */
function attempt(
  name: string,
  { password }: OpenOptions,
  source: ByteSource,
  open: typeof openByObjects = openStrictly,
): Attempt {
  try {
    return { document: open(source, password) };
  } catch (error) {
    if (!(error instanceof CosError)) throw error;
    if (error.reason === "password" && password !== undefined) {
      const what =
        password === "" ? `${name} needs a password: give it as password` : `wrong password for ${name}`;
      throw failed(what, { cause: error });
    }
    if (isFinal(error)) throw unreadable(name, error);
    return { cause: error };
  }
}

/** A document of this many pages that nothing contradicts; undefined: it is another, or it cannot be read with certainty. */
function readWhole(copy: ByteSource, pages: number, { password }: OpenOptions): PdfDocument | undefined {
  try {
    const document = openStrictly(copy, password);
    const { count, doubts, wrongCounts } = document.pages;
    return count === pages && doubts.length === 0 && wrongCounts.size === 0 ? document : undefined;
  } catch (error) {
    if (error instanceof CosError || error instanceof ProblemError) return undefined;
    throw error;
  }
}

async function mend(
  source: ByteSource,
  name: string,
  context: OpenContext,
  options: OpenOptions,
  found: number | undefined,
): Promise<PdfDocument> {
  const { password } = options;
  /** A copy that was read already, to see whether it is whole. */
  let whole: { readonly copy: ByteSource; readonly document: PdfDocument } | undefined;
  const isWhole = (copy: ByteSource, pages: number) => {
    const document = readWhole(copy, pages, options);
    if (document) whole = { copy, document };
    return document !== undefined;
  };
  const copy = await context.readers.mend(source, password, found, isWhole);
  const { document, cause }: Attempt =
    whole?.copy === copy ? { document: whole.document } : attempt(name, options, copy);
  if (!document || document.pages.count === 0 || document.pages.loops)
    throw failed(`${name} is too damaged to be read`, { cause });
  return { ...document, mended: true };
}

/** Beyond this a document is not held in memory to be tidied, in bytes. */
const maxTidied = 200_000_000;

/**
 * The document with the few objects tidied that cannot be read, where all else about it is certain: nothing else of it is
 * touched, whether it is encrypted or not.
 */
async function tryToTidy(
  source: ByteSource,
  name: string,
  { readers }: OpenContext,
  { password }: OpenOptions,
): Promise<PdfDocument | undefined> {
  if (source.size > maxTidied) return undefined;
  const objects = unreadableObjects(source);
  if (objects === undefined || objects.length === 0) return undefined;
  const { document } = attempt(name, { password }, await readers.tidy(source, objects));
  if (!document || document.pages.count === 0 || document.pages.doubts.length > 0) return undefined;
  try {
    for (let num = 1; num < document.cos.objectCount; num++) document.cos.object(num);
  } catch (error) {
    if (error instanceof CosError) return undefined;
    throw error;
  }
  return { ...document, mended: true };
}

/**
 * The document without the cross-reference it has: where it is certain which objects there are, and they are whole. Undefined
 * where anything is doubtful. Throws `CosError` for passwords and limits.
 */
export function openByObjects(source: ByteSource, password?: string): PdfDocument | undefined {
  const found = withNewTable(source);
  if (!found) return undefined;
  try {
    const document = listed(openCos(found, { password }));
    const { count, doubts, wrongCounts } = document.pages;
    return count > 0 && doubts.length === 0 && wrongCounts.size === 0
      ? { ...document, mended: true }
      : undefined;
  } catch (error) {
    if (error instanceof CosError && !isFinal(error)) return undefined;
    throw error;
  }
}

/** The mended document, or why there is none. */
async function tryToMend(
  source: ByteSource,
  name: string,
  context: OpenContext,
  options: OpenOptions,
  found: number | undefined,
): Promise<PdfDocument | ProblemError> {
  try {
    return await mend(source, name, context, options, found);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}

/**
 * Opens a document. A file of no pages, one that is no PDF, one that needs a password and one that cannot be mended are
 * 422 `operation_failed` naming the file. A file that opens with the empty user password opens silently.
 * Where the tree is doubtful the mended copy is taken only if it has at least as many pages: nothing is lost in silence.
 */
export async function openDocument(
  source: ByteSource | InputFile,
  context: OpenContext,
  options: OpenOptions = {},
): Promise<PdfDocument> {
  const name = documentName(source);
  if (!hasHeader(source)) throw failed(`${name} is not a PDF: it has no %PDF- header`);
  const { document: read, cause } = attempt(name, options, source);
  const sound = read && read.pages.doubts.length === 0 && read.pages.count > 0;
  if (sound && !options.damaged) return read;

  const usable = read !== undefined && read.pages.count > 0 && !read.pages.loops;
  const enough = (one: PdfDocument | ProblemError | undefined): one is PdfDocument =>
    one !== undefined && !(one instanceof ProblemError) && (!usable || one.pages.count >= read.pages.count);
  const tryWith = (bytes: ByteSource) =>
    tryToMend(bytes, name, context, options, sound ? read.pages.count : undefined);
  const tidied = await tryToTidy(source, name, context, options);
  // What was read like that before, and turned out damaged all the same, is another's to mend.
  const found =
    tidied || (options.damaged && !sound) ? tidied : attempt(name, options, source, openByObjects).document;
  if (enough(found)) {
    context.warn(`${name} is damaged and was mended before use`);
    return found;
  }
  // What mends takes all up to the next `endstream` for one stream, and the objects between are lost.
  const ended = endStreams(source);
  const first = ended && (await tryWith(ended));
  const mended = enough(first) ? first : await tryWith(source);
  if (enough(mended)) {
    context.warn(`${name} is damaged and was mended before use`);
    if (!mended.cos.encryption && (read?.cos.encryption || mentions(source, "/Encrypt")))
      context.warn(`${name} is encrypted, and mending took its protection away`);
    return mended;
  }
  if (usable && !options.damaged) {
    context.warn(`${name} has a damaged page tree: ${read.pages.doubts[0] ?? "unreadable"}`);
    return read;
  }
  if (read?.pages.count === 0) throw failed(`${name} has no pages`, { cause: mended });
  if (cause?.reason === "encryption") throw unreadable(name, cause);
  throw mended instanceof ProblemError ? naming(name, mended) : failed(`${name} is too damaged to be read`);
}

/** Engines do not know what the document is called. */
function naming(name: string, problem: ProblemError): ProblemError {
  if (problem.message.includes(name)) return problem;
  return new ProblemError(problem.code, `Cannot read ${name}: ${problem.message}`, {
    ...(problem.hint && { hint: problem.hint }),
    cause: problem.cause,
  });
}
