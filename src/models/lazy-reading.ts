/** What reads pages by a model, loaded with the first page: most services never read one. */
import type { Reading } from "../core/page-reading.ts";
import type { ReadingOptions } from "./reading/reading.ts";

/** Nothing is started before the first page comes; nothing more once it is closed. */
export function lazyReading(options: ReadingOptions): Reading {
  let opened: Reading | undefined;
  let closed = false;
  const open = async (): Promise<Reading> => {
    const { openReading } = await import("./open-reading.ts");
    opened ??= openReading(options);
    if (closed) opened[Symbol.dispose]();
    return opened;
  };
  return {
    ready: async (model) => await (await open()).ready(model),
    read: async (request, signal) => await (await open()).read(request, signal),
    async close() {
      closed = true;
      await opened?.close();
    },
    [Symbol.dispose]() {
      closed = true;
      opened?.[Symbol.dispose]();
    },
  };
}
