/**
 * The protocol between the service and its engine processes: one JSON value per line, over standard input and output.
 * The parent sends `start` once, then one `call` at a time. Everything about a call carries its `id`.
 */

import type { OfficeSettings } from "../core/office.ts";
import type { ModelName, WrittenPage } from "../core/page-reading.ts";
import type { FieldError, LimitReached, ProblemCode, ProblemHint } from "../core/problem.ts";
import type { Scope } from "../files/scope/scope.ts";
import type { Output } from "../files/write/publish.ts";

/** The first line to an engine: what holds for its whole life. */
export interface StartMessage {
  readonly start: {
    /** The allowed folders as they were at the start of the service. An engine never learns others. */
    readonly scope: Scope;
    /** Process id of the service: when it is no longer the parent, the engine ends itself. */
    readonly parent: number;
    /** Resident bytes beyond which the engine ends itself. */
    readonly maxBytes: number;
    /** How office files are converted. */
    readonly office: OfficeSettings;
    /** Folders with fonts of the user's choice, absolute. */
    readonly fonts: readonly string[];
  };
}

/** One tool call; `input` has passed the tool's schema. Passwords travel here and nowhere else (docs/decisions/0015). */
export interface CallMessage {
  readonly call: { readonly id: number; readonly tool: string; readonly input: object };
}

/** The answer to a question about pages: `page` where one was to be read; one of it and `problem`, or nothing for "ready". */
export interface ReadingAnswer {
  readonly id: number;
  readonly page?: WrittenPage;
  readonly problem?: ProblemMessage;
}

export type ToEngine = StartMessage | CallMessage | { readonly reading: ReadingAnswer };

/** Whether a model can read pages now, or, with `page`, the text of one. One question at a time. */
export interface ReadingQuestion {
  readonly id: number;
  readonly model: ModelName;
  /** Its number, and its picture: base64 of a PNG, which the service passes on unseen. */
  readonly page?: { readonly number: number; readonly png: string };
}

/** A problem as it crosses the border: what the client may know, and the cause for the log. */
export interface ProblemMessage {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly FieldError[] | undefined;
  readonly hint?: ProblemHint | undefined;
  /** Where a limit ended the call. */
  readonly limit?: LimitReached | undefined;
  /** Name and stack of the error behind it, without text of a document. */
  readonly cause?: string | undefined;
}

/** The end of a call: one of `result` and `problem`. */
export interface Outcome {
  readonly id: number;
  readonly result?: object;
  readonly problem?: ProblemMessage;
  /** The engine's state can no longer be trusted: it is to be replaced. */
  readonly recycle: boolean;
  /** Resident bytes after the call, or after one a moment ago that this one cannot have gone far beyond. */
  readonly rss: number;
}

export type FromEngine =
  /** It has loaded and reads calls. */
  | { readonly ready: true }
  | {
      readonly progress: {
        readonly id: number;
        readonly progress: number;
        readonly total: number;
        readonly message?: string;
      };
    }
  /** For the log at debug level. Never text of a document. */
  | { readonly debug: { readonly id: number; readonly message: string } }
  /** A temporary file or folder is about to be created; the parent removes it when the engine does not live to do so. */
  | { readonly temp: { readonly id: number; readonly path: string } }
  /** A foreign program runs for the call in this process group (0: none any more); the parent ends it with the engine. */
  | { readonly group: { readonly id: number; readonly group: number } }
  /** The call begins to give these files their names: a client that goes away no longer stops it. */
  | { readonly publishing: { readonly id: number; readonly outputs: readonly Output[] } }
  /** They have got them, and the call goes on with others: it can be stopped again. */
  | { readonly published: { readonly id: number } }
  /** The call asks for a page to be read by a model; its clock stands still until it is answered. */
  | { readonly reading: ReadingQuestion }
  | { readonly done: Outcome };

/** A line of an engine, in bytes. Answers are bounded by the limits on text; a longer line is a fault of the engine. */
export const maxAnswerBytes = 64_000_000;
/** A line to an engine, in bytes: an HTTP body is at most 1 MB, and JSON escapes can multiply it by six. */
export const maxCallBytes = 16_000_000;

export function encode(message: ToEngine | FromEngine): string {
  return `${JSON.stringify(message)}\n`;
}
