/** Collected lines as words: what MuPDF's lines come to in readers/mupdf-lines.ts. */
import type { Box, Face, Tag, Turn, Word } from "../core/page-layout.ts";
import type { RawLine } from "../readers/mupdf-lines.ts";
import { plainCharacters } from "../readers/text/characters.ts";
import type { PlacedCharacter } from "../readers/text/lines.ts";
import type { Line } from "./blocks.ts";
import type { Collector } from "./collector.ts";
import { order, shownCode } from "./plain-text.ts";
import type { Style } from "./style.ts";

/** Characters of one line that are read: a hostile page has millions on one. */
const maxLineChars = 20_000;
/** In font sizes: a gap this wide between two characters is a space though none was written. */
const wordGap = 0.25;
/** How near a direction is to an axis: the cosine of the angle between them. */
const alongAxis = 0.99;
/** Points by which sizes in one word may differ. */
const sameSize = 0.1;

interface Direction {
  readonly horizontal: boolean;
  readonly turn?: Turn;
}

function directionOf({ style }: Line): Direction {
  // Vertical writing is as text turned clockwise: its lines follow each other to the left.
  if (style.font.vertical) return { horizontal: false, turn: 90 };
  const { directionX: x, directionY: y } = style;
  if (x > alongAxis) return { horizontal: true };
  if (x < -alongAxis) return { horizontal: false, turn: 180 };
  if (Math.abs(y) > alongAxis) return { horizontal: false, turn: y > 0 ? 90 : 270 };
  return { horizontal: false };
}

/** How far down a line stands; where it is turned, measured across its direction, growing from line to line. */
function baselineOf(x: number, y: number, turn: Turn | undefined): number {
  if (turn === undefined) return y;
  if (turn === 90) return -x;
  return turn === 270 ? x : -y;
}

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

export class LineReader {
  readonly #collector: Collector;
  /** Of the character looked at last. */
  #x0 = 0;
  #y0 = 0;
  #x1 = 0;
  #y1 = 0;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  /** The corners of a character's box, as they come: those of text upside down the other way round. */
  #look(at: number, style: Style): void {
    const { places } = this.#collector;
    const [beginX, beginY] = [places[4 * at] ?? 0, places[4 * at + 1] ?? 0];
    const [endX, endY] = [places[4 * at + 2] ?? 0, places[4 * at + 3] ?? 0];
    const { upX, upY, downX, downY } = style;
    this.#x0 = Math.min(beginX + upX, beginX + downX);
    this.#x1 = Math.max(endX + upX, endX + downX);
    this.#y0 = Math.min(beginY + upY, endY + upY);
    this.#y1 = Math.max(beginY + downY, endY + downY);
  }

  #styleAt(at: number, line: Line): Style {
    const { styles, style } = this.#collector;
    return styles[style[at] ?? 0] ?? line.style;
  }

  /** One line; with its characters where right-to-left text may be on the page, which only then are needed. */
  read(line: Line, tag: Tag | undefined, withCharacters: boolean): RawLine {
    const direction = directionOf(line);
    const places = order(this.#collector, line);
    if (places.length > maxLineChars) places.length = maxLineChars;
    return {
      words: this.#words(line, places, direction),
      characters: withCharacters ? this.#characters(line, places) : [],
      ...direction,
      tag,
    };
  }

  #characters(line: Line, places: readonly number[]): PlacedCharacter[] {
    return places.map((at) => {
      this.#look(at, this.#styleAt(at, line));
      const text = String.fromCodePoint(shownCode(this.#collector.codes[at] ?? 0));
      return { text, x0: this.#x0, x1: this.#x1 };
    });
  }

  #words(line: Line, places: readonly number[], { horizontal, turn }: Direction): Word[] {
    const { codes, heavy: heavies, places: corners } = this.#collector;
    const words: Word[] = [];
    let open: OpenWord | undefined;
    let spaced = false;
    const end = () => {
      if (open !== undefined) {
        const word = wordOf(open);
        if (word.text !== "") words.push(word);
        spaced = false;
      }
      open = undefined;
    };
    for (const at of places) {
      const code = codes[at] ?? 0;
      if (code <= 32 || code === 0xa0 || code === 0x3000) {
        end();
        spaced = true;
        continue;
      }
      const style = this.#styleAt(at, line);
      this.#look(at, style);
      const [x0, x1] = this.#x0 > this.#x1 ? [this.#x1, this.#x0] : [this.#x0, this.#x1];
      const [y0, y1] = this.#y0 > this.#y1 ? [this.#y1, this.#y0] : [this.#y0, this.#y1];
      const heavy = heavies.size > 0 && heavies.has(at);
      if (open !== undefined) {
        const gap: boolean = horizontal && x0 - open.x1 > style.size * wordGap;
        const other: boolean = style.font !== open.style.font || heavy !== open.heavy;
        if (gap || other || Math.abs(style.size - open.style.size) > sameSize) {
          end();
          spaced = gap;
        }
      }
      const text = String.fromCodePoint(shownCode(code));
      if (open === undefined) {
        const baseline = baselineOf(corners[4 * at] ?? 0, corners[4 * at + 1] ?? 0, turn);
        open = { text, x0, y0, x1, y1, baseline, style, heavy, spaced };
      } else {
        open.text += text;
        open.x0 = Math.min(open.x0, x0);
        open.x1 = Math.max(open.x1, x1);
        open.y0 = Math.min(open.y0, y0);
        open.y1 = Math.max(open.y1, y1);
      }
    }
    end();
    return words;
  }
}

function wordOf({ text, x0, y0, x1, y1, baseline, style, heavy, spaced }: OpenWord): Word {
  const { face } = style.font.font;
  const box: Box = { x0, y0, x1, y1 };
  return {
    text: plainCharacters(text),
    box,
    baseline,
    size: style.size,
    face: heavy ? boldFace(face) : face,
    spaced,
  };
}
