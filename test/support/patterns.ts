/** Every regular expression of our sources: parsed literals, and those that modules build when loaded. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseAst } from "rolldown/parseAst";

export interface Pattern {
  /** `file:line`, or just the file for one that is built. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const src = resolve(import.meta.dirname, "../../src");

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** All patterns, each once. */
export async function allPatterns(): Promise<readonly Pattern[]> {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const found: Pattern[] = [];

  for (const file of files) {
    const code = readFileSync(join(src, file), "utf8");
    found.push(...literalsOf(file, code));
    if (/new RegExp\(|stamp-fields/.test(code)) found.push(...(await builtBy(file)));
  }

  return [...new Map(found.map((one) => [`${one.source}/${one.flags}`, one])).values()];
}

/** The literals of a source. */
export function literalsOf(file: string, code: string): Pattern[] {
  const found: Pattern[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isNode(value)) return;
    const { regex } = value;
    if (typeof regex === "object" && regex !== null && "pattern" in regex && "flags" in regex) {
      const line = code.slice(0, value.start).split("\n").length;
      found.push({ place: `${file}:${line}`, source: String(regex.pattern), flags: String(regex.flags) });
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseAst(code, { lang: "ts" }));
  return found;
}

/** The patterns that a module builds when loaded. */
async function builtBy(file: string): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [pattern, flags]) {
      const made = new target(pattern, flags);
      found.push({ place: file, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    // A different URL, so that an already loaded module is loaded again.
    await import(`${pathToFileURL(join(src, file)).href}?patterns`);
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}
