/** The interface of the models that read page images (`high_accuracy`): `models/` implements it in a separate process. */

import type { Box } from "./page-layout.ts";
import type { Projection } from "./projection.ts";

/** The models that the field `model` accepts. */
export const modelNames = ["0.8b", "4b"] as const;
export type ModelName = (typeof modelNames)[number];

/** The built-in recognizer, which needs no download (src/ocr). */
export const recognizerName = "ocr";

/** A script model for it, stored in a file on this computer. */
export interface FurtherModel {
  /** The script that it reads, by its Tesseract name. */
  readonly script: string;
  /** It was downloaded for this program: it is tried on any page with a doubtful reading, since not every script is detected. */
  readonly chosen: boolean;
  /** Its file. */
  readonly path: string;
}

/** The download id of such a model. */
export const scriptModelId = (script: string) => `ocr-${script.toLowerCase().replaceAll("_", "-")}`;

/** A page image: 8-bit RGB without transparency, each side a multiple of 32 pixels. */
export interface PageImage {
  readonly width: number;
  readonly height: number;
  readonly png: Uint8Array;
}

/** A page image: 8 bits per pixel, 0 is black, row by row. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A word recognized on a picture; boxes are in points from the upper left corner of the upright page. */
export interface RecognizedWord {
  readonly text: string;
  readonly box: Box;
  /** The recognizer's confidence, 0 to 1. */
  readonly confidence: number;
  /** A space precedes it. */
  readonly spaced: boolean;
  /** If its weight differs from its line's. */
  readonly bold?: boolean;
}

export interface RecognizedLine {
  readonly words: readonly RecognizedWord[];
  readonly baseline: number;
  /** Font size in points, estimated from the line's height. */
  readonly size: number;
  /** Its strokes are wider than most on the page. */
  readonly bold: boolean;
  readonly italic?: boolean;
  /** Whether all characters have one width, as in code. */
  readonly mono?: boolean;
  /** Whether it begins a paragraph. */
  readonly first: boolean;
}

/** The text recognized on a page image. */
export interface RecognizedPage {
  /** Degrees clockwise that turn the picture upright. */
  readonly turn: 0 | 90 | 180 | 270;
  /** Maps the flat, level page to the upright image, in points. */
  readonly projection: Projection;
  /** In reading order. */
  readonly lines: readonly RecognizedLine[];
  /** Straight horizontal and vertical lines. */
  readonly rules: readonly Box[];
  /** Text that is turned by a quarter against the rest, such as in a margin. */
  readonly beside?: RecognizedPage;
  /** Where lines were seen that nothing was recognized of. */
  readonly unread?: readonly Box[];
  /** The script that the page appears to use, by its Tesseract name, if its reading is doubtful. */
  readonly doubtful?: string;
}

/** A model's output for one page: untrusted text, not yet cleaned. */
export interface ModelPage {
  readonly text: string;
  /** `length`: it was cut at the maximum length. `repetition`: it began to repeat itself and was cut there. */
  readonly end: "stop" | "length" | "repetition";
}

export interface ReadRequest {
  readonly model: ModelName;
  /** Base64 of a PNG. */
  readonly png: string;
  /** Its number, for messages. */
  readonly page: number;
}

/** Reads page images, one at a time for the whole service. */
export interface PageReading {
  /**
   * Whether this model can read pages now. Throws 422 `operation_failed`: the model isn't on this computer (with a hint), it
   * has no runtime for this system, or there is too little memory.
   */
  ready(model: ModelName): Promise<void>;
  /**
   * Reads a page when its turn comes. Throws like `ready`, and 422 `operation_failed` if the page took too long or the process
   * ended; `cancelled` as soon as `signal` aborts.
   */
  read(request: ReadRequest, signal?: AbortSignal): Promise<ModelPage>;
}

/** The same for all calls of this program. */
export interface Reading extends PageReading, Disposable {
  close(): Promise<void>;
}

/** Settings for reading page images with models, as declared in src/settings.ts. */
export interface ReadingSettings {
  /** The base address of a server on this computer that reads instead of our own process. */
  readonly modelEndpoint?: string | undefined;
  /** That server's names for the models; by default, their usual names. */
  readonly endpointModel08b?: string | undefined;
  readonly endpointModel4b?: string | undefined;
  /** Time limit per page, in milliseconds; by default, each model's own. */
  readonly pageDeadlineMs?: number | undefined;
  /** How long our own process stays without work, in milliseconds; by default, five minutes. */
  readonly modelIdleMs?: number | undefined;
}
