/**
 * Opens documents, broken ones too. The strategies below are tried in order, from certain to desperate; the first acceptable
 * document is the result (docs/rooms/recovery.md).
 */
import type { ByteSource, InputFile } from "../core/document-io.ts";
import { inWords, type Message } from "../core/message.ts";
import { failed, ProblemError } from "../core/problem.ts";
import type { Work } from "../core/work.ts";
import { CosError, isFinal } from "../cos/syntax/error.ts";
import { matchesIn } from "../cos/syntax/source-window.ts";
import { latin1 } from "../cos/syntax/value.ts";
import { documentName, type PdfDocument } from "../document/open.ts";
import { problemOf } from "../document/translate-errors.ts";
import { type Note, warningOf } from "./faults.ts";
import { type OpenAttempt, type OpenRequest, openAttempt } from "./strategies/open-attempt.ts";

export interface Strategy {
  readonly name: string;
  /** Whether it may help, given the attempt so far and the best result, `fallback`. If omitted, always. */
  answers?(attempt: OpenAttempt, fallback: PdfDocument | undefined): boolean;
  /** The document; undefined if it can't be determined with enough certainty. Throws CosError and ProblemError. */
  recover(attempt: OpenAttempt): Promise<PdfDocument | undefined>;
  /** Whether another program rewrote the document: encryption that it can't write is lost. */
  readonly byEngine?: boolean;
  /** Whether an inconsistent document is better than none. */
  readonly keepsInconsistent?: boolean;
}

/** JPEG, PNG, GIF, TIFF, BMP and WebP. */
const pictureStart = /^(?:\xff\xd8\xff|\x89PNG|GIF8|II\*\0|MM\0\*|BM|RIFF.{4}WEBP)/s;

const engines = () => import("./strategies/save-by-engines.ts");

export const strategies: readonly Strategy[] = [
  {
    // Unchanged, by its cross-reference.
    name: "strict",
    answers: ({ damage }) => damage === undefined,
    recover: async (attempt) => attempt.strict(),
  },
  {
    // Writes a new file from the readable part of each object, and of each stream up to its end.
    name: "salvage",
    recover: async (attempt) => (await import("./strategies/salvage.ts")).salvaged(attempt),
    keepsInconsistent: true,
  },
  {
    // No page tree leads to all pages: a new one lists every object that is a page.
    name: "rebuild-page-tree",
    answers: (_, fallback) => fallback === undefined || fallback.pages.lost > 0,
    recover: async (attempt) => (await import("./strategies/salvage.ts")).rebuildPageTree(attempt),
    keepsInconsistent: true,
  },
  {
    // MuPDF saves what it finds in documents that are too large for salvage, or broken in ways that it knows.
    name: "mupdf-save",
    byEngine: true,
    keepsInconsistent: true,
    answers: (_, fallback) => fallback === undefined,
    recover: async (attempt) => (await engines()).mupdfSave(attempt),
  },
  {
    // pdf.js writes what it finds. It doesn't support encryption, and protection is never dropped.
    name: "pdfjs-rewrite",
    byEngine: true,
    keepsInconsistent: true,
    answers: ({ password = "" }, fallback) => fallback === undefined && password === "",
    recover: async (attempt) => (await engines()).pdfjsRewrite(attempt),
  },
];

/** The one rule for all strategies: consistent pages, and no fewer than before. */
function acceptable({ pages }: PdfDocument, least: number): boolean {
  return pages.count >= Math.max(least, 1) && pages.inconsistencies.length === 0;
}

/** Has pages, and a finite number. */
function isUsable(document: PdfDocument | undefined): document is PdfDocument {
  return document !== undefined && document.pages.count > 0 && !document.pages.loops;
}

export interface Recovered {
  readonly document: PdfDocument;
  /** The strategy that produced it. */
  readonly by: string;
  readonly notes: readonly Note[];
}

/**
 * Returns the first acceptable result of a strategy, or else the first usable one with no fewer pages than the unrepaired
 * file. Throws 422 `operation_failed` naming the file.
 */
export async function recover(
  attempt: OpenAttempt,
  name: string,
  ladder: readonly Strategy[] = strategies,
): Promise<Recovered> {
  if (attempt.headerAt < 0) {
    const isPicture = pictureStart.test(latin1(attempt.source.read(0, 12)));
    throw failed(
      ({ tool }) =>
        `${name} is not a PDF: it has no %PDF- header${isPicture ? `; it is a picture, and ${tool("pdf_from_images")} makes a PDF of it` : ""}`,
      { reason: "not_a_pdf" },
    );
  }

  const strict = strictOf(attempt, name);
  let least = isUsable(strict) ? strict.pages.count : 1;
  let problem: ProblemError | undefined;
  let fallback: Recovered | undefined;

  for (const strategy of ladder) {
    if (strategy.answers?.(attempt, fallback?.document) === false) continue;
    let document: PdfDocument | undefined;
    try {
      document = await strategy.recover(attempt);
    } catch (error) {
      if (error instanceof CosError && isFinal(error)) throw problemOf(name, error, attempt);
      if (error instanceof ProblemError && strategy.byEngine) problem ??= error;
      else if (!(error instanceof CosError)) throw error;
    }
    if (!document || document.pages.count < least) continue;
    const found = { document, by: strategy.name, notes: notesOn(document, strategy, attempt) };
    if (acceptable(document, least)) return found;
    if (fallback || !strategy.keepsInconsistent || !isUsable(document)) continue;
    fallback = found;
    least = document.pages.count;
  }

  if (fallback) return fallback;
  if (isUsable(strict) && !attempt.damage)
    return { document: strict, by: "strict", notes: ["page_tree_kept"] };
  if (strict?.pages.count === 0) throw failed(`${name} has no pages`, { cause: problem, reason: "damaged" });
  if (attempt.cause?.reason === "encryption") throw problemOf(name, attempt.cause);
  throw problem
    ? namedProblem(name, problem)
    : failed(`${name} is too damaged to be read: no page can be found in it`, { reason: "damaged" });
}

/** Opens the document unrepaired. Password and limit errors end the attempt: no strategy gets around them. */
function strictOf(attempt: OpenAttempt, name: string): PdfDocument | undefined {
  try {
    return attempt.strict();
  } catch (error) {
    throw error instanceof CosError ? problemOf(name, error, attempt) : error;
  }
}

function notesOn(document: PdfDocument, { name, byEngine }: Strategy, attempt: OpenAttempt): Note[] {
  if (name === "strict") return [];
  const isLost = byEngine === true && !document.cos.encryption && isEncrypted(attempt);
  return isLost ? ["recovered", "protection_lost"] : ["recovered"];
}

/** Whether the file is encrypted, or contains /Encrypt anywhere. */
function isEncrypted({ source, cos }: OpenAttempt): boolean {
  return cos()?.encryption !== undefined || !matchesIn(source, /\/Encrypt/g).next().done;
}

/** Engines don't know the document's name. */
function namedProblem(name: string, { code, detail, reason, hint, cause }: ProblemError): ProblemError {
  const message: Message = (names) => `Cannot read ${name}: ${inWords(detail, names)}`;
  return new ProblemError(code, message, { reason, hint, cause });
}

/**
 * Opens a document. A file that has no pages, isn't a PDF, needs a password or can't be recovered is 422 `operation_failed`
 * naming the file. A file that opens with the empty user password opens silently.
 */
export async function openDocument(
  source: ByteSource | InputFile,
  context: { warn(message: string, document?: string): void; readonly work?: Work },
  asked: OpenRequest = {},
): Promise<PdfDocument> {
  const name = documentName(source);
  const attempt = openAttempt(source, { work: context.work, ...asked });
  const { document, notes } = await recover(attempt, name);
  for (const note of notes) context.warn(warningOf(note, name, document.pages.inconsistencies[0]), name);
  if (!document.recovered) return document;
  const { withCompleteness } = await import("./completeness.ts");
  return withCompleteness(document, attempt);
}
