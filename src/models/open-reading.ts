/** What reads pages by a model. Its engine is loaded with the first page: most services never read one. */
import type { Reading } from "../core/page-reading.ts";
import { createReading, type ReadingOptions } from "./reading/reading.ts";

export function openReading(options: ReadingOptions): Reading {
  return createReading(async () => (await import("./reading-engine.ts")).createEngine(options));
}
