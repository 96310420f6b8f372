/** The text of one page from MuPDF's structured text: characters outside the CropBox are left out, an invisible OCR layer is in. */
import type { StructuredText } from "mupdf";
import type { MupdfDocument } from "./mupdf-document.ts";
import { hasRightToLeft } from "./text/bidi.ts";
import type { PlacedBlock, PlacedCharacter, PlacedLine, TextBlock } from "./text/lines.ts";
import { readBlocks } from "./text/right-to-left.ts";

/** MuPDF prints boxes as whole numbers: this many per point keep the gaps between words. */
const scale = 10;

/** What MuPDF prints of a page; other kinds of blocks (images, vectors) have no lines. */
interface PrintedPage {
  readonly blocks: readonly { readonly lines?: readonly PrintedLine[] }[];
}

interface PrintedLine {
  readonly bbox: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly font: { readonly size: number };
  readonly text: string;
}

/** Control characters that MuPDF prints as they are and JSON forbids. */
const rawControl = /[\u0000-\u001f]/g;

function parsePrinted(json: string): PrintedPage {
  // The shape is MuPDF's own, of the pinned version; test/readers/text.test.ts reads real pages through it.
  try {
    return JSON.parse(json) as PrintedPage;
  } catch {
    return JSON.parse(json.replace(rawControl, " ")) as PrintedPage;
  }
}

function printedBlocks(page: PrintedPage): TextBlock[] {
  return page.blocks.flatMap(({ lines }) =>
    lines === undefined
      ? []
      : [
          {
            lines: lines.map(({ bbox, font, text }) => ({
              text,
              size: font.size / scale,
              box: {
                x0: bbox.x / scale,
                y0: bbox.y / scale,
                x1: (bbox.x + bbox.w) / scale,
                y1: (bbox.y + bbox.h) / scale,
              },
            })),
          },
        ],
  );
}

/**
 * The same blocks with the place of each character. Slow (a call from WASM for each), so only for pages that need it; the
 * texts are the printed ones, as here characters beyond U+FFFF come cut.
 */
function placedBlocks(text: StructuredText, printed: readonly TextBlock[]): PlacedBlock[] {
  const blocks: PlacedBlock[] = [];
  let lines: PlacedLine[] = [];
  let characters: PlacedCharacter[] = [];
  let codePoints: string[] = [];
  let horizontal = true;
  text.walk({
    beginTextBlock() {
      lines = [];
      blocks.push({ lines });
    },
    beginLine(_box, writing, direction) {
      characters = [];
      horizontal = writing === 0 && direction[0] > 0.99;
      codePoints = [...(printed[blocks.length - 1]?.lines[lines.length]?.text ?? "")];
    },
    onChar(character, _origin, font, _size, quad) {
      // One object for each character: without this they would fill the memory until the collector comes.
      font.destroy();
      characters.push({
        text: codePoints[characters.length] ?? character,
        x0: Math.min(quad[0], quad[4]),
        x1: Math.max(quad[2], quad[6]),
      });
    },
    endLine() {
      const line = printed[blocks.length - 1]?.lines[lines.length];
      if (line !== undefined) lines.push({ ...line, characters, horizontal });
    },
  });
  return blocks;
}

/** Blocks of one page, 1-based, in reading order. */
export function readPage(document: MupdfDocument, number: number): TextBlock[] {
  return document.run(`read page ${number}`, () => {
    const page = document.document.loadPage(number - 1);
    try {
      const text = page.toStructuredText("");
      try {
        const json = text.asJSON(scale);
        const printed = printedBlocks(parsePrinted(json));
        return hasRightToLeft(json) ? readBlocks(placedBlocks(text, printed)) : printed;
      } finally {
        text.destroy();
      }
    } finally {
      page.destroy();
    }
  });
}
