/**
 * The protocol between the service and the reading process: one JSON value per line over standard input and output, like that
 * of the engines. Pictures travel only here, as base64, and never touch a disk.
 */
import * as v from "valibot";
import { parseAs } from "../../core/json/lines.ts";
import type { ModelName } from "../../core/page-reading.ts";

/** The first line: settings for the process's whole life. */
export interface WorkerStart {
  readonly start: {
    /** The service's process id: when it is no longer the parent, the worker ends itself. */
    readonly parent: number;
    /** Resident bytes beyond which the worker ends itself. */
    readonly maxBytes: number;
    readonly model: ModelName;
    /** The program's data folder, absolute: the native runtime is there, or is unpacked there. */
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

/** Messages from the worker; validated, since a picture may have taken the process over. */
const fromWorker = v.union([
  /** The model is loaded. */
  v.object({ loaded: v.literal(true) }),
  /** The model can't be loaded; `why` is the runtime's message or, with `advised`, our complete one. The process ends. */
  v.object({
    unusable: v.object({
      why: v.string(),
      advised: v.fallback(v.boolean(), false),
      command: v.optional(v.string()),
    }),
  }),
  v.object({ done: v.object({ id, text: v.string(), end: v.picklist(["stop", "length", "repetition"]) }) }),
  /** The page couldn't be read; the process continues. */
  v.object({ failed: v.object({ id, why: v.string() }) }),
]);

export type FromWorker = v.InferOutput<typeof fromWorker>;

/** Maximum bytes of a line from the worker: a page of text. */
export const maxAnswerBytes = 4_000_000;
/** Maximum bytes of a line to the worker: the largest picture of random colors as base64, and some more. */
export const maxReadBytes = 24_000_000;

export const encode = (message: ToWorker | FromWorker): string => `${JSON.stringify(message)}\n`;

/** Parses a line from the worker; undefined if it isn't a message. */
export const readWorkerMessage = (line: string): FromWorker | undefined => parseAs(fromWorker, line);
