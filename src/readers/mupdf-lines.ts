/** Lines and words of one page, read from the memory of MuPDF's structured text. */
import type { Box, Face, Tag, Word } from "../core/page-layout.ts";
import type { MupdfMemory } from "./mupdf.ts";
import {
  baselineOf,
  type Direction,
  directionOf,
  firstRightToLeft,
  maxLineChars,
  type RawLine,
  wordGap,
} from "./raw-line.ts";
import { charFields, lineFields } from "./stext-memory.ts";
import { isBehindVowel, plainCharacters } from "./text/characters.ts";
import { readFace } from "./text/face.ts";
import type { PlacedCharacter } from "./text/lines.ts";

/** Where a line leads. */
export function lineDirection({ integers, floats }: MupdfMemory, line: number): Direction {
  const fields = line >> 2;
  const vertical = ((integers[fields] ?? 0) & 1) === 1;
  const x = floats[fields + lineFields.direction] ?? 1;
  return directionOf(vertical, x, floats[fields + lineFields.direction + 1] ?? 0);
}

/** The faces of a page: one object each. */
export class Faces {
  readonly #known = new Map<number, Face>();
  readonly #memory: MupdfMemory;
  constructor(memory: MupdfMemory) {
    this.#memory = memory;
  }
  /** The face of a font by its address, with what its name says and its flags do not. */
  at(font: number, heavy: boolean): Face {
    const key = heavy ? -font : font;
    let face = this.#known.get(key);
    if (face) return face;
    const { bytes } = this.#memory;
    let end = font + 4;
    while (end < font + 36 && bytes[end] !== 0) end += 1;
    face = readFace(bytes.subarray(font + 4, end), {
      bold: heavy || this.#memory.isBold(font),
      italic: this.#memory.isItalic(font),
      mono: this.#memory.isMono(font),
    });
    this.#known.set(key, face);
    return face;
  }
}

/** Four numbers in a row: left, top, right, bottom. */
export function boxAt(floats: Float32Array, at: number): Box {
  const [x0, y0, x1, y1] = [floats[at] ?? 0, floats[at + 1] ?? 0, floats[at + 2] ?? 0, floats[at + 3] ?? 0];
  return { x0: Math.min(x0, x1), y0: Math.min(y0, y1), x1: Math.max(x0, x1), y1: Math.max(y0, y1) };
}

/** Characters by code, made once: most text has few. */
const shownCodes: string[] = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code));

function shownCode(code: number): string {
  const known = shownCodes[code];
  if (known !== undefined && code > 0) return known;
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}

/** Whether a line has a letter from among those where scripts that read from right to left are. */
export function mayTurn({ integers }: MupdfMemory, line: number): boolean {
  let count = 0;
  for (
    let char = integers[(line >> 2) + lineFields.firstChar] ?? 0;
    char !== 0 && count < maxLineChars;
    char = integers[(char >> 2) + charFields.next] ?? 0, count += 1
  )
    if ((integers[(char >> 2) + charFields.code] ?? 0) >= firstRightToLeft) return true;
  return false;
}

/** Every character of a line with its extent. */
function readCharacters({ integers, floats }: MupdfMemory, line: number): PlacedCharacter[] {
  const characters: PlacedCharacter[] = [];
  for (
    let char = integers[(line >> 2) + lineFields.firstChar] ?? 0;
    char !== 0 && characters.length < maxLineChars;
    char = integers[(char >> 2) + charFields.next] ?? 0
  ) {
    const quad = (char >> 2) + charFields.quad;
    characters.push({
      text: shownCode(integers[(char >> 2) + charFields.code] ?? 0),
      x0: Math.min(floats[quad] ?? 0, floats[quad + 4] ?? 0),
      x1: Math.max(floats[quad + 2] ?? 0, floats[quad + 6] ?? 0),
    });
  }
  return characters;
}

/** One line's characters as words: a space, a gap or a change of font or size ends one. */
function readWords(memory: MupdfMemory, faces: Faces, line: number, { horizontal, turn }: Direction): Word[] {
  const { integers, floats } = memory;
  const words: Word[] = [];
  let text = "";
  let x0 = 0;
  let y0 = 0;
  let x1 = 0;
  let y1 = 0;
  let baseline = 0;
  let size = 0;
  let font = 0;
  let heavy = false;
  let spaced = false;
  const end = () => {
    if (text === "") return;
    const plain = plainCharacters(text);
    if (plain !== "")
      words.push({
        text: plain,
        box: { x0, y0, x1, y1 },
        baseline,
        size,
        face: faces.at(font, heavy),
        spaced,
      });
    text = "";
    spaced = false;
  };
  let count = 0;
  for (
    let char = integers[(line >> 2) + lineFields.firstChar] ?? 0;
    char !== 0 && count < maxLineChars;
    char = integers[(char >> 2) + charFields.next] ?? 0, count += 1
  ) {
    const at = char >> 2;
    const code = integers[at + charFields.code] ?? 0;
    if (code <= 32 || code === 0xa0 || code === 0x3000) {
      end();
      spaced = true;
      continue;
    }
    const quad = at + charFields.quad;
    let left = Math.min(floats[quad] ?? 0, floats[quad + 4] ?? 0);
    let right = Math.max(floats[quad + 2] ?? 0, floats[quad + 6] ?? 0);
    // The corners of what is upside down are the other way round.
    if (left > right) [left, right] = [right, left];
    const charSize = floats[at + charFields.size] ?? 0;
    const charFont = integers[at + charFields.font] ?? 0;
    const charHeavy = ((integers[at + charFields.flags] ?? 0) & 0x80000) !== 0;
    if (text !== "") {
      const apart = horizontal && left - x1 > charSize * wordGap;
      const gap = apart && !isBehindVowel(text.charCodeAt(text.length - 1), code);
      if (gap || charFont !== font || charHeavy !== heavy || Math.abs(charSize - size) > 0.1) {
        end();
        spaced = gap;
      }
    }
    let top = Math.min(floats[quad + 1] ?? 0, floats[quad + 3] ?? 0);
    let bottom = Math.max(floats[quad + 5] ?? 0, floats[quad + 7] ?? 0);
    if (top > bottom) [top, bottom] = [bottom, top];
    if (text === "") {
      x0 = left;
      x1 = right;
      y0 = top;
      y1 = bottom;
      baseline = baselineOf(
        floats[at + charFields.origin] ?? 0,
        floats[at + charFields.origin + 1] ?? 0,
        turn,
      );
      size = charSize;
      font = charFont;
      heavy = charHeavy;
    } else {
      x0 = Math.min(x0, left);
      x1 = Math.max(x1, right);
      y0 = Math.min(y0, top);
      y1 = Math.max(y1, bottom);
    }
    text += shownCode(code);
  }
  end();
  return words;
}

/** One line; with its characters where right-to-left text may be on the page, which only then are needed. */
export function readRawLine(
  memory: MupdfMemory,
  faces: Faces,
  line: number,
  tag: Tag | undefined,
  withCharacters: boolean,
): RawLine {
  const direction = lineDirection(memory, line);
  return {
    words: readWords(memory, faces, line, direction),
    characters: withCharacters ? readCharacters(memory, line) : [],
    ...direction,
    tag,
  };
}
