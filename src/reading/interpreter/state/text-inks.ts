/** Which ink the characters of a page are painted with: a list of changes, as there are few of them. */
import type { HiddenReason } from "../../../core/page-layout.ts";
import type { GraphicsState } from "./graphics-state.ts";
import { type Ink, unknownColor } from "./ink.ts";

/** The ink of the characters from `at` on. */
export interface TextInk {
  readonly at: number;
  readonly color: number;
  /** Why none of them can be seen, whatever is around them. */
  readonly why: HiddenReason | undefined;
}

export class TextInks {
  readonly list: TextInk[] = [];
  /** The character that was painted again, and the ink that counts now. */
  readonly again = new Map<number, TextInk>();
  #ink: Ink | undefined;
  #render = 0;
  #alpha = 1;
  #forced: HiddenReason | undefined;

  /** The next character, the `count`th, is painted in `state`. `forced`: why it can't be seen. */
  use(state: GraphicsState, count: number, forced?: HiddenReason): void {
    const { ink, render, fillAlpha } = state;
    if (ink === this.#ink && render === this.#render && fillAlpha === this.#alpha && forced === this.#forced)
      return;
    this.#ink = ink;
    this.#render = render;
    this.#alpha = fillAlpha;
    this.#forced = forced;
    if (this.list.at(-1)?.at === count) this.list.pop();
    const isInvisible = render === 3 || alphaOf(state) <= faintest;
    this.list.push({
      at: count,
      color: colorOf(state),
      why: forced ?? (isInvisible ? "invisible" : undefined),
    });
  }

  paintedAgain(character: number): void {
    const last = this.list.at(-1);
    if (last) this.again.set(character, last);
  }
}

/** What is less opaque can't be seen. */
const faintest = 0.02;

/** Of text that is filled and stroked the more opaque counts; mode 7 only clips, and what it shows comes later (9.3.6). */
function alphaOf({ render, fillAlpha, ink }: GraphicsState): number {
  const mode = render & 3;
  if (render === 7) return 1;
  if (mode === 1) return ink.strokeAlpha;
  return mode === 2 ? Math.max(fillAlpha, ink.strokeAlpha) : fillAlpha;
}

function colorOf({ render, ink, font }: GraphicsState): number {
  // The glyphs of Type 3 fonts may have colors of their own.
  if (!ink.plain || render === 7 || font === undefined || font === "unreadable" || font.drawn)
    return unknownColor;
  const mode = render & 3;
  if (mode === 1) return ink.stroke;
  return mode === 2 && ink.stroke !== ink.fill ? unknownColor : ink.fill;
}
