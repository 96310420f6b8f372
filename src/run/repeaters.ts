/**
 * Remembers expensive calls (docs/decisions/0010): a tool that a limit ended isn't run on the same file again at once, and one
 * that took long counts as slow. Files are identified by device, inode, size and time.
 */
import { failed, ProblemError } from "../core/problem.ts";
import type { Tool } from "../core/tool.ts";

/** A tool call's files and pages. */
export interface Subject {
  /** The tool and its files. */
  readonly files: string;
  /** The requested part of the files. */
  readonly pages: string;
}

export interface Repeaters {
  /** Throws 422 `operation_failed` for a call that a limit ended a moment ago. */
  check(tool: Tool, input: object): void;
  /** Whether the tool was slow on these files. */
  isSlow(tool: Tool, input: object): boolean;
  /** A call has ended after using this much processor time, in milliseconds; `error`: how it failed, if it did. */
  ended(tool: Tool, input: object, usedMs: number, error?: unknown): void;
}

export interface RepeaterDeps {
  /** Milliseconds from a monotonic clock. */
  readonly elapsed: () => number;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Identifies a file; undefined if there is none. */
  readonly identityOf: (path: string) => string | undefined;
}

/** Maximum remembered tools and files; beyond it, the oldest is dropped. */
const maxRemembered = 500;
/** Maximum files examined per call; calls with more aren't remembered. */
const maxFiles = 100;
/** A call that used this many milliseconds was slow. */
const longMs = 10_000;
/** How long it counts as slow, in milliseconds. */
const knownMs = 600_000;
/** An ended call isn't retried for this multiple of the time it took: less than a tenth of a lane is lost to it. */
const restTimes = 10;
/** But at most this long; calls that took less than the second value cost nothing, in milliseconds. */
const maxRestMs = 600_000;
const minTookMs = 1000;

interface Remembered {
  /** Times on the monotonic clock. */
  readonly slowUntil: number;
  readonly restsUntil: number;
  /** How the last one ended, and when, in Unix time. */
  readonly reason: string;
  readonly at: number;
  /** The pages requested when it was ended; after a second time, the whole file is rejected. */
  readonly pages: string | undefined;
}

export function createRepeaters({ elapsed, now, identityOf }: RepeaterDeps): Repeaters {
  /** By tool and files, oldest first. */
  const known = new Map<string, Remembered>();

  /** Looked up only if there is anything to compare with: querying the system costs more than most calls. */
  const find = (tool: Tool, input: object) => {
    if (known.size === 0) return undefined;
    const subject = subjectOf(tool, input, identityOf);
    const entry = subject && known.get(subject.files);
    return entry && { subject, entry };
  };

  return {
    check(tool, input) {
      const { subject, entry } = find(tool, input) ?? {};
      if (!entry || elapsed() >= entry.restsUntil) return;
      if (entry.pages !== undefined && entry.pages !== subject?.pages) return;
      const again = new Date(now() + entry.restsUntil - elapsed()).toISOString();
      const before = new Date(entry.at).toISOString();
      throw failed(
        `not run: ${tool.name} ${entry.reason} on the same file at ${before}. Try again after ${again}, or when the file has changed`,
        { reason: "limit" },
      );
    },
    isSlow(tool, input) {
      const entry = find(tool, input)?.entry;
      return entry !== undefined && elapsed() < entry.slowUntil;
    },
    ended(tool, input, usedMs, error) {
      const limit = error instanceof ProblemError && error.limit !== undefined ? error : undefined;
      const took = limit?.limit?.tookMs ?? usedMs;
      if (took < (limit ? minTookMs : longMs)) return;
      const subject = subjectOf(tool, input, identityOf);
      if (!subject) return;

      const time = elapsed();
      const before = known.get(subject.files);
      const again = before !== undefined && before.reason !== "" && time < before.slowUntil;
      const rest = Math.min(took * restTimes, maxRestMs);
      known.delete(subject.files);
      known.set(subject.files, {
        slowUntil: time + knownMs,
        restsUntil: limit ? time + rest : 0,
        reason: limit?.message ?? "",
        at: now(),
        pages: again ? undefined : subject.pages,
      });
      const [oldest] = known.keys();
      if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** A call's subject; undefined if its files can't be identified, or are too many to examine. */
export function subjectOf(
  tool: Tool,
  input: object,
  identityOf: (path: string) => string | undefined,
): Subject | undefined {
  const pages: unknown = Reflect.get(input, "pages");
  const paths = ["input", "inputs", "stamp"].flatMap((name): unknown => Reflect.get(input, name) ?? []);
  if (paths.length === 0 || paths.length > maxFiles) return undefined;
  const files = paths.map((path) => (typeof path === "string" ? identityOf(path) : undefined));
  if (files.includes(undefined)) return undefined;
  return { files: [tool.name, ...files].join(" "), pages: typeof pages === "string" ? pages : "" };
}
