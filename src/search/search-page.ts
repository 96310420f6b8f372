/** A searchable page: its text, as in pdf_read_text, and the position of each part of it. */

import { getOrInsert, pushTo } from "../core/collections/maps.ts";
import { partitionPoint } from "../core/collections/partition-point.ts";
import { boxAround, hasCenter } from "../core/geometry.ts";
import type { Box, Letter, LineSource, Paragraph, ParagraphLine } from "../core/page-layout.ts";
import { type CharacterFold, type Folded, fold, gaps, type Part } from "./fold.ts";
import { type LineLetters, type PlacedLetter, SourceLetters } from "./line-letters.ts";

/** A part of a page's text. */
export type Range = Part;

/** A part of a page's text, and the glyphs that show it. */
export interface Occurrence extends Range {
  readonly text: string;
  /** One per line, tight around the letters; two if other letters appear between them, as in bidirectional text. */
  readonly boxes: readonly Box[];
  /** The letters visible there, including a hyphen at a line end. */
  readonly letters: readonly Letter[];
}

/** A line of the page's text. */
interface PageLine extends Range {
  readonly line: ParagraphLine;
}

/** A possible sentence end, with closing punctuation. */
const sentenceEnd = /[.!?:;。！？：；…]["'”’»)\]]?$/u;
const continuation = /^["'“(]?[\p{Ll}\p{Lo}\p{N}]/u;
/** The share of a paragraph's width that its last line fills if the text continues elsewhere. */
const fullLine = 0.85;
/** Maximum difference in size of continued text. */
const sameSize = 0.05;

/** A mark of a note or a citation after a word: in brackets, raised by its character, or possibly raised by its position. */
const noteMark =
  /[\p{L}\p{M}\p{N}\p{P}](?:( ?\[\d{1,3}(?:[,\u2013-] ?\d{1,3}){0,5}\]|[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3})|(\d{1,3}|[*\u2020\u2021\u00a7]{1,3}))(?=[\s.,;:!?)]|$)/gu;
/** Of a letter's height: how far the line of a raised mark is at least above its own. */
const raised = 0.15;

interface PossibleMark extends Range {
  /** By its characters. */
  readonly isCertain: boolean;
}

function possibleMark({ index, 0: whole, 1: certain, 2: possible = "" }: RegExpExecArray): PossibleMark {
  const end = index + whole.length;
  return { start: end - (certain ?? possible).length, end, isCertain: certain !== undefined };
}

/** Whether `wanted` may begin before a mark on a page and end after it, and after `follower`, the next mark. */
function isAround(wanted: Folded, { start, end }: Range, follower: Range | undefined, page: Folded): boolean {
  const hyphens = (wanted.gaps[0] ?? 0) | (wanted.gaps[wanted.text.length] ?? 0);
  if ((hyphens & gaps.hyphen) !== 0) return true;
  const unitFrom = (index: number) => partitionPoint(page.text.length, (k) => (page.at[k] ?? 0) < index);
  const next = unitFrom(end);
  if (follower !== undefined && follower.start <= (page.at[next] ?? end)) return true;
  return wanted.text.includes(page.text.charAt(unitFrom(start) - 1) + page.text.charAt(next));
}

export class SearchPage {
  readonly text: string;
  readonly paragraphs: readonly (Range & { readonly paragraph: Paragraph })[];
  readonly #folded = new Map<CharacterFold, Folded>();
  readonly #withoutMarks = new Map<CharacterFold, Folded>();
  #possibleMarks: readonly PossibleMark[] | undefined;
  #noteMarks: readonly Range[] | undefined;
  #lines: readonly PageLine[] | undefined;
  readonly #letters = new Map<number, LineLetters>();
  /** For each line, the last lines before it that are made from one of its painted lines, and so share its letters. */
  readonly #sharing = new Map<number, number[]>();
  readonly #sources = new SourceLetters();

  constructor(paragraphs: readonly Paragraph[]) {
    this.text = paragraphs.map(({ text }) => text).join("\n\n");
    let start = 0;
    this.paragraphs = paragraphs.map((paragraph) => {
      const own = { start, end: start + paragraph.text.length, paragraph };
      start = own.end + 2;
      return own;
    });
  }

  folded(characters: CharacterFold): Folded {
    return getOrInsert(this.#folded, characters, () => fold(this.text, characters));
  }

  /** The same without marks of notes and citations; undefined if none can be within `wanted`. */
  foldedWithoutMarks(characters: CharacterFold, wanted: Folded): Folded | undefined {
    this.#possibleMarks ??= [...this.text.matchAll(noteMark)].map(possibleMark);
    const possible = this.#possibleMarks;
    const page = this.folded(characters);
    // Finding out which are raised takes the position of each letter.
    if (!possible.some((mark, k) => isAround(wanted, mark, possible[k + 1], page))) return undefined;
    this.#noteMarks ??= possible.filter(({ start, isCertain }) => isCertain || this.#isRaised(start));
    const marks = this.#noteMarks;
    if (marks.length === 0) return undefined;
    return getOrInsert(this.#withoutMarks, characters, () => fold(this.text, characters, marks));
  }

  /** Whether a character is higher than the one before it. */
  #isRaised(index: number): boolean {
    const [before, own] = [this.#letterAt(index - 1), this.#letterAt(index)];
    if (!before || !own) return false;
    return before.y - own.y > raised * (before.box.y1 - before.box.y0);
  }

  /** The paragraph of a character. */
  paragraphAt(index: number): Range & { readonly paragraph: Paragraph } {
    const at = lastAt(this.paragraphs, index);
    return this.paragraphs[at] ?? { start: 0, end: 0, paragraph: { text: "", lines: [] } };
  }

  /** Whether the text continues from one character's paragraph to the next, as at a column end. */
  flowsOn(index: number): boolean {
    const at = lastAt(this.paragraphs, index);
    const [one, other] = [this.paragraphs[at]?.paragraph, this.paragraphs[at + 1]?.paragraph];
    if (!one || !other || sentenceEnd.test(one.text)) return false;
    const [last, first] = [one.lines.at(-1), other.lines[0]];
    const [size = 0, next = 0] = [last?.place?.size, first?.place?.size];
    if (Math.abs(size - next) > sameSize * size) return false;
    return continuation.test(other.text) || (one.lines.length > 1 && isFull(one));
  }

  /** Whether two adjacent characters of the text were painted on different lines. */
  areOnTwoLines(first: number, second: number): boolean {
    const source = (index: number) => this.#letterAt(index)?.source;
    return source(first) !== source(second);
  }

  /** The position of a part of the text. */
  occurrence({ start, end }: Range): Occurrence {
    const groups = this.#lettersBetween(start, end);
    const boxes = groups.flatMap(({ source, letters }) => boxesOf(letters, this.#sources.of(source)));
    const letters = groups.flatMap((group) => group.letters);
    return {
      ...{ start, end, text: this.text.slice(start, end), letters },
      boxes: boxes.length > 0 ? boxes : this.#lineBoxes(start, end),
    };
  }

  /** The lines themselves, if their letters are unknown. */
  #lineBoxes(start: number, end: number): Box[] {
    return this.#pageLines()
      .filter((line) => line.end > start && line.start < end)
      .flatMap(({ line }) => line.place?.box ?? []);
  }

  #pageLines(): readonly PageLine[] {
    if (this.#lines) return this.#lines;
    this.#lines = this.paragraphs.flatMap(({ start, paragraph }) =>
      paragraph.lines.map((line) => {
        const from = start + line.start;
        return { line, start: from, end: from + line.text.length };
      }),
    );
    const last = new Map<LineSource, number>();
    for (const [at, { line }] of this.#lines.entries())
      for (const source of line.sources ?? []) {
        const before = last.get(source);
        if (before !== undefined) pushTo(this.#sharing, at, before);
        last.set(source, at);
      }
    return this.#lines;
  }

  /** The letters of a line: lines that share a painted line are aligned in text order. */
  #lineLetters(at: number): LineLetters | undefined {
    const lines = this.#pageLines();
    const needed = new Set(this.#letters.has(at) ? [] : [at]);
    for (const one of needed)
      for (const before of this.#sharing.get(one) ?? []) if (!this.#letters.has(before)) needed.add(before);

    for (const one of [...needed].sort((a, b) => a - b)) {
      const line = lines[one]?.line;
      if (line) this.#letters.set(one, this.#sources.align(line));
    }
    return this.#letters.get(at);
  }

  #letterAt(index: number): PlacedLetter | undefined {
    const at = lastAt(this.#pageLines(), index);
    const found = this.#lineLetters(at);
    return found?.letters[found.of[index - (this.#pageLines()[at]?.start ?? 0)] ?? -1];
  }

  /** The letters of a part of the text, grouped by painted line. */
  #lettersBetween(start: number, end: number): { source: LineSource; letters: PlacedLetter[] }[] {
    const groups: { source: LineSource; first: number; last: number }[] = [];

    for (let index = start; index < end; index++) {
      const letter = this.#letterAt(index);
      if (!letter) continue;
      const open = groups.at(-1);
      if (open?.source === letter.source) {
        open.first = Math.min(open.first, letter.index);
        open.last = Math.max(open.last, letter.index);
      } else groups.push({ source: letter.source, first: letter.index, last: letter.index });
    }

    return groups.map(({ source, first, last }, at) => {
      const all = this.#sources.of(source);
      let end = last + 1;
      // Marks belong to their letter, and a line-end hyphen to the word that continues.
      while (/^\p{M}/u.test(all[end]?.text ?? "")) end += 1;
      if (at + 1 < groups.length && end === all.length - 1 && isHyphen(all[end]?.text)) end += 1;
      return { source, letters: all.slice(first, end) };
    });
  }
}

const isHyphen = (text = "") => /^[\p{Pd}\u00ad]$/u.test(text);

function isFull({ lines }: Paragraph): boolean {
  const boxes = lines.flatMap(({ place }) => place?.box ?? []);
  const [left, right] = [Math.min(...boxes.map(({ x0 }) => x0)), Math.max(...boxes.map(({ x1 }) => x1))];
  const last = boxes.at(-1);
  return last !== undefined && last.x1 - last.x0 > fullLine * (right - left);
}

/** The last of ascending ranges that starts at or before an index. */
function lastAt(ranges: readonly Range[], index: number): number {
  return Math.max(0, partitionPoint(ranges.length, (at) => (ranges[at]?.start ?? 0) <= index) - 1);
}

/** A box around letters of a line; several if others on the line appear between them. */
function boxesOf(letters: readonly PlacedLetter[], all: readonly PlacedLetter[]): Box[] {
  const own = new Set(letters.map(({ index }) => index));
  const whole = boxAround(letters.map(({ box }) => box));

  if (!all.some(({ index, box }) => !own.has(index) && hasCenter(whole, box))) return [whole];

  const isDown = whole.y1 - whole.y0 > whole.x1 - whole.x0;
  const along = ({ box }: PlacedLetter) => (isDown ? box.y0 + box.y1 : box.x0 + box.x1);
  const boxes: Box[] = [];
  let open = false;

  for (const letter of all.toSorted((a, b) => along(a) - along(b))) {
    const isOwn = own.has(letter.index);
    const last = boxes.at(-1);
    if (isOwn && open && last) boxes[boxes.length - 1] = boxAround([last, letter.box]);
    else if (isOwn) boxes.push(letter.box);
    open = isOwn;
  }

  return boxes;
}
