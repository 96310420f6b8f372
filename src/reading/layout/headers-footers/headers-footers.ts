/**
 * Running headers, footers and page numbers: lines at the edge of the page that recur on other pages at the same height. The
 * rules in `running-rules.ts` decide which lines are.
 */

import { getOrInsert } from "../../../core/collections/maps.ts";
import { type Line, lettersOf } from "../model/blocks.ts";
import type { DocumentStyle, Edge, RunningPattern } from "../model/document-style.ts";
import type { FlowItem, PageFlow } from "../model/page-flow.ts";
import { decide } from "../model/rule.ts";
import * as t from "../tolerances/tolerances.ts";
import {
  besideRules,
  type EdgeLine,
  isNumber,
  numbersIn,
  patternRules,
  patternText,
  type RepeatedText,
  runningRules,
} from "./running-rules.ts";

/** Rows from the top and from the bottom that can be running lines. */
const edgeRows = 4;

/** Results for pages, which are needed several times. */
const known = new WeakMap<PageFlow, readonly EdgeLine[]>();

const edgeLines = (flow: PageFlow) => getOrInsert(known, flow, () => findEdges(flow));

/** The first of the given heights, in order, that are separate rows: the outermost and the one after them. */
function outerRows(values: Iterable<number>): number[] {
  const heights: number[] = [];
  for (const value of values) {
    const last = heights.at(-1);
    if (last === undefined || Math.abs(value - last) > t.rowHeights) heights.push(value);
    if (heights.length > edgeRows) break;
  }
  return heights;
}

function findEdges(flow: PageFlow): EdgeLine[] {
  const heightOf = (item: FlowItem, side: "y0" | "y1") =>
    item.kind === "line" ? item.line.baseline : item.box[side];
  const starts = Float64Array.from(flow.items, (item) => heightOf(item, "y0")).sort();
  const ends = Float64Array.from(flow.items, (item) => heightOf(item, "y1")).sort();
  const pitch = commonPitch(starts);
  return [
    ...linesAt("header", outerRows(starts), flow, pitch),
    ...linesAt("footer", outerRows(ends.reverse()), flow, pitch),
  ];
}

/** The maximum row distance for half of a page's rows; `heights` ascend. */
function commonPitch(heights: Float64Array): number {
  const pitches: number[] = [];
  let last = heights[0] ?? 0;
  for (const value of heights) {
    if (value - last <= t.rowHeights) continue;
    pitches.push(value - last);
    last = value;
  }
  return pitches.sort((a, b) => a - b)[pitches.length >> 1] ?? 0;
}

/** The lines in the outermost rows at an edge, up to the innermost that is apart; `rows`: heights from the edge inward. */
function linesAt(
  edge: Edge,
  rows: readonly number[],
  { items, height }: PageFlow,
  pitch: number,
): EdgeLine[] {
  const found = items.flatMap((item) => {
    if (item.kind !== "line" || !item.line.horizontal) return [];
    const { line } = item;
    const at = edge === "header" ? line.baseline : height - line.baseline;
    const row = rows.findIndex((y) => Math.abs(y - line.baseline) <= t.rowHeights);
    if (row < 0 || row >= edgeRows || at >= height / 2) return [];
    const gap = Math.abs((rows[row + 1] ?? Number.POSITIVE_INFINITY) - (rows[row] ?? 0));
    return [{ line, edge, at, row, gap }];
  });

  /** The innermost row followed by a gap wider than the distance of other rows; -1 if none. */
  const lastApart = (other: number) =>
    found.reduce((last, { line: { size }, gap, row }) => {
      const least = Math.max(t.edgeGap * size, Math.min(t.apartPitch * other, t.mostPitch * size));
      return gap >= least ? Math.max(last, row) : last;
    }, -1);
  const [last, lastOfPage] = [lastApart(0), lastApart(pitch)];

  return found.flatMap((own) => (own.row <= last ? [{ ...own, apart: own.row <= lastOfPage }] : []));
}

const isInMargin = (at: number, { height }: PageFlow) => at <= t.pageMargin * height;

/** Whether a page has content other than its margins: short tickets and letters that are all alike don't. */
function hasSubstance(flow: PageFlow): boolean {
  if (flow.beside) return true;
  const margin = edgeLines(flow).flatMap(({ line, at }) => (isInMargin(at, flow) ? [line] : []));
  const all = flow.items.flatMap((item) => (item.kind === "line" ? [item.line] : item.found.lines));
  return lettersOf(all) >= 2 * lettersOf(margin);
}

/** Repetitions at the edges of the given pages. */
export function runningPatterns(flows: readonly PageFlow[], bodySize: number): RunningPattern[] {
  const seen: RepeatedText[] = [];
  const byText = new Map<string, RepeatedText[]>();

  for (const flow of flows) {
    const substance = hasSubstance(flow);
    for (const { line, edge, at, apart } of edgeLines(flow)) {
      const text = patternText(line.text);
      if (text === "" || text.length > t.longestRunning || (!isNumber(text) && !(apart && substance)))
        continue;
      const known = getOrInsert(byText, `${edge} ${text}`, () => []);
      let entry = known.find((one) => Math.abs(one.at - at) <= t.sameHeight);
      if (!entry) {
        entry = { edge, at, text, pages: [], size: line.size, inMargin: isInMargin(at, flow) };
        seen.push(entry);
        known.push(entry);
      }
      entry.size = Math.min(entry.size, line.size);
      if (entry.pages.at(-1)?.page !== flow.page)
        entry.pages.push({ page: flow.page, numbers: numbersIn(line.text) });
    }
  }

  const patterns = seen
    .filter((one) => decide(patternRules, { ...one, sampled: flows.length, bodySize })?.answer)
    .map(({ edge, at, text }): RunningPattern => ({ edge, at, text }));

  return [...patterns, ...placePatterns(flows, bodySize)];
}

/** Short text that is a running title rather than a sentence, in type unlike a heading. */
const looksRunning = ({ text, size, bold }: Line, bodySize: number) =>
  text.length <= t.longestSmall && size <= t.sentenceScale * bodySize && !bold && !/[.:;,!?]$/.test(text);

/** Heights at which most pages have a small separate line: running titles that change with the chapter. */
function placePatterns(flows: readonly PageFlow[], bodySize: number): RunningPattern[] {
  const places: { edge: Edge; at: number; size: number; pages: Map<number, string> }[] = [];

  for (const flow of flows) {
    const edges = edgeLines(flow);
    for (const { line, edge, at, row, gap, apart } of edges) {
      if (row !== 0 || gap < t.clearance * line.size || line.text.length > t.longestTitle) continue;
      if (!apart || !isInMargin(at, flow)) continue;
      const next = edges.some((other) => other.edge === edge && other.row === 1);
      // If the text begins directly after it, it may be a heading or a one-line paragraph.
      if (!next && (gap === Number.POSITIVE_INFINITY || !looksRunning(line, bodySize))) continue;
      const known = places.find(
        (place) =>
          place.edge === edge &&
          Math.abs(place.at - at) < t.placeHeight &&
          Math.abs(place.size - line.size) < t.sameSize,
      );
      if (known) known.pages.set(flow.page, line.text);
      else places.push({ edge, at, size: line.size, pages: new Map([[flow.page, line.text]]) });
    }
  }

  return places
    .filter(({ pages }) => pages.size >= t.runningPages && pages.size >= t.titlePages * flows.length)
    .filter(({ pages }) => repeatedShare([...pages.values()]) >= t.repeatedTitles)
    .map(({ edge, at, size }) => ({ edge, at, text: undefined, size }));
}

/** The share of repeated texts: chapters have several pages, and text unique to a page is content. */
const repeatedShare = (texts: readonly string[]) =>
  texts.filter((text) => texts.indexOf(text) !== texts.lastIndexOf(text)).length / texts.length;

export interface Running {
  readonly edge: Edge;
  readonly rule: string;
}

export function runningLines(
  flow: PageFlow,
  { running, bodySize }: Pick<DocumentStyle, "running" | "bodySize">,
): Map<Line, Running> {
  const found = new Map<Line, Running>();
  const page = { edges: edgeLines(flow), page: flow.page, patterns: running, bodySize };
  for (const rules of [runningRules, besideRules])
    for (const own of page.edges) {
      if (found.has(own.line)) continue;
      const decision = decide(rules, { ...page, own, found });
      if (decision) found.set(own.line, { edge: own.edge, rule: decision.rule });
    }
  return flow.beside ? found : withoutSubstance(flow, found);
}

/** The running lines of a page with other content: a page with nothing else keeps all but its number. */
function withoutSubstance(flow: PageFlow, found: Map<Line, Running>): Map<Line, Running> {
  if (flow.items.some((item) => item.kind === "table" || !found.has(item.line))) return found;
  return new Map([...found].filter(([{ text }]) => isNumber(patternText(text))));
}
