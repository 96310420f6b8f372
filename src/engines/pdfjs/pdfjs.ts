/**
 * The last resort of a repair: pdf.js (through unpdf), for files in which MuPDF finds no page. It keeps the whole file and its
 * objects in memory, so only files up to a size come here, and its page count is believed only when the pages are there.
 */
import type { ByteSource } from "../../core/document-io.ts";
import { maxPages } from "../../core/limits.ts";
import type { TextReader } from "../../core/readers.ts";

/** Bytes of a file it may load. */
const maxBytes = 64_000_000;

export interface SecondReader extends Disposable {
  readonly pageCount: number;
  /** A file of its own making with every page. */
  rewrite(): Promise<Uint8Array>;
}

/** pdf.js asks for it where links lead to names; unpdf brings what else of it Node 20 lacks. */
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
 * Whether it was ever asked in this process. On damaged files pdf.js leaves promises that are rejected later, and nobody
 * waits for them: no sign that a call fails, but not what the next document should be read beside.
 */
export function secondReaderWasUsed(): boolean {
  return used;
}

/** Opens a file; undefined when it cannot be read, is too large, or its pages are not there. */
export async function openSecondReader(source: ByteSource): Promise<SecondReader | undefined> {
  if (source.size > maxBytes) return undefined;
  used = true;
  addIntersection();
  const { getResolvedPDFJS } = await import("unpdf");
  const pdfjs = await getResolvedPDFJS();
  const task = pdfjs.getDocument(optionsFor(source));
  try {
    const document = await task.promise;
    const pageCount = document.numPages;
    if (!Number.isInteger(pageCount) || pageCount < 1 || pageCount > maxPages)
      throw new Error("no believable page count");
    await document.getPage(1);
    await document.getPage(pageCount);
    return {
      pageCount,
      async rewrite() {
        return await document.extractPages([{ document: null }]);
      },
      [Symbol.dispose]: () => void task.destroy().catch(() => {}),
    };
  } catch {
    // What it throws says nothing to a caller: the first reader's reason is the answer.
    await task.destroy().catch(() => {});
    return undefined;
  }
}

/**
 * The text of pages, 1-based, as pdf.js gives it; undefined for a file that it can't read. `passwords`: the forms of one, tried
 * in turn, since pdf.js takes the characters of a password for the bytes of old ciphers.
 */
export async function openPdfjsText(
  source: ByteSource,
  passwords: readonly string[] = [],
): Promise<TextReader | undefined> {
  if (source.size > maxBytes) return undefined;
  used = true;
  addIntersection();
  const { getResolvedPDFJS } = await import("unpdf");
  const pdfjs = await getResolvedPDFJS();
  const task = pdfjs.getDocument(optionsFor(source));
  const forms = passwords.values();
  task.onPassword = (use: (password: string | Error) => void) =>
    use(forms.next().value ?? new Error("wrong password"));
  try {
    const document = await task.promise;
    return {
      pageCount: document.numPages,
      async page(number) {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        page.cleanup();
        return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
      },
      [Symbol.dispose]: () => void task.destroy().catch(() => {}),
    };
  } catch {
    await task.destroy().catch(() => {});
    return undefined;
  }
}

const optionsFor = (source: ByteSource) => ({
  // A copy: pdf.js takes the memory it is given for its own.
  data: Uint8Array.from(source.read(0, source.size)),
  // Fonts of a document must never become code (CVE-2024-4367).
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  // Its warnings quote documents: none.
  verbosity: 0,
});
