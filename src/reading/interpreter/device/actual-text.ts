/**
 * Text that the document tells for glyphs, `ActualText` (ISO 32000-2, 14.9.4): put in the places of the glyphs it stands for.
 * What glyphs and told text have in common at the beginning and the end of a show of text keeps its own places.
 */

import type { GraphicsState } from "../state/graphics-state.ts";
import type { ShownGlyph } from "../state/shown-font.ts";
import { makeStyle, type Style } from "../state/style.ts";
import { plainCodes } from "../state/unicode.ts";
import { isVisible } from "../state/visible.ts";
import { type Collector, comes } from "./text-device.ts";

/** A character that was shown and is not yet on the page. */
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

interface Told {
  codes: readonly number[];
  /** Of images shown meanwhile: where told text goes that no glyph stands for. */
  box: { x0: number; y0: number; x1: number; y1: number } | undefined;
}

interface Last {
  readonly style: Style;
  x: number;
  y: number;
  readonly level: number;
}

export class ActualTexts {
  readonly #collector: Collector;
  readonly #stack: Told[] = [];
  #items: Item[] = [];
  #last: Last | undefined;
  #clipped = false;
  /** That of the last text shown. */
  lastStyle: Style | undefined;
  /** Whether glyphs are to come here. */
  open = false;

  constructor(collector: Collector) {
    this.#collector = collector;
  }

  /** A glyph that was shown. */
  glyph(state: GraphicsState, style: Style, glyph: ShownGlyph, x: number, y: number, level: number): void {
    const { advance, raw } = glyph;
    const visible = isVisible(state, style, x, y, advance);
    let how: number = comes.glyph;
    for (const one of codesOf(raw)) {
      this.#items.push({
        code: one,
        how,
        style,
        x,
        y,
        advance: how === comes.glyph ? advance : 0,
        level,
        visible,
      });
      how = comes.rest;
    }
  }

  /** An image was shown: a box on the page. */
  image(x0: number, y0: number, x1: number, y1: number): void {
    const told = this.#stack.at(-1);
    if (told === undefined) return;
    const { box } = told;
    told.box = box
      ? {
          x0: Math.min(box.x0, x0),
          y0: Math.min(box.y0, y0),
          x1: Math.max(box.x1, x1),
          y1: Math.max(box.y1, y1),
        }
      : { x0, y0, x1, y1 };
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
    const told = this.#stack.pop();
    this.open = this.#stack.length > 0;
    if (told === undefined) return;
    if (this.#last) {
      this.#last.x = this.#collector.penX;
      this.#last.y = this.#collector.penY;
      this.#send(told.codes);
      this.#last = undefined;
    } else if (told.box) {
      const { x0, y0, x1, y1 } = told.box;
      const font = this.lastStyle?.font;
      if (font) {
        const style = makeStyle(font, x1 - x0, 0, 0, y0 - y1);
        this.#last = { style, x: x0, y: y1, level: 0 };
        this.#send(told.codes);
      }
    }
    const outer = this.#stack.at(-1);
    if (outer && told.box) this.image(told.box.x0, told.box.y0, told.box.x1, told.box.y1);
  }

  /** The end of a show of text: what was shown goes to the page, with what is told of it. */
  flush(): void {
    if (this.#items.length === 0) return;
    const items = this.#items;
    this.#items = [];
    for (let from = 0; from < items.length; ) {
      const first = items[from];
      let to = from + 1;
      while (to < items.length && items[to]?.style === first?.style && items[to]?.level === first?.level)
        to++;
      this.#span(items.slice(from, to));
      from = to;
    }
  }

  #put(item: Item, code: number): void {
    this.#clipped = !item.visible;
    if (!item.visible) return;
    const { style, x, y, level } = item;
    this.#last = { style, x, y, level };
    if (code >= 0) this.#add(code, item.how, style, x, y, item.advance, level);
  }

  #add(code: number, how: number, style: Style, x: number, y: number, advance: number, level: number): void {
    let own = how;
    let width = advance;
    for (const plain of plainCodes(String.fromCodePoint(code))) {
      this.#collector.add(plain, own, style, x, y, width, level);
      own = comes.rest;
      width = 0;
    }
  }

  #span(items: readonly Item[]): void {
    const told = this.#stack.at(-1);
    if (told === undefined) {
      for (const item of items) this.#put(item, item.code);
      return;
    }
    let { codes } = told;
    if (codes.length === 0) return;
    let start = 0;
    while (start < items.length && start < codes.length && items[start]?.code === codes[start]) start++;
    for (const item of items.slice(0, start)) this.#put(item, item.code);
    codes = codes.slice(start);
    if (start === items.length) {
      told.codes = codes;
      return;
    }
    let left = codes.length;
    let end = items.length;
    while (end > start && left > 0 && items[end - 1]?.code === codes[left - 1]) {
      end--;
      left--;
    }
    let i = start;
    let used = 0;
    for (; i < end; i++) {
      const item = items[i];
      if (item === undefined) break;
      const takes = item.visible && i < left;
      const code = takes ? (codes[used] ?? -1) : -1;
      if (takes && used < codes.length) used++;
      this.#put(item, code);
    }
    codes = codes.slice(used);
    if (end === items.length) {
      told.codes = codes;
      return;
    }
    const room = codes.length - (items.length - end);
    this.#send(codes.slice(0, Math.max(0, room)));
    for (const item of items.slice(end)) this.#put(item, item.code);
    told.codes = [];
  }

  /** Told characters that no glyph is left for: behind the last. */
  #send(codes: readonly number[]): void {
    const last = this.#last;
    if (last === undefined || this.#clipped) return;
    codes.forEach((code, k) => {
      const how = k === 0 ? comes.told : comes.rest;
      this.#add(code, how, last.style, last.x, last.y, 0, last.level);
    });
  }
}

/** Characters as numbers, as they are. */
function codesOf(text: string): number[] {
  return [...text].map((character) => character.codePointAt(0) ?? 0);
}
