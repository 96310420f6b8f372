/** Adds recognized text as an invisible layer below page pictures (ISO 32000-2, 9.3.6, mode 3). */
import type { Box } from "../../core/page-layout.ts";
import type { RecognizedLine, RecognizedPage } from "../../core/page-reading.ts";
import { projected } from "../../core/projection.ts";
import type { CosRef } from "../../cos/syntax/value.ts";
import { toUnicode } from "../../fonts/cmaps/unicode-map.ts";
import { blankFont, blankMetrics } from "../../fonts/opentype/blank-font.ts";
import { type Level, levelsOf, visualOrder } from "../../typeset/direction.ts";
import { claimOf } from "../conformance/claim.ts";
import type { EditSession } from "../edit.ts";
import { displaySpace } from "../pages/display-space.ts";
import { type Matrix, multiply } from "../pages/matrix.ts";
import { artifact } from "./content-text.ts";
import { addFont } from "./fonts.ts";
import { precise } from "./operators.ts";
import { createStamper } from "./stamp.ts";

export interface RecognizedPages {
  /** Counted from 1. */
  readonly page: number;
  readonly recognized: RecognizedPage;
}

/** Maximum character codes: the capacity of a two-byte font. */
const maxCodes = 65_000;

/** Numbers characters in order of appearance. */
class Codes {
  readonly #codes = new Map<string, number>();

  of(char: string): number {
    const known = this.#codes.get(char);
    if (known !== undefined || this.#codes.size >= maxCodes) return known ?? 1;
    this.#codes.set(char, this.#codes.size + 1);
    return this.#codes.size;
  }

  get texts(): string[] {
    return [...this.#codes.keys()];
  }
}

/** Draws the words on these pages without changing their appearance. */
export async function addTextLayer(session: EditSession, pages: readonly RecognizedPages[]): Promise<void> {
  if (pages.length === 0) return;

  const codes = new Codes();
  const contents: { readonly page: number; readonly content: string }[] = [];

  for (const { page, recognized } of pages) {
    let content = "";
    for (const part of [recognized, recognized.beside])
      if (part) content += await pageContent(part, codes, placeOf(session, page, part));
    contents.push({ page, content });
  }

  const claim = claimOf(session.cos);
  const font = addBlankFont(session, codes.texts, claim);
  // A document with complete structure has no structure for this text.
  const mark = claim.pdfua || claim.pdfa?.level === "A" ? artifact(undefined) : (content: string) => content;
  const stamp = createStamper(session);

  for (const { page, content } of contents)
    stamp(page, [{ category: "Font", value: font }], ([name]) =>
      mark(content.replaceAll("/Font ", `/${name} `)),
    );
}

function addBlankFont(
  session: EditSession,
  texts: readonly string[],
  claim: ReturnType<typeof claimOf>,
): CosRef {
  const { width, ascent, descent } = blankMetrics;
  const facts = {
    name: "AAAAAA+Unseen",
    file: blankFont(texts.length),
    widths: texts.map(() => width),
    box: [0, descent, width, ascent] as const,
    ascent,
    descent,
    toUnicode: toUnicode(texts),
  };
  return addFont(session, facts, claim);
}

/**
 * The text matrix of a stretch of a line on the level page, in points from its upper left corner, and what its word rises or
 * falls by if it is written level. `word`: where the word begins and ends.
 */
type PlaceAt = (
  stretch: Across,
  y: number,
  word: Across,
) => { readonly matrix: Matrix; readonly rise: number };

/** Poppler reads each letter of a slanting line as a line. Up to this slope (10 degrees), each word is level, at its own height. */
const mostLevel = 0.18;

/** The upright picture counted up and right from its upper left corner to the page's user space, and the level page on it. */
function placeOf(
  session: EditSession,
  page: number,
  { turn, projection }: RecognizedPage,
): { readonly picture: Matrix; readonly at: PlaceAt } {
  const { width, height, toUser } = displaySpace(session.boxes(page));
  const isAcross = turn === 90 || turn === 270;
  const [w, h] = isAcross ? [height, width] : [width, height];
  const back: Readonly<Record<RecognizedPage["turn"], Matrix>> = {
    0: [1, 0, 0, 1, 0, height],
    90: [0, 1, -1, 0, 0, 0],
    180: [-1, 0, 0, -1, width, 0],
    270: [0, -1, 1, 0, width, height],
  };
  const at: PlaceAt = ({ x0, x1 }, top, word) => {
    const on = (x: number) => projected(projection, x - w / 2, top - h / 2);
    const [{ x, y, down }, end] = [on(x0), on(x1)];
    const length = x1 - x0;
    const [along, fall] = [(end.x - x) / length, (end.y - y) / length];
    const isLevel = along > 0 && Math.abs(fall) <= mostLevel * along;
    if (!isLevel || fall === 0)
      return { matrix: [along, -fall, -down[0], down[1], x + w / 2, -y - h / 2], rise: 0 };
    const [first, last] = [on(word.x0).y, on(word.x1).y];
    return {
      matrix: [along, 0, 0, down[1], x + w / 2, -Math.max(first, last) - h / 2],
      rise: Math.abs(last - first) / down[1],
    };
  };
  return { picture: multiply(back[turn], toUser), at };
}

async function pageContent(
  { lines }: RecognizedPage,
  codes: Codes,
  { picture, at }: ReturnType<typeof placeOf>,
): Promise<string> {
  const shown: string[] = [];
  for (const line of lines) shown.push(await lineContent(line, codes, at));
  return `q ${picture.map(precise).join(" ")} cm BT 3 Tr\n${shown.join("")}ET Q\n`;
}

const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\s]/g;
const rightToLeftMark = "\u200f";

/** Characters drawn at once from left to right, each as wide as the others. */
interface Piece {
  readonly texts: readonly string[];
  readonly x0: number;
  readonly x1: number;
  readonly isLeftward: boolean;
  /** Of its word, or the one before it. */
  readonly word: Across;
}

type Across = Pick<Box, "x0" | "x1">;

/** Letters with their marks, which share a code. */
const clusters = new Intl.Segmenter("und", { granularity: "grapheme" });
/** MuPDF takes these digits for right-to-left letters and would reverse them, so that a number has one code. */
const arabicDigits = /^[\u0660-\u0669\u066b\u066c]+$/;
/** Poppler takes these for digits. */
const ofNumbers = /^[-+#$%,./:\u060c]$/;

/** A word in reading order: its left-to-right runs, and single right-to-left letters, since readers reverse several. */
function piecesOf(text: string, from: number, word: Box, level: Level): Piece[] {
  const { x0, x1 } = word;
  const letters = [...clusters.segment(text)].map(({ segment, index }) => ({
    segment,
    level: level(from + index),
  }));
  const room = (x1 - x0) / letters.length;
  const places = new Map(visualOrder(letters).map((letter, at) => [letter, x0 + at * room]));
  const pieces: (Piece & { texts: string[]; x1: number; level: number })[] = [];

  for (const letter of letters) {
    const x = places.get(letter) ?? x0;
    const open = pieces.at(-1);
    const isLeftward = letter.level % 2 === 1;
    if (open?.level === letter.level && !isLeftward) {
      open.texts.push(letter.segment);
      open.x1 = x + room;
    } else
      pieces.push({ texts: [letter.segment], x0: x, x1: x + room, isLeftward, word, level: letter.level });
  }

  return pieces.map((piece) => {
    const whole = piece.texts.join("");
    const isNumber = arabicDigits.test(whole);
    if (!isNumber && !(piece.isLeftward && ofNumbers.test(whole))) return piece;
    return { ...piece, texts: [rightToLeftMark + whole], isLeftward: true };
  });
}

/** The share of a piece's room that a mark before it takes. */
const markRoom = 0.1;

/** The pieces, with marks where the direction turns: readers count a space or comma beside a number to the number. */
function withMarks(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, k) => {
    if (!piece.isLeftward || (pieces[k - 1]?.isLeftward ?? true)) return [piece];
    const x1 = piece.x1 - markRoom * (piece.x1 - piece.x0);
    return [
      { ...piece, texts: [rightToLeftMark], x0: x1 },
      { ...piece, x1 },
    ];
  });
}

/** In font sizes: characters this close without white space between them touch. */
const touching = 1.5;

/** A line in reading order. */
async function linePieces({ words, size }: RecognizedLine): Promise<Piece[]> {
  const texts = words.map(({ text }) => text.replaceAll(marks, ""));
  const level = await levelsOf(texts.join(" "));
  const boxes = words.map(({ box }) => box).toSorted((a, b) => a.x0 - b.x0);

  const gapBeside = (box: Box | undefined, isLeft: boolean) => {
    const at = box ? boxes.indexOf(box) : 0;
    const [one, other] = isLeft ? [boxes[at - 1], box] : [box, boxes[at + 1]];
    return { x0: one?.x1 ?? 0, x1: other?.x0 ?? 0 };
  };

  const pieces: Piece[] = [];
  let at = 0;
  for (const [k, { box, spaced }] of words.entries()) {
    const text = texts[k] ?? "";
    const last = pieces.at(-1);
    if (last && spaced) {
      const isLeftward = level(at - 1) % 2 === 1;
      const isLast = last.isLeftward === isLeftward;
      const gap = isLast ? gapBeside(words[k - 1]?.box, isLeftward) : gapBeside(box, !isLeftward);
      pieces.push({ texts: [" "], ...gap, isLeftward, word: last.word });
    } else if (last && box.x0 > last.x1 && box.x0 - last.x1 < touching * size)
      pieces.splice(-1, 1, { ...last, x1: box.x0 });
    pieces.push(...piecesOf(text, at, box, level));
    at += text.length + 1;
  }

  return withMarks(pieces);
}

/** For a space without room, in points. */
const leastSpace = 0.05;
/** MuPDF sees a space between right-to-left letters that are wider than this, in font sizes. */
const widestLetter = 0.8;
/** Points by which a font may be enlarged for them. */
const mostLarger = 5;
/** Points by which a word may be given more room than it needs for rising or falling. */
const mostRoom = 4;

/** pdf.js drops a leftward space that is only a space; other readers read what it replaces. */
const leftwardSpace = (show: (text: string) => string) =>
  `/Span<</ActualText( )>>BDC ${show(`${rightToLeftMark} `)}EMC\n`;

/** A line: its size covers the ink, and each word is as wide as its box. */
async function lineContent(line: RecognizedLine, codes: Codes, at: PlaceAt): Promise<string> {
  const { baseline, words } = line;
  const above = Math.max(...words.map(({ box }) => baseline - box.y0));
  const below = Math.max(...words.map(({ box }) => box.y1 - baseline));
  const sizeFor = (rise: number) =>
    Math.max(((above + rise) * 1000) / blankMetrics.ascent, (below * 1000) / -blankMetrics.descent, 1);
  let content = "";
  let used = 0;

  // Readers join words of one size.
  const rises = words.map(({ box }) => at(box, baseline, box).rise);
  const common = Math.min(Math.max(...rises), Math.min(...rises) + mostRoom);
  for (const { texts, x0, x1, isLeftward, word } of await linePieces(line)) {
    const width = Math.max(x1 - x0, leastSpace);
    const place = at({ x0, x1: x0 + width }, baseline, word);
    const matrix = place.matrix.map(precise).join(" ");
    const size = sizeFor(Math.max(place.rise, common));
    const most = isLeftward ? Math.min(width / texts.length / widestLetter, size + mostLarger) : 0;
    const own = Math.max(size, most);
    const font = own === used ? "" : `/Font ${precise(own)} Tf `;
    used = own;
    const scale = (width * 100_000) / (texts.length * own * blankMetrics.width);
    const show = (...all: readonly string[]) => {
      const hex = all.map((text) => codes.of(text).toString(16).padStart(4, "0")).join("");
      return `${font}${matrix} Tm ${precise(scale)} Tz<${hex}>Tj\n`;
    };
    content += isLeftward && texts[0] === " " ? leftwardSpace(show) : show(...texts);
  }

  return content;
}
