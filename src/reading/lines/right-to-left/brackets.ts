/** Brackets in text that reads from right to left, where each is seen as the other one of its pair, and fonts name either. */
import { hasRightToLeft } from "../../interpreter/state/unicode.ts";

const opening = "([{<«";
const closing = ")]}>»";

const mirrored = new Map(
  [...opening, ...closing].map((bracket, i) => [bracket, `${closing}${opening}`[i] ?? bracket]),
);

/** The other one of a bracket's pair; other characters as they are. */
export const mirror = (character: string) => mirrored.get(character) ?? character;

/** A line as it is read: with its brackets as they are named, and with those turned that stand in right-to-left text. */
export interface ReadLine {
  readonly text: string;
  readonly turned: string;
}

/** How many brackets a text has that close another, and how many that do not or are not closed. */
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

/** The texts of a page's lines: each with its brackets so that they close each other, and as most lines of the page have them. */
export function bracketReader(lines: readonly ReadLine[]): (line: ReadLine) => string {
  const page = lines.reduce((sum, line) => sum + better(line), 0);
  return (line) => ((better(line) || page) > 0 ? line.turned : line.text);
}

/** Whether every bracket is closed by its own kind, and there are any; < and « may be signs of code. */
function isNested(text: string): boolean {
  const { closed, loose } = paired(text, ")]}");
  return closed > 0 && loose === 0;
}

/** A text with its brackets turned, where then, and not as it is, each closes another. */
export function unmirrored(text: string): string {
  const opens = Math.max(...["(", "[", "{"].map((bracket) => text.lastIndexOf(bracket)));
  if (!/[)\]}]/.test(text.slice(0, Math.max(opens, 0))) || isNested(text)) return text;
  const other = text.replaceAll(/[()[\]{}]/g, (character) => mirrored.get(character) ?? character);
  return isNested(other) ? other : text;
}

/**
 * Whether the lines without right-to-left letters of a page with such text have their brackets the wrong way round: where
 * programs name a font's brackets as they are first used, all of them have. "} else {" alone says nothing.
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
