/**
 * `bun test/models/read-scan.ts <model>`: dist/pdfd reads a three-page scan with an installed model. The result is compared
 * with the scanned text as words in any order (F1). The exit code is 1 below 0.9. `ocr` is always installed.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const least = 0.9;
const corpus = resolve(import.meta.dirname, "../fixtures/corpus");
const name = "b-rt-rfc3595.latex-art.scan-gray";
const [model = "ocr"] = process.argv.slice(2);

function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of text
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu))
    words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

const count = (words: ReadonlyMap<string, number>) =>
  [...words.values()].reduce((sum, times) => sum + times, 0);

const began = performance.now();
const read = spawnSync(
  resolve(import.meta.dirname, "../../dist/pdfd"),
  ["read-text", `${corpus}/b-structure/${name}.pdf`, "--high-accuracy", "--model", model],
  { encoding: "utf8", maxBuffer: 100_000_000 },
);
if (read.status !== 0) {
  console.error(read.stderr);
  process.exit(1);
}
const [found, truth] = [read.stdout, readFileSync(`${corpus}/expected/${name}.txt`, "utf8")].map(wordsOf);
if (!found || !truth) throw new Error("two texts make two counts");
const both = [...truth].reduce((sum, [word, times]) => sum + Math.min(times, found.get(word) ?? 0), 0);
const f1 = (2 * both) / Math.max(1, count(found) + count(truth));
const seconds = (performance.now() - began) / 1000;
console.log(`${model}: word F1 ${f1.toFixed(3)} over ${count(truth)} words, ${seconds.toFixed(1)} s`);
process.exit(f1 >= least ? 0 : 1);
