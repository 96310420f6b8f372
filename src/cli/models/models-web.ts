/** The network and the clock of this process, for the downloader. */
import type { Web } from "../../models/download/web.ts";

export const systemWeb: Web = {
  fetch: (url, init) => fetch(url, init),
  now: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((done, fail) => {
      const onAbort = () => {
        clearTimeout(timer);
        fail(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", onAbort);
        done();
      }, ms);
      signal.addEventListener("abort", onAbort, { once: true });
    }),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};
