/** Markers of list items, and items with their depth. */
import { dashes, digits, signs } from "../../lines/words/list-marks.ts";
import type { Line, ListItem } from "../model/blocks.ts";

const bullet = new RegExp(`^[${signs}${dashes}]$`, "u");
const glued = new RegExp(`^[${signs}]`, "u");
const rightMark = new RegExp(`^([${signs}${dashes}]|[${digits}]{1,3}[.)])\\s+\\S`, "u");
const ordinal = /^(?:\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,5}[.)]|\[\d{1,3}\])$/;

export interface Marker {
  readonly text: string;
  readonly ordered: boolean;
  /** Left edge of the text after the marker. */
  readonly textFrom: number;
}

/** The marker a line begins with, if what follows it is text. */
export function markerOf(line: Line): Marker | undefined {
  const [first, second] = line.words;
  if (!first || line.rightToLeft) return rightMarker(line);
  if (second && (second.spaced || second.box.x0 - first.box.x1 > 0.1 * line.size)) {
    if (bullet.test(first.text)) return { text: first.text, ordered: false, textFrom: second.box.x0 };
    if (ordinal.test(first.text)) return { text: first.text, ordered: true, textFrom: second.box.x0 };
  }
  if (second?.spaced === false && first.text.length < 4) {
    const parted = partedNumber(line.words);
    if (parted) return parted;
  }
  if (first.text.length > 1 && glued.test(first.text))
    return { text: first.text.charAt(0), ordered: false, textFrom: first.box.x0 + line.size };
  return undefined;
}

/** Parts that a number at the start of a line may have: fonts of few characters each change between them. */
const mostParts = 4;

/** "1" and "." in two fonts are a number. */
function partedNumber(words: Line["words"]): Marker | undefined {
  let text = words[0]?.text ?? "";
  for (let at = 1; at <= mostParts; at += 1) {
    const word = words[at];
    if (!word) return undefined;
    if (word.spaced) return ordinal.test(text) ? { text, ordered: true, textFrom: word.box.x0 } : undefined;
    text += word.text;
  }
  return undefined;
}

const capital = /^\(?([A-Z])[.)]\)?$/;
/** Roman numbers of one letter and those around them. */
const romans: Readonly<Record<string, RegExp>> = { I: /^II$/, V: /^(?:IV|VI)$/, X: /^(?:IX|XI)$/ };

/** Lines around one that may hold the number before or after its own. */
const nearLines = 40;

/**
 * Whether a line begins with the initial of a name and not with a number of a list: "B." counts where "A." or "C." begins
 * another line near it. `lines`: the column that it stands in.
 */
export function isInitial(lines: readonly Line[], at: number, { text }: Marker): boolean {
  const letter = capital.exec(text)?.[1];
  if (letter === undefined || !text.endsWith(".")) return false;
  const code = letter.charCodeAt(0);
  return !lines.slice(Math.max(0, at - nearLines), at + nearLines).some((line) => {
    const other = /^\(?([A-Z]{1,4})[.)]$/.exec(line.words[0]?.text ?? "")?.[1];
    if (other === undefined || other === letter) return false;
    return (other.length === 1 && Math.abs(other.charCodeAt(0) - code) === 1) || romans[letter]?.test(other);
  });
}

/** Right-to-left lines are one word: their marker is at the start of their text. */
function rightMarker(line: Line): Marker | undefined {
  if (!line.rightToLeft) return undefined;
  const text = rightMark.exec(line.text)?.[1];
  return text === undefined
    ? undefined
    : { text, ordered: /[\p{Nd}]/u.test(text), textFrom: line.box.x1 - 1.5 * line.size };
}

export interface OpenItem {
  readonly marker: Marker;
  readonly lines: Line[];
}

/** Where a line begins, growing inwards. */
const markerEdge = ({ rightToLeft, box }: Line) => (rightToLeft ? -box.x1 : box.x0);

/** Items with depths from where their markers stand; items further right than the one above are below it. */
export function nestItems(items: readonly OpenItem[]): ListItem[] {
  const stack: number[] = [];
  return items.map(({ marker, lines }): ListItem => {
    const [first] = lines;
    const at = first ? markerEdge(first) : 0;
    const slack = 0.6 * (first?.size ?? 10);
    while (stack.length > 0 && (stack.at(-1) ?? 0) > at + slack) stack.pop();
    const top = stack.at(-1);
    if (top === undefined || at > top + slack) stack.push(at);
    return {
      marker: marker.text,
      ordered: marker.ordered,
      depth: stack.length - 1,
      lines: withoutMarker(lines, marker),
    };
  });
}

/** An item's lines without its marker. */
export function withoutMarker(lines: readonly Line[], { text }: Pick<Marker, "text">): Line[] {
  const [first, ...rest] = lines;
  if (!first) return [];
  let words = first.words;
  let length = text.length;
  for (let word = words[0]; word && length >= word.text.length; word = words[0]) {
    words = words.slice(1);
    length -= word.text.length;
    if (words[0]?.spaced) break;
  }
  const [word, ...others] = words;
  const left =
    word && length > 0 ? [{ ...word, text: word.text.slice(length).trimStart() }, ...others] : words;
  return [{ ...first, words: left, text: first.text.slice(text.length).trimStart() }, ...rest];
}
