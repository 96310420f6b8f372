/**
 * Recognizes a document's pages in as many threads as are worthwhile. A page is read with findings from the previous one; if
 * that isn't ready, with the likeliest findings, and again if these were wrong, so that results equal those of one thread.
 */
import type { FurtherModel, GrayImage, RecognizedPage } from "../core/page-reading.ts";
import { failed } from "../core/problem.ts";
import { ownProcessorMs, workThreads } from "../host/process/memory.ts";
import { startThread, type Thread } from "../host/process/thread.ts";
import { runtime } from "../host/runtime.ts";
import type { KnownLanguages } from "./languages.ts";
import { type MeasuredPage, noHints, type PageHints, TooLongError } from "./page-reading.ts";
import { PictureReader, type ReadPicture } from "./recognize.ts";
import type { Reading, ThreadAnswer } from "./recognize-thread.ts";
import { latinModels } from "./tesseract/script-models.ts";
import { program } from "./tesseract/tesseract.ts";
import { CommonType } from "./type/common-type.ts";

/** More gain little: a page waits for those before it. */
const mostThreads = 4;
/** What a thread may take, in bytes: nearly all of it for the largest pictures. */
const threadBytes = 400_000_000;

/** Threads for so many pages. Those of a program from the network would be fetched from it, and Node runs no sources. */
export function threadsFor(pages: number): number {
  const { url } = import.meta;
  const canStart = url.startsWith("file:") && !(runtime.name === "node" && url.endsWith(".ts"));
  return canStart ? Math.min(pages, workThreads(mostThreads, threadBytes)) : 1;
}

type PageReader = Pick<PictureReader, "read"> & Disposable;

export class Recognizer implements Disposable {
  readonly #readers: PageReader[];
  readonly #free: PageReader[];
  readonly #waiting: ((reader: PageReader) => void)[] = [];
  readonly #type = new CommonType();
  readonly #languages: KnownLanguages | undefined;
  /** After the pages that were read. */
  #hints = noHints;
  #last: Promise<unknown> = Promise.resolve();
  /** The first page is read alone: the others profit from its findings, and from the code that the runtime has optimized. */
  #first: Promise<unknown> | undefined;

  /** `languages`: those of the document, if they are known. */
  constructor(
    further: readonly FurtherModel[] = [],
    threads = 1,
    clock = ownProcessorMs,
    languages?: KnownLanguages,
  ) {
    this.#languages = languages;
    this.#readers = Array.from({ length: threads }, () =>
      threads === 1 ? new PictureReader(further, clock) : new ThreadReader(further, threads),
    );
    this.#free = [...this.#readers];
  }

  /** Of a picture with so many pixels to the inch, in the order of the pages: some can be asked for at once. Throws `TooLongError`. */
  recognize(image: GrayImage, dpi: number): Promise<RecognizedPage> {
    const before = this.#last;
    const found = Promise.resolve(this.#first).then(() => this.#read(image, dpi, before));
    this.#first ??= found.catch(() => {});
    const settled = found.then(({ page, after }) => {
      this.#hints = after;
      return this.#settled(page);
    });
    this.#last = settled.catch(() => {});

    return settled;
  }

  #settled({ beside, ...page }: MeasuredPage): RecognizedPage {
    const lines = this.#type.settled(page.lines);
    return { ...page, lines, ...(beside && { beside: this.#settled(beside) }) };
  }

  async #read(image: GrayImage, dpi: number, before: Promise<unknown>): Promise<ReadPicture> {
    const reader = this.#free.pop() ?? (await new Promise<PageReader>((next) => this.#waiting.push(next)));

    try {
      const guess = this.#hints;
      const first = await reader
        .read(image, dpi, guess, this.#languages)
        .catch((error: unknown) => ({ error }));
      await before;
      const hints = this.#hints;
      if (isSame(guess, hints) && "page" in first) return first;
      if (
        guess.english === hints.english &&
        wouldBe(first, { turn: hints.turn, models: (this.#languages ?? hints).models })
      )
        return { ...first, after: { ...hints, turn: first.page.turn, english: first.after.english } };
      if (guess === hints && "error" in first) throw first.error;
      return await reader.read(image, dpi, hints, this.#languages);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(reader);
      else this.#free.push(reader);
    }
  }

  [Symbol.dispose](): void {
    for (const reader of this.#readers) reader[Symbol.dispose]();
  }
}

const isSame = (a: PageHints, b: PageHints) =>
  a.turn === b.turn &&
  a.models === b.models &&
  a.samples === b.samples &&
  a.compared === b.compared &&
  a.english === b.english;

/** Whether a page would be read this way with these findings: a certain reading like the previous page's is final. */
function wouldBe(
  read: ReadPicture | { readonly error: unknown },
  { turn, models = latinModels }: Pick<PageHints, "turn" | "models">,
): read is ReadPicture {
  return "page" in read && read.page.turn === turn && read.sureBy === models;
}

/** The thread's module: next to this one, or at its path in the bundles. */
const threadModule = new URL(
  import.meta.url.endsWith(".ts") ? "recognize-thread.ts" : "recognize-thread.js",
  import.meta.url,
);

/** Reads in a separate thread, which starts with the first page. */
class ThreadReader implements PageReader {
  readonly #further: readonly FurtherModel[];
  readonly #threads: number;
  /** Nonzero: the current reading is no longer wanted. */
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  #thread: Thread | undefined;

  constructor(further: readonly FurtherModel[], threads: number) {
    this.#further = further.map(({ script, chosen, path }) => ({ script, chosen, path }));
    this.#threads = threads;
  }

  async read(
    image: GrayImage,
    dpi: number,
    hints: PageHints,
    languages?: KnownLanguages,
  ): Promise<ReadPicture> {
    const reading: Reading = {
      image,
      dpi,
      hints,
      languages,
      further: this.#further,
      threads: this.#threads,
      stop: this.#stop,
      program: await program(),
    };
    if (Atomics.load(this.#stop, 0) !== 0) throw new Error("the recognizer is closed");
    this.#thread ??= startThread(threadModule);
    const answer = await this.#answer(this.#thread, reading);
    if ("read" in answer) return answer.read;
    if ("problem" in answer) throw failed(answer.problem, { hint: answer.hint });
    throw answer.tooLong ? new TooLongError("a page takes too long to recognize") : answer.fault;
  }

  async #answer(thread: Thread, reading: Reading): Promise<ThreadAnswer> {
    try {
      // Our own thread sends only answers.
      return (await thread.ask(reading)) as ThreadAnswer;
    } catch (error) {
      this.#thread = undefined;
      throw error;
    }
  }

  [Symbol.dispose](): void {
    Atomics.store(this.#stop, 0, 1);
    void this.#thread?.end();
    this.#thread = undefined;
  }
}
