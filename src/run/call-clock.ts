/** The resources a call has used and may still use: its deadline, which can be paused, its processor time, and memory samples. */
import { deadline, type Timers } from "../host/process/timers.ts";

/** The clocks of one call, until it is disposed. */
export interface CallClock extends Disposable {
  /** Milliseconds used: processor time if the system reports it, otherwise elapsed time without pauses. */
  used(): number;
  /** Pauses the time limit. */
  pause(): void;
  /** Resumes the time limit with the remaining time. */
  resume(): void;
}

export interface CallClockDeps {
  readonly timers: Timers;
  readonly deadlineMs: number;
  /** Extra time granted at the deadline, in milliseconds. */
  readonly graceMs: () => number;
  readonly onOverdue: () => void;
  /** Processor time of its process so far, in milliseconds; undefined if the system doesn't report it. */
  readonly processorMs: () => number | undefined;
  /** Called periodically while the call is running or paused. */
  readonly onSample: (elapsedMs: number) => void;
}

/** Interval for checking the process during a call, in milliseconds. */
const sampleMs = 250;

export function startCallClock(deps: CallClockDeps): CallClock {
  const { timers, deadlineMs, graceMs, onOverdue } = deps;
  let remaining = deadlineMs;
  let since = timers.now();
  let running = true;
  /** The process's value when the call started: a query then would cost short calls, so it is calculated at the first sample. */
  let before: number | undefined;
  let processor: number | undefined;
  const elapsed = () => deadlineMs - remaining + (running ? timers.now() - since : 0);

  const start = () =>
    deadline(timers, remaining, () => {
      const grace = graceMs();
      if (grace > 0) timer = timers.after(grace, onOverdue);
      else onOverdue();
    });

  let timer = start();
  const sampling = timers.every(sampleMs, () => {
    deps.onSample(elapsed());
    const total = deps.processorMs();
    if (total === undefined) return;
    before ??= Math.max(0, total - elapsed());
    processor = total - before;
  });

  return {
    used: () => processor ?? elapsed(),
    pause() {
      timer[Symbol.dispose]();
      remaining -= timers.now() - since;
      running = false;
    },
    resume() {
      since = timers.now();
      running = true;
      timer = start();
    },
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      sampling[Symbol.dispose]();
    },
  };
}
