/** Groups a column's lines by position and style: paragraphs, lists, code. */

import { once } from "../../../core/once.ts";
import { isInItem, itemOf } from "../lists/list-rules.ts";
import type { Line } from "../model/blocks.ts";
import type { DocumentStyle } from "../model/document-style.ts";
import type { Edges, Group, OpenItem } from "../model/group.ts";
import { countsOn, raisedMark } from "../notes/note-marks.ts";
import { codeGoesOn, standsAsCode } from "../paragraphs/code-lines.ts";
import { brokenEarly, columnOf, follows } from "../paragraphs/line-pairs.ts";
import * as t from "../tolerances/tolerances.ts";

const isCentered = (a: Line, b: Line) =>
  Math.abs(a.box.x0 + a.box.x1 - b.box.x0 - b.box.x1) < t.centerShift &&
  Math.abs(a.box.x0 - b.box.x0) > t.centerEdge;

const isShort = (text: string) => text.length <= 120 && /^.{0,60}$/u.test(text);

const endsSentence = (text: string) => '.!?:;。！？…)"”»]'.includes(text.at(-1) ?? " ");

/** Whether a line of small print begins a different note than the line above it. */
function beginsNote(first: Line, line: Line, style: DocumentStyle): boolean {
  if (line.size > t.smallPrint * style.bodySize) return false;
  return raisedMark(line) !== undefined || countsOn(first, line);
}

function belongs(group: Group, line: Line, style: DocumentStyle, edges: Edges): boolean {
  const last = group.lines.at(-1);
  const first = group.lines[0];
  if (!last || !first || !follows(last, line, style) || beginsNote(first, line, style)) return false;

  if (last.bold !== line.bold && !mixed(last, line)) return false;

  const size = line.size;
  const setIn = line.box.x0 - first.box.x0;
  if (isCentered(last, line) && isCentered(first, line)) return true;
  if (line.rightToLeft) return !endsEarly(last, line, edges);

  if (group.lines.length > 1) {
    let left = Number.POSITIVE_INFINITY;
    for (let k = 1; k < group.lines.length; k += 1) left = Math.min(left, group.lines[k]?.box.x0 ?? left);
    // An indentation begins a paragraph; so does the return from a hanging indent.
    if (line.box.x0 > left + t.indent * size && line.box.x0 < left + t.deepIndent * size) return false;
    if (left > first.box.x0 + t.indent * size && Math.abs(setIn) < t.exactEdge * size) return false;
  } else if (setIn > t.indent * size && brokenEarly(last, line, edges)) return false;
  else if (setIn > t.otherPlace * size) return false;

  return !endsEarly(last, line, edges);
}

/** Whether a paragraph ends with a line: there was more room, and the line is short or ends a sentence. */
const endsEarly = (last: Line, line: Line, edges: Edges) =>
  (isShort(last.text) || endsSentence(last.text)) && brokenEarly(last, line, edges);

/** A partly bold line continues a paragraph that begins bold. */
function mixed(a: Line, b: Line): boolean {
  const some = (line: Line) =>
    line.words.some(({ face }) => face.bold) && line.words.some(({ face }) => !face.bold);
  return some(a) || some(b);
}

/** Dashes before the name of a quote's author: they begin items only if others do. */
const saidBy = /^[\u2014\u2015]$/;

/** A group that isn't a list: one item, beginning with a long dash like a quote's author. */
const withoutNames = (group: Group): Group =>
  group.items?.length === 1 && saidBy.test(group.items[0]?.marker.text ?? "")
    ? { lines: group.lines, kind: "text", above: group.above, column: group.column }
    : group;

export function groupLines(lines: readonly Line[], style: DocumentStyle): Group[] {
  const groups: Group[] = [];

  lines.forEach((line, at) => {
    const group = groups.at(-1);
    const last = group?.lines.at(-1);
    const above = last ? (line.baseline - last.baseline) / line.size : 9;
    const edges = once(() => columnOf(lines, at));
    const begin = (kind: Group["kind"], items?: OpenItem[]) =>
      groups.push({ lines: [line], kind, above, column: edges, ...(items && { items }) });

    if (line.runIn || last?.runIn) {
      begin("text");
      return;
    }

    if (standsAsCode(lines, at, style)) {
      if (group?.kind === "code" && last && codeGoesOn(last, line)) group.lines.push(line);
      else begin("code");
      return;
    }

    const seen = { line, lines, at, above: group, style, edges };
    const item = itemOf(seen);

    if (item) {
      if (group?.kind === "list" && above > 0 && above < t.listPitch) {
        group.lines.push(line);
        group.items?.push(item);
      } else begin("list", [item]);
      return;
    }

    if (isInItem(seen)) {
      group?.lines.push(line);
      group?.items?.at(-1)?.lines.push(line);
    } else if (group?.kind === "text" && belongs(group, line, style, edges)) group.lines.push(line);
    else begin("text");
  });

  return groups.map(withoutNames);
}
