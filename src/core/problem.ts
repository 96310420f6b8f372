/**
 * Problem details (RFC 9457): one table of codes, one error that carries one. Code throws a `ProblemError` where it knows what
 * failed; each interface translates it where it answers.
 */
import type { FieldError, Problem, ProblemHint, RuleViolation } from "./api-schemas.ts";
import { inWords, type Message, registryNames } from "./message.ts";
import { type FailureReason, type ProblemCode, problemCodes } from "./problem-codes.ts";
import { serviceName } from "./version.ts";

export type { FieldError, Problem, ProblemHint } from "./api-schemas.ts";
export { failureReasons, type ProblemCode, problemCodes } from "./problem-codes.ts";

/** A call that hit a limit: the same call would end the same way. */
export interface LimitReached {
  /** How long it ran, in milliseconds, if known. */
  readonly tookMs?: number | undefined;
}

/** A `FieldError` before an interface words it. */
export interface FieldFault {
  readonly field: string;
  readonly message: Message;
}

/** A `ProblemError`'s data other than code and detail. `cause` goes to the log, never to the client. */
export interface ProblemExtras {
  readonly errors?: readonly FieldFault[] | undefined;
  readonly hint?: ProblemHint | undefined;
  /** Files that the call had completely written before it failed; they stay. */
  readonly outputs?: readonly string[] | undefined;
  readonly limit?: LimitReached | undefined;
  /** Rules that the result would break. */
  readonly violations?: readonly RuleViolation[] | undefined;
  /** The smallest size in bytes that the result could have had. */
  readonly smallest?: number | undefined;
  readonly reason?: FailureReason | undefined;
  readonly cause?: unknown;
}

/** A failure with a response. `message` is the problem's `detail`: what failed, why, how to fix it. */
export class ProblemError extends Error {
  /** Bundlers rename classes, and runtimes print the name of the class. */
  static override readonly name = "ProblemError";
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[] | undefined;
  /** The message and those in `errors`, for interfaces with their own names. */
  readonly detail: Message;
  readonly faults: readonly FieldFault[] | undefined;
  readonly hint: ProblemHint | undefined;
  readonly outputs: readonly string[] | undefined;
  readonly limit: LimitReached | undefined;
  readonly violations: readonly RuleViolation[] | undefined;
  readonly smallest: number | undefined;
  readonly reason: FailureReason | undefined;

  constructor(code: ProblemCode, detail: Message, extras: ProblemExtras = {}) {
    super(inWords(detail, registryNames), extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.errors = extras.errors?.map(({ field, message }) => ({
      field,
      message: inWords(message, registryNames),
    }));
    this.detail = detail;
    this.faults = extras.errors;
    this.hint = extras.hint;
    this.outputs = extras.outputs;
    this.limit = extras.limit;
    this.violations = extras.violations;
    this.smallest = extras.smallest;
    this.reason =
      extras.reason ?? (extras.limit && "limit") ?? (isMissing(extras.hint) ? "missing_part" : undefined);
  }
}

/** Whether a hint names a component to install; others name a better choice. */
export const isMissing = (hint: ProblemHint | undefined): boolean =>
  hint !== undefined && hint.kind !== "level";

/** 422 `validation` on one field. */
export function invalid(field: string, message: Message): ProblemError {
  return new ProblemError("validation", (names) => `${names.field(field)}: ${inWords(message, names)}`, {
    errors: [{ field, message }],
  });
}

/** 409 `conflict`: the name in `field` is taken, and nothing has been written. */
export function conflict(field: string, message: string): ProblemError {
  return new ProblemError("conflict", message, { errors: [{ field, message }] });
}

/** 422 `operation_failed`: the input was valid but the document could not be processed. */
export function failed(detail: Message, extras: ProblemExtras = {}): ProblemError {
  return new ProblemError("operation_failed", detail, extras);
}

/** The error for an abandoned call: the signal's reason if that is a problem, otherwise `cancelled`. */
export function cancellation(signal: AbortSignal | undefined): ProblemError {
  const reason: unknown = signal?.reason;
  if (reason instanceof ProblemError) return reason;
  return new ProblemError("cancelled", "the caller disconnected before the call finished");
}

/** The promise, which rejects immediately once the signal aborts. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(cancellation(signal));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** The error code from the system or a runtime (`ENOENT`); undefined if there is none. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** An unexpected error, with the part of the document where it occurred. `cause` is that error. */
export class PlacedError extends Error {
  override readonly name = "PlacedError";
  /** Such as `object 12`. */
  readonly place: string;

  constructor(place: string, cause: unknown) {
    super(`an unexpected error in ${place}`, { cause });
    this.place = place;
  }
}

/** Whether a document, or a part of it, can't be processed. */
export const isFailure = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.code === "operation_failed";

/** The problem for an error and a request; anything but a `ProblemError` is `internal` and reveals nothing. */
export function toProblem(error: unknown, requestId: string): Problem {
  const known = error instanceof ProblemError ? error : undefined;
  const code = known?.code ?? "internal";
  return {
    type: `urn:${serviceName}:problem:${code}`,
    title: problemCodes[code].title,
    status: problemCodes[code].status,
    detail: known?.message ?? "The server failed unexpectedly; nothing was written. Try again.",
    instance: `urn:${serviceName}:request:${requestId}`,
    code,
    request_id: requestId,
    ...(known?.reason && { reason: known.reason }),
    ...(known?.errors && { errors: known.errors }),
    ...(known?.hint && { hint: known.hint }),
    ...(known?.violations && { violations: [...known.violations] }),
    ...(known?.smallest !== undefined && { smallest: known.smallest }),
    ...(known?.outputs && { outputs: known.outputs }),
  };
}
