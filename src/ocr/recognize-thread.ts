/** A thread that reads pages, started by `recognizer.ts`. */
import type { FurtherModel, GrayImage } from "../core/page-reading.ts";
import { ProblemError } from "../core/problem.ts";
import { threadProcessorMs } from "../host/process/memory.ts";
import { answerEach } from "../host/process/thread.ts";
import type { KnownLanguages } from "./languages.ts";
import { type PageHints, TooLongError } from "./page-reading.ts";
import { PictureReader, type ReadPicture } from "./recognize.ts";
import { useProgram } from "./tesseract/tesseract.ts";

export interface Reading {
  readonly image: GrayImage;
  readonly dpi: number;
  readonly hints: PageHints;
  readonly languages: KnownLanguages | undefined;
  readonly further: readonly FurtherModel[];
  /** How many there are. */
  readonly threads: number;
  /** Not 0: the answer is not wanted any more. */
  readonly stop: Int32Array<SharedArrayBuffer>;
  readonly program: WebAssembly.Module;
}

export type ThreadAnswer =
  | { readonly read: ReadPicture }
  | { readonly problem: string; readonly hint: ProblemError["hint"] }
  | { readonly tooLong: boolean; readonly fault: Error };

let reader: PictureReader | undefined;

function readerFor({ further, threads, stop, program }: Reading): PictureReader {
  useProgram(program);
  const clock = () => (Atomics.load(stop, 0) === 0 ? threadProcessorMs(threads) : Number.POSITIVE_INFINITY);
  return new PictureReader(further, clock);
}

answerEach(async (reading: Reading): Promise<ThreadAnswer> => {
  try {
    reader ??= readerFor(reading);
    return { read: await reader.read(reading.image, reading.dpi, reading.hints, reading.languages) };
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.message, hint: error.hint };
    const fault = error instanceof Error ? error : new Error("thrown in a thread");
    return { tooLong: error instanceof TooLongError, fault };
  }
});
