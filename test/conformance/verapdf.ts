/** veraPDF as a judge: whether files conform to what they claim. It is inside a package of ours for development; Java runs it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { requireTool } from "../support/tools.ts";

export interface Conformance {
  /** NONE: it claims nothing. */
  readonly verdict: "PASS" | "FAIL" | "NONE" | "ERROR";
  /** What it claims, as veraPDF calls it: `1b`, `ua2`. */
  readonly flavour: string;
  /** Rules that it breaks. */
  readonly rules: string;
}

/** Undefined when veraPDF can run here, else the reason to skip with; in CI it must. */
export const withoutVeraPdf = requireTool("java");

const checkout = join(import.meta.dirname, "../..");
const jar = join(checkout, "node_modules/@opendataloader/pdf/lib/opendataloader-pdf-cli.jar");
/** Of Debian's libjaxb-java: Java itself brings it no longer. */
const jaxb = [
  "jaxb-api",
  "jaxb-core",
  "jaxb-impl",
  "jaxb-runtime",
  "javax.activation",
  "istack-commons-runtime",
  "txw2",
].map((name) => `/usr/share/java/${name}.jar`);

/** The verdicts on files, by path. */
export function verdicts(paths: readonly string[]): ReadonlyMap<string, Conformance> {
  const found = new Map<string, Conformance>();
  const classes = [jar, ...jaxb.filter(existsSync)].join(":");
  const source = join(import.meta.dirname, "Verify.java");
  const args = ["-Dorg.slf4j.simpleLogger.defaultLogLevel=off", "-cp", classes, source, "auto", ...paths];
  const run = spawnSync("java", args, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  for (const line of run.stdout.split("\n")) {
    const [verdict, flavour = "", path = "", rules = ""] = line.split("\t");
    if (verdict === "PASS" || verdict === "FAIL" || verdict === "NONE" || verdict === "ERROR")
      found.set(path, { verdict, flavour, rules });
  }
  if (found.size < new Set(paths).size) throw new Error(`veraPDF judged too few files: ${run.stderr}`);
  return found;
}
