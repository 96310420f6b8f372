/** Article threads (ISO 32000-2, 12.4.3): those entirely on kept pages are kept, and actions that refer to them are adapted. */
import { type CosDict, type CosValue, isRef, isString, ref, setEntry } from "../../../cos/syntax/value.ts";
import { chain } from "../../../cos/walk.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import type { PdfDocument } from "../../open.ts";
import { decodeText } from "../../text-string.ts";
import { arrayAt, bytesAt, dictAt, memo, refNumber } from "../../typed-get.ts";
import type { Join } from "./join.ts";
import type { SourceDocument } from "./source-document.ts";

/** Beads of one thread; more is an attack. */
const maxBeads = 100_000;

interface Thread {
  /** As listed in the catalog. */
  readonly entry: CosValue;
  readonly title: string | undefined;
  /** Numbers of its beads. */
  readonly beads: readonly number[];
  /** The pages (1-based) of its beads; 0: unknown. */
  readonly pages: ReadonlySet<number>;
}

const threadsOf = memo(({ cos, catalog, pages }: PdfDocument): readonly Thread[] =>
  (arrayAt(cos, catalog.get("Threads")) ?? []).map((entry) => {
    const thread = dictAt(cos, entry);
    const title = bytesAt(cos, dictAt(cos, thread?.get("I"))?.get("Title"));
    const next = (bead: CosValue) => dictAt(cos, bead)?.get("N");
    const beads = [...chain(cos, { part: "the article threads", depth: maxBeads }, thread?.get("F"), next)];

    const pageOf = ({ value }: { readonly value: CosValue }) => {
      const page = refNumber(dictAt(cos, value)?.get("P"));
      return page === undefined ? 0 : pages.pageOf(page);
    };

    return {
      entry,
      title: title && decodeText(title),
      beads: beads.map(({ num }) => num),
      pages: new Set(beads.map(pageOf)),
    };
  }),
);

/** Kept threads, and the objects of removed ones. */
const share = memo((source: SourceDocument) => {
  const keeps = ({ pages }: Thread) => source.whole || (pages.size > 0 && [...pages].every(source.keeps));
  const all = threadsOf(source.document);
  const kept = all.filter(keeps);
  const gone = new Set(
    all
      .filter((thread) => !kept.includes(thread))
      .flatMap(({ entry, beads }) => [...beads, refNumber(entry) ?? 0]),
  );
  return { all, kept, gone };
});

/** A page's kept beads (`B`). */
export function keptBeads(source: SourceDocument, beads: CosValue | undefined): CosValue | undefined {
  if (source.whole || beads === undefined || !source.catalog.has("Threads"))
    return source.whole ? beads : undefined;
  const known = new Set(share(source).kept.flatMap((thread) => thread.beads));
  const left = arrayAt(source.cos, beads)?.filter((bead) => isRef(bead) && known.has(bead.num));
  return left && left.length > 0 ? left : undefined;
}

/** A thread action, which refers to a thread by reference, index or title; undefined if it is removed. */
export function followThread(source: SourceDocument, action: CosDict): CosDict | undefined {
  if (action.has("F") || (source.whole && source.firstPage === 0)) return action;
  const named = action.get("D");
  const found = isRef(named) ? source.cos.resolve(named) : named;
  const { all, kept } = share(source);
  const thread = all.find(({ entry, title }, place) => {
    if (isString(found)) return title === decodeText(found.bytes);
    return found === place || (isRef(named) && refNumber(entry) === named.num);
  });
  if (!thread || !kept.includes(thread)) return undefined;
  return isRef(thread.entry) ? new Map(action).set("D", thread.entry) : undefined;
}

export function joinThreads(rewriter: Rewriter): Join {
  const threads: CosValue[] = [];
  return {
    plan(source) {
      if (source.whole || !source.catalog.has("Threads")) return {};
      const { gone } = share(source);
      source.drop((num) => gone.has(num));
      return {};
    },
    add(source) {
      if (!source.catalog.has("Threads")) return;
      const { kept, gone } = share(source);
      for (const { entry } of kept) threads.push(source.copier.translate(entry));
      if (gone.size > 0)
        source.warn("article threads were dropped: they run over pages that are not in the result");
    },
    finish({ catalog }) {
      setEntry(catalog, "Threads", threads.length > 0 ? ref(rewriter.add(threads)) : undefined);
    },
  };
}
