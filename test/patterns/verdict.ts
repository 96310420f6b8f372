/**
 * The verdict of `recheck` on a pattern, by its automaton; its other method, a search, gives different results on a busy
 * computer.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { check } from "recheck";
import type { Pattern } from "../support/patterns.ts";

/** Keys of patterns proved to be linear. */
export const provedFile = resolve(import.meta.dirname, "proved.json");
/** Keys of patterns whose verdict is unknown: building an automaton is given up after 20 seconds for each, or impossible. */
export const unprovableFile = resolve(import.meta.dirname, "unprovable.json");

export const keysIn = (file: string): ReadonlySet<string> =>
  new Set<string>(JSON.parse(readFileSync(file, "utf8")));

export const keyOf = ({ source, flags }: Pattern): string => `/${source}/${flags}`;

/** `linear`, `unknown` if no automaton can be built in time, or the problem. */
export async function verdictOf({ source, flags }: Pattern): Promise<string> {
  const found = await check(source, flags, { checker: "automaton", timeout: 20_000 });
  if (found.status === "safe") return "linear";
  if (found.status === "unknown") return "unknown";
  return `/${source}/${flags}: ${found.complexity.summary}, for example ${found.attack.pattern}`;
}
