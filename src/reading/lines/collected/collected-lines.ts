/** Collected lines as words. */
import { Buffer } from "node:buffer";
import type { Box, Face, Tag, Word } from "../../../core/page-layout.ts";
import type { PlacedCharacter } from "../../../core/text-lines.ts";
import type { Line } from "../../interpreter/device/blocks.ts";
import type { Collector } from "../../interpreter/device/text-device.ts";
import type { Style } from "../../interpreter/state/style.ts";
import { baselineOf, type Direction, directionOf, maxLineChars, type RawLine, wordGap } from "../raw-line.ts";
import { isBehindVowel, plainCharacters } from "../words/characters.ts";
import { order, shownCode } from "./plain-text.ts";

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

/** A word that is being read. */
interface OpenWord {
  /** Its first character's place in the collector. */
  readonly first: number;
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

/** The places of a line's characters, as they are read; most lines are one stretch, and need no list. */
class Places {
  readonly count: number;
  readonly #first: number;
  readonly #list: readonly number[] | undefined;

  constructor(collector: Collector, line: Line) {
    const simple = !line.visual && line.more === undefined;
    this.#list = simple ? undefined : order(collector, line);
    this.#first = line.first;
    this.count = Math.min(maxLineChars, this.#list?.length ?? line.end - line.first);
  }

  /** Whether the characters follow each other in the collector. */
  get isStretch(): boolean {
    return this.#list === undefined;
  }

  at(k: number): number {
    return this.#list === undefined ? this.#first + k : (this.#list[k] ?? 0);
  }
}

/** All characters of a page as one text, of which words are parts; undefined when its places are not those of the characters. */
export function wholeText({ codes, count }: Collector): string | undefined {
  const units = new Uint16Array(count);
  let all = 0;
  for (let at = 0; at < count; at++) {
    const code = codes[at] ?? 0;
    if (code === 0) return undefined;
    all |= code;
    units[at] = code;
  }
  if (all > 0xffff) return undefined;
  if (all < 0x100) return Buffer.from(units).toString("latin1");
  return Buffer.from(units.buffer).toString("utf16le");
}

/** One line; with its characters where right-to-left text may be on the page, which only then are needed. */
export function readLine(
  collector: Collector,
  whole: string | undefined,
  line: Line,
  tag: Tag | undefined,
  withCharacters: boolean,
): RawLine {
  const { font, directionX, directionY } = line.style;
  const direction = directionOf(font.vertical, directionX, directionY);
  const places = new Places(collector, line);
  return {
    words: readWords(collector, places.isStretch ? whole : undefined, line, places, direction),
    characters: withCharacters ? readCharacters(collector, line, places) : [],
    ...direction,
    tag,
  };
}

function readCharacters(collector: Collector, line: Line, places: Places): PlacedCharacter[] {
  const { codes, styles, style, places: corners } = collector;
  return Array.from({ length: places.count }, (_, k) => {
    const at = places.at(k);
    const { upX, downX } = styles[style[at] ?? 0] ?? line.style;
    const [begin, end] = [corners[4 * at] ?? 0, corners[4 * at + 2] ?? 0];
    return {
      text: shownText(codes[at] ?? 0),
      x0: begin + Math.min(upX, downX),
      x1: end + Math.max(upX, downX),
    };
  });
}

function readWords(
  { codes, heavy: heavies, places: corners, styles, style: styleOf }: Collector,
  whole: string | undefined,
  line: Line,
  places: Places,
  { horizontal, turn }: Direction,
): Word[] {
  const words: Word[] = [];
  let open: OpenWord | undefined;
  let spaced = false;
  const end = (at: number) => {
    if (open === undefined) return;
    if (whole !== undefined) open.text = whole.slice(open.first, at);
    addWord(words, open);
    open = undefined;
  };
  for (let k = 0; k < places.count; k++) {
    const at = places.at(k);
    const code = codes[at] ?? 0;
    if (code <= 32 || code === 0xa0 || code === 0x3000) {
      end(at);
      spaced = true;
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
      const apart: boolean = horizontal && x0 - open.x1 > size * wordGap;
      const gap: boolean = apart && !isBehindVowel(codes[places.at(k - 1)] ?? 0, code);
      const other: boolean = style.font !== open.style.font || heavy !== open.heavy;
      if (gap || other || Math.abs(size - open.style.size) > sameSize) {
        end(at);
        spaced = gap;
      }
    }
    if (open === undefined) {
      const baseline = baselineOf(beginX, beginY, turn);
      const text = whole === undefined ? shownText(code) : "";
      open = { first: at, text, x0, y0, x1, y1, baseline, style, heavy, spaced };
      spaced = false;
    } else {
      if (whole === undefined) open.text += shownText(code);
      if (x0 < open.x0) open.x0 = x0;
      if (x1 > open.x1) open.x1 = x1;
      if (y0 < open.y0) open.y0 = y0;
      if (y1 > open.y1) open.y1 = y1;
    }
  }
  end(places.count > 0 ? places.at(places.count - 1) + 1 : 0);
  return words;
}

/** Characters by code, made once: most text has few. */
const shownTexts: readonly string[] = Array.from({ length: 0x250 }, (_, code) =>
  String.fromCodePoint(shownCode(code)),
);

function shownText(code: number): string {
  return shownTexts[code] ?? String.fromCodePoint(shownCode(code));
}

function addWord(words: Word[], { text, x0, y0, x1, y1, baseline, style, heavy, spaced }: OpenWord): void {
  const plain = plainCharacters(text);
  if (plain === "") return;
  const { face } = style.font;
  const box: Box = { x0, y0, x1, y1 };
  words.push({
    text: plain,
    box,
    baseline,
    size: style.size,
    face: heavy ? boldFace(face) : face,
    spaced,
  });
}
