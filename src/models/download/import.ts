/**
 * `pdfd models import`: installs a model from a folder, for computers without a network. Files are verified, then copied; the
 * folder isn't changed.
 */
import { dirname, join } from "node:path";
import { failed } from "../../core/problem.ts";
import { bytesOf, copyOwn, hashFile, makeFolder, namesIn, removeOwn } from "../../files/own/own-files.ts";
import { isStale, newTempPath } from "../../files/temporary/temp-name.ts";
import { isWeights, type ModelId, neededFiles } from "../store/catalog.ts";
import type { ManifestFile } from "../store/manifest.ts";
import {
  type InstalledModel,
  installedModel,
  modelFolder,
  modelState,
  partialsFolder,
  type Store,
  unverifiedFolder,
  withAdvice,
} from "../store/store.ts";
import { isTessdata } from "../store/tessdata.ts";
import { checkSpace, type DownloadOptions, install, lockModel } from "./download.ts";
import { pinned } from "./hub.ts";

export interface ImportOptions extends Required<Omit<DownloadOptions, "web" | "hub">> {
  /** Accepts files other than the catalog's, and records their own hashes. */
  readonly unverified: boolean;
}

/** A file to import: its location, and its known properties. */
interface Source {
  readonly from: string;
  readonly file: ManifestFile;
}

/**
 * Imports the model `id` from `folder` (absolute), with files laid out as in its repository or side by side. Throws 422
 * `operation_failed`: a file is missing or doesn't match; a model is already installed.
 */
export async function importModel(
  id: ModelId,
  folder: string,
  options: ImportOptions,
): Promise<InstalledModel> {
  const { store, unverified } = options;
  if (namesIn(folder).length === 0) throw failed(`${folder} is not a folder with the files of a model`);

  const partials = partialsFolder(store);
  withAdvice(() => makeFolder(partials));
  using _lock = lockModel(id, store);
  const there = await modelState(id, store);
  if (there.state === "installed")
    throw failed(
      `The model ${id} is already installed in ${there.folder}. Remove it first: pdfd models remove ${id}`,
    );
  for (const name of namesIn(partials)) if (isStale(name)) removeOwn(join(partials, name));
  const sources = unverified ? looseSources(id, folder, store) : pinnedSources(id, folder, store);
  checkSpace(
    partials,
    sources.map(({ file }) => file),
    options.freeBytes,
  );

  const draft = newTempPath(partials);
  try {
    const files = await copyAll(sources, draft, options);
    const final = unverified ? unverifiedFolder(store, id) : modelFolder(store, id);
    const { repo, revision } = store.catalog[id];
    const origin = unverified ? { repo: null, revision: null } : { repo, revision };
    install(draft, final, { id, ...origin, verified: !unverified, source: folder, files });
  } finally {
    removeOwn(draft);
  }

  return await installedModel(id, store);
}

/** The catalog's files, all present and of the right size. */
function pinnedSources(id: ModelId, folder: string, { catalog }: Store): Source[] {
  return catalog[id].files.map((entry) => {
    const file = pinned(entry);
    if (!file)
      throw failed(
        `pdfd does not know the hashes of all files of the model ${id}, so it cannot check a folder. Download it, or import the folder unverified: pdfd models import <folder> ${id} --unverified`,
      );
    const from = find(folder, file.path);
    if (from === undefined) throw failed(`${file.path} of the model ${id} is not in ${folder}`);
    const bytes = bytesOf(from);
    if (bytes !== file.bytes) throw wrong(from, `it has ${bytes} bytes instead of ${file.bytes}`);
    return { from, file };
  });
}

/** The files in the folder that are needed to open a model. */
function looseSources(id: ModelId, folder: string, { catalog }: Store): Source[] {
  const needed = isTessdata(id) ? catalog[id].files.map(({ path }) => path) : neededFiles;
  const missing = needed.find((path) => find(folder, path) === undefined);
  if (missing !== undefined) throw failed(`${missing} of the model ${id} is not in ${folder}`);
  const weights = [...new Set([...namesIn(join(folder, "onnx")), ...namesIn(folder)])]
    .map((name) => `onnx/${name}`)
    .filter(isWeights);
  return [...needed, ...weights].map((path) => {
    const from = find(folder, path) ?? join(folder, path);
    return { from, file: { path, bytes: bytesOf(from) ?? 0, sha256: "", hash_from: "file" } };
  });
}

function find(folder: string, path: string): string | undefined {
  const name = path.split("/").at(-1) ?? path;
  return [join(folder, path), join(folder, name)].find((at) => bytesOf(at) !== undefined);
}

/** Copies the files, then hashes the copies, so that the installed files are the verified ones. */
async function copyAll(
  sources: readonly Source[],
  draft: string,
  { unverified, signal, onProgress }: ImportOptions,
): Promise<ManifestFile[]> {
  const total = sources.reduce((sum, { file }) => sum + file.bytes, 0);
  const files: ManifestFile[] = [];
  let done = 0;

  for (const { from, file } of sources) {
    signal.throwIfAborted();
    const to = join(draft, file.path);
    makeFolder(dirname(to));
    copyOwn(from, to);
    const sha256 = await hashFile(to, {
      signal,
      onBytes(count) {
        done += count;
        onProgress({ done: Math.min(done, total), total, file: file.path });
      },
    });
    if (!unverified && sha256 !== file.sha256)
      throw wrong(from, `its SHA-256 is ${sha256} instead of ${file.sha256}`);
    files.push({ ...file, bytes: bytesOf(to) ?? 0, sha256 });
  }

  return files;
}

function wrong(from: string, why: string): Error {
  return failed(
    `${from} is not the file of the pinned model: ${why}. To import your own weights, use --unverified`,
  );
}
