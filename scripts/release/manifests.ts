/** Install scripts and package manifests for the executables: templates filled with version, address and checksums. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface Release {
  readonly version: string;
  /** The repository's address, without a trailing slash. */
  readonly repository: string;
  /** An executable's name → its SHA-256 in hexadecimal. */
  readonly sums: ReadonlyMap<string, string>;
}

const folder = join(import.meta.dirname, "templates");

/** File names and contents. Throws if a template names an unknown executable. */
export async function manifests(
  release: Release,
): Promise<readonly (readonly [name: string, text: string])[]> {
  const names = (await readdir(folder)).sort();
  return await Promise.all(
    names.map(async (name) => [name, fill(await readFile(join(folder, name), "utf8"), release)] as const),
  );
}

/** Replaces `{{version}}`, `{{repository}}`, `{{sha256 <name>}}`, and `{{SHA256 <name>}}` for upper case. */
function fill(template: string, { version, repository, sums }: Release): string {
  return template.replaceAll(/\{\{(\w+)(?: ([\w.-]+))?\}\}/g, (whole, what: string, name = "") => {
    const sum = sums.get(name);
    if (what === "version") return version;
    if (what === "repository") return repository;
    if (what === "sha256" && sum !== undefined) return sum;
    if (what === "SHA256" && sum !== undefined) return sum.toUpperCase();
    throw new Error(`a template uses ${whole}, which is unknown`);
  });
}
