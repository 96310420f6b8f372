/** Recognizes page pictures as lines of words, in this thread: a few seconds per page. `passes.ts` says how. */
import type { FurtherModel, GrayImage } from "../core/page-reading.ts";
import { asItIs, inUnits } from "../core/projection.ts";
import { ownProcessorMs } from "../host/process/memory.ts";
import { Engines } from "./engines.ts";
import type { KnownLanguages } from "./languages.ts";
import {
  type MeasuredPage,
  type PageHints,
  type PageReading,
  scaled,
  sumOfTurns,
  TooLongError,
} from "./page-reading.ts";
import { readPage } from "./passes.ts";
import { downwardModels, isInside } from "./tesseract/script-models.ts";
import { readings } from "./tolerances/tolerances.ts";

const { beyondDoubt, certainScript, sureText } = readings;
/** An engine's memory never shrinks: after a picture with this many pixels, it is reopened. */
const largePicture = 16_000_000;
/** Processor time per page, in milliseconds: nearly all take less than a tenth of it. */
const pageMs = 20_000;

/** The text recognized in an image. */
export interface ReadPicture {
  readonly page: MeasuredPage;
  /** The knowledge after it. */
  readonly after: PageHints;
  /** The models that read it beyond doubt. */
  readonly sureBy?: string | undefined;
}

/** Reads pages with the built-in models and these. */
export class PictureReader implements Disposable {
  /** Models that aren't built in. */
  readonly #others: readonly FurtherModel[];
  readonly #engines: Engines;
  readonly #clock: () => number;
  /** The deadline for the page. */
  #until = 0;

  /** `clock` returns the used processor time in milliseconds. */
  constructor(further: readonly FurtherModel[], clock = ownProcessorMs) {
    this.#clock = clock;
    this.#engines = new Engines(further, () => this.#checkTime());
    this.#others = further.filter(({ script }) => !isInside(script));
  }

  /** Recognizes a picture at this resolution. Throws `TooLongError`. */
  async read(
    image: GrayImage,
    dpi: number,
    hints: PageHints,
    languages?: KnownLanguages,
  ): Promise<ReadPicture> {
    return recognizedOf(await this.readUntil(image, { dpi, hints, languages }));
  }

  /** The page after the named pass, or after all. Throws `TooLongError`. */
  async readUntil(image: GrayImage, given: Parameters<typeof readPage>[1]): Promise<PageReading> {
    this.#until = this.#clock() + pageMs;
    const tools = { engines: this.#engines, others: this.#others, checkTime: () => this.#checkTime() };
    try {
      const page = await readPage(image, given, tools);
      if (image.pixels.length > largePicture) this[Symbol.dispose]();
      return page;
    } catch (error) {
      // Its memory is in an unknown state.
      this[Symbol.dispose]();
      throw error;
    }
  }

  #checkTime(): void {
    if (this.#clock() > this.#until) throw new TooLongError("a page takes too long to recognize");
  }

  [Symbol.dispose](): void {
    this.#engines[Symbol.dispose]();
  }
}

function recognizedOf({ attempt, dpi, seen, unread, measured, beside, hints }: PageReading): ReadPicture {
  const { turn, models, confidence } = attempt;
  const points = 72 / dpi;
  const isDoubtful = seen !== undefined && seen.sureOfScript >= certainScript && confidence < sureText;
  const found: MeasuredPage = {
    ...{ turn, lines: measured, rules: attempt.rules.map((box) => scaled(box, points)) },
    projection: inUnits(attempt.projection, points),
    unread: unread.map((box) => scaled(box, points)),
    ...(beside && { beside }),
    ...(isDoubtful && { doubtful: seen.script }),
  };
  // A page with downward lines is upright.
  const upright = { turn: sumOfTurns(turn, 90), projection: asItIs, rules: [], lines: [], beside: found };
  return {
    page: models === downwardModels ? upright : found,
    after: hints,
    sureBy: confidence >= beyondDoubt ? models : undefined,
  };
}
