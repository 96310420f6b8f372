/** All leaks of a document: on chosen pages, and in the document itself. */
import { ProblemError } from "../../core/problem.ts";
import type { Work } from "../../core/work.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import { CosError } from "../../cos/syntax/error.ts";
import type { PdfDocument } from "../../document/open.ts";
import { documentRun } from "../../reading/interpreter/interpret-page.ts";
import type { Leak, LeakKind } from "./leak.ts";
import { objectLeaks } from "./object-leaks.ts";
import { annotationLeaks, hiddenTextLeaks } from "./page-leaks.ts";
import { revisionLeaks } from "./revision-leaks.ts";

export interface LeakSearch {
  readonly pages: Iterable<number>;
  readonly work: Work;
  warn(message: string): void;
}

export function findLeaks(document: PdfDocument, { pages, work, warn }: LeakSearch): Leak[] {
  const run = documentRun(document, () => {});
  const found = [...pages].flatMap((page) => [
    ...hiddenTexts(page, () => hiddenTextLeaks(run, page), warn),
    ...annotationLeaks(document, page),
  ]);
  return [...found, ...objectLeaks(document, warn), ...revisionLeaks(document, work)];
}

function hiddenTexts(page: number, find: () => Leak[], warn: LeakSearch["warn"]): Leak[] {
  try {
    return find();
  } catch (error) {
    const isOfPage =
      error instanceof Unsupported || error instanceof ProblemError || error instanceof CosError;
    if (!isOfPage || (error instanceof CosError && error.reason !== "filter" && error.reason !== "limit"))
      throw error;
    warn(`page ${page} could not be searched for hidden text`);
    return [];
  }
}

/** Merges leaks of the same kind, page and text, keeping at most `most`: the rest are counted by kind. */
export function gathered(leaks: readonly Leak[], most: number): Leak[] {
  const apart = new Map<string, Leak>();
  const rest = new Map<LeakKind, Leak>();
  for (const leak of leaks) {
    const key = JSON.stringify([leak.kind, leak.page, leak.text, leak.box]);
    const known = apart.get(key);
    const count = leak.count ?? 1;
    if (known) apart.set(key, { ...known, count: (known.count ?? 1) + count });
    else if (apart.size < most) apart.set(key, leak);
    else rest.set(leak.kind, { kind: leak.kind, count: (rest.get(leak.kind)?.count ?? 0) + count });
  }
  return [...apart.values(), ...rest.values()];
}
