/**
 * Checks the imports of each folder of src against the tables of rooms.ts and docs/architecture.md. Also: no import
 * cycles, runtime globals only where runtimes differ, and each npm package in its one home.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { layers, orders } from "./rooms.ts";

const src = resolve(import.meta.dirname, "../src");

/** The folder in a room's order that a file belongs to, and its level. */
function placeOf(name: string): { readonly folder: string; readonly level: number } | undefined {
  const [room = "", ...rest] = name.split("/");
  const levels = orders[room] ?? [];
  for (let count = rest.length - 1; count >= 0; count -= 1) {
    const folder = rest.slice(0, count).join("/") || ".";
    const level = levels.findIndex((folders) => folders.includes(folder));
    if (level >= 0) return { folder, level };
  }
  return undefined;
}

/** npm packages and node modules with a single home. */
const homes: Record<string, readonly string[]> = {
  mupdf: ["engines"],
  unpdf: ["engines"],
  "@imagemagick/magick-wasm": ["engines"],
  "zxing-wasm": ["engines"],
  "pdf-lib": ["document"],
  "@pdf-lib/standard-fonts": ["document", "fonts"],
  "bidi-js": ["typeset"],
  "@zip.js/zip.js": ["office", "tables"],
  re2js: ["search"],
  pkijs: ["signatures"],
  asn1js: ["signatures"],
  "@huggingface/tokenizers": ["models"],
  hono: ["http"],
  "node:fs": ["files", "host"],
  "node:fs/promises": ["files", "host"],
  "node:child_process": ["host", "office"],
  "@valibot/to-json-schema": ["core", "http", "mcp", "cli"],
};

/** The places that open files, and why files planted in a folder do no harm there. */
const opens: Readonly<Record<string, string>> = {
  "host/regular-file.ts": "the one way for all that others may have put there",
  "files/disk/disk.ts":
    "documents: files/scope/input.ts looks at the entry before and after, and never waits",
  "files/temporary/private-folder.ts": "makes files exclusively",
  "files/own/own-files.ts": "makes files exclusively",
  "files/temporary/temp-registry.ts": "makes a file exclusively",
  "host/assets/assets.ts": "the program's own files",
  "host/terminal/terminal.ts": "what the command line names, a pipe too",
};

/** Runtime globals are only allowed where runtimes differ. */
const globalsAllowed = ["host", "cli", "main.ts"];

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) return filesBelow(path);
    return path.endsWith(".ts") ? [path] : [];
  });
}

const sources = filesBelow(src).map((path) => {
  const code = readFileSync(path, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
  const imports = [...code.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(
    (match) => match[1] ?? "",
  );
  return { path, name: relative(src, path), room: relative(src, path).split("/")[0] ?? "", code, imports };
});

function target(path: string, specifier: string): string | undefined {
  return specifier.startsWith(".") ? resolve(dirname(path), specifier) : undefined;
}

describe("layers", () => {
  it("has files to check", () => {
    expect(sources.length).toBeGreaterThan(5);
  });

  it.each(sources.map((source) => [source.name, source] as const))(
    "%s imports only what its room may",
    (_, source) => {
      const allowed = layers[source.room];
      expect(allowed, `src/${source.room} is not in the table of rooms`).toBeDefined();
      for (const specifier of source.imports) {
        const to = target(source.path, specifier);
        if (to === undefined) {
          const home = Object.entries(homes).find(
            ([name]) => specifier === name || specifier.startsWith(`${name}/`),
          );
          if (home)
            expect(
              home[1],
              `${source.name} imports ${specifier}, which lives in ${home[1].join(", ")}`,
            ).toContain(source.room);
          continue;
        }
        const room = relative(src, to).split("/")[0] ?? "";
        if (room === "..") continue;
        if (room === source.room) {
          const own = placeOf(source.name);
          const other = placeOf(relative(src, to));
          if (own && other && own.folder !== other.folder)
            expect(other.level, `${source.name} imports ${specifier}, which is above it`).toBeLessThan(
              own.level,
            );
          continue;
        }
        expect(
          allowed,
          `${source.name} imports ${specifier}: src/${source.room} may import ${allowed?.join(", ") || "nothing"}`,
        ).toContain(room);
      }
    },
  );

  it.each(sources.map((source) => [source.name, source] as const))(
    "%s uses no runtime global outside host, cli and main",
    (_, source) => {
      if (globalsAllowed.includes(source.room)) return;
      const code = source.code.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
      expect(
        /(?<![.\w])(Bun|Deno|process)(?=\.|\[)/.exec(code)?.[0],
        `${source.name} uses a runtime global; move that into src/host`,
      ).toBeUndefined();
    },
  );

  it("loads the drawing modules only when drawing", () => {
    // `import()` loads late, and types aren't loaded at all.
    const early = (source: (typeof sources)[number]): string[] =>
      [...source.code.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)";/gm)].map(
        (match) => match[1] ?? "",
      );
    const reached = new Map<string, readonly string[]>();
    const visit = (path: string): void => {
      const source = sources.find((one) => one.path === path);
      if (!source || reached.has(path)) return;
      const found = early(source);
      reached.set(path, found);
      for (const specifier of found) visit(target(path, specifier) ?? "");
    };
    visit(join(src, "steps/index.ts"));
    expect([...reached.keys()].map((path) => relative(src, path))).toContain("steps/watermark.ts");
    expect([...reached.values()].flat().filter((specifier) => specifier.includes("pdf-lib"))).toEqual([]);
    visit(join(src, "document/stamp/watermark.ts"));
    expect([...reached.values()].flat()).toContain("pdf-lib");
  });

  it.each(sources.map((source) => [source.name, source] as const))(
    "%s opens files only in the approved way",
    (_, { name, code }) => {
      if (name in opens) return;
      // The system's own files can't be planted and don't block.
      const own = code.replace(/readFileSync\(["`]\/(proc|etc)\//g, "");
      expect(
        /\b(openSync|readFileSync|createReadStream|openAsBlob|fs\.open)\s*\(|node:fs\/promises/.exec(
          own,
        )?.[0],
        `${name} opens files; src/host/regular-file.ts does it without waiting and without following links`,
      ).toBeUndefined();
    },
  );

  it("has no import cycle", () => {
    const graph = new Map(
      sources.map((source) => [
        source.path,
        source.imports.map((specifier) => target(source.path, specifier)).filter((to) => to !== undefined),
      ]),
    );
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      expect(
        trail,
        `import cycle: ${[...trail, path].map((at) => relative(src, at)).join(" → ")}`,
      ).not.toContain(path);
      if (done.has(path)) return;
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
  });
});
