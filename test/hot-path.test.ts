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

/** Modules of src that a module evaluates when it is imported. */
function importsOf(path: string): string[] {
  const found = codeOf(path).matchAll(
    /^(?:import|export)\s+(?!type\b)(?:([\w*{][^"'();=]*?)\s+from\s+)?"(\.[^"]+)"/gm,
  );
  return [...found].flatMap(([, names = "", from = ""]) => {
    const list = /^\{([^}]*)\}$/.exec(names)?.[1];
    if (list?.split(",").every(isType) === true) return [];
    return [resolve(dirname(path), from)];
  });
}

/** All that the command of a tool evaluates. */
function evaluated(tool: string): string[] {
  const seen = new Set<string>();
  const waiting = ["main.ts", "cli/tools/tool-command.ts", `tools/${tool}.ts`].map((name) => join(src, name));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || !path.endsWith(".ts")) continue;
    seen.add(path);
    waiting.push(...importsOf(path));
  }
  return [...seen];
}

describe("hot path", () => {
  // Modules, and kilobytes of their code without white space: a twentieth more than there were.
  it.each([
    ["pdf-rotate-pages", 130, 311],
    ["pdf-info", 123, 297],
    ["pdf-merge", 148, 380],
    ["pdf-split", 149, 382],
  ])("of %s evaluates at most %i modules of %i kB", (tool, modules, kilobytes) => {
    const paths = evaluated(tool);
    const weights = paths
      .map((path) => ({ path, bytes: codeOf(path).replace(/\s+/g, "").length }))
      .sort((a, b) => b.bytes - a.bytes);
    const heaviest = weights.map(({ path, bytes }) => `${bytes} ${relative(src, path)}`).join("\n");
    const bytes = weights.reduce((sum, weight) => sum + weight.bytes, 0);
    expect(paths.length, heaviest).toBeLessThanOrEqual(modules);
    expect(bytes / 1000, heaviest).toBeLessThanOrEqual(kilobytes);
  });
});
