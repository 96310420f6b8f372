/** Widths of CIDs, and their positions in vertical writing (ISO 32000-2, 9.7.4.3). In thousandths of the size. */
import type { CosDocument } from "../cos/document.ts";
import type { CosArray, CosDict } from "../cos/syntax/value.ts";
import { arrayAt, numberAt } from "../cos/typed-get.ts";
import { type CodeRange, codeRanges } from "./cmaps/code-ranges.ts";

/** The vertical displacement to the next character, and the position vector. */
export interface Vertical {
  readonly advance: number;
  readonly x: number;
  readonly y: number;
}

export interface CidMetrics {
  width(cid: number): number;
  vertical(cid: number): Vertical;
}

/** CIDs are two-byte numbers. */
const lastCid = 0xffff;
/** If a file doesn't specify it. */
const usualWidth = 1000;
const usualHeight = 880;
const usualAdvance = -1000;

/** Finds the values of a CID. */
type Values = (cid: number) => readonly number[] | undefined;

/** /W or /W2: `first [values …]` or `first last values`, with `each` values per CID. */
function readRuns(cos: CosDocument, entry: CosArray | undefined, each: number): Values {
  if (!entry) return () => undefined;

  const at = (k: number) => numberAt(cos, entry[k]) ?? 0;
  const runs: CodeRange<{ readonly values: readonly number[]; readonly listed: boolean }>[] = [];

  for (let k = 0; k < entry.length; ) {
    const low = at(k);
    const list = arrayAt(cos, entry[k + 1]);
    const values = list
      ? list.map((item) => numberAt(cos, item) ?? 0)
      : Array.from({ length: each }, (_, part) => at(k + 2 + part));
    const high = Math.min(list ? low + Math.ceil(list.length / each) - 1 : at(k + 1), lastCid);
    if (low >= 0 && high >= low) runs.push({ low, high, value: { values, listed: list !== undefined } });
    k += list ? 2 : 2 + each;
  }

  const find = codeRanges(runs);
  return (cid) => {
    const run = find(cid);
    if (!run?.value.listed) return run?.value.values;
    const start = (cid - run.low) * each;
    return run.value.values.slice(start, start + each);
  };
}

/** The metrics in a CIDFont's dictionary. */
export function readCidMetrics(cos: CosDocument, font: CosDict): CidMetrics {
  const usual = numberAt(cos, font.get("DW")) ?? usualWidth;
  const widths = readRuns(cos, arrayAt(cos, font.get("W")), 1);
  const width = (cid: number) => widths(cid)?.[0] ?? usual;
  const [height, advance] = arrayAt(cos, font.get("DW2")) ?? [usualHeight, usualAdvance];
  const verticals = readRuns(cos, arrayAt(cos, font.get("W2")), 3);
  const usualVertical = { advance: numberAt(cos, advance) ?? 0, y: numberAt(cos, height) ?? 0 };

  return {
    width,
    vertical(cid) {
      const [own, x, y] = verticals(cid) ?? [];
      if (own === undefined) return { ...usualVertical, x: width(cid) / 2 };
      return { advance: own, x: x ?? 0, y: y ?? 0 };
    },
  };
}
