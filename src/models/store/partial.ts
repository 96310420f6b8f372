/**
 * A download in progress: `<file>.part` while bytes arrive, `<file>` once its hash is right, and `plan.json` with the size and
 * hash of every file, fixed at the start: the hub is queried once, and an interrupted download continues with the same data.
 */
import { join } from "node:path";
import { parseAs } from "../../core/json/lines.ts";
import { bytesOf, readOwnText, writeOwnFile } from "../../files/own/own-files.ts";
import type { CatalogModel } from "./catalog-model.ts";
import { filesSchema, type ManifestFile } from "./manifest.ts";

/** The plan of a download already begun for the same files; undefined if there is none. */
export function readPlan(folder: string, { files }: CatalogModel): readonly ManifestFile[] | undefined {
  const text = readOwnText(join(folder, "plan.json"));
  const plan = text === undefined ? undefined : parseAs(filesSchema, text);
  const fits =
    plan?.length === files.length &&
    files.every(({ path, sha256 }, at) => {
      const planned = plan[at];
      return planned?.path === path && (sha256 === undefined || sha256 === planned.sha256);
    });
  return fits ? plan : undefined;
}

export function writePlan(folder: string, plan: readonly ManifestFile[]): void {
  writeOwnFile(join(folder, "plan.json"), `${JSON.stringify(plan, undefined, 2)}\n`);
}

/** Bytes of a file already present. */
export function haveOf(folder: string, path: string): number {
  return bytesOf(join(folder, path)) ?? bytesOf(join(folder, `${path}.part`)) ?? 0;
}

/** Progress of a download, 0 to 99; undefined if none has begun. */
export function percentOf(folder: string, model: CatalogModel): number | undefined {
  const plan = readPlan(folder, model);
  if (!plan) return undefined;
  const total = plan.reduce((sum, { bytes }) => sum + bytes, 0);
  const have = plan.reduce((sum, { path }) => sum + haveOf(folder, path), 0);
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * have) / total));
}
