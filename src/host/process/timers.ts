/** Time as an argument: the service gives these, tests give their own. And waiting that has an end. */

export interface Timers {
  /** Milliseconds that only grow. */
  now(): number;
  /** Runs `action` once after `ms` milliseconds; disposing calls it off. */
  after(ms: number, action: () => void): Disposable;
  /** Runs `action` every `ms` milliseconds until disposed. */
  every(ms: number, action: () => void): Disposable;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
  every(ms, action) {
    const timer = setInterval(action, ms);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
};

/**
 * Runs `action` once after `ms` milliseconds of this computer being awake enough to notice: when it fires far too late,
 * the computer slept or this process was stopped, and what it waits for may lie unread in a pipe. Then it waits a little.
 */
export function deadline(timers: Timers, ms: number, action: () => void): Disposable {
  const due = timers.now() + ms;
  let timer = timers.after(ms, () => {
    if (timers.now() <= due + lateMs) action();
    else timer = timers.after(lateMs, action);
  });
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}

const lateMs = 1000;

/** Waits for a promise, but no longer than `ms`. It resolves either way. */
export function atMost(timers: Timers, ms: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = timers.after(ms, resolve);
    promise.finally(() => {
      timer[Symbol.dispose]();
      resolve();
    });
  });
}
