/** The README's tables, made from the registry and from what the tests promise. `bun test/readme.ts` writes them. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { tools } from "../src/tools/index.ts";
import { fidelityTable } from "./fidelity/table.ts";

export const readmePath = resolve(import.meta.dirname, "../README.md");

const table = /(?<=\| Tool \| What it does \|\n\|---\|---\|\n)[\s\S]*?(?=<!-- end of the table -->)/;

/** A README with the table of the tools that exist. */
export function withTools(readme: string): string {
  if (!table.test(readme)) throw new Error("README.md has no table of tools to fill");
  const rows = tools.map(
    ({ name, description }) => `| \`${name}\` | ${description.replaceAll("|", "\\|")} |\n`,
  );
  return readme.replace(table, () => rows.join(""));
}

const fidelity =
  /(?<=<!-- What becomes of a document[^>]*-->\n)[\s\S]*?(?=<!-- end of what becomes of it -->)/;

/** A README with the table of what tools keep. */
export function withFidelity(readme: string): string {
  if (!fidelity.test(readme)) throw new Error("README.md has no table of what tools keep to fill");
  return readme.replace(fidelity, fidelityTable);
}

if (import.meta.main) writeFileSync(readmePath, withFidelity(withTools(readFileSync(readmePath, "utf8"))));
