/**
 * Downloads ONNX Runtime's files from the npm registry, for installations that have them neither inside nor in node_modules.
 * The package is read as a stream and only this system's files are kept, each verified by its own hash, so that the rest of
 * the package isn't needed.
 */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { failed, ProblemError } from "../../core/problem.ts";
import { tarFiles } from "../download/tar.ts";
import { Again, addressFrom, bodyOf, request, retrying, type Web } from "../download/web.ts";
import { type RuntimeFile, runtimeVersion } from "./runtime-catalog.ts";
import { layOut, type RuntimePlace, runtimeState } from "./runtime-files.ts";

/** Three times the package's size, in bytes. */
const mostBytes = 400_000_000;

/** The registry: PDFD_NPM_REGISTRY, or else npm's own setting, or the public one. */
export function registryAddress(variable: (name: string) => string | undefined): string {
  const names = ["PDFD_NPM_REGISTRY", "npm_config_registry", "NPM_CONFIG_REGISTRY"];
  return addressFrom(names, variable, "https://registry.npmjs.org");
}

export interface RuntimeDownload {
  readonly web: Web;
  /** The registry's base address. */
  readonly registry: string;
  readonly signal: AbortSignal;
  /** Bytes of the package received; its size isn't known in advance. */
  readonly onBytes: (done: number) => void;
}

/** Downloads the files unless present. False: there are none for this system. Throws 422 with the reason. */
export async function downloadRuntime(place: RuntimePlace, options: RuntimeDownload): Promise<boolean> {
  const wanted = place.catalog[place.platform];
  if (!wanted) return false;
  if ((await runtimeState(place)).state !== "absent") return true;
  const { web, registry, signal } = options;
  const name = `onnxruntime-node-${runtimeVersion}.tgz`;
  const address = `${registry}/onnxruntime-node/-/${name}`;
  const found = await retrying(web, signal, name, () => fetchFiles(address, wanted, options));
  layOut(place, wanted, (file) => found.get(file.name));
  return true;
}

async function fetchFiles(
  address: string,
  { folder, files }: { readonly folder: string; readonly files: readonly RuntimeFile[] },
  { web, signal, onBytes }: RuntimeDownload,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const answer = await request(web, address, { signal });
  let done = 0;

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of bodyOf(web, answer, signal)) {
      done += piece.length;
      if (done > mostBytes) throw failed(`The package at ${address} is too large to be ONNX Runtime`);
      onBytes(done);
      yield piece;
    }
  }

  const at = (name: string) => files.find((file) => name === `package/bin/napi-v6/${folder}/${file.name}`);
  const found = new Map<string, Uint8Array>();

  try {
    const archive = tarFiles(unpacked(counted()), (name, bytes) => at(name)?.bytes === bytes);
    for await (const { name, bytes } of archive) {
      const file = at(name);
      if (file) found.set(file.name, bytes);
      if (found.size === files.length) return found;
    }
  } catch (error) {
    if (error instanceof Again || error instanceof ProblemError) throw error;
    throw new Again(
      `the package cannot be read (${error instanceof Error ? error.message : "unknown reason"})`,
    );
  }

  throw failed(`The package at ${address} does not contain ONNX Runtime ${runtimeVersion} for this system`);
}

/** Decompresses gzip data. An error in the input ends it with that error; when the reader stops, the input ends. */
function unpacked(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(pieces), createGunzip(), () => {});
}
