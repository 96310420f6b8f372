/** The lines of a page as words, from the characters that were collected. */
import type { Face, Tag, Word } from "../../core/page-layout.ts";
import type { PlacedCharacter } from "../../core/text-lines.ts";
import type { Line } from "../interpreter/device/blocks.ts";
import type { Collector } from "../interpreter/device/text-device.ts";
import type { Style } from "../interpreter/state/style.ts";
import { baselineOf, type Direction, directionOf, type RawLine, withWords } from "./raw-line.ts";
import { isGapInWord, plainCharacters } from "./words/characters.ts";

/** Characters of one line that are read: a hostile page has millions on one. */
const maxLineChars = 20_000;
/** In font sizes: a gap this wide between two characters is a space though none was written. */
const wordGap = 0.25;
/** Points by which sizes in one word may differ. */
const sameSize = 0.1;

const boldFaces = new WeakMap<Face, Face>();

/** The same face, bold: one object for each. */
function boldFace(face: Face): Face {
  if (face.bold) return face;
  const known = boldFaces.get(face) ?? { ...face, bold: true };
  boldFaces.set(face, known);
  return known;
}

/** Places of a line's characters in the collector, as they are read. */
function order(collector: Collector, line: Line): number[] {
  const places: number[] = [];
  for (const { first, end } of [line, ...(line.more ?? [])])
    for (let at = first; at < end && places.length < maxLineChars; at++) places.push(at);
  if (!line.visual) return places;
  // What is painted as it is seen is read backwards, stretch by stretch.
  const isVisual = (at: number | undefined) => at !== undefined && collector.direction[at] !== 0;
  for (let from = 0; from < places.length; from++) {
    if (!isVisual(places[from])) continue;
    let to = from;
    while (isVisual(places[to])) to++;
    places.splice(from, to - from, ...places.slice(from, to).reverse());
    from = to;
  }
  return places;
}

const unknown = "\ufffd";

/** One line, if anything is in it; with its characters where right-to-left text may be on the page, which only then are needed. */
export function readLine(
  collector: Collector,
  line: Line,
  tag: Tag | undefined,
  withCharacters: boolean,
): RawLine | undefined {
  const { font, directionX, directionY } = line.style;
  const direction = directionOf(font.vertical, directionX, directionY);
  const places = order(collector, line);
  const { words, text } = readWords(collector, line, places, direction);
  if (words.length === 0) return undefined;
  const characters = withCharacters ? readCharacters(collector, line, places) : [];
  const begin = collector.places[4 * line.first] ?? 0;
  return { ...withWords({ ...direction, tag, begin }, words), text, characters, rightToLeft: false };
}

function readCharacters(collector: Collector, line: Line, places: readonly number[]): PlacedCharacter[] {
  const { codes, styles, style, places: corners } = collector;
  return places.map((at) => {
    const { upX, downX } = styles[style[at] ?? 0] ?? line.style;
    const [begin, end] = [corners[4 * at] ?? 0, corners[4 * at + 2] ?? 0];
    return {
      text: codes[at] ? String.fromCodePoint(codes[at]) : unknown,
      x0: begin + Math.min(upX, downX),
      x1: end + Math.max(upX, downX),
    };
  });
}

/** A word that is being read. */
interface OpenWord {
  text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  readonly baseline: number;
  readonly style: Style;
  readonly heavy: boolean;
  readonly spaced: boolean;
}

function readWords(
  { codes, heavy: heavies, places: corners, styles, style: styleOf }: Collector,
  line: Line,
  places: readonly number[],
  { horizontal, turn }: Direction,
): Pick<RawLine, "words" | "text"> {
  const words: Word[] = [];
  let text = "";
  let open: OpenWord | undefined;
  let spaced = false;
  let before = 0;
  for (const at of places) {
    const code = codes[at] ?? 0;
    if (code <= 32 || code === 0xa0 || code === 0x3000) {
      addWord(words, open);
      open = undefined;
      spaced = true;
      text += code === 0 ? unknown : " ";
      continue;
    }
    const style = styles[styleOf[at] ?? 0] ?? line.style;
    const { upX, upY, downX, downY, size } = style;
    const [beginX, beginY] = [corners[4 * at] ?? 0, corners[4 * at + 1] ?? 0];
    const [endX, endY] = [corners[4 * at + 2] ?? 0, corners[4 * at + 3] ?? 0];
    // The corners of what is upside down are the other way round.
    let x0 = beginX + Math.min(upX, downX);
    let x1 = endX + Math.max(upX, downX);
    if (x0 > x1) [x0, x1] = [x1, x0];
    let y0 = Math.min(beginY, endY) + upY;
    let y1 = Math.max(beginY, endY) + downY;
    if (y0 > y1) [y0, y1] = [y1, y0];
    const heavy = heavies.size > 0 && heavies.has(at);
    if (open !== undefined) {
      const gap: boolean = horizontal && x0 - open.x1 > size * wordGap && !isGapInWord(before, code);
      const other: boolean = style.font !== open.style.font || heavy !== open.heavy;
      if (gap || other || Math.abs(size - open.style.size) > sameSize) {
        addWord(words, open);
        open = undefined;
        spaced = gap;
        if (gap) text += " ";
      }
    }
    before = code;
    const shown = String.fromCodePoint(code);
    text += shown;
    if (open === undefined) {
      const baseline = baselineOf(beginX, beginY, turn);
      open = { text: shown, x0, y0, x1, y1, baseline, style, heavy, spaced };
      spaced = false;
    } else {
      open.text += shown;
      if (x0 < open.x0) open.x0 = x0;
      if (x1 > open.x1) open.x1 = x1;
      if (y0 < open.y0) open.y0 = y0;
      if (y1 > open.y1) open.y1 = y1;
    }
  }
  addWord(words, open);
  return { words, text };
}

function addWord(words: Word[], word: OpenWord | undefined): void {
  const text = word ? plainCharacters(word.text) : "";
  if (!word || text === "") return;
  const { x0, y0, x1, y1, baseline, style, heavy, spaced } = word;
  const { face } = style.font;
  const { size } = style;
  words.push({ text, box: { x0, y0, x1, y1 }, baseline, size, face: heavy ? boldFace(face) : face, spaced });
}
