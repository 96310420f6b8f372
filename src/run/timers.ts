/** Time as an argument: the pool is given these, tests give their own. */

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
