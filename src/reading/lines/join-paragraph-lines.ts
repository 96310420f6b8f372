/**
 * Paragraphs whose lines stand so far apart, or begin at the right, that each was painted as a block: blocks again. The
 * pitch of one page holds for no other: lines belong together that follow each other at one distance.
 */
import type { RawBlock, RawLine } from "./raw-line.ts";

/** In font sizes: the widest distance between lines, and what distances, and sizes, may differ. */
const widest = 1.9;
const narrowest = 0.8;
const same = 0.05;
/** In font sizes: how near the beginnings of lines below each other are. */
const aligned = 0.1;

/** How far below a line another begins, in font sizes; undefined: it is not the next line of a paragraph. */
function pitchOf(line: RawLine | undefined, next: RawLine | undefined): number | undefined {
  if (!line?.horizontal || !next?.horizontal) return undefined;
  if (Math.abs(next.size - line.size) > same * line.size) return undefined;
  const pitch = (next.baseline - line.baseline) / line.size;
  if (pitch < narrowest || pitch > widest) return undefined;
  const near = aligned * line.size;
  const below = Math.abs(next.begin - line.begin) < near || Math.abs(next.box.x1 - line.box.x1) < near;
  return below ? pitch : undefined;
}

/** The distance of the first two lines of a block: those of one line have none. */
function innerPitch([first, second]: readonly RawLine[]): number | undefined {
  return first && second ? Math.abs(second.baseline - first.baseline) / first.size : undefined;
}

/** The blocks with those joined that are lines of one paragraph. */
export function joinedParagraphs(blocks: readonly RawBlock[]): RawBlock[] {
  const result: { lines: RawLine[] }[] = [];
  /** The pitch of the last block, where it has one. */
  let pitch: number | undefined;
  for (const { lines } of blocks) {
    const own = innerPitch(lines);
    const last = result.at(-1);
    const between = pitchOf(last?.lines.at(-1), lines[0]);
    const fits = (one: number | undefined) => one === undefined || Math.abs(one - (between ?? 0)) < same;
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
