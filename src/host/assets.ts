/** Files that the program needs besides its code: inside the executable, beside the Node bundle, or in node_modules. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runtime } from "./runtime.ts";

/** Name of a file → the package that brings it, in a folder of its entry module. */
const packages = { "mupdf-wasm.wasm": "mupdf" } as const;

export type AssetName = keyof typeof packages;

/** The bytes of such a file. */
export async function asset(name: AssetName): Promise<Uint8Array> {
  return await readFile(await assetPath(name));
}

async function assetPath(name: AssetName): Promise<string> {
  // Only the executable may load this module: `type: "file"` means nothing to Node and Deno.
  if (runtime.compiled) return (await import("./embedded.ts")).embedded[name];
  const beside = fileURLToPath(new URL(`./${name}`, import.meta.url));
  if (existsSync(beside)) return beside;
  return join(dirname(createRequire(import.meta.url).resolve(packages[name])), name);
}
