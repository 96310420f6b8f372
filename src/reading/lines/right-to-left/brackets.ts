/** Brackets in right-to-left text, where each appears mirrored, and fonts may name either. */
import { hasRightToLeft } from "../../interpreter/state/unicode.ts";

const opening = "([{<«";
const closing = ")]}>»";

const mirrored = new Map(
  [...opening, ...closing].map((bracket, i) => [bracket, `${closing}${opening}`[i] ?? bracket]),
);

/** A bracket's mirror image; other characters unchanged. */
export const mirror = (character: string) => mirrored.get(character) ?? character;

/** A line in reading order: with its brackets as named, and with those in right-to-left text mirrored. */
export interface ReadLine {
  readonly text: string;
  readonly turned: string;
}

/** How many of a text's brackets match, and how many don't. */
function paired(text: string, closing: string): { readonly closed: number; readonly loose: number } {
  const open: string[] = [];
  let [closed, wrong] = [0, 0];

  for (const character of text) {
    const other = mirrored.get(character);
    if (other === undefined) continue;
    if (closing.includes(other)) open.push(character);
    else if (!closing.includes(character)) continue;
    else if (open.at(-1) === other) {
      open.pop();
      closed += 1;
    } else wrong += 1;
  }

  return { closed, loose: wrong + open.length };
}

function nesting(text: string): number {
  const { closed, loose } = paired(text, closing);
  return closed - loose;
}

const better = ({ text, turned }: ReadLine) =>
  text === turned ? 0 : Math.sign(nesting(turned) - nesting(text));

/** The texts of a page's lines: each with matching brackets if possible, and otherwise like most lines on the page. */
export function bracketReader(lines: readonly ReadLine[]): (line: ReadLine) => string {
  const page = lines.reduce((sum, line) => sum + better(line), 0);
  return (line) => ((better(line) || page) > 0 ? line.turned : line.text);
}

/** Whether all brackets match, and there are any; < and « may be code operators. */
function isNested(text: string): boolean {
  const { closed, loose } = paired(text, ")]}");
  return closed > 0 && loose === 0;
}

/** A text with its brackets mirrored, if that makes them match. */
export function unmirrored(text: string): string {
  const opens = Math.max(...["(", "[", "{"].map((bracket) => text.lastIndexOf(bracket)));
  if (!/[)\]}]/.test(text.slice(0, Math.max(opens, 0))) || isNested(text)) return text;
  const other = text.replaceAll(/[()[\]{}]/g, (character) => mirrored.get(character) ?? character);
  return isNested(other) ? other : text;
}

/**
 * Whether the lines without right-to-left letters on such a page have mirrored brackets: programs that name a font's brackets
 * by their first use mirror them all. "} else {" alone proves nothing.
 */
export function bracketsTurned(texts: Iterable<string>): boolean {
  let [right, wrong] = [0, 0];
  for (const text of texts) {
    if (hasRightToLeft(text)) continue;
    if (isNested(text)) right += 1;
    else if (unmirrored(text) !== text) wrong += 1;
  }
  return wrong > right;
}
