/** Shows text on the page (ISO 32000-2, 9.4): computes the position of each glyph in a string. */

import type { HiddenReason } from "../../../core/page-layout.ts";
import type { PageSize } from "../../../core/readers.ts";
import { Unsupported } from "../../../cos/syntax/content/unsupported.ts";
import type { Glyph, PageFont } from "../../../fonts/font.ts";
import type { GraphicsState } from "../state/graphics-state.ts";
import { makeStyle, type Style } from "../state/style.ts";
import { bidiLevel } from "../state/unicode.ts";
import { isVisible } from "../state/visible.ts";
import type { ActualTexts } from "./actual-text.ts";
import { origins, type TextDevice } from "./text-device.ts";

const thousandth = 0.001;

/** Styles to remember: text alternates between few. */
const keptStyles = 16;

/** A string's letter spacing: that of all its letters, if there are enough; and whether it continues an array. */
interface Tracking {
  readonly isTracked: boolean;
  readonly follows: boolean;
}

export interface ShownGlyph {
  readonly glyph: Glyph;
  readonly style: Style;
  /** Its origin on the page. */
  readonly x: number;
  readonly y: number;
  /** Its advance in unscaled text space. */
  readonly by: number;
}

export class TextObject {
  readonly #device: TextDevice;
  readonly #actualTexts: ActualTexts;
  readonly #watch: ((glyph: ShownGlyph) => void) | undefined;
  /** The text matrix and the line matrix: only their origins differ. */
  #a = 1;
  #b = 0;
  #c = 0;
  #d = 1;
  #e = 0;
  #f = 0;
  #lineE = 0;
  #lineF = 0;
  #level = 0;
  #styles: Style[] = [];
  /** The current style, until something it depends on changes. */
  #style: Style | undefined;

  constructor(device: TextDevice, actualTexts: ActualTexts, watch?: (glyph: ShownGlyph) => void) {
    this.#device = device;
    this.#actualTexts = actualTexts;
    this.#watch = watch;
  }

  /** Something that a style depends on has changed. */
  changed(): void {
    this.#style = undefined;
  }

  begin(): void {
    this.setMatrix(1, 0, 0, 1, 0, 0);
    this.#level = 0;
  }

  setMatrix(a: number, b: number, c: number, d: number, e: number, f: number): void {
    if (a !== this.#a || b !== this.#b || c !== this.#c || d !== this.#d) {
      this.#a = a;
      this.#b = b;
      this.#c = c;
      this.#d = d;
      this.#style = undefined;
    }
    this.#e = e;
    this.#f = f;
    this.#lineE = e;
    this.#lineF = f;
  }

  /** Moves to the start of a line, at (x, y) relative to the current one. */
  nextLine(x: number, y: number): void {
    this.#lineE = this.#lineE + (x * this.#a + y * this.#c);
    this.#lineF = this.#lineF + (x * this.#b + y * this.#d);
    this.#e = this.#lineE;
    this.#f = this.#lineF;
  }

  /** A number between strings: thousandths of an em backward. */
  move(state: GraphicsState, amount: number): void {
    const { font } = state;
    const by = -amount * state.fontSize * thousandth;
    if (font !== undefined && font !== "unreadable" && font.vertical) this.#along(0, by);
    else this.#along(by * state.scale, 0);
  }

  #along(x: number, y: number): void {
    this.#e = this.#e + (x * this.#a + y * this.#c);
    this.#f = this.#f + (x * this.#b + y * this.#d);
  }

  #makeStyle(state: GraphicsState, font: PageFont): Style {
    const across = state.fontSize * state.scale;
    const up = state.fontSize;
    const ta = across * this.#a;
    const tb = across * this.#b;
    const tc = up * this.#c;
    const td = up * this.#d;
    const a = ta * state.a + tb * state.c;
    const b = ta * state.b + tb * state.d;
    const c = tc * state.a + td * state.c;
    const d = tc * state.b + td * state.d;
    const styles = this.#styles;
    for (const style of styles)
      if (style.font === font && style.a === a && style.b === b && style.c === c && style.d === d)
        return style;
    const style = makeStyle(font, a, b, c, d);
    if (styles.length >= keptStyles) styles.shift();
    styles.push(style);

    return style;
  }

  /** Whether glyphs were omitted, or replaced by `ActualText`. */
  isPartial = false;

  /** The page size, if clipped text is read too. */
  readsClippedOn: PageSize | undefined;

  /** Why the clip hides a character. */
  #clippedAt(
    state: GraphicsState,
    style: Style,
    x: number,
    y: number,
    advance: number,
  ): HiddenReason | undefined {
    if (isVisible(state, style, x, y, advance)) return undefined;
    const { width, height } = this.readsClippedOn ?? { width: 0, height: 0 };
    return x < 0 || y < 0 || x > width || y > height ? "off_page" : "invisible";
  }

  /** Shows a string. `painted`: false for hidden text, which advances without being read; otherwise why it is invisible. */
  show(
    state: GraphicsState,
    bytes: Uint8Array,
    painted: boolean | HiddenReason,
    { isTracked, follows }: Tracking,
  ): void {
    const { font, charSpace, wordSpace, scale, fontSize, rise } = state;
    if (font === undefined || bytes.length === 0) return;
    if (font === "unreadable") throw new Unsupported("font");

    const style = this.#style ?? this.#makeStyle(state, font);
    this.#style = style;
    const { vertical } = font;
    const forced = typeof painted === "string" ? painted : undefined;
    if (painted) this.#device.inks.use(state, this.#device.count, forced);
    if (!painted || this.#actualTexts.open) this.isPartial = true;

    const tracking = vertical || !isTracked ? 0 : (charSpace * scale) / fontSize;
    for (let at = 0; at < bytes.length; ) {
      this.#device.tracking = at > 0 || follows ? tracking : 0;
      const glyph = font.glyph(bytes, at);
      at += glyph.length;
      let e = this.#e;
      let f = this.#f;
      if (vertical || rise !== 0) {
        const x = -glyph.originX * fontSize * scale;
        const y = rise - glyph.originY * fontSize;
        e = x * this.#a + y * this.#c + e;
        f = x * this.#b + y * this.#d + f;
      }
      const { first, advance, text } = glyph;
      const by = advance * fontSize + charSpace;
      if (this.#watch) {
        const x = e * state.a + f * state.c + state.e;
        const y = e * state.b + f * state.d + state.f;
        this.#watch({ glyph, style, x, y, by: glyph.isSpace ? by + wordSpace : by });
      }
      if (text === undefined && this.#watch === undefined) throw new Unsupported("character");
      if (painted) {
        if (first >= 0) this.#level = bidiLevel(first, this.#level);
        const x = e * state.a + f * state.c + state.e;
        const y = e * state.b + f * state.d + state.f;
        if (this.#actualTexts.open) this.#actualTexts.glyph(state, style, glyph, x, y, this.#level);
        else if (first < 0) this.#device.skip(style, x, y, advance);
        else if (this.readsClippedOn || isVisible(state, style, x, y, advance)) {
          const clipped = this.readsClippedOn && this.#clippedAt(state, style, x, y, advance);
          const isClipped = forced === undefined && clipped === "invisible" && (state.render & 3) !== 3;
          if (this.readsClippedOn)
            this.#device.inks.use(state, this.#device.count, forced ?? clipped, isClipped);
          this.#device.level = this.#level;
          this.#device.add(first, origins.glyph, style, x, y, advance);
          const { more } = glyph;
          if (more !== undefined)
            for (const next of more) this.#device.add(next, origins.continuation, style, x, y, 0);
        } else this.isPartial = true;
      }
      if (vertical) this.#along(0, by);
      else this.#along(by * scale, 0);
      if (glyph.isSpace && wordSpace !== 0)
        if (vertical) this.#along(0, wordSpace);
        else this.#along(wordSpace * scale, 0);
    }

    this.#actualTexts.lastStyle = style;
  }
}
