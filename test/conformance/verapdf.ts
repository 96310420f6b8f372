/**
 * Uses veraPDF to judge whether files conform to their claims. It comes with one of our development packages and runs on
 * Java.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { javaLibraries, requireTool } from "../support/tools.ts";

/** The verdict on one claim of a file. */
export interface Conformance {
  readonly verdict: "PASS" | "FAIL" | "ERROR";
  /** The claim in veraPDF's notation: `1b`, `ua2`, `wt1a`. */
  readonly flavour: string;
  /** The rules that it breaks. */
  readonly rules: string;
}

/** Undefined if veraPDF can run here, otherwise the reason to skip; required in CI. */
export const withoutVeraPdf = requireTool("java") ?? requireTool("jaxb");

const checkout = join(import.meta.dirname, "../..");
const jar = join(checkout, "node_modules/@opendataloader/pdf/lib/opendataloader-pdf-cli.jar");
/** Java no longer includes it. */
const jaxb = [
  "jaxb-api",
  "jaxb-core",
  "jaxb-impl",
  "jaxb-runtime",
  "javax.activation",
  "istack-commons-runtime",
  "txw2",
].map((name) => `${javaLibraries}/${name}.jar`);

/** The verdicts on all claims of files, by path; empty for a file that claims nothing. */
export function verdicts(paths: readonly string[]): ReadonlyMap<string, readonly Conformance[]> {
  const found = new Map<string, Conformance[]>();
  const classes = [jar, ...jaxb.filter(existsSync)].join(":");
  const source = join(import.meta.dirname, "Verify.java");
  const args = ["-Dorg.slf4j.simpleLogger.defaultLogLevel=off", "-cp", classes, source, ...paths];
  const run = spawnSync("java", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  for (const line of run.stdout.split("\n")) {
    const [verdict, flavour = "", path = "", rules = ""] = line.split("\t");
    const claims = found.get(path) ?? [];
    if (verdict === "PASS" || verdict === "FAIL" || verdict === "ERROR")
      found.set(path, [...claims, { verdict, flavour, rules }]);
    else if (verdict === "NONE") found.set(path, claims);
  }
  if (found.size < new Set(paths).size) throw new Error(`veraPDF judged too few files: ${run.stderr}`);
  return found;
}
