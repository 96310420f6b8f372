/** Words as they are set: each is shaped once, since a thousand labels have few. Nothing in our fonts reaches across a blank. */
import { type Cluster, type Run, shapeRun } from "./clusters.ts";
import { type Level, visualOrder } from "./direction.ts";
import type { Face } from "./faces.ts";
import { type Bounds, moved, union } from "./outlines.ts";
import { covers, partsOf } from "./parts.ts";

/** Clusters one after the other, measured in ems. */
export interface Word {
  readonly clusters: readonly Cluster[];
  readonly width: number;
  /** From the start of the baseline; undefined for blanks. */
  readonly ink: Bounds | undefined;
  /** What its fonts have the characters of, and yet no way to write together. */
  readonly lacking: readonly string[];
}

export interface WordShaper {
  /** The words of a text that runs from left to right. */
  words(text: string): readonly Word[];
  /** A text of several directions, in the order it is seen. */
  mixed(text: string, levels: Level): readonly Word[];
}

const common = /^[\p{Script=Common}\p{Script=Inherited}]/u;

/** Words and the blanks between them. */
const wordOrBlank = / +|[^ ]+/g;

export function tokensOf(text: string): readonly string[] {
  return text.match(wordOrBlank) ?? [];
}

/** `faces`: the font of each part of the texts that will be set. */
export function wordShaper(faces: ReadonlyMap<string, Face>): WordShaper {
  /** By the font of what stands before them, which is the font of their digits and points too. */
  const inFonts = new Map<Face | undefined, Map<string, Word>>();
  const wordAfter = (before: Face | undefined, token: string): Word => {
    const same = inFonts.get(before) ?? new Map<string, Word>();
    inFonts.set(before, same);
    const word =
      same.get(token) ??
      shaped(
        token,
        runsOf(token, faces, () => 0, before),
      );
    same.set(token, word);
    return word;
  };
  return {
    mixed: (text, levels) => [shaped(text, runsOf(text, faces, levels, undefined))],
    words(text) {
      let before: Face | undefined;
      return tokensOf(text).map((token) => {
        const word = wordAfter(before, token);
        before = word.clusters.at(-1)?.face ?? before;
        return word;
      });
    },
  };
}

function shaped(text: string, runs: readonly Run[]): Word {
  return measured(visualOrder(runs).flatMap((run) => shapeRun(text, run)));
}

/** `before`: the font of what stands before the text. */
function runsOf(
  text: string,
  faces: ReadonlyMap<string, Face>,
  levelAt: Level,
  before: Face | undefined,
): Run[] {
  const runs: { face: Face; level: number; start: number; end: number }[] = [];
  let at = 0;
  for (const part of partsOf(text)) {
    const last = runs.at(-1);
    const near = last?.face ?? before;
    const own = faces.get(part);
    // Digits, spaces and points stay with the letters before them.
    const face = near && near !== own && common.test(part) && covers(near, part) ? near : own;
    const level = levelAt(at);
    if (last && last.face === face && last.level === level) last.end += part.length;
    else if (face) runs.push({ face, level, start: at, end: at + part.length });
    at += part.length;
  }
  return runs;
}

/** Of most words. */
const nothing: readonly string[] = [];

function measured(clusters: readonly Cluster[]): Word {
  let width = 0;
  const boxes: (Bounds | undefined)[] = [];
  const lacking: string[] = [];
  for (const { face, parts, advance, text } of clusters) {
    const em = 1 / face.font.unitsPerEm;
    for (const { gid, x, y } of parts) {
      const box = moved(face.outlines(gid).bounds, x, y);
      boxes.push(
        box && { x0: width + box.x0 * em, y0: box.y0 * em, x1: width + box.x1 * em, y1: box.y1 * em },
      );
    }
    if (parts.some(({ gid }) => gid === 0)) lacking.push(text);
    width += advance * em;
  }
  return { clusters, width, ink: union(boxes), lacking: lacking.length > 0 ? lacking : nothing };
}
