/**
 * ONNX Runtime's native files, ready to be loaded. An executable has them inside and lays them out once, when a page is
 * first read by a model; a checkout has them in node_modules; an installation from npm or JSR gets them with
 * `pdfd models download`. They lie in `<data folder>/runtime/ort-<version>-<hash>/`, whole or not at all.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { failed, type ProblemError } from "../../core/problem.ts";
import { realPath } from "../../files/disk/disk.ts";
import {
  bytesOf,
  makeFolder,
  namesIn,
  onDisk,
  publishFolder,
  removeOwn,
  writeOwnFile,
} from "../../files/own/own-files.ts";
import { isStale, newTempPath } from "../../files/temporary/temp-name.ts";
import type { EmbeddedFile } from "../../host/assets/embedded-runtime.ts";
import { embeddedRuntime, isNoExec, packageRuntime, platformName } from "../../host/assets/native-runtime.ts";
import { dataFolder } from "../../host/data-folder.ts";
import { withAdvice } from "../store/store.ts";
import { type RuntimeFile, type RuntimeFiles, runtimeCatalog, runtimeVersion } from "./runtime-catalog.ts";

/** What decides where the files are. */
export interface RuntimePlace {
  /** The program's data folder. */
  readonly folder: string;
  /** `linux-x64` and so on: a key of `catalog`, or a system that has none. */
  readonly platform: string;
  readonly catalog: Readonly<Record<string, RuntimeFiles>>;
  embedded(): Promise<readonly EmbeddedFile[]>;
  /** The folder of the npm package's files; undefined where it is not installed. */
  fromPackage(files: RuntimeFiles): string | undefined;
  isNoExec(folder: string): boolean;
}

/** This program's, on this computer. */
export function ownRuntimePlace(): RuntimePlace {
  return {
    folder: dataFolder(),
    platform: platformName(),
    catalog: runtimeCatalog,
    embedded: embeddedRuntime,
    fromPackage: ({ folder }) => packageRuntime(runtimeVersion, folder),
    isNoExec,
  };
}

/** Whether there are such files for this system at all. */
export function runtimeExists({ catalog, platform }: RuntimePlace = ownRuntimePlace()): boolean {
  return Object.hasOwn(catalog, platform);
}

/**
 * The absolute path of the binding, with the library that it loads beside it; laid out if need be. Undefined where there are none for this system, and where they were not downloaded yet
 * (`missingRuntime` says which). Throws 422 `operation_failed` when the data folder cannot hold or run them.
 */
export async function nativeRuntime(place: RuntimePlace = ownRuntimePlace()): Promise<string | undefined> {
  const wanted = place.catalog[place.platform];
  if (!wanted) return undefined;
  const folder = wholeFolder(place, wanted);
  if (folder !== undefined) return bindingIn(folder, wanted, place);
  const embedded = await place.embedded();
  if (embedded.length === 0) return undefined;
  layOut(place, wanted, ({ name }) => embedded.find((file) => file.name === name)?.read());
  return bindingIn(runtimeFolder(place, wanted), wanted, place);
}

export type RuntimeState =
  /** Ready in a folder. */
  | { readonly state: "installed"; readonly folder: string }
  /** In this executable; laid out when a page is first read by a model. */
  | { readonly state: "embedded" }
  | { readonly state: "absent" }
  /** Nobody builds it for this system. */
  | { readonly state: "unsupported" };

/** What is there, without laying anything out. */
export async function runtimeState(place: RuntimePlace = ownRuntimePlace()): Promise<RuntimeState> {
  const wanted = place.catalog[place.platform];
  if (!wanted) return { state: "unsupported" };
  const folder = wholeFolder(place, wanted);
  if (folder !== undefined) return { state: "installed", folder };
  return { state: (await place.embedded()).length > 0 ? "embedded" : "absent" };
}

/** 422 `operation_failed`: why `nativeRuntime` gave nothing, and what to do. */
export function missingRuntime(
  model: string,
  { platform, catalog }: RuntimePlace = ownRuntimePlace(),
): ProblemError {
  if (!Object.hasOwn(catalog, platform))
    return failed(
      `There is no runtime for reading models on this system (${platform}). Let a local server read instead: pdfd serve --model-endpoint http://127.0.0.1:8080`,
    );
  const command = `pdfd models download ${model}`;
  return failed(
    `The runtime of the reading models is not on this computer yet. Run "${command}" once, then repeat the call.`,
    { hint: { kind: "model", command } },
  );
}

/** Where the files lie, or would lie: another version or another build is another folder. */
export function runtimeFolder({ folder }: RuntimePlace, { files }: RuntimeFiles): string {
  const hash = createHash("sha256").update(files.map(({ sha256 }) => sha256).join("\n"));
  return join(folder, "runtime", `ort-${runtimeVersion}-${hash.digest("hex").slice(0, 12)}`);
}

/**
 * Lays the files out: into a folder of another name first, each checked against its hash, then named at once. Another
 * process that does the same at the same time is no harm: the first one's folder stays.
 */
export function layOut(
  place: RuntimePlace,
  wanted: RuntimeFiles,
  read: (file: RuntimeFile) => Uint8Array | undefined,
): void {
  const above = join(place.folder, "runtime");
  const final = runtimeFolder(place, wanted);
  const contents = wanted.files.map((file) => {
    const bytes = read(file);
    if (bytes === undefined || sha256(bytes) !== file.sha256)
      throw failed(`${file.name} of ONNX Runtime has the wrong SHA-256; nothing of it was kept`);
    return { name: file.name, bytes };
  });
  withAdvice(() => {
    makeFolder(above);
    // A process that was killed here leaves its draft.
    for (const name of namesIn(above)) if (isStale(name)) removeOwn(join(above, name));
    const draft = newTempPath(above);
    makeFolder(draft);
    try {
      for (const { name, bytes } of contents) writeOwnFile(join(draft, name), bytes, 0o755);
      publishFolder(draft, final, () => isWhole(final, wanted));
    } finally {
      removeOwn(draft);
    }
  });
}

/** The folder that holds all of the files, if there is one. */
function wholeFolder(place: RuntimePlace, wanted: RuntimeFiles): string | undefined {
  const folders = [place.fromPackage(wanted), runtimeFolder(place, wanted)];
  return folders.find((one) => one !== undefined && isWhole(one, wanted));
}

function isWhole(folder: string, { files }: RuntimeFiles): boolean {
  return files.every(({ name, bytes }) => bytesOf(join(folder, name)) === bytes);
}

function bindingIn(folder: string, { files }: RuntimeFiles, place: RuntimePlace): string {
  if (place.isNoExec(onDisk(`look at ${folder}`, () => realPath(folder))))
    throw failed(
      `${folder} lies where this system runs no programs (mount option noexec). Set PDFD_DATA_DIR to a folder elsewhere, and get the model again or move it there.`,
    );
  return join(folder, files[0]?.name ?? "");
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
