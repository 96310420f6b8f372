/** Progress of large files: a redrawn line on a terminal, otherwise a line for every 5 %. */
import { isTerminal, print } from "../../host/terminal/terminal.ts";
import type { Transfer } from "../../models/download/download.ts";
import { createProgressBar } from "../tools/progress-bar.ts";

export interface TransferProgress extends Disposable {
  show(state: Transfer): void;
}

const step = 5;

/** On standard error. Each line begins with `what`. */
export async function openTransfer(what: string): Promise<TransferProgress> {
  const write = (text: string) => void print(2, text);
  return (await isTerminal(2)) ? barOf(write, () => performance.now()) : linesOf(what, write);
}

/** `now` is a clock in milliseconds. */
export function barOf(write: (text: string) => void, now: () => number): TransferProgress {
  const bar = createProgressBar(write, now);
  let first: { readonly done: number; readonly at: number } | undefined;

  return {
    show({ done, total }) {
      first ??= { done, at: now() };
      const seconds = (now() - first.at) / 1000;
      const rate = seconds > 1 ? `, ${((done - first.done) / 1e6 / seconds).toFixed(1)} MB/s` : "";
      bar.show({
        progress: done,
        total,
        message: `${(done / 1e6).toFixed(0)} of ${megabytes(total)}${rate}`,
      });
    },
    [Symbol.dispose]: () => bar[Symbol.dispose](),
  };
}

/** Lines for logs. The first one includes bytes from an earlier download. */
export function linesOf(what: string, write: (text: string) => void): TransferProgress {
  let reported = -1;
  return {
    show({ done, total }) {
      const percent = total > 0 ? Math.floor((100 * done) / total) : 100;
      const reached = percent - (percent % step);
      if (reached <= reported) return;
      reported = reached;
      write(`pdfd: ${what}: ${percent} %, ${(done / 1e6).toFixed(0)} of ${megabytes(total)}\n`);
    },
    [Symbol.dispose]() {},
  };
}

/** `871 MB`; smaller files in a smaller unit. */
export function megabytes(bytes: number): string {
  if (bytes >= 999_500) return `${(bytes / 1e6).toFixed(0)} MB`;
  return bytes >= 1000 ? `${(bytes / 1e3).toFixed(0)} kB` : `${bytes} bytes`;
}
