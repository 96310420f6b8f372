/**
 * Analyzes the patterns of src added since the lists were written, and updates both: the patterns that are linear, and
 * those for which no automaton can be built in time.
 */
import { writeFileSync } from "node:fs";
import { allPatterns } from "../support/patterns.ts";
import { keyOf, keysIn, provedFile, unprovableFile, verdictOf } from "./verdict.ts";

const before = { linear: keysIn(provedFile), unknown: keysIn(unprovableFile) };
const [proved, unprovable] = [new Set<string>(), new Set<string>()];

for (const pattern of await allPatterns()) {
  const key = keyOf(pattern);
  const isKnown = before.linear.has(key) || before.unknown.has(key);
  const verdict = isKnown ? undefined : await verdictOf(pattern);
  if (before.linear.has(key) || verdict === "linear") proved.add(key);
  if (before.unknown.has(key) || verdict === "unknown") unprovable.add(key);
}

for (const [file, keys] of [
  [provedFile, proved],
  [unprovableFile, unprovable],
] as const)
  writeFileSync(file, `${JSON.stringify([...keys].sort(), undefined, 2)}\n`);
