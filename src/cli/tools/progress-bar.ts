/** Progress of a command on a terminal: a line that is redrawn, and removed at the end. */
import type { Progress } from "../../core/tool.ts";
import { oneLine } from "./tool-output.ts";

export interface ProgressBar extends Disposable {
  show(state: Progress): void;
  /** Removes the line until the next report. */
  clear(): void;
  /** Shows a running clock for work that reports no progress. */
  run(what: string): void;
}

const width = 30;
/** Milliseconds between redraws. */
const interval = 100;

/** Draws with `write`; `now` is a clock in milliseconds. Draws nothing before the first report. */
export function createProgressBar(write: (text: string) => void, now: () => number): ProgressBar {
  let drawn = false;
  let last = Number.NEGATIVE_INFINITY;
  let clock: ReturnType<typeof setInterval> | undefined;

  const clear = () => {
    if (drawn) write("\r\x1b[K");
    drawn = false;
  };

  return {
    clear,
    run(what) {
      const began = now();
      clock = setInterval(() => {
        drawn = true;
        write(`\r${what}, ${Math.round((now() - began) / 1000)} s\x1b[K`);
      }, 1000);
    },
    show({ progress, total, message }) {
      const time = now();
      if (time - last < interval && progress < total) return;
      last = time;
      drawn = true;
      const share = total > 0 ? Math.min(1, Math.max(0, progress / total)) : 0;
      const full = Math.round(share * width);
      const percent = `${Math.floor(share * 100)}`.padStart(3);
      const words = message === undefined ? "" : ` ${oneLine(message).slice(0, 40)}`;
      write(`\r[${"#".repeat(full)}${".".repeat(width - full)}] ${percent} %${words}\x1b[K`);
    },
    [Symbol.dispose]() {
      clearInterval(clock);
      clear();
    },
  };
}
