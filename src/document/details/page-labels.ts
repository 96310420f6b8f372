/** Page labels (ISO 32000-2, 12.4.2) as ranges: one model for reading and writing. */
import { invalid } from "../../core/problem.ts";
import { dictOf, name } from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { readNumberTree } from "../name-trees.ts";
import type { PdfDocument } from "../open.ts";
import { givableText, textString } from "../text-string.ts";
import { bytesAt, dictAt, nameAt, numberAt } from "../typed-get.ts";

export const labelStyles = ["decimal", "roman", "ROMAN", "alpha", "ALPHA", "none"] as const;
export type LabelStyle = (typeof labelStyles)[number];

export interface PageLabel {
  /** 1-based page where the range starts. */
  readonly from: number;
  readonly style: LabelStyle;
  readonly prefix?: string | undefined;
  /** Number of its first page; absent: 1. */
  readonly start?: number | undefined;
}

const names: Readonly<Record<Exclude<LabelStyle, "none">, string>> = {
  decimal: "D",
  roman: "r",
  ROMAN: "R",
  alpha: "a",
  ALPHA: "A",
};

/** The ranges in the order of pages, from the first page on; undefined if the document has none. */
export function readPageLabels({ cos, catalog, pages }: PdfDocument): PageLabel[] | undefined {
  const tree = catalog.get("PageLabels");
  if (tree === undefined) return undefined;
  const labels = Array.from(readNumberTree(cos, tree), ([at, value]): PageLabel => {
    const dict = dictAt(cos, value);
    const written = nameAt(cos, dict?.get("S"));
    const style = labelStyles.find((one) => one !== "none" && names[one] === written) ?? "none";
    const prefix = bytesAt(cos, dict?.get("P"));
    return labelOf({
      from: at + 1,
      style,
      prefix: prefix && givableText(prefix),
      start: numberAt(cos, dict?.get("St")),
    });
  });
  const shown = labels.filter(({ from }) => from >= 1 && from <= pages.count);
  return shown.length === 0 ? undefined : normalLabels(shown);
}

/** A label without defaults. */
function labelOf({ from, style, prefix, start }: PageLabel): PageLabel {
  return {
    from,
    style,
    ...(prefix !== undefined && prefix !== "" && { prefix }),
    ...(start !== undefined && Number.isInteger(start) && start > 1 && { start }),
  };
}

/** Ranges in the form in which they are read. */
export function normalLabels(given: readonly PageLabel[]): PageLabel[] {
  const sorted = given.map(labelOf).toSorted((a, b) => a.from - b.from);
  return sorted[0]?.from === 1 ? sorted : [{ from: 1, style: "decimal" }, ...sorted];
}

/** Throws 422 on a range that starts twice or beyond the pages. */
export function checkPageLabels(given: readonly PageLabel[], pages: number): void {
  const seen = new Set<number>();
  for (const [at, { from }] of given.entries()) {
    const field = `page_labels[${at}].from`;
    if (from > pages) throw invalid(field, `is beyond the document's ${pages} pages`);
    if (seen.has(from)) throw invalid(field, "is the start of another range too");
    seen.add(from);
  }
}

/** Replaces the ranges; none removes them. */
export function writePageLabels(session: EditSession, labels: readonly PageLabel[]): void {
  if (labels.length === 0) {
    session.setCatalog({ PageLabels: undefined });
    return;
  }
  const entries = normalLabels(labels).flatMap(({ from, style, prefix, start }) => [
    from - 1,
    dictOf({
      S: style === "none" ? undefined : name(names[style]),
      P: prefix === undefined ? undefined : textString(prefix),
      St: start,
    }),
  ]);
  session.setCatalog({ PageLabels: session.add(dictOf({ Nums: entries })) });
}
