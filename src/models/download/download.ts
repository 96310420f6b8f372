/**
 * `pdfd models download`: a model from the hub, at its pinned commit, with every file verified, installed completely or not at
 * all. Downloaded data stays for the next time, whatever ends the download.
 */
import { dirname, join } from "node:path";
import { failed } from "../../core/problem.ts";
import { freeBytes, makeFolder, namesIn, publishFolder, removeOwn } from "../../files/own/own-files.ts";
import { takeLock } from "../../files/own/process-lock.ts";
import type { ModelId } from "../store/catalog.ts";
import { type Manifest, type ManifestFile, readManifest, writeManifest } from "../store/manifest.ts";
import { haveOf, readPlan, writePlan } from "../store/partial.ts";
import {
  type InstalledModel,
  installedModel,
  lockPath,
  modelFolder,
  modelState,
  partialFolder,
  partialsFolder,
  type Store,
  withAdvice,
} from "../store/store.ts";
import { fileAddress, type HubAccess, planOf } from "./hub.ts";
import { receiveFile } from "./receive.ts";

/** Events during a download. */
export interface Transfer {
  readonly done: number;
  readonly total: number;
  /** The current file. */
  readonly file: string;
}

export interface DownloadOptions extends HubAccess {
  readonly store: Store;
  readonly onProgress: (state: Transfer) => void;
  /** Free bytes on the disk of a folder; undefined: unknown. */
  readonly freeBytes?: (folder: string) => number | undefined;
}

/** Additional disk space to leave free. */
const spareBytes = 64_000_000;

/**
 * Downloads missing files; an installed model is left alone. Throws 422 `operation_failed` with the reason, and `cancelled`
 * when the signal aborts.
 */
export async function downloadModel(id: ModelId, options: DownloadOptions): Promise<InstalledModel> {
  const { store } = options;
  const there = await modelState(id, store);
  if (there.state === "installed") return there;

  withAdvice(() => makeFolder(partialsFolder(store)));
  using _lock = lockModel(id, store);
  const model = store.catalog[id];
  const folder = partialFolder(store, id);
  // A download in another process may have finished between the first check and the lock.
  const now = await modelState(id, store);
  if (now.state === "installed") return now;
  makeFolder(folder);

  let plan = readPlan(folder, model);
  if (!plan) {
    plan = await planOf(options, model);
    writePlan(folder, plan);
  }

  checkSpace(folder, plan, options.freeBytes ?? freeBytes);
  await receiveAll(id, folder, plan, options);
  finish(id, folder, plan, options);

  return await installedModel(id, store);
}

/** One download, import or removal of a model at a time. Throws 422 while another is running. */
export function lockModel(id: ModelId, store: Store): Disposable {
  const path = lockPath(store, id);
  const lock = takeLock(path);
  if (lock) return lock;
  throw failed(
    `Another pdfd process is using the model ${id}; wait until it has finished. (If there is none, remove ${path}.)`,
  );
}

/** 422 if the remaining files don't fit on the disk. */
export function checkSpace(
  folder: string,
  plan: readonly ManifestFile[],
  free: (folder: string) => number | undefined,
): void {
  const missing = plan.reduce((sum, { path, bytes }) => sum + Math.max(0, bytes - haveOf(folder, path)), 0);
  const lack = missing + spareBytes - (free(folder) ?? Number.POSITIVE_INFINITY);
  if (missing > 0 && lack > 0)
    throw failed(
      `There is not enough space in ${folder}: ${lack} more bytes are needed. Free some space, or set PDFD_DATA_DIR to a folder on another disk.`,
    );
}

async function receiveAll(
  id: ModelId,
  folder: string,
  plan: readonly ManifestFile[],
  { store, web, hub, signal, onProgress }: DownloadOptions,
): Promise<void> {
  const total = plan.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const file of plan) {
    const report = (have: number) => onProgress({ done: done + have, total, file: file.path });
    report(haveOf(folder, file.path));
    const address = fileAddress(hub, store.catalog[id], file.path);
    await receiveFile(address, folder, file, { web, signal, onBytes: report });
    done += file.bytes;
    onProgress({ done, total, file: file.path });
  }
}

function finish(
  id: ModelId,
  folder: string,
  files: readonly ManifestFile[],
  { store, hub }: DownloadOptions,
): void {
  const { repo, revision } = store.catalog[id];
  removeOwn(join(folder, "plan.json"));
  const manifest = { id, repo, revision, verified: true, source: hub, files: [...files] };
  install(folder, modelFolder(store, id), manifest);
  // Partial downloads of commits that an earlier version of this program used.
  for (const name of namesIn(partialsFolder(store)))
    if (name.startsWith(`${id}-`) && readManifest(join(partialsFolder(store), name)) === undefined)
      removeOwn(join(partialsFolder(store), name));
}

/** Writes the manifest last; then a single step makes the model appear. */
export function install(
  draft: string,
  final: string,
  manifest: Omit<Manifest, "format" | "installed_at">,
): void {
  writeManifest(draft, { format: 1, ...manifest, installed_at: new Date().toISOString() });
  makeFolder(dirname(final));
  publishFolder(draft, final, () => false);
}
