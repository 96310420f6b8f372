/** Installs a scripted model in a data folder, as `pdfd models import --unverified` would. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { ModelName } from "../../src/core/page-reading.ts";
import { writeManifest } from "../../src/models/store/manifest.ts";
import { type Scripts, writeScriptedModel } from "./scripted-model.ts";

/** Installs the model in `dataFolder` (PDFD_DATA_DIR). */
export function installScriptedModel(dataFolder: string, id: ModelName, scripts: Scripts): void {
  const folder = join(dataFolder, "models", id, "unverified");
  writeScriptedModel(folder, scripts);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({
      path: relative(folder, path).replaceAll("\\", "/"),
      bytes: statSync(path).size,
      sha256: createHash("sha256").update(readFileSync(path)).digest("hex"),
      hash_from: "file" as const,
    }));
  writeManifest(folder, {
    ...{ format: 1, id, repo: null, revision: null, verified: false, source: "a test" },
    installed_at: "2026-01-01T00:00:00.000Z",
    files,
  });
}
