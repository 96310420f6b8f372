/**
 * Finds text, a regular expression or a kind of data (`kinds.ts`) on a page, for pdf_search and pdf_redact:
 *
 *     const matcher = textMatcher("net income", { matchCase: false, matchAccents: false, wholeWords: false });
 *     const page = new SearchPage(paragraphs);          // from a reader made by `openContentParagraphs`
 *     for (const range of matcher(page)) page.occurrence(range);  // its text, a box per line, and the letters
 *
 * Ranges are in text order and never overlap. Time is linear in the length of the page.
 */
import { RE2JS, RE2JSException } from "re2js";
import { invalid } from "../core/problem.ts";
import type { Work } from "../core/work.ts";
import { CharacterFold, type Folded, fold, gaps, isAccent } from "./fold.ts";
import type { Range, SearchPage } from "./search-page.ts";

export interface MatchOptions {
  readonly matchCase: boolean;
  readonly wholeWords: boolean;
  readonly matchAccents: boolean;
}

export type Matcher = (page: SearchPage) => Range[];

/** Scripts without spaces between words. */
const spaceless =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** Whether no word extends over either end of a range. In scripts without spaces, words end anywhere. */
function isWhole(text: string, { start, end }: Range): boolean {
  const isBorder = (before: string, after: string) =>
    !wordCharacter.test(before) ||
    !wordCharacter.test(after) ||
    (spaceless.test(before) && spaceless.test(after));
  const [before, first] = [characterBefore(text, start), characterAt(text, start)];
  return isBorder(before, first) && isBorder(characterBefore(text, end), characterAt(text, end));
}

const characterAt = (text: string, at: number) =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0x20) : "";

function characterBefore(text: string, at: number): string {
  const isLow = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return at > 0 ? text.slice(at - (isLow ? 2 : 1), at) : "";
}

const wholeWordsOf = (ranges: Range[], page: SearchPage, { wholeWords }: MatchOptions) =>
  wholeWords ? ranges.filter((range) => isWhole(page.text, range)) : ranges;

/** Finds a text wherever a reader would see it: across line ends, and in other forms of its characters. */
export function textMatcher(text: string, options: MatchOptions): Matcher {
  const characters = new CharacterFold(options);
  const wanted = fold(text, characters);
  if (wanted.text === "") return (page) => wholeWordsOf(literalRanges(page.text, text.trim()), page, options);

  const address = addressesIn(text, characters);

  const search = (given: Folded, page: SearchPage): Range[] => {
    const found: Range[] = [];
    for (let from = 0; ; ) {
      const at = given.text.indexOf(wanted.text, from);
      if (at < 0) return found;
      const isFit =
        fits(wanted, given, at, page, address) &&
        !(options.matchAccents && isAccent(given.text.charAt(at + wanted.text.length)));
      const range = isFit ? rangeOf(wanted, given, at, page.text) : undefined;
      const isHit = range && (!options.wholeWords || isWhole(page.text, range));
      if (isHit) found.push(range);
      from = at + (isHit ? wanted.text.length : 1);
    }
  };

  return (page) => {
    const found = search(page.folded(characters), page);
    const plain = page.foldedWithoutMarks(characters, wanted);
    return plain ? merged(found, search(plain, page)) : found;
  };
}

/** Ascending ranges of two searches: of those that overlap, the first's. */
function merged(found: readonly Range[], more: readonly Range[]): Range[] {
  const result: Range[] = [];
  let at = 0;
  for (const range of more) {
    for (let next = found[at]; next && next.start < range.end; next = found[++at]) result.push(next);
    if ((result.at(-1)?.end ?? 0) <= range.start) result.push(range);
  }
  return [...result, ...found.slice(at)];
}

/** Words that programs part anywhere at a line's end: addresses of pages and mailboxes, paths, alternatives. */
const isAddress = /[/\\@]|www\./;

/** For each gap of a folded query, whether it is within such a word. */
function addressesIn(text: string, characters: CharacterFold): Uint8Array {
  const { at } = fold(text, characters);
  const within = new Uint8Array(at.length + 1);
  for (const { index, 0: own } of text.matchAll(/\S+/g))
    if (isAddress.test(own))
      at.forEach((place, k) => {
        if (place > index && place < index + own.length) within[k] = 1;
      });
  return within;
}

/** Punctuation alone, such as a dash, is matched literally. */
function literalRanges(text: string, wanted: string): Range[] {
  const found: Range[] = [];
  if (wanted === "") return found;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    found.push({ start: at, end: at + wanted.length });
  return found;
}

/** Whether the gaps between a match's characters fit those of the query. */
function fits(wanted: Folded, given: Folded, at: number, page: SearchPage, address: Uint8Array): boolean {
  const last = wanted.text.length;
  const isHyphen = (bits = 0) => (bits & gaps.hyphen) !== 0;
  if (isHyphen(wanted.gaps[0]) && !isHyphen(given.gaps[at])) return false;
  if (isHyphen(wanted.gaps[last]) && !isHyphen(given.gaps[at + last])) return false;

  for (let k = 1; k < last; k++) {
    const [own = 0, other = 0] = [wanted.gaps[k], given.gaps[at + k]];
    if (own === other) continue;
    const [before = 0, after = 0] = [given.at[at + k - 1], given.at[at + k]];
    if ((other & gaps.block) !== 0 && !page.flowsOn(before)) return false;
    if (isHyphen(own) !== isHyphen(other) && !isBrokenWord(other, before, after, page)) return false;
    const isSpaced = (other & ~gaps.hyphen) !== 0;
    const wantsSpace = (own & ~gaps.hyphen) !== 0;
    if (isSpaced === wantsSpace || isHyphen(own & other)) continue;
    const isLineEnd = (other & ~gaps.hyphen) === gaps.line;
    if (isLineEnd && (address[k] === 1 || mayBreak(given.text, at + k))) continue;
    if (!isSpaceless(given.text, at + k)) return false;
  }

  return true;
}

const hangul = /\p{Script=Hangul}/u;

/** Whether a word may continue in the next line here, without a hyphen: at a mark inside it, or between two Korean syllables. */
const mayBreak = (text: string, at: number) =>
  /[._][\p{L}\p{N}]|[\p{L}\p{N}][._]/u.test(text.slice(at - 1, at + 1)) ||
  (hangul.test(text.charAt(at - 1)) && hangul.test(text.charAt(at)));

const isSpaceless = (text: string, at: number) =>
  spaceless.test(characterBefore(text, at)) && spaceless.test(characterAt(text, at));

/** Whether a word was broken between two characters: the hyphen there may belong to the word or to the line. */
function isBrokenWord(gap: number, before: number, after: number, page: SearchPage): boolean {
  return (gap & ~gaps.hyphen) === 0 && page.areOnTwoLines(before, after);
}

function rangeOf(wanted: Folded, given: Folded, at: number, text: string): Range {
  const last = at + wanted.text.length - 1;
  let start = given.at[at] ?? 0;
  let end = given.at[last] ?? 0;
  end += characterAt(text, end).length;
  // Accents, and hyphens in the query, belong to the match.
  while (/^\p{M}/u.test(text.charAt(end))) end += 1;
  if (((wanted.gaps[wanted.text.length] ?? 0) & gaps.hyphen) !== 0)
    while (/[\s\p{Pd}\u2212]/u.test(text.charAt(end)) && end < (given.at[last + 1] ?? text.length))
      if (/[^\s]/u.test(text.charAt(end++))) break;
  if (((wanted.gaps[0] ?? 0) & gaps.hyphen) !== 0)
    while (start > (given.at[at - 1] ?? -1) + 1) if (/[^\s]/u.test(text.charAt(--start))) break;

  return { start, end };
}

/** Longer paragraphs are searched in parts: an expression's cost is linear only in their number. */
const mostAtOnce = 10_000;

/** An expression's states times the characters that it searches, per step: at worst, each state is tried at each character. */
const triesPerStep = 16;

/**
 * Finds a regular expression in the text of each paragraph. A space in it also matches a line end. 422 on `field` if it is
 * invalid, and while searching, if it takes more than the work that is left. Expressions of our own don't pay.
 */
export function patternMatcher(
  pattern: string,
  options: MatchOptions,
  field: string,
  work: Work = { left: Infinity },
): Matcher {
  const expression = compiled(pattern, options, field);
  const states = expression.programSize();
  return (page) => {
    work.left -= (states * page.text.length) / triesPerStep;
    if (work.left < 0)
      throw invalid(
        field,
        `would take more work than a call may cost: the expression has ${states} states, and each may be tried at every character; make it shorter, or give fewer pages`,
      );
    const found: Range[] = [];
    for (const { start, end } of page.paragraphs)
      for (let from = start; from < end; ) {
        const to = partEnd(page.text, from, end);
        found.push(...matchesOf(expression, page.text.slice(from, to), from));
        from = to;
      }
    return wholeWordsOf(found, page, options);
  };
}

/** The end of a long paragraph's part: at the end of a line, or of a word. */
function partEnd(text: string, from: number, end: number): number {
  const most = from + mostAtOnce;
  if (end <= most) return end;
  const line = text.lastIndexOf("\n", most);
  const word = text.lastIndexOf(" ", most);
  return [line, word].find((at) => at > from + mostAtOnce / 2) ?? most;
}

function matchesOf(expression: RE2JS, text: string, offset: number): Range[] {
  // A faster automaton suffices if match positions aren't needed.
  if (!expression.test(text)) return [];
  const found: Range[] = [];
  const matcher = expression.matcher(text);
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (end > start) found.push({ start: offset + start, end: offset + end });
  }
  return found;
}

function compiled(pattern: string, { matchCase }: MatchOptions, field: string): RE2JS {
  try {
    // Compiled as written, so that the error names the original text.
    RE2JS.compile(pattern);
    return RE2JS.compile(acrossLines(pattern), matchCase ? 0 : RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const part = "input" in error && typeof error.input === "string" ? error.input : pattern;
    const what = "error" in error && typeof error.error === "string" ? error.error : "too large";
    const place = Math.max(0, pattern.indexOf(part)) + 1;
    throw invalid(
      field,
      `is not a regular expression that takes linear time: ${what} at character ${place}: ${part}`,
    );
  }
}

/** An expression whose spaces also match line ends. */
function acrossLines(pattern: string): string {
  if (pattern.includes("\\Q")) return pattern;

  let result = "";
  let inClass = false;

  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === "\\") result += pattern.slice(at, ++at + 1);
    else if (character === " ") result += inClass ? " \\n" : "[ \\n]";
    else {
      if (character === "[") inClass = true;
      else if (character === "]") inClass = false;
      result += character;
    }
  }

  return result;
}
