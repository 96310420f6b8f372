/** The engines that are open, by the models that they read with. */
import type { FurtherModel, GrayImage } from "../core/page-reading.ts";
import { ProblemError } from "../core/problem.ts";
import { englishModel, latinModels, modelBytes } from "./tesseract/script-models.ts";
import { type FoundLine, Tesseract } from "./tesseract/tesseract.ts";

/** Engines kept open in addition to the one for orientation: documents with more scripts at once are rare. */
const mostEngines = 3;

export class Engines implements Disposable {
  readonly #further: readonly FurtherModel[];
  readonly #checkTime: () => void;
  readonly #kept = new Map<string, Tesseract>();
  #orienting: Tesseract | undefined;
  #readsEnglish = true;

  /** `checkTime` throws if a page takes too long; engines call it while they read. */
  constructor(further: readonly FurtherModel[], checkTime: () => void) {
    this.#further = further;
    this.#checkTime = checkTime;
  }

  /** The engine for these models, kept open. */
  async of(models: string): Promise<Tesseract> {
    const open = this.#kept.get(models);
    if (open) return open;
    for (const [oldest, engine] of this.#kept) {
      if (this.#kept.size < mostEngines) break;
      engine[Symbol.dispose]();
      this.#kept.delete(oldest);
    }
    const opened = await this.#open(models);
    this.#kept.set(models, opened);
    return opened;
  }

  /** The engine that sees orientation and script. */
  async orienting(): Promise<Tesseract> {
    this.#orienting ??= await this.#open("osd");
    return this.#orienting;
  }

  /** The engine for English; undefined if this form of the program lacks its model. */
  async english(): Promise<Tesseract | undefined> {
    if (!this.#readsEnglish) return undefined;
    try {
      return await this.of(englishModel);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.#readsEnglish = false;
      return undefined;
    }
  }

  /** These models' readings of a single-column picture; models missing from this form of the program are skipped. */
  async readings(all: readonly string[], sample: GrayImage, dpi: number) {
    const readings: { readonly models: string; readonly lines: readonly FoundLine[] }[] = [];
    using engine = await this.#open(latinModels);

    for (const models of all) {
      try {
        await engine.use(models, (name) => modelBytes(name, this.#further));
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        continue;
      }
      readings.push({ models, lines: engine.column(sample, dpi) });
    }

    return readings;
  }

  #open(models: string): Promise<Tesseract> {
    return Tesseract.open(models, (name) => modelBytes(name, this.#further), this.#checkTime);
  }

  [Symbol.dispose](): void {
    this.#orienting?.[Symbol.dispose]();
    this.#orienting = undefined;
    for (const engine of this.#kept.values()) engine[Symbol.dispose]();
    this.#kept.clear();
  }
}
