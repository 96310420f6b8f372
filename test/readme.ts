/** The README's table of tools, made from the registry. `bun test/readme.ts` writes it into the README. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { tools } from "../src/tools/index.ts";

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

if (import.meta.main) writeFileSync(readmePath, withTools(readFileSync(readmePath, "utf8")));
