/** Running headers, footers and page numbers: lines at the edge of the page that come again on other pages at the same height. */
import type { PageFlow } from "../flow.ts";
import type { Line } from "../model/blocks.ts";

/** Rows from the top and from the bottom that can be running lines. */
const edgeRows = 4;
/** Points: the same height on every page. */
const sameHeight = 4;

export interface RunningPattern {
  readonly edge: "header" | "footer";
  /** Distance of the baseline from the top of the page; footers: from its bottom. */
  readonly at: number;
  /** The line with its digits as `#`; undefined: whatever stands there. */
  readonly text: string | undefined;
  /** Its font size, where the text says nothing. */
  readonly size?: number;
}

const digits = /\p{Nd}+/gu;
const roman = /^[ivxlcdm]{1,7}$/i;
export const patternText = (text: string) =>
  roman.test(text.trim()) ? "#" : text.replaceAll(digits, "#").replaceAll(/\s+/g, " ").trim();

interface Edge {
  readonly line: Line;
  readonly edge: "header" | "footer";
  readonly at: number;
  readonly row: number;
  /** Distance to the next row inwards. */
  readonly gap: number;
}

/** What is known of pages: they are asked for several times. */
const known = new WeakMap<PageFlow, readonly Edge[]>();

/** The lines of a page that stand in its outermost rows. */
function edgeLines(flow: PageFlow): readonly Edge[] {
  let edges = known.get(flow);
  if (edges === undefined) {
    edges = findEdges(flow);
    known.set(flow, edges);
  }
  return edges;
}

/** The first heights of those given, in their order, rows apart: the outermost and the one after them. */
function outerRows(values: Iterable<number>): number[] {
  const heights: number[] = [];
  for (const value of values) {
    const last = heights.at(-1);
    if (last === undefined || Math.abs(value - last) > 3) heights.push(value);
    if (heights.length > edgeRows) break;
  }
  return heights;
}

function findEdges({ items, height }: PageFlow): Edge[] {
  const starts = Float64Array.from(items, (item) =>
    item.kind === "line" ? item.line.baseline : item.box.y0,
  );
  const ends = Float64Array.from(items, (item) => (item.kind === "line" ? item.line.baseline : item.box.y1));
  const tops = outerRows(starts.sort());
  const top = tops.slice(0, edgeRows);
  const bottoms = outerRows(ends.sort().reverse());
  const bottom = bottoms.slice(0, edgeRows);
  const [lowest, highest] = [(top.at(-1) ?? 0) + 3, (bottom.at(-1) ?? 0) - 3];
  const found: Edge[] = [];
  const gapAfter = (rows: readonly number[], row: number) =>
    Math.abs((rows[row + 1] ?? Number.POSITIVE_INFINITY) - (rows[row] ?? 0));
  for (const item of items) {
    if (item.kind !== "line" || !item.line.horizontal) continue;
    const { baseline } = item.line;
    if (baseline > lowest && baseline < highest) continue;
    const above = top.findIndex((y) => Math.abs(y - baseline) <= 3);
    const below = bottom.findIndex((y) => Math.abs(y - baseline) <= 3);
    if (above >= 0 && baseline < height / 2)
      found.push({ line: item.line, edge: "header", at: baseline, row: above, gap: gapAfter(tops, above) });
    else if (below >= 0 && baseline > height / 2)
      found.push({
        line: item.line,
        edge: "footer",
        at: height - baseline,
        row: below,
        gap: gapAfter(bottoms, below),
      });
  }
  return found.filter(({ edge, row }) => row <= lastApart(found, edge, edge === "header" ? tops : bottoms));
}

/** In font sizes: running lines stand at least this far from the text; pages that begin alike do not. */
const leastApart = 1.5;

/** The innermost of the edge's rows after which there is a gap; -1: none. */
function lastApart(found: readonly Edge[], edge: Edge["edge"], heights: readonly number[]): number {
  let last = -1;
  for (const { line, edge: own, row } of found) {
    if (own !== edge) continue;
    const [here, next] = [heights[row], heights[row + 1]];
    if (here === undefined || next === undefined || Math.abs(next - here) >= leastApart * line.size)
      last = Math.max(last, row);
  }
  return last;
}

interface Seen {
  readonly edge: Edge["edge"];
  readonly at: number;
  readonly text: string;
  readonly pages: { readonly page: number; readonly number: number; readonly text: string }[];
  /** Font size of the smallest of them. */
  size: number;
}

/** Running lines are set like the text or smaller: "Chapter 1" and "Chapter 2" in type this much larger are headings. */
const headingSize = 1.2;

const isNumber = (text: string) => /^[^\p{L}]*#[^\p{L}]*$/u.test(text) && text.length < 12;

/** Numbers of slides of which some are several pages, as what they show comes step by step: none falls, or rises faster than the pages. */
function isSlideNumber(pages: Seen["pages"]): boolean {
  const steady = pages.every(({ page, number }, i) => {
    const before = pages[i - 1];
    return before === undefined || (number >= before.number && number - before.number <= page - before.page);
  });
  return steady && pages.length > 4 && (pages.at(-1)?.number ?? 0) - (pages[0]?.number ?? 0) >= 2;
}

/** Patterns of the pages given; none where nothing else would be left of them. */
export function runningPatterns(flows: readonly PageFlow[], bodySize: number): RunningPattern[] {
  const running = repeatedPatterns(flows, bodySize);
  // Pages that are all alike (labels, tickets, a form filled in often) would lose everything they say.
  return flows.some((flow) => hasBody(flow, { running, bodySize })) ? running : [];
}

/** What repeats at the edges of the pages given. */
export function repeatedPatterns(flows: readonly PageFlow[], bodySize: number): RunningPattern[] {
  const seen: Seen[] = [];
  const byText = new Map<string, Seen[]>();
  for (const flow of flows) {
    for (const { line, edge, at } of edgeLines(flow)) {
      const text = patternText(line.text);
      if (text === "" || text.length > 200) continue;
      const key = `${edge} ${text}`;
      const known = byText.get(key) ?? [];
      let entry = known.find((one) => Math.abs(one.at - at) <= sameHeight);
      if (!entry) {
        entry = { edge, at, text, pages: [], size: line.size };
        seen.push(entry);
        known.push(entry);
        byText.set(key, known);
      }
      const number = Number(/\p{Nd}+/u.exec(line.text)?.[0] ?? Number.NaN);
      entry.size = Math.min(entry.size, line.size);
      if (entry.pages.at(-1)?.page !== flow.page)
        entry.pages.push({ page: flow.page, number, text: line.text });
    }
  }
  const patterns: RunningPattern[] = [];
  for (const { edge, at, text, pages, size } of seen) {
    if (pages.length < 2) continue;
    // Short documents: what stands on two of many pages may be chance, as "Note" is.
    if (pages.length === 2 && flows.length > 12) continue;
    if (isNumber(text)) {
      // Numbers count with the pages; a table's do not.
      const counts = pages.filter(({ page, number }, i) => {
        const before = pages[i - 1];
        return before === undefined || Number.isNaN(number) || number - before.number === page - before.page;
      });
      if (counts.length < 0.7 * pages.length && !isSlideNumber(pages)) continue;
    } else if (text.includes("#")) {
      const changes = pages.some(({ text: own }) => own !== pages[0]?.text);
      if (changes && size >= headingSize * bodySize) continue;
      // "Section 1" and "Section 2" at the top of two pages are no running header: numbers in it stay or count with the pages.
      const sound = pages.filter(({ page, number, text: own }, i) => {
        const before = pages[i - 1];
        return (
          before === undefined ||
          own === before.text ||
          number - before.number === page - before.page ||
          pages.length > 3
        );
      });
      if (sound.length < pages.length) continue;
    }
    patterns.push({ edge, at, text });
  }
  return [...patterns, ...placePatterns(flows, bodySize)];
}

/** Whether something on the page is no running line. */
function hasBody(flow: PageFlow, style: RunningStyle): boolean {
  const running = runningLines(flow, style);
  return flow.items.some((item) => item.kind !== "line" || !running.has(item.line));
}

/** In font sizes: this much space parts a running line from what it runs beside. */
const clearance = 1.9;

/** In characters: a running title, and not a sentence, in type that is no heading's. */
const titleLength = 80;
const looksRunning = ({ text, size, bold }: Line, bodySize: number) =>
  text.length <= titleLength && size <= 1.05 * bodySize && !bold && !/[.:;,!?]$/.test(text);

/** Heights at which most pages have a small line apart from the rest: running titles that change with the chapter. */
function placePatterns(flows: readonly PageFlow[], bodySize: number): RunningPattern[] {
  const places: { edge: Edge["edge"]; at: number; size: number; pages: Set<number> }[] = [];
  for (const flow of flows) {
    const edges = edgeLines(flow);
    for (const { line, edge, at, row, gap } of edges) {
      if (row !== 0 || gap < clearance * line.size || line.text.length > 120) continue;
      const next = edges.some((other) => other.edge === edge && other.row === 1);
      // Where the text begins right behind it, it may be a heading or a paragraph of one line.
      if (!next && (gap === Number.POSITIVE_INFINITY || !looksRunning(line, bodySize))) continue;
      const known = places.find(
        (place) =>
          place.edge === edge && Math.abs(place.at - at) < 1.5 && Math.abs(place.size - line.size) < 0.3,
      );
      if (known) known.pages.add(flow.page);
      else places.push({ edge, at, size: line.size, pages: new Set([flow.page]) });
    }
  }
  return places
    .filter(({ pages }) => pages.size >= 3 && pages.size >= 0.55 * flows.length)
    .map(({ edge, at, size }) => ({ edge, at, text: undefined, size }));
}

/** What a document's style says that running lines are told by. */
interface RunningStyle {
  readonly running: readonly RunningPattern[];
  readonly bodySize: number;
}

/** The running lines of a page, as which. */
export function runningLines(
  flow: PageFlow,
  { running: patterns, bodySize }: RunningStyle,
): Map<Line, "header" | "footer"> {
  const found = new Map<Line, "header" | "footer">();
  const edges = edgeLines(flow);
  for (const { line, edge, at } of edges) {
    const text = patternText(line.text);
    if (
      patterns.some(
        (one) =>
          one.edge === edge &&
          Math.abs(one.at - at) <= sameHeight &&
          (one.text === undefined
            ? Math.abs((one.size ?? 0) - line.size) < 0.3 && isOutermost(line, edge, edges)
            : one.text === text),
      )
    )
      found.set(line, edge);
    else if (isPageNumber(line, edge, flow.page, bodySize, edges)) found.set(line, edge);
  }
  // What shares a row with a running line at the outside is one too: a changing chapter title beside the page number.
  for (const { line, edge, row } of edges) {
    if (found.has(line) || row > 1) continue;
    for (const [other, kind] of [...found])
      if (
        kind === edge &&
        Math.abs(other.baseline - line.baseline) < 2 &&
        Math.abs(other.size - line.size) < 1
      )
        found.set(line, edge);
  }
  return found;
}

/** A short number alone in the outermost row: the page's own, or in small type with nothing near it but what shares its row. */
function isPageNumber(
  line: Line,
  edge: Edge["edge"],
  page: number,
  bodySize: number,
  edges: readonly Edge[],
): boolean {
  const text = line.text.trim();
  if (!isOutermost(line, edge, edges)) return false;
  if (text === String(page)) return true;
  if (!/^(?:\d{1,3}|[ivxlc]{1,6})$/.test(text) || line.size >= bodySize) return false;
  return edges.every(
    (other) =>
      other.edge !== edge ||
      Math.abs(other.line.baseline - line.baseline) < 2 ||
      Math.abs(other.line.baseline - line.baseline) > clearance * bodySize,
  );
}

function isOutermost(line: Line, edge: Edge["edge"], edges: readonly Edge[]): boolean {
  return edges.every(
    (other) =>
      other.edge !== edge ||
      other.line === line ||
      (edge === "header" ? other.line.baseline > line.baseline + 2 : other.line.baseline < line.baseline - 2),
  );
}
