/**
 * The modules that a short command evaluates before it works, which are most of the executable's startup time. A module
 * that adds to them belongs in `await import()`, or must be worth a higher limit.
 */
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const src = resolve(import.meta.dirname, "../src");

/** Only code, as in the executable: comments cost nothing. */
function codeOf(path: string): string {
  return readFileSync(path, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}

const isType = (name: string) => name.trim() === "" || name.trim().startsWith("type ");

/** The modules evaluated when a module is imported: those of src by path, others by name. */
function importsOf(path: string): string[] {
  const found = codeOf(path).matchAll(
    /^(?:import|export)\s+(?!type\b)(?:([\w*{][^"'();=]*?)\s+from\s+)?"([^"]+)"/gm,
  );
  return [...found].flatMap(([, names = "", from = ""]) => {
    const list = /^\{([^}]*)\}$/.exec(names)?.[1];
    if (list?.split(",").every(isType) === true) return [];
    return [from.startsWith(".") ? resolve(dirname(path), from) : from];
  });
}

/** All modules that a tool's command evaluates, in both of its threads. */
function evaluated(tool: string): string[] {
  const seen = new Set<string>();
  const waiting = ["main.ts", "cli/call/supervise.ts", "cli/call/call.ts", `tools/${tool}.ts`].map((name) =>
    join(src, name),
  );
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    if (path.endsWith(".ts")) waiting.push(...importsOf(path));
  }
  return [...seen];
}

/** Runtime modules that take longer to load than a short command takes to work. */
const slow = [
  "node:child_process",
  "node:crypto",
  "node:tty",
  "node:url",
  "node:worker_threads",
  "node:zlib",
];

describe("the hot path", () => {
  // Modules, and kilobytes of their code without white space: five percent more than at the time of writing.
  it.each([
    ["edit/pdf-rotate-pages", 152, 366],
    ["read/pdf-info", 180, 479],
    ["edit/pdf-merge", 193, 503],
    ["edit/pdf-split", 193, 503],
  ])("of %s evaluates at most %i modules of %i kB", (tool, modules, kilobytes) => {
    const all = evaluated(tool);
    expect(all.filter((name) => slow.includes(name))).toEqual([]);
    const paths = all.filter((path) => path.endsWith(".ts"));
    const weights = paths
      .map((path) => ({ path, bytes: codeOf(path).replace(/\s+/g, "").length }))
      .sort((a, b) => b.bytes - a.bytes);
    const heaviest = weights.map(({ path, bytes }) => `${bytes} ${relative(src, path)}`).join("\n");
    const bytes = weights.reduce((sum, weight) => sum + weight.bytes, 0);
    expect(paths.length, heaviest).toBeLessThanOrEqual(modules);
    expect(bytes / 1000, heaviest).toBeLessThanOrEqual(kilobytes);
  });
});
