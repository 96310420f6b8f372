/**
 * Pictures of pages to lines of words: which way up and in which script a page is, made level, read, and what is no text left
 * out. Everything is computed in this process, synchronously, a second or two for a page.
 */
import type { Box } from "../core/page-layout.ts";
import type { GrayImage, RecognisedPage, RecognisedWord } from "../core/page-reading.ts";
import { ProblemError } from "../core/problem.ts";
import { levelled, ruledLines, turned } from "./bitmap.ts";
import { CommonType, type MeasuredLine } from "./common-type.ts";
import { evenlyLit } from "./even-light.ts";
import { withMarks } from "./list-marks.ts";
import { inReadingOrder, withLatinWords } from "./reading-order.ts";
import { modelsFor, type ScriptModel } from "./script-models.ts";
import { type FoundLine, type Orientation, Tesseract } from "./tesseract.ts";
import { typeSize, typeStroke } from "./type-size.ts";

/** Below it the script that is seen means nothing. */
const sureScript = 0.5;
/** Mean confidence of a page, 0 to 100, from which nothing else is tried: other models, and a picture that seems turned as it is. */
const sureText = 75;
/** Lines that fall by less to the right (a quarter of a degree) are read as they are: recognition loses nothing up to 1°. */
const leastSlope = 0.0044;
/** Mean confidence below which a line is no text: it is what a recogniser sees in pictures and noise. */
const leastOfLine = 40;
/** The same of a page. */
const leastOfPage = 50;
/** Engines that stay open, besides the one for orientation: documents in more scripts at once are rare. */
const mostEngines = 2;
/** An engine's memory never shrinks: after a picture of so many pixels it is opened anew. */
const largePicture = 16_000_000;
interface Attempt {
  readonly turn: Orientation["turn"];
  readonly image: GrayImage;
  readonly models: readonly ScriptModel[];
  readonly lines: readonly FoundLine[];
  /** 0 to 100; 0 where nothing was found. */
  readonly confidence: number;
}

/** Mean over the characters. */
function confidenceOf(lines: readonly FoundLine[]): number {
  let [sum, count] = [0, 0];
  for (const { words } of lines)
    for (const { text, confidence } of words) {
      sum += confidence * text.length;
      count += text.length;
    }
  return count === 0 ? 0 : sum / count;
}

/** Reads pages of one document. */
export class Recogniser implements Disposable {
  readonly #engines = new Map<string, Tesseract>();
  #orienting: Tesseract | undefined;
  /** Of the last script but Latin that was surely seen: a page of code among them looks like Latin. */
  #models: readonly ScriptModel[] | undefined;
  readonly #type = new CommonType();

  /** Of a picture with so many pixels to the inch. */
  async recognise(page: GrayImage, dpi: number): Promise<RecognisedPage> {
    const image = evenlyLit(page);
    this.#orienting ??= await Tesseract.open(["osd"]);
    const seen = this.#orienting.orientation(image, dpi);
    const best = await this.#best(image, dpi, seen);
    const lines = this.#type.settled(await this.#measured(best, dpi));
    if (image.pixels.length > largePicture) this[Symbol.dispose]();
    const rules = ruledLines(best.image, dpi).map((box) => scaled(box, 72 / dpi));
    return { turn: best.turn, lines, rules };
  }

  /** The lines that are text, with their marks; none where the page seems to be no text. */
  async #measured({ image, lines, models }: Attempt, dpi: number): Promise<MeasuredLine[]> {
    const text = lines.filter((line) => !line.vertical && confidenceOf([line]) >= leastOfLine);
    if (confidenceOf(text) < leastOfPage) return [];
    const withLatin = await withLatinWords(text, async (boxes) =>
      (await this.#engine(modelsFor("Latin"))).textIn(image, dpi, boxes),
    );
    const found = withLatin.map(inReadingOrder);
    const sizes = found.map((line) => typeSize(line, image));
    const engine = await this.#engine(models);
    const marked = withMarks(found, sizes, image, (boxes) => engine.textIn(image, dpi, boxes));
    return marked.map((line, at) => measured(line, sizes[at] ?? line.height, image, 72 / dpi));
  }

  /** The reading that the recogniser is surest of; others are tried only where the first is doubtful. */
  async #best(image: GrayImage, dpi: number, seen: Orientation | undefined): Promise<Attempt> {
    const turn = seen?.turn ?? 0;
    const ways: Orientation["turn"][] = turn === 0 ? [turn] : [turn, 0];
    let best: Attempt | undefined;
    for (const models of this.#modelsToTry(seen)) {
      for (const way of ways) {
        if (way !== turn && (best?.confidence ?? 0) >= sureText) break;
        try {
          const attempt = await this.#read(turned(image, way), dpi, way, models);
          if (best === undefined || attempt.confidence > best.confidence) best = attempt;
        } catch (error) {
          // Not every form of the program has the models that are tried second.
          if (best === undefined || !(error instanceof ProblemError)) throw error;
        }
      }
      const asked = this.#models === undefined || this.#models === models;
      if (asked && (best?.confidence ?? 0) >= sureText) break;
    }
    return best ?? { turn, image, models: modelsFor("Latin"), lines: [], confidence: 0 };
  }

  /** Those of the script that is seen, those of the pages before it, and those of Latin. */
  #modelsToTry(seen: Orientation | undefined): readonly (readonly ScriptModel[])[] {
    const own = (seen?.sureOfScript ?? 0) >= sureScript ? modelsFor(seen?.script) : undefined;
    const tries = new Set<readonly ScriptModel[]>();
    if (own !== undefined) tries.add(own);
    if (this.#models !== undefined) tries.add(this.#models);
    if (own?.includes("HanS")) tries.add(modelsFor("HanT"));
    if (own?.includes("ara")) tries.add(modelsFor("ArabicScript"));
    tries.add(modelsFor("Latin"));
    if (own !== undefined && own !== modelsFor("Latin")) this.#models = own;
    return [...tries];
  }

  async #read(
    image: GrayImage,
    dpi: number,
    turn: Orientation["turn"],
    models: readonly ScriptModel[],
  ): Promise<Attempt> {
    const engine = await this.#engine(models);
    const slope = engine.slope(image, dpi);
    const level = Math.abs(slope) < leastSlope ? image : levelled(image, slope);
    const lines = level === image ? engine.lines() : engine.lines(level, dpi);
    return { turn, image: level, models, lines, confidence: confidenceOf(lines) };
  }

  async #engine(models: readonly ScriptModel[]): Promise<Tesseract> {
    const key = models.join("+");
    const known = this.#engines.get(key);
    if (known) return known;
    for (const [oldest, engine] of this.#engines) {
      if (this.#engines.size < mostEngines) break;
      engine[Symbol.dispose]();
      this.#engines.delete(oldest);
    }
    const opened = await Tesseract.open(models);
    this.#engines.set(key, opened);
    return opened;
  }

  [Symbol.dispose](): void {
    this.#orienting?.[Symbol.dispose]();
    this.#orienting = undefined;
    for (const engine of this.#engines.values()) engine[Symbol.dispose]();
    this.#engines.clear();
  }
}

const scaled = ({ x0, y0, x1, y1 }: Box, by: number): Box => ({
  x0: x0 * by,
  y0: y0 * by,
  x1: x1 * by,
  y1: y1 * by,
});

/** A line in points. Where spaces stand is in its text: words of Chinese, Japanese and Korean are single characters. */
function measured(line: FoundLine, size: number, image: GrayImage, points: number): MeasuredLine {
  let at = 0;
  const words = line.words.map((word): RecognisedWord => {
    const found = line.text.indexOf(word.text, at);
    const spaced = found < 0 || /\s/.test(line.text.slice(at, found));
    if (found >= 0) at = found + word.text.length;
    return { text: word.text, box: scaled(word, points), confidence: word.confidence / 100, spaced };
  });
  return {
    words,
    baseline: line.baseline * points,
    size: size * points,
    first: line.first,
    bold: false,
    stroke: typeStroke(line, image) * points,
  };
}
