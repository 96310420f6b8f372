/** Page labels (ISO 32000-2, 12.4.2) of assembled pages: each page keeps its label, written in few ranges. */

import { partitionPoint } from "../../../core/collections/partition-point.ts";
import {
  bytesString,
  type CosDict,
  dictOf,
  fromLatin1,
  latin1,
  name,
  ref,
} from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { readNumberTree, writeNumberTree } from "../../name-trees.ts";
import type { PdfDocument } from "../../open.ts";
import { bytesAt, dictAt, memo, nameAt, numberAt } from "../../typed-get.ts";
import type { Join } from "./join.ts";
import type { SourceDocument } from "./source-document.ts";

/** Labels of the pages from `start` (0-based) to the next range. */
interface LabelRange {
  readonly start: number;
  /** `D`, `R`, `r`, `A`, `a`; undefined: only the prefix. */
  readonly style: string | undefined;
  /** As `latin1`. */
  readonly prefix: string;
  /** Number of the range's first page. */
  readonly first: number;
}

/** A document's ranges from page index 0 on; without labels, pages are counted from 1. */
const labelRanges = memo(({ cos, catalog, pages }: PdfDocument): readonly LabelRange[] => {
  const tree = catalog.get("PageLabels");
  const plain: LabelRange = { start: 0, style: "D", prefix: "", first: 1 };
  if (tree === undefined) return [plain];

  const ranges = Array.from(readNumberTree(cos, tree), ([start, value]): LabelRange => {
    const dict = dictAt(cos, value);
    const first = numberAt(cos, dict?.get("St")) ?? 1;
    const prefix = bytesAt(cos, dict?.get("P"));
    return { start, style: nameAt(cos, dict?.get("S")), prefix: prefix ? latin1(prefix) : "", first };
  });
  const sorted = ranges
    .filter(({ start }) => start >= 0 && start < pages.count)
    .sort((a, b) => a.start - b.start);

  return sorted[0]?.start === 0 ? sorted : [plain, ...sorted];
});

/** Index of the last range that starts at or before a page index. */
function rangeAt(ranges: readonly LabelRange[], index: number): number {
  return Math.max(0, partitionPoint(ranges.length, (at) => (ranges[at]?.start ?? 0) <= index) - 1);
}

export function joinPageLabels(rewriter: Rewriter): Join {
  const joined: LabelRange[] = [];
  let labelled = false;

  /** Labels `count` pages of the result from `start` on, extending the last range if that gives the same labels. */
  const push = (range: LabelRange) => {
    const last = joined.at(-1);
    const continues =
      last &&
      last.style === range.style &&
      last.prefix === range.prefix &&
      (range.style === undefined || last.first + range.start - last.start === range.first);
    if (!continues) joined.push(range);
  };

  return {
    add(source) {
      if (source.catalog.has("PageLabels") && source.placing && !source.placing.labels)
        source.warn("page labels were dropped: the pages are no longer in order");
      else if (source.catalog.has("PageLabels")) labelled = true;
      const ranges = labelRanges(source.document);
      for (const [from, to, start] of runs(source)) {
        for (let k = rangeAt(ranges, from); k < ranges.length; k++) {
          const range = ranges[k];
          if (!range || range.start > to) break;
          const at = Math.max(range.start, from);
          push({ ...range, start: start + at - from, first: range.first + at - range.start });
        }
      }
    },
    finish({ catalog }) {
      if (!labelled) return;
      const entries = new Map(joined.map((range) => [range.start, labelDict(range)]));
      catalog.set("PageLabels", ref(writeNumberTree(rewriter, entries)));
    },
  };
}

/** Runs of pages that are consecutive in source and result: first and last source index, first index in the result. */
function runs(source: SourceDocument): (readonly [from: number, to: number, start: number])[] {
  const { placing } = source;
  if (source.whole && !placing) return [[0, source.pages.length - 1, source.firstPage]];
  const found: [number, number, number][] = [];
  (placing?.labels ?? source.pages).forEach(({ page }, k) => {
    const last = found.at(-1);
    if (last && last[1] === page - 2) last[1] = page - 1;
    else found.push([page - 1, page - 1, source.firstPage + k]);
  });
  return found;
}

function labelDict({ style, prefix, first }: LabelRange): CosDict {
  return dictOf({
    S: style === undefined ? undefined : name(style),
    P: prefix === "" ? undefined : bytesString(fromLatin1(prefix)),
    St: first === 1 || style === undefined ? undefined : first,
  });
}
