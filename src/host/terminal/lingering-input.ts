/** Standard input with a delayed end, so that the last requests still get answers. */
import process from "node:process";
import { PassThrough, type Readable } from "node:stream";

/** Interval for checking whether anything is still running, in milliseconds. */
const lookMs = 50;

/**
 * The bytes of standard input. After its end, this stream ends once `busy` was false twice in a row, or at the latest after
 * `graceMs` milliseconds.
 */
export function lingeringInput(busy: () => boolean, graceMs: number): Readable {
  const input = new PassThrough();
  let ending = false;

  const end = () => {
    if (ending) return;
    ending = true;
    const last = performance.now() + graceMs;
    let idle = 0;
    const timer = setInterval(() => {
      idle = busy() ? 0 : idle + 1;
      if (idle < 2 && performance.now() < last) return;
      clearInterval(timer);
      input.end();
    }, lookMs);
  };

  process.stdin.on("data", (piece: Uint8Array) => void input.write(piece));
  for (const event of ["end", "close", "error"]) process.stdin.once(event, end);

  return input;
}

/** Standard output for a protocol; output printed by libraries goes to standard error instead. */
export function protocolOutput(): NodeJS.WriteStream {
  for (const method of ["log", "info", "debug"] as const)
    console[method] = (...values) => console.error(...values);
  return process.stdout;
}
