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

/** A part of a text, in UTF-16 units. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

export interface Folded {
  readonly text: string;
  /** For each unit of `text`, the index of its original character. */
  readonly at: Int32Array;
  /** The gap before each unit of `text`, and after the last. */
  readonly gaps: Uint8Array;
}

const space = /\s/u;
const dash = /[\u058a\u05be\u1806\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/u;
/** Invisible characters (Default_Ignorable_Code_Point, other format characters), and the one that stretches Arabic words. */
const ignorable = /[\p{DI}\p{Cf}\u0640]/u;
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
/** Quotation marks, apostrophes and slashes that keyboards don't have. */
const marks: Readonly<Record<string, string>> = {
  ...Object.fromEntries([..."‘’‚‛′ʹʻʼʽˈ׳`´"].map((mark) => [mark, "'"])),
  ...Object.fromEntries([..."“”„‟″ʺ״〝〞〟"].map((mark) => [mark, '"'])),
  ...Object.fromEntries([..."⁄∕"].map((mark) => [mark, "/"])),
};
/** The same within the compatibility form of a character, as in ½. */
const inCompatible = /[\u2044\u2215]/g;

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
    const compatible = character.normalize("NFKC").replaceAll(" ", "").replaceAll(inCompatible, "/");
    const plain = marks[character] ?? (compatible || character);
    // Through upper case, so that "ß" is "ss", and both small sigmas are equal; "ẞ" has no other upper case.
    const folded = matchCase ? plain : plain.toLowerCase().toUpperCase().toLowerCase();
    if (hangul.test(folded)) return folded;
    const parts = folded.normalize("NFD");
    if (matchAccents) return parts;

    const bare = parts.replace(accents, "");
    return strokes[bare] ?? bare;
  }
}

/** Whether a unit of comparable text is an accent of the character before it. */
export const isAccent = (unit: string) => unit !== "" && unit.replace(accents, "") === "";

/** A text in comparable form. `without`: ascending parts of it to leave out. */
export function fold(text: string, characters: CharacterFold, without: readonly Part[] = []): Folded {
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

  let part = 0;
  for (let index = 0; index < text.length; index++) {
    const left = without[part];
    if (left?.start === index) {
      part += 1;
      index = left.end - 1;
      continue;
    }
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
    if (isFraction(code) && isDigit(units[count - 1])) gap |= gaps.space;
    if (folded === " ") gap |= gaps.space;
    else if (folded === "-") gap |= gaps.hyphen;
    else for (let k = 0; k < folded.length; k++) put(folded.charCodeAt(k), index);
    if (code > 0xffff) index += 1;
  }

  between[count] = gap;
  const folded = Buffer.from(units.buffer, 0, 2 * count).toString("utf16le");

  return { text: folded, at: at.subarray(0, count), gaps: between.subarray(0, count + 1) };
}

/** A fraction in one character, which follows a number as if after a space: 1½ is 1 1/2. */
const isFraction = (code: number) => (code >= 0xbc && code <= 0xbe) || (code >= 0x2150 && code <= 0x215e);
const isDigit = (unit = 0) => unit >= 0x30 && unit <= 0x39;

/** A larger array with the content of a smaller one. */
function grown<Room extends Uint16Array | Int32Array | Uint8Array>(small: Room, large: Room): Room {
  large.set(small);
  return large;
}
