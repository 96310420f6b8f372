/**
 * Pages that our own interpreter leaves: by MuPDF, and by pdf.js a file in which MuPDF finds no page, and a page whose letters it
 * cannot tell where pdf.js can.
 */
import type { ByteSource } from "../core/document-io.ts";
import type { LayoutReader, PageLayout, Piece, TextBlock, Word } from "../core/page-layout.ts";
import { failed } from "../core/problem.ts";
import type { PlainLine, PlainPage, PlainReader, Readers, TextReader } from "../core/readers.ts";
import { noFace, readFace } from "./interpreter/fonts/face.ts";
import { hasRightToLeft } from "./interpreter/state/unicode.ts";
import { pageText } from "./lines/page-text.ts";
import { plainCharacters } from "./lines/words/characters.ts";
import { isUnreadable, makesSense } from "./lines/words/unreadable.ts";

/** The engines that print pages, by the port. */
export type PlainEngines = Pick<Readers, "openMupdfText" | "openPdfjsText">;

const textOf = ({ blocks }: PlainPage) =>
  blocks.map(({ lines }) => lines.map(({ text }) => text).join("\n")).join("\n\n");

/** 422 `operation_failed` when neither engine finds a page. */
async function openPlain(engines: PlainEngines, source: ByteSource): Promise<PlainReader> {
  const first = await engines.openMupdfText(source);
  if (first.pageCount === 0) {
    first[Symbol.dispose]();
    const only = await engines.openPdfjsText(source);
    if (!only) throw failed("The document is too damaged to be read: no page can be found in it");
    return only;
  }
  let opening: Promise<PlainReader | undefined> | undefined;
  let second: PlainReader | undefined;
  return {
    pageCount: first.pageCount,
    async page(number) {
      const page = await first.page(number);
      if (!isUnreadable(textOf(page))) return page;
      opening ??= engines.openPdfjsText(source);
      second = await opening;
      if (second === undefined || number > second.pageCount) return page;
      // What pdf.js cannot read, MuPDF's page stands for.
      const other = await second.page(number).catch(() => undefined);
      return other && makesSense(textOf(other), textOf(page)) ? { ...page, blocks: other.blocks } : page;
    },
    [Symbol.dispose]() {
      second?.[Symbol.dispose]();
      first[Symbol.dispose]();
    },
  };
}

const textBlock = ({ lines }: PlainPage["blocks"][number]): TextBlock => ({
  lines: lines.map(({ text, box, size }) => ({ text, place: { box, size } })),
});

/** The words of a line: an engine does not give their places, so each gets the part of the line that its characters take. */
function wordsOf({ text, box, baseline, size, font }: PlainLine): Word[] {
  const face = font ? readFace(Buffer.from(font.name), font) : noFace;
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

async function opened<Page>(
  engines: PlainEngines,
  source: ByteSource,
  read: (page: PlainPage, number: number) => Page,
) {
  const reader = await openPlain(engines, source);
  return {
    pageCount: reader.pageCount,
    page: async (number: number) => read(await reader.page(number), number),
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}

/** A document opened for its text. 422 `operation_failed` when no engine finds a page. */
export const openText = (engines: PlainEngines, source: ByteSource): Promise<TextReader> =>
  opened(engines, source, ({ blocks }) => pageText(blocks.map(textBlock)));

/** A document opened for its layout, like `openText`: lines, and where images are. */
export const openLayout = (engines: PlainEngines, source: ByteSource): Promise<LayoutReader> =>
  opened(engines, source, (page, number) => layoutOf(number, page));
