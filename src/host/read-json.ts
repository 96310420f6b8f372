/** Small JSON files of the program's own: settings of a model, never documents. */
import { readFileSync } from "node:fs";

/** Throws when it is missing or no JSON. */
export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
