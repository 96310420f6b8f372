/**
 * Characters in the order in which they are painted, grouped to lines and blocks as they come. The distances are those that all
 * further analysis was made for: MuPDF's.
 */
import { grown } from "./grown.ts";
import { maxCharacters } from "./limits.ts";
import { Once } from "./once.ts";
import { single, sum } from "./single.ts";
import type { Style } from "./style.ts";
import { isNonspacingMark, mayBeBullet, maySpaceFollow } from "./unicode.ts";
import { Unread } from "./unread.ts";

/** In font sizes, along the line: less is no gap, more than the second is another line. */
const gap = single(0.15);
const jump = single(0.8);
/** In font sizes, across the line: less is the same line, more than the second another block. */
const sameLine = single(0.8);
const sameBlock = 1.5;
/** In font sizes: the same character as near as this is one painted twice. */
const doubled = single(0.1);
/** Cosine of the angle between two lines of one block. */
const parallel = single(0.999);
/** Points by which a line is indented that begins a paragraph. */
const indent = 0.5;

/** How a character comes: as a glyph, as the rest of the one before it, or as the first of a text told for others. */
export const comes = { glyph: 0, rest: 1, told: 2 } as const;

/** A line: its characters from `first` to `end`; `more` holds further stretches, where the line was gone on with later. */
export interface Line {
  readonly style: Style;
  readonly first: number;
  end: number;
  more: { readonly first: number; end: number }[] | undefined;
  /** Characters of right-to-left scripts stand in it as they are seen. */
  visual: boolean;
}

export interface TextBlock<Owner> {
  readonly kind: "text";
  readonly lines: Line[];
  readonly owner: Owner | undefined;
}

export class Collector {
  /** Of each character: its code, its style's place in `styles`, its direction (0, 1; 3: right to left as it is seen). */
  codes = new Int32Array(4096);
  style = new Int32Array(4096);
  direction = new Uint8Array(4096);
  /** Of each character where it begins and where it ends, x and y. */
  places = new Float64Array(4 * 4096);
  count = 0;
  readonly styles: Style[] = [];
  readonly blocks: TextBlock<undefined>[] = [];

  #line: Line | undefined;
  #penX = 0;
  #penY = 0;
  #lagX = 0;
  #lagY = 0;
  #startX = 0;
  #afterBullet = false;
  #lastCode = 0x20;
  #lastDirection = 0;
  #current: Style | undefined;

  readonly #once: Once | undefined;
  #leftOut = true;

  /** `once`: a character that stands in its place already is left out, and what belongs to it. */
  constructor(once = false) {
    this.#once = once ? new Once() : undefined;
  }

  get penX(): number {
    return this.#penX;
  }
  get penY(): number {
    return this.#penY;
  }

  /** A character of `style` whose origin is (x, y), and that leads on by `advance` ems. */
  add(code: number, how: number, style: Style, x: number, y: number, advance: number, level: number): void {
    let direction = level;
    let beginX = x;
    let beginY = y;
    let endX = single(x + single(advance * style.emX));
    let endY = single(y + single(advance * style.emY));
    if (style.font.vertical) {
      beginX = single(x - single(advance * style.emX));
      beginY = single(y - single(advance * style.emY));
      endX = x;
      endY = y;
    }
    if (this.#once !== undefined) {
      if (how !== comes.glyph) {
        if (this.#leftOut) return;
      } else this.#leftOut = this.#once.isThere(code, style, beginX, beginY);
      if (this.#leftOut) return;
    }
    let line = this.#line;
    if (line !== undefined && (how === comes.rest || isNonspacingMark(code))) {
      this.#put(line, code, style, this.#penX, this.#penY, this.#penX, this.#penY, direction);
      this.#lastDirection = direction;
      this.#lastCode = code;
      return;
    }
    let newBlock = false;
    let newLine = true;
    let space = false;
    if (
      line === undefined ||
      (line.style !== style &&
        (line.style.font.vertical !== style.font.vertical ||
          line.style.directionX * style.directionX + line.style.directionY * style.directionY < parallel))
    )
      newBlock = true;
    else {
      const { size, directionX, directionY } = style;
      if (
        how === comes.glyph &&
        code === this.#lastCode &&
        Math.hypot(beginX - this.#lagX, beginY - this.#lagY) / size < doubled
      )
        return;
      const deltaX = single(beginX - this.#penX);
      const deltaY = single(beginY - this.#penY);
      const along = single(sum(directionX, deltaX, directionY, deltaY) / size);
      const across = Math.abs(single(sum(-directionY, deltaX, directionX, deltaY) / size));
      if (across < sameLine) {
        if ((direction & 1) !== (this.#lastDirection & 1)) newLine = false;
        else if ((direction & 1) === 0) {
          if (along > -jump && along < jump) {
            newLine = false;
            if (along >= gap && !style.font.vertical && maySpaceFollow(this.#lastCode)) space = true;
          }
        } else {
          const lagX = single(beginX - this.#lagX);
          const lagY = single(beginY - this.#lagY);
          const logical = single(single(sum(directionX, lagX, directionY, lagY) / size) + advance);
          if (Math.abs(logical) < gap) newLine = false;
          else if (Math.abs(along) < gap) {
            direction = 3;
            newLine = false;
          } else if (logical < 0 && logical > -jump) {
            space = !style.font.vertical && maySpaceFollow(this.#lastCode);
            newLine = false;
          } else if (along < 0 && along > -jump) newLine = false;
          else if (along > 0 && along < jump) {
            direction = 3;
            space = !style.font.vertical && maySpaceFollow(this.#lastCode);
            newLine = false;
          }
        }
      } else if (across <= sameBlock) {
        if (!style.font.vertical && beginX - this.#startX > indent && !this.#afterBullet) newBlock = true;
      } else newBlock = true;
    }
    let block = this.blocks[this.blocks.length - 1];
    if (newBlock || block === undefined) {
      block = { kind: "text", lines: [], owner: undefined };
      this.blocks.push(block);
      line = undefined;
    }
    if (newLine || line === undefined) {
      line = { style, first: this.count, end: this.count, more: undefined, visual: false };
      block.lines.push(line);
      this.#line = line;
      this.#startX = beginX;
      this.#afterBullet = how === comes.told || mayBeBullet(code);
    }
    if (space && code !== 0x20)
      this.#put(line, 0x20, style, this.#penX, this.#penY, beginX, beginY, direction);
    this.#put(line, code, style, beginX, beginY, endX, endY, direction);
    this.#lastCode = code;
    this.#lastDirection = direction;
    this.#lagX = beginX;
    this.#lagY = beginY;
    this.#penX = endX;
    this.#penY = endY;
  }

  #put(
    line: Line,
    code: number,
    style: Style,
    beginX: number,
    beginY: number,
    endX: number,
    endY: number,
    direction: number,
  ): void {
    const at = this.count;
    if (at >= this.codes.length) this.#grow();
    if (style !== this.#current) {
      this.styles.push(style);
      this.#current = style;
    }
    this.codes[at] = code;
    this.style[at] = this.styles.length - 1;
    this.direction[at] = direction;
    if (direction === 3) line.visual = true;
    const { places } = this;
    places[4 * at] = beginX;
    places[4 * at + 1] = beginY;
    places[4 * at + 2] = endX;
    places[4 * at + 3] = endY;
    this.count = at + 1;
    line.end = this.count;
  }

  #grow(): void {
    if (this.count >= maxCharacters) throw new Unread("characters");
    const size = this.codes.length * 2;
    this.codes = grown(this.codes, new Int32Array(size));
    this.style = grown(this.style, new Int32Array(size));
    this.direction = grown(this.direction, new Uint8Array(size));
    this.places = grown(this.places, new Float64Array(4 * size));
  }
}
