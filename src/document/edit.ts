/**
 * An editing session: a document opened once, changes gathered in memory, written once (docs/decisions/0004). Small edits
 * become an append-only update; edits that must forget something become a rewrite that drops what nothing reaches.
 */

import { randomBytes } from "../core/builtins.ts";
import type { ByteSink } from "../core/document-io.ts";
import type { Readers } from "../core/readers.ts";
import type { Work } from "../core/work.ts";
import type { Encryption } from "../cos/crypt/security-handler.ts";
import type { CosDocument } from "../cos/document.ts";
import { type CosDict, type CosRef, type CosValue, dictOf, isRef, name, ref } from "../cos/syntax/value.ts";
import { appendUpdate } from "../cos/write/append.ts";
import { ObjectCopier } from "../cos/write/copy-objects.ts";
import { Rewriter } from "../cos/write/rewrite.ts";
import { numbersNamed } from "./named-numbers.ts";
import type { PdfDocument } from "./open.ts";
import { overlay } from "./overlay.ts";
import { boxesOf, type PageBoxes } from "./pages/boxes.ts";
import { addInherited, type InheritableKey } from "./pages/page-tree.ts";
import { signatureRemoval, signatureWarning } from "./signatures.ts";

/** Steps of the document's budget for a page that a step of an edit changes. */
const stepsPerPage = 400;

/** What an edit may need of a tool's context. */
export interface EditContext {
  readonly readers: Readers;
  readonly work: Work;
  warn(message: string): void;
}

/**
 * Writes chosen pages of an edited document as a new one. `pages` are 1-based pages of `document` in the order of the result;
 * `own` holds, by place in `pages` (0-based), dictionaries that stand for a page that comes along more than once.
 */
export type SelectionWriter = (
  document: PdfDocument,
  pages: readonly number[],
  own: ReadonlyMap<number, CosDict>,
  sink: ByteSink,
  options: WrittenAs,
  context: EditContext,
) => void | Promise<void>;

/** What a new file has besides its pages. */
export interface WrittenAs {
  /** Whether the document information dictionary and the file identifier come along. */
  readonly keepInfo: boolean;
  /** How it is encrypted; undefined: not at all. */
  readonly encryption: Encryption | undefined;
}

/** Pages are counted from 1 in the order they have now, that is after the steps so far. */
export interface EditSession {
  readonly context: EditContext;
  /** The document with the changes so far. Its `pages` are those of the file, whatever was selected since. */
  readonly document: PdfDocument;
  /** The same for short: reads see the changes so far. */
  readonly cos: CosDocument;
  /** Pages of the result as it is now. */
  readonly pageCount: number;
  /** A page's own dictionary; change it by `setPage` with a copy. */
  page(page: number): CosDict;
  /** A page's own or inherited attribute, unresolved. */
  attribute(page: number, key: InheritableKey): CosValue | undefined;
  /** What a page measures. */
  boxes(page: number): PageBoxes;
  setPage(page: number, dict: CosDict): void;
  /** The page's own dictionary, to be changed in its place until other pages are selected. */
  changePage(page: number): CosDict;
  /** Number of the object that is this page alone or its first place; 0 for its further places and where it has none. */
  objectOf(page: number): number;
  /** Changes an object of the file that is no page; undefined removes it. */
  set(num: number, value: CosValue | undefined): void;
  /** Changes entries of the catalogue; undefined removes one. */
  setCatalog(entries: Readonly<Record<string, CosValue | undefined>>): void;
  add(value: CosValue): CosRef;
  /** From now on only these pages, in this order; how they are written is `writer`'s matter. */
  select(pages: readonly number[], writer: SelectionWriter): void;
  /** The old bytes must not survive: write by a rewrite instead of an update. */
  requireRewrite(): void;
  /** Leaves the document information dictionary and the file identifier out; implies a rewrite. */
  dropInfo(): void;
  /** Encrypts the result anew, or with undefined not at all; implies a rewrite. */
  encrypt(encryption: Encryption | undefined): void;
  /** Writes the result; its cross-reference begins at this byte or after it, else it is not the result's own. */
  write(sink: ByteSink): Promise<number>;
}

/** Begins to edit. A signed document loses its signatures at once, with a warning (docs/decisions/0016). */
export function editDocument(document: PdfDocument, context: EditContext): EditSession {
  const base = document.cos;
  const changes = new Map<number, CosValue | undefined>();
  let nextNumber = base.objectCount;
  /** Numbers that no new object may have, of a damaged document: references in it may name objects that are gone. */
  let taken: ReadonlySet<number> | undefined;
  const cos = overlay(base, changes, () => nextNumber);
  const pages = document.pages.through(cos, (num) => changes.has(num));
  const edited: PdfDocument = {
    cos,
    get catalog() {
      return cos.catalog;
    },
    pages,
    recovered: document.recovered,
    changed: (num) => changes.has(num) || document.changed(num),
    made: (num) => num >= base.objectCount,
  };
  /** Pages of the file in the order of the result; undefined: as they are. */
  let order: readonly number[] | undefined;
  let writer: SelectionWriter | undefined;
  /** Dictionaries of places whose page object is not theirs alone, by place (0-based). */
  let own = new Map<number, CosDict>();
  /** Dictionaries that this session made, each for one page alone. */
  let changing = new Set<CosDict>();
  let rewrite = false;
  let keepInfo = true;
  let encryption = base.encryption;

  const origin = (page: number) => (order ? (order[page - 1] ?? 0) : page);
  const pageDict = (page: number) => own.get(page - 1) ?? pages.dict(origin(page));
  /** Gives every place after the first that shows the same page object a dictionary of its own. */
  const separateRepeats = () => {
    const seen = new Set<number>();
    const count = order?.length ?? pages.count;
    for (let place = 0; place < count; place++) {
      const num = pages.number(origin(place + 1));
      if (num === 0 || seen.has(num)) own.set(place, pageDict(place + 1));
      seen.add(num);
    }
  };
  if (pages.hasRepeats) separateRepeats();

  const set = (num: number, value: CosValue | undefined) => changes.set(num, value);
  const add = (value: CosValue): CosRef => {
    if (document.recovered) {
      taken ??= numbersNamed(base.source, nextNumber);
      while (taken.has(nextNumber)) nextNumber++;
    }
    const num = nextNumber++;
    changes.set(num, value);
    return ref(num);
  };
  const setCatalog: EditSession["setCatalog"] = (entries) => {
    const root = base.trailer.get("Root");
    const catalog = new Map(cos.catalog);
    for (const [key, value] of Object.entries(entries)) {
      if (value === undefined) catalog.delete(key);
      else catalog.set(key, value);
    }
    if (isRef(root)) set(root.num, catalog);
  };

  /** One flat page tree with an object for each page: for files where one object is several pages, or none. */
  const rebuildTree = () => {
    const rootNum = pages.nodes[0] || add(null).num;
    const kids: CosValue[] = [];
    for (let page = 1; page <= pages.count; page++) {
      const dict = new Map(pageDict(page)).set("Parent", ref(rootNum)).set("Type", name("Page"));
      addInherited(cos, dict, pages.inherited(page));
      const num = pages.number(page);
      if (own.has(page - 1)) kids.push(add(dict));
      else {
        set(num, dict);
        kids.push(ref(num, base.generation(num)));
      }
    }
    set(rootNum, dictOf({ Type: name("Pages"), Kids: kids, Count: kids.length }));
    setCatalog({ Pages: ref(rootNum, base.generation(rootNum)) });
  };

  const setPage = (page: number, dict: CosDict) => {
    if (own.has(page - 1)) own.set(page - 1, dict);
    else set(pages.number(origin(page)), dict);
  };

  const mendCounts = () => {
    for (const [num, count] of pages.wrongCounts) {
      const node = num === 0 ? null : cos.object(num);
      if (node instanceof Map) set(num, new Map(node).set("Count", count));
    }
  };

  const removal = signatureRemoval(base);
  if (removal) {
    for (const [num, value] of removal) set(num, value);
    rewrite = true;
    context.warn(signatureWarning);
  }

  return {
    context,
    document: edited,
    cos,
    get pageCount() {
      return order?.length ?? pages.count;
    },
    page: pageDict,
    attribute(page, key) {
      const value = pageDict(page).get(key);
      if (value !== undefined && cos.resolve(value) !== null) return value;
      return pages.inherited(origin(page))[key];
    },
    boxes: (page) => boxesOf(cos, pageDict(page), pages.inherited(origin(page))),
    setPage,
    changePage(page) {
      base.budget.during("editing its pages", () => base.budget.spend(stepsPerPage));
      const dict = pageDict(page);
      if (changing.has(dict)) return dict;
      const copy: CosDict = new Map(dict);
      changing.add(copy);
      setPage(page, copy);
      return copy;
    },
    objectOf: (page) => (own.has(page - 1) ? 0 : pages.number(origin(page))),
    set,
    setCatalog,
    add,
    select(selected, write) {
      const before = own;
      const dicts = new Map<number, CosDict>();
      selected.forEach((page, place) => {
        const dict = before.get(page - 1);
        if (dict) dicts.set(place, dict);
      });
      order = selected.map(origin);
      own = dicts;
      writer = write;
      changing = new Set();
      separateRepeats();
    },
    requireRewrite() {
      rewrite = true;
    },
    dropInfo() {
      rewrite = true;
      keepInfo = false;
    },
    encrypt(anew) {
      rewrite = true;
      encryption = anew;
    },
    async write(sink) {
      if (order && writer) {
        await writer(edited, order, own, sink, { keepInfo, encryption }, context);
        return 0;
      }
      if (own.size > 0 || pages.inconsistencies.length > 0) rebuildTree();
      else mendCounts();
      if (rewrite || hasCommentedXref(base)) {
        rewriteDocument(base, changes, { keepInfo, encryption }, sink);
        return 0;
      }
      appendUpdate(base, changes, sink);
      return changes.size === 0 ? 0 : base.source.size;
    },
  };
}

/**
 * Whether a comment stands before the cross-reference. Readers that take none there look for the objects instead, and may
 * find the old ones before those of an update.
 */
function hasCommentedXref({ source, startXref }: CosDocument): boolean {
  const first = source.read(startXref, 64).find((byte) => byte > 0x20);
  return first === 0x25;
}

/** The whole document anew, without what nothing reaches; with this encryption and its permissions. */
function rewriteDocument(
  base: CosDocument,
  changes: ReadonlyMap<number, CosValue | undefined>,
  { keepInfo, encryption }: WrittenAs,
  sink: ByteSink,
): void {
  const rewriter = new Rewriter(sink, {
    version: base.version,
    ...(encryption && { encrypt: encryption }),
  });
  const copier = new ObjectCopier(base, rewriter, {
    replace: (num) => (changes.has(num) ? (changes.get(num) ?? null) : undefined),
  });
  const target = (value: CosValue | undefined) => (isRef(value) ? copier.map(value.num) : 0);
  const root = target(base.trailer.get("Root"));
  const info = keepInfo ? target(base.trailer.get("Info")) : 0;
  copier.drain();
  // The identifier distinguishes copies of one document, and keys up to revision 4 are made from it.
  const anonymous = !keepInfo && encryption === undefined;
  rewriter.finish({ root, ...(info !== 0 && { info }), ...(anonymous && { id: randomBytes(16) }) });
}
