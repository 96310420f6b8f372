/**
 * The protocol between the service and the process that reads pages: one JSON value per line over standard input and output,
 * like that of the engines. Pictures travel in it as base64 and nowhere else; they never touch a disk.
 */
import { isRecord } from "../../core/json-lines.ts";
import type { ModelName, WrittenPage } from "../../core/page-reading.ts";

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

export type FromWorker =
  /** The model is loaded. */
  | { readonly loaded: true }
  /** The model cannot be loaded; `why` is the runtime's own text, or with `advised` ours, complete. The process ends. */
  | { readonly unusable: { readonly why: string; readonly advised: boolean; readonly command?: string } }
  | { readonly done: { readonly id: number } & WrittenPage }
  /** The page could not be read; the process goes on. */
  | { readonly failed: { readonly id: number; readonly why: string } };

/** A line of the worker, in bytes: a page of text. */
export const maxAnswerBytes = 4_000_000;
/** A line to the worker, in bytes: the largest picture of random colours as base64, and some more. */
export const maxReadBytes = 24_000_000;

export function encode(message: ToWorker | FromWorker): string {
  return `${JSON.stringify(message)}\n`;
}

/** A line of the worker as a message, or undefined when it is none. */
export function readWorkerMessage(value: Readonly<Record<string, unknown>>): FromWorker | undefined {
  if (value.loaded === true) return { loaded: true };
  const { unusable, done, failed } = value;
  if (isRecord(unusable) && typeof unusable.why === "string") {
    const command = typeof unusable.command === "string" ? { command: unusable.command } : {};
    return { unusable: { why: unusable.why, advised: unusable.advised === true, ...command } };
  }
  if (isRecord(failed) && typeof failed.id === "number" && typeof failed.why === "string")
    return { failed: { id: failed.id, why: failed.why } };
  if (isRecord(done) && typeof done.id === "number" && typeof done.text === "string" && isEnd(done.end))
    return { done: { id: done.id, text: done.text, end: done.end } };
  return undefined;
}

export function isEnd(value: unknown): value is WrittenPage["end"] {
  return value === "stop" || value === "length" || value === "repetition";
}
