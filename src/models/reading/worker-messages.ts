/**
 * The protocol between the service and the process that reads pages: one JSON value per line over standard input and output,
 * like that of the engines. Pictures travel in it as base64 and nowhere else; they never touch a disk.
 */
import * as v from "valibot";
import { parseAs } from "../../core/json/lines.ts";
import type { ModelName } from "../../core/page-reading.ts";

/** The first line: what holds for the process's whole life. */
export interface WorkerStart {
  readonly start: {
    /** Process id of the service: when it is no longer the parent, the worker ends itself. */
    readonly parent: number;
    /** Resident bytes beyond which the worker ends itself. */
    readonly maxBytes: number;
    readonly model: ModelName;
    /** The program's data folder, absolute: the native runtime lies there, or is laid out there. */
    readonly dataFolder: string;
    /** Absolute path of the model's folder. */
    readonly folder: string;
    readonly threads: number;
  };
}

/** One page; never two at a time. */
export interface ReadPage {
  readonly read: {
    readonly id: number;
    /** Base64 of a PNG. */
    readonly png: string;
    readonly prompt: string;
    readonly maxTokens: number;
  };
}

export type ToWorker = WorkerStart | ReadPage | { readonly cancel: { readonly id: number } };

const id = v.number();

/** What the worker sends; it is checked, as a picture may have taken the process over. */
const fromWorker = v.union([
  /** The model is loaded. */
  v.object({ loaded: v.literal(true) }),
  /** The model cannot be loaded; `why` is the runtime's own text, or with `advised` ours, complete. The process ends. */
  v.object({
    unusable: v.object({
      why: v.string(),
      advised: v.fallback(v.boolean(), false),
      command: v.optional(v.string()),
    }),
  }),
  v.object({ done: v.object({ id, text: v.string(), end: v.picklist(["stop", "length", "repetition"]) }) }),
  /** The page could not be read; the process goes on. */
  v.object({ failed: v.object({ id, why: v.string() }) }),
]);

export type FromWorker = v.InferOutput<typeof fromWorker>;

/** A line of the worker, in bytes: a page of text. */
export const maxAnswerBytes = 4_000_000;
/** A line to the worker, in bytes: the largest picture of random colours as base64, and some more. */
export const maxReadBytes = 24_000_000;

export function encode(message: ToWorker | FromWorker): string {
  return `${JSON.stringify(message)}\n`;
}

/** A line of the worker as a message, or undefined when it is none. */
export function readWorkerMessage(line: string): FromWorker | undefined {
  return parseAs(fromWorker, line);
}
