/** `manifest.json` of an installed model: written last, so that a folder with one is complete. */
import { join } from "node:path";
import * as v from "valibot";
import { parseAs } from "../../core/json/lines.ts";
import { readOwnText, writeOwnFile } from "../../files/own/own-files.ts";

export const filesSchema = v.array(
  v.object({
    path: v.pipe(v.string(), v.regex(/^[\w.-]+(\/[\w.-]+)*$/), v.excludes("..")),
    bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    /** The source of the hash: this program, the hub at the pinned commit, or the file itself. */
    hash_from: v.picklist(["pdfd", "hub", "file"]),
  }),
);

const manifestSchema = v.object({
  format: v.literal(1),
  id: v.string(),
  repo: v.nullable(v.string()),
  revision: v.nullable(v.string()),
  /** Whether every hash came from pdfd or the hub for the pinned commit; false: imported with `--unverified`. */
  verified: v.boolean(),
  /** The source: the hub's address, or the folder. */
  source: v.string(),
  installed_at: v.string(),
  files: filesSchema,
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type ManifestFile = Manifest["files"][number];

/** Undefined if it is missing or invalid. */
export function readManifest(folder: string): Manifest | undefined {
  const text = readOwnText(join(folder, "manifest.json"));
  return text === undefined ? undefined : parseAs(manifestSchema, text);
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writeOwnFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
