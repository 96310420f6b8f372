/** Text to glyphs in visual order: characters to fonts, words to what HarfBuzz makes of them, lines of words. */
import type { Cluster } from "./clusters.ts";
import { type Level, levelsOf, runsBackwards } from "./direction.ts";
import { type Face, facesFor, type OtherFonts } from "./faces.ts";
import { type Bounds, moved, union } from "./outlines.ts";
import { covers, partsIn, visible } from "./parts.ts";
import { tokensOf, type Word, wordShaper } from "./words.ts";

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

/** Sets texts, loading the fonts they need. */
export async function typeset(texts: readonly string[], others: OtherFonts): Promise<Typeset> {
  const faces = new Map<string, Face>();
  const missing = new Set<string>();
  /** By place in `texts`, of those that do not run from left to right. */
  const levels = new Map<number, Level>();
  const tokens = new Set<string>();
  for (const [k, text] of texts.entries()) {
    for (const token of tokensOf(text)) tokens.add(token);
    if (!runsBackwards(text)) continue;
    levels.set(k, await levelsOf(text));
    // Whole texts too: those of mixed directions are not set word by word.
    tokens.add(text);
  }
  for (const part of partsIn(tokens)) {
    const face = await faceFor(part, others);
    if (face) faces.set(part, face);
    else for (const char of await lacking(part, others)) missing.add(char);
  }
  if (missing.size > 0) return { lines: [], missing: [...missing] };
  const shaper = wordShaper(faces);
  const lines = texts.map((text, k) => {
    const own = levels.get(k);
    const words = own ? shaper.mixed(text, own) : shaper.words(text);
    for (const word of words) for (const characters of word.lacking) missing.add(characters);
    return joined(text, words, own !== undefined);
  });
  return missing.size > 0 ? { lines: [], missing: [...missing] } : { lines, missing: [] };
}

async function faceFor(part: string, others: OtherFonts): Promise<Face | undefined> {
  const first = visible(part)[0] ?? " ";
  const [composed = first, ...rest] = visible(part.normalize("NFC"));
  // A font's range names a composed letter, and seldom all that it is composed of.
  const wanted = rest.length === 0 ? [first, composed] : [first];
  for await (const face of facesFor(wanted, others)) if (covers(face, part)) return face;
  return undefined;
}

/** Of a character and its marks, those that no font has; all when only their combination is what no font has. */
async function lacking(part: string, others: OtherFonts): Promise<string[]> {
  const chars = visible(part);
  const alone: string[] = [];
  for (const char of chars) if ((await faceFor(char, others)) === undefined) alone.push(char);
  return alone.length > 0 ? alone : chars;
}

function joined(text: string, words: readonly Word[], rightToLeft: boolean): Line {
  const [only] = words;
  if (only && words.length === 1)
    return { text, clusters: only.clusters, width: only.width, ink: only.ink, rightToLeft };
  const clusters: Cluster[] = [];
  let width = 0;
  let ink: Bounds | undefined;
  for (const word of words) {
    for (const cluster of word.clusters) clusters.push(cluster);
    if (word.ink) ink = union([ink, moved(word.ink, width, 0)]);
    width += word.width;
  }
  return { text, clusters, width, ink, rightToLeft };
}
