/** Runs one tool, in whatever process: gives it its files and readers, collects its warnings, and says what failed. */
import type { Files } from "../core/document-io.ts";
import type { Office } from "../core/office.ts";
import type { PageReading } from "../core/page-reading.ts";
import { ProblemError } from "../core/problem.ts";
import type { Readers } from "../core/readers.ts";
import type { Progress, Tool } from "../core/tool.ts";
import type { ProblemMessage } from "./messages.ts";

export interface ExecuteDeps {
  readonly files: Files;
  readonly readers: Readers;
  /** Where omitted, no call may need it. */
  readonly office?: Office;
  /** Where omitted, no call may need it. */
  readonly reading?: PageReading;
  readonly onProgress: (state: Progress) => void;
  /** Throws where the call shall end; nothing can end it where omitted. */
  readonly onPause?: (() => Promise<void>) | undefined;
}

/** Warnings of one call that are told one by one. */
const maxWarnings = 100;

/** The tool's result, with `warnings` when it named any (DECISIONS 2). `input` has passed the tool's schema. */
export async function execute(tool: Tool, input: object, deps: ExecuteDeps): Promise<object> {
  const warnings = new Set<string>();
  const result = await tool.run(input, {
    files: deps.files,
    readers: deps.readers,
    office: deps.office ?? noOffice,
    reading: deps.reading ?? noReading,
    progress: deps.onProgress,
    pause: deps.onPause ?? (async () => {}),
    warn: (message) => warnings.add(message),
  });
  if (warnings.size === 0) return result;
  const own: unknown = Reflect.get(result, "warnings");
  const all = [...new Set([...(Array.isArray(own) ? own : []), ...warnings])];
  const more = all.length - maxWarnings;
  return { ...result, warnings: more > 0 ? [...all.slice(0, maxWarnings), `and ${more} more`] : all };
}

const noOffice: Office = {
  convert() {
    throw new Error("this process converts no office files");
  },
};

const noReading: PageReading = {
  ready() {
    throw new Error("this process has no model read pages");
  },
  read() {
    throw new Error("this process has no model read pages");
  },
};

/** Any error of a tool as it crosses the border of a process. */
export function describeProblem(error: unknown): ProblemMessage {
  if (error instanceof ProblemError) {
    const { code, message, errors, hint, cause } = error;
    return {
      code,
      detail: message,
      errors,
      hint,
      ...(cause !== undefined && { cause: describeCause(cause) }),
    };
  }
  return {
    code: "internal",
    detail: "The tool failed unexpectedly; nothing was written. Try once more.",
    cause: describeCause(error),
  };
}

/**
 * Whether the process can no longer be trusted after this error: whatever no tool foresaw, and the errors of WASM that
 * leave its memory broken (DECISIONS 3), wherever they hide among the causes.
 */
export function isFault(error: unknown): boolean {
  if (!(error instanceof ProblemError)) return true;
  for (
    let cause = error.cause, depth = 0;
    cause instanceof Error && depth < 10;
    cause = cause.cause, depth++
  ) {
    if (cause instanceof RangeError || cause instanceof WebAssembly.RuntimeError) return true;
  }
  return false;
}

/** Errors whose message the runtime words, without text of a document. */
const runtimeErrors = [TypeError, RangeError, ReferenceError, WebAssembly.RuntimeError];

/** An error for the log: its kind and where it happened. A message of unknown origin may quote a document and stays out. */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  const known = runtimeErrors.some((kind) => error instanceof kind);
  const message = known ? `: ${error.message.slice(0, 200)}` : "";
  // V8 begins the stack with the message, whose lines may look like anything.
  const frames = (error.stack ?? "")
    .replace(error.message, "")
    .split("\n")
    .filter((line) => /^\s+at |@.*:\d+/.test(line));
  const inner = error.cause instanceof Error ? `; because of ${error.cause.name}` : "";
  return `${error.name}${code}${message}${inner}\n${frames.slice(0, 12).join("\n")}`.trim();
}
