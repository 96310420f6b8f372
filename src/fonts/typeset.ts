/** Text to glyphs in visual order: characters to fonts, runs by direction and font, shaped by HarfBuzz. */

import { type Level, levelsOf, visualOrder } from "./direction.ts";
import { type Face, type FallbackFont, facesFor } from "./faces.ts";
import type { Part } from "./font-file.ts";
import type { PlacedGlyph } from "./harfbuzz.ts";
import { type Bounds, moved, union } from "./outlines.ts";

/** What belongs together: a letter with its marks, a syllable, a ligature. It is written as one glyph of a PDF's font. */
export interface Cluster {
  readonly face: Face;
  readonly parts: readonly Part[];
  /** Font units. */
  readonly advance: number;
  /** The characters it stands for, in the order they are read. */
  readonly text: string;
  readonly rightToLeft: boolean;
}

/** A line of text. Lengths are in ems: multiply by the size. */
export interface Line {
  readonly text: string;
  /** Left to right, as seen. */
  readonly clusters: readonly Cluster[];
  readonly width: number;
  /** What is inked, from the start of the baseline; undefined for blanks. */
  readonly ink: Bounds | undefined;
  /** Whether something in it runs from right to left. */
  readonly rightToLeft: boolean;
}

export interface Typeset {
  /** One for each text; empty when characters are missing. */
  readonly lines: readonly Line[];
  /** Characters that no font has, each once. */
  readonly missing: readonly string[];
}

/** A character with what is written on and around it. */
const graphemes = /[^\p{M}\p{Default_Ignorable_Code_Point}]?[\p{M}\p{Default_Ignorable_Code_Point}]*/gsu;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;
const common = /^[\p{Script=Common}\p{Script=Inherited}]/u;

/** The characters of a text that a font must have. */
function visible(text: string): string[] {
  return [...text].filter((char) => !ignorable.test(char));
}

function covers(face: Face, text: string): boolean {
  const has = (form: string) => visible(form).every((char) => face.glyph(char.codePointAt(0) ?? 0) !== 0);
  return has(text) || has(text.normalize("NFC")) || has(text.normalize("NFD"));
}

/** Sets texts, loading the fonts they need. */
export async function typeset(texts: readonly string[], fallback: FallbackFont): Promise<Typeset> {
  const faces = new Map<string, Face>();
  const missing = new Set<string>();
  const split = texts.map((text) => text.match(graphemes)?.filter((part) => part !== "") ?? []);
  for (const part of new Set(split.flat())) {
    const face = await faceFor(part, fallback);
    if (face) faces.set(part, face);
    else for (const char of await lacking(part, fallback)) missing.add(char);
  }
  if (missing.size > 0) return { lines: [], missing: [...missing] };
  const words = wordShaper();
  const lines: Line[] = [];
  for (const [k, text] of texts.entries())
    lines.push(setLine(text, split[k] ?? [], faces, await levelsOf(text), words));
  // A font may have the characters and yet no way to write them together.
  for (const { clusters } of words.shaped())
    for (const { parts, text } of clusters) if (parts.some(({ gid }) => gid === 0)) missing.add(text);
  return missing.size > 0 ? { lines: [], missing: [...missing] } : { lines, missing: [] };
}

async function faceFor(part: string, fallback: FallbackFont): Promise<Face | undefined> {
  const first = visible(part)[0] ?? " ";
  for await (const face of facesFor(first.codePointAt(0) ?? 0, fallback)) if (covers(face, part)) return face;
  return undefined;
}

/** Of a character and its marks, those that no font has; all when only their combination is what no font has. */
async function lacking(part: string, fallback: FallbackFont): Promise<string[]> {
  const chars = visible(part);
  const alone: string[] = [];
  for (const char of chars) if ((await faceFor(char, fallback)) === undefined) alone.push(char);
  return alone.length > 0 ? alone : chars;
}

interface Run {
  readonly face: Face;
  readonly level: number;
  readonly start: number;
  end: number;
}

function setLine(
  text: string,
  parts: readonly string[],
  faces: ReadonlyMap<string, Face>,
  levels: Level,
  words: WordShaper,
): Line {
  const runs: Run[] = [];
  let at = 0;
  for (const part of parts) {
    const last = runs.at(-1);
    const own = faces.get(part);
    // Digits, spaces and points stay with the letters before them.
    const face = last && last.face !== own && common.test(part) && covers(last.face, part) ? last.face : own;
    const level = levels(at);
    if (last && last.face === face && last.level === level) last.end += part.length;
    else if (face) runs.push({ face, level, start: at, end: at + part.length });
    at += part.length;
  }
  const clusters: Cluster[] = [];
  let width = 0;
  let ink: Bounds | undefined;
  for (const run of visualOrder(runs)) {
    for (const word of words.shape(text, run)) {
      for (const cluster of word.clusters) clusters.push(cluster);
      ink = union([ink, moved(word.ink, width, 0)]);
      width += word.width;
    }
  }
  return { text, clusters, width, ink, rightToLeft: runs.some(({ level }) => level % 2 === 1) };
}

/** Clusters one after the other, measured in ems. */
interface Word {
  readonly clusters: readonly Cluster[];
  readonly width: number;
  readonly ink: Bounds | undefined;
}

interface WordShaper {
  shape(text: string, run: Run): readonly Word[];
  shaped(): readonly Word[];
}

/** Words and the blanks between them. */
const wordOrBlank = / +|[^ ]+/g;

/** Shapes each word once: a thousand labels have few. Nothing in our fonts reaches across a blank. */
function wordShaper(): WordShaper {
  const known = new Map<Face, Map<string, Word>>();
  const all: Word[] = [];
  const keep = (clusters: readonly Cluster[]): Word => {
    const word = measured(clusters);
    all.push(word);
    return word;
  };
  return {
    shaped: () => all,
    shape(text, run) {
      // From right to left words would have to be turned around; such labels are rarely many.
      if (run.level % 2 === 1) return [keep(shapeRun(text, run))];
      const own = known.get(run.face) ?? new Map<string, Word>();
      known.set(run.face, own);
      const words = text.slice(run.start, run.end).match(wordOrBlank) ?? [];
      return words.map((word) => {
        const made = own.get(word) ?? keep(shapeRun(word, { ...run, start: 0, end: word.length }));
        own.set(word, made);
        return made;
      });
    },
  };
}

function measured(clusters: readonly Cluster[]): Word {
  let width = 0;
  const boxes: (Bounds | undefined)[] = [];
  for (const { face, parts, advance } of clusters) {
    const { outlines } = face;
    const em = 1 / outlines.unitsPerEm;
    for (const { gid, x, y } of parts) {
      const box = moved(outlines.bounds(gid), x, y);
      boxes.push(
        box && { x0: width + box.x0 * em, y0: box.y0 * em, x1: width + box.x1 * em, y1: box.y1 * em },
      );
    }
    width += advance * em;
  }
  return { clusters, width, ink: union(boxes) };
}

function shapeRun(text: string, run: Run): Cluster[] {
  const { face, start, end } = run;
  const rightToLeft = run.level % 2 === 1;
  const glyphs = face.shape({ text, start, end, rightToLeft });
  const groups: PlacedGlyph[][] = [];
  for (const glyph of glyphs) {
    const last = groups.at(-1);
    if (last?.[0]?.cluster === glyph.cluster) last.push(glyph);
    else groups.push([glyph]);
  }
  return groups.flatMap((group, k) => {
    const from = group[0]?.cluster ?? start;
    const next = rightToLeft ? groups[k - 1] : groups[k + 1];
    const characters = text.slice(from, next?.[0]?.cluster ?? end);
    return rightToLeft ? backwards(face, group, characters) : [forwards(face, group, characters)];
  });
}

function forwards(face: Face, group: readonly PlacedGlyph[], text: string): Cluster {
  let pen = 0;
  const parts = group.map(({ gid, x, y, advance }) => {
    const part = { gid, x: pen + x, y };
    pen += advance;
    return part;
  });
  return { face, parts, advance: pen, text, rightToLeft: false };
}

/**
 * Readers turn text that runs from right to left around, character by character, and know nothing of several in one
 * glyph: marks stay glyphs of their own, each before what it is written on.
 */
function backwards(face: Face, group: readonly PlacedGlyph[], text: string): Cluster[] {
  const characters = [...text].reverse();
  if (characters.length !== group.length) return [{ ...forwards(face, group, text), rightToLeft: true }];
  return group.map(({ gid, x, y, advance }, k) => ({
    face,
    parts: [{ gid, x, y }],
    advance,
    text: characters[k] ?? "",
    rightToLeft: true,
  }));
}
