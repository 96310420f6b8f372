/**
 * `ActualText` (ISO 32000-2, 14.9.4): text that a document provides in place of glyphs. It goes to the positions of the
 * glyphs: each glyph gets the next character; remaining ones follow the last glyph.
 */

import { groupWhile } from "../../../core/collections/group-while.ts";
import { boxAround } from "../../../core/geometry.ts";
import type { Box } from "../../../core/page-layout.ts";
import type { Glyph } from "../../../fonts/font.ts";
import { plainCodes } from "../../../fonts/glyphs.ts";
import type { GraphicsState } from "../state/graphics-state.ts";
import { makeStyle, type Style } from "../state/style.ts";
import { isNonspacingMark } from "../state/unicode.ts";
import { isVisible } from "../state/visible.ts";
import { origins, type TextDevice } from "./text-device.ts";

/** A character shown but not yet on the page. */
interface Item {
  readonly code: number;
  readonly how: number;
  readonly style: Style;
  readonly x: number;
  readonly y: number;
  readonly advance: number;
  readonly level: number;
  readonly visible: boolean;
}

interface Replacement {
  codes: readonly number[];
  /** The area of images shown in the meantime: the text's position if it replaces no glyph. */
  box: Box | undefined;
}

interface Last {
  readonly style: Style;
  x: number;
  y: number;
  readonly level: number;
}

export class ActualTexts {
  readonly #device: TextDevice;
  readonly #stack: Replacement[] = [];
  #items: Item[] = [];
  #last: Last | undefined;
  #clipped = false;
  /** The style of the last text shown. */
  lastStyle: Style | undefined;
  /** Whether glyphs are expected here. */
  open = false;

  constructor(device: TextDevice) {
    this.#device = device;
  }

  glyph(
    state: GraphicsState,
    style: Style,
    { advance, text }: Glyph,
    x: number,
    y: number,
    level: number,
  ): void {
    const visible = isVisible(state, style, x, y, advance);
    let how: number = origins.glyph;
    if (text === "" && this.#items.length > 0)
      this.#items.push({ code: -1, how, style, x, y, advance, level, visible });
    for (const one of codesOf(text ?? "")) {
      const own = how === origins.glyph ? advance : 0;
      this.#items.push({ code: one, how, style, x, y, advance: own, level, visible });
      how = origins.continuation;
    }
  }

  image(box: Box): void {
    const replacement = this.#stack.at(-1);
    if (replacement) replacement.box = boxAround(replacement.box ? [replacement.box, box] : [box]);
  }

  drop(): void {
    this.#items = [];
    this.#stack.length = 0;
    this.#last = undefined;
    this.open = false;
  }

  begin(text: string): void {
    this.flush();
    const outer = this.#stack.at(-1);
    if (outer) this.#send(outer.codes);
    this.#last = undefined;
    const end = text.indexOf("\0");
    this.#stack.push({ codes: codesOf(end < 0 ? text : text.slice(0, end)), box: undefined });
    this.open = true;
  }

  end(): void {
    this.flush();
    const replacement = this.#stack.pop();
    this.open = this.#stack.length > 0;
    if (replacement === undefined) return;

    if (this.#last) {
      this.#last.x = this.#device.penX;
      this.#last.y = this.#device.penY;
      this.#send(replacement.codes);
      this.#last = undefined;
    } else if (replacement.box) {
      const { x0, y0, x1, y1 } = replacement.box;
      const font = this.lastStyle?.font;
      if (font) {
        const style = makeStyle(font, x1 - x0, 0, 0, y0 - y1);
        this.#last = { style, x: x0, y: y1, level: 0 };
        this.#send(replacement.codes);
      }
    }

    const outer = this.#stack.at(-1);
    if (outer && replacement.box) this.image(replacement.box);
  }

  /** Text has been shown completely: its characters go to the page, or their replacement does. */
  flush(): void {
    if (this.#items.length === 0) return;
    const items = this.#items;
    this.#items = [];
    const replacement = this.#stack.at(-1);
    if (replacement && this.#putCluster(items, replacement.codes)) {
      replacement.codes = [];
      return;
    }
    const spans = groupWhile(items, (a, b) => a.style === b.style && a.level === b.level);
    for (const span of spans) this.#span(span);
  }

  #put(item: Item, code: number): void {
    this.#clipped = !item.visible;
    if (!item.visible) return;
    const { style, x, y, level } = item;
    this.#last = { style, x, y, level };
    if (code >= 0) this.#add(code, item.how, style, x, y, item.advance, level);
    // Text put on the previous glyph doesn't advance by itself.
    if (code < 0 || isNonspacingMark(code)) this.#device.skip(style, x, y, item.advance);
  }

  #add(code: number, how: number, style: Style, x: number, y: number, advance: number, level: number): void {
    let own = how;
    let width = advance;
    this.#device.level = level;
    for (const plain of plainCodes(String.fromCodePoint(code))) {
      this.#device.add(plain, own, style, x, y, width);
      own = origins.continuation;
      width = 0;
    }
  }

  #span(items: readonly Item[]): void {
    const replacement = this.#stack.at(-1);
    if (replacement === undefined) {
      for (const item of items) this.#put(item, item.code);
      return;
    }
    const { codes } = replacement;
    let used = 0;
    for (const item of items) this.#put(item, item.visible && item.code >= 0 ? (codes[used++] ?? -1) : -1);
    replacement.codes = codes.slice(used);
  }

  /** A letter with marks, whose glyphs without width precede its own, as in Arabic by browsers: the marks go to the first. */
  #putCluster(items: readonly Item[], [base = 0, ...marks]: readonly number[]): boolean {
    const [first, last] = [items[0], items.at(-1)];
    if (!first || !last || marks.length === 0 || !marks.every(isNonspacingMark) || isNonspacingMark(base))
      return false;
    if (last.advance === 0 || items.length < 2 || items.slice(0, -1).some(({ advance }) => advance > 0))
      return false;
    // Marks have no direction of their own.
    const { level } = last;
    const { style, x, y, visible } = first;
    const [mark = 0, ...others] = marks;
    this.#put({ ...first, level }, mark);
    if (visible) for (const other of others) this.#add(other, origins.continuation, style, x, y, 0, level);
    this.#put(last, base);
    return true;
  }

  /** Characters of the text without a glyph go after the last glyph. */
  #send(codes: readonly number[]): void {
    const last = this.#last;
    if (last === undefined || this.#clipped) return;
    codes.forEach((code, k) => {
      const how = k === 0 ? origins.actualText : origins.continuation;
      this.#add(code, how, last.style, last.x, last.y, 0, last.level);
    });
  }
}

/** Characters as numbers, unchanged. */
const codesOf = (text: string): number[] => [...text].map((character) => character.codePointAt(0) ?? 0);
