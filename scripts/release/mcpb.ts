/** The bundle that MCP hosts install with one click: the npm package's files and a manifest with the start command. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { McpbManifestAny } from "@anthropic-ai/mcpb";
import { type Zippable, zipSync } from "fflate";

export interface Bundled {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly repository: string;
  /** As in package.json. */
  readonly engines: string;
  readonly tools: readonly { readonly name: string; readonly title: string }[];
}

/** The earliest time a ZIP can express. A fixed time makes the same files give the same bytes. */
const mtime = "1980-01-01T00:00:00";

/** The bundle's bytes; `folder` has the npm package's files. */
export async function mcpb(folder: string, about: Bundled): Promise<Uint8Array> {
  const names = (await readdir(folder)).sort();
  const files: Zippable = {
    "manifest.json": text(manifest(about)),
    // The bundle's files are ES modules.
    "server/package.json": text({ type: "module" }),
  };
  for (const name of names) files[`server/${name}`] = await Bun.file(join(folder, name)).bytes();
  return zipSync(files, { level: 9, mtime });
}

/** server.json with the release's bundle, whose digest is known only after the build. */
export function withBundle<Entry extends { readonly version: string; readonly packages: readonly object[] }>(
  entry: Entry,
  { repository, sha256 }: { readonly repository: string; readonly sha256: string },
): Entry {
  const bundle = {
    registryType: "mcpb",
    identifier: `${repository}/releases/download/v${entry.version}/pdfd.mcpb`,
    fileSha256: sha256,
    transport: { type: "stdio" },
  };
  return { ...entry, packages: [...entry.packages, bundle] };
}

/** A value that the host fills in. */
function filled(name: string): string {
  return `\${${name}}`;
}

function text(value: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, undefined, 2)}\n`);
}

function manifest({ version, description, license, repository, engines, tools }: Bundled): McpbManifestAny {
  return {
    manifest_version: "0.3",
    name: "pdfd",
    display_name: "pdfd: PDF tools for this computer",
    version,
    description,
    author: { name: "pdfd", url: repository },
    repository: { type: "git", url: repository },
    license,
    server: {
      type: "node",
      entry_point: "server/main.js",
      mcp_config: {
        command: "node",
        args: [`${filled("__dirname")}/server/main.js`, "mcp", `--allow-dir=${filled("user_config.folder")}`],
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.title })),
    user_config: {
      folder: {
        type: "directory",
        title: "Folder",
        description: "The folder with your documents. Nothing outside it is read or written",
        required: true,
        default: filled("DOCUMENTS"),
      },
    },
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: engines } },
  };
}
