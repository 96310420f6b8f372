/**
 * Opening a document: what happens to a broken file. The strategies below are tried in their order, from certain to desperate,
 * and the first document that is acceptable is the answer (docs/rooms/recovery.md).
 */
import type { ByteSource, InputFile } from "../core/document-io.ts";
import { inWords } from "../core/message.ts";
import { failed, ProblemError } from "../core/problem.ts";
import type { Work } from "../core/work.ts";
import { CosError, isFinal } from "../cos/syntax/error.ts";
import { matchesIn } from "../cos/syntax/source-window.ts";
import { documentName, type PdfDocument } from "../document/open.ts";
import { problemOf } from "../document/translate-errors.ts";
import { type Note, warningOf } from "./faults.ts";
import { type Known, learn, type OpenRequest } from "./strategies/known.ts";

export interface Strategy {
  readonly name: string;
  /** Whether it may help against what is known, `fallback` being the best so far. Where omitted, always. */
  answers?(known: Known, fallback: PdfDocument | undefined): boolean;
  /** The document; undefined where it cannot tell with the certainty that it needs. Throws CosError and ProblemError. */
  recover(known: Known): Promise<PdfDocument | undefined>;
  /** Whether another program wrote the document anew: encryption that it does not write is lost. */
  readonly byEngine?: boolean;
  /** Whether a document with inconsistencies is better than none. */
  readonly keepsInconsistent?: boolean;
}

const engines = () => import("./strategies/save-by-engines.ts");

export const strategies: readonly Strategy[] = [
  {
    // As it stands, by its cross-reference.
    name: "strict",
    answers: ({ damage }) => damage === undefined,
    recover: async (known) => known.strict(),
  },
  {
    // What can be read of each object, and of each stream up to where it ends, becomes a new file.
    name: "salvage",
    recover: async (known) => (await import("./strategies/salvage.ts")).salvaged(known),
    keepsInconsistent: true,
  },
  {
    // No page tree leads to all of the pages: a new one names every object that is a page.
    name: "rebuild-page-tree",
    answers: (_, fallback) => fallback === undefined || fallback.pages.lost > 0,
    recover: async (known) => (await import("./strategies/salvage.ts")).rebuildPageTree(known),
    keepsInconsistent: true,
  },
  {
    // MuPDF saves what it finds, of documents too large for all of that, or broken in ways that it knows.
    name: "mupdf-save",
    byEngine: true,
    keepsInconsistent: true,
    answers: (_, fallback) => fallback === undefined,
    recover: async (known) => (await engines()).mupdfSave(known),
  },
  {
    // pdf.js writes what it finds. It knows no encryption, and protection is never dropped.
    name: "pdfjs-rewrite",
    byEngine: true,
    keepsInconsistent: true,
    answers: ({ password = "" }, fallback) => fallback === undefined && password === "",
    recover: async (known) => (await engines()).pdfjsRewrite(known),
  },
];

/** The one rule for all: pages that nothing contradicts, and no fewer than there were. */
function acceptable({ pages }: PdfDocument, least: number): boolean {
  return pages.count >= Math.max(least, 1) && pages.inconsistencies.length === 0;
}

/** Pages, and an end of them. */
function isUsable(document: PdfDocument | undefined): document is PdfDocument {
  return document !== undefined && document.pages.count > 0 && !document.pages.loops;
}

export interface Recovered {
  readonly document: PdfDocument;
  /** The strategy that gave it. */
  readonly by: string;
  readonly notes: readonly Note[];
}

/**
 * The document by the first strategy that gives an acceptable one; else the first that is usable, with no fewer pages than the
 * file as it stands. Throws 422 `operation_failed` naming the file.
 */
export async function recover(
  known: Known,
  name: string,
  ladder: readonly Strategy[] = strategies,
): Promise<Recovered> {
  if (known.headerAt < 0) throw failed(`${name} is not a PDF: it has no %PDF- header`);
  const strict = strictOf(known, name);
  let least = isUsable(strict) ? strict.pages.count : 1;
  let problem: ProblemError | undefined;
  let fallback: Recovered | undefined;
  for (const strategy of ladder) {
    if (strategy.answers?.(known, fallback?.document) === false) continue;
    let document: PdfDocument | undefined;
    try {
      document = await strategy.recover(known);
    } catch (error) {
      if (error instanceof CosError && isFinal(error)) throw problemOf(name, error, known);
      if (error instanceof ProblemError && strategy.byEngine) problem ??= error;
      else if (!(error instanceof CosError)) throw error;
    }
    if (!document || document.pages.count < least) continue;
    const found = { document, by: strategy.name, notes: notesOn(document, strategy, known) };
    if (acceptable(document, least)) return found;
    if (fallback || !strategy.keepsInconsistent || !isUsable(document)) continue;
    fallback = found;
    least = document.pages.count;
  }
  if (fallback) return fallback;
  if (isUsable(strict) && !known.damage) return { document: strict, by: "strict", notes: ["page_tree_kept"] };
  if (strict?.pages.count === 0) throw failed(`${name} has no pages`, { cause: problem });
  if (known.cause?.reason === "encryption") throw problemOf(name, known.cause);
  throw problem
    ? namedProblem(name, problem)
    : failed(`${name} is too damaged to be read: no page can be found in it`);
}

/** The document as it stands. Passwords and limits are answered at once: nothing gets around them. */
function strictOf(known: Known, name: string): PdfDocument | undefined {
  try {
    return known.strict();
  } catch (error) {
    throw error instanceof CosError ? problemOf(name, error, known) : error;
  }
}

function notesOn(document: PdfDocument, { name, byEngine }: Strategy, known: Known): Note[] {
  if (name === "strict") return [];
  const isLost = byEngine === true && !document.cos.encryption && isEncrypted(known);
  return isLost ? ["recovered", "protection_lost"] : ["recovered"];
}

/** Whether the file is encrypted, or has /Encrypt anywhere. */
function isEncrypted({ source, cos }: Known): boolean {
  return cos()?.encryption !== undefined || !matchesIn(source, /\/Encrypt/g).next().done;
}

/** Engines do not know what the document is called. */
function namedProblem(name: string, { code, detail, hint, cause }: ProblemError): ProblemError {
  return new ProblemError(code, (names) => `Cannot read ${name}: ${inWords(detail, names)}`, { hint, cause });
}

/**
 * Opens a document. A file of no pages, one that is no PDF, one that needs a password and one that cannot be recovered are
 * 422 `operation_failed` naming the file. A file that opens with the empty user password opens silently.
 */
export async function openDocument(
  source: ByteSource | InputFile,
  context: { warn(message: string, document?: string): void; readonly work?: Work },
  asked: OpenRequest = {},
): Promise<PdfDocument> {
  const name = documentName(source);
  const known = learn(source, { work: context.work, ...asked });
  const { document, notes } = await recover(known, name);
  for (const note of notes) context.warn(warningOf(note, name, document.pages.inconsistencies[0]), name);
  if (!document.recovered) return document;
  const { withCompleteness } = await import("./completeness.ts");
  return withCompleteness(document, known);
}
