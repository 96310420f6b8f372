/**
 * The second opinion: pdf.js (through unpdf), for files in which MuPDF finds no page. It keeps the whole file and its
 * objects in memory, so only files up to a size come here, and its page count is believed only when the pages are there.
 */
import type { ByteSource } from "../../core/document-io.ts";
import { maxPages } from "../../core/limits.ts";
import type { PlainLine, PlainPage, PlainReader } from "../../core/readers.ts";

/** Bytes of a file it may load. */
const maxBytes = 64_000_000;

export interface SecondReader extends PlainReader {
  /** A file of its own making with every page. */
  rewrite(): Promise<Uint8Array>;
}

/** One piece of text; marked content comes without `str`. */
interface TextPiece {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

/** Its types for the pieces say less than they hold. */
function pieceOf(item: object): TextPiece[] {
  return "str" in item && typeof item.str === "string" ? [item as TextPiece] : [];
}

/** Pieces to lines; those that begin outside the page's visible part (`view`, in its own coordinates) are dropped. */
function linesOf(pieces: readonly TextPiece[], view: readonly number[]): PlainLine[] {
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  const lines: PlainLine[] = [];
  let text = "";
  let start: TextPiece | undefined;
  const end = (last: TextPiece) => {
    const first = start ?? last;
    const y1 = top - (first.transform[5] ?? 0);
    const box = {
      x0: first.transform[4] ?? 0,
      y0: y1 - first.height,
      x1: (last.transform[4] ?? 0) + last.width,
      y1,
    };
    lines.push({ text, box, baseline: y1, size: first.height, font: undefined, horizontal: true });
    text = "";
    start = undefined;
  };
  let last: TextPiece | undefined;
  for (const piece of pieces) {
    const x = piece.transform[4] ?? 0;
    const y = piece.transform[5] ?? 0;
    if (x >= left && x <= right && y >= bottom && y <= top) {
      text += piece.str;
      if (piece.str !== "") start ??= piece;
      last = piece;
    }
    if (piece.hasEOL && text !== "") end(piece);
  }
  if (text !== "" && last !== undefined) end(last);
  return lines;
}

/** It does not tell the page's size: what its lines take. */
function pageOf(lines: readonly PlainLine[]): PlainPage {
  const width = lines.reduce((most, { box }) => Math.max(most, box.x1), 0);
  const height = lines.reduce((most, { box }) => Math.max(most, box.y1), 0);
  return { width, height, blocks: [{ lines }], images: [] };
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
  const task = pdfjs.getDocument({
    // A copy: pdf.js takes the memory it is given for its own.
    data: Uint8Array.from(source.read(0, source.size)),
    // Fonts of a document must never become code (CVE-2024-4367).
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    // Its warnings quote documents: none.
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    const pageCount = document.numPages;
    if (!Number.isInteger(pageCount) || pageCount < 1 || pageCount > maxPages)
      throw new Error("no believable page count");
    await document.getPage(1);
    await document.getPage(pageCount);
    return {
      pageCount,
      async page(number) {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        page.cleanup();
        return pageOf(linesOf(items.flatMap(pieceOf), page.view));
      },
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
