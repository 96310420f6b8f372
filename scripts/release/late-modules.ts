/**
 * Modules of src that the executable evaluates when one of their functions is first called, not when they are imported: half
 * of what a short command could need is never run by it.
 */
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const src = resolve(import.meta.dirname, "../../src");

/**
 * What short commands hardly ever call, with what it alone imports. What one of them calls in any case is not here, for the
 * first module that comes late costs as much as 20 kB that come at once.
 */
export const lateModules: readonly string[] = [
  "cli/tool-values.ts",
  "cos/encryption.ts",
  "cos/new-table.ts",
  "cos/stream-ends.ts",
  "cos/unreadable-objects.ts",
  "host/font-files.ts",
  "host/system-calls.ts",
];

/** The same for one importer alone: others call it whenever they are called themselves. */
export const lateFor: Readonly<Record<string, readonly string[]>> = {
  "pdf/edit.ts": ["cos/rewrite.ts"],
  "tools/pdf-split.ts": ["pdf/selection.ts"],
};

/** Whether a module is late for one that imports it, both by their names in src. */
function isLate(module: string, importer: string): boolean {
  return lateModules.includes(module) || lateFor[importer]?.includes(module) === true;
}

const nameOf = (path: string) => relative(src, path).replaceAll("\\", "/");

/** An import of names; types alone are none. */
const imports = /^import \{([^}]*)\} from "(\.[^"]*)";/gm;

const namesIn = (list: string) =>
  list
    .split(",")
    .map((name) => name.trim().split(" as ")[0] ?? "")
    .filter((name) => name !== "" && !name.startsWith("type "));

/** Functions that a module exports, its own and those of others. A constant has to be there when it is imported. */
function functionsOf(module: string): readonly string[] {
  const text = readFileSync(join(src, module), "utf8");
  const own = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = ""]) => name);
  const passed = [...text.matchAll(/^export \{([^}]*)\} from /gm)].flatMap(([, list = ""]) => namesIn(list));
  return [...own, ...passed];
}

/** The text of a module of src, which imports late modules by `late:` before their names where it wants functions alone. */
export function withLateImports(path: string, text: string): string {
  let changed = text;
  const importer = nameOf(path);
  for (const [whole, list = "", from = ""] of text.matchAll(imports)) {
    const to = nameOf(resolve(dirname(path), from));
    const names = isLate(to, importer) ? namesIn(list) : [];
    if (names.length === 0) continue;
    const functions = functionsOf(to);
    if (names.every((name) => functions.includes(name)))
      changed = changed.replace(whole, `import {${list}} from ${JSON.stringify(`late:${to}`)};`);
  }
  return changed;
}

/** A module whose exports evaluate a late one when the first of them is called, and from then on are that one's. */
function standIn(module: string): string {
  const functions = functionsOf(module);
  const stubs = functions.map((name) => `export let ${name} = (...all) => load().${name}(...all);`);
  const real = functions.map((name) => `${name} = real.${name};`);
  return `const load = () => {
  const real = require(${JSON.stringify(join(src, module))});
  ${real.join(" ")}
  return real;
};
${stubs.join("\n")}`;
}

/** Answers what `withLateImports` asks for. */
export function provideLateModules(build: Bun.PluginBuilder): void {
  // The name must not be the path of the module itself: the bundler would take one for the other.
  build.onResolve({ filter: /^late:/ }, ({ path }) => ({
    path: path.slice("late:".length),
    namespace: "late",
  }));
  build.onLoad({ filter: /./, namespace: "late" }, ({ path }) => ({
    contents: standIn(path),
    loader: "js",
  }));
}
