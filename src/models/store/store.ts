/**
 * Finds the installed models. Checked on every call, so that a finished download is seen without a restart.
 *
 * `<data folder>/models/<id>/<first 12 digits of the commit>/` holds a complete model; unverified imports are in
 * `<id>/unverified/`. Partial downloads are in `models/.partial/<id>-<12 digits>/`.
 */
import { join } from "node:path";
import { failed, type ProblemError } from "../../core/problem.ts";
import { bytesOf } from "../../files/own/own-files.ts";
import { dataFolder } from "../../host/data-folder.ts";
import { type Catalog, catalog, type ModelId } from "./catalog.ts";
import type { CatalogModel } from "./catalog-model.ts";
import { type ManifestFile, readManifest } from "./manifest.ts";
import { percentOf } from "./partial.ts";
import { isTessdata } from "./tessdata.ts";

/** The possible models, and their locations. */
export interface Store {
  /** The program's data folder. */
  readonly folder: string;
  readonly catalog: Catalog;
}

export interface InstalledModel {
  readonly state: "installed";
  /** Absolute path. */
  readonly folder: string;
  readonly files: readonly ManifestFile[];
  /** Total size of all files. */
  readonly bytes: number;
  /** False: imported with `--unverified`. */
  readonly verified: boolean;
}

export type ModelState =
  | InstalledModel
  /** A download has begun; `percent` from 0 to 99. */
  | { readonly state: "partial"; readonly percent: number }
  /** It was complete once, and a file is missing or has a different size now. */
  | { readonly state: "damaged"; readonly folder: string; readonly file: string }
  | { readonly state: "absent" };

/** This program's models in this user's data folder. */
export const ownStore = (): Store => ({ folder: dataFolder(), catalog });

/** A model's state. Hashes aren't checked (`pdfd models verify` does that): names and sizes are enough, and take a millisecond. */
export async function modelState(id: ModelId, store: Store = ownStore()): Promise<ModelState> {
  for (const folder of [modelFolder(store, id), unverifiedFolder(store, id)]) {
    const manifest = readManifest(folder);
    if (manifest === undefined) continue;
    const bad = manifest.files.find(({ path, bytes }) => bytesOf(join(folder, path)) !== bytes);
    if (bad) return { state: "damaged", folder, file: bad.path };
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    return { state: "installed", folder, files: manifest.files, bytes, verified: manifest.verified };
  }
  const percent = percentOf(partialFolder(store, id), store.catalog[id]);
  return percent === undefined ? { state: "absent" } : { state: "partial", percent };
}

/** The model, ready to open. Throws 422 `operation_failed` with the command that downloads it. */
export async function installedModel(id: ModelId, store: Store = ownStore()): Promise<InstalledModel> {
  const state = await modelState(id, store);
  if (state.state === "installed") return state;
  throw missingModel(id, state, store.catalog[id]);
}

/** 422 `operation_failed`: why the model is unusable, and the exact command that fixes it. */
export function missingModel(
  id: ModelId,
  state: Exclude<ModelState, InstalledModel>,
  { size }: Pick<CatalogModel, "size"> = catalog[id],
): ProblemError {
  const command = `pdfd models download ${id}`;
  const hint = { kind: "model", command };

  if (state.state === "damaged")
    return failed(
      `The model ${id} on this computer is damaged: ${state.file} is missing or truncated. Run "${command}" to download it again (${size}), then repeat the call.`,
      { hint },
    );

  const begun = state.state === "partial" ? ` (download started, ${state.percent} % done)` : "";
  const instead = isTessdata(id) ? "" : ' The model "ocr" needs no download.';

  return failed(
    `The model ${id} is not installed yet${begun}. Run "${command}" once (${size}), then repeat the call.${instead}`,
    { hint },
  );
}

/** The folder of the catalog's model, existing or not. */
export function modelFolder({ folder, catalog: models }: Store, id: ModelId): string {
  return join(folder, "models", id, models[id].revision.slice(0, 12));
}

/** The folder of an unverified import. */
export function unverifiedFolder({ folder }: Store, id: ModelId): string {
  return join(folder, "models", id, "unverified");
}

/** The folder of partial downloads and their locks. */
export const partialsFolder = ({ folder }: Store): string => join(folder, "models", ".partial");

/** Where a download's files are collected until it is complete. */
export function partialFolder(store: Store, id: ModelId): string {
  return join(partialsFolder(store), `${id}-${store.catalog[id].revision.slice(0, 12)}`);
}

/** The lock held while working on a model. */
export const lockPath = (store: Store, id: ModelId): string => join(partialsFolder(store), `${id}.lock`);

/** An unwritable data folder is common (services, containers): the message names the variable to set. Throws 422. */
export function withAdvice<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw failed(`${error.message}. The folder can be chosen with PDFD_DATA_DIR.`, { cause: error });
  }
}
