/** Detects the runtime. This is the only module that does; everything else asks here. */
import process from "node:process";

export type RuntimeName = "bun" | "deno" | "node";

export interface Runtime {
  readonly name: RuntimeName;
  readonly version: string;
  /** Whether this is the single executable made by `bun build --compile`, with its files inside. */
  readonly compiled: boolean;
  readonly windows: boolean;
}

/** Bun gives an executable's modules paths in its own file system: `/$bunfs/root/…`, on Windows `B:/~BUN/root/…`. */
const insideExecutable = ["/$bunfs/", "/~BUN/", "/%24bunfs/", "/%7EBUN/"];

function detect(): Runtime {
  const { bun, deno, node } = process.versions;
  const windows = process.platform === "win32";
  if (bun !== undefined)
    return {
      name: "bun",
      version: bun,
      compiled: insideExecutable.some((folder) => import.meta.url.includes(folder)),
      windows,
    };
  if (deno !== undefined) return { name: "deno", version: deno, compiled: false, windows };
  return { name: "node", version: node, compiled: false, windows };
}

export const runtime: Runtime = detect();
