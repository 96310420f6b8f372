/** Adds recognized text as an invisible layer below page pictures (ISO 32000-2, 9.3.6, mode 3). */
import type { RecognisedLine, RecognisedPage, RecognisedWord } from "../../core/page-reading.ts";
import { projected } from "../../core/projection.ts";
import type { CosRef } from "../../cos/syntax/value.ts";
import { blankFont, blankMetrics } from "../../typeset/blank-font.ts";
import { type Level, levelsOf, visualOrder } from "../../typeset/direction.ts";
import { toUnicode } from "../../typeset/to-unicode.ts";
import { claimOf } from "../conformance/claim.ts";
import type { EditSession } from "../edit.ts";
import { displaySpace } from "../pages/display-space.ts";
import { type Matrix, multiply } from "../pages/matrix.ts";
import { artifact } from "./content-text.ts";
import { addFont } from "./fonts.ts";
import { precise } from "./operators.ts";
import { createStamper } from "./stamp.ts";

export interface RecognisedPages {
  /** Counted from 1. */
  readonly page: number;
  readonly recognised: RecognisedPage;
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
export async function addTextLayer(session: EditSession, pages: readonly RecognisedPages[]): Promise<void> {
  if (pages.length === 0) return;

  const codes = new Codes();
  const contents: { readonly page: number; readonly content: string }[] = [];

  for (const { page, recognised } of pages) {
    let content = "";
    for (const part of [recognised, recognised.beside])
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

/** The text matrix of a stretch of a line on the level page, in points from its upper left corner. */
type PlaceAt = (x0: number, x1: number, y: number) => Matrix;

/** The upright picture counted up and right from its upper left corner to the page's user space, and the level page on it. */
function placeOf(
  session: EditSession,
  page: number,
  { turn, projection }: RecognisedPage,
): { readonly picture: Matrix; readonly at: PlaceAt } {
  const { width, height, toUser } = displaySpace(session.boxes(page));
  const isAcross = turn === 90 || turn === 270;
  const [w, h] = isAcross ? [height, width] : [width, height];
  const back: Readonly<Record<RecognisedPage["turn"], Matrix>> = {
    0: [1, 0, 0, 1, 0, height],
    90: [0, 1, -1, 0, 0, 0],
    180: [-1, 0, 0, -1, width, 0],
    270: [0, -1, 1, 0, width, height],
  };
  const at: PlaceAt = (x0, x1, top) => {
    const { x, y, down } = projected(projection, x0 - w / 2, top - h / 2);
    const end = projected(projection, x1 - w / 2, top - h / 2);
    const length = x1 - x0;
    return [(end.x - x) / length, (y - end.y) / length, -down[0], down[1], x + w / 2, -y - h / 2];
  };
  return { picture: multiply(back[turn], toUser), at };
}

async function pageContent(
  { lines }: RecognisedPage,
  codes: Codes,
  { picture, at }: ReturnType<typeof placeOf>,
): Promise<string> {
  const shown: string[] = [];
  for (const line of lines) shown.push(await lineContent(line, codes, at));
  return `q ${picture.map(precise).join(" ")} cm BT 3 Tr\n${shown.join("")}ET Q\n`;
}

/** A word as drawn: its characters in visual order, left to right. */
interface SeenWord {
  readonly chars: readonly string[];
  readonly x0: number;
  readonly x1: number;
  /** Whether white space follows it visually. */
  readonly spaced: boolean;
}

const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\s]/g;

/** The words from left to right: readers reorder right-to-left text themselves. */
async function seenWords({ words }: RecognisedLine): Promise<SeenWord[]> {
  const texts = words.map(({ text }) => text.replaceAll(marks, ""));
  const level = await levelsOf(texts.join(" "));
  let at = 0;
  const seen = words.map((word, k) => {
    const text = texts[k] ?? "";
    const chars = charsOf(text, at, level);
    at += text.length + 1;
    return { word, chars, next: words[k + 1] };
  });
  const isFromRight = level(0) % 2 === 1;
  const spacedAfter = ({ word, next }: { word: RecognisedWord; next: RecognisedWord | undefined }) =>
    isFromRight ? word.spaced : (next?.spaced ?? false);

  return seen
    .filter(({ chars }) => chars.length > 0)
    .toSorted((a, b) => a.word.box.x0 - b.word.box.x0)
    .map((one) => ({ chars: one.chars, x0: one.word.box.x0, x1: one.word.box.x1, spaced: spacedAfter(one) }));
}

/** Letters with their marks, which share a code. */
const clusters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** For right-to-left text, single characters: readers reverse everything, including marks and letters. */
function charsOf(text: string, from: number, level: Level): string[] {
  const chars: { readonly char: string; readonly level: number }[] = [];
  for (const { segment, index } of clusters.segment(text)) {
    const own = level(from + index);
    for (const char of own % 2 === 1 ? segment : [segment]) chars.push({ char, level: own });
  }
  return visualOrder(chars).map(({ char }) => char);
}

/** In font sizes: characters this close without white space between them touch. */
const touching = 1.5;
/** For a space without room, in points. */
const leastSpace = 0.05;

/** A line: its size covers the ink, and each word is as wide as its box. */
async function lineContent(line: RecognisedLine, codes: Codes, at: PlaceAt): Promise<string> {
  const seen = await seenWords(line);
  if (seen.length === 0) return "";
  const { baseline, words } = line;
  const above = Math.max(...words.map(({ box }) => baseline - box.y0));
  const below = Math.max(...words.map(({ box }) => box.y1 - baseline));
  const size = Math.max((above * 1000) / blankMetrics.ascent, (below * 1000) / -blankMetrics.descent, 1);
  const hex = (chars: readonly string[]) =>
    chars.map((char) => codes.of(char).toString(16).padStart(4, "0")).join("");

  const show = (chars: readonly string[], width: number) => {
    const own = (chars.length * size * blankMetrics.width) / 1000;
    return `${precise((width / own) * 100)} Tz<${hex(chars)}>Tj\n`;
  };

  let content = `/Font ${precise(size)} Tf\n`;
  for (const [k, word] of seen.entries()) {
    const next = seen[k + 1];
    const gap = next ? next.x0 - word.x1 : 0;
    const isTouching = next !== undefined && !word.spaced && gap > 0 && gap < touching * line.size;
    content += `${at(word.x0, Math.max(word.x1, word.x0 + leastSpace), baseline)
      .map(precise)
      .join(" ")} Tm\n`;
    content += show(word.chars, Math.max(word.x1 - word.x0 + (isTouching ? gap : 0), leastSpace));
    if (next && word.spaced) content += show([" "], Math.max(gap, leastSpace));
  }

  return content;
}
