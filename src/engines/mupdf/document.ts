/** A document opened by MuPDF: large files are read through the source on demand, never whole. */
import type { Document, PDFDocument, Stream } from "mupdf";
import type { ByteSource } from "../../core/document-io.ts";
import { failed, ProblemError } from "../../core/problem.ts";
import { inMupdf, loadMupdf, type Mupdf, release } from "./load.ts";
import { correctCounts } from "./repair-before-save.ts";

export interface MupdfDocument extends Disposable {
  readonly mupdf: Mupdf;
  readonly document: PDFDocument;
  readonly pageCount: number;
  /**
   * Runs work on it. Errors from the source (the file became shorter) are rethrown; MuPDF's become 422 `operation_failed`
   * naming the action (`action`: "read page 7").
   */
  run<T>(action: string, work: () => T): T;
}

/** ISO 32000-2 annex: readers look for the header in the first 1,024 bytes. */
const headerWindow = 1024;

/** MuPDF also reads HTML, images and more, whatever type it is given: the header decides. */
function hasPdfHeader(source: ByteSource): boolean {
  return Buffer.from(source.read(0, headerWindow)).includes("%PDF-");
}

/**
 * Opens a document. 422 `operation_failed` if it isn't a PDF, can't be read, or needs another password; a file that opens with
 * the empty user password needs none. It may have 0 pages: the caller decides what that means.
 */
export async function openMupdf(source: ByteSource, password?: string): Promise<MupdfDocument> {
  if (!hasPdfHeader(source))
    throw failed("The file is not a PDF: it has no %PDF- header", { reason: "not_a_pdf" });

  const mupdf = await loadMupdf();
  let sourceError: unknown;
  const input =
    source.size <= wholeBytes
      ? new mupdf.Buffer(source.read(0, source.size))
      : streamOf(mupdf, source, (error) => {
          sourceError ??= error;
        });
  let opened: Document | undefined;

  const close = () => {
    if (opened === undefined) return;
    // Its cached fonts and images serve no other document.
    release(opened, { destroy: mupdf.emptyStore });
    opened = undefined;
  };

  function run<T>(action: string, work: () => T): T {
    let problem: unknown;
    let result: { readonly value: T } | undefined;

    try {
      result = { value: inMupdf(work) };
    } catch (error) {
      problem = error;
    }

    if (sourceError !== undefined) throw sourceError;
    if (result !== undefined) return result.value;
    if (problem instanceof ProblemError) throw problem;
    const reason = problem instanceof Error ? problem.message : "unknown error";
    throw failed(`Cannot ${action}: ${reason}`, { cause: problem });
  }

  try {
    const document = run("open the document", () => {
      opened = mupdf.Document.openDocument(input, "application/pdf");
      return opened;
    });
    const pdf = document.asPDF();
    if (pdf === null) throw failed("The file is not a PDF", { reason: "not_a_pdf" });
    if (run("open the document", () => document.needsPassword())) {
      if (
        password === undefined ||
        run("open the document", () => document.authenticatePassword(password)) === 0
      )
        throw failed(
          (names) =>
            password === undefined
              ? `The document needs a password: use ${names.tool("pdf_unlock")}`
              : "The password is wrong",
          { reason: "password" },
        );
    }
    const pageCount = run("count the pages", () => countPages(pdf));
    return { mupdf, document: pdf, pageCount, run, [Symbol.dispose]: close };
  } catch (error) {
    close();
    throw error;
  } finally {
    // The document owns it now; without a document, nobody does.
    release(input);
  }
}

/** Files up to this size are passed whole: MuPDF requests 8 KB at every place it visits, repeatedly. */
const wholeBytes = 1 << 20;

/** For larger files: data is read when MuPDF requests it. Errors of the source go to `onError`. */
function streamOf(mupdf: Mupdf, source: ByteSource, onError: (error: unknown) => void): Stream {
  return new mupdf.Stream({
    fileSize: () => source.size,
    read(memory, offset, length, position) {
      // An exception through WASM would leave it in an inconsistent state; it can handle the end of the file.
      try {
        const bytes = source.read(position, length);
        memory.set(bytes, offset);
        return bytes.length;
      } catch (error) {
        onError(error);
        return 0;
      }
    },
    close() {},
  });
}

/** MuPDF throws for an impossible count: count the actual pages instead. */
function countPages(document: PDFDocument): number {
  try {
    return document.countPages();
  } catch {
    correctCounts(document);
    return document.countPages();
  }
}
