/**
 * Words broken at the end of a line, whole again. The rule: a hyphen between a letter and a small letter on the next line
 * was put there by the typesetter and goes; it stays when the word has another hyphen before it (state-of-the-art), when the
 * same compound stands unbroken elsewhere (well-known), or when both halves do as words and the whole does not. Between a
 * letter and a capital or a digit it belongs to the word (Anglo-American, COVID-19) and stays, as one between digits does
 * (2019-2020). A soft hyphen always goes.
 */
import type { Box, TextBlock, TextLine } from "../../../core/page-layout.ts";
import { type Vocabulary, vocabularyOf } from "./vocabulary.ts";

const wordBefore = /([\p{L}\p{M}\p{N}'’]*[\p{L}\p{M}])([-\u2010\u00ad])$/u;
const wordAfter = /^[\p{L}\p{M}\p{N}'’]+(?:[-\u2010][\p{L}\p{M}\p{N}]+)*[^\s\p{L}\p{N}]*/u;
/** A number that another follows, behind a hyphen or a dash. */
const numberBefore = /\p{Nd}[-\u2010\u2013]$/u;
/** Two words with a slash, or an address, broken behind it. */
const slashBefore = /(?:^|[\s(])(?:\p{L}+|\p{L}+:\/\S*)\/$/u;
/** OpenAI, HTML: nobody breaks them, so what follows their hyphen is another word. */
const acronym = /\p{Lu}\p{Lu}|\p{Ll}\p{Lu}/u;

/** In letters: what is shorter is a word and a syllable. */
const longWord = 4;

/** Whether the hyphen between two halves belongs to the word. */
function belongs(left: string, right: string, earlier: string | undefined, known: Vocabulary): boolean {
  if (earlier === "-" || earlier === "\u2010" || acronym.test(left)) return true;
  if (known.compounds.has(`${left}-${right}`.toLocaleLowerCase("en"))) return true;
  if (left.length < longWord || right.length < longWord || known.words.has(left + right)) return false;
  return known.words.has(right) && (known.words.has(left) || known.words.has(left.toLocaleLowerCase("en")));
}

/** A line, or its first word, in capital letters: they are as small ones are elsewhere. */
const areCapitals = (text: string) => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

/** How one broken word is joined: how much of its hyphen goes and what of the next line moves up, or nothing when it is no broken word. */
function joint(text: string, after: string, sameBlock: boolean, known: Vocabulary) {
  const before = lastWord(text);
  const match = wordBefore.exec(before);
  const next = wordAfter.exec(after)?.[0];
  if (next === undefined) return undefined;
  const isNumber = numberBefore.test(before) && /^\p{Nd}/u.test(next);
  if (!match) return sameBlock && (isNumber || slashBefore.test(before)) ? { cut: 0, next } : undefined;
  const [whole, left = "", hyphen = "-"] = match;
  if (hyphen === "\u00ad") return { cut: hyphen.length, next };
  const capitals = sameBlock && areCapitals(text) && areCapitals(next);
  const small = capitals || /^\p{Ll}/u.test(next);
  // A table's cells also end in hyphens: only running text continues with a capital or a digit.
  if (!small) return sameBlock ? { cut: 0, next } : undefined;
  const right = /^[\p{L}\p{M}\p{N}'’]+/u.exec(next)?.[0] ?? next;
  const plain = (half: string) => (capitals ? half.toLocaleLowerCase("en") : half);
  const keep = belongs(plain(left), plain(right), before.at(-whole.length - 1), known);
  return { cut: keep ? 0 : hyphen.length, next };
}

const brokenEnd = /\p{L}\p{M}*[-\u2010\u00ad]$|\p{Nd}[-\u2010\u2013]$|[\p{L}/]\/$/u;

/** The last word of a text: no pattern here looks beyond a space. */
const lastWord = (text: string) => text.slice(text.lastIndexOf(" ") + 1);

/** Whether a text's last word may go on in the next. Few do, and their last character shows it. */
function endsBroken(text: string): boolean {
  if (!"-/\u2010\u2013\u00ad".includes(text.at(-1) ?? " ")) return false;
  return brokenEnd.test(lastWord(text));
}

/** The last line that may go on: where it is among the lines of its block, and whether others were passed over behind it. */
interface BrokenLine {
  readonly line: TextLine;
  readonly lines: TextLine[];
  readonly at: number;
  readonly passed: boolean;
}

/** In font sizes: lines that begin as near to each other as this are those of one column. */
const sameColumn = 0.5;
/** In font sizes: between columns there is more than this. */
const gutter = 1;

/**
 * Whether `next` is painted behind a line without being what that goes on in: it stands beside it, or in the row below that,
 * where the line that does go on is painted behind it. So are columns that are set in parallel, as translations are.
 */
function isParallel(
  { line: { place }, passed }: BrokenLine,
  next: TextLine,
  later: TextLine | undefined,
): boolean {
  if (place === undefined || next.place === undefined) return false;
  const { box, size } = place;
  const { box: other } = next.place;
  if (box.x0 < other.x1 && other.x0 < box.x1) return false;
  if (passed || isOneRow(box, other, size)) return true;
  const below = later?.place?.box;
  if (below === undefined || !isOneRow(other, below, size)) return false;
  return Math.abs(below.x0 - box.x0) < sameColumn * size && below.x0 - other.x1 > gutter * size;
}

const isOneRow = (one: Box, other: Box, size: number) => Math.abs(one.y1 - other.y1) < size / 2;

/** The blocks with broken words whole: the second half moves up to the line where the word began. */
export function joinBrokenWords(blocks: readonly TextBlock[]): TextBlock[] {
  if (!blocks.some(({ lines }) => lines.some(({ text }) => endsBroken(text)))) return [...blocks];
  const known = vocabularyOf(blocks);
  const result: TextLine[][] = [];
  let last: BrokenLine | undefined;
  for (const block of blocks) {
    const lines: TextLine[] = [];
    for (const [k, line] of block.lines.entries()) {
      let text = line.text;
      const broken = last !== undefined && endsBroken(last.line.text) ? last : undefined;
      const passes = broken !== undefined && isParallel(broken, line, block.lines[k + 1]);
      if (broken !== undefined && !passes) {
        const joined = joint(broken.line.text, text, broken.lines === lines && !broken.passed, known);
        if (joined !== undefined) {
          const head = broken.line.text.slice(0, broken.line.text.length - joined.cut);
          const whole = { ...broken.line, text: head + joined.next };
          broken.lines[broken.at] = whole;
          text = text.slice(joined.next.length).trimStart();
          if (text === "") {
            last = { ...broken, line: whole };
            continue;
          }
        }
      }
      const kept = { ...line, text };
      // Behind a note in the margin, or the number of a line, the broken word goes on.
      if (passes && !endsBroken(text)) last = { ...broken, passed: true };
      else last = { line: kept, lines, at: lines.length, passed: false };
      lines.push(kept);
    }
    result.push(lines);
  }
  return result.filter((lines) => lines.length > 0).map((lines) => ({ lines }));
}

/**
 * How much of the end of `before` goes when the line `after` follows it in one paragraph; undefined: no broken word, so a
 * space belongs between them.
 */
export function hyphenCut(before: string, after: string, known: Vocabulary): number | undefined {
  return endsBroken(before) ? joint(before, after, true, known)?.cut : undefined;
}
