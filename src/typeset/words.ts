/** Words as they are set: each is shaped once, since a thousand labels have few. Nothing in our fonts reaches across a blank. */
import { type Cluster, type Run, shapeRun } from "./clusters.ts";
import { type Level, visualOrder } from "./direction.ts";
import type { Face } from "./faces.ts";
import { type Bounds, moved, union } from "./outlines.ts";
import { covers, isAscii, partsOf } from "./parts.ts";

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
  const inFonts = new Map<Face | undefined, Map<string, Word>>();
  const mixedWord = (token: string, before: Face | undefined): Word => {
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
  /** The font that has all of an ASCII word; undefined: there is more to be looked at. */
  const soleFace = (token: string): Face | undefined => {
    if (!isAscii(token)) return undefined;
    const face = faces.get(token.charAt(0));
    for (let k = 1; k < token.length; k++) if (faces.get(token.charAt(k)) !== face) return undefined;
    return face;
  };
  return {
    mixed: (text, levels) => [shaped(text, runsOf(text, faces, levels, undefined))],
    words(text) {
      let before: Face | undefined;
      return tokensOf(text).map((token) => {
        const face = soleFace(token);
        const plain = face !== undefined && (before === undefined || before === face);
        const word = plain ? wordIn(face, token) : mixedWord(token, before);
        before = word.clusters.at(-1)?.face ?? before;
        return word;
      });
    },
  };
}

/**
 * What is known of a font weighs its words and their clusters; beyond this all are forgotten. Enough for the numbers of the
 * pages of any usual document: a word takes about 200 bytes, each cluster, which words share, eight more.
 */
const maxKnown = 250_000;
/** A word without its clusters. */
const wordWeight = 4;

interface Known {
  readonly words: Map<string, Word>;
  weight: number;
}

const knownOf = new WeakMap<Face, Known>();

/** A word in one font, from left to right. Fonts stay loaded, and so do the words: documents have the same numbers. */
function wordIn(face: Face, text: string): Word {
  let known = knownOf.get(face);
  const before = known?.words.get(text);
  if (before) return before;
  if (!known || known.weight >= maxKnown) {
    known = { words: new Map(), weight: 0 };
    knownOf.set(face, known);
  }
  const word = shaped(text, [{ face, level: 0, start: 0, end: text.length }]);
  known.words.set(text, word);
  known.weight += wordWeight + word.clusters.length;
  return word;
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
