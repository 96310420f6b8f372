/** The fonts of a stamp: the glyphs that each needs, the encoding of lines, and the facts that a PDF needs about them. */
import { createHash } from "node:crypto";
import { pushTo } from "../core/collections/maps.ts";
import { toUnicode } from "../fonts/cmaps/unicode-map.ts";
import type { Cluster } from "./clusters.ts";
import type { Face } from "./faces.ts";
import { type FontFile, makeFontFile } from "./font-file.ts";
import type { Line } from "./typeset.ts";

/** Part of a line in one font. */
export interface EncodedRun {
  /** Index in `FontSet.fonts`. */
  readonly font: number;
  /** Operand of `TJ` for a font with two-byte codes: `[<0001>-12<0002>]`. */
  readonly show: string;
  /** Its text if it runs left to right; undefined if right to left. */
  readonly reads: string | undefined;
}

/** Values for a font's dictionaries (ISO 32000-2, 9.7 and 9.8). Metrics are in thousandths of the size. */
export interface FontFacts {
  /** With its subset tag. */
  readonly name: string;
  readonly file: Uint8Array;
  /** Widths of codes 1, 2, 3 … */
  readonly widths: readonly number[];
  readonly box: readonly [number, number, number, number];
  readonly ascent: number;
  readonly descent: number;
  readonly toUnicode: string;
}

export interface FontSet {
  /** The line in visual order, left to right. */
  encode(line: Line): EncodedRun[];
  /** The fonts in use, once all lines are encoded. */
  facts(): FontFacts[];
}

interface Used {
  readonly face: Face;
  /** Codes by the text that they represent. */
  readonly codes: Map<string, Code[]>;
  readonly clusters: Cluster[];
}

interface Code {
  readonly hex: string;
  /** The first cluster with this code. */
  readonly cluster: Cluster;
}

/** Whether clusters look the same; their advances may differ. */
function lookAlike({ parts }: Cluster, other: Cluster): boolean {
  return (
    parts.length === other.parts.length &&
    parts.every(({ gid, x, y }, k) => {
      const same = other.parts[k];
      return gid === same?.gid && x === same.x && y === same.y;
    })
  );
}

export function createFontSet(): FontSet {
  const used: Used[] = [];

  const fontOf = (face: Face): number => {
    const known = used.findIndex((font) => font.face === face);
    return known < 0 ? used.push({ face, codes: new Map(), clusters: [] }) - 1 : known;
  };

  const codeOf = ({ codes, clusters }: Used, cluster: Cluster): Code => {
    const known = codes.get(cluster.text)?.find((code) => lookAlike(code.cluster, cluster));
    if (known) return known;
    const code = { hex: clusters.push(cluster).toString(16).padStart(4, "0"), cluster };
    pushTo(codes, cluster.text, code);
    return code;
  };

  return {
    encode(line) {
      const runs: EncodedRun[] = [];
      let hex = "";
      let current = -1;
      let backwards = false;
      let items = "";
      let reads = "";

      const endRun = () => {
        if (hex !== "") items += `<${hex}>`;
        if (current >= 0)
          runs.push({ font: current, show: `[${items}]`, reads: backwards ? undefined : reads });
        hex = "";
        items = "";
        reads = "";
      };

      for (const cluster of line.clusters) {
        const font = fontOf(cluster.face);
        if (font !== current || cluster.rightToLeft !== backwards) endRun();
        current = font;
        backwards = cluster.rightToLeft;
        reads += cluster.text;
        const own = used[font];
        if (!own) continue;
        const code = codeOf(own, cluster);
        hex += code.hex;
        const more = cluster.advance - code.cluster.advance;
        if (more === 0) continue;
        items += `<${hex}>${thousandths(-more, cluster.face)}`;
        hex = "";
      }

      endRun();
      return runs;
    },
    facts: () => used.map(factsOf),
  };
}

function thousandths(units: number, { font }: Face): number {
  return Math.round((units * 1e6) / font.unitsPerEm) / 1000;
}

function factsOf({ face, clusters }: Used): FontFacts {
  const file: FontFile = makeFontFile(face, clusters);
  const { x0, y0, x1, y1 } = file.bounds;
  const scale = (units: number) => thousandths(units, face);
  return {
    name: `${subsetTag(file.bytes)}+${face.name}`,
    file: file.bytes,
    widths: clusters.map(({ advance }) => scale(Math.max(0, advance))),
    box: [scale(x0), scale(y0), scale(x1), scale(y1)],
    ascent: scale(face.font.ascent),
    descent: scale(face.font.descent),
    toUnicode: toUnicode(clusters.map(({ text }) => text)),
  };
}

/** Six letters that distinguish this subset from others (9.9.2). */
function subsetTag(file: Uint8Array): string {
  const digest = createHash("sha256").update(file).digest();
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join("");
}
