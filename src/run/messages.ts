/**
 * The protocol between the service and its engine processes: one JSON value per line, over standard input and output. The
 * parent sends `start` once, then one `call` at a time. Everything about a call carries its `id`. Messages from an engine are
 * validated, since a document may have taken it over; their types come from the schemas.
 */

import * as v from "valibot";
import { violationSchema } from "../core/api-schemas.ts";
import { parseAs } from "../core/json/lines.ts";
import type { OfficeSettings } from "../core/office.ts";
import { type ModelPage, modelNames } from "../core/page-reading.ts";
import { failureReasons, type ProblemCode, ProblemError, problemCodes } from "../core/problem.ts";
import type { Scope } from "../files/scope/scope.ts";

/** The first line sent to an engine: settings for its whole life. */
export interface StartMessage {
  readonly start: {
    /** The allowed folders as they were when the service started. An engine never learns of others. */
    readonly scope: Scope;
    /** The service's process id: when it is no longer the parent, the engine ends itself. */
    readonly parent: number;
    /** Resident bytes beyond which the engine ends itself. */
    readonly maxBytes: number;
    /** How office files are converted. */
    readonly office: OfficeSettings;
    /** Absolute paths of the user's font folders. */
    readonly fonts: readonly string[];
  };
}

/** One tool call; `input` has passed the tool's schema. Passwords travel here and nowhere else (docs/decisions/0015). */
export interface CallMessage {
  readonly call: {
    readonly id: number;
    readonly tool: string;
    readonly input: object;
    /** The call may have been made before: existing files with the same content are no conflict. Its files, or any. */
    readonly again?: readonly string[] | "any" | undefined;
    /** Digests of its inputs are wanted. */
    readonly identify?: boolean;
  };
}

/** The answer to a question about pages: `page` if one was to be read; either it or `problem`, or nothing for "ready". */
export interface ReadingAnswer {
  readonly id: number;
  readonly page?: ModelPage;
  readonly problem?: ProblemMessage;
}

export type ToEngine = StartMessage | CallMessage | { readonly reading: ReadingAnswer };

/** An optional part of a message that is dropped if invalid, without affecting the rest. */
function orNothing<const S extends v.GenericSchema>(schema: S) {
  return v.fallback(v.optional(schema), undefined);
}

/** The valid items of a list. */
function itemsOf<const S extends v.GenericSchema>(item: S) {
  const isItem = (value: unknown): value is v.InferOutput<S> => v.is(item, value);
  return v.pipe(
    v.array(v.unknown()),
    v.transform((list) => list.filter(isItem)),
    v.readonly(),
  );
}

/** Text of limited length; the rest is cut off. */
function upTo(length: number) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.slice(0, length).toWellFormed()),
  );
}

const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCode = (value: unknown) => typeof value === "string" && Object.hasOwn(problemCodes, value);

/** A problem as sent between processes: what the client may know, and the cause for the log. */
const problem = v.object({
  code: v.custom<ProblemCode>(isCode),
  detail: v.string(),
  errors: orNothing(itemsOf(v.object({ field: v.string(), message: v.string() }))),
  reason: orNothing(v.picklist(failureReasons)),
  hint: orNothing(v.object({ kind: v.string(), command: v.string() })),
  violations: orNothing(itemsOf(violationSchema)),
  smallest: orNothing(v.number()),
  /** Present if a limit ended the call. */
  limit: orNothing(v.object({ tookMs: v.optional(v.number()) })),
  /** Name and stack of the underlying error, without document text. */
  cause: orNothing(v.string()),
});

export type ProblemMessage = v.InferOutput<typeof problem>;

const id = v.number();

/** An engine's message about a call; on the wire `{"<kind>": {"id": …}}`. The first kinds are found fastest. */
const callAnswer = v.variant("kind", [
  /** The end of the call: either `result` or `problem`. */
  v.object({
    kind: v.literal("done"),
    id,
    result: orNothing(v.custom<object>(isRecord)),
    problem: orNothing(problem),
    /** The engine's state can't be trusted any more: it must be replaced. */
    fault: v.fallback(v.boolean(), false),
    /** It must be replaced as planned, although nothing failed. */
    recycle: v.fallback(v.boolean(), false),
    /** Identical versions of all its files already existed. */
    found: orNothing(v.boolean()),
    /** Resident bytes after the call. */
    rss: v.fallback(v.number(), 0),
  }),
  v.object({
    kind: v.literal("progress"),
    id,
    progress: v.pipe(v.number(), v.minValue(0)),
    total: v.pipe(v.number(), v.gtValue(0)),
    message: orNothing(upTo(200)),
  }),
  /** For the log at debug level. Never document text. */
  v.object({ kind: v.literal("debug"), id, message: upTo(300) }),
  /** A temporary file or folder is about to be created; the parent removes it if the engine dies before doing so. */
  v.object({ kind: v.literal("temp"), id, path: v.string() }),
  /** An external program runs for the call in this process group (0: none any more); the parent ends it with the engine. */
  v.object({ kind: v.literal("group"), id, group: v.pipe(v.number(), v.integer()) }),
  /** The call begins to publish these files: a disconnecting client no longer stops it. */
  v.object({
    kind: v.literal("publishing"),
    id,
    outputs: v.fallback(itemsOf(v.object({ path: v.string(), id: v.string() })), []),
  }),
  /** They are published, and the call continues with others: it can be stopped again. */
  v.object({ kind: v.literal("published"), id }),
  /**
   * The call asks whether a model can read pages now or, with `page`, for a page's text: its number, and its image as base64
   * of a PNG, which the service passes on unseen. One question at a time; the call's clock is paused until it is answered.
   */
  v.object({
    kind: v.literal("reading"),
    id,
    model: v.picklist(modelNames),
    page: v.optional(v.object({ number: v.number(), png: v.string() })),
  }),
  /** An input was opened: its field, and the SHA-256 of its content. */
  v.object({
    kind: v.literal("input"),
    id,
    field: v.pipe(v.string(), v.maxLength(40)),
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
]);

export type CallAnswer = Readonly<v.InferOutput<typeof callAnswer>>;
type Kind = CallAnswer["kind"];
export type AnswerOf<K extends Kind> = Omit<Extract<CallAnswer, { kind: K }>, "kind">;
export type ReadingQuestion = AnswerOf<"reading">;

/** `ready`: the engine has loaded and is reading calls. */
export type FromEngine =
  | { readonly ready: true }
  | { [K in Kind]: { readonly [Key in K]: AnswerOf<K> } }[Kind];

/** An engine's line as a protocol message; undefined if it isn't one. */
export function readMessage(line: string): { readonly ready: true } | CallAnswer | undefined {
  const value: Readonly<Record<string, unknown>> = parseAs(v.looseObject({}), line) ?? {};
  if (value.ready === true) return { ready: true };
  const [[kind, body] = []] = Object.entries(value);
  const message = v.safeParse(callAnswer, { ...Object(body), kind });
  return message.success ? message.output : undefined;
}

/** Maximum bytes of a line from an engine. Answers are bounded by the limits on text; a longer line is a fault of the engine. */
export const maxAnswerBytes = 64_000_000;
/** Maximum bytes of a line to an engine: an HTTP body is at most 1 MB, and JSON escapes can multiply it by six. */
export const maxCallBytes = 16_000_000;

export const encode = (message: ToEngine | FromEngine): string => `${JSON.stringify(message)}\n`;

/** Turns a received problem back into an error. */
export function asError({
  code,
  detail,
  errors,
  reason,
  hint,
  violations,
  smallest,
  limit,
  cause,
}: ProblemMessage): ProblemError {
  const inner = cause === undefined ? undefined : new Error(cause);
  return new ProblemError(code, detail, { errors, reason, hint, violations, smallest, limit, cause: inner });
}
