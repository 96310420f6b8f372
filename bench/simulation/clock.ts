/** Seeded randomness and simulated time, so that nothing in a day depends on the machine. */
import type { Timers } from "../../src/host/process/timers.ts";

export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  /** An integer from 0 up to `limit`. */
  below(limit: number): number;
  /** True with this probability. */
  often(share: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Mulberry32: the same numbers for the same seed on every machine. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    often: (share) => next() < share,
    pick(from) {
      const one = from[below(from.length)];
      if (one === undefined) throw new Error("nothing to pick from");
      return one;
    },
  };
}

export interface Clock extends Timers {
  /** Advances time by `ms`. Runs each timer when it is due, and everything it triggers before the next. */
  pass(ms: number): Promise<void>;
  /** Resolves after `ms`, or immediately when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  readonly pending: number;
}

interface Entry {
  due: number;
  readonly every: number | undefined;
  readonly action: () => void;
}

/** Resolves once every promise that can settle has settled. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createClock(): Clock {
  let now = 0;
  const entries = new Set<Entry>();
  const add = (ms: number, every: number | undefined, action: () => void): Disposable => {
    const entry = { due: now + ms, every, action };
    entries.add(entry);
    return { [Symbol.dispose]: () => void entries.delete(entry) };
  };
  const nextDue = () =>
    [...entries].reduce((least, { due }) => Math.min(least, due), Number.POSITIVE_INFINITY);
  const runDue = () => {
    for (const entry of [...entries]) {
      if (entry.due > now || !entries.has(entry)) continue;
      if (entry.every === undefined) entries.delete(entry);
      else entry.due += entry.every;
      entry.action();
    }
  };
  return {
    now: () => now,
    after: (ms, action) => add(ms, undefined, action),
    every: (ms, action) => add(ms, ms, action),
    async pass(ms) {
      const end = now + ms;
      for (let due = nextDue(); due <= end; due = nextDue()) {
        now = Math.max(now, due);
        runDue();
        await settled();
      }
      now = end;
      await settled();
    },
    wait(ms, signal) {
      return new Promise((resolve, reject) => {
        const leave = () => {
          timer[Symbol.dispose]();
          reject(signal?.reason);
        };
        const timer = add(ms, undefined, () => {
          signal?.removeEventListener("abort", leave);
          resolve();
        });
        if (signal?.aborted) leave();
        signal?.addEventListener("abort", leave, { once: true });
      });
    },
    get pending() {
      return entries.size;
    },
  };
}
