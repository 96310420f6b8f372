/** The inks of a page's characters, as a list of changes, since there are few. */
import type { HiddenReason } from "../../../core/page-layout.ts";
import type { GraphicsState } from "./graphics-state.ts";
import { type Ink, unknownColor } from "./ink.ts";

/** The ink of the characters from `at` on. */
export interface TextInk {
  readonly at: number;
  readonly color: number;
  /** Why all of them are invisible, regardless of their surroundings. */
  readonly why: HiddenReason | undefined;
  /** Whether only a picture shows if they are visible: a mask, a blend mode, a clip of any shape or little opacity applies. */
  readonly isUnsure: boolean;
  /** Whether they are invisible because they seem to be outside their clip. */
  readonly isClipped: boolean;
}

export class TextInks {
  readonly list: TextInk[] = [];
  /** Repeatedly painted characters, and the ink that now applies. */
  readonly again = new Map<number, TextInk>();
  #ink: Ink | undefined;
  #render = 0;
  #alpha = 1;
  #forced: HiddenReason | undefined;
  #clipsByBox = true;
  #isClipped = false;

  /** The next character, with index `count`, is painted in `state`. `forced`: why it is invisible; `isClipped`: by its clip. */
  use(state: GraphicsState, count: number, forced?: HiddenReason, isClipped = false): void {
    const { ink, render, fillAlpha, clipsByBox } = state;
    const isSame = ink === this.#ink && render === this.#render && fillAlpha === this.#alpha;
    const isSameClip = clipsByBox === this.#clipsByBox && isClipped === this.#isClipped;
    if (isSame && forced === this.#forced && isSameClip) return;

    this.#ink = ink;
    this.#render = render;
    this.#alpha = fillAlpha;
    this.#forced = forced;
    this.#clipsByBox = clipsByBox;
    this.#isClipped = isClipped;
    if (this.list.at(-1)?.at === count) this.list.pop();
    const alpha = alphaOf(state);
    const isInvisible = render === 3 || alpha <= faintest;
    this.list.push({
      at: count,
      color: colorOf(state),
      why: forced ?? (isInvisible ? "invisible" : undefined),
      isClipped,
      isUnsure: !ink.plain || !clipsByBox || alpha < faint || render === 7,
    });
  }

  paintedAgain(character: number): void {
    const last = this.list.at(-1);
    // Letters painted again without color don't change.
    if (last && last.why !== "invisible") this.again.set(character, last);
  }
}

/** Anything more transparent is invisible. */
const faintest = 0.02;
/** More transparent text may look like its background. */
const faint = 0.3;

/** Filled and stroked text uses the more opaque value; mode 7 only clips, and its content comes later (9.3.6). */
function alphaOf({ render, fillAlpha, ink }: GraphicsState): number {
  const mode = render & 3;
  if (render === 7) return 1;
  if (mode === 1) return ink.strokeAlpha;
  return mode === 2 ? Math.max(fillAlpha, ink.strokeAlpha) : fillAlpha;
}

function colorOf({ render, ink, font }: GraphicsState): number {
  // Glyphs of Type 3 fonts may have their own colors.
  if (!ink.plain || render === 7 || font === undefined || font === "unreadable" || font.drawn)
    return unknownColor;
  const mode = render & 3;
  if (mode === 1) return ink.stroke;
  return mode === 2 && ink.stroke !== ink.fill ? unknownColor : ink.fill;
}
