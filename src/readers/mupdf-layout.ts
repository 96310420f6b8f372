/** The layout of one page from MuPDF's structured text. */
import type { PDFPage } from "mupdf";
import type { Box, Drawing, PageLayout, Piece, Tag } from "../core/page-layout.ts";
import { readPieces } from "./line-pieces.ts";
import { inMupdf, mupdfMemory } from "./mupdf.ts";
import { byGlyphs, type MupdfDocument, structuredText, withoutDoubles } from "./mupdf-document.ts";
import { boxAt, Faces, mayTurn, type RawLine, readRawLine } from "./mupdf-lines.ts";
import { blockFields, lineFields, rawBlocks, startsTwice } from "./stext-memory.ts";
import { hasRightToLeft } from "./text/bidi.ts";
import { looksDoubled } from "./text/doubled.ts";
import { readsByGlyphs } from "./text/right-to-left.ts";

interface Link {
  readonly box: Box;
  readonly uri: string;
}

/** Links of one page that are looked at. */
const maxLinks = 5000;

/** Words under a link know its address. */
function withLinks(piece: Piece, links: readonly Link[]): Piece {
  const near = links.filter(({ box }) => box.y1 > piece.box.y0 && box.y0 < piece.box.y1);
  if (near.length === 0) return piece;
  const words = piece.words.map((word) => {
    const [x, y] = [(word.box.x0 + word.box.x1) / 2, (word.box.y0 + word.box.y1) / 2];
    const link = near.find(({ box }) => x >= box.x0 && x <= box.x1 && y >= box.y0 - 0.5 && y <= box.y1 + 0.5);
    return link ? { ...word, uri: link.uri } : word;
  });
  return { ...piece, words };
}

function linksOf(page: PDFPage): Link[] {
  const found: Link[] = [];
  for (const link of page.getLinks()) {
    try {
      const uri = link.getURI();
      const [x0, y0, x1, y1] = link.getBounds();
      if (/^(?:https?|mailto|ftp|tel):/i.test(uri)) found.push({ box: { x0, y0, x1, y1 }, uri });
    } finally {
      link.destroy();
    }
  }
  return found;
}

interface RawPage {
  readonly lines: readonly RawLine[];
  /** Whether a line may read from right to left. */
  readonly turned: boolean;
  readonly images: readonly { readonly box: Box; readonly tag: Tag | undefined }[];
  readonly drawings: readonly Drawing[];
  /** Whether lines may be painted twice. */
  readonly twice: boolean;
}

const layoutOptions = "structured,vectors,preserve-images";

/** What MuPDF finds on a page, with these options. */
function readRaw({ mupdf }: MupdfDocument, page: PDFPage, options: string): RawPage {
  const text = structuredText(mupdf, page, options);
  let turned = false;
  const images: { box: Box; tag: Tag | undefined }[] = [];
  const drawings: Drawing[] = [];
  try {
    // The pointer is the address of the page's struct; mupdf's types do not show it.
    const address: unknown = Reflect.get(text, "pointer");
    const memory = inMupdf(mupdfMemory);
    const faces = new Faces(memory);
    const found: { readonly line: number; readonly tag: Tag | undefined }[] = [];
    for (const { kind, at, tag } of rawBlocks(memory, Number(address))) {
      const fields = at >> 2;
      const box = boxAt(memory.floats, fields + blockFields.box);
      if (kind === "image") images.push({ box, tag });
      else if (kind === "drawing") {
        const stroked = ((memory.integers[fields + blockFields.flags] ?? 0) & 1) === 1;
        const color = (memory.integers[fields + blockFields.color] ?? 0) & 0xffffff;
        drawings.push({ box, stroked, color });
      } else {
        let line = memory.integers[fields + blockFields.firstLine] ?? 0;
        for (; line !== 0; line = memory.integers[(line >> 2) + lineFields.next] ?? 0) {
          found.push({ line, tag });
          turned ||= mayTurn(memory, line);
        }
      }
    }
    const lines = found.map(({ line, tag }) => readRawLine(memory, faces, line, tag, turned));
    const twice = startsTwice(memory, Number(address));
    return { lines, turned, images, drawings, twice };
  } finally {
    text.destroy();
  }
}

const rawText = ({ lines }: RawPage) =>
  lines.map(({ words }) => words.map(({ text }) => text).join(" ")).join("\n");

/** What is on page `number`, 1-based. 422 `operation_failed` when it cannot be read. */
export function readLayout(document: MupdfDocument, number: number): PageLayout {
  return document.run(`read page ${number}`, () => {
    const page = document.document.loadPage(number - 1);
    try {
      const [left, top, right, bottom] = page.getBounds();
      let raw = readRaw(document, page, layoutOptions);
      if (raw.twice && looksDoubled(rawText(raw)))
        raw = readRaw(document, page, `${layoutOptions},${withoutDoubles}`);
      if (raw.turned && hasRightToLeft(rawText(raw))) {
        const glyphs = readRaw(document, page, `${layoutOptions},${byGlyphs}`);
        if (readsByGlyphs(rawText(glyphs), rawText(raw))) raw = glyphs;
      }
      const { lines, turned, images, drawings } = raw;
      const links = linksOf(page);
      const read = readPieces(lines, turned);
      const pieces =
        links.length > 0 && links.length <= maxLinks ? read.map((piece) => withLinks(piece, links)) : read;
      return { page: number, width: right - left, height: bottom - top, pieces, images, drawings };
    } finally {
      page.destroy();
    }
  });
}
