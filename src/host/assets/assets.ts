/** Files that the program needs besides its code: inside the executable, beside the Node bundle, or in node_modules. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { failed } from "../../core/problem.ts";
import { runtime } from "../runtime.ts";

/** A folder of the checkout. */
const recognition = new URL("./recognition/", import.meta.url);

/** Name of a file → the package that brings it, and where from the folder of its entry module; or the folder of this repository that has it. */
const places = {
  "mupdf-wasm.wasm": ["mupdf", "."],
  "harfbuzz.wasm": ["harfbuzzjs", "."],
  "noto-sans-latin-400-normal.woff": ["@fontsource/noto-sans", "files"],
  "noto-sans-latin-ext-400-normal.woff": ["@fontsource/noto-sans", "files"],
  "noto-sans-vietnamese-400-normal.woff": ["@fontsource/noto-sans", "files"],
  "noto-sans-greek-400-normal.woff": ["@fontsource/noto-sans", "files"],
  "noto-sans-greek-ext-400-normal.woff": ["@fontsource/noto-sans", "files"],
  "noto-sans-cyrillic-400-normal.woff": ["@fontsource/noto-sans", "files"],
  "noto-sans-cyrillic-ext-400-normal.woff": ["@fontsource/noto-sans", "files"],
  "noto-sans-arabic-arabic-400-normal.woff": ["@fontsource/noto-sans-arabic", "files"],
  "noto-sans-hebrew-hebrew-400-normal.woff": ["@fontsource/noto-sans-hebrew", "files"],
  "noto-sans-thai-thai-400-normal.woff": ["@fontsource/noto-sans-thai", "files"],
  "noto-sans-devanagari-devanagari-400-normal.woff": ["@fontsource/noto-sans-devanagari", "files"],
  "tesseract-core-simd.wasm": ["tesseract.js-core", "."],
  "webp_dec.wasm": ["@jsquash/webp", "codec/dec"],
  "osd.traineddata.br": recognition,
  "ara.traineddata.br": recognition,
  "Arabic.traineddata.br": recognition,
  "Cyrillic.traineddata.br": recognition,
  "Devanagari.traineddata.br": recognition,
  "Greek.traineddata.br": recognition,
  "Hangul.traineddata.br": recognition,
  "HanS.traineddata.br": recognition,
  "HanT.traineddata.br": recognition,
  "Hebrew.traineddata.br": recognition,
  "Japanese.traineddata.br": recognition,
  "Latin.traineddata.br": recognition,
} as const;

export type AssetName = keyof typeof places;

/** Defined by build.ts in the bundle for JSR, where files are modules: Deno keeps nothing else of a package. */
declare const PDFD_PACKED: true | undefined;
const packed = typeof PDFD_PACKED !== "undefined";

/** The bytes of such a file. 422 `operation_failed` where this form of the program has none. */
export async function asset(name: AssetName): Promise<Uint8Array> {
  const inside = await filesInside();
  if (!inside) return await bytesOf(await assetPath(name));
  const file = inside[name];
  if (file === undefined)
    throw failed(`${name} is not in this form of pdfd: JSR has no room for it; deno run npm:pdfd has it`);
  return await bytesOf(file);
}

/** The licences of all that is inside; undefined when run from source, where nothing is. */
export async function licenses(): Promise<string | undefined> {
  const inside = await filesInside();
  if (inside) return textOf(await bytesOf(inside["licenses.txt"]));
  const { fileURLToPath } = await import("node:url");
  const beside = fileURLToPath(new URL("./licenses.txt", import.meta.url));
  return existsSync(beside) ? textOf(await bytesOf(beside)) : undefined;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** A path, or in the bundle for JSR a function. */
type File = string | (() => Promise<Uint8Array>);

async function bytesOf(file: File): Promise<Uint8Array> {
  return typeof file === "string" ? readFileSync(file) : await file();
}

/** Only these two forms may load this module: `type: "file"` means nothing to Node and Deno. */
async function filesInside(): Promise<
  Readonly<Record<AssetName, File | undefined> & Record<"licenses.txt", File>> | undefined
> {
  return runtime.compiled || packed ? (await import("./embedded.ts")).embedded : undefined;
}

async function assetPath(name: AssetName): Promise<string> {
  // Loaded here: the executable starts without them.
  const [{ fileURLToPath }, { createRequire }] = [await import("node:url"), await import("node:module")];
  const beside = fileURLToPath(new URL(`./${name}`, import.meta.url));
  if (existsSync(beside)) return beside;
  const place = places[name];
  if (place instanceof URL) return fileURLToPath(new URL(name, place));
  const [module, folder] = place;
  return join(dirname(createRequire(import.meta.url).resolve(module)), folder, name);
}
