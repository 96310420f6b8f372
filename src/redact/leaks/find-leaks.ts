/** All leaks of a document: on chosen pages, and in the document itself. */
import type { ByteSource } from "../../core/document-io.ts";
import { ProblemError } from "../../core/problem.ts";
import type { PageRenderer } from "../../core/readers.ts";
import type { Work } from "../../core/work.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import { CosError } from "../../cos/syntax/error.ts";
import type { PdfDocument } from "../../document/open.ts";
import { documentRun } from "../../reading/interpreter/interpret-page.ts";
import type { DocumentRun } from "../../reading/interpreter/page-run.ts";
import { eachDict } from "../every-dict.ts";
import { saying } from "../words/said.ts";
import type { Leak, LeakKind } from "./leak.ts";
import { objectLeaks } from "./object-leaks.ts";
import { annotationLeaks, hiddenTextLeaks, textOf } from "./page-leaks.ts";
import { revisionLeaks, wordsOn } from "./revision-leaks.ts";
import { ShownWords } from "./shown-words.ts";
import type { Recognize } from "./unseen-text.ts";
import { unshownContent } from "./unshown-content.ts";

export interface LeakSearch {
  readonly pages: ReadonlySet<number>;
  readonly work: Work;
  /** The file from its first byte, not from its header. */
  readonly file: ByteSource;
  /** Opens the document for pictures of its pages. */
  openPages(): Promise<PageRenderer>;
  readonly recognize: Recognize;
  warn(message: string): void;
}

export interface FoundLeaks {
  readonly leaks: readonly Leak[];
  /** Whether everything could be read: only then the absence of leaks says something. */
  readonly isComplete: boolean;
}

export async function findLeaks(document: PdfDocument, search: LeakSearch): Promise<FoundLeaks> {
  const run = documentRun(document, () => {});
  const shown = new ShownWords();
  const said = new Set<string>();
  run.onSaid = (text) => said.add(text);
  const leaks: Leak[] = [];
  let isComplete = true;
  const missed = (message: string) => {
    isComplete = false;
    search.warn(message);
  };
  using pictures = new Pictures(search.openPages);

  const known = new Map<number, { readonly leaks: readonly Leak[]; readonly missing: string }>();
  for (const page of search.pages) {
    const first = document.pages.firstLike(page);
    const { leaks: own, missing } =
      known.get(first) ?? (await leaksOn(run, page, { pictures, shown, recognize: search.recognize }));
    known.set(first, { leaks: own, missing });
    for (const leak of own) leaks.push({ ...leak, page });
    if (missing !== "") missed(`page ${page}${missing}`);
  }
  addOtherPages(run, known, shown);
  leaks.push(...objectLeaks(document, missed), ...unshownContent(document, search.file, shown));
  leaks.push(...alternativeTexts(document, said, shown), ...revisionLeaks(document, shown, search.work));

  return { leaks, isComplete };
}

interface Sources {
  readonly pictures: Pictures;
  readonly shown: ShownWords;
  readonly recognize: Recognize;
}

/** Adds what a page shows. `missing`: what wasn't searched. */
async function leaksOn(run: DocumentRun, page: number, { pictures, shown, recognize }: Sources) {
  let missing = "";
  const found = await tried(
    () => hiddenTextLeaks(run, page, pictures, recognize),
    () => {
      missing = " could not be searched for hidden text";
    },
  );
  shown.addPage(found?.words.map(({ text }) => text) ?? []);
  if (found && found.unknown > 0) missing = ": some text could not be compared with the picture of the page";
  return {
    leaks: [...(found?.leaks ?? []), ...annotationLeaks(run.document, page, found?.words ?? [])],
    missing,
  };
}

/** The words of the pages that aren't searched. */
function addOtherPages(run: DocumentRun, searched: ReadonlyMap<number, unknown>, shown: ShownWords): void {
  for (const page of run.document.pages.distinct())
    if (!searched.has(page)) shown.addPage(wordsOn(run, page));
}

/** Texts in place of others, with words that no page shows. */
function alternativeTexts({ cos }: PdfDocument, said: ReadonlySet<string>, shown: ShownWords): Leak[] {
  const texts = new Set(said);
  eachDict(cos, (dict) => {
    if (!dict.has("S")) return;
    for (const key of saying) texts.add(textOf(cos, dict.get(key)) ?? "");
  });
  return [...texts]
    .filter((text) => !shown.shows(text))
    .map((text): Leak => ({ kind: "alternative_text", text }));
}

/** The document's pages as pictures, opened on first use. */
class Pictures {
  readonly #open: () => Promise<PageRenderer>;
  #opened: PageRenderer | undefined;

  constructor(open: () => Promise<PageRenderer>) {
    this.#open = open;
  }

  async renderer(): Promise<PageRenderer> {
    this.#opened ??= await this.#open();
    return this.#opened;
  }

  [Symbol.dispose](): void {
    this.#opened?.[Symbol.dispose]();
  }
}

/** The result, or undefined if a page can't be read. */
async function tried<T>(find: () => Promise<T>, onFailure: () => void): Promise<T | undefined> {
  try {
    return await find();
  } catch (error) {
    const isOfPage =
      error instanceof Unsupported || error instanceof ProblemError || error instanceof CosError;
    if (!isOfPage || (error instanceof CosError && error.reason !== "filter" && error.reason !== "limit"))
      throw error;
    onFailure();
    return undefined;
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
