/**
 * Pages that our own interpreter leaves: by MuPDF, and by pdf.js a file in which MuPDF finds no page, and a page whose letters it
 * cannot tell where pdf.js can.
 */
import type { ByteSource } from "../core/document-io.ts";
import type { LayoutReader, PageLayout, Piece, Word } from "../core/page-layout.ts";
import { failed } from "../core/problem.ts";
import type { TextReader } from "../core/readers.ts";
import type { TextBlock } from "../core/text-lines.ts";
import { openMupdf } from "../engines/mupdf/document.ts";
import { type PlainLine, type PlainPage, printedPage } from "../engines/mupdf/plain-text.ts";
import { openSecondReader, type SecondReader } from "../engines/pdfjs/pdfjs.ts";
import { pageText } from "./lines/page-text.ts";
import { hasRightToLeft } from "./lines/right-to-left/bidi.ts";
import { plainCharacters } from "./lines/words/characters.ts";
import { isUnreadable, makesSense } from "./lines/words/unreadable.ts";

interface PlainReader extends Disposable {
  readonly pageCount: number;
  /** 1-based. */
  page(page: number): Promise<PlainPage>;
}

const noFace = { name: "", bold: false, italic: false, mono: false };

/** Page `number` of pdf.js, which knows neither fonts nor the page's size. */
async function secondPage(reader: SecondReader, number: number): Promise<PlainPage> {
  const blocks = (await reader.page(number)).map(({ lines }) => ({
    lines: lines.flatMap(({ text, place }): PlainLine[] => {
      if (place === undefined) return [];
      const { box, size } = place;
      return [{ text, box, size, baseline: box.y1, face: noFace, horizontal: true }];
    }),
  }));
  const boxes = blocks.flatMap(({ lines }) => lines.map(({ box }) => box));
  const width = boxes.reduce((most, { x1 }) => Math.max(most, x1), 0);
  const height = boxes.reduce((most, { y1 }) => Math.max(most, y1), 0);
  return { width, height, blocks, images: [] };
}

const textOf = ({ blocks }: PlainPage) =>
  blocks.map(({ lines }) => lines.map(({ text }) => text).join("\n")).join("\n\n");

/** 422 `operation_failed` when neither engine finds a page. */
async function openPlain(source: ByteSource): Promise<PlainReader> {
  const document = await openMupdf(source);
  if (document.pageCount === 0) {
    document[Symbol.dispose]();
    const reader = await openSecondReader(source);
    if (!reader) throw failed("The document is too damaged to be read: no page can be found in it");
    return {
      pageCount: reader.pageCount,
      page: (number) => secondPage(reader, number),
      [Symbol.dispose]: () => reader[Symbol.dispose](),
    };
  }
  let opening: Promise<SecondReader | undefined> | undefined;
  let second: SecondReader | undefined;
  return {
    pageCount: document.pageCount,
    async page(number) {
      const page = printedPage(document, number);
      if (!isUnreadable(textOf(page))) return page;
      opening ??= openSecondReader(source);
      second = await opening;
      if (second === undefined || number > second.pageCount) return page;
      // What pdf.js cannot read, MuPDF's page stands for.
      const other = await secondPage(second, number).catch(() => undefined);
      return other && makesSense(textOf(other), textOf(page)) ? { ...page, blocks: other.blocks } : page;
    },
    [Symbol.dispose]() {
      second?.[Symbol.dispose]();
      document[Symbol.dispose]();
    },
  };
}

const textBlock = ({ lines }: PlainPage["blocks"][number]): TextBlock => ({
  lines: lines.map(({ text, box, size }) => ({ text, place: { box, size } })),
});

/** The words of a line: their places are not told, so each gets the part of the line that its characters take. */
function wordsOf({ text, box, baseline, size, face }: PlainLine): Word[] {
  const part = (box.x1 - box.x0) / text.length;
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: own, index }): Word[] => {
    const plain = plainCharacters(own);
    const x0 = box.x0 + index * part;
    const place = { ...box, x0, x1: x0 + own.length * part };
    return plain === "" ? [] : [{ text: plain, box: place, baseline, size, face, spaced: index > 0 }];
  });
}

function layoutOf(page: number, { width, height, blocks, images }: PlainPage): PageLayout {
  const pieces = blocks.flatMap(({ lines }) =>
    lines.flatMap((line): Piece[] => {
      const { box, baseline, size, horizontal, text } = line;
      const words = wordsOf(line);
      if (words.length === 0) return [];
      const rightToLeft = hasRightToLeft(text);
      return [{ words, box, baseline, size, horizontal, rightToLeft, tag: undefined }];
    }),
  );
  const untagged = images.map((box) => ({ box, tag: undefined }));
  return { page, width, height, pieces, images: untagged, drawings: [] };
}

/** A document opened for its text. 422 `operation_failed` when no engine finds a page. */
export async function openText(source: ByteSource): Promise<TextReader> {
  const reader = await openPlain(source);
  return {
    pageCount: reader.pageCount,
    page: async (number) => pageText((await reader.page(number)).blocks.map(textBlock)),
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}

/** A document opened for its layout, like `openText`: lines, and where images are. */
export async function openLayout(source: ByteSource): Promise<LayoutReader> {
  const reader = await openPlain(source);
  return {
    pageCount: reader.pageCount,
    page: async (number) => layoutOf(number, await reader.page(number)),
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}
