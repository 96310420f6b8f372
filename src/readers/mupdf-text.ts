/** The text of one page from MuPDF's structured text: characters outside the CropBox are left out, an invisible OCR layer is in. */
import type { PDFPage, StructuredText } from "mupdf";
import { inMupdf, type Mupdf, mupdfMemory, release } from "./mupdf.ts";
import { byGlyphs, type MupdfDocument, structuredText, withoutDoubles } from "./mupdf-document.ts";
import { textExtents, textLineReader, unseenTextLines } from "./mupdf-near-lines.ts";
import { addressOf, rawBlocks, startsTwice } from "./stext-memory.ts";
import { mayBeReversed } from "./text/bidi.ts";
import { looksDoubled } from "./text/doubled.ts";
import type { Place, PlacedBlock, PlacedCharacter, PlacedLine, TextBlock } from "./text/lines.ts";
import { needsPlaces } from "./text/page-text.ts";
import { plainBlocks } from "./text/plain-blocks.ts";
import { readBlocks, readFromRight, readsByGlyphs } from "./text/right-to-left.ts";
import { joinedParagraphs } from "./wide-lines.ts";
import { readWithoutArtifacts } from "./without-artifacts.ts";
import { nearLines, wovenBlocks } from "./woven-text.ts";

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

/** A line with its place, and nothing yet of its characters. */
interface PrintedText extends Place {
  readonly text: string;
}

function printedBlocks(page: PrintedPage): PrintedText[][] {
  return page.blocks.flatMap(({ lines }) => {
    if (lines === undefined) return [];
    const placed = lines.map(({ bbox, font, text }) => {
      const [x0, y0] = [bbox.x / scale, bbox.y / scale];
      const box = { x0, y0, x1: x0 + bbox.w / scale, y1: y0 + bbox.h / scale };
      return { text, box, size: font.size / scale };
    });
    return [placed];
  });
}

/**
 * The same blocks with the place of each character. Slow (a call from WASM for each), so only for pages that need it; the
 * texts are the printed ones, as here characters beyond U+FFFF come cut.
 */
function placedBlocks(text: StructuredText, printed: readonly (readonly PrintedText[])[]): PlacedBlock[] {
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
      codePoints = [...(printed[blocks.length - 1]?.[lines.length]?.text ?? "")];
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
      const line = printed[blocks.length - 1]?.[lines.length];
      if (line !== undefined) lines.push({ ...line, characters, horizontal });
    },
  });
  return blocks;
}

/** Blocks of one page, 1-based, in reading order; without artifacts where the document is tagged. */
export function readPage(document: MupdfDocument, number: number): TextBlock[] {
  const read = (page: PDFPage) => readLoaded(document, page);
  return document.run(`read page ${number}`, () => readWithoutArtifacts(document, number, read));
}

const disposable = (text: StructuredText) => ({ text, [Symbol.dispose]: () => release(text) });

const blocksOf = (text: StructuredText) =>
  placedBlocks(text, printedBlocks(parsePrinted(text.asJSON(scale))));

function readRightToLeft(text: StructuredText, plain: string, glyphs: StructuredText): TextBlock[] {
  const isBetter = readsByGlyphs(glyphs.asText(), plain);
  const better = isBetter ? glyphs : text;
  const extents = textExtents(better);
  return readBlocks(joinedParagraphs(blocksOf(better), extents), {
    woven: (blocks) => wovenBlocks(blocks, nearLines(extents), textLineReader(better, true), true),
    ...(isBetter && { told: () => blocksOf(text) }),
  });
}

/** Lines that cannot be seen, and are no text of a scan. */
function unseenOn(mupdf: Mupdf, page: PDFPage, text: StructuredText): ReadonlySet<number> {
  const unseen = unseenTextLines(text);
  if (unseen.size === 0) return unseen;
  using images = disposable(structuredText(mupdf, page, "preserve-images"));
  const blocks = rawBlocks(inMupdf(mupdfMemory), addressOf(images.text));
  return blocks.some(({ kind }) => kind === "image") ? new Set() : unseen;
}

function readLoaded({ mupdf }: MupdfDocument, page: PDFPage): TextBlock[] {
  let text = structuredText(mupdf, page, "");
  try {
    let plain = text.asText();
    if (looksDoubled(plain) && startsTwice(inMupdf(mupdfMemory), addressOf(text))) {
      const once = structuredText(mupdf, page, withoutDoubles);
      text.destroy();
      text = once;
      plain = text.asText();
    }
    const rightToLeft = mayBeReversed(plain);
    if (rightToLeft) {
      using glyphs = disposable(structuredText(mupdf, page, byGlyphs));
      return readRightToLeft(text, plain, glyphs.text);
    }
    const laid = text;
    const fromRight = readFromRight(plain, () => blocksOf(laid));
    if (fromRight) return fromRight;
    const unseen = unseenOn(mupdf, page, text);
    const extents = textExtents(text).map((extent, place) => (unseen.has(place) ? undefined : extent));
    const near = nearLines(extents);
    if (near.length === 0 && unseen.size === 0 && !needsPlaces(plain))
      return joinedParagraphs(plainBlocks(plain), extents);
    const printed = printedBlocks(parsePrinted(text.asJSON(scale)));
    let at = 0;
    const blocks = printed.map((lines) => ({
      lines: lines.map(({ text, ...place }) => ({ text: unseen.has(at++) ? "" : text, place })),
    }));
    const joined = joinedParagraphs(blocks, extents);
    return wovenBlocks(joined, near, textLineReader(text, false), false);
  } finally {
    release(text);
  }
}
