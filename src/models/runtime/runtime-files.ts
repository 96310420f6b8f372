/**
 * ONNX Runtime's native files, ready to load. An executable contains them and unpacks them once, when a model first reads a
 * page; a checkout has them in node_modules; an installation from npm or JSR gets them with `pdfd models download`. They are
 * in `<data folder>/runtime/ort-<version>-<hash>/`, complete or not at all.
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

/** Determines where the files are. */
export interface RuntimePlace {
  /** The program's data folder. */
  readonly folder: string;
  /** `linux-x64` and so on: a key of `catalog`, or an unsupported system. */
  readonly platform: string;
  readonly catalog: Readonly<Record<string, RuntimeFiles>>;
  embedded(): Promise<readonly EmbeddedFile[]>;
  /** The folder of the npm package's files; undefined if not installed. */
  fromPackage(files: RuntimeFiles): string | undefined;
  isNoExec(folder: string): boolean;
}

/** For this program on this computer. */
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

/** Whether files exist for this system at all. */
export function runtimeExists({ catalog, platform }: RuntimePlace = ownRuntimePlace()): boolean {
  return Object.hasOwn(catalog, platform);
}

/**
 * The absolute path of the binding, with its library next to it; unpacked if necessary. Undefined if there are none for this
 * system, or they aren't downloaded yet (`missingRuntime` says which). Throws 422 `operation_failed` if the data folder can't
 * hold or run them.
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
  /** In this executable; unpacked when a model first reads a page. */
  | { readonly state: "embedded" }
  | { readonly state: "absent" }
  /** Nobody builds it for this system. */
  | { readonly state: "unsupported" };

/** The current state; unpacks nothing. */
export async function runtimeState(place: RuntimePlace = ownRuntimePlace()): Promise<RuntimeState> {
  const wanted = place.catalog[place.platform];
  if (!wanted) return { state: "unsupported" };
  const folder = wholeFolder(place, wanted);
  if (folder !== undefined) return { state: "installed", folder };
  return { state: (await place.embedded()).length > 0 ? "embedded" : "absent" };
}

/** 422 `operation_failed`: why `nativeRuntime` returned nothing, and what to do. */
export function missingRuntime(
  model: string,
  { platform, catalog }: RuntimePlace = ownRuntimePlace(),
): ProblemError {
  if (!Object.hasOwn(catalog, platform))
    return failed(
      `There is no runtime for reading models on this system (${platform}). Use a local model server instead: pdfd serve --model-endpoint http://127.0.0.1:8080`,
    );
  const command = `pdfd models download ${model}`;
  return failed(
    `The runtime for reading models is not installed yet. Run "${command}" once, then repeat the call.`,
    { hint: { kind: "model", command } },
  );
}

/** The folder of the files, existing or not: each version or build has its own. */
export function runtimeFolder({ folder }: RuntimePlace, { files }: RuntimeFiles): string {
  const hash = createHash("sha256").update(files.map(({ sha256 }) => sha256).join("\n"));
  return join(folder, "runtime", `ort-${runtimeVersion}-${hash.digest("hex").slice(0, 12)}`);
}

/**
 * Unpacks the files: into a folder with a temporary name, each verified by its hash, then renamed at once. If another process
 * does the same concurrently, the first one's folder stays.
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
      throw failed(`${file.name} of ONNX Runtime has the wrong SHA-256; nothing was kept`);
    return { name: file.name, bytes };
  });
  withAdvice(() => {
    makeFolder(above);
    // A process killed here leaves its draft.
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

/** The folder with all the files, if there is one. */
function wholeFolder(place: RuntimePlace, wanted: RuntimeFiles): string | undefined {
  const folders = [place.fromPackage(wanted), runtimeFolder(place, wanted)];
  return folders.find((one) => one !== undefined && isWhole(one, wanted));
}

function isWhole(folder: string, { files }: RuntimeFiles): boolean {
  return files.every(({ name, bytes }) => bytesOf(join(folder, name)) === bytes);
}

function bindingIn(folder: string, { files }: RuntimeFiles, place: RuntimePlace): string {
  if (place.isNoExec(onDisk(`access ${folder}`, () => realPath(folder))))
    throw failed(
      `${folder} is on a file system that doesn't run programs (mount option noexec). Set PDFD_DATA_DIR to a folder elsewhere, and download the model again or move it there.`,
    );
  return join(folder, files[0]?.name ?? "");
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
