/** Characters in painting order, grouped into lines and blocks as they arrive. All further analysis was designed for these distances. */
import { pushTo } from "../../../core/collections/maps.ts";
import type { Tag } from "../../../core/page-layout.ts";
import { Unsupported } from "../../../cos/syntax/content/unsupported.ts";
import type { PageFont } from "../../../fonts/font.ts";
import { maxBlocks, maxCharacters } from "../state/limits.ts";
import type { Style } from "../state/style.ts";
import { TextInks } from "../state/text-inks.ts";
import {
  isAccent,
  isGapInWord,
  isIdeographic,
  isIndic,
  isLowSurrogate,
  isNonspacingMark,
  maySpaceFollow,
  negation,
  withAccent,
} from "../state/unicode.ts";
import {
  type Block,
  type DrawingBlock,
  type Group,
  groupWithin,
  type Line,
  type TaggedBlock,
} from "./blocks.ts";
import { DuplicateGlyphs, type PlacedGlyph } from "./duplicate-glyphs.ts";
import { LettersApart } from "./letters-apart.ts";

/** As a fraction of the font size: accumulated rounding errors, since many distances are exactly on a threshold. */
const rounding = 0.0001;
/**
 * In font sizes, along the line: less isn't a gap, more than the last value begins a new line. In scripts without spaces,
 * letters are also spaced apart, also from adjacent ones of other scripts, and only a wider gap is intended.
 */
const gap = 0.15 - rounding;
const tightGap = 0.1;
const touching = 0.03;
const wideGap = 0.25;
const jump = 0.8;
/** In font sizes, across the line: less is the same line, more than the second value another block. */
const sameLine = 0.8;
const sameBlock = 1.5 + rounding;
/** In font sizes: the same character this close is painted twice. */
const doubled = 0.1;
/** In font sizes of the previous letter: a smaller comma on that letter is its mark. */
const smallMark = 0.7;
/** Cosine of the angle between two lines of a block. */
const parallel = 0.999;
/** In font sizes, across the line: letters this close share a baseline, unlike those of logos. */
const sameBaseline = 0.05;
/** The ends and starts of words in scripts that place their letters one after another. */
const wordEnd = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{Pe}.,:;!?%]/u;
const wordStart = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{Ps}\p{Sc}]/u;
/** Some fonts place letters well below the arms of a capital: To, Va, Ye. */
const kerned = /^\p{Lu}\p{Ll}$/u;
/** Start of a line of words; a different start may mean a list item. */
const letter = /[\p{L}\p{Ps}\p{Pi}"']/u;

/** A footnote mark: maximum size relative to the following text, minimum height above its line, and its digits. */
const noteSize = 0.8;
const raised = 0.15;
const longestMark = 3;

const wordPart = /^(?:\p{L}[\p{L}.,;:!?)'’”»]|\p{Nd}[\p{Nd}.,%]|[.,]\p{Nd})$/u;
const isWordPart = (before: number, code: number) => wordPart.test(String.fromCodePoint(before, code));

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

const [hyphen, softHyphen] = [0x2d, 0xad];
const inWord = /^\p{L}[\p{L}\u2010-]$/u;

/** Indentation in points of a line that begins a paragraph. */
const indent = 0.5;

/** Initial room for characters: minimum and maximum, which few pages exceed. */
const leastRoom = 64;
const mostRoom = 4096;

/** A character's origin: a glyph, the previous character's glyph, or `ActualText` without a remaining glyph. */
export const origins = { glyph: 0, continuation: 1, actualText: 2 } as const;

/**
 * Whether a generated space separates characters this far apart. `usual`: the previous distance. Tightly set lines have
 * narrower spaces between words whose letters touch.
 */
function isSpace(along: number, before: number, code: number, usual: number): boolean {
  if (along < tightGap || before === 0x20) return false;
  if (along < gap) return Math.abs(usual) < touching && letter.test(String.fromCodePoint(code));
  return (maySpaceFollow(before) && !isIdeographic(code)) || (along > wideGap && !isGapInWord(before, code));
}

/**
 * Whether a letter that begins well before the end of another begins a word, as if a word is wider than its column: letters in
 * a word don't, unless all of its widths are wrong.
 */
function isOverlap(along: number, before: number, code: number, usual: number): boolean {
  // NaN: unknown.
  if (!(Math.abs(usual) < touching)) return false;
  if (along > -wideGap && kerned.test(String.fromCodePoint(before, code))) return false;
  return wordEnd.test(String.fromCodePoint(before)) && wordStart.test(String.fromCodePoint(code));
}

/**
 * How a character follows the previous one: in its line, in visual order, after a space, on a line of its own, in a block of its
 * own, or from before that character's end; these add up. Or as a part of it.
 */
const [inLine, inVisualOrder, afterSpace, elsewhere, inNewBlock, fromBefore, asPart] = [
  0, 1, 2, 4, 8, 16, 32,
];

/** `along`: from the end of the previous character; `logical`: between them in logical order, both in font sizes. */
function stepRightToLeft(along: number, logical: number): number {
  if (Math.abs(logical) < gap) return inLine;
  if (Math.abs(along) < gap) return inVisualOrder;
  if (logical < 0 && logical > -jump) return afterSpace;
  if (along < 0 && along > -jump) return inLine;
  return along > 0 && along < jump ? inVisualOrder | afterSpace : elsewhere;
}

/** A character to add, with the coordinates of its start and end. Reused: a page has thousands. */
class Arrival {
  code = 0x20;
  how: number = origins.glyph;
  /** Between start and end, in ems. */
  advance = 0;
  direction = 0;
  beginX = 0;
  beginY = 0;
  endX = 0;
  endY = 0;
}

function place(next: Arrival, { font, emX, emY }: Style, x: number, y: number, advance: number): void {
  const widthX = advance * emX;
  const widthY = advance * emY;
  next.advance = advance;
  next.beginX = font.vertical ? x - widthX : x;
  next.beginY = font.vertical ? y - widthY : y;
  next.endX = font.vertical ? x : x + widthX;
  next.endY = font.vertical ? y : y + widthY;
}

/** Whether text of two styles runs in the same direction. */
const isSameWay = (one: Style, other: Style) =>
  one === other ||
  (one.font.vertical === other.font.vertical &&
    !(one.directionX * other.directionX + one.directionY * other.directionY < parallel));

export class TextDevice {
  /**
   * For each character: its code (U+0020 for any white space; two surrogates above U+FFFF, as two characters), its style's
   * index in `styles`, its direction (0, 1; 3: right to left in visual order).
   */
  units: Uint16Array;
  style: Int32Array;
  direction: Uint8Array;
  /** For each character its start and end, x and y. */
  places: Float64Array;
  count = 0;
  /** All characters, after `finish`. */
  text = "";
  /** Whether it includes right-to-left letters. */
  rightToLeft = false;
  /** Whether text was omitted because it is marked as an artifact. */
  artifactsLeftOut = false;
  readonly styles: Style[] = [];
  /** The page's drawings, if they aren't wanted among its blocks. */
  readonly drawings: DrawingBlock[] = [];
  readonly page: Group = { tag: undefined, parent: undefined, children: [] };

  #group: Group = this.page;
  #blocks = 0;
  #line: Line | undefined;
  /** The end of the last character. */
  penX = 0;
  penY = 0;
  /** The most recent line, whether it has only spaces, and the spaces-only lines before it. */
  #last: Line | undefined;
  #onlySpaces = false;
  #spaces: { next: number; readonly end: number } | undefined;
  /** The end of glyphs without text. */
  #passed: { readonly x: number; readonly y: number } | undefined;
  #lagX = 0;
  #lagY = 0;
  #startX = 0;
  /** Whether the line begins with a letter, so not with a list marker. */
  #startsWithLetter = false;
  /** In font sizes: the distance of the last character from the previous one. */
  #along = 0;
  #lastCode = 0x20;
  #lastDirection = 0;
  #current: Style | undefined;
  readonly #next = new Arrival();
  /** A generated space. */
  readonly #between = new Arrival();

  /** In font sizes: extra spacing of the next character, as in all of its string (9.3.2). */
  tracking = 0;
  /** The next character's direction: 0, or 1 from right to left. */
  level = 0;
  /** Their inks. */
  readonly inks = new TextInks();
  /** Why each is invisible, by `reasonOf`; undefined: all are visible. */
  hidden: Uint8Array | undefined;
  /** Why each may be invisible, by `doubtOf`; undefined: none may be. */
  doubts: Uint8Array | undefined;
  /** How many repeat text in an image, as recognition writes them. */
  recognized = 0;

  /** Characters made bold by repeated painting. */
  readonly heavy = new Set<number>();
  readonly #apart = new LettersApart();
  readonly #duplicates: DuplicateGlyphs | undefined;
  #isDuplicate = true;
  /** Soft hyphens that fonts draw, and the font of the last character if it is one. */
  readonly #drawnHyphens = new Map<PageFont, number[]>();
  #hyphenFont: PageFont | undefined;
  /** Fonts that draw soft hyphens within a line: these are their hyphens. */
  readonly #plainHyphens = new Set<PageFont>();

  /**
   * `contentBytes`: the size of the page's content. `withoutDuplicates`: a character already at its position is skipped, along
   * with its parts.
   */
  constructor(contentBytes: number, withoutDuplicates = false) {
    const room = Math.min(Math.max(contentBytes >> 2, leastRoom), mostRoom);
    this.units = new Uint16Array(room);
    this.style = new Int32Array(room);
    this.direction = new Uint8Array(room);
    this.places = new Float64Array(4 * room);
    this.#duplicates = withoutDuplicates ? new DuplicateGlyphs() : undefined;
  }

  /** Adds a character of `style` with origin (x, y) that advances by `advance` ems. */
  add(given: number, how: number, style: Style, x: number, y: number, advance: number): void {
    // Without width, it shows where a line might have ended.
    if (given === softHyphen && how === origins.glyph && advance === 0) return;
    const code = given === softHyphen && this.#plainHyphens.has(style.font) ? hyphen : given;
    const next = this.#next;
    place(next, style, x, y, advance);
    next.code = code;
    next.how = how;
    next.direction = this.level;

    if (this.#duplicates !== undefined) {
      if (how === origins.glyph) this.#isDuplicate = this.#repeats(this.#duplicates, style, next);
      if (this.#isDuplicate) return;
    }

    const line = this.#line;
    if (
      line !== undefined &&
      (how === origins.continuation || (isNonspacingMark(code) && this.#isOver(style, next)))
    ) {
      this.#putAtPen(line, style, next);
      return;
    }

    if (how === origins.glyph) this.#movePen(next.beginX, next.beginY);
    const follows = line !== undefined && isSameWay(line.style, style);
    const step = follows ? this.#stepTo(line, style, next) : inNewBlock;
    if (step !== asPart) this.#append(line, style, next, step);
  }

  /** How a character follows the previous one, on a line that runs in the same direction. */
  #stepTo(line: Line, style: Style, next: Arrival): number {
    const { code, how, beginX, beginY } = next;
    const { size, directionX, directionY } = style;
    const lagX = beginX - this.#lagX;
    const lagY = beginY - this.#lagY;
    if (
      how === origins.glyph &&
      code === this.#lastCode &&
      Math.abs(lagX) + Math.abs(lagY) < doubled * size
    ) {
      this.inks.paintedAgain(this.count - 1);
      return asPart;
    }
    const deltaX = beginX - this.penX;
    const deltaY = beginY - this.penY;
    const across = Math.abs((-directionY * deltaX + directionX * deltaY) / size);
    if (!(across <= sameBlock)) return inNewBlock;
    if (across >= sameLine) {
      const isIndented = !style.font.vertical && beginX - this.#startX > indent && this.#startsWithLetter;
      return isIndented ? inNewBlock : elsewhere;
    }
    if ((next.direction & 1) !== (this.#lastDirection & 1)) return inLine;
    const apart = (directionX * deltaX + directionY * deltaY) / size;
    // Widely spaced letters aren't words: the space between words is wider.
    const isTracked = this.tracking > tightGap && apart > 0 && isWordPart(this.#lastCode, code);
    const along = isTracked ? Math.max(0, apart - this.tracking) : apart;
    const lag = directionX * lagX + directionY * lagY;
    if ((next.direction & 1) === 0) {
      if (!(along > -jump && along < jump)) return elsewhere;
      const step = this.#stepLeftToRight(line, style, next, along, across, lag);
      if (step !== asPart) this.#along = apart;
      return step;
    }
    const step = stepRightToLeft(along, lag / size + next.advance);
    return style.font.vertical || !maySpaceFollow(this.#lastCode) ? step & ~afterSpace : step;
  }

  /** `along` and `across` in font sizes from the pen; `lag` in points from the previous character's start. */
  #stepLeftToRight(
    line: Line,
    style: Style,
    next: Arrival,
    along: number,
    across: number,
    lag: number,
  ): number {
    const { code } = next;
    const { size } = style;
    // Without its width, the space within a word is cairo's soft hyphen: NUL is no text.
    if (this.#lastCode === 0x20 && along < -tightGap && Math.abs(lag) < touching * size)
      if (this.#isInWord(code)) this.units[this.count - 1] = 0;
    // A space on top of the previous letter doesn't count: the next position shows the actual distance.
    const back = along < -gap && !(this.#along <= -gap);
    if (back && code === 0x20 && this.#lastCode !== 0x20) return asPart;
    const small = size < smallMark * (this.#current?.size ?? 0);
    const isOver = back || (this.#lastCode === negation && Math.abs(along) < tightGap);
    const accented = isOver ? withAccent(this.#lastCode, code, small) : undefined;
    if (accented !== undefined) {
      if (isAccent(code, small)) this.#join(accented, this.penX, this.penY);
      else this.#join(accented, next.endX, next.endY);
      return asPart;
    }
    const usual = style === this.#current ? this.#along : Number.NaN;
    let space = back && across < sameBaseline && isOverlap(along, this.#lastCode, code, usual);
    if (!back || across >= sameBaseline) {
      if (!style.font.vertical)
        space = isSpace(along, this.#lastCode, code, usual) || this.#endsNoteMark(line, style, across, code);
      if (!space && along > tightGap && code !== 0x20) space = this.#passesSpace(next.beginX, size);
    }
    return (space ? afterSpace : inLine) | (back ? fromBefore : inLine);
  }

  /** A further character of the same glyph, or a mark, has no place of its own. */
  #putAtPen(line: Line, style: Style, next: Arrival): void {
    next.beginX = next.endX = this.penX;
    next.beginY = next.endY = this.penY;
    this.#put(line, style, next);
    this.#lastDirection = next.direction;
    this.#lastCode = next.code;
  }

  /** Adds a character after `line`, the current one, by its step from there. */
  #append(current: Line | undefined, style: Style, next: Arrival, step: number): void {
    const { code, beginX, beginY } = next;
    const newLine = (step & (elsewhere | inNewBlock)) !== 0;
    const space = (step & afterSpace) !== 0 && code !== 0x20;
    if ((step & inVisualOrder) !== 0) next.direction = 3;

    const line = this.#lineFor(current, style, next, step);
    const { direction } = next;
    if (newLine || direction !== 0 || (code !== 0x20 && !space && this.#lastCode !== 0x20)) this.#endApart();
    else if (space) this.#apart.add({ at: this.count, gap: this.#along, code });

    if (space) {
      const between = this.#between;
      between.direction = direction;
      between.beginX = this.penX;
      between.beginY = this.penY;
      between.endX = beginX;
      between.endY = beginY;
      this.#put(line, style, between);
      if (direction === 3) this.#backBehindLetter();
    }

    this.#put(line, style, next);
    this.#duplicates?.put(code, { x: beginX, y: beginY, style, at: this.count - 1 });
    if (code !== 0x20) {
      this.#onlySpaces = false;
      if (this.#hyphenFont && !newLine && (step & fromBefore) === 0) this.#makePlain(this.#hyphenFont);
      this.#hyphenFont = code === softHyphen ? style.font : undefined;
      if (code === softHyphen) pushTo(this.#drawnHyphens, style.font, this.count - 1);
    }
    this.#lastCode = code;
    this.#lastDirection = direction;
    this.#lagX = beginX;
    this.#lagY = beginY;
    this.penX = next.endX;
    this.penY = next.endY;
  }

  /** The line that a character is on: `current`, or a new one, if need be in a new block. */
  #lineFor(current: Line | undefined, style: Style, { code, how, beginX }: Arrival, step: number): Line {
    const { children } = this.#group;
    let block = children[children.length - 1];
    let line = current;
    if ((step & inNewBlock) !== 0 || block?.kind !== "text") {
      block = { kind: "text", lines: [] };
      this.addBlock(block);
      line = undefined;
    }
    if ((step & elsewhere) !== 0 || line === undefined) {
      line = this.#startLine(style, beginX);
      block.lines.push(line);
      this.#startsWithLetter = how !== origins.actualText && letter.test(String.fromCodePoint(code));
    }
    return line;
  }

  /** Whether a character is already at its position; it then shows that character again. */
  #repeats(duplicates: DuplicateGlyphs, style: Style, { code, beginX, beginY }: Arrival): boolean {
    const twin = duplicates.find(code, style, beginX, beginY);
    if (twin !== undefined) this.#again(twin);
    return twin !== undefined;
  }

  /** A run of single characters ends: NUL, which is no text, takes the place of the spaces made within words. */
  #endApart(): void {
    for (const at of this.#apart.end()) this.units[at] = 0;
  }

  /** Whether the last character is between letters, or a letter and a hyphen. */
  #isInWord(code: number): boolean {
    return inWord.test(String.fromCodePoint(this.units[this.count - 2] ?? 0x20, code));
  }

  /** A soft hyphen is followed by text of its line: the font has no other hyphen. */
  #makePlain(font: PageFont): void {
    for (const at of this.#drawnHyphens.get(font) ?? []) this.units[at] = hyphen;
    this.#drawnHyphens.delete(font);
    this.#plainHyphens.add(font);
  }

  #startLine(style: Style, x: number): Line {
    const before = this.#last;
    const next = this.#spaces?.next ?? before?.first ?? 0;
    this.#spaces = before && this.#onlySpaces ? { next, end: before.end } : undefined;
    this.#onlySpaces = true;
    this.#along = Number.NaN;
    this.#startX = x;
    const line = { style, first: this.count, end: this.count, more: undefined, visual: false };
    this.#line = this.#last = line;
    return line;
  }

  /**
   * Whether one of the lines of spaces painted right before this one is between the pen and `x`: programs paint a run's spaces
   * first if only another font has its letters.
   */
  #passesSpace(x: number, size: number): boolean {
    const spaces = this.#spaces;
    if (spaces === undefined) return false;
    const { places } = this;
    const slack = tightGap * size;
    while (spaces.next < spaces.end && (places[4 * spaces.next] ?? 0) < this.penX - slack) spaces.next += 1;
    const at = 4 * spaces.next;
    return (
      spaces.next < spaces.end &&
      (places[at + 2] ?? 0) <= x + slack &&
      Math.abs((places[at + 1] ?? 0) - this.penY) < slack
    );
  }

  /**
   * Skips a glyph of `style` at (x, y) without text of its own. In Indic scripts it may be the rest of a syllable, whose first
   * glyph names all characters: the next text begins after it, unless it begins where the syllable ended.
   */
  skip(style: Style, x: number, y: number, advance: number): void {
    if (this.#line === undefined || !isIndic(this.#lastCode)) return;
    const { x: fromX, y: fromY } = this.#passed ?? { x: this.penX, y: this.penY };
    const along = (style.directionX * (x - fromX) + style.directionY * (y - fromY)) / style.size;
    if (Math.abs(along) < gap) this.#passed = { x: x + advance * style.emX, y: y + advance * style.emY };
  }

  /** Moves the pen after skipped glyphs, if a character begins nearer to that point. */
  #movePen(x: number, y: number): void {
    const passed = this.#passed;
    this.#passed = undefined;
    if (passed === undefined) return;
    if (Math.hypot(passed.x - x, passed.y - y) >= Math.hypot(this.penX - x, this.penY - y)) return;
    this.penX = passed.x;
    this.penY = passed.y;
  }

  /** The last character is an accent, or gets one: combine both, to the end of the letter. */
  #join(whole: number, endX: number, endY: number): void {
    const at = this.count - 1;
    this.units[at] = this.#lastCode = whole;
    this.places[4 * at + 2] = this.penX = endX;
    this.places[4 * at + 3] = this.penY = endY;
  }

  /** Whether a mark belongs to the last character, rather than to a later letter on another line, or a sign after a space. */
  #isOver({ size, directionX, directionY }: Style, { code, beginX: x, beginY: y }: Arrival): boolean {
    const along = (directionX * (x - this.penX) + directionY * (y - this.penY)) / size;
    if (code === negation && along > tightGap) return false;
    const across = (-directionY * (x - this.penX) + directionX * (y - this.penY)) / size;
    const width = Math.hypot(this.penX - this.#lagX, this.penY - this.#lagY) / size;
    return Math.abs(across) < sameLine && Math.abs(along) < width + jump;
  }

  /** Whether a line begins with a small raised number followed by text: a footnote's mark. */
  #endsNoteMark(line: Line, style: Style, across: number, code: number): boolean {
    if (style === this.#current || line.style.size > noteSize * style.size || across < raised) return false;
    if (line.more !== undefined || line.end - line.first > longestMark) return false;
    for (let at = line.first; at < line.end; at++) if (!isDigit(this.units[at] ?? 0)) return false;
    return letter.test(String.fromCodePoint(code));
  }

  /**
   * Text painted in visual order, right to left, has a letter's marks before the letter: the last character, a space, goes
   * before them.
   */
  #backBehindLetter(): void {
    for (let at = this.count - 2; at >= 0 && isNonspacingMark(this.units[at] ?? 0); at--) {
      for (const values of [this.units, this.style, this.direction]) swap(values, at, at + 1);
      for (let k = 4 * at; k < 4 * at + 4; k++) swap(this.places, k, k + 4);
    }
  }

  addBlock(block: Exclude<Block, TaggedBlock>): void {
    if (++this.#blocks > maxBlocks) throw new Unsupported("blocks");
    this.#group.children.push(block);
    this.#line = undefined;
  }

  /** The following content belongs to `tag`, a structure element. */
  enter(tag: Tag | undefined): void {
    const lineage: Tag[] = [];
    for (let one = tag; one; one = one.parent) lineage.unshift(one);
    const open: Group[] = [];
    for (let group: Group | undefined = this.#group; group?.tag; group = group.parent) open.unshift(group);
    let common = 0;
    while (common < lineage.length && open[common]?.tag?.key === lineage[common]?.key) common++;
    let group = common > 0 ? open[common - 1] : this.page;
    for (const one of lineage.slice(common)) group = groupWithin(group ?? this.page, one);
    this.#group = group ?? this.page;
    const last = this.#group.children.at(-1);
    const line = last?.kind === "text" ? last.lines[last.lines.length - 1] : undefined;
    this.#line = line && this.#isOn(line) ? line : undefined;
  }

  /** The following content is an annotation's: it goes to its tag's place if it has one, otherwise separate from all other text. */
  beginApart(tag: Tag | undefined): void {
    this.enter(tag);
    const parent = this.#group;
    const made: TaggedBlock = {
      kind: "tagged",
      tag: parent.tag,
      parent,
      children: [],
      apart: tag === undefined,
    };
    parent.children.push(made);
    this.#group = made;
    this.#line = this.#last = this.#spaces = this.#passed = undefined;
  }

  /** Drops everything since `beginApart`. */
  dropApart(): void {
    this.#group.children.length = 0;
    this.#line = this.#last = this.#spaces = this.#passed = undefined;
  }

  /** Whether the pen is on a line: text of another element, on the next line, may have been painted since. */
  #isOn({ style, end, more }: Line): boolean {
    const at = (more?.at(-1)?.end ?? end) - 1;
    const deltaX = this.penX - (this.places[4 * at + 2] ?? 0);
    const deltaY = this.penY - (this.places[4 * at + 3] ?? 0);
    return Math.abs(-style.directionY * deltaX + style.directionX * deltaY) < sameLine * style.size;
  }

  /** A character is painted again, to make it bold. */
  #again({ at }: PlacedGlyph): void {
    this.heavy.add(at);
    if (isLowSurrogate(this.units[at])) this.heavy.add(at - 1);
    this.inks.paintedAgain(at);
  }

  #put(line: Line, style: Style, put: Arrival): void {
    const at = this.count;
    if (at >= maxCharacters) throw new Unsupported("characters");

    if (style !== this.#current) {
      this.styles.push(style);
      this.#current = style;
    }

    const { code, direction, endX, endY } = put;
    if (code > 0xffff) {
      const pair = String.fromCodePoint(code);
      this.#put(line, style, { ...put, code: pair.charCodeAt(0) });
      this.#put(line, style, { ...put, code: pair.charCodeAt(1), beginX: endX, beginY: endY });
      return;
    }

    if (at === this.units.length) this.#grow();
    this.units[at] = code;
    this.style[at] = this.styles.length - 1;
    this.direction[at] = direction;
    if (direction !== 0) this.rightToLeft = true;
    if (direction === 3) line.visual = true;
    const { places } = this;
    places[4 * at] = put.beginX;
    places[4 * at + 1] = put.beginY;
    places[4 * at + 2] = endX;
    places[4 * at + 3] = endY;
    this.count = at + 1;

    const stretch = line.more === undefined ? line : (line.more[line.more.length - 1] ?? line);
    if (stretch.end === at) stretch.end = at + 1;
    else {
      line.more ??= [];
      line.more.push({ first: at, end: at + 1 });
    }
  }

  /** A copy of a character at the end: a line put into reading order has its own. */
  copy(from: number): void {
    const at = this.count++;
    if (at === this.units.length) this.#grow();
    this.units[at] = this.units[from] ?? 0;
    this.style[at] = this.style[from] ?? 0;
    this.direction[at] = this.direction[from] ?? 0;
    this.places.copyWithin(4 * at, 4 * from, 4 * from + 4);
    if (this.heavy.has(from)) this.heavy.add(at);
    if (this.hidden) this.hidden[at] = this.hidden[from] ?? 0;
    if (this.doubts) this.doubts[at] = this.doubts[from] ?? 0;
  }

  /** All characters of the page have arrived; arranges those of each line. */
  finish(): void {
    this.#endApart();
    this.text = Buffer.from(this.units.buffer, 0, 2 * this.count).toString("utf16le");
  }

  #grow(): void {
    const room = 2 * this.units.length;
    this.units = grown(this.units, new Uint16Array(room));
    this.style = grown(this.style, new Int32Array(room));
    this.direction = grown(this.direction, new Uint8Array(room));
    this.places = grown(this.places, new Float64Array(4 * room));
  }
}

function swap(
  values: Int32Array | Uint16Array | Uint8Array | Float64Array,
  one: number,
  other: number,
): void {
  [values[one], values[other]] = [values[other] ?? 0, values[one] ?? 0];
}

function grown<Room extends Int32Array | Uint16Array | Uint8Array | Float64Array>(
  small: Room,
  large: Room,
): Room {
  large.set(small);
  return large;
}
