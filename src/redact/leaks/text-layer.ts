/** Compares the invisible text of a scan with what recognition reads on its picture. */
import { boxAround, sharedHeight, sharedWidth } from "../../core/geometry.ts";
import type { Box, Letter, Word } from "../../core/page-layout.ts";
import { CharacterFold, fold } from "../../search/fold.ts";

/** Letters that a word needs to be compared: recognition reads specks and lines as shorter ones. */
const leastCompared = 3;
/** The share of their letters that two recognitions have in common if they read the same word. */
const leastAlike = 0.6;
/** From here on, recognition is sure of a word. */
const sure = 0.7;

const characters = new CharacterFold({ matchCase: false, matchAccents: false });
const folded = (text: string) => fold(text, characters).text.replaceAll(/[^\p{L}\p{N}]/gu, "");

/** A page's recognized text as a whole, and its words. */
interface Picture {
  readonly text: string;
  readonly words: readonly Word[];
}

export const pictureOf = (words: readonly Word[]): Picture => ({
  text: words.map(({ text }) => folded(text)).join(""),
  words,
});

/** Whether a picture shows a word of the layer; undefined if recognition can't tell. */
export function isOnPicture(word: readonly Letter[], { text, words }: Picture): boolean | undefined {
  const own = folded(word.map((letter) => letter.text).join(""));
  if (own.length < leastCompared || text.includes(own)) return true;
  const box = boxAround(word.map((letter) => letter.box));
  const here = words.filter((other) => isSamePlace(box, other.box));
  const read = folded(here.map((other) => other.text).join(""));
  if (alike(own, read) >= leastAlike) return true;
  return here.length > 0 && here.every(({ confidence = 0 }) => confidence >= sure) ? false : undefined;
}

/** The share of the smaller box, in both directions, in which two boxes of one word overlap. */
const leastShared = 0.4;

function isSamePlace(one: Box, other: Box): boolean {
  const [width, height] = [sharedWidth(one, other), sharedHeight(one, other)];
  return (
    width >= leastShared * Math.min(one.x1 - one.x0, other.x1 - other.x0) &&
    height >= leastShared * Math.min(one.y1 - one.y0, other.y1 - other.y0)
  );
}

/** Letters that a word compares at most: edits cost their square. */
const longest = 64;

/** The share of both texts' letters that they have in common, in the same order. */
function alike(own: string, read: string): number {
  const [one, other] = [own.slice(0, longest), read.slice(0, 4 * longest)];
  let row = new Uint16Array(other.length + 1);
  for (const letter of one) {
    const next = new Uint16Array(other.length + 1);
    for (let at = 1; at <= other.length; at++)
      next[at] =
        letter === other[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return (2 * (row[other.length] ?? 0)) / (one.length + other.length);
}
