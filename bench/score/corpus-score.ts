/** The corpus's manifest and its scoring scripts. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { corpusFolder } from "../../test/support/corpus.ts";

export interface Entry {
  readonly id: string;
  /** Relative to the corpus, like the ground truth in `text` and `markdown`. */
  readonly file: string;
  readonly category: string;
  readonly group?: string;
  readonly pages?: number;
  readonly metrics?: readonly string[];
  readonly text?: string;
  readonly markdown?: string;
}

export interface Report {
  readonly groups: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly files: readonly Row[];
}

export interface Row {
  readonly id: string;
  readonly group: string;
  readonly [measure: string]: unknown;
}

export function entries(): readonly Entry[] {
  const { files }: { readonly files: readonly Entry[] } = JSON.parse(
    readFileSync(join(corpusFolder, "manifest.json"), "utf8"),
  );
  return files;
}

/** Scores a folder's `<id>.txt` and `<id>.md`, or only the given files, and leaves the report in the folder. */
export function scoreFolder(
  folder: string,
  ids: readonly string[],
): { readonly table: string; readonly report: Report } {
  const path = join(folder, "report.json");
  const named = ids.flatMap((id) => ["--id", id]);
  const script = join(corpusFolder, "score/score.mjs");
  const table = execFileSync("node", [script, corpusFolder, folder, "--json", path, ...named], {
    encoding: "utf8",
  });
  return { table, report: JSON.parse(readFileSync(path, "utf8")) };
}
