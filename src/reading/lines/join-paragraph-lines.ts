/**
 * Paragraphs whose lines stand so far apart, or begin at the right, that engines take each for a block: blocks again. What is
 * said of one page's pitch holds for no other: lines belong together that follow each other at one distance.
 */
import type { LineExtent } from "./merge-overlapping-text.ts";

/** In font sizes: the widest distance between lines, and what distances, and sizes, may differ. */
const widest = 1.9;
const narrowest = 0.8;
const same = 0.05;
/** In font sizes: how near the beginnings of lines below each other are. */
const aligned = 0.1;

interface Block<Line> {
  readonly lines: readonly Line[];
}

/** How far below a line another begins, in font sizes; undefined: it is not the next line of a paragraph. */
function pitchOf(line: LineExtent | undefined, next: LineExtent | undefined): number | undefined {
  if (!line || !next || Math.abs(next.size - line.size) > same * line.size) return undefined;
  const pitch = (next.baseline - line.baseline) / line.size;
  if (pitch < narrowest || pitch > widest) return undefined;
  const near = aligned * line.size;
  return Math.abs(next.x0 - line.x0) < near || Math.abs(next.x1 - line.x1) < near ? pitch : undefined;
}

/** The blocks with those joined that are lines of one paragraph. `extents`: of each line, in order; of other lines: as they are. */
export function joinedParagraphs<Line>(
  blocks: readonly Block<Line>[],
  extents: readonly (LineExtent | undefined)[],
): Block<Line>[] {
  const count = blocks.reduce((sum, { lines }) => sum + lines.length, 0);
  // Behind the last line of plain text is one more, empty.
  if (count - extents.length > 1 || count < extents.length) return [...blocks];
  const result: { lines: Line[] }[] = [];
  /** The pitch of the last block, where it has one, and where it ends. */
  let pitch: number | undefined;
  let end = 0;
  for (const { lines } of blocks) {
    const start = end;
    end += lines.length;
    const own = innerPitch(extents, start, end);
    const between = pitchOf(extents[start - 1], extents[start]);
    const fits = (one: number | undefined) => one === undefined || Math.abs(one - (between ?? 0)) < same;
    const last = result.at(-1);
    if (last && between !== undefined && fits(pitch) && fits(own)) {
      last.lines.push(...lines);
      pitch = between;
    } else {
      result.push({ lines: [...lines] });
      pitch = own;
    }
  }
  return result;
}

/** The distance of the first two lines of a block: those of one line have none. */
function innerPitch(
  extents: readonly (LineExtent | undefined)[],
  start: number,
  end: number,
): number | undefined {
  const [first, second] = [extents[start], extents[start + 1]];
  if (end - start < 2 || !first || !second) return undefined;
  return Math.abs(second.baseline - first.baseline) / first.size;
}
