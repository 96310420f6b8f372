/** What a call has used and may still use: its deadline, which can stand still, its processor time, and looks at its memory. */
import { deadline, type Timers } from "../host/process/timers.ts";

/** The clocks of one call, until it is disposed. */
export interface CallClock extends Disposable {
  /** What it has used: processor time where the system reports it, else time in which it did not stand still. Milliseconds. */
  used(): number;
  /** The time limit stands still. */
  pause(): void;
  /** The time limit goes on with the rest. */
  resume(): void;
}

export interface CallClockDeps {
  readonly timers: Timers;
  readonly deadlineMs: number;
  /** More that it has when its time is up, in milliseconds. */
  readonly graceMs: () => number;
  readonly onOverdue: () => void;
  /** Processor time of its process so far, in milliseconds; undefined where the system does not report it. */
  readonly processorMs: () => number | undefined;
  /** Called now and then while the call runs or stands still. */
  readonly onSample: (elapsedMs: number) => void;
}

/** The process is looked at this often while a call runs, in milliseconds. */
const sampleMs = 250;

export function startCallClock(deps: CallClockDeps): CallClock {
  const { timers, deadlineMs, graceMs, onOverdue } = deps;
  let remaining = deadlineMs;
  let since = timers.now();
  let running = true;
  /** Of the process at the start of the call: asking then would cost short calls, so it is reckoned at the first sample. */
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
