/** Drop caps: a paragraph's first letter in large type beside its first lines. It belongs to the first word. */

import { height } from "../../core/geometry.ts";
import type { Word } from "../../core/page-layout.ts";
import { type RawBlock, type RawLine, withChanged, withWords } from "./raw-line.ts";
import { vocabularyOf } from "./words/vocabulary.ts";

/** In font sizes of the text: the smallest cap, its distance from the text, and tolerance for where lines begin. */
const smallest = 1.8;
const reach = 0.7;
const sameStart = 0.3;
/** Maximum lines to search for those beside a cap, and caps of a page. */
const maxLines = 3000;
const maxCaps = 20;

const capital = /^["“«‘']?\p{Lu}$/u;
const beginsCapital = /^\s*["“«‘']?\p{Lu}/u;

/** A cap, the line with it, and the rest of that line: the cap's baseline is that of the last line beside it. */
interface Cap {
  readonly letter: Word;
  readonly line: RawLine;
  readonly rest: RawLine | undefined;
}

function capOf(line: RawLine): Cap[] {
  const { text, box, size, horizontal } = line;
  const isLarge = height(box) > smallest * size || text.length < 3 || text.trim().length < 3;
  const [letter, next, ...more] = isLarge && horizontal && beginsCapital.test(text) ? line.words : [];
  if (!letter || !capital.test(letter.text)) return [];
  if (!next) return [{ letter, line, rest: undefined }];
  if (letter.size < smallest * next.size) return [];
  const rest = { ...withWords(line, [{ ...next, spaced: false }, ...more]), begin: next.box.x0 };
  return [{ letter, line, rest }];
}

/** The first of several lines that begin beside a cap. */
function firstBeside({ letter, rest }: Cap, lines: readonly RawLine[]): RawLine | undefined {
  const beside = [...lines, ...(rest ? [rest] : [])].filter(
    ({ horizontal, begin, baseline, size }) =>
      horizontal &&
      letter.size >= smallest * size &&
      Math.abs(begin - letter.box.x1) < reach * size &&
      baseline > letter.box.y0 &&
      baseline < letter.baseline + sameStart * size,
  );
  const [first, next] = beside.sort((a, b) => a.baseline - b.baseline);
  if (!first || !next || Math.abs(first.begin - next.begin) > sameStart * first.size) return undefined;
  return /^\s*[\p{L}'’]/u.test(first.text) ? first : undefined;
}

function begun(line: RawLine, { letter }: Cap, others: readonly RawLine[]): RawLine {
  const [first, ...rest] = line.words;
  if (!first) return line;
  const { words } = vocabularyOf([{ lines: others }]);
  const isWord = words.has(letter.text) || words.has(letter.text.toLowerCase());
  const spaced =
    /^\s/.test(line.text) || (isWord && words.has(first.text) && !words.has(letter.text + first.text));
  // As wide as nothing: the line begins where those below it do.
  const box = { ...first.box, x1: first.box.x0 };
  const { baseline, size, face } = first;
  return withWords(line, [{ ...letter, box, baseline, size, face }, { ...first, spaced }, ...rest]);
}

/** A page's blocks with each drop cap at the start of its first line. */
export function withDropCaps(blocks: readonly RawBlock[]): readonly RawBlock[] {
  const lines = blocks.flatMap((block) => block.lines);
  const caps = lines.length > maxLines ? [] : lines.flatMap(capOf).slice(0, maxCaps);
  const changed = new Map<RawLine, RawLine | undefined>();

  for (const cap of caps) {
    const line = firstBeside(cap, lines);
    if (!line || changed.has(line) || changed.has(cap.line)) continue;
    const others = lines.filter((other) => other !== line && other !== cap.line);
    changed.set(cap.line, cap.rest);
    changed.set(line, begun(line, cap, others));
  }

  return withChanged(blocks, changed);
}
