/**
 * Rejoins paragraphs whose lines are so far apart, or begin at the right, that each was painted as a block. Each page has its
 * own line spacing: lines at the same distance belong together.
 */
import type { RawBlock, RawLine } from "./raw-line.ts";

/** In font sizes: maximum distance between lines, and tolerance for distances and sizes. */
const widest = 1.9;
const narrowest = 0.8;
const same = 0.05;
/** In font sizes: tolerance for the starts of consecutive lines. */
const aligned = 0.1;

/** How far below a line the next one begins, in font sizes; undefined if it isn't the next line of a paragraph. */
function pitchOf(line: RawLine | undefined, next: RawLine | undefined): number | undefined {
  if (!line?.horizontal || !next?.horizontal) return undefined;
  if (Math.abs(next.size - line.size) > same * line.size) return undefined;
  const pitch = (next.baseline - line.baseline) / line.size;
  if (pitch < narrowest || pitch > widest) return undefined;
  const near = aligned * line.size;
  const below = Math.abs(next.begin - line.begin) < near || Math.abs(next.box.x1 - line.box.x1) < near;
  return below ? pitch : undefined;
}

/** The distance of a block's first two lines; single lines have none. */
function innerPitch([first, second]: readonly RawLine[]): number | undefined {
  return first && second ? Math.abs(second.baseline - first.baseline) / first.size : undefined;
}

/** The blocks, with lines of the same paragraph joined. */
export function joinedParagraphs(blocks: readonly RawBlock[]): RawBlock[] {
  const result: { lines: RawLine[] }[] = [];
  /** The last block's line spacing, if any. */
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
