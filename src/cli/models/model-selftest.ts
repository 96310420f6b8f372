/** A reading model's self-test, wired up for the command line. */

import type { ModelName } from "../../core/page-reading.ts";
import type { SelftestResult } from "../../models/selftest.ts";
import { lazyReaders } from "../../run/lazy-readers.ts";
import { readingSettings } from "../../settings.ts";
import { noFlags } from "../flags/flags.ts";
import { settingsOf } from "../flags/setting-flags.ts";

/** Renders the built-in page and reads it. Throws 422 `operation_failed` like a tool; `cancelled` once `signal` aborts. */
export async function runSelftest(model: ModelName, signal?: AbortSignal): Promise<SelftestResult> {
  const { selftest } = await import("../../tools/shared/model-selftest.ts");
  return await selftest(model, {
    readers: lazyReaders(),
    settings: settingsOf(readingSettings, noFlags),
    parent: process.pid,
    signal,
  });
}
