/** One reading of a page's picture with given models: leveled, its drawn tables cell by cell, and English with its own model. */
import type { Box } from "../core/page-layout.ts";
import type { GrayImage } from "../core/page-reading.ts";
import { asItIs, type Projection } from "../core/projection.ts";
import { isEnglish, textStrip, withAccents } from "./english.ts";
import { withBrokenLines } from "./lines/broken-lines.ts";
import {
  type DrawnTable,
  drawnTables,
  linesIn,
  tableOfColumns,
  withoutTables,
  withTable,
} from "./lines/drawn-tables.ts";
import { confidenceOf, isRead, lineBox } from "./lines/found-lines.ts";
import type { Attempt, PageReading, ReadingTools } from "./page-reading.ts";
import { ruledLines, seenThrough, turned } from "./picture/bitmap.ts";
import { withoutSolid } from "./picture/even-light.ts";
import { projectionOf } from "./picture/perspective.ts";
import { latinModels } from "./tesseract/script-models.ts";
import type { FoundLine, Orientation, Tesseract } from "./tesseract/tesseract.ts";
import { readings } from "./tolerances/tolerances.ts";

/** What an attempt needs to know of its page. */
type OfPage = Pick<PageReading, "dpi" | "isPhoto" | "hints" | "languages">;

/** A picture to read, with its drawn tables whited out, and the one that has them. */
interface Picture {
  readonly level: GrayImage;
  readonly page: GrayImage;
  readonly tables: readonly DrawnTable[];
  readonly dpi: number;
}

/** An attempt at a page that nothing was read of. */
export const noAttempt = (image: GrayImage, turn: Orientation["turn"] = 0): Attempt => ({
  ...{
    turn,
    image,
    projection: asItIs,
    rules: [],
    tables: [],
    models: latinModels,
    lines: [],
    confidence: 0,
  },
});

/** The page's picture, turned clockwise and read with these models. Throws 422 if a model is missing, and `TooLongError`. */
export const readTurned = (
  page: OfPage & Pick<PageReading, "image">,
  turn: Orientation["turn"],
  models: string,
  tools: ReadingTools,
): Promise<Attempt> => readPicture(page, { image: turned(page.image, turn), turn, models }, tools);

/** Reads a picture that is already turned. Throws as `readTurned`. */
export async function readPicture(
  page: OfPage,
  { image, turn, models }: Pick<Attempt, "image" | "turn" | "models">,
  tools: ReadingTools,
): Promise<Attempt> {
  tools.checkTime();
  const { dpi, isPhoto } = page;
  const projection = sideOf(image, dpi);
  const straight = projection === asItIs ? image : seenThrough(image, projection);
  const level = isPhoto ? withoutSolid(straight, dpi) : straight;
  const rules = withBrokenLines(ruledLines(level, dpi), level, dpi);
  const tables = drawnTables(rules, level, dpi);
  const picture = {
    level,
    page: tables.length === 0 ? level : withoutTables(level, tables, dpi),
    tables,
    dpi,
  };
  const english = models === latinModels ? await linesInEnglish(picture, page, tools) : undefined;
  const lines = english ?? linesOf(await tools.engines.of(models), picture, isPhoto);
  const confidence = confidenceOf(lines.filter(({ vertical }) => !vertical));
  return { turn, image: level, projection, rules, tables, models, lines, confidence };
}

const sides = new WeakMap<GrayImage, Projection>();

/** From which side a picture is seen: looked for once for all models. */
function sideOf(image: GrayImage, dpi: number): Projection {
  const side = sides.get(image) ?? projectionOf(image, dpi) ?? asItIs;
  sides.set(image, side);
  return side;
}

function linesOf(
  engine: Tesseract,
  { level, page, tables, dpi }: Picture,
  isPhoto: boolean,
): readonly FoundLine[] {
  const inLayout = engine.lines(page, dpi);
  // A photographed page may look like one large picture: its surroundings are dark.
  const isMissed = isPhoto && inLayout.length === 0 && tables.length === 0;
  const read: readonly FoundLine[] = isMissed ? engine.column(page, dpi) : inLayout;
  const inCells = (parts: Pick<DrawnTable, "cells">) =>
    linesIn(parts, level, dpi, (column) => engine.column(column, dpi));
  const strip = tableOfColumns(read, page);
  const upright = strip ? withTable(read, strip, inCells({ cells: [strip] }).filter(isRead)) : read;

  return tables.reduce((all, table) => withTable(all, table.box, inCells(table)), upright);
}

/** The lines of English text; undefined for any other. */
async function linesInEnglish(
  picture: Picture,
  { hints, languages, isPhoto }: OfPage,
  { engines }: ReadingTools,
): Promise<readonly FoundLine[] | undefined> {
  const { english } = languages ?? hints;
  const engine = english === false ? undefined : await engines.english();
  if (engine === undefined) return undefined;
  const { level, page, dpi } = picture;
  if (english === undefined && !isEnglish(engine.lines(textStrip(page, dpi), dpi), 1)) return undefined;
  const lines = linesOf(engine, picture, isPhoto);
  if (!isEnglish(lines)) return undefined;
  const latin = await engines.of(latinModels);
  const inLatin = (cells: readonly Box[]) =>
    linesIn({ cells }, level, dpi, (column) => latin.column(column, dpi));
  // The smaller model is too confident about what isn't text.
  const again = lines.map((line) => {
    if (line.vertical || confidenceOf([line]) >= readings.strangeText) return line;
    const [own, ...others] = inLatin([lineBox(line)]);
    return own && others.length === 0 ? { ...own, first: line.first } : line;
  });

  return withAccents(again, inLatin);
}
