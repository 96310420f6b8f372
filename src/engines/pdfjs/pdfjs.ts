/**
 * The last resort of a repair: pdf.js (through unpdf), for files in which MuPDF finds no pages. It keeps the whole file and
 * its objects in memory, so only files up to a certain size come here, and its page count is trusted only if the pages exist.
 */
import type { getResolvedPDFJS } from "unpdf";
import type { ByteSource } from "../../core/document-io.ts";
import { maxPages } from "../../core/limits.ts";
import type { TextReader } from "../../core/readers.ts";

/** Maximum size of a file to load. */
const maxBytes = 64_000_000;

export interface SecondReader extends Disposable {
  readonly pageCount: number;
  /** A new file with every page. */
  rewrite(): Promise<Uint8Array>;
}

/** pdf.js needs it for links to named destinations; unpdf provides the other things that Node 20 lacks. */
function addIntersection(): void {
  if ("intersection" in Set.prototype) return;
  Object.defineProperty(Set.prototype, "intersection", {
    value(this: ReadonlySet<unknown>, other: ReadonlySet<unknown>) {
      return new Set([...this].filter((item) => other.has(item)));
    },
    configurable: true,
    writable: true,
  });
}

let used = false;

/**
 * Whether it was ever used in this process. On damaged files, pdf.js leaves promises that are rejected later, unawaited: not a
 * sign that a call fails, but a reason not to read the next document in this process.
 */
export const secondReaderWasUsed = (): boolean => used;

type Pdfjs = Awaited<ReturnType<typeof getResolvedPDFJS>>;
type Task = ReturnType<Pdfjs["getDocument"]>;

/** What `read` makes of a file; undefined if it is too large, or either fails. */
async function open<T extends object>(
  source: ByteSource,
  read: (document: Awaited<Task["promise"]>) => Promise<T>,
  onPassword?: Task["onPassword"],
): Promise<(T & Disposable) | undefined> {
  if (source.size > maxBytes) return undefined;

  used = true;
  addIntersection();
  const { getResolvedPDFJS } = await import("unpdf");
  const pdfjs = await getResolvedPDFJS();
  const task = pdfjs.getDocument(optionsFor(source));
  if (onPassword) task.onPassword = onPassword;

  try {
    const opened = await read(await task.promise);
    return { ...opened, [Symbol.dispose]: () => void task.destroy().catch(() => {}) };
  } catch {
    // Its errors mean nothing to callers: the first reader's reason is reported.
    await task.destroy().catch(() => {});
    return undefined;
  }
}

/** Opens a file; undefined if it can't be read, is too large, or its pages are missing. */
export function openSecondReader(source: ByteSource): Promise<SecondReader | undefined> {
  return open(source, async (document) => {
    const pageCount = document.numPages;
    if (!Number.isInteger(pageCount) || pageCount < 1 || pageCount > maxPages)
      throw new Error("no believable page count");
    await document.getPage(1);
    await document.getPage(pageCount);
    return { pageCount, rewrite: () => document.extractPages([{ document: null }]) };
  });
}

/**
 * Page text, 1-based, from pdf.js; undefined for a file that it can't read. `passwords`: the forms of one, tried in turn,
 * since pdf.js uses a password's characters as the bytes for old ciphers.
 */
export function openPdfjsText(
  source: ByteSource,
  passwords: readonly string[] = [],
): Promise<TextReader | undefined> {
  const forms = passwords.values();
  const read = async (document: Awaited<Task["promise"]>) => ({
    pageCount: document.numPages,
    async page(number: number) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      page.cleanup();
      return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    },
  });
  return open(source, read, (use: (password: string | Error) => void) =>
    use(forms.next().value ?? new Error("wrong password")),
  );
}

const optionsFor = (source: ByteSource) => ({
  // A copy: pdf.js takes over the memory it is given.
  data: Uint8Array.from(source.read(0, source.size)),
  // A document's fonts must never become code (CVE-2024-4367).
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  // Its warnings quote documents, so they are off.
  verbosity: 0,
});
