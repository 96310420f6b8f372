/**
 * From the order in which a line is seen to the order in which it is read: the Unicode bidirectional algorithm (UAX 9)
 * backwards, as far as it can be undone. Where two logical orders look the same, the likelier one is taken: a number to
 * the right of a Latin word belongs to it (Top 10).
 */

import { type BidiClass, bidiClass } from "../../interpreter/state/unicode.ts";

const arabicLetter = /\p{Script=Arabic}/u;

/** Whether a text reads from right to left: at least a third of its letters do (Latin names are longer than they count). */
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

/** How far an opening bracket is looked for: lines of hostile pages are long. */
const maxBracketed = 500;

/** Brackets that the algorithm pairs (UAX 9, rule N0): < and « are none. */
const opening = "([{";
const closing = ")]}";

const isNeutral = (kind: BidiClass | undefined) => kind === "N" || kind === "CS" || kind === "ET";

/** Which positions belong to runs that are seen and read from left to right, numbers included (rules W4 to W7, N0 to N2). */
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
    // 1.5 and 12:30 are one number each; so are $5, 3-5 and 100%, but not among Arabic letters.
    if (kind === "CS" && isNumber(before) && before === after) left[i] = true;
    if (kind === "ET" && !arabic && (isNumber(before) || isNumber(after))) left[i] = true;
  }
  // What is neither, between two Latin words or a Latin word and a European number to its right.
  let lastLatin = -1;
  for (let i = 0; i < items.length; i += 1) {
    const kind = classes[i];
    if (kind === "R") lastLatin = -1;
    // A number painted before the Latin word to its left was written before it.
    if (kind === "EN" && lastLatin >= 0 && (painted[i] ?? 0) < (painted[lastLatin] ?? 0)) lastLatin = -1;
    const joins = kind === "L" || (kind === "EN" && lastLatin >= 0);
    if (joins && lastLatin >= 0) {
      // A bracket that is open or closed between them belongs to the line, not to either: 2024 (beta).
      if (kind === "L" || joinsBoth(items, lastLatin, i)) left.fill(true, lastLatin, i);
    }
    if (joins) lastLatin = i;
    // An Arabic number touching a Latin word continues it; one set apart does not.
    else if (kind === "AN" && i !== lastLatin + 1) lastLatin = -1;
    else if (kind === "AN" && lastLatin >= 0) lastLatin = i;
  }
  // A bracket that closes one opened within a Latin run ends the run: Scripting (XSS).
  for (let i = 1; i < items.length; i += 1) {
    const pair = closing.indexOf(items[i] ?? "");
    if (pair < 0 || left[i] === true) continue;
    let end = i - 1;
    // Signs may stand between the run and its bracket: render(<Image />).
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

/** Whether what stands between two places closes every bracket it opens, and no other; one may stay open right behind the first: f(1). */
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
 * A closing bracket before an opening one of its kind, and nothing between them that pairs with either, are the ends of a pair
 * whose characters are named as they are read: they part the runs they stand in, as they belong to the line (rule N0).
 */
function partInverted(items: readonly string[], classes: readonly BidiClass[], left: boolean[]): void {
  const part = (at: number) => {
    left[at] = false;
    // What is neither goes with the bracket beside it.
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

/** Positions `from` to `to` (exclusive) read from right to left, runs of the other direction kept. */
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

/** Items as they are read. */
export interface Reading {
  /** Positions in the items. */
  readonly order: readonly number[];
  /** Of each item, whether it stands in right-to-left text: then a bracket is seen as the other one of its pair. */
  readonly fromRight: readonly boolean[];
}

/**
 * The reading of items given as they are seen, from left to right. `painted`: the place of each in the order of painting, which
 * for many programs is the order of reading; it settles what can be seen in two ways.
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
