/** The models that read page images (`high_accuracy`), by interface: `models/` implements it in a process of its own. */

import type { Box } from "./page-layout.ts";

/** The models that the field `model` names. */
export const modelNames = ["0.8b", "4b"] as const;
export type ModelName = (typeof modelNames)[number];

/** The recogniser inside the program, which needs no download (src/ocr). */
export const recogniserName = "ocr";

/** A model of a script for it that is a file of this computer. */
export interface FurtherModel {
  /** The script that it reads, as Tesseract names it. */
  readonly script: string;
  /** It was got for this program: it is tried on any page whose reading is doubtful, as not every script is seen. */
  readonly chosen: boolean;
  /** Throws 422 where the file cannot be read. */
  read(): Uint8Array;
}

/** What such a model is downloaded as. */
export const scriptModelId = (script: string) => `ocr-${script.toLowerCase().replaceAll("_", "-")}`;

/** A page as a picture: 8-bit RGB without transparency, each side a multiple of 32 pixels. */
export interface PageImage {
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

/** A page as a picture: 8 bits a pixel, 0 is black, row after row. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A word that was recognised on a picture; boxes are in points from the upper left corner of the upright page. */
export interface RecognisedWord {
  readonly text: string;
  readonly box: Box;
  /** How sure the recogniser is, 0 to 1. */
  readonly confidence: number;
  /** A space stands before it. */
  readonly spaced: boolean;
}

export interface RecognisedLine {
  readonly words: readonly RecognisedWord[];
  readonly baseline: number;
  /** Font size in points, as the height of the line shows it. */
  readonly size: number;
  /** Its strokes are wider than those of most of the page. */
  readonly bold: boolean;
  /** Whether it begins a paragraph. */
  readonly first: boolean;
}

/** What was recognised on the picture of a page. */
export interface RecognisedPage {
  /** Degrees clockwise by which the picture has to be turned for its text to be upright. */
  readonly turn: 0 | 90 | 180 | 270;
  /** How much lines fell to the right on the upright picture, which was rotated around its middle to make them level. */
  readonly slope: number;
  /** In reading order. */
  readonly lines: readonly RecognisedLine[];
  /** Straight lines along and down the page. */
  readonly rules: readonly Box[];
  /** The script that the page seems to be in, as Tesseract names it, where what was read of it is doubtful. */
  readonly doubtful?: string;
}

/** What a model wrote for one page: untrusted text, not yet cleaned. */
export interface WrittenPage {
  readonly text: string;
  /** `length`: it wrote as much as it may and was cut. `repetition`: it began to repeat itself and was cut there. */
  readonly end: "stop" | "length" | "repetition";
}

export interface ReadRequest {
  readonly model: ModelName;
  /** Base64 of a PNG. */
  readonly png: string;
  /** Its number, for messages. */
  readonly page: number;
}

/** Reads page images, one at a time for the whole computer's service. */
export interface PageReading {
  /**
   * Whether pages can be read by this model now. Throws 422 `operation_failed`: the model is not on this computer (with a
   * hint), there is no runtime for it on this system, or there is too little memory.
   */
  ready(model: ModelName): Promise<void>;
  /**
   * Reads one page when it is its turn. Throws like `ready`, and 422 `operation_failed` when the page took longer than its time
   * or the process ended; `cancelled` as soon as `signal` aborts.
   */
  read(request: ReadRequest, signal?: AbortSignal): Promise<WrittenPage>;
}

/** The same for all calls of this program. */
export interface Reading extends PageReading, Disposable {
  close(): Promise<void>;
}

/** How models read page images, as src/settings.ts declares it. */
export interface ReadingSettings {
  /** The base address of a server on this computer that reads instead of our own process. */
  readonly modelEndpoint?: string | undefined;
  /** What that server calls the models; their usual names where omitted. */
  readonly endpointModel08b?: string | undefined;
  readonly endpointModel4b?: string | undefined;
  /** Time limit of one page, in milliseconds; each model's own where omitted. */
  readonly pageDeadlineMs?: number | undefined;
  /** How long our own process stays without work, in milliseconds; five minutes where omitted. */
  readonly modelIdleMs?: number | undefined;
}
