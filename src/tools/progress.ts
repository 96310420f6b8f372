/** Progress of long work: rises, ends at the total, and speaks at most ten times a second (SPEC 2.8). */
import type { Progress } from "../core/tool.ts";

/** Milliseconds between two reports. */
const interval = 100;

/**
 * A counter of `total` pieces of work. `message` says what was done when `done` of them are.
 * `now` is a clock in milliseconds.
 */
export function countProgress(
  report: (state: Progress) => void,
  total: number,
  message: (done: number) => string,
  now: () => number = () => performance.now(),
): () => void {
  let done = 0;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    done++;
    const time = now();
    if (done < total && time - last < interval) return;
    last = time;
    report({ progress: done, total, message: message(done) });
  };
}
