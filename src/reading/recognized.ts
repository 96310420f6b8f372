/** Pages whose picture was read (src/ocr): as text, and as a layout like any page's. */

import { groupWhile } from "../core/collections/group-while.ts";
import { area, boxAround, holds, overlap, sharedHeight, sharedWidth } from "../core/geometry.ts";
import type { Box, Letter, PageLayout, Paragraph, Piece, Turn, Word } from "../core/page-layout.ts";
import type { RecognizedLine, RecognizedPage } from "../core/page-reading.ts";
import { asItIs, projected } from "../core/projection.ts";
import type { PageSize } from "../core/readers.ts";
import { pageParagraphs, paragraphsText } from "./formats/text.ts";
import { hasRightToLeft } from "./interpreter/state/unicode.ts";
import { turnedBox } from "./layout/columns/turned.ts";
import { wordsText } from "./lines/raw-line.ts";
import { plainCharacters } from "./lines/words/characters.ts";

/** In font sizes: words farther apart are in different columns or cells. */
const columnGap = 1.5;

/** Direction marks (Unicode, 2.7 in UAX #9) that a recognizer puts between words of opposite directions. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export type SizedPage = RecognizedPage & PageSize;

export const recognizedText = (page: SizedPage): string => paragraphsText(recognizedParagraphs(page));

/** The recognized text as paragraphs; the start of a paragraph begins a block. Places are those on the page. */
export function recognizedParagraphs(page: SizedPage): Paragraph[] {
  const { lines, beside, width, height } = page;
  const onPage = placedWord(placesOn(page));
  const blocks = groupWhile(lines, (_, line) => !line.first);
  const paragraphs = pageParagraphs(
    blocks.map((block) => ({
      lines: block.map((line) => {
        const place = { box: boxAround(line.words.map(({ box }) => box)), size: line.size };
        const text = wordsText(line.words).replaceAll(directionMarks, "");
        return { text, place, sources: [{ words: stretchesOf(line).flat().map(onPage) }] };
      }),
    })),
  );
  return beside ? [...paragraphs, ...recognizedParagraphs({ ...beside, width, height })] : paragraphs;
}

/** Takes boxes on the upright, level picture to where they are on the page, in points; undefined: they are there. */
export function placesOn(
  page: Pick<SizedPage, "turn" | "projection" | "width" | "height">,
): ((box: Box) => Box) | undefined {
  const { turn, projection } = page;
  const own = turnOf[turn];
  if (own === undefined && projection.every((value, at) => value === asItIs[at])) return undefined;
  const isAcross = turn === 90 || turn === 270;
  const [middleX, middleY] = isAcross ? [page.height / 2, page.width / 2] : [page.width / 2, page.height / 2];

  return ({ x0, y0, x1, y1 }) => {
    const corners = [x0, x1].flatMap((x) =>
      [y0, y1].map((y) => projected(projection, x - middleX, y - middleY)),
    );
    const xs = corners.map(({ x }) => middleX + x);
    const ys = corners.map(({ y }) => middleY + y);
    const box = { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
    return own === undefined ? box : turnedBox(box, own, page);
  };
}

const placedWord =
  (placed: ReturnType<typeof placesOn>) =>
  (word: Word): Word =>
    placed ? { ...word, box: placed(word.box), letters: () => lettersOf(word, placed) } : word;

/** The letters of a word known only as a whole: all get the same room. */
function lettersOf({ text, box }: Word, placed: (box: Box) => Box): Letter[] {
  const characters = [...text];
  const room = (box.x1 - box.x0) / characters.length;
  const isLeft = hasRightToLeft(text);
  return characters.map((character, at) => {
    const x0 = box.x0 + room * (isLeft ? characters.length - 1 - at : at);
    const own = placed({ ...box, x0, x1: x0 + room });
    return { text: character, box: own, x: own.x0, y: own.y1 };
  });
}

/** A line's words, in stretches without wide gaps. */
function stretchesOf({
  words,
  size,
  baseline,
  bold,
  italic = false,
  mono = false,
}: RecognizedLine): Word[][] {
  const shown = words.flatMap(({ text, box, spaced, confidence, bold: own = bold }): Word[] => {
    const plain = plainCharacters(text.replaceAll(directionMarks, ""));
    const face = { name: "", bold: own, italic, mono };
    return plain === "" ? [] : [{ text: plain, box, baseline, size, face, spaced, confidence }];
  });
  return groupWhile(shown, (last, word) => -sharedWidth(last.box, word.box) <= columnGap * size);
}

/** An upright piece's position on a page with rotated text, as the interpreter would report it. */
function turnedPiece(piece: Piece, turn: Turn, page: PageSize): Piece {
  const baseline = piece.baseline - { 90: page.width, 180: page.height, 270: 0 }[turn];
  const words = piece.words.map((word) => ({ ...word, box: turnedBox(word.box, turn, page), baseline }));
  return { ...piece, words, box: turnedBox(piece.box, turn, page), baseline, horizontal: false, turn };
}

/** By the degrees clockwise that turn text upright: its rotation on the page. */
const turnOf = { 0: undefined, 90: 270, 180: 180, 270: 90 } as const;

function piecesOf({ lines, turn }: RecognizedPage, page: PageSize): Piece[] {
  const upright = lines.flatMap((line) =>
    stretchesOf(line).map((words): Piece => {
      const { baseline, size } = line;
      const rightToLeft = words.some(({ text }) => hasRightToLeft(text));
      const box = boxAround(words.map((word) => word.box));
      return { words, box, baseline, size, horizontal: true, rightToLeft, tag: undefined };
    }),
  );
  const own = turnOf[turn];
  return own ? upright.map((piece) => turnedPiece(piece, own, page)) : upright;
}

/** A page's recognized text as its layout; if the page has its own text, added to it. */
export function recognizedLayout(own: PageLayout, recognized: RecognizedPage): PageLayout {
  const whole = isPicture(own);
  const pieces = [recognized, ...(recognized.beside ? [recognized.beside] : [])].flatMap((part) =>
    piecesOf(part, own),
  );
  const turn = turnOf[recognized.turn];
  const rules = turn ? recognized.rules.map((box) => turnedBox(box, turn, own)) : recognized.rules;

  return {
    ...own,
    pieces: [...own.pieces, ...pieces],
    // The page itself is the picture, so it isn't an image.
    images: whole ? [] : own.images,
    drawings: whole ? rules.map((box) => ({ box, stroked: true })) : own.drawings,
    recognized: whole,
  };
}

/** Whether a page has no text of its own: annotations may be added to a scan. */
export const isPicture = ({ pieces }: PageLayout) =>
  pieces.every(({ words }) => words.every(({ annotation }) => annotation));

/** Of the page: a scan's pictures cover at least this, and stamps on it at most that. */
const [leastPictures, mostStamps] = [0.5, 0.05];

const shareOf = ({ width: across, height: down }: PageLayout, boxes: readonly Box[]) =>
  boxes.reduce((sum, box) => sum + area(box), 0) / (across * down);

/** Whether pictures cover most of a page. */
export const isScan = (page: PageLayout): boolean => shareOf(page, page.images) >= leastPictures;

/**
 * The words that were stamped on a scan: a page number, a fax header, a date of receipt. Undefined if the page isn't a scan, or
 * has more text than that.
 */
export function stampsOn(page: PageLayout): Box[] | undefined {
  const words = page.pieces.flatMap((piece) => piece.words).filter(({ annotation }) => !annotation);
  const boxes = words.map(({ box }) => box);
  return isScan(page) && shareOf(page, boxes) <= mostStamps ? boxes : undefined;
}

/** The recognized text without words that are already there as text, at these places. */
export function withoutWordsAt(page: SizedPage, known: readonly Box[]): SizedPage {
  if (known.length === 0) return page;
  const placed = placesOn(page) ?? ((box: Box) => box);
  const isNew = (box: Box) => !known.some((other) => overlapShare(box, other) > 0.5);
  const lines = page.lines
    .map((line) => ({ ...line, words: line.words.filter(({ box }) => isNew(placed(box))) }))
    .filter(({ words }) => words.length > 0);
  const { beside, width, height, ...rest } = page;
  const others = beside && withoutWordsAt({ ...beside, width, height }, known);
  return { ...rest, width, height, lines, ...(others && { beside: others }) };
}

/** The share of a box that another covers. */
const overlapShare = (box: Box, other: Box): number =>
  overlap(box, other, 0) ? (sharedWidth(box, other) * sharedHeight(box, other)) / area(box) : 0;

/** Smaller pictures, in square points, contain no text worth a second: a square inch. */
const smallPicture = 72 * 72;

/** A page's pictures that may contain text: none if its own words cover them. */
export function picturesToRead({ pieces, images }: PageLayout): Box[] {
  // Annotations may be added to a scan.
  const words = pieces.flatMap((piece) => piece.words).filter(({ annotation }) => !annotation);
  return images
    .filter((box) => area(box) >= smallPicture)
    .filter((box) => !words.some((word) => holds(box, word.box)));
}

/** The recognized text within the pictures; nothing if it was rotated, since its boxes don't match the page then. */
export function onPictures(pictures: readonly Box[], { beside: _, ...recognized }: SizedPage): SizedPage {
  const lines = recognized.lines.filter(({ words }) => {
    const box = boxAround(words.map((word) => word.box));
    return recognized.turn === 0 && pictures.some((picture) => holds(picture, box));
  });
  return { ...recognized, lines };
}
