/**
 * The npm package's manifest: the checkout's without dependencies and build entries, because the bundle depends on nothing.
 * npm packs the package.json it finds, so `use` puts this one in place for packing and `undo` restores the original.
 */
import { existsSync } from "node:fs";
import { copyFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const checkout = resolve(import.meta.dirname, "../..");
const inPlace = join(checkout, "package.json");
const published = join(checkout, "dist/npm-package.json");
const kept = join(checkout, "dist/kept-package.json");

const ofTheCheckout = ["scripts", "dependencies", "devDependencies", "allowScripts"];

/** Writes the manifest to dist. */
export async function writeManifest(manifest: object): Promise<void> {
  const entries = Object.entries(manifest).filter(([name]) => !ofTheCheckout.includes(name));
  await writeFile(published, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
}

if (import.meta.main) {
  const [action] = process.argv.slice(2);
  if (action === "use") {
    await copyFile(inPlace, kept);
    await copyFile(published, inPlace);
  } else if (action === "undo") {
    if (existsSync(kept)) await rename(kept, inPlace);
  } else throw new Error("npm-manifest.ts takes use or undo");
}
