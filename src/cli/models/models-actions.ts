/** The actions of `pdfd models`. They print progress to standard error and results to standard output. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ModelName } from "../../core/page-reading.ts";
import { freeBytes } from "../../files/own/own-files.ts";
import { variable } from "../../host/environment.ts";
import { systemTimers } from "../../host/process/timers.ts";
import { print } from "../../host/terminal/terminal.ts";
import { downloadModel, type Transfer } from "../../models/download/download.ts";
import { hubAddress } from "../../models/download/hub.ts";
import { importModel } from "../../models/download/import.ts";
import { removeModel, verifyModel } from "../../models/download/keep.ts";
import type { Web } from "../../models/download/web.ts";
import { downloadRuntime, registryAddress } from "../../models/runtime/runtime-download.ts";
import { ownRuntimePlace, runtimeState } from "../../models/runtime/runtime-files.ts";
import type { SelftestResult } from "../../models/selftest.ts";
import type { ModelId } from "../../models/store/catalog.ts";
import type { InstalledModel, Store } from "../../models/store/store.ts";
import { isTessdata } from "../../models/store/tessdata.ts";
import { lazyReaders } from "../../run/lazy-readers.ts";
import { readingSettings } from "../../settings.ts";
import { exitCodes } from "../flags/exit-codes.ts";
import { noFlags } from "../flags/flags.ts";
import { printable } from "../flags/printable.ts";
import { settingsOf } from "../flags/setting-flags.ts";
import { oneLine } from "../tools/tool-output.ts";
import { megabytes, openTransfer } from "./transfer-progress.ts";

/** An action as requested by the user. */
export interface Asked {
  readonly action: string;
  /** The action's arguments, for messages. */
  readonly usage: string;
  readonly rest: readonly string[];
  readonly store: Store;
  readonly signal: AbortSignal;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly unverified: boolean;
}

export async function download(id: ModelId, asked: Asked): Promise<number> {
  const { store, signal } = asked;
  const hub = hubAddress(store.catalog[id], variable);
  const model = await withProgress(asked, id, (onProgress) =>
    downloadModel(id, { store, web: systemWeb, hub, signal, onProgress }),
  );

  if (!model.verified && !asked.quiet)
    print(
      2,
      `pdfd: your own weights are in use; to get the pinned ones, first run: pdfd models remove ${id}\n`,
    );

  if (!isTessdata(id)) await getRuntime(asked);
  return await tellInstalled(id, model, asked);
}

async function getRuntime(asked: Asked): Promise<void> {
  const place = ownRuntimePlace();
  const registry = registryAddress(variable);
  await withProgress(asked, "runtime", (onProgress) =>
    downloadRuntime(place, {
      ...{ web: systemWeb, registry, signal: asked.signal },
      // The registry doesn't announce the length; this is an estimate.
      onBytes: (done) => onProgress({ done, total: Math.max(done, packageBytes), file: "ONNX Runtime" }),
    }),
  );
}

/** The size of the runtime's npm package in bytes: only for the progress. */
const packageBytes = 113_507_888;

export async function importFolder(folder: string, id: ModelId, asked: Asked): Promise<number> {
  const { store, signal, unverified } = asked;
  const model = await withProgress(asked, id, (onProgress) =>
    importModel(id, folder, { store, unverified, signal, onProgress, freeBytes }),
  );
  return await tellInstalled(id, model, asked);
}

async function tellInstalled(id: ModelId, model: InstalledModel, { json, quiet }: Asked): Promise<number> {
  const { folder, bytes, verified } = model;
  const runtime = isTessdata(id) ? undefined : (await runtimeState()).state;
  if (json) print(1, `${JSON.stringify({ id, folder, bytes, verified, runtime })}\n`);
  else if (!quiet)
    print(1, `${id}: ${megabytes(bytes)} in ${printable(folder)}${verified ? "" : ", unverified"}\n`);
  if (quiet) return exitCodes.done;

  if (runtime === "absent")
    print(
      2,
      `pdfd: its runtime is not installed yet; with a network connection: pdfd models download ${id}\n`,
    );

  if (runtime === "unsupported")
    print(
      2,
      "pdfd: there is no runtime for this system; use a local model server instead (--model-endpoint)\n",
    );

  return exitCodes.done;
}

export async function verify(id: ModelId, asked: Asked): Promise<number> {
  const { store, signal, json, quiet } = asked;
  const files = await withProgress(asked, id, (onProgress) => verifyModel(id, store, { signal, onProgress }));
  const bad = files.filter(({ ok }) => !ok);

  if (json) print(1, `${JSON.stringify({ id, ok: bad.length === 0, files })}\n`);
  else if (!quiet && bad.length === 0) {
    const whole = files.length === 1 ? "1 file is as it" : `${files.length} files are as they`;
    print(1, `${id}: ${whole} should be\n`);
  }

  if (bad.length === 0) return exitCodes.done;
  for (const { path, why } of bad) print(2, `pdfd: ${path} was changed: ${why}\n`);
  print(2, `pdfd: download it again: pdfd models remove ${id}, then pdfd models download ${id}\n`);

  return exitCodes.failed;
}

export function remove(id: ModelId, { store, json, quiet }: Asked): number {
  const bytes = removeModel(id, store);
  if (json) print(1, `${JSON.stringify({ id, bytes })}\n`);
  else if (!quiet)
    print(1, bytes === 0 ? `${id}: nothing to remove\n` : `${id}: ${megabytes(bytes)} removed\n`);
  return exitCodes.done;
}

export async function selftest(id: ModelName, { signal, json, quiet }: Asked): Promise<number> {
  const result = await runSelftest(id, signal);

  if (json) print(1, `${JSON.stringify(result)}\n`);
  else if (!quiet) {
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    const { render, load, read } = result.times;
    const found = Object.entries(result.found).map(
      ([what, ok]) => `${ok ? "ok     " : "missing"}  ${oneLine(what)}\n`,
    );
    print(1, `${result.text.replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "")}\n\n${found.join("")}`);
    print(1, `drawn in ${seconds(render)}, loaded in ${seconds(load)}, read in ${seconds(read)}\n`);
  }

  return result.passed ? exitCodes.done : exitCodes.failed;
}

async function withProgress<T>(
  { quiet }: Asked,
  what: string,
  run: (onProgress: (state: Transfer) => void) => Promise<T>,
): Promise<T> {
  if (quiet) return await run(() => {});
  using progress = await openTransfer(what);
  return await run((state) => progress.show(state));
}

export const systemWeb: Web = {
  ...systemTimers,
  fetch: (url, init) => fetch(url, init),
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** Renders the built-in page and reads it. Throws 422 `operation_failed` like a tool; `cancelled` once `signal` aborts. */
async function runSelftest(model: ModelName, signal?: AbortSignal): Promise<SelftestResult> {
  const { selftest } = await import("../../tools/shared/models/model-selftest.ts");
  return await selftest(model, {
    readers: lazyReaders(),
    settings: settingsOf(readingSettings, noFlags),
    parent: process.pid,
    signal,
  });
}
