/** Runs a tool, in any process: provides its files and readers, collects its warnings, and translates its errors. */
import { inWords, registryNames } from "../core/message.ts";
import { codeOf, failed, PlacedError, ProblemError } from "../core/problem.ts";
import type { Tool, ToolContext } from "../core/tool.ts";
import { addingTo, startWork } from "../core/work.ts";
import type { ProblemMessage } from "./messages.ts";

/** The parts of a tool's context that every process provides; others are optional. */
type Always = "files" | "readers" | "progress";
export type ExecuteDeps = Pick<ToolContext, Always> & Partial<Omit<ToolContext, Always | "work" | "warn">>;

/** For processes without the optional parts: nothing is reported, and no call may need the rest. */
const absent: Omit<ToolContext, Always | "work" | "warn"> = {
  office: { convert: missing },
  reading: { ready: missing, read: missing },
  names: registryNames,
  pause: async () => {},
  debug: () => {},
};

/** Maximum warnings listed per call. */
const maxWarnings = 100;

/**
 * The tool's result, including any `warnings`. `input` has passed the tool's schema. Throws `ProblemError`, and system errors
 * on this program's own files.
 */
export async function execute(tool: Tool, input: object, deps: ExecuteDeps): Promise<object> {
  const warnings = new Set<string>();
  /** The tool's progress, in its own words. */
  let reached: string | undefined;
  const work = startWork();
  const given = { ...absent, ...deps };

  const run = async () =>
    await tool.run(input, {
      ...given,
      work,
      files: addingTo(work, deps.files),
      progress(state) {
        reached = state.message;
        deps.progress(state);
      },
      warn: (message) => warnings.add(inWords(message, given.names)),
    });

  const result = await run().catch((error: unknown) => {
    throw translated(error, tool.name, reached);
  });
  if (warnings.size === 0) return result;
  const own: unknown = Reflect.get(result, "warnings");
  const all = [...new Set([...(Array.isArray(own) ? own : []), ...warnings])];
  const more = all.length - maxWarnings;

  return { ...result, warnings: more > 0 ? [...all.slice(0, maxWarnings), `and ${more} more`] : all };
}

function missing(): never {
  throw new ProblemError("internal", "This process can't convert office files or read pages with a model.");
}

/** An unexpected error from a tool: the state of the process is unknown. */
class UnforeseenError extends Error {
  override readonly name = "UnforeseenError";
}

/**
 * Translates a tool's error for the answer. Unexpected ones are blamed on the document unless they are provably ours: system
 * errors, and missing parts of the program.
 */
export function translated(error: unknown, tool: string, reached?: string): unknown {
  const first = firstError(error);
  if (first instanceof ProblemError) return first === error ? first : alsoFailed(first, error);
  if (isOurs(first)) return first;
  const place = first instanceof PlacedError ? first.place : reached;
  return failed(
    (names) =>
      `${names.tool(tool)} found something it can't process${place === undefined ? "" : ` (${place})`}; nothing was written. The document is damaged or very unusual: ${names.tool("pdf_repair")} may repair it`,
    { cause: unforeseen(first instanceof PlacedError ? first.cause : first) },
  );
}

const unforeseen = (cause: unknown) => new UnforeseenError("unforeseen", { cause });

/** A problem, with the errors that occurred while everything was being closed. */
function alsoFailed({ code, detail, faults, reason, hint }: ProblemError, all: unknown): ProblemError {
  return new ProblemError(code, detail, { cause: unforeseen(all), errors: faults, reason, hint });
}

/** The first of an error and those that followed while it was being handled. */
function firstError(error: unknown): unknown {
  let first = error;
  for (let depth = 0; depth < 10 && first instanceof Error && "suppressed" in first; depth++)
    first = first.suppressed;
  return first;
}

/** System error codes (`ENOSPC`), and those of missing modules. */
const ourCodes = /^(?:E[A-Z0-9]+|(?:ERR_)?MODULE_NOT_FOUND)$/;

const isOurs = (error: unknown) => ourCodes.test(codeOf(error) ?? "");

/** Describes any tool error for another process. */
export function describeProblem(error: unknown): ProblemMessage {
  if (error instanceof ProblemError) {
    const { code, message, errors, reason, hint, violations, smallest, limit, cause } = error;
    const inner = cause === undefined ? undefined : describeCause(cause);
    return {
      code,
      detail: message,
      errors,
      reason,
      hint,
      violations: violations && [...violations],
      smallest,
      limit,
      cause: inner,
    };
  }
  return {
    code: "internal",
    detail: "The tool failed unexpectedly; nothing was written. Try again.",
    cause: describeCause(error),
  };
}

/**
 * Whether the process can no longer be trusted after this error: anything unexpected, and WASM errors that corrupt its memory
 * (docs/decisions/0003), wherever they are among the causes.
 */
export function isFault(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return true;
  return causes(error).some(
    (cause) =>
      cause instanceof UnforeseenError ||
      cause instanceof RangeError ||
      cause instanceof WebAssembly.RuntimeError,
  );
}

function causes(error: Error): Error[] {
  const all: Error[] = [];
  for (let { cause } = error; cause instanceof Error && all.length < 10; { cause } = cause) all.push(cause);
  return all;
}

/** Errors with messages from the runtime, free of document text. */
const runtimeErrors = [TypeError, RangeError, ReferenceError, WebAssembly.RuntimeError];

/** Describes an error for the log: its kind and location. A message of unknown origin may quote a document and is omitted. */
export function describeCause(thrown: unknown): string {
  const error = thrown instanceof UnforeseenError ? thrown.cause : thrown;
  if (!(error instanceof Error)) return typeof error;

  const code = codeOf(error);
  const known = runtimeErrors.some((kind) => error instanceof kind);
  const message = known ? `: ${error.message.slice(0, 200)}` : "";
  // V8 begins the stack with the message, whose lines can look like anything.
  const frames = (error.stack ?? "")
    .replace(error.message, "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line) || (line.includes("@") && /:\d/.test(line)));
  const inner = error.cause instanceof Error ? `; because of ${error.cause.name}` : "";

  return `${error.name}${code === undefined ? "" : ` ${code}`}${message}${inner}\n${frames.slice(0, 12).join("\n")}`.trim();
}
