/** From an attempt's lines to text: what isn't text goes, words are read again that its models can't know, and type is measured. */
import type { Box } from "../core/page-layout.ts";
import type { GrayImage, RecognizedWord } from "../core/page-reading.ts";
import { inUnits, through } from "../core/projection.ts";
import { noAttempt, readPicture } from "./attempt.ts";
import { linesIn, withTable } from "./lines/drawn-tables.ts";
import { confidenceOf, isLongEnough, isRead, lineBox, unreadIn } from "./lines/found-lines.ts";
import { withLatinWords } from "./lines/latin-words.ts";
import { withMarks } from "./lines/list-marks.ts";
import { missedRows } from "./lines/missed-lines.ts";
import { strangeLines, withOtherScripts } from "./lines/other-scripts.ts";
import { inReadingOrder } from "./lines/reading-order.ts";
import { withoutSplits } from "./lines/split-lines.ts";
import {
  type Attempt,
  type MeasuredPage,
  type PageReading,
  type ReadingTools,
  scaled,
  sumOfTurns,
} from "./page-reading.ts";
import { turned, withBlackInk, withOnly } from "./picture/bitmap.ts";
import { latinModels, modelsFor } from "./tesseract/script-models.ts";
import type { FoundLine } from "./tesseract/tesseract.ts";
import { fixedPitch, readings } from "./tolerances/tolerances.ts";
import type { MeasuredLine } from "./type/common-type.ts";
import { fixedPitches } from "./type/fixed-pitch.ts";
import { withFullWidth, withWideBoxes } from "./type/full-width.ts";
import { runInWords } from "./type/run-in.ts";
import { isItalic, typeSizes, typeStroke } from "./type/type-size.ts";

const { leastOfPage, sureText } = readings;

/** A pass over an attempt that was chosen. */
type OfAttempt = Pick<PageReading, "attempt" | "text" | "dpi">;

/** The lines that the layout analysis missed on a photograph, and where others may be. */
export async function missed(page: PageReading, { engines }: ReadingTools): Promise<Partial<PageReading>> {
  const { attempt, dpi, isPhoto } = page;
  const cells = isPhoto ? missedRows(attempt.image, attempt.lines, attempt.rules) : [];
  if (cells.length === 0) return {};

  const engine = await engines.of(attempt.models);
  const found = linesIn({ cells }, attempt.image, dpi, (column) => engine.column(column, dpi));
  const sure = found.filter((line) => !line.vertical && confidenceOf([line]) >= sureText);
  const lines = sure.reduce((all, line) => withTable(all, lineBox(line), [line]), attempt.lines);
  const unsure = found.filter((line) => !sure.includes(line) && isLongEnough(line));
  return { attempt: { ...attempt, lines }, unread: [...page.unread, ...unsure.map(lineBox)] };
}

/** The models of the scripts whose letters look like Latin ones. */
const lookAlikes = [modelsFor("Cyrillic"), modelsFor("Greek")];

/** With the lines of other scripts that the Latin model read. */
export async function linesInOtherScripts(
  { attempt, dpi, languages }: PageReading,
  { engines }: ReadingTools,
): Promise<Partial<PageReading>> {
  const isLatin = languages?.isLatin ?? attempt.models === latinModels;
  const strange = isLatin ? strangeLines(attempt.lines.filter(isRead)) : [];
  if (strange.length === 0) return {};
  const cells = strange.map(lineBox);
  const readings: FoundLine[] = [];
  for (const models of lookAlikes) {
    const engine = await engines.of(models);
    readings.push(...linesIn({ cells }, attempt.image, dpi, (column) => engine.column(column, dpi)));
  }
  return { attempt: { ...attempt, lines: withOtherScripts(attempt.lines, strange, readings) } };
}

/** Where lines were found that nothing was recognized of. */
export function unreadPlaces({
  attempt: { lines },
  unread,
  isOtherDownward,
}: PageReading): Partial<PageReading> {
  const downward = isOtherDownward ? lines.filter(({ vertical }) => vertical).map(lineBox) : [];
  return { unread: [...unreadIn(lines), ...unread, ...downward] };
}

/** The lines that are text; none if the page doesn't seem to be text. */
export function textLines({ attempt: { lines } }: OfAttempt) {
  const text = withoutSplits(lines.filter(isRead));
  return { text: confidenceOf(text) < leastOfPage ? [] : text };
}

/** With Latin words that other models misread. */
export async function latinWords({ attempt, text, dpi }: OfAttempt, { engines }: ReadingTools) {
  const read = async (boxes: readonly Box[]) =>
    (await engines.of(latinModels)).textIn(attempt.image, dpi, boxes);
  return { text: await withLatinWords(text, read) };
}

/** With words in the order in which they are read, and the wide marks of Chinese and Japanese. */
export const wordOrder = ({ text }: OfAttempt) => ({ text: text.map(inReadingOrder).map(withFullWidth) });

/** With the marks of list items; measured, in points. */
export async function typeOfLines(
  { attempt: { image, rules, models }, text, dpi }: OfAttempt,
  { engines }: ReadingTools,
): Promise<Pick<PageReading, "text" | "measured">> {
  if (text.length === 0) return { text, measured: [] };
  const seen = withBlackInk(image, text.map(lineBox));
  const pitches = fixedPitches(text);
  const sizes = typeSizes(text, seen, rules).map(
    (size, at) => (pitches[at] ?? 0) / fixedPitch.monoWidth || size,
  );
  const engine = await engines.of(models);
  const marked = withMarks(text, sizes, image, (boxes) =>
    engine.textIn(image, dpi, boxes).map((reading) => reading.text),
  );
  const measured = marked.map((line, at) => ({
    ...measuredLine(line, sizes[at] ?? line.height, seen, 72 / dpi),
    mono: pitches[at] !== undefined,
  }));

  return { text: marked, measured };
}

/** All of these on an attempt. */
async function measuredLines(attempt: Attempt, dpi: number, tools: ReadingTools) {
  const page = { attempt, dpi, text: [] };
  const complete = await latinWords({ ...page, ...textLines(page) }, tools);
  return (await typeOfLines({ ...page, ...wordOrder({ ...page, ...complete }) }, tools)).measured;
}

/** How a point moves where the picture is turned clockwise. */
const quarterTurns = { 90: [0, -1, 0, 1, 0, 0, 0, 0, 1], 270: [0, 1, 0, -1, 0, 0, 0, 0, 1] } as const;

/** The lines that run up or down an upright page; undefined if they can't be read reliably. */
export async function linesBeside(
  page: PageReading,
  tools: ReadingTools,
): Promise<Pick<PageReading, "beside">> {
  const { image, lines, models, turn, projection } = page.attempt;
  const { dpi } = page;
  const boxes = lines.filter(({ vertical }) => vertical).map(lineBox);
  const isUpright = confidenceOf(lines.filter(({ vertical }) => !vertical)) >= sureText;
  if (boxes.length === 0 || !isUpright) return { beside: undefined };

  const alone = withOnly(image, boxes, dpi);
  let best: Attempt = { ...noAttempt(alone), confidence: sureText };

  for (const way of [90, 270] as const) {
    const own = { image: turned(alone, way), turn: sumOfTurns(turn, way), models };
    const attempt = await readPicture(page, own, tools);
    if (attempt.confidence >= best.confidence) best = attempt;
  }

  if (best.image === alone) return { beside: undefined };
  const found = await measuredLines(best, dpi, tools);
  const [there, back] = best.turn === sumOfTurns(turn, 90) ? ([90, 270] as const) : ([270, 90] as const);
  const outer = through(through(quarterTurns[there], projection), quarterTurns[back]);
  const projected = inUnits(through(outer, best.projection), 72 / dpi);
  return {
    beside: { turn: best.turn, projection: projected, lines: found, rules: [] } satisfies MeasuredPage,
  };
}

/** A line in points. Its text determines the spaces: words of Chinese, Japanese and Korean are single characters. */
function measuredLine(line: FoundLine, size: number, image: GrayImage, points: number): MeasuredLine {
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
