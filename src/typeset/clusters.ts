/** Groups the glyphs that HarfBuzz placed in a run into clusters. */
import { groupWhile } from "../core/collections/group-while.ts";
import type { Face } from "./faces.ts";
import type { Part } from "./font-file.ts";
import type { PlacedGlyph } from "./harfbuzz.ts";

/** A cluster: a letter with its marks, a syllable, a ligature. It is written as one glyph of a PDF's font. */
export interface Cluster {
  readonly face: Face;
  readonly parts: readonly Part[];
  /** Font units. */
  readonly advance: number;
  /** The characters it represents, in reading order. */
  readonly text: string;
  readonly rightToLeft: boolean;
}

/** Part of a text in one font and one direction. */
export interface Run {
  readonly face: Face;
  /** Odd: right to left. */
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

/** Clusters of a run in visual order, left to right. */
export function shapeRun(text: string, { face, level, start, end }: Run): Cluster[] {
  const rightToLeft = level % 2 === 1;
  const glyphs = face.font.shape({ text, start, end, rightToLeft });
  const groups = groupWhile(glyphs, (last, glyph) => last.cluster === glyph.cluster);

  return groups.flatMap((group, k) => {
    const from = group[0].cluster;
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
  return sameAsBefore({ face, parts, advance: pen, text, rightToLeft: false });
}

/**
 * Readers reverse right-to-left text character by character, and don't expect several characters in one glyph: marks stay
 * separate glyphs, each before its base.
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

/** Single-glyph clusters remembered; beyond this, all are dropped. */
const maxKnown = 4096;
const known = new WeakMap<Face, Map<number, Cluster>>();

/** An earlier single-glyph cluster with the same text, if any: the labels of 100,000 pages consist of ten digits. */
function sameAsBefore(cluster: Cluster): Cluster {
  const [part] = cluster.parts;
  if (!part || cluster.parts.length > 1) return cluster;

  let byGlyph = known.get(cluster.face);
  if (!byGlyph || byGlyph.size >= maxKnown) {
    byGlyph = new Map();
    known.set(cluster.face, byGlyph);
  }

  const before = byGlyph.get(part.gid);
  const [same] = before?.parts ?? [];
  if (before?.text === cluster.text && before.advance === cluster.advance)
    if (same && same.x === part.x && same.y === part.y) return before;
  byGlyph.set(part.gid, cluster);

  return cluster;
}
