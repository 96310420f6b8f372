/**
 * Rejoins words broken at line ends. The rule: a hyphen between a letter and a lowercase letter on the next line was added by
 * the typesetter and is removed. It stays if the same compound occurs unbroken elsewhere (well-known), if both halves occur as
 * words and the whole doesn't, and after another hyphen if the part between the two is a word in the text (state-of-the-art,
 * but not X-Frame-Op-tions). Between a letter and a capital or a digit it belongs to the word (Anglo-American, COVID-19) and
 * stays, as one between digits does (2019-2020), and so it does before a conjunction, which is a separate word (Kontroll- oder
 * Aufsicht). A soft hyphen is always removed.
 */
import type { Box, TextBlock, TextLine } from "../../../core/page-layout.ts";
import { type Vocabulary, vocabularyOf } from "./vocabulary.ts";

const wordBefore = /(?<![\p{L}\p{M}\p{N}'’])([\p{L}\p{M}\p{N}'’]*[\p{L}\p{M}])([-\u2010\u00ad])$/u;
const wordAfter = /^[\p{L}\p{M}\p{N}'’]\S*/u;
/** A number that continues after a hyphen or a dash. */
const numberBefore = /\p{Nd}[-\u2010\u2013]$/u;
/** Two words with a slash, or an address, broken after it. */
const isSlashBefore = (text: string) => text.endsWith("/") && /(?:^|[\s(])\p{L}+(?:\/$|:\/)/u.test(text);
/**
 * Line ends and starts across which an address, or a number in brackets, continues: a dot there ends no sentence, and a hyphen
 * breaks no word.
 */
const continuations: readonly (readonly [part: RegExp, end: RegExp, start: RegExp])[] = [
  [/^[^\s\p{L}]?https?:$/u, /:$/, /^\/\/\S+/],
  [/\p{L}:\/\//u, /-$/, /^[\p{Ll}\d]\S*/u],
  [/\p{L}:\/\//u, /\.$/, /^[\p{Ll}\d.-]+\/\S*/u],
  // A note's number has fewer digits than the end of a DOI.
  [/10\.\d{4,}\//, /\.$/, /^\d{3}\S*/],
  [/[([][^\s()[\]]*\d\.$/, /\.$/, /^\d+[)\]]\S*/],
];
/** OpenAI, HTML: these are never broken, so a different word follows their hyphen. */
const acronym = /\p{Lu}\p{Lu}|\p{Ll}\p{Lu}/u;

/** In letters: a shorter part is a word and a syllable. */
const longWord = 4;

/** Words before the shared end of two compounds. No syllable after a break looks like one. */
const conjunction = /^(?:und|oder|bzw|sowie|and|or|och|og)(?![\p{L}\p{M}\p{N}-])/u;
/** Endings of English compounds (rule-based), hardly ever of solid words. */
const compoundEnd = /^(?:aware|based|driven|friendly|level|oriented|specific)$/;
/** The part of a compound before its last hyphen. */
function compoundStart(text: string): string {
  if (!/[-\u2010]$/.test(text)) return "";
  const run = /(?<![\p{L}\p{M}\p{N}'’\-\u2010])[\p{L}\p{M}\p{N}'’\-\u2010]+$/u.exec(text)?.[0] ?? "";
  // Two hyphens separate words.
  return run.replace(/^(?:.*[-\u2010])?[-\u2010]/u, "");
}

/** Between hyphens this is a word more often than a syllable: state-of-the-art. */
const shortWord = /^\p{Ll}{1,3}$/u;

/** Whether the hyphen between two halves belongs to the word; `start`: the part before the first half, with its hyphen. */
function belongs(start: string, left: string, right: string, known: Vocabulary): boolean {
  const isCompound = (text: string) =>
    known.compounds.has(text.replaceAll("\u2010", "-").toLocaleLowerCase("en"));
  if (isCompound(`${start}${left}-${right}`)) return true;
  if (known.words.has(left + right) || (start !== "" && isCompound(`${start}${left}${right}`))) return false;
  const isWord = known.words.has(left) || known.words.has(left.toLocaleLowerCase("en"));
  if (acronym.test(left) || (start !== "" && (isWord || shortWord.test(left)))) return true;
  if (left.length < longWord || right.length < longWord) return false;
  return compoundEnd.test(right) || (isWord && known.words.has(right));
}

/** A line, or its first word, in capitals: treated like lowercase. */
const areCapitals = (text: string) => /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);

/** How a broken word is joined. */
interface Joint {
  /** How much of the first line's end is removed. */
  readonly cut: number;
  /** The part of the next line that moves up. */
  readonly next: string;
  /** Whether it is a separate word. */
  readonly spaced?: boolean;
}

/** How a text's end and the next one's start are joined; undefined if no word is broken there. */
function joint(text: string, after: string, sameBlock: boolean, known: Vocabulary): Joint | undefined {
  const before = lastWord(text);

  for (const [part, end, start] of sameBlock ? continuations : []) {
    const [rest] = (end.test(before) && part.test(before) && start.exec(after)) || [];
    if (rest !== undefined) return { cut: 0, next: rest };
  }

  const match = wordBefore.exec(before);
  const next = wordAfter.exec(after)?.[0];
  if (next === undefined) return undefined;
  const isNumber = numberBefore.test(before) && /^\p{Nd}/u.test(next);
  if (!match) return sameBlock && (isNumber || isSlashBefore(before)) ? { cut: 0, next } : undefined;
  const [whole, left = "", hyphen = "-"] = match;
  if (hyphen === "\u00ad") return { cut: hyphen.length, next };
  const right = /^[\p{L}\p{M}\p{N}'’]+/u.exec(next)?.[0] ?? next;
  if (conjunction.test(next)) return { cut: 0, next, spaced: true };
  const capitals = sameBlock && areCapitals(text) && areCapitals(next);
  // Table cells also end in hyphens: only body text continues with a capital or a digit.
  if (!capitals && !/^\p{Ll}/u.test(next)) {
    if (/^\p{Lu}/u.test(next) && known.words.has(left + right)) return { cut: hyphen.length, next };
    return sameBlock ? { cut: 0, next } : undefined;
  }
  const start = compoundStart(before.slice(0, -whole.length));
  const [one = "", other = ""] = [left, right].map((half) =>
    capitals ? half.toLocaleLowerCase("en") : half,
  );

  return { cut: belongs(start, one, other, known) ? 0 : hyphen.length, next };
}

const brokenEnd = /\p{L}\p{M}*[-\u2010\u00ad]$|\p{Nd}[-\u2010\u2013]$|[\p{L}/]\/$|https?:$/u;
const isBrokenEnd = (word: string) =>
  brokenEnd.test(word) ||
  (/[-.]$/.test(word) && /:\/\/|10\.\d{4,}\//.test(word)) ||
  (/\d\.$/.test(word) && /[([]/.test(word));

/** No pattern here looks beyond a space. */
const lastWord = (text: string) => text.slice(text.lastIndexOf(" ") + 1);

/** Whether a text's last word may continue in the next. Few do, as their last character shows. */
function endsBroken(text: string): boolean {
  if (!"-/.:\u2010\u2013\u00ad".includes(text.at(-1) ?? " ")) return false;
  return isBrokenEnd(lastWord(text));
}

/** The last line that may continue: its index in its block, and whether others were skipped after it. */
interface BrokenLine {
  readonly line: TextLine;
  readonly lines: TextLine[];
  readonly at: number;
  readonly passed: boolean;
}

/** In font sizes: lines that begin this close to each other are in the same column. */
const sameColumn = 0.5;
/** In font sizes: the gap between columns is wider than this. */
const gutter = 1;

/**
 * Whether `next` is painted after a line without continuing it: it is next to it, or in the row below, with the actual
 * continuation painted later. Columns set in parallel, like translations, are painted that way.
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

/** The blocks with broken words rejoined: the second half moves up to the line where the word began. */
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
          const whole = {
            ...broken.line,
            text: head + (joined.spaced ? " " : "") + joined.next,
            sources: [...(broken.line.sources ?? []), ...(line.sources ?? [])],
          };
          broken.lines[broken.at] = whole;
          text = text.slice(joined.next.length).trimStart();
          if (text === "") {
            last = { ...broken, line: whole };
            continue;
          }
        }
      }
      const kept = { ...line, text };
      // The broken word continues after a margin note or a line number.
      if (passes && !endsBroken(text)) last = { ...broken, passed: true };
      else last = { line: kept, lines, at: lines.length, passed: false };
      lines.push(kept);
    }
    result.push(lines);
  }

  return result.filter((lines) => lines.length > 0).map((lines) => ({ lines }));
}

/**
 * How much of the end of `before` is removed if the line `after` follows in the same paragraph; undefined: no broken word, so
 * a space belongs between them.
 */
export function hyphenCut(before: string, after: string, known: Vocabulary): number | undefined {
  const joined = endsBroken(before) ? joint(before, after, true, known) : undefined;
  return joined?.spaced ? undefined : joined?.cut;
}
