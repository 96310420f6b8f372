/** Proves the patterns of src added since proved.json was written, and updates the file. */
import { readFileSync, writeFileSync } from "node:fs";
import { allPatterns } from "../support/patterns.ts";
import { keyOf, provedFile, verdictOf } from "./verdict.ts";

const before = new Set<string>(JSON.parse(readFileSync(provedFile, "utf8")));
const proved: string[] = [];
for (const pattern of await allPatterns()) {
  const key = keyOf(pattern);
  if (before.has(key) || (await verdictOf(pattern)) === "linear") proved.push(key);
}
writeFileSync(provedFile, `${JSON.stringify([...new Set(proved)].sort(), undefined, 2)}\n`);
