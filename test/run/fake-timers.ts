/** A clock that only moves when a test advances it. */
import type { Timers } from "../../src/host/process/timers.ts";

export interface FakeTimers extends Timers {
  /** Advances by `ms` milliseconds; due timers run in order, each at its own time. */
  pass(ms: number): void;
  /** Advances by `ms` milliseconds in which nothing ran, as when a computer sleeps; then all due timers run. */
  sleep(ms: number): void;
  /** The number of waiting timers. */
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
