/**
 * Recognizes page pictures as lines of words: determines orientation and script, levels the picture, reads it, and drops
 * anything that isn't text. Everything runs synchronously in this thread, a few seconds per page.
 */
import type { Box } from "../core/page-layout.ts";
import type { FurtherModel, GrayImage, RecognizedPage, RecognizedWord } from "../core/page-reading.ts";
import { ProblemError } from "../core/problem.ts";
import { asItIs, inUnits, type Projection, through } from "../core/projection.ts";
import { Engines } from "./engines.ts";
import { isEnglish, textStrip, withAccents } from "./english.ts";
import { withBrokenLines } from "./lines/broken-lines.ts";
import { withoutLeaders } from "./lines/dot-leaders.ts";
import {
  type DrawnTable,
  drawnTables,
  linesIn,
  tableOfColumns,
  withoutTables,
  withTable,
} from "./lines/drawn-tables.ts";
import {
  confidenceOf,
  isBeyondArabic,
  isLongEnough,
  isRead,
  lineBox,
  ownLetters,
  sampleOf,
  unreadIn,
} from "./lines/found-lines.ts";
import { withLatinWords } from "./lines/latin-words.ts";
import { withMarks } from "./lines/list-marks.ts";
import { missedRows } from "./lines/missed-lines.ts";
import { inReadingOrder } from "./lines/reading-order.ts";
import { withoutSplits } from "./lines/split-lines.ts";
import { ruledLines, seenThrough, turned, withBlackInk, withOnly } from "./picture/bitmap.ts";
import { evenlyLit, withoutSolid } from "./picture/even-light.ts";
import { projectionOf } from "./picture/perspective.ts";
import {
  downwardModels,
  isInside,
  latinModels,
  modelsFor,
  otherModels,
  siblingOf,
  withLatin,
} from "./tesseract/script-models.ts";
import type { FoundLine, Orientation, Tesseract } from "./tesseract/tesseract.ts";
import type { MeasuredLine } from "./type/common-type.ts";
import { fixedPitches, monoWidth } from "./type/fixed-pitch.ts";
import { withFullWidth, withWideBoxes } from "./type/full-width.ts";
import { runInWords } from "./type/run-in.ts";
import { isItalic, typeSizes, typeStroke } from "./type/type-size.ts";

/** Below this, the detected script is meaningless. */
const sureScript = 0.5;
/** Mean confidence of a page, 0 to 100, from which no alternatives are tried: other models, or the unturned picture if it seems turned. */
const sureText = 75;
/**
 * Confidence from which the page's script isn't checked, and none of the user's script models are tried: the Latin model is
 * too confident about Vietnamese.
 */
const beyondDoubt = 88;
/** Maximum of those models to try per page: each takes as long as reading it. */
const mostChosen = 4;
/** From here on, `osd` is hardly ever wrong about a script. */
const certainScript = 2;
/** Mean confidence below which a page may be in an undetected script: other models read a sample of it. */
const strangeText = 65;
/** Pages per document for which samples are read: it takes a few seconds. */
const mostSamples = 2;
/** Mean confidence below which a page isn't text. */
const leastOfPage = 50;
/** An engine's memory never shrinks: after a picture with this many pixels, it is reopened. */
const largePicture = 16_000_000;
/** Processor time per page, in milliseconds: nearly all take less than a tenth of it. */
const pageMs = 20_000;

/** The page takes longer than any page of text; it is not recognized. */
export class TooLongError extends Error {
  override readonly name = "TooLongError";
}

interface Attempt {
  readonly turn: Orientation["turn"];
  readonly image: GrayImage;
  /** Its place on the turned picture. */
  readonly projection: Projection;
  /** The straight lines drawn on it, in pixels. */
  readonly rules: readonly Box[];
  /** Names joined by "+". */
  readonly models: string;
  readonly lines: readonly FoundLine[];
  /** 0 to 100; 0 if nothing was found. */
  readonly confidence: number;
}

/** A page to read, with its drawn tables whited out, and the picture that has them. */
interface Picture {
  readonly level: GrayImage;
  readonly page: GrayImage;
  readonly tables: readonly DrawnTable[];
  readonly dpi: number;
}

const besideNothing = { projection: asItIs, rules: [], lines: [] };
const nothing = { projection: asItIs, rules: [], models: latinModels, lines: [], confidence: 0 };

/** How a point moves where the picture is turned clockwise. */
const quarterTurns = { 90: [0, -1, 0, 1, 0, 0, 0, 0, 1], 270: [0, 1, 0, -1, 0, 0, 0, 0, 1] } as const;

/** The findings on a document's pages that help with the next one. */
export interface PageHints {
  /** The orientation of the last page that was read confidently. */
  readonly turn: Orientation["turn"];
  /** The non-Latin models that last read a page confidently: a page of code in between looks like Latin. */
  readonly models?: string | undefined;
  /** Number of pages for which a sample was read with all models. */
  readonly samples: number;
  /** Whether a sample was read with both models of a script that has two. */
  readonly compared: boolean;
  /** Whether the last page is English text. */
  readonly english?: boolean | undefined;
}

/** A page before the type sizes of all pages are known. */
export interface MeasuredPage extends Omit<RecognizedPage, "lines" | "beside"> {
  readonly lines: readonly MeasuredLine[];
  readonly beside?: MeasuredPage;
}

/** The text recognized in an image. */
export interface ReadPicture {
  readonly page: MeasuredPage;
  /** The knowledge after it. */
  readonly after: PageHints;
  /** The models that read it beyond doubt. */
  readonly sureBy?: string | undefined;
}

/** Most documents are upright, and in Latin script. */
export const noHints: PageHints = { turn: 0, samples: 0, compared: false };

/** Reads pages with the built-in models and these. */
export class PictureReader implements Disposable {
  /** Models that aren't built in. */
  readonly #others: readonly FurtherModel[];
  readonly #engines: Engines;
  readonly #sides = new WeakMap<GrayImage, Projection>();
  #hints = noHints;
  readonly #clock: () => number;
  /** Whether the page is unevenly lit. */
  #isPhoto = false;
  /** Whether lines run downward that the only model for such lines can't read reliably: Chinese. */
  #isOtherDownward = false;
  /** The deadline for the page. */
  #until = 0;

  /** `clock` returns the used processor time in milliseconds. */
  constructor(further: readonly FurtherModel[], clock: () => number) {
    this.#clock = clock;
    this.#engines = new Engines(further, () => this.#checkTime());
    this.#others = further.filter(({ script }) => !isInside(script));
  }

  /** Recognizes a picture at this resolution. Throws `TooLongError`. */
  async read(page: GrayImage, dpi: number, hints: PageHints): Promise<ReadPicture> {
    this.#hints = hints;
    try {
      return await this.#recognized(page, dpi);
    } catch (error) {
      // Its memory is in an unknown state.
      this[Symbol.dispose]();
      throw error;
    }
  }

  async #recognized(page: GrayImage, dpi: number): Promise<ReadPicture> {
    this.#until = this.#clock() + pageMs;
    const lit = evenlyLit(page);
    this.#isPhoto = lit !== page;
    this.#isOtherDownward = false;
    const image = withoutLeaders(lit, dpi);
    const like = await this.#orDownward(image, dpi, await this.#likePageBefore(image, dpi));
    const isKnown = like.confidence >= (like.models === downwardModels ? sureText : beyondDoubt);
    const seen = isKnown ? undefined : await this.#seen(image, dpi);
    const first = isKnown ? like : await this.#best(image, dpi, seen, like);
    const best = isKnown ? first : await this.#withSibling(await this.#withSample(first, dpi), dpi);
    const isSure = best.confidence >= beyondDoubt;
    const { whole, unsure } = await this.#withMissed(best, dpi);
    const lines = await this.#measured(whole, dpi);
    const beside = await this.#beside(best, dpi);
    if (image.pixels.length > largePicture) this[Symbol.dispose]();
    const rules = best.rules.map((box) => scaled(box, 72 / dpi));
    const downward = this.#isOtherDownward ? best.lines.filter(({ vertical }) => vertical).map(lineBox) : [];
    const isDoubtful = seen !== undefined && seen.sureOfScript >= certainScript && best.confidence < sureText;
    const { turn, models } = best;
    const found: MeasuredPage = {
      ...{ turn, lines, rules },
      projection: inUnits(best.projection, 72 / dpi),
      unread: [...unreadIn(whole.lines), ...unsure, ...downward].map((box) => scaled(box, 72 / dpi)),
      ...(beside && { beside }),
      ...(isDoubtful && { doubtful: seen.script }),
    };
    return {
      // A page with downward lines is upright.
      page:
        models === downwardModels ? { turn: sumOfTurns(turn, 90), ...besideNothing, beside: found } : found,
      after:
        best.confidence < sureText ? this.#hints : { ...this.#hints, turn, english: isEnglish(best.lines) },
      sureBy: isSure ? models : undefined,
    };
  }

  /** The attempt with the lines that the layout analysis missed on a photograph, and where others may be. */
  async #withMissed(attempt: Attempt, dpi: number): Promise<{ whole: Attempt; unsure: readonly Box[] }> {
    const cells = this.#isPhoto ? missedRows(attempt.image, attempt.lines, attempt.rules) : [];
    if (cells.length === 0) return { whole: attempt, unsure: [] };

    const engine = await this.#engines.of(attempt.models);
    const found = linesIn({ cells }, attempt.image, (column) => engine.column(column, dpi));
    const sure = found.filter((line) => !line.vertical && confidenceOf([line]) >= sureText);
    const lines = sure.reduce((all, line) => withTable(all, lineBox(line), [line]), attempt.lines);
    const unsure = found.filter((line) => !sure.includes(line) && isLongEnough(line));
    return { whole: { ...attempt, lines }, unsure: unsure.map(lineBox) };
  }

  /** The lines that run up or down an upright page; undefined if they can't be read reliably. */
  async #beside(
    { image, lines, models, turn, projection }: Attempt,
    dpi: number,
  ): Promise<MeasuredPage | undefined> {
    const boxes = lines.filter(({ vertical }) => vertical).map(lineBox);
    const isUpright = confidenceOf(lines.filter(({ vertical }) => !vertical)) >= sureText;
    if (boxes.length === 0 || !isUpright) return undefined;

    const alone = withOnly(image, boxes);
    let best: Attempt | undefined;

    for (const way of [90, 270] as const) {
      const attempt = await this.#read(turned(alone, way), dpi, sumOfTurns(turn, way), models);
      if (attempt.confidence >= (best?.confidence ?? sureText)) best = attempt;
    }

    if (best === undefined) return undefined;
    const found = await this.#measured(best, dpi);
    const [there, back] = best.turn === sumOfTurns(turn, 90) ? ([90, 270] as const) : ([270, 90] as const);
    const outer = through(through(quarterTurns[there], projection), quarterTurns[back]);
    const projected = inUnits(through(outer, best.projection), 72 / dpi);
    return { turn: best.turn, projection: projected, lines: found, rules: [] };
  }

  /** The lines that are text, with their marks; none if the page doesn't seem to be text. */
  async #measured({ image, lines, models, rules }: Attempt, dpi: number): Promise<MeasuredLine[]> {
    const text = withoutSplits(lines.filter(isRead));
    if (confidenceOf(text) < leastOfPage) return [];

    const complete = await withLatinWords(text, async (boxes) =>
      (await this.#engines.of(latinModels)).textIn(image, dpi, boxes),
    );
    const found = complete.map(inReadingOrder).map(withFullWidth);
    const seen = withBlackInk(image, found.map(lineBox));
    const pitches = fixedPitches(found);
    const sizes = typeSizes(found, seen, rules).map((size, at) => (pitches[at] ?? 0) / monoWidth || size);
    const engine = await this.#engines.of(models);
    const marked = withMarks(found, sizes, image, (boxes) =>
      engine.textIn(image, dpi, boxes).map(({ text }) => text),
    );

    return marked.map((line, at) => ({
      ...measured(line, sizes[at] ?? line.height, seen, 72 / dpi),
      mono: pitches[at] !== undefined,
    }));
  }

  async #seen(image: GrayImage, dpi: number): Promise<Orientation | undefined> {
    return (await this.#engines.orienting()).orientation(image, dpi);
  }

  /** Most pages resemble the previous one, and a different page doesn't read confidently that way. */
  #likePageBefore(image: GrayImage, dpi: number): Promise<Attempt> {
    const { turn, models = latinModels } = this.#hints;
    return this.#read(turned(image, turn), dpi, turn, models);
  }

  /** The most confident reading; others are tried only if the first is doubtful. `made`: a reading already made. */
  async #best(image: GrayImage, dpi: number, seen: Orientation | undefined, made: Attempt): Promise<Attempt> {
    const turn = seen?.turn ?? 0;
    // What reads well isn't turned.
    const [first, ...others] = made.confidence >= sureText ? [made.turn] : new Set([turn, 0 as const]);
    let best: Attempt | undefined;
    const chosen = new Set(this.#chosenModels());

    for (const models of new Set([...this.#modelsToTry(seen), ...chosen])) {
      const enough = chosen.has(models) && best?.models === latinModels ? beyondDoubt : sureText;
      if (best !== undefined && models !== this.#hints.models && best.confidence >= enough) continue;
      for (const way of [first ?? turn, ...others]) {
        if (way !== first && (best?.confidence ?? 0) >= sureText) break;
        try {
          const isMade = made.models === models && made.turn === way;
          const attempt = isMade ? made : await this.#read(turned(image, way), dpi, way, models);
          if (best === undefined || attempt.confidence > best.confidence) best = attempt;
        } catch (error) {
          // Some forms of the program lack the second models, and not every file is a model.
          if (best === undefined || !(error instanceof ProblemError)) throw error;
        }
      }
    }
    if (best === undefined) return { ...nothing, turn, image };
    this.#remember(best);

    return best;
  }

  /** The attempt, or a better one with lines that run downward. */
  async #orDownward(image: GrayImage, dpi: number, made: Attempt): Promise<Attempt> {
    const downward = made.lines.filter(({ vertical }) => vertical);
    if (made.confidence >= sureText || downward.length * 2 < made.lines.length) return made;

    try {
      const turn = sumOfTurns(made.turn, 270);
      const attempt = await this.#read(turned(image, turn), dpi, turn, downwardModels);
      // It reads Latin too, on pages that lie on a side.
      const own = attempt.lines.filter((line) => ownLetters(line) * 2 > line.text.length);
      const isOwn = own.length * 2 >= attempt.lines.length;
      this.#isOtherDownward = isOwn && attempt.confidence >= leastOfPage && attempt.confidence < sureText;
      if (attempt.confidence < sureText || !isOwn) return made;
      this.#remember(attempt);
      return attempt;
    } catch (error) {
      // Some forms of the program lack this model.
      if (!(error instanceof ProblemError)) throw error;
      return made;
    }
  }

  #remember({ models, confidence }: Attempt): void {
    if (models !== latinModels && confidence >= leastOfPage) this.#hints = { ...this.#hints, models };
  }

  /** The attempt, or a better one with other models if its text seems to be in an undetected script. */
  async #withSample(made: Attempt, dpi: number): Promise<Attempt> {
    const other = made.confidence < strangeText ? await this.#modelsBySample(made, dpi) : undefined;
    if (other === undefined) return made;
    const attempt = await this.#read(made.image, dpi, made.turn, other);
    if (attempt.confidence <= made.confidence) return made;
    this.#remember(attempt);
    return attempt;
  }

  /** The attempt, or one with its script's other models if they read a sample more confidently. */
  async #withSibling(made: Attempt, dpi: number): Promise<Attempt> {
    const sibling = siblingOf(made.models);
    if (sibling === undefined || this.#hints.compared) return made;
    const sample = sampleOf(made, (line) => -ownLetters(line));
    if (sample === undefined) return made;

    this.#hints = { ...this.#hints, compared: true };
    const [own, other] = await this.#engines.readings([made.models, sibling], sample, dpi);
    if (own === undefined || other === undefined) return made;
    // The Arabic model confidently takes Persian and Urdu letters for its own.
    const isOthers =
      made.models === modelsFor("Arabic")
        ? isBeyondArabic(other.lines)
        : confidenceOf(other.lines) > confidenceOf(own.lines);
    if (!isOthers) return made;
    const attempt = await this.#read(made.image, dpi, made.turn, sibling);
    this.#remember(attempt);

    return attempt;
  }

  /** The built-in models that confidently read the lines this attempt was least confident about: a script isn't always detected. */
  async #modelsBySample(made: Attempt, dpi: number): Promise<string | undefined> {
    const sample = sampleOf(made, (line) => confidenceOf([line]));
    const { samples } = this.#hints;
    if (sample === undefined || samples === mostSamples) return undefined;
    this.#hints = { ...this.#hints, samples: samples + 1 };
    const others = [...otherModels].filter((other) => other !== made.models);
    const readings = await this.#engines.readings(others, sample, dpi);
    let best = { models: made.models, confidence: Math.max(made.confidence, sureText) };
    for (const { models, lines } of readings)
      if (confidenceOf(lines) > best.confidence) best = { models, confidence: confidenceOf(lines) };
    return best.models === made.models ? undefined : best.models;
  }

  /** Those of the detected script, those of previous pages, and the Latin ones. */
  #modelsToTry(seen: Orientation | undefined): readonly string[] {
    const tries: string[] = [];
    const before = this.#hints.models;

    if (seen !== undefined && seen.sureOfScript >= sureScript) {
      const further = this.#others.find(({ script }) => script === seen.script);
      const own = further ? withLatin(further) : modelsFor(seen.script);
      tries.push(before !== undefined && siblingOf(own) === before ? before : own);
    }

    const [own] = tries;
    if (before !== undefined) tries.push(before);
    if (own === modelsFor("Han")) tries.push(modelsFor("HanT"));
    if (own === modelsFor("Arabic")) tries.push(modelsFor("ArabicScript"));

    return [...tries, latinModels];
  }

  /** The user's models, a few of which are tried per page. */
  #chosenModels(): readonly string[] {
    const chosen = this.#others.filter((model) => model.chosen);
    return chosen.slice(0, mostChosen).map(withLatin);
  }

  #checkTime(): void {
    if (this.#clock() > this.#until) throw new TooLongError("a page takes too long to recognize");
  }

  async #read(image: GrayImage, dpi: number, turn: Orientation["turn"], models: string): Promise<Attempt> {
    this.#checkTime();
    const projection = this.#side(image);
    const straight = projection === asItIs ? image : seenThrough(image, projection);
    const level = this.#isPhoto ? withoutSolid(straight) : straight;
    const rules = withBrokenLines(ruledLines(level, dpi), level);
    const tables = drawnTables(rules, level);
    const page = tables.length === 0 ? level : withoutTables(level, tables);
    const picture = { level, page, tables, dpi };
    const english = models === latinModels ? await this.#inEnglish(picture) : undefined;
    const lines = english ?? this.#lines(await this.#engines.of(models), picture);
    const confidence = confidenceOf(lines.filter(({ vertical }) => !vertical));
    return { turn, image: level, projection, rules, models, lines, confidence };
  }

  #lines(engine: Tesseract, { level, page, tables, dpi }: Picture): readonly FoundLine[] {
    const inLayout = engine.lines(page, dpi);
    // A photographed page may look like one large picture: its surroundings are dark.
    const isMissed = this.#isPhoto && inLayout.length === 0 && tables.length === 0;
    const read: readonly FoundLine[] = isMissed ? engine.column(page, dpi) : inLayout;
    const linesOf = (parts: Pick<DrawnTable, "cells">) =>
      linesIn(parts, level, (column) => engine.column(column, dpi));
    const strip = tableOfColumns(read, page);
    const upright = strip ? withTable(read, strip, linesOf({ cells: [strip] }).filter(isRead)) : read;

    return tables.reduce((all, table) => withTable(all, table.box, linesOf(table)), upright);
  }

  /** The lines of English text; undefined for any other. */
  async #inEnglish(picture: Picture): Promise<readonly FoundLine[] | undefined> {
    const { english } = this.#hints;
    const engine = english === false ? undefined : await this.#engines.english();
    if (engine === undefined) return undefined;
    const { level, page, dpi } = picture;
    if (english === undefined && !isEnglish(engine.lines(textStrip(page, dpi), dpi), 1)) return undefined;
    const lines = this.#lines(engine, picture);
    if (!isEnglish(lines)) return undefined;
    const latin = await this.#engines.of(latinModels);
    const inLatin = (cells: readonly Box[]) =>
      linesIn({ cells }, level, (column) => latin.column(column, dpi));
    // The smaller model is too confident about what isn't text.
    const again = lines.map((line) => {
      if (line.vertical || confidenceOf([line]) >= strangeText) return line;
      const [own, ...others] = inLatin([lineBox(line)]);
      return own && others.length === 0 ? { ...own, first: line.first } : line;
    });

    return withAccents(again, inLatin);
  }

  /** From which side a picture is seen. */
  #side(image: GrayImage): Projection {
    const side = this.#sides.get(image) ?? projectionOf(image) ?? asItIs;
    this.#sides.set(image, side);
    return side;
  }

  [Symbol.dispose](): void {
    this.#engines[Symbol.dispose]();
  }
}

const turns = [0, 90, 180, 270] as const;
const sumOfTurns = (a: Orientation["turn"], b: Orientation["turn"]) => turns[((a + b) / 90) % 4] ?? 0;

const scaled = ({ x0, y0, x1, y1 }: Box, by: number): Box => ({
  x0: x0 * by,
  y0: y0 * by,
  x1: x1 * by,
  y1: y1 * by,
});

/** A line in points. Its text determines the spaces: words of Chinese, Japanese and Korean are single characters. */
function measured(line: FoundLine, size: number, image: GrayImage, points: number): MeasuredLine {
  let at = 0;
  const runIn = runInWords(line, size, image);
  const words = line.words.map((word, k): RecognizedWord => {
    const found = line.text.indexOf(word.text, at);
    const spaced = found < 0 || /\s/.test(line.text.slice(at, found));
    if (found >= 0) at = found + word.text.length;
    const { text, confidence } = word;
    const bold = runIn > 0 ? { bold: k < runIn } : {};
    return { text, box: scaled(word, points), confidence: confidence / 100, spaced, ...bold };
  });
  return {
    words: withWideBoxes(words, size * points),
    baseline: line.baseline * points,
    size: size * points,
    first: line.first,
    bold: false,
    italic: isItalic(line, image),
    stroke: typeStroke(line, image) * points,
  };
}
