/** Text that a page's picture doesn't show, of that which may be invisible. */
import { boxAround } from "../../core/geometry.ts";
import type { Box, Doubt, DoubtfulText, Letter, Word } from "../../core/page-layout.ts";
import type { PageRenderer } from "../../core/readers.ts";
import { type Leak, type LeakKind, saysSomething } from "./leak.ts";
import { isOnPicture, pictureOf } from "./text-layer.ts";

/** Letters of a word that recognition doesn't find where there is none. */
const leastWord = 3;
/** The share of a letter's ink that must be seen to read it. */
const leastSeen = 0.2;

/** What recognition reads on a page's picture; undefined if that would cost too much. */
export type Recognize = (page: number) => Promise<readonly Word[] | undefined>;

/** The leaks among a page's doubtful texts. `unknown`: how many letters couldn't be judged. */
export interface UnseenText {
  readonly leaks: readonly Leak[];
  /** Characters of recognized text that is where the picture shows something. */
  readonly textLayer: number;
  readonly unknown: number;
}

export async function unseenTexts(
  renderer: PageRenderer,
  page: number,
  texts: readonly DoubtfulText[],
  recognize: Recognize,
): Promise<UnseenText> {
  const painted = texts.filter(({ doubt }) => doubt !== "layer");
  const layer = texts.filter(({ doubt }) => doubt === "layer").flatMap(({ letters }) => wordsOf(letters));
  const leaks: Leak[] = [];
  const seen = renderer.seenInk(
    page,
    painted.flatMap(({ letters }) => letters),
  );
  let [from, unknown, textLayer] = [0, 0, 0];

  for (const { doubt, letters, ...ends } of painted) {
    const verdicts = letters.map(({ text }, at) => (isSpace(text) ? undefined : verdictOf(seen[from + at])));
    from += letters.length;
    if (letters.some(({ text }, at) => !isSpace(text) && verdicts[at] !== undefined))
      leaks.push(...hiddenIn({ letters, ...ends }, verdicts, kindOfDoubt[doubt], page));
    // Parts of ligatures have no glyph of their own.
    else if (letters.length > 1) unknown += letters.length;
  }

  const inked = layer.length > 0 ? inkIn(renderer, page, layer) : [];
  const inkedWords = inked.filter(Boolean).length;
  const isMostlyInked = inkedWords > layer.length / 2;
  const read = inkedWords > 0 ? await recognize(page) : [];
  const picture = read && pictureOf(read);
  const apart: Letter[] = [];
  for (const [at, word] of layer.entries()) {
    // Recognition finds specks.
    const isSpeck = word.length < leastWord && isMostlyInked;
    const isShown = isSpeck || (inked[at] === true && (picture ? isOnPicture(word, picture) : undefined));
    if (isShown === false) apart.push(...word, space);
    else textLayer += word.length;
    if (isShown === undefined) unknown += word.length;
  }
  const whole = { letters: apart, begins: true, ends: true };
  leaks.push(
    ...hiddenIn(
      whole,
      apart.map(() => true),
      "invisible_text",
      page,
    ),
  );

  return { leaks, textLayer, unknown };
}

const kindOfDoubt: Readonly<Record<Doubt, LeakKind>> = {
  ...{ covered: "covered_text", color: "background_text", clip: "invisible_text", layer: "invisible_text" },
};

const space: Letter = { text: " ", box: { x0: 0, y0: 0, x1: 0, y1: 0 }, x: 0, y: 0 };
const isSpace = (text: string) => text.trim() === "";

/** Whether a letter is hidden; undefined if it is unknown. */
function verdictOf(found: ReturnType<PageRenderer["seenInk"]>[number]): boolean | undefined {
  return found === undefined || found.ink === 0 ? undefined : found.seen < leastSeen * found.ink;
}

/** Hidden letters in a row, with the spaces and the unknown letters between them. A single letter of a word is no secret. */
function hiddenIn(
  { letters, begins, ends }: Omit<DoubtfulText, "doubt">,
  verdicts: readonly (boolean | undefined)[],
  kind: LeakKind,
  page: number,
): Leak[] {
  const found: Leak[] = [];
  let own: Letter[] = [];
  const close = (end: number) => {
    const shown = own.filter(({ text }) => !isSpace(text));
    const first = end - own.length;
    const isStart = first === 0 ? begins : isSpace(letters[first - 1]?.text ?? "");
    const isEnd =
      end === letters.length ? ends : own.length > shown.length || isSpace(letters[end]?.text ?? "");
    const text = own
      .map((letter) => letter.text)
      .join("")
      .trim()
      .replaceAll(/\s+/g, " ");
    const isWord = isStart && isEnd && kind !== "invisible_text";
    if (saysSomething(text) && (shown.length > 1 || isWord))
      found.push({ kind, page, text, box: boxAround(shown.map(({ box }) => box)) });
    own = [];
  };
  for (const [at, letter] of letters.entries()) {
    if (verdicts[at] === false) close(at);
    else if (verdicts[at] === true || own.length > 0) own.push(letter);
  }
  close(letters.length);
  return found;
}

function wordsOf(letters: readonly Letter[]): Letter[][] {
  const words: Letter[][] = [];
  let open = false;
  for (const letter of letters) {
    const isPart = !isSpace(letter.text);
    if (isPart && open) words.at(-1)?.push(letter);
    else if (isPart) words.push([letter]);
    open = isPart;
  }
  return words;
}

/** Pixels per point, and the most pixels of a picture. */
const finest = 1.5;
const mostPixels = 3_000_000;
/** Values of gray, 0 to 255, between which something is drawn. */
const leastContrast = 40;
/** How far recognition may be off, as a fraction of the height of letters. */
const off = 0.25;
/** The share of a word's width in which something must be drawn. */
const leastInked = 0.5;

/** Whether the picture shows anything where each word is. */
function inkIn(renderer: PageRenderer, page: number, words: readonly (readonly Letter[])[]): boolean[] {
  const { width, height } = renderer.size(page);
  const scale = Math.min(finest, Math.sqrt(mostPixels / (width * height)));
  const pixels = {
    width: Math.max(1, Math.ceil(width * scale)),
    height: Math.max(1, Math.ceil(height * scale)),
  };
  const box = { x0: 0, y0: 0, x1: width, y1: height };
  const samples = renderer.samples(page, { box, scale, pixels, gray: true });
  return words.map((word) => {
    const around = boxAround(word.map((letter) => letter.box));
    const [first, last] = [word[0], word.at(-1)];
    const isDown = first && last ? Math.abs(last.y - first.y) > Math.abs(last.x - first.x) : false;
    return isInked(samples, pixels, scale, around, isDown);
  });
}

function isInked(
  samples: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  scale: number,
  box: Box,
  isDown: boolean,
): boolean {
  const more = off * Math.min(box.x1 - box.x0, box.y1 - box.y0);
  const [left, right] = [box.x0 - (isDown ? more : 0), box.x1 + (isDown ? more : 0)].map((x) =>
    Math.round(x * scale),
  );
  const [top, bottom] = [box.y0 - (isDown ? 0 : more), box.y1 + (isDown ? 0 : more)].map((y) =>
    Math.round(y * scale),
  );
  const [x0, x1] = [Math.max(0, left ?? 0), Math.min(width, right ?? 0)];
  const [y0, y1] = [Math.max(0, top ?? 0), Math.min(height, bottom ?? 0)];
  let [least, most] = [255, 0];
  for (let y = y0; y < y1; y++)
    for (let x = x0; x < x1; x++) {
      const value = samples[y * width + x] ?? 255;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  if (most - least < leastContrast) return false;

  // Lines across the text are as long as it: something must differ along it.
  const middle = (least + most) / 2;
  let [inked, all] = [0, 0];
  const [from, to] = isDown ? [y0, y1] : [x0, x1];
  for (let along = from; along < to; along++) {
    let isMixed = false;
    let first: boolean | undefined;
    for (let across = isDown ? x0 : y0; across < (isDown ? x1 : y1) && !isMixed; across++) {
      const isDark = (samples[isDown ? along * width + across : across * width + along] ?? 255) < middle;
      first ??= isDark;
      isMixed = isDark !== first;
    }
    all += 1;
    if (isMixed) inked += 1;
  }
  return inked >= leastInked * all;
}
