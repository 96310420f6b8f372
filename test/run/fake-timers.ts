/** Time that moves when a test says so. */
import type { Timers } from "../../src/host/process/timers.ts";

export interface FakeTimers extends Timers {
  /** Lets `ms` milliseconds pass; what falls due runs in order, at its own time. */
  pass(ms: number): void;
  /** Lets `ms` milliseconds pass in which nothing ran, as when a computer sleeps; then what fell due runs. */
  sleep(ms: number): void;
  /** Timers that wait. */
  readonly pending: number;
}

export function fakeTimers(): FakeTimers {
  let now = 0;
  let entries: { due: number; readonly every: number | undefined; readonly action: () => void }[] = [];
  const add = (due: number, every: number | undefined, action: () => void): Disposable => {
    const entry = { due, every, action };
    entries.push(entry);
    return {
      [Symbol.dispose]() {
        entries = entries.filter((other) => other !== entry);
      },
    };
  };
  function runDue(until: number, moveClock: boolean): void {
    for (;;) {
      const next = entries.filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];
      if (!next) return;
      if (moveClock) now = Math.max(now, next.due);
      if (next.every === undefined) entries = entries.filter((other) => other !== next);
      else next.due = moveClock ? next.due + next.every : until + next.every;
      next.action();
    }
  }
  return {
    now: () => now,
    after: (ms, action) => add(now + ms, undefined, action),
    every: (ms, action) => add(now + ms, ms, action),
    pass(ms) {
      const until = now + ms;
      runDue(until, true);
      now = until;
    },
    sleep(ms) {
      now += ms;
      runDue(now, false);
    },
    get pending() {
      return entries.length;
    },
  };
}
