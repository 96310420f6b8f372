/** A page's lines as words, from the collected characters. */
import type {
  Box,
  DoubtfulText,
  HiddenText,
  Letter,
  PlacedCharacter,
  Tag,
  Word,
} from "../../core/page-layout.ts";
import { noFace } from "../../fonts/face.ts";
import type { Line, Stretch } from "../interpreter/device/blocks.ts";
import { doubtOf, reasonOf } from "../interpreter/device/hidden-text.ts";
import type { TextDevice } from "../interpreter/device/text-device.ts";
import { isNonspacingMark } from "../interpreter/state/unicode.ts";
import { baselineOf, type Direction, directionOf, type RawLine } from "./raw-line.ts";
import { plainCharacters } from "./words/characters.ts";

/** Maximum characters of a line to read: a hostile page has millions on one. */
const maxLineChars = 20_000;
/** In font sizes: how far characters painted on one line may be apart vertically. */
const sameBaseline = 0.05;
/** Maximum size difference within a word, in points. */
const sameSize = 0.1;

/** A line's data other than its words: its characters, for right-to-left text, and the letters of its words. */
export interface LineParts {
  readonly characters: boolean;
  readonly letters: boolean;
}

export function readLine(
  device: TextDevice,
  line: Line,
  tag: Tag | undefined,
  parts: LineParts,
): RawLine | undefined {
  const { font, directionX, directionY } = line.style;
  const direction = directionOf(font.vertical, directionX, directionY);
  const { first } = line;
  const end = Math.min(line.end, first + maxLineChars);
  const ranges = wordsBetween(device, first, end);
  const start = ranges[0];
  let longest = start;
  if (start === undefined || longest === undefined) return undefined;

  for (const range of ranges) if (range.end - range.first > longest.end - longest.first) longest = range;
  const { baseline, size } = startOf(device, longest, direction);
  let words: readonly Word[] | undefined;

  return {
    horizontal: direction.horizontal,
    turn: direction.turn,
    baseline,
    size,
    box: boxAround(device, first, end),
    tag,
    begin: device.places[4 * first] ?? 0,
    text: device.text.slice(first, end),
    characters: parts.characters ? readCharacters(device, line, direction, parts.letters) : [],
    rightToLeft: false,
    // Page text needs the words of only a few lines.
    get words() {
      words ??= ranges.map((range) => readWord(device, range, direction, parts.letters));
      return words;
    },
  };
}

/** Whether spaces painted as a separate line are between a line's words. */
export function standsIn({ places }: TextDevice, spaces: Line, { box, baseline, size }: RawLine): boolean {
  const [x0 = 0, y = 0] = places.subarray(4 * spaces.first);
  const x1 = places[4 * spaces.end - 2] ?? 0;
  return Math.abs(y - baseline) < sameBaseline * size && x0 > box.x0 && x1 < box.x1 + size;
}

interface WordRange extends Stretch {
  /** Whether a space precedes it. */
  readonly spaced: boolean;
}

/** Words: text between spaces, in one font and size. */
function wordsBetween(
  { units, heavy, hidden, style, styles }: TextDevice,
  first: number,
  end: number,
): WordRange[] {
  const words: WordRange[] = [];
  let open: WordRange | undefined;
  let spaced = false;

  for (let at = first; at < end; at++) {
    if (units[at] === 0x20) {
      open = undefined;
      spaced = true;
    } else if (open !== undefined && isAlike(open.first, at)) open.end = at + 1;
    else {
      open = { first: at, end: at + 1, spaced };
      words.push(open);
      spaced = false;
    }
  }

  return words;

  function isAlike(a: number, b: number): boolean {
    if (hidden && hidden[a] !== hidden[b]) return false;
    if (heavy.size > 0 && heavy.has(a) !== heavy.has(b)) return false;
    if (style[a] === style[b]) return true;
    const [one, other] = [styles[style[a] ?? 0], styles[style[b] ?? 0]];
    return one?.font === other?.font && Math.abs((one?.size ?? 0) - (other?.size ?? 0)) <= sameSize;
  }
}

/** The box around characters, excluding spaces. */
function boxAround({ units, places, styles, style: styleOf }: TextDevice, first: number, end: number): Box {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;

  for (let at = first; at < end; at++) {
    const style = styles[styleOf[at] ?? 0];
    if (units[at] === 0x20 || style === undefined) continue;
    const beginX = places[4 * at] ?? 0;
    const beginY = places[4 * at + 1] ?? 0;
    const endX = places[4 * at + 2] ?? 0;
    const endY = places[4 * at + 3] ?? 0;
    x0 = Math.min(x0, Math.min(beginX, endX) + style.left);
    y0 = Math.min(y0, Math.min(beginY, endY) + style.top);
    x1 = Math.max(x1, Math.max(beginX, endX) + style.right);
    y1 = Math.max(y1, Math.max(beginY, endY) + style.bottom);
  }

  return { x0, y0, x1, y1 };
}

function startOf({ places, styles, style }: TextDevice, { first }: Stretch, { turn }: Direction) {
  const baseline = baselineOf(places[4 * first] ?? 0, places[4 * first + 1] ?? 0, turn);
  return { baseline, size: styles[style[first] ?? 0]?.size ?? 0 };
}

function readWord(device: TextDevice, range: WordRange, direction: Direction, withLetters: boolean): Word {
  const { heavy, styles, style, text } = device;
  const { first, end, spaced } = range;
  const face = styles[style[first] ?? 0]?.font.face ?? noFace;
  const { baseline, size } = startOf(device, range, direction);
  const word: Word = {
    text: plainCharacters(text.slice(first, end)),
    box: boxAround(device, first, end),
    baseline,
    size,
    face: heavy.has(first) ? { ...face, bold: true } : face,
    spaced,
  };
  const hidden = reasonOf(device.hidden?.[first]);
  if (!hidden && !withLetters) return word;
  return {
    ...word,
    ...(hidden && { hidden }),
    ...(withLetters && { letters: () => readLetters(device, first, end) }),
  };
}

/** A line's invisible text, in stretches with the same reason. */
export function hiddenTexts(device: TextDevice, line: Line): HiddenText[] {
  const { hidden, units, text } = device;
  if (!hidden) return [];

  const found: HiddenText[] = [];
  const end = Math.min(line.end, line.first + maxLineChars);

  for (let at = line.first; at < end; ) {
    const first = at;
    let last = at;
    for (; at < end && (units[at] === 0x20 || hidden[at] === hidden[first]); at++)
      if (units[at] !== 0x20) last = at;
    const reason = reasonOf(hidden[first]);
    const own = plainCharacters(text.slice(first, last + 1));
    if (reason && own.trim() !== "")
      found.push({ reason, text: own, box: boxAround(device, first, last + 1) });
    if (at === first) at += 1;
  }

  return found;
}

/** A line's text that may be invisible, in stretches of the same doubt. */
export function doubtfulTexts(device: TextDevice, line: Line): DoubtfulText[] {
  const { doubts, units } = device;
  if (!doubts) return [];

  const found: DoubtfulText[] = [];
  const end = Math.min(line.end, line.first + maxLineChars);
  for (let at = line.first; at < end; ) {
    const first = at;
    let last = at;
    for (; at < end && (units[at] === 0x20 || doubts[at] === doubts[first]); at++)
      if (units[at] !== 0x20) last = at;
    const doubt = doubtOf(doubts[first]);
    const begins = first === line.first || units[first - 1] === 0x20;
    const ends = last + 1 >= end || units[last + 1] === 0x20;
    if (doubt) found.push({ doubt, letters: readLetters(device, first, last + 1), begins, ends });
    if (at === first) at += 1;
  }

  return found;
}

/** A word's characters with their positions. Those from one glyph share its width; marks are as wide as their letter. */
function readLetters(device: TextDevice, first: number, end: number): Letter[] {
  const letters: Letter[] = [];

  for (let at = first; at < end; ) {
    const group = glyphAt(device, at, end);
    const share = group.filter(({ mark }) => !mark).length || 1;
    let part = 0;
    for (const { text, mark } of group) {
      const [from, to] = mark ? [0, 1] : [part / share, (part + 1) / share];
      letters.push({ text, ...partOfGlyph(device, at, from, to) });
      if (!mark) part += 1;
      at += text.length;
    }
  }

  return letters;
}

/** The characters of the glyph that the one at `first` begins: later ones have no width. */
function glyphAt(
  { text, places }: TextDevice,
  first: number,
  end: number,
): { text: string; mark: boolean }[] {
  const group: { text: string; mark: boolean }[] = [];
  const [x, y] = [places[4 * first + 2], places[4 * first + 3]];
  for (let at = first; at < end; ) {
    const code = text.codePointAt(at) ?? 0x20;
    const own = String.fromCodePoint(code);
    const isWide = places[4 * at] !== places[4 * at + 2] || places[4 * at + 1] !== places[4 * at + 3];
    if (at > first && (isWide || places[4 * at] !== x || places[4 * at + 1] !== y)) break;
    group.push({ text: own, mark: isNonspacingMark(code) });
    at += own.length;
  }
  return group;
}

/** Part of a character's glyph, from `from` to `to` along the line. */
function partOfGlyph({ places, styles, style }: TextDevice, at: number, from: number, to: number) {
  const { left = 0, top = 0, right = 0, bottom = 0 } = styles[style[at] ?? 0] ?? {};
  const [x = 0, y = 0, endX = 0, endY = 0] = places.subarray(4 * at, 4 * at + 4);
  const [x0, x1] = [x + from * (endX - x), x + to * (endX - x)];
  const [y0, y1] = [y + from * (endY - y), y + to * (endY - y)];
  const box = {
    x0: Math.min(x0, x1) + left,
    y0: Math.min(y0, y1) + top,
    x1: Math.max(x0, x1) + right,
    y1: Math.max(y0, y1) + bottom,
  };
  return { box, x, y };
}

/** Characters along the line, whose direction may differ from the page's axes. */
function readCharacters(
  device: TextDevice,
  { first, end: lineEnd, style }: Line,
  { horizontal }: Direction,
  withLetters: boolean,
): PlacedCharacter[] {
  const end = Math.min(lineEnd, first + maxLineChars);
  const { places, text } = device;
  const isAcross = horizontal || style.font.vertical;
  const [across, down] = isAcross ? [1, 0] : [style.directionX, style.directionY];
  const along = (at: number) => across * (places[at] ?? 0) + down * (places[at + 1] ?? 0);
  const characters: PlacedCharacter[] = [];
  const letters = withLetters ? readLetters(device, first, end) : [];

  for (let at = first; at < end; ) {
    const own = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
    const letter = letters[characters.length];
    characters.push({ text: own, x0: along(4 * at), x1: along(4 * at + 2), letter });
    at += own.length;
  }

  return characters;
}
