/** Turns text into glyphs in visual order: characters to fonts, and runs of one font and direction to HarfBuzz's output. */
import { type Cluster, type Run, shapeRun } from "./clusters.ts";
import { type Level, levelsOf, visualOrder } from "./direction.ts";
import { type Face, facesFor, type OtherFonts } from "./faces.ts";
import { type Bounds, moved, union } from "./outlines.ts";

/** A line of text. Lengths are in ems: multiply by the size. */
export interface Line {
  /** Left to right, in visual order. */
  readonly clusters: readonly Cluster[];
  readonly width: number;
  /** The inked area, relative to the start of the baseline; undefined for blanks. */
  readonly ink: Bounds | undefined;
}

export interface Typeset {
  /** One per text; empty if characters are missing. */
  readonly lines: readonly Line[];
  /** Characters that no font has, without duplicates. */
  readonly missing: readonly string[];
}

/** Typesets texts, loading the fonts they need. */
export async function typeset(texts: readonly string[], others: OtherFonts): Promise<Typeset> {
  const faces = new Map<string, Face>();
  const missing = new Set<string>();
  const allParts = new Set<string>();
  for (const text of texts) for (const part of partsOf(text)) allParts.add(part);

  for (const part of allParts) {
    const face = await faceFor(part, others);
    if (face) faces.set(part, face);
    else for (const char of await lacking(part, others)) missing.add(char);
  }

  if (missing.size > 0) return { lines: [], missing: [...missing] };
  const lines: Line[] = [];
  for (const text of texts) {
    const runs = visualOrder(runsOf(text, faces, await levelsOf(text)));
    const clusters = runs.flatMap((run) => shapeRun(text, run));
    // Parts whose characters a font has without being able to combine them.
    for (const { parts, text } of clusters) if (parts.some(({ gid }) => gid === 0)) missing.add(text);
    lines.push(measured(clusters));
  }

  return missing.size > 0 ? { lines: [], missing: [...missing] } : { lines, missing: [] };
}

async function faceFor(part: string, others: OtherFonts): Promise<Face | undefined> {
  const first = visible(part)[0] ?? " ";
  const [composed = first, ...rest] = visible(part.normalize("NFC"));
  // A font's range lists a composed letter, but rarely all of its components.
  const wanted = rest.length === 0 ? [first, composed] : [first];
  for await (const face of facesFor(wanted, others)) if (covers(face, part)) return face;
  return undefined;
}

/** The parts of a character with marks that no font has; all if only their combination is missing. */
async function lacking(part: string, others: OtherFonts): Promise<string[]> {
  const chars = visible(part);
  const alone: string[] = [];
  for (const char of chars) if ((await faceFor(char, others)) === undefined) alone.push(char);
  return alone.length > 0 ? alone : chars;
}

const common = /^[\p{Script=Common}\p{Script=Inherited}]/u;

function runsOf(text: string, faces: ReadonlyMap<string, Face>, levelAt: Level): Run[] {
  const runs: { face: Face; level: number; start: number; end: number }[] = [];
  let at = 0;

  for (const part of partsOf(text)) {
    const last = runs.at(-1);
    const own = faces.get(part);
    // Digits, spaces and periods stay with the letters before them.
    const stays = last && last.face !== own && common.test(part) && covers(last.face, part);
    const face = stays ? last.face : own;
    const level = levelAt(at);
    if (last && last.face === face && last.level === level) last.end += part.length;
    else if (face) runs.push({ face, level, start: at, end: at + part.length });
    at += part.length;
  }

  return runs;
}

function measured(clusters: readonly Cluster[]): Line {
  let width = 0;
  const boxes: (Bounds | undefined)[] = [];

  for (const { face, parts, advance } of clusters) {
    const em = 1 / face.font.unitsPerEm;
    for (const { gid, x, y } of parts) {
      const box = moved(face.outlines(gid).bounds, x, y);
      boxes.push(
        box && { x0: width + box.x0 * em, y0: box.y0 * em, x1: width + box.x1 * em, y1: box.y1 * em },
      );
    }
    width += advance * em;
  }

  return { clusters, width, ink: union(boxes) };
}

const graphemes = /[^\p{M}\p{Default_Ignorable_Code_Point}]?[\p{M}\p{Default_Ignorable_Code_Point}]*/gsu;
const ignorable = /\p{Default_Ignorable_Code_Point}/u;

/** The parts of a text that one font must cover, in order: characters with their marks. */
const partsOf = (text: string): string[] => text.match(graphemes)?.filter((part) => part !== "") ?? [];

/** The characters of a text that a font must have. */
const visible = (text: string): string[] => [...text].filter((char) => !ignorable.test(char));

/** Whether a font covers a text, in one of its normalization forms. */
function covers(face: Face, text: string): boolean {
  const has = (form: string) =>
    visible(form).every((char) => face.font.glyph(char.codePointAt(0) ?? 0) !== 0);
  return has(text) || has(text.normalize("NFC")) || has(text.normalize("NFD"));
}
