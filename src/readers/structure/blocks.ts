/** One page's lines as blocks: headings, paragraphs, lists, code, captions, footnotes, tables, images. */
import type { Box } from "../../core/page-layout.ts";
import type { PageFlow } from "./flow.ts";
import { boxAround, holds, sharedWidth } from "./geometry.ts";
import { bookmarkLevel, headingLevel, isCaption, isHeading } from "./headings.ts";
import { isLed } from "./leaders.ts";
import { lineOf } from "./lines.ts";
import { isInitial, type Marker, markerOf, nestItems, type OpenItem } from "./lists.ts";
import type { Block, Line } from "./model.ts";
import { columnOf } from "./order.ts";
import { runningLines } from "./running.ts";
import type { DocumentStyle } from "./styles.ts";
import { turnedBlock } from "./turned.ts";

/** Lines that belong together by place and style, not yet named. */
interface Group {
  readonly lines: Line[];
  readonly kind: "text" | "code" | "list";
  readonly items?: OpenItem[];
  /** Space above it, in font sizes. */
  readonly above: number;
}

/** Right edge of the column in which a line stands, looked for where it matters. */
type RightEdge = () => number;

/** Whether the break after `a` was the author's: the first word of `b` would have found room. */
function brokenEarly(a: Line, b: Line, right: RightEdge): boolean {
  if (a.rightToLeft) return false;
  const word = b.words[0];
  if (!word) return false;
  const room = right() - a.box.x1;
  return room > word.box.x1 - word.box.x0 + 0.5 * a.size + 0.02 * (right() - a.box.x0);
}

const isCentered = (a: Line, b: Line) =>
  Math.abs(a.box.x0 + a.box.x1 - b.box.x0 - b.box.x1) < 4 && Math.abs(a.box.x0 - b.box.x0) > 3;

/** Fixed-width words are often set smaller than the text they stand in. */
const hasMono = (line: Line) => line.words.some(({ face }) => face.mono);

/** Whether line `b` stands right below `a` in the same column, in the same size. */
function follows(a: Line, b: Line, style: DocumentStyle): boolean {
  if (!a.horizontal || !b.horizontal) return a.horizontal === b.horizontal;
  if (isLed(a.text)) return false;
  const size = Math.max(a.size, b.size);
  const other = Math.abs(a.size - b.size);
  if (other > 0.25 * size || (other > 0.09 * size && !hasMono(a) && !hasMono(b))) return false;
  const pitch = b.baseline - a.baseline;
  const leading = Math.max(1.3, style.leading * 1.17);
  return pitch > 0.4 * size && pitch <= leading * size && sharedWidth(a.box, b.box) > 0;
}

/** Whether a line has 60 characters at most. */
const isShort = (text: string) => text.length <= 120 && /^.{0,60}$/u.test(text);

const endsSentence = (text: string) => '.!?:;。！？…)"”»]'.includes(text.at(-1) ?? " ");

function belongs(group: Group, line: Line, style: DocumentStyle, right: RightEdge): boolean {
  const last = group.lines.at(-1);
  const first = group.lines[0];
  if (!last || !first || !follows(last, line, style)) return false;
  if (
    last.bold !== line.bold &&
    (last.bold ? brokenEarly(last, line, right) || group.lines.every(({ bold }) => bold) : true) &&
    !mixed(last, line)
  )
    return false;
  if (last.rightToLeft !== line.rightToLeft && !last.rightToLeft) return last.text.length < 12;
  const size = line.size;
  const indent = line.box.x0 - first.box.x0;
  if (isCentered(last, line) && isCentered(first, line)) return true;
  if (line.rightToLeft) return true;
  if (group.lines.length > 1) {
    let left = Number.POSITIVE_INFINITY;
    for (let k = 1; k < group.lines.length; k += 1) left = Math.min(left, group.lines[k]?.box.x0 ?? left);
    // An indent begins a paragraph; so does coming back from a hanging indent.
    if (line.box.x0 > left + 0.7 * size && line.box.x0 < left + 6 * size) return false;
    if (left > first.box.x0 + 0.7 * size && Math.abs(indent) < 0.3 * size) return false;
  } else if (indent > 0.7 * size && brokenEarly(last, line, right)) return false;
  else if (indent > 8 * size) return false;
  return !((isShort(last.text) || endsSentence(last.text)) && brokenEarly(last, line, right));
}

/** A line that is partly bold goes on in a paragraph that begins bold. */
function mixed(a: Line, b: Line): boolean {
  const some = (line: Line) =>
    line.words.some(({ face }) => face.bold) && line.words.some(({ face }) => !face.bold);
  return some(a) || some(b);
}

function codeGoesOn(last: Line, line: Line): boolean {
  const pitch = line.baseline - last.baseline;
  return pitch > 0 && pitch < 3.2 * line.size && Math.abs(last.size - line.size) < 0.7;
}

/** Whether a line alone in a fixed-width font is code: it is not part of a sentence. */
function standsAsCode(lines: readonly Line[], at: number, style: DocumentStyle): boolean {
  const line = lines[at];
  if (!line?.mono || style.bodyMono || !line.horizontal) return false;
  const joins = (other: Line | undefined, next: Line | undefined) =>
    other !== undefined &&
    next !== undefined &&
    !other.mono &&
    follows(other, next, style) &&
    Math.abs(other.box.x0 - next.box.x0) < 1;
  // A sentence may hold whole lines of code: what the run of such lines joins decides.
  let [start, end] = [at, at];
  const near = (k: number, step: number) => {
    const [one, two] = [lines[k], lines[k + step]];
    return Boolean(
      one &&
        two?.mono &&
        Math.abs(one.size - two.size) < 0.7 &&
        Math.abs(two.baseline - one.baseline) < 2 * one.size,
    );
  };
  while (at - start < 4 && near(start, -1)) start -= 1;
  while (end - at < 4 && near(end, 1)) end += 1;
  if (end - start >= 4) return true;
  return !(joins(lines[start - 1], lines[start]) || joins(lines[end], lines[end + 1]));
}

/** Whether a line without a marker goes on in the last item of a list. */
function inItem(group: Group, line: Line, style: DocumentStyle, right: RightEdge): boolean {
  const item = group.items?.at(-1);
  const last = group.lines.at(-1);
  if (!item || !last || !follows(last, line, style)) return false;
  if (line.rightToLeft) return line.box.x1 <= item.marker.textFrom + line.size;
  if (line.box.x0 >= item.marker.textFrom - 0.6 * line.size) return true;
  const start = item.lines[0]?.box.x0 ?? 0;
  return line.box.x0 >= start - 0.5 * line.size && !brokenEarly(last, line, right);
}

/** Whether a marker at the start of a line begins an item, and not a line that happens to begin so. */
function beginsItem(
  marker: Marker,
  group: Group | undefined,
  line: Line,
  style: DocumentStyle,
  right: RightEdge,
): boolean {
  const last = group?.lines.at(-1);
  const dash = /^[-–—*+]$/u.test(marker.text);
  if (group?.kind === "list") {
    if (!last || !follows(last, line, style)) return true;
    return (
      !dash ||
      brokenEarly(last, line, right) ||
      (group.items ?? []).some((item) => Math.abs((item.lines[0]?.box.x0 ?? 0) - line.box.x0) < 2)
    );
  }
  if (group?.kind === "text" && last && follows(last, line, style)) {
    if (marker.ordered || dash)
      return (
        brokenEarly(last, line, right) ||
        line.box.x0 > last.box.x0 + 0.8 * line.size ||
        /[:;.?!]$/.test(last.text)
      );
  }
  return true;
}

function groupLines(lines: readonly Line[], style: DocumentStyle): Group[] {
  const groups: Group[] = [];
  lines.forEach((line, at) => {
    const group = groups.at(-1);
    const last = group?.lines.at(-1);
    const gap = last ? (line.baseline - last.baseline) / line.size : 9;
    let edge: number | undefined;
    const right = () => (edge ??= columnOf(lines, at).right);
    if (line.runIn || last?.runIn) {
      groups.push({ lines: [line], kind: "text", above: gap });
      return;
    }
    if (standsAsCode(lines, at, style)) {
      if (group?.kind === "code" && last && codeGoesOn(last, line)) group.lines.push(line);
      else groups.push({ lines: [line], kind: "code", above: gap });
      return;
    }
    const marker = line.horizontal ? markerOf(line) : undefined;
    if (
      marker &&
      !isInitial(lines, at, marker) &&
      beginsItem(marker, group, line, style, right) &&
      !isNumberedHeading(line, style)
    ) {
      const near = last && line.baseline > last.baseline && line.baseline - last.baseline < 4 * line.size;
      if (group?.kind === "list" && near) {
        group.lines.push(line);
        group.items?.push({ marker, lines: [line] });
      } else groups.push({ lines: [line], kind: "list", items: [{ marker, lines: [line] }], above: gap });
      return;
    }
    if (group?.kind === "list" && inItem(group, line, style, right)) {
      group.lines.push(line);
      group.items?.at(-1)?.lines.push(line);
    } else if (group?.kind === "text" && belongs(group, line, style, right)) group.lines.push(line);
    else groups.push({ lines: [line], kind: "text", above: gap });
  });
  return groups;
}

/**
 * A heading on the line where its paragraph begins: bold words, then a space wider than any other, then others. It begins
 * a block, so nothing stands close above it.
 */
export function splitRunIn(line: Line, before: Line | undefined, style: DocumentStyle): Line[] {
  if (!line.words[0]?.face.bold) return [line];
  const at = line.words.findIndex(({ face }) => !face.bold);
  const [end, next] = [line.words[at - 1], line.words[at]];
  if (at < 1 || !end || !next || style.bodyBold || line.rightToLeft || line.bold) return [line];
  const gap = next.box.x0 - end.box.x1;
  const others = line.words
    .slice(1)
    .flatMap((word, k) => (k + 1 === at ? [] : [word.box.x0 - (line.words[k]?.box.x1 ?? 0)]));
  if (gap < 0.75 * line.size || gap < 1.6 * Math.max(0, ...others)) return [line];
  if (
    before &&
    follows(before, line, style) &&
    line.baseline - before.baseline < 1.12 * style.leading * line.size
  )
    return [line];
  const head = lineOf(line.words.slice(0, at), line, line.order);
  if (!/^[\p{L}\p{N}]/u.test(head.text) || head.text.length > 100 || markerOf(line) || isCaption(line.text))
    return [line];
  return [{ ...head, runIn: true }, lineOf(line.words.slice(at), line, line.order)];
}

/** "1. Scope" in large or bold type heads a section; a bullet never does. */
function isNumberedHeading(line: Line, style: DocumentStyle): boolean {
  if (!markerOf(line)?.ordered) return false;
  return isHeading([line], style, line.bold || line.size > 1.1 * style.bodySize);
}

/** Whether a bookmark names these few lines; what a bullet begins is an item of a list. */
function isBookmarked({ lines, items }: Group, page: number, style: DocumentStyle): boolean {
  if (lines.length > 4 || (items && (items.length > 1 || !items[0]?.marker.ordered))) return false;
  return bookmarkLevel(lines, page, style) !== undefined;
}

function blockOf(
  group: Group,
  page: number,
  style: DocumentStyle,
  flow: PageFlow,
  below: number,
  inLower: boolean,
): Block {
  const { lines } = group;
  const box = boxAround(lines.map((line) => line.box));
  const base = { page, box, lines };
  if (group.kind === "code") return { type: "code", ...base };
  if (isBookmarked(group, page, style))
    return { type: "heading", ...base, level: headingLevel(lines, page, style) };
  if (group.kind === "list" && group.items) {
    if (isFootnote(lines, style, flow, inLower)) return { type: "footnote", ...base };
    return { type: "list", ...base, items: nestItems(group.items) };
  }
  const sameStyle = lines.every(
    (line) => line.bold === lines[0]?.bold && Math.abs(line.size - (lines[0]?.size ?? 0)) < 0.6,
  );
  if (lines[0]?.runIn) return { type: "heading", ...base, level: headingLevel(lines, page, style) };
  const larger = (lines[0]?.size ?? 0) > 1.1 * style.bodySize;
  const alone = sameStyle && (larger || group.above > style.leading * 1.05 || below > style.leading * 1.05);
  if (lines[0]?.horizontal && isHeading(lines, style, alone))
    return { type: "heading", ...base, level: headingLevel(lines, page, style) };
  if (isCaptionOf(lines)) return { type: "caption", ...base };
  if (isFootnote(lines, style, flow, inLower)) return { type: "footnote", ...base };
  return { type: "paragraph", ...base };
}

/** In characters: what is longer is no caption. */
const maxCaption = 600;

function isCaptionOf(lines: readonly Line[]): boolean {
  if (lines.reduce((sum, { text }) => sum + text.length + 1, -1) >= maxCaption) return false;
  return isCaption(lines.map(({ text }) => text).join(" "));
}

const noteMark = /^(?:\d{1,3}|[*†‡§¶]|[a-z])[.)\]]?\s*\S/u;

/** Small print at the foot of a column that begins with a mark. */
function isFootnote(lines: readonly Line[], style: DocumentStyle, flow: PageFlow, inLower: boolean): boolean {
  const [first] = lines;
  if (!first || !inLower || first.size > 0.93 * style.bodySize || first.box.y0 < 0.4 * flow.height)
    return false;
  return noteMark.test(first.text);
}

/** Blocks of one page in reading order. */
export function pageBlocks(flow: PageFlow, style: DocumentStyle): Block[] {
  const running = runningLines(flow, style);
  const blocks: Block[] = [];
  const headers: Block[] = [];
  const footers: Block[] = [];
  for (const [line, type] of running)
    (type === "header" ? headers : footers).push({ type, page: flow.page, box: line.box, lines: [line] });
  let pending: Line[] = [];
  const flush = () => {
    const groups = groupLines(pending, style);
    // The last that is no small print: all behind it are.
    const last = groups.findLastIndex(({ lines }) => !((lines[0]?.size ?? 0) <= 0.95 * style.bodySize));
    groups.forEach((group, at) => {
      blocks.push(blockOf(group, flow.page, style, flow, groups[at + 1]?.above ?? 9, at >= last));
    });
    pending = [];
  };
  for (const item of flow.items) {
    if (item.kind === "line") {
      if (!running.has(item.line)) pending.push(...splitRunIn(item.line, pending.at(-1), style));
      continue;
    }
    flush();
    const { table, lines, box } = item.found;
    blocks.push({ type: "table", page: flow.page, box, lines, table });
  }
  flush();
  return [...headers, ...withImages(blocks, flow), ...turnedBlocks(flow, blocks, style), ...footers];
}

const lettersOf = (blocks: readonly Block[]) =>
  blocks.reduce((sum, { lines }) => sum + lines.reduce((own, { text }) => own + text.length, 0), 0);

/**
 * Blocks of turned text: after the upright text, as margin stamps and side notes are read; a turned page has little else.
 * Where it is the smaller part of the page it is labels and notes, and heads nothing.
 */
function turnedBlocks(flow: PageFlow, upright: readonly Block[], style: DocumentStyle): Block[] {
  return flow.turned.flatMap(({ turn, flow: own }) => {
    const running = style.turnedRunning.get(turn) ?? [];
    const blocks = pageBlocks(own, { ...style, running });
    const heads = lettersOf(blocks) > lettersOf(upright);
    return blocks.map((block): Block => {
      const { level, ...plain } = turnedBlock(block, turn, flow);
      if (plain.type !== "heading") return plain;
      return heads && level !== undefined ? { ...plain, level } : { ...plain, type: "paragraph" };
    });
  });
}

/** Images go after the last block of their column that ends above them. */
function withImages(blocks: readonly Block[], { images, page, width, height }: PageFlow): Block[] {
  const result = [...blocks];
  const pageSize = width * height;
  for (const box of images.slice(0, 500)) {
    const area = (box.x1 - box.x0) * (box.y1 - box.y0);
    if (area < 100 || (area > 0.9 * pageSize && blocks.length > 0)) continue;
    if (blocks.some((block) => block.type === "table" && holds(block.box, box))) continue;
    result.splice(imagePlace(result, box), 0, { type: "image", page, box, lines: [] });
  }
  return result;
}

function imagePlace(blocks: readonly Block[], box: Box): number {
  let place = -1;
  blocks.forEach((block, at) => {
    if (block.box.y1 <= box.y0 + 4 && sharedWidth(block.box, box) > 0) place = at;
  });
  return place + 1;
}
