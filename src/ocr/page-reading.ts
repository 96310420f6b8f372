/** A page's picture as far as it has been read: the passes in `passes.ts` add to it. */
import type { Box } from "../core/page-layout.ts";
import type { FurtherModel, GrayImage, RecognizedPage } from "../core/page-reading.ts";
import type { Projection } from "../core/projection.ts";
import type { Engines } from "./engines.ts";
import type { KnownLanguages } from "./languages.ts";
import type { DrawnTable } from "./lines/drawn-tables.ts";
import type { FoundLine, Orientation } from "./tesseract/tesseract.ts";
import type { MeasuredLine } from "./type/common-type.ts";

/** One reading of the picture, turned in one way and with some models. Places are in pixels of its own picture. */
export interface Attempt {
  readonly turn: Orientation["turn"];
  /** Turned and leveled. */
  readonly image: GrayImage;
  /** Its place on the turned picture. */
  readonly projection: Projection;
  /** The straight lines drawn on it. */
  readonly rules: readonly Box[];
  readonly tables: readonly DrawnTable[];
  /** Names joined by "+". */
  readonly models: string;
  readonly lines: readonly FoundLine[];
  /** 0 to 100; 0 if nothing was found. */
  readonly confidence: number;
}

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

/** Most documents are upright, and in Latin script. */
export const noHints: PageHints = { turn: 0, samples: 0, compared: false };

/** A page before the type sizes of all pages are known, in points. */
export interface MeasuredPage extends Omit<RecognizedPage, "lines" | "beside"> {
  readonly lines: readonly MeasuredLine[];
  readonly beside?: MeasuredPage;
}

export interface PageReading {
  /** Pixels per inch of every picture here. */
  readonly dpi: number;
  /** As it is read: evenly lit, without dot leaders. */
  readonly image: GrayImage;
  /** Whether its light was uneven. */
  readonly isPhoto: boolean;
  readonly hints: PageHints;
  /** What the caller said; undefined: models are chosen by the page. */
  readonly languages: KnownLanguages | undefined;
  /** Undefined if it wasn't looked for, or the page has too little content. */
  readonly seen: Orientation | undefined;
  /** The best so far. */
  readonly attempt: Attempt;
  /** Whether it is so good that no other is tried. */
  readonly isSettled: boolean;
  /** Whether lines run downward that the only model for such lines can't read reliably: Chinese. */
  readonly isOtherDownward: boolean;
  /** Where text seems to be that nothing was recognized of, in pixels. */
  readonly unread: readonly Box[];
  /** The lines that are text, in pixels. */
  readonly text: readonly FoundLine[];
  /** The same in points, with their type. */
  readonly measured: readonly MeasuredLine[];
  /** The text that is turned by a quarter against the rest. */
  readonly beside: MeasuredPage | undefined;
}

/** What passes read with. */
export interface ReadingTools {
  readonly engines: Engines;
  /** Models that aren't built in. */
  readonly others: readonly FurtherModel[];
  /** Throws if the page takes too long. */
  checkTime(): void;
}

/** The page takes longer than any page of text; it is not recognized. */
export class TooLongError extends Error {
  override readonly name = "TooLongError";
}

const turns = [0, 90, 180, 270] as const;
export const sumOfTurns = (a: Orientation["turn"], b: Orientation["turn"]) => turns[((a + b) / 90) % 4] ?? 0;

export const scaled = ({ x0, y0, x1, y1 }: Box, by: number): Box => ({
  x0: x0 * by,
  y0: y0 * by,
  x1: x1 * by,
  y1: y1 * by,
});
