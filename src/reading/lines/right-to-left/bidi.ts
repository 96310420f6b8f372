/**
 * From visual order to reading order: inverts the Unicode bidirectional algorithm (UAX 9) as far as possible. If two logical
 * orders look the same, the likelier one is chosen: a number to the right of a Latin word belongs to it (Top 10).
 */

import { type BidiClass, bidiClass } from "../../interpreter/state/unicode.ts";

const arabicLetter = /\p{Script=Arabic}/u;

/** Whether a text is right-to-left: at least a third of its letters are (Latin names are longer than their weight). */
export function readsRightToLeft(texts: Iterable<string>): boolean {
  let right = 0;
  let left = 0;
  for (const text of texts) {
    for (const character of text) {
      const kind = bidiClass(character);
      if (kind === "R") right += 1;
      else if (kind === "L") left += 1;
    }
  }
  return right > 0 && right * 2 >= left;
}

/** Maximum distance to search for an opening bracket: lines on hostile pages are long. */
const maxBracketed = 500;

/** Brackets that the algorithm pairs (UAX 9, rule N0), unlike < and «. */
const opening = "([{";
const closing = ")]}";

const isNeutral = (kind: BidiClass | undefined) => kind === "N" || kind === "CS" || kind === "ET";

/** Positions in left-to-right runs, including numbers (rules W4 to W7, N0 to N2). */
function leftToRight(
  items: readonly string[],
  classes: readonly BidiClass[],
  painted: readonly number[],
): boolean[] {
  const arabic = items.some((item) => arabicLetter.test(item));
  const isNumber = (kind: BidiClass | undefined) => kind === "EN" || kind === "AN";
  const left = classes.map((kind) => kind === "L" || isNumber(kind));

  for (let i = 0; i < items.length; i += 1) {
    const [before, kind, after] = [classes[i - 1], classes[i], classes[i + 1]];
    // 1.5 and 12:30 are single numbers; so are $5, 3-5 and 100%, but not among Arabic letters.
    if (kind === "CS" && isNumber(before) && before === after) left[i] = true;
    if (kind === "ET" && !arabic && (isNumber(before) || isNumber(after))) left[i] = true;
  }

  // Neutral characters between two Latin words, or a Latin word and a European number to its right.
  let lastLatin = -1;
  for (let i = 0; i < items.length; i += 1) {
    const kind = classes[i];
    if (kind === "R") lastLatin = -1;
    // A number painted before the Latin word to its left was written before it.
    if (kind === "EN" && lastLatin >= 0 && (painted[i] ?? 0) < (painted[lastLatin] ?? 0)) lastLatin = -1;
    const joins = kind === "L" || (kind === "EN" && lastLatin >= 0);
    if (joins && lastLatin >= 0) {
      // A bracket opened or closed between them belongs to the line, not to either: 2024 (beta).
      if (kind === "L" || joinsBoth(items, lastLatin, i)) left.fill(true, lastLatin, i);
    }
    if (joins) lastLatin = i;
    // An Arabic number touching a Latin word continues it; a separate one doesn't.
    else if (kind === "AN" && i !== lastLatin + 1) lastLatin = -1;
    else if (kind === "AN" && lastLatin >= 0) lastLatin = i;
  }

  // A bracket that closes one opened in a Latin run ends the run: Scripting (XSS).
  for (let i = 1; i < items.length; i += 1) {
    const pair = closing.indexOf(items[i] ?? "");
    if (pair < 0 || left[i] === true) continue;
    let end = i - 1;
    // Punctuation may separate the run from its bracket: render(<Image />).
    while (end > 0 && i - end < maxBracketed && left[end] !== true && isNeutral(classes[end])) end -= 1;
    let depth = 1;
    for (let k = end; k >= Math.max(0, end - maxBracketed) && left[k] === true && depth > 0; k -= 1) {
      if (items[k] === closing[pair]) depth += 1;
      else if (items[k] === opening[pair]) depth -= 1;
    }
    if (depth === 0) left.fill(true, end + 1, i + 1);
  }

  return left;
}

/** Whether the text between two positions closes exactly the brackets it opens; one directly after the first may stay open: f(1). */
function joinsBoth(items: readonly string[], from: number, to: number): boolean {
  let depth = opening.includes(items[from + 1] ?? " ") ? -1 : 0;
  const least = depth;
  for (let i = from + 1; i < to && depth >= least; i += 1) {
    if (opening.includes(items[i] ?? " ")) depth += 1;
    else if (closing.includes(items[i] ?? " ")) depth -= 1;
  }
  return depth >= least && depth <= 0;
}

/**
 * A closing bracket before an opening one of its kind, with nothing between them that pairs with either, is a pair whose
 * characters are named as read: it separates the runs around it, since it belongs to the line (rule N0).
 */
function partInverted(items: readonly string[], classes: readonly BidiClass[], left: boolean[]): void {
  const part = (at: number) => {
    left[at] = false;
    // Neutral characters follow the adjacent bracket.
    for (const step of [-1, 1])
      for (let k = at + step; left[k] === true && isNeutral(classes[k]); k += step) left[k] = false;
  };
  const open: { readonly pair: number; readonly at: number }[] = [];
  const closed: { readonly pair: number; readonly at: number }[] = [];
  items.forEach((item, at) => {
    const [opens, closes] = [opening.indexOf(item), closing.indexOf(item)];
    if (opens >= 0) open.push({ pair: opens, at });
    if (closes < 0) return;
    if (open.at(-1)?.pair === closes) open.pop();
    else closed.push({ pair: closes, at });
  });

  for (const { pair, at } of open) {
    let k = closed.length - 1;
    while (k >= 0 && (closed[k]?.at ?? at) >= at) k -= 1;
    const twin = closed[k];
    if (twin?.pair !== pair) continue;
    closed.splice(k, 1);
    part(at);
    part(twin.at);
  }
}

/** Positions `from` to `to` (exclusive) right to left, keeping runs of the other direction. */
function backwards(left: readonly boolean[], from: number, to: number): number[] {
  const order: number[] = [];
  for (let end = to; end > from; ) {
    let start = end - 1;
    if (left[start] === true) while (start > from && left[start - 1] === true) start -= 1;
    for (let i = start; i < end; i += 1) order.push(i);
    end = start;
  }
  return order;
}

export interface Reading {
  readonly order: readonly number[];
  /** For each item, whether it is in right-to-left text: then a bracket appears mirrored. */
  readonly fromRight: readonly boolean[];
}

/**
 * The reading order of items given in visual order, left to right. `painted`: each item's position in painting order, which
 * for many programs is the reading order; it resolves ambiguities.
 */
export function readItems(
  items: readonly string[],
  rightToLeftLine: boolean,
  painted: readonly number[] = [],
): Reading {
  const classes = items.map(bidiClass);
  const left = leftToRight(items, classes, painted);
  if (rightToLeftLine) {
    partInverted(items, classes, left);
    return { order: backwards(left, 0, items.length), fromRight: left.map((own) => !own) };
  }

  const order: number[] = [];
  const fromRight = items.map(() => false);

  for (let i = 0; i < items.length; ) {
    if (classes[i] !== "R") {
      order.push(i);
      i += 1;
      continue;
    }
    // From the first to the last right-to-left letter with no Latin letter between them.
    let last = i;
    for (let k = i; k < items.length && classes[k] !== "L"; k += 1) if (classes[k] === "R") last = k;
    order.push(...backwards(left, i, last + 1));
    for (; i <= last; i += 1) fromRight[i] = left[i] !== true;
  }

  return { order, fromRight };
}
