/** Progress of long work: it only increases, ends at the total, and is reported at most ten times a second. */
import type { ToolContext } from "../../core/tool.ts";

/** Milliseconds between reports. */
const interval = 100;

/**
 * Reports how many of `total` items are done; `what` names them. Lower counts than already reported (work started over) are
 * skipped. `now` is a clock in milliseconds.
 */
export function countProgress(
  context: Pick<ToolContext, "progress">,
  total: number,
  what: string,
  now: () => number = () => performance.now(),
): (done: number) => void {
  let most = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (done) => {
    const time = now();
    if (done <= most || (done < total && time - last < interval)) return;
    most = done;
    last = time;
    context.progress({ progress: done, total, message: `${done} of ${total} ${what}` });
  };
}
