/** Reads pages that our own interpreter can't, with MuPDF. */
import type { ByteSource } from "../core/document-io.ts";
import type { LineSource, PageLayout, PageReader, Piece, TextBlock, Word } from "../core/page-layout.ts";
import { failed } from "../core/problem.ts";
import type { PlainLine, PlainPage, Readers } from "../core/readers.ts";
import { readFace } from "../fonts/face.ts";
import { pageParagraphs, pageText } from "./formats/text.ts";
import { hasRightToLeft } from "./interpreter/state/unicode.ts";
import { plainCharacters } from "./lines/words/characters.ts";

/** The engine that prints pages, through its interface. */
export type PlainEngines = Pick<Readers, "openMupdfText">;

const textBlock = ({ lines }: PlainPage["blocks"][number]): TextBlock => ({
  lines: lines.map((line) => {
    const { text, box, size } = line;
    return { text, place: { box, size }, sources: [lazySource(line)] };
  }),
});

/** The words of a line, which few callers need. */
const lazySource = (line: PlainLine): LineSource => ({
  get words() {
    return wordsOf(line);
  },
});

/** The words of a line: an engine doesn't report their positions, so each gets the part of the line that its characters take. */
function wordsOf({ text, box, baseline, size, font }: PlainLine): Word[] {
  const face = readFace(Buffer.from(font.name), font);
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
  return { page, width, height, pieces, images, drawings: [] };
}

/**
 * Opens a document, each of whose pages `read` turns into something. The result throws 422 `operation_failed` if the document
 * has no pages.
 */
const opener =
  <Page>(read: (page: PlainPage, number: number) => Page) =>
  async (engines: PlainEngines, source: ByteSource, password?: string): Promise<PageReader<Page>> => {
    const reader = await engines.openMupdfText(source, password);
    if (reader.pageCount === 0) {
      reader[Symbol.dispose]();
      throw failed("The document is too damaged to be read: no page can be found in it", {
        reason: "damaged",
      });
    }
    return {
      pageCount: reader.pageCount,
      page: async (number) => read(await reader.page(number), number),
      [Symbol.dispose]: () => reader[Symbol.dispose](),
    };
  };

export const openText = opener(({ blocks }) => pageText(blocks.map(textBlock)));
export const openParagraphs = opener(({ blocks }) => pageParagraphs(blocks.map(textBlock)));
/** Lines, and the positions of images. */
export const openLayout = opener((page, number) => layoutOf(number, page));
