/** Time as an argument: the service uses these timers, tests their own. Also bounded waiting. */

export interface Timers {
  /** Milliseconds from a monotonic clock. */
  now(): number;
  /** Runs `action` once after `ms` milliseconds; disposing cancels it. */
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
 * Runs `action` once after `ms` milliseconds of active time: if the timer fires far too late, the computer slept or this
 * process was suspended, and the awaited data may be unread in a pipe. It then waits a little longer.
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

/** Waits for a promise, but at most `ms`. Resolves either way. */
export function atMost(timers: Timers, ms: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = timers.after(ms, resolve);
    promise.finally(() => {
      timer[Symbol.dispose]();
      resolve();
    });
  });
}
