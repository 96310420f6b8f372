/**
 * Text in comparable form: without spaces and hyphens, in compatibility form (NFKC) and, unless they matter, without case and
 * accents. Dropped characters are recorded as the gap between two characters, so that "netincome" isn't "net income".
 */

export interface FoldOptions {
  readonly matchCase: boolean;
  readonly matchAccents: boolean;
}

/** Bits for the gap between two characters. `block`: they are in two paragraphs. */
export const gaps = { space: 1, line: 2, block: 4, hyphen: 8 } as const;

export interface Folded {
  readonly text: string;
  /** For each unit of `text`, the index of its original character. */
  readonly at: Int32Array;
  /** The gap before each unit of `text`, and after the last. */
  readonly gaps: Uint8Array;
}

const space = /\s/u;
const dash = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/u;
/** Invisible characters: format characters, variation selectors, and the one that stretches Arabic words. */
const ignorable = /[\p{Cf}\u0640]|[\ufe00-\ufe0f]/u;
const hangul = /\p{Script=Hangul}/u;
/** Accents, and the points of Hebrew and Arabic. Vowel signs of other scripts are letters to their readers. */
const accents =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/g;
/** Letters with a stroke, which Unicode doesn't decompose. */
const strokes: Readonly<Record<string, string>> = {
  ø: "o",
  đ: "d",
  ł: "l",
  ħ: "h",
  Ø: "O",
  Đ: "D",
  Ł: "L",
  Ħ: "H",
};
/** Quotation marks that keyboards don't have. */
const quotes: Readonly<Record<string, string>> = {
  ...Object.fromEntries([..."‘’‚‛′"].map((mark) => [mark, "'"])),
  ...Object.fromEntries([..."“”„‟″"].map((mark) => [mark, '"'])),
};

/** Folds single characters, and caches the results: texts have few different ones. */
export class CharacterFold {
  readonly #options: FoldOptions;
  readonly #known = new Map<number, string>();
  /** ASCII by code; 0: a space or a hyphen. */
  readonly ascii: Uint8Array;

  constructor(options: FoldOptions) {
    this.#options = options;
    this.ascii = Uint8Array.from({ length: 128 }, (_, code) => {
      const folded = this.#fold(String.fromCharCode(code));
      return folded === " " || folded === "-" ? 0 : folded.charCodeAt(0);
    });
  }

  /** A character's comparable form: " " for white space, "-" for every hyphen and dash, "" for invisible characters. */
  character(code: number): string {
    const before = this.#known.get(code);
    if (before !== undefined) return before;
    const folded = this.#fold(String.fromCodePoint(code));
    this.#known.set(code, folded);
    return folded;
  }

  #fold(character: string): string {
    const { matchCase, matchAccents } = this.#options;
    if (space.test(character)) return " ";
    if (character === "-" || dash.test(character)) return "-";
    if (ignorable.test(character)) return "";
    const plain = quotes[character] ?? (character.normalize("NFKC").replaceAll(" ", "") || character);
    // Upper case first, so that "ß" is "ss", and both small sigmas are equal.
    const folded = matchCase ? plain : plain.toUpperCase().toLowerCase();
    if (hangul.test(folded)) return folded;
    const parts = folded.normalize("NFD");
    if (matchAccents) return parts;

    const bare = parts.replace(accents, "");
    return strokes[bare] ?? bare;
  }
}

/** A text in comparable form. */
export function fold(text: string, characters: CharacterFold): Folded {
  const { ascii } = characters;
  let room = text.length + 16;
  let units = new Uint16Array(room);
  let at = new Int32Array(room);
  let between = new Uint8Array(room);
  let [count, gap] = [0, 0];

  const put = (unit: number, index: number) => {
    if (count + 1 >= room) {
      room *= 2;
      units = grown(units, new Uint16Array(room));
      at = grown(at, new Int32Array(room));
      between = grown(between, new Uint8Array(room));
    }
    units[count] = unit;
    at[count] = index;
    between[count++] = gap;
    gap = 0;
  };

  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 128) {
      const folded = ascii[unit] ?? 0;
      if (folded !== 0) put(folded, index);
      else if (unit === 0x2d) gap |= gaps.hyphen;
      else if (unit !== 0x0a) gap |= gaps.space;
      else gap |= text.charCodeAt(index - 1) === 0x0a ? gaps.block : gaps.line;
      continue;
    }
    const code = text.codePointAt(index) ?? unit;
    const folded = characters.character(code);
    if (folded === " ") gap |= gaps.space;
    else if (folded === "-") gap |= gaps.hyphen;
    else for (let k = 0; k < folded.length; k++) put(folded.charCodeAt(k), index);
    if (code > 0xffff) index += 1;
  }

  between[count] = gap;
  const folded = Buffer.from(units.buffer, 0, 2 * count).toString("utf16le");

  return { text: folded, at: at.subarray(0, count), gaps: between.subarray(0, count + 1) };
}

/** A larger array with the content of a smaller one. */
function grown<Room extends Uint16Array | Int32Array | Uint8Array>(small: Room, large: Room): Room {
  large.set(small);
  return large;
}
