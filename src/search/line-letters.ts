/**
 * Maps the characters of a line to painted letters. A line's text is made from those letters in many steps (joining marks,
 * splitting ligatures, dropping hyphens, moving words); both are in reading order, so they are aligned.
 */
import { getOrInsert } from "../core/collections/maps.ts";
import type { Box, Letter, LineSource, ParagraphLine, Word } from "../core/page-layout.ts";
import { CharacterFold } from "./fold.ts";

/** A letter of a line, and the painted line it belongs to. */
export interface PlacedLetter extends Letter {
  readonly source: LineSource;
  /** Its index in `source`. */
  readonly index: number;
}

export interface LineLetters {
  readonly letters: readonly PlacedLetter[];
  /** For each character of the line, the index of its letter in `letters`, or -1. */
  readonly of: Int32Array;
}

/** Letters that may be skipped to find the next one of a text: dropped parts are short. */
const reach = 64;
/** The share of a text that must be found for its letters to be trusted. */
const leastFound = 0.5;

const sameLetter = new CharacterFold({ matchCase: true, matchAccents: false });
/** In right-to-left text, a bracket may be named by either of its pair. */
const opened: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", ">": "<", "»": "«" };

/** The letters of a page's painted lines, each assigned to one place in its text. */
export class SourceLetters {
  readonly #letters = new Map<LineSource, readonly PlacedLetter[]>();
  /** How many of a line's letters earlier text has used. */
  readonly #used = new Map<LineSource, number>();

  /** All letters of a painted line. */
  of(source: LineSource): readonly PlacedLetter[] {
    return getOrInsert(this.#letters, source, () =>
      source.words
        .flatMap((word) => word.letters?.() ?? evenLetters(word))
        .map((letter, index) => ({ ...letter, source, index })),
    );
  }

  /** A line's letters. Lines must be requested in text order. */
  align({ text, sources = [] }: ParagraphLine): LineLetters {
    const unused = sources.flatMap((source) => this.of(source).slice(this.#used.get(source) ?? 0));
    const found = align(text, unused);
    const own = isFound(text, found)
      ? found
      : align(
          text,
          sources.flatMap((source) => this.of(source)),
        );
    const last = own.letters[own.of.reduce((most, at) => Math.max(most, at), -1)];
    for (const source of sources) this.#used.set(source, this.of(source).length);
    if (last) this.#used.set(last.source, last.index + 1);

    return own;
  }
}

function isFound(text: string, { of }: LineLetters): boolean {
  let [found, all] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === 0x20) continue;
    all += 1;
    if ((of[at] ?? -1) >= 0) found += 1;
  }
  return found >= leastFound * all;
}

/** A text as single comparable units, each with its index. */
function* units(characters: Iterable<readonly [string, number]>): Generator<readonly [string, number]> {
  for (const [character, place] of characters)
    for (const single of character) {
      const folded = sameLetter.character(single.codePointAt(0) ?? 0x20);
      if (folded === " ") continue;
      for (const unit of folded) yield [opened[unit] ?? unit, place];
    }
}

function align(text: string, letters: readonly PlacedLetter[]): LineLetters {
  const characters: [string, number][] = [];

  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
    characters.push([character, at]);
    at += character.length;
  }

  const wanted = [...units(characters)];
  const given = [...units(letters.map(({ text: own }, place) => [own, place] as const))];
  const of = new Int32Array(text.length).fill(-1);

  let next = 0;
  wanted.forEach(([unit, at], k) => {
    const after = wanted[k + 1]?.[0];
    for (let place = next; place < given.length && place <= next + reach; place++) {
      const [own, letter] = given[place] ?? ["", 0];
      const continues = after === undefined || place + 1 >= given.length || given[place + 1]?.[0] === after;
      if (own !== unit || !(place === next || continues)) continue;
      if (of[at] === -1) of[at] = letter;
      next = place + 1;
      return;
    }
  });
  // Marks, and the halves of a character beyond U+FFFF, share the position of the previous character.
  for (let at = 1; at < text.length; at++)
    if (of[at] === -1 && /[\p{M}\udc00-\udfff]/u.test(text.charAt(at))) of[at] = of[at - 1] ?? -1;

  return { letters, of };
}

/** How much taller than wide a two-letter word must be to read downward. */
const downwards = 1.2;

/** The letters of a word known only as a whole: all get the same room. */
function evenLetters({ text, box }: Word): Letter[] {
  const characters = [...text];
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
  const isDown = characters.length > 1 && height > downwards * width;
  const isLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);
  return characters.map((character, at) => {
    const place = isLeft && !isDown ? characters.length - 1 - at : at;
    const own = part(box, isDown, place / characters.length, (place + 1) / characters.length);
    return { text: character, box: own, x: own.x0, y: own.y1 };
  });
}

function part({ x0, y0, x1, y1 }: Box, isDown: boolean, from: number, to: number): Box {
  const [width, height] = [x1 - x0, y1 - y0];
  return isDown
    ? { x0, x1, y0: y0 + from * height, y1: y0 + to * height }
    : { y0, y1, x0: x0 + from * width, x1: x0 + to * width };
}
