/** Files that the program needs in addition to its code: inside the executable, next to the Node bundle, or in node_modules. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { failed } from "../../core/problem.ts";
import { runtime } from "../runtime.ts";
import type { embedded } from "./embedded.ts";

/** In what the executable has inside, all files have their names. */
export type AssetName = Exclude<keyof typeof embedded, "licenses.txt">;

/** Packages with WebAssembly: file name → the package, and the folder relative to its entry module. */
const packages: Readonly<Record<string, readonly [string, string]>> = {
  "mupdf-wasm.wasm": ["mupdf", "."],
  "harfbuzz.wasm": ["harfbuzzjs", "."],
  "tesseract-core-simd.wasm": ["tesseract.js-core", "."],
  "magick.wasm": ["@imagemagick/magick-wasm", "x86"],
  "zxing_reader.wasm": ["zxing-wasm/reader", "../../reader"],
};

/** The package and its folder, or the folder of the checkout. */
function placeOf(name: AssetName): readonly [string, string] | URL {
  // Fonts of a script have packages of their own: noto-sans-thai-thai-400-normal.woff.
  const family = /^(noto-sans(-\w+(?=-))?)\2-/.exec(name)?.[1] ?? "noto-sans";
  if (name.endsWith(".woff")) return [`@fontsource/${family}`, "files"];
  return packages[name] ?? new URL(name.endsWith(".br") ? "./recognition/" : "./clients/", import.meta.url);
}

/** Defined by build.ts in the JSR bundle, where files are modules: Deno keeps nothing else of a package. */
declare const PDFD_PACKED: true | undefined;
const packed = typeof PDFD_PACKED !== "undefined";

/** The bytes of such a file. 422 `operation_failed` if this form of the program doesn't include it. */
export async function asset(name: AssetName): Promise<Uint8Array> {
  const inside = await filesInside();
  if (!inside) return await bytesOf(await assetPath(name));
  const file = inside[name];
  if (file === undefined)
    throw failed(`${name} is not part of the JSR package, which has no room for it; use deno run npm:pdfd`);
  return await bytesOf(file);
}

/** The licenses of everything bundled; undefined when run from source, where nothing is bundled. */
export async function licenses(): Promise<string | undefined> {
  const inside = await filesInside();
  if (inside) return textOf(await bytesOf(inside["licenses.txt"]));
  const { fileURLToPath } = await import("node:url");
  const beside = fileURLToPath(new URL("./licenses.txt", import.meta.url));
  return existsSync(beside) ? textOf(await bytesOf(beside)) : undefined;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A path, or a function in the JSR bundle. */
type File = string | (() => Promise<Uint8Array>);

async function bytesOf(file: File): Promise<Uint8Array> {
  return typeof file === "string" ? readFileSync(file) : await file();
}

/** Only these two forms may load this module: Node and Deno don't support `type: "file"`. */
async function filesInside(): Promise<
  Readonly<Record<AssetName, File | undefined> & Record<"licenses.txt", File>> | undefined
> {
  return runtime.compiled || packed ? (await import("./embedded.ts")).embedded : undefined;
}

async function assetPath(name: AssetName): Promise<string> {
  // Loaded here, so that the executable starts without them.
  const [{ fileURLToPath }, { createRequire }] = [await import("node:url"), await import("node:module")];
  const beside = fileURLToPath(new URL(`./${name}`, import.meta.url));
  if (existsSync(beside)) return beside;
  const place = placeOf(name);
  if (place instanceof URL) return fileURLToPath(new URL(name, place));
  const [module, folder] = place;
  return join(dirname(createRequire(import.meta.url).resolve(module)), folder, name);
}
