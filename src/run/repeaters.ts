/**
 * Calls that took all they could get (docs/decisions/0010): a tool that was ended by a limit on a file is not run on the same
 * file again at once, and one that took long is known to take long. Files are distinguished by device, inode, size and time.
 */
import { failed, ProblemError } from "../core/problem.ts";
import type { Tool } from "../core/tool.ts";

/** What a tool was to do on which files. */
export interface Subject {
  /** The tool and its files. */
  readonly files: string;
  /** The part of them that was asked for. */
  readonly pages: string;
}

export interface Repeaters {
  /** Throws 422 `operation_failed` for what was ended by a limit a moment ago. */
  check(tool: Tool, input: object): void;
  /** Whether the tool took long on these files. */
  isSlow(tool: Tool, input: object): boolean;
  /** A call has ended, having used so much processor time in milliseconds; `error`: how, where it failed. */
  ended(tool: Tool, input: object, usedMs: number, error?: unknown): void;
}

export interface RepeaterDeps {
  /** Milliseconds that only grow. */
  readonly elapsed: () => number;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** What makes a file the same file; undefined where there is none. */
  readonly identityOf: (path: string) => string | undefined;
}

/** Files and tools that are remembered; beyond this the oldest is forgotten. */
const maxRemembered = 500;
/** Files of one call that are looked at; calls with more are not remembered. */
const maxFiles = 100;
/** A call that used this much took long, in milliseconds. */
const longMs = 10_000;
/** It is known to take long for this time, in milliseconds. */
const knownMs = 600_000;
/** What was ended is not tried again for so many times what it took: less than a tenth of a lane is lost to it. */
const restTimes = 10;
/** But for so long at most; and what took less than the other costs nothing, in milliseconds. */
const maxRestMs = 600_000;
const minTookMs = 1000;

interface Remembered {
  /** Times by the clock that only grows. */
  readonly slowUntil: number;
  readonly restsUntil: number;
  /** How the last one ended, and when, in Unix time. */
  readonly reason: string;
  readonly at: number;
  /** What was asked for when it was ended; after a second time nothing of the file is tried. */
  readonly pages: string | undefined;
}

export function createRepeaters({ elapsed, now, identityOf }: RepeaterDeps): Repeaters {
  /** By tool and files, the oldest first. */
  const known = new Map<string, Remembered>();
  /** Looked for only where there is anything to compare it with: to ask the system costs more than most calls may. */
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
        `not run: at ${before} ${tool.name} on the same file ${entry.reason}. It is tried again from ${again}, or when the file has changed`,
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

/** What a call is about; undefined where its files cannot be identified, or are too many to look at. */
export function subjectOf(
  tool: Tool,
  input: object,
  identityOf: (path: string) => string | undefined,
): Subject | undefined {
  const [one, many, pages]: readonly unknown[] = ["input", "inputs", "pages"].map((name) =>
    Reflect.get(input, name),
  );
  const paths: readonly unknown[] = Array.isArray(many) ? many : [one];
  if (paths.length === 0 || paths.length > maxFiles) return undefined;
  const files = paths.map((path) => (typeof path === "string" ? identityOf(path) : undefined));
  if (files.includes(undefined)) return undefined;
  return { files: [tool.name, ...files].join(" "), pages: typeof pages === "string" ? pages : "" };
}
