/** Parts of as many pages as fit in so many bytes. */
import type { ToolContext } from "../../../core/tool.ts";
import { writePages } from "../../../document/assemble/selection.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { type Begin, type Part, partsAt } from "./part.ts";

/** A writer that keeps nothing. */
function countingSink() {
  return {
    position: 0,
    write(bytes: Uint8Array) {
      this.position += bytes.length;
    },
  };
}

/** Pages that alone exceed it are parts too, with a warning. `stepsPerFile` is the work of writing a file. */
export function partsOfSize(
  document: PdfDocument,
  maxBytes: number,
  stepsPerFile: number,
  { warn }: Pick<ToolContext, "warn">,
): Part[] {
  const { budget } = document.cos;
  const { count } = document.pages;
  const begins: Begin[] = [];
  let guess = 1;

  for (let page = 1; page <= count; page += guess) {
    begins.push({ page });
    const sizeOf = (length: number) => {
      budget.during("measuring its parts", () => budget.spend(stepsPerFile));
      const sink = countingSink();
      const pages = Array.from({ length }, (_, at) => page + at);
      writePages(document, pages, sink, { warn: () => {} });
      return sink.position;
    };
    const fitting = mostThatFit(count - page + 1, maxBytes, guess, sizeOf);
    guess = Math.max(fitting, 1);
    if (fitting === 0)
      warn(
        ({ field }) =>
          `page ${page} alone takes ${sizeOf(1)} bytes, more than ${field("max_bytes")}; it has a file of its own`,
      );
  }

  return partsAt(begins, count);
}

/** The most of `count` pages whose size is at most `max`; sizes grow with the number of pages. */
export function mostThatFit(
  count: number,
  max: number,
  guess: number,
  sizeOf: (length: number) => number,
): number {
  let [fits, exceeds] = [0, count + 1];
  let [before, sizeBefore] = [0, 0];
  let next = Math.min(guess, count);

  for (let tries = 1; exceeds - fits > 1; tries += 1) {
    const size = sizeOf(next);
    if (size <= max) fits = next;
    else exceeds = next;
    const perPage = (size - sizeBefore) / (next - before);
    const byPages = next + Math.floor((max - size) / Math.max(perPage, 1));
    [before, sizeBefore] = [next, size];
    // Pages differ: every third try halves the range.
    const halfway = exceeds > count ? fits * 2 : Math.floor((fits + exceeds) / 2);
    next = Math.min(Math.max(tries % 3 === 0 ? halfway : byPages, fits + 1), exceeds - 1);
  }

  return fits;
}
