/** The layout of one page from MuPDF's structured text. */
import type { PDFPage } from "mupdf";
import type { Box, Drawing, Face, PageLayout, Piece, Tag, Turn, Word } from "../core/page-layout.ts";
import { inMupdf, type MupdfMemory, mupdfMemory } from "./mupdf.ts";
import { byGlyphs, type MupdfDocument, structuredText, withoutDoubles } from "./mupdf-document.ts";
import { blockFields, charFields, lineFields, rawBlocks, startsTwice } from "./stext-memory.ts";
import { hasRightToLeft, mayBeReversed } from "./text/bidi.ts";
import { plainCharacters } from "./text/characters.ts";
import { looksDoubled } from "./text/doubled.ts";
import type { PlacedCharacter, PlacedLine } from "./text/lines.ts";
import { joinedLines, readLine, readsByGlyphs } from "./text/right-to-left.ts";

/** Characters of one line that are read: a hostile page has millions on one. */
const maxLineChars = 20_000;

/** In font sizes: a gap this wide between two characters is a space though none was written. */
const wordGap = 0.25;

/** Along the page, or turned by quarters; neither: at an angle. */
interface Direction {
  readonly horizontal: boolean;
  readonly turn?: Turn;
}

/** How near a direction is to an axis: the cosine of the angle between them. */
const alongAxis = 0.99;

/** Where a line of text leads. Vertical writing, whose lines follow each other to the left, is as text turned clockwise. */
function directionOf({ integers, floats }: MupdfMemory, line: number): Direction {
  const vertical = ((integers[line >> 2] ?? 0) & 1) === 1;
  if (vertical) return { horizontal: false, turn: 90 };
  const x = floats[(line >> 2) + lineFields.direction] ?? 1;
  const y = floats[(line >> 2) + lineFields.direction + 1] ?? 0;
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

interface RawLine extends Direction {
  readonly words: Word[];
  /** Empty unless asked for. */
  readonly characters: readonly PlacedCharacter[];
  readonly tag: Tag | undefined;
}

/** Where right-to-left letters begin in Unicode. */
const firstRightToLeft = 0x590;

class Faces {
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
    const name = new TextDecoder("utf-8").decode(bytes.slice(font + 4, end)).replace(/^[A-Z]{6}\+/, "");
    face = {
      name: name.toWellFormed().replaceAll(/[^\P{C}]/gu, ""),
      bold: heavy || this.#memory.isBold(font) || /bold|black|heavy|semibold|demi|cmbx|sfbx/i.test(name),
      italic: this.#memory.isItalic(font) || /italic|oblique|cmti|sfti|slanted/i.test(name),
      mono: this.#memory.isMono(font) || /mono|courier|consol|cmtt|sftt|menlo|typewriter/i.test(name),
    };
    this.#known.set(key, face);
    return face;
  }
}

function boxAt(floats: Float32Array, at: number): Box {
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
function mayTurn({ integers }: MupdfMemory, line: number): boolean {
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
      const gap = horizontal && left - x1 > charSize * wordGap;
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
function readRawLine(
  memory: MupdfMemory,
  faces: Faces,
  line: number,
  tag: Tag | undefined,
  withCharacters: boolean,
): RawLine {
  const direction = directionOf(memory, line);
  return {
    words: readWords(memory, faces, line, direction),
    characters: withCharacters ? readCharacters(memory, line) : [],
    ...direction,
    tag,
  };
}

function pieceOf({ words, horizontal, turn, tag }: RawLine, rightToLeft: boolean): Piece[] {
  const [first] = words;
  if (!first) return [];
  let largest = first;
  let { x0, y0, x1, y1 } = first.box;
  for (const word of words) {
    if (word.text.length > largest.text.length) largest = word;
    x0 = Math.min(x0, word.box.x0);
    y0 = Math.min(y0, word.box.y0);
    x1 = Math.max(x1, word.box.x1);
    y1 = Math.max(y1, word.box.y1);
  }
  const box = { x0, y0, x1, y1 };
  const { baseline, size } = largest;
  return [{ words, box, baseline, size, horizontal, ...(turn && { turn }), rightToLeft, tag }];
}

/** The face of most letters. */
function mainFace(words: readonly Word[]): Face | undefined {
  const letters = new Map<Face, number>();
  for (const { face, text } of words) letters.set(face, (letters.get(face) ?? 0) + text.length);
  const most = Math.max(...letters.values());
  return [...letters].find(([, count]) => count === most)?.[0];
}

/** Lines with right-to-left letters: their characters sorted by where they are seen, as one word for each stretch. */
function rightToLeftPieces(lines: readonly RawLine[], pageReads: boolean): Piece[] {
  const placed = lines.flatMap((line): (PlacedLine & { raw: RawLine })[] => {
    const [piece] = pieceOf(line, false);
    if (!piece) return [];
    const text = line.characters.map(({ text }) => text).join("");
    const { box, size } = piece;
    return [{ text, box, size, characters: line.characters, horizontal: line.horizontal, raw: line }];
  });
  let at = 0;
  return joinedLines(placed).flatMap((line): Piece[] => {
    const { raw } = line;
    // The words of all the lines that were joined: as many characters as it has.
    const words: Word[] = [];
    for (let count = 0; count < line.characters.length && at < placed.length; at += 1) {
      const { characters, raw: part } = placed[at] ?? line;
      count += characters.length;
      words.push(...part.words);
    }
    if (!mayBeReversed(line.text)) return pieceOf(raw, false);
    const text = plainCharacters(readLine(line, pageReads)).trim();
    const [first] = raw.words;
    if (text === "" || !first) return [];
    const face = mainFace(words) ?? first.face;
    const word: Word = { ...first, face, text, box: line.box, spaced: true, size: line.size };
    return [
      {
        words: [word],
        box: line.box,
        baseline: first.baseline,
        size: line.size,
        horizontal: line.horizontal,
        ...(raw.turn && { turn: raw.turn }),
        rightToLeft: hasRightToLeft(line.text),
        tag: raw.tag,
      },
    ];
  });
}

function readPieces(lines: readonly RawLine[], mayHaveTurned: boolean): Piece[] {
  const holds = (test: (text: string) => boolean) => (line: RawLine) =>
    line.words.some(({ text }) => test(text));
  if (!mayHaveTurned || !lines.some(holds(mayBeReversed)))
    return lines.flatMap((line) => pieceOf(line, false));
  const right = lines.filter(holds(hasRightToLeft)).length;
  const pageReads = right > 0 && right * 2 >= lines.length;
  return rightToLeftPieces(lines, pageReads);
}

interface Link {
  readonly box: Box;
  readonly uri: string;
}

/** Links of one page that are looked at. */
const maxLinks = 5000;

/** Words under a link know its address. */
function withLinks(piece: Piece, links: readonly Link[]): Piece {
  const near = links.filter(({ box }) => box.y1 > piece.box.y0 && box.y0 < piece.box.y1);
  if (near.length === 0) return piece;
  const words = piece.words.map((word) => {
    const [x, y] = [(word.box.x0 + word.box.x1) / 2, (word.box.y0 + word.box.y1) / 2];
    const link = near.find(({ box }) => x >= box.x0 && x <= box.x1 && y >= box.y0 - 0.5 && y <= box.y1 + 0.5);
    return link ? { ...word, uri: link.uri } : word;
  });
  return { ...piece, words };
}

function linksOf(page: PDFPage): Link[] {
  const found: Link[] = [];
  for (const link of page.getLinks()) {
    try {
      const uri = link.getURI();
      const [x0, y0, x1, y1] = link.getBounds();
      if (/^(?:https?|mailto|ftp|tel):/i.test(uri)) found.push({ box: { x0, y0, x1, y1 }, uri });
    } finally {
      link.destroy();
    }
  }
  return found;
}

interface RawPage {
  readonly lines: readonly RawLine[];
  /** Whether a line may read from right to left. */
  readonly turned: boolean;
  readonly images: readonly { readonly box: Box; readonly tag: Tag | undefined }[];
  readonly drawings: readonly Drawing[];
  /** Whether lines may be painted twice. */
  readonly twice: boolean;
}

const layoutOptions = "structured,vectors,preserve-images";

/** What MuPDF finds on a page, with these options. */
function readRaw({ mupdf }: MupdfDocument, page: PDFPage, options: string): RawPage {
  const text = structuredText(mupdf, page, options);
  let turned = false;
  const images: { box: Box; tag: Tag | undefined }[] = [];
  const drawings: Drawing[] = [];
  try {
    // The pointer is the address of the page's struct; mupdf's types do not show it.
    const address: unknown = Reflect.get(text, "pointer");
    const memory = inMupdf(mupdfMemory);
    const faces = new Faces(memory);
    const found: { readonly line: number; readonly tag: Tag | undefined }[] = [];
    for (const { kind, at, tag } of rawBlocks(memory, Number(address))) {
      const fields = at >> 2;
      const box = boxAt(memory.floats, fields + blockFields.box);
      if (kind === "image") images.push({ box, tag });
      else if (kind === "drawing") {
        const stroked = ((memory.integers[fields + blockFields.flags] ?? 0) & 1) === 1;
        const color = (memory.integers[fields + blockFields.color] ?? 0) & 0xffffff;
        drawings.push({ box, stroked, color });
      } else {
        let line = memory.integers[fields + blockFields.firstLine] ?? 0;
        for (; line !== 0; line = memory.integers[(line >> 2) + lineFields.next] ?? 0) {
          found.push({ line, tag });
          turned ||= mayTurn(memory, line);
        }
      }
    }
    const lines = found.map(({ line, tag }) => readRawLine(memory, faces, line, tag, turned));
    const twice = startsTwice(memory, Number(address));
    return { lines, turned, images, drawings, twice };
  } finally {
    text.destroy();
  }
}

const rawText = ({ lines }: RawPage) =>
  lines.map(({ words }) => words.map(({ text }) => text).join(" ")).join("\n");

/** What is on page `number`, 1-based. 422 `operation_failed` when it cannot be read. */
export function readLayout(document: MupdfDocument, number: number): PageLayout {
  return document.run(`read page ${number}`, () => {
    const page = document.document.loadPage(number - 1);
    try {
      const [left, top, right, bottom] = page.getBounds();
      let raw = readRaw(document, page, layoutOptions);
      if (raw.twice && looksDoubled(rawText(raw)))
        raw = readRaw(document, page, `${layoutOptions},${withoutDoubles}`);
      if (raw.turned && hasRightToLeft(rawText(raw))) {
        const glyphs = readRaw(document, page, `${layoutOptions},${byGlyphs}`);
        if (readsByGlyphs(rawText(glyphs), rawText(raw))) raw = glyphs;
      }
      const { lines, turned, images, drawings } = raw;
      const links = linksOf(page);
      const read = readPieces(lines, turned);
      const pieces =
        links.length > 0 && links.length <= maxLinks ? read.map((piece) => withLinks(piece, links)) : read;
      return { page: number, width: right - left, height: bottom - top, pieces, images, drawings };
    } finally {
      page.destroy();
    }
  });
}
