/**
 * What a short command evaluates before it works: the executable's start is mostly that. A module that grows into this
 * belongs behind `await import()`, or is worth the new bound.
 */
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const src = resolve(import.meta.dirname, "../src");

/** Code alone, as the executable is built of it: comments cost nothing. */
function codeOf(path: string): string {
  return readFileSync(path, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}

const isType = (name: string) => name.trim() === "" || name.trim().startsWith("type ");

/** What a module evaluates when it is imported: modules of src by their paths, others by their names. */
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

/** All that the command of a tool evaluates, in both of its threads. */
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

/** Modules of the runtime that take longer to load than a short command to work. */
const slow = [
  "node:child_process",
  "node:crypto",
  "node:tty",
  "node:url",
  "node:worker_threads",
  "node:zlib",
];

describe("hot path", () => {
  // Modules, and kilobytes of their code without white space: a twentieth more than there were.
  it.each([
    ["edit/pdf-rotate-pages", 136, 339],
    ["read/pdf-info", 142, 353],
    ["edit/pdf-merge", 180, 466],
    ["edit/pdf-split", 180, 466],
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
