/** Runs one tool, in whatever process: gives it its files and readers, collects its warnings, and translates its errors. */
import { inWords, registryNames } from "../core/message.ts";
import { codeOf, failed, PlacedError, ProblemError } from "../core/problem.ts";
import type { Tool, ToolContext } from "../core/tool.ts";
import { addingTo, startWork } from "../core/work.ts";
import type { ProblemMessage } from "./messages.ts";

/** Of what a tool is given, that which every process gives it, and that which some do. */
type Always = "files" | "readers" | "progress";
export type ExecuteDeps = Pick<ToolContext, Always> & Partial<Omit<ToolContext, Always | "work" | "warn">>;

/** Where a process gives nothing else: nobody is told, and no call may need the others. */
const absent: Omit<ToolContext, Always | "work" | "warn"> = {
  office: { convert: missing },
  reading: { ready: missing, read: missing },
  names: registryNames,
  pause: async () => {},
  debug: () => {},
};

/** Warnings of one call that are listed one by one. */
const maxWarnings = 100;

/**
 * The tool's result, with `warnings` when it named any. `input` has passed the tool's schema. Throws `ProblemError`,
 * and what the system refused to this computer's own files.
 */
export async function execute(tool: Tool, input: object, deps: ExecuteDeps): Promise<object> {
  const warnings = new Set<string>();
  /** How far the tool has come, in its own words. */
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
  throw new ProblemError(
    "internal",
    "This process converts no office files, and no model reads pages for it.",
  );
}

/** What a tool threw without having foreseen it: what it leaves in the process nobody knows. */
class UnforeseenError extends Error {
  override readonly name = "UnforeseenError";
}

/**
 * The answer to an error of a tool. What none of its parts foresaw came from the document unless it is proved to be ours: what
 * the system refused, and what is missing of the program itself.
 */
export function translated(error: unknown, tool: string, reached?: string): unknown {
  const first = firstError(error);
  if (first instanceof ProblemError) return first === error ? first : alsoFailed(first, error);
  if (isOurs(first)) return first;
  const place = first instanceof PlacedError ? first.place : reached;
  return failed(
    (names) =>
      `${names.tool(tool)} came upon something that it cannot process${place === undefined ? "" : ` (${place})`}, and nothing was written. The document is damaged, or unlike all that this program knows: ${names.tool("pdf_repair")} may mend it`,
    { cause: unforeseen(first instanceof PlacedError ? first.cause : first) },
  );
}

const unforeseen = (cause: unknown) => new UnforeseenError("unforeseen", { cause });

/** A problem, with what failed besides when everything was closed. */
function alsoFailed({ code, detail, faults, hint }: ProblemError, all: unknown): ProblemError {
  return new ProblemError(code, detail, { cause: unforeseen(all), errors: faults, hint });
}

/** Of an error and of those that followed while it was under way, the first. */
function firstError(error: unknown): unknown {
  let first = error;
  for (let depth = 0; depth < 10 && first instanceof Error && "suppressed" in first; depth++)
    first = first.suppressed;
  return first;
}

/** Codes of the system (`ENOSPC`), and of modules that are not there. */
const ourCodes = /^(?:E[A-Z0-9]+|(?:ERR_)?MODULE_NOT_FOUND)$/;

const isOurs = (error: unknown) => ourCodes.test(codeOf(error) ?? "");

/** Any error of a tool as it crosses the border of a process. */
export function describeProblem(error: unknown): ProblemMessage {
  if (error instanceof ProblemError) {
    const { code, message, errors, hint, limit, cause } = error;
    const inner = cause === undefined ? undefined : describeCause(cause);
    return { code, detail: message, errors, hint, limit, cause: inner };
  }
  return {
    code: "internal",
    detail: "The tool failed unexpectedly; nothing was written. Try once more.",
    cause: describeCause(error),
  };
}

/**
 * Whether the process can no longer be trusted after this error: whatever no tool foresaw, and the errors of WASM that
 * leave its memory broken (docs/decisions/0003), wherever they hide among the causes.
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

/** Errors whose message the runtime words, without text of a document. */
const runtimeErrors = [TypeError, RangeError, ReferenceError, WebAssembly.RuntimeError];

/** An error for the log: its kind and where it happened. A message of unknown origin may quote a document and stays out. */
export function describeCause(thrown: unknown): string {
  const error = thrown instanceof UnforeseenError ? thrown.cause : thrown;
  if (!(error instanceof Error)) return typeof error;
  const code = codeOf(error);
  const known = runtimeErrors.some((kind) => error instanceof kind);
  const message = known ? `: ${error.message.slice(0, 200)}` : "";
  // V8 begins the stack with the message, whose lines may look like anything.
  const frames = (error.stack ?? "")
    .replace(error.message, "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line) || (line.includes("@") && /:\d/.test(line)));
  const inner = error.cause instanceof Error ? `; because of ${error.cause.name}` : "";
  return `${error.name}${code === undefined ? "" : ` ${code}`}${message}${inner}\n${frames.slice(0, 12).join("\n")}`.trim();
}
