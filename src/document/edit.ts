/**
 * An editing session: a document opened once, changes collected in memory, written once (docs/decisions/0004). Small edits
 * become an append-only update; edits that must remove something become a rewrite that drops unreachable objects.
 */

import { type ByteSink, memorySink, sourceOf } from "../core/document-io.ts";
import type { Readers } from "../core/readers.ts";
import type { Work } from "../core/work.ts";
import type { Encryption } from "../cos/crypt/security-handler.ts";
import type { CosDocument } from "../cos/document.ts";
import {
  type CosDict,
  type CosRef,
  type CosValue,
  dictOf,
  isRef,
  name,
  ref,
  withEntries,
} from "../cos/syntax/value.ts";
import { appendUpdate } from "../cos/write/append.ts";
import { ObjectCopier } from "../cos/write/copy-objects.ts";
import { Rewriter } from "../cos/write/rewrite.ts";
import { numbersNamed } from "./named-numbers.ts";
import { openStrictly, type PdfDocument } from "./open.ts";
import { overlay } from "./overlay.ts";
import { boxesOf, type PageBoxes } from "./pages/boxes.ts";
import { addInherited, type InheritableKey, type PageList } from "./pages/page-tree.ts";
import { signatureRemoval, signatureWarning } from "./signatures.ts";

/** Budget steps per page that an editing step changes. */
const stepsPerPage = 400;

/** The parts of a tool's context that an edit may need. */
export interface EditContext {
  readonly readers: Readers;
  readonly work: Work;
  warn(message: string): void;
  /** Finds the blank pages of a document, ascending. */
  readonly blankPages?: (document: PdfDocument) => Promise<readonly number[]>;
}

/** Writes chosen pages of an edited document as a new one. `pages` are 1-based pages of `document` in the order of the result. */
export type SelectionWriter = (
  document: PdfDocument,
  pages: readonly number[],
  sink: ByteSink,
  context: EditContext,
  options: WrittenAs,
) => void;

/** A new file's properties other than its pages. */
export interface WrittenAs {
  /** Whether to keep the document information dictionary and the file identifier. */
  readonly keepInfo: boolean;
  /** How it is encrypted; undefined: not at all. */
  readonly encryption: Encryption | undefined;
  /** Dictionaries for repeated pages, by index in `pages` (0-based). */
  readonly own?: ReadonlyMap<number, CosDict>;
}

/**
 * Starts an edit. A signed document loses its signatures at once, with a warning (docs/decisions/0016), unless the signatures
 * permit the edit.
 */
export function editDocument(document: PdfDocument, context: EditContext, isPermitted = false): EditSession {
  const session = new EditSession(document, context);
  const removal = isPermitted ? undefined : signatureRemoval(document.cos);
  if (!removal) return session;
  for (const [num, value] of removal) session.set(num, value);
  session.requireRewrite();
  context.warn(signatureWarning);
  return session;
}

/** Pages are counted from 1 in their current order, after the steps so far. */
export class EditSession {
  readonly context: EditContext;
  /** The document with the changes so far. Its `pages` are the file's, regardless of later selections. */
  readonly document: PdfDocument;
  /** Its objects: reads see the changes so far. */
  readonly cos: CosDocument;
  /** The document as opened. */
  readonly #file: PdfDocument;
  readonly #pages: PageList;
  readonly #changes = new Map<number, CosValue | undefined>();
  #nextNumber: number;
  /** In a damaged document, numbers that no new object may have: references may name removed objects. */
  #taken: ReadonlySet<number> | undefined;
  /** The file's pages in result order; undefined: unchanged. */
  #order: readonly number[] | undefined;
  #writer: SelectionWriter | undefined;
  /** Dictionaries of places that share a page object, by index (0-based). */
  #own = new Map<number, CosDict>();
  /** Dictionaries created by this session, each for a single page. */
  #changing = new Set<CosDict>();
  #rewrite = false;
  #keepInfo = true;
  /** A document information dictionary that the file doesn't have. */
  #info: CosRef | undefined;
  #encryption: Encryption | undefined;

  constructor(file: PdfDocument, context: EditContext) {
    const { objectCount, encryption } = file.cos;
    const changed = (num: number) => this.#changes.has(num);
    this.context = context;
    this.#file = file;
    this.#nextNumber = objectCount;
    this.#encryption = encryption;
    const cos = overlay(file.cos, this.#changes, () => this.#nextNumber);
    this.cos = cos;
    this.#pages = file.pages.through(cos, changed);
    this.document = {
      cos,
      get catalog() {
        return cos.catalog;
      },
      pages: this.#pages,
      recovered: file.recovered,
      changed: (num) => changed(num) || file.changed(num),
      made: (num) => num >= objectCount,
    };
    if (this.#pages.hasRepeats) this.#separateRepeats();
  }

  /** The current number of pages. */
  get pageCount(): number {
    return this.#order?.length ?? this.#pages.count;
  }

  /** A page's own dictionary; change it with `setPage` and a copy. */
  page(page: number): CosDict {
    return this.#own.get(page - 1) ?? this.#pages.dict(this.#origin(page));
  }

  /** A page's own or inherited attribute, unresolved. */
  attribute(page: number, key: InheritableKey): CosValue | undefined {
    const value = this.page(page).get(key);
    if (value !== undefined && this.cos.resolve(value) !== null) return value;
    return this.#pages.inherited(this.#origin(page))[key];
  }

  /** A page's dimensions. */
  boxes(page: number): PageBoxes {
    return boxesOf(this.cos, this.page(page), this.#pages.inherited(this.#origin(page)));
  }

  setPage(page: number, dict: CosDict): void {
    if (this.#own.has(page - 1)) this.#own.set(page - 1, dict);
    else this.set(this.#pages.number(this.#origin(page)), dict);
  }

  /** The page's own dictionary, which may be changed in place until other pages are selected. */
  changePage(page: number): CosDict {
    const { budget } = this.#file.cos;
    budget.during("editing its pages", () => budget.spend(stepsPerPage));
    const dict = this.page(page);
    if (this.#changing.has(dict)) return dict;
    const copy: CosDict = new Map(dict);
    this.#changing.add(copy);
    this.setPage(page, copy);
    return copy;
  }

  /** Number of the object that is only this page, or this page first; 0 for its repeats and if it has none. */
  objectOf(page: number): number {
    return this.#own.has(page - 1) ? 0 : this.#pages.number(this.#origin(page));
  }

  /** Changes an object of the file that isn't a page; undefined removes it. */
  set(num: number, value: CosValue | undefined): void {
    this.#changes.set(num, value);
  }

  /** Changes catalog entries; undefined removes one. */
  setCatalog(entries: Readonly<Record<string, CosValue | undefined>>): void {
    const root = this.#file.cos.trailer.get("Root");
    if (isRef(root)) this.set(root.num, withEntries(this.cos.catalog, entries));
  }

  /** Sets the document information dictionary. */
  setInformation(info: CosDict): void {
    const place = this.#info ?? this.#file.cos.trailer.get("Info");
    if (isRef(place)) this.set(place.num, info);
    else this.#info = this.add(info);
  }

  add(value: CosValue): CosRef {
    if (this.#file.recovered) {
      this.#taken ??= numbersNamed(this.#file.cos.source, this.#nextNumber);
      while (this.#taken.has(this.#nextNumber)) this.#nextNumber++;
    }
    const num = this.#nextNumber++;
    this.set(num, value);
    return ref(num);
  }

  /** Selects only these pages, in this order; `writer` determines how they are written. */
  select(pages: readonly number[], writer: SelectionWriter): void {
    const dicts = new Map<number, CosDict>();
    pages.forEach((page, place) => {
      const dict = this.#own.get(page - 1);
      if (dict) dicts.set(place, dict);
    });
    this.#order = pages.map((page) => this.#origin(page));
    this.#own = dicts;
    this.#writer = writer;
    this.#changing = new Set();
    this.#separateRepeats();
  }

  /** The blank pages, ascending; those of a changed document are judged on a copy in memory. */
  async blankPages(): Promise<readonly number[]> {
    const { blankPages, work } = this.context;
    if (!blankPages) throw new RangeError("this session can't find blank pages");
    if (this.#changes.size === 0 && !this.#order) return await blankPages(this.#file);
    const sink = memorySink();
    await this.write(sink);
    return await blankPages(openStrictly(sourceOf(sink.bytes()), this.#file.cos.password, work));
  }

  /** The old bytes must not survive: rewrite instead of updating. */
  requireRewrite(): void {
    this.#rewrite = true;
  }

  /** Drops the document information dictionary and the file identifier; implies a rewrite. */
  dropInfo(): void {
    this.#rewrite = true;
    this.#keepInfo = false;
  }

  /** Sets new encryption for the result, or removes it if undefined; implies a rewrite. */
  encrypt(encryption: Encryption | undefined): void {
    this.#rewrite = true;
    this.#encryption = encryption;
  }

  /** Writes the result; returns the minimum offset of its own cross-reference. */
  async write(sink: ByteSink): Promise<number> {
    const file = this.#file.cos;
    const base = this.#info ? { ...file, trailer: withEntries(file.trailer, { Info: this.#info }) } : file;
    const writtenAs: WrittenAs = { keepInfo: this.#keepInfo, encryption: this.#encryption };
    if (this.#order && this.#writer) {
      this.#writer(this.document, this.#order, sink, this.context, { ...writtenAs, own: this.#own });
      return 0;
    }

    this.completeTree();
    if (this.#rewrite || hasCommentedXref(base)) {
      rewriteDocument(base, this.#changes, writtenAs, sink);
      return 0;
    }
    appendUpdate(base, this.#changes, sink);

    return this.#changes.size === 0 ? 0 : base.source.size;
  }

  /** Makes the page tree consistent, for callers that write the objects without `write`. */
  completeTree(): void {
    if (this.#own.size > 0 || this.#pages.inconsistencies.length > 0) this.#rebuildTree();
    else this.#repairCounts();
  }

  /** The file's page for a page of the result. */
  #origin(page: number): number {
    return this.#order ? (this.#order[page - 1] ?? 0) : page;
  }

  /** Gives each repeat of a page object its own dictionary. */
  #separateRepeats(): void {
    const seen = new Set<number>();
    for (let page = 1; page <= this.pageCount; page++) {
      const num = this.#pages.number(this.#origin(page));
      if (num === 0 || seen.has(num)) this.#own.set(page - 1, this.page(page));
      seen.add(num);
    }
  }

  /** A flat page tree with an object per page: for files where one object is several pages, or none. */
  #rebuildTree(): void {
    const pages = this.#pages;
    const { generation } = this.#file.cos;
    const rootNum = pages.nodes[0] || this.add(null).num;
    const kids: CosValue[] = [];

    for (let page = 1; page <= pages.count; page++) {
      const dict = new Map(this.page(page)).set("Parent", ref(rootNum)).set("Type", name("Page"));
      addInherited(this.cos, dict, pages.inherited(page));
      const num = pages.number(page);
      // A few bytes may repeat a page any number of times.
      if (pages.firstLike(page) < page)
        this.cos.budget.during("editing its pages", () => this.cos.budget.spend(stepsPerPage));
      if (this.#own.has(page - 1)) kids.push(this.add(dict));
      else {
        this.set(num, dict);
        kids.push(ref(num, generation(num)));
      }
    }

    this.set(rootNum, dictOf({ Type: name("Pages"), Kids: kids, Count: kids.length }));
    this.setCatalog({ Pages: ref(rootNum, generation(rootNum)) });
  }

  #repairCounts(): void {
    for (const [num, count] of this.#pages.wrongCounts) {
      const node = num === 0 ? null : this.cos.object(num);
      if (node instanceof Map) this.set(num, new Map(node).set("Count", count));
    }
  }
}

/**
 * Whether a comment precedes the cross-reference. Readers that don't accept one there search for objects instead, and may find
 * old ones before those of an update.
 */
function hasCommentedXref({ source, startXref }: CosDocument): boolean {
  const first = source.read(startXref, 64).find((byte) => byte > 0x20);
  return first === 0x25;
}

/** Rewrites the whole document without unreachable objects, with this encryption and its permissions. */
function rewriteDocument(
  base: CosDocument,
  changes: ReadonlyMap<number, CosValue | undefined>,
  { keepInfo, encryption }: WrittenAs,
  sink: ByteSink,
): void {
  const rewriter = new Rewriter(sink, { version: base.version, encrypt: encryption });
  const copier = new ObjectCopier(base, rewriter, {
    replace: (num) => (changes.has(num) ? (changes.get(num) ?? null) : undefined),
  });
  const target = (value: CosValue | undefined) => (isRef(value) ? copier.map(value.num) : 0);
  const root = target(base.trailer.get("Root"));
  const info = keepInfo ? target(base.trailer.get("Info")) : 0;
  copier.drain();
  // The identifier distinguishes copies of a document, and keys up to revision 4 are derived from it.
  const anonymous = !keepInfo && encryption === undefined;
  rewriter.finish({ root, info, newId: anonymous });
}
