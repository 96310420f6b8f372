/** Text to glyphs in visual order: characters to fonts, runs by direction and font, shaped by HarfBuzz. */

import { type Level, levelsOf, visualOrder } from "./direction.ts";
import { type Face, facesFor, type OtherFonts } from "./faces.ts";
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
export async function typeset(texts: readonly string[], others: OtherFonts): Promise<Typeset> {
  const faces = new Map<string, Face>();
  const missing = new Set<string>();
  const tokens = new Set(texts.flatMap((text) => text.match(wordOrBlank) ?? []));
  // Whole texts too: those of mixed directions are not set word by word.
  const levels = await Promise.all(texts.map(levelsOf));
  texts.forEach((text, k) => {
    if (levels[k]) tokens.add(text);
  });
  for (const part of new Set([...tokens].flatMap(partsOf))) {
    const face = await faceFor(part, others);
    if (face) faces.set(part, face);
    else for (const char of await lacking(part, others)) missing.add(char);
  }
  if (missing.size > 0) return { lines: [], missing: [...missing] };
  const shaper = wordShaper(faces);
  const lines = texts.map((text, k) => {
    const own = levels[k];
    return own ? joined(text, shaper.mixed(text, own), true) : joined(text, shaper.words(text), false);
  });
  // A font may have the characters and yet no way to write them together.
  for (const { clusters } of shaper.shaped())
    for (const { parts, text } of clusters) if (parts.some(({ gid }) => gid === 0)) missing.add(text);
  return missing.size > 0 ? { lines: [], missing: [...missing] } : { lines, missing: [] };
}

function partsOf(text: string): string[] {
  return text.match(graphemes)?.filter((part) => part !== "") ?? [];
}

async function faceFor(part: string, others: OtherFonts): Promise<Face | undefined> {
  const first = visible(part)[0] ?? " ";
  for await (const face of facesFor(first.codePointAt(0) ?? 0, others)) if (covers(face, part)) return face;
  return undefined;
}

/** Of a character and its marks, those that no font has; all when only their combination is what no font has. */
async function lacking(part: string, others: OtherFonts): Promise<string[]> {
  const chars = visible(part);
  const alone: string[] = [];
  for (const char of chars) if ((await faceFor(char, others)) === undefined) alone.push(char);
  return alone.length > 0 ? alone : chars;
}

interface Run {
  readonly face: Face;
  readonly level: number;
  readonly start: number;
  end: number;
}

/** `before`: the font of what stands before the text. */
function runsOf(
  text: string,
  faces: ReadonlyMap<string, Face>,
  levelAt: Level,
  before: Face | undefined,
): Run[] {
  const runs: Run[] = [];
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

/** Clusters one after the other, measured in ems. */
interface Word {
  readonly clusters: readonly Cluster[];
  readonly width: number;
  readonly ink: Bounds | undefined;
}

interface WordShaper {
  /** The words of a text that runs from left to right. */
  words(text: string): readonly Word[];
  /** A text of several directions, in the order it is seen. */
  mixed(text: string, levels: Level): readonly Word[];
  shaped(): readonly Word[];
}

/** Words and the blanks between them. */
const wordOrBlank = / +|[^ ]+/g;

/** Shapes each word once: a thousand labels have few. Nothing in our fonts reaches across a blank. */
function wordShaper(faces: ReadonlyMap<string, Face>): WordShaper {
  const known = new Map<Face | undefined, Map<string, Word>>();
  const all: Word[] = [];
  const shape = (text: string, runs: readonly Run[]): Word => {
    const word = measured(visualOrder(runs).flatMap((run) => shapeRun(text, run)));
    all.push(word);
    return word;
  };
  return {
    shaped: () => all,
    mixed: (text, levels) => [shape(text, runsOf(text, faces, levels, undefined))],
    words(text) {
      let before: Face | undefined;
      return (text.match(wordOrBlank) ?? []).map((token) => {
        const same = known.get(before) ?? new Map<string, Word>();
        known.set(before, same);
        const word =
          same.get(token) ??
          shape(
            token,
            runsOf(token, faces, () => 0, before),
          );
        same.set(token, word);
        before = word.clusters.at(-1)?.face ?? before;
        return word;
      });
    },
  };
}

function joined(text: string, words: readonly Word[], rightToLeft: boolean): Line {
  const [only] = words;
  if (only && words.length === 1) return { text, ...only, rightToLeft };
  const clusters: Cluster[] = [];
  let width = 0;
  let ink: Bounds | undefined;
  for (const word of words) {
    for (const cluster of word.clusters) clusters.push(cluster);
    ink = union([ink, moved(word.ink, width, 0)]);
    width += word.width;
  }
  return { text, clusters, width, ink, rightToLeft };
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
