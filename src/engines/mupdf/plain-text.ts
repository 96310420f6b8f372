/** A page's lines as printed by MuPDF, in its order. They aren't analyzed: our own interpreter reads nearly all pages. */
import type { StructuredText } from "mupdf";
import type { ByteSource } from "../../core/document-io.ts";
import type { Box } from "../../core/page-layout.ts";
import type { PlainLine, PlainPage, PlainReader } from "../../core/readers.ts";
import { type MupdfDocument, openMupdf } from "./document.ts";
import { release } from "./load.ts";

/** MuPDF prints positions as integers: this many units per point keep lines and cells apart. */
const scale = 10;

interface PrintedBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface PrintedLine {
  readonly wmode: number;
  readonly bbox: PrintedBox;
  readonly font: {
    readonly name: string;
    readonly family: string;
    readonly weight: string;
    readonly style: string;
    readonly size: number;
  };
  /** The first character's position on its baseline. */
  readonly y: number;
  readonly text: string;
}

interface PrintedPage {
  readonly blocks: readonly {
    readonly type: string;
    readonly bbox: PrintedBox;
    readonly lines?: readonly PrintedLine[];
  }[];
}

/** Control characters that MuPDF prints verbatim although JSON forbids them. */
const rawControl = /[\u0000-\u001f]/g;

function boxOf({ x, y, w, h }: PrintedBox): Box {
  return { x0: x / scale, y0: y / scale, x1: (x + w) / scale, y1: (y + h) / scale };
}

function lineOf({ wmode, bbox, font, y, text }: PrintedLine): PlainLine {
  const box = boxOf(bbox);
  const size = font.size / scale;
  const style = {
    name: font.name,
    bold: font.weight === "bold",
    italic: font.style === "italic",
    mono: font.family === "monospace",
  };
  // A line's direction isn't printed; a horizontal one is about as high as its font.
  const horizontal = wmode === 0 && box.y1 - box.y0 < 2 * size;
  return { text, box, baseline: y / scale, size, font: style, horizontal };
}

/** Page `number`, 1-based. 422 `operation_failed` if it can't be read. */
function printedPage(document: MupdfDocument, number: number): PlainPage {
  return document.run(`read page ${number}`, () => {
    const page = document.document.loadPage(number - 1);
    let text: StructuredText | undefined;

    try {
      text = page.toStructuredText("preserve-images");
      const json = text.asJSON(scale).replaceAll(rawControl, " ");
      // MuPDF's own format in the pinned version; test/reading/fallback.test.ts reads pages through it.
      const { blocks } = JSON.parse(json) as PrintedPage;
      const [left, top, right, bottom] = page.getBounds();
      return {
        width: right - left,
        height: bottom - top,
        blocks: blocks.flatMap(({ lines }) => (lines ? [{ lines: lines.map(lineOf) }] : [])),
        images: blocks.flatMap(({ type, bbox }) => (type === "image" ? [boxOf(bbox)] : [])),
      };
    } finally {
      release(text, page);
    }
  });
}

/** Opens a document for its lines. 422 `operation_failed` if it needs another password or can't be read. */
export async function openMupdfText(source: ByteSource, password?: string): Promise<PlainReader> {
  const document = await openMupdf(source, password);
  return {
    pageCount: document.pageCount,
    page: async (number) => printedPage(document, number),
    [Symbol.dispose]: () => document[Symbol.dispose](),
  };
}
