/** What the README says is what there is. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { exitCodes } from "../src/cli/flags/exit-codes.ts";
import { serveCommand } from "../src/cli/serve/serve.ts";
import { problemCodes } from "../src/core/problem.ts";
import { version } from "../src/core/version.ts";
import { documents } from "./docs/blocks.ts";
import { madeTables, readDocument, withTable } from "./readme.ts";

const checkout = resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(resolve(checkout, name), "utf8");
const readme = readDocument("README.md");

describe("the documents", () => {
  it.each(madeTables)("$document has its table; bun test/readme.ts writes it", (table) => {
    expect(readDocument(table.document)).toBe(withTable(table));
  });

  it("help with every problem code, and with no other", () => {
    const errors = readDocument("docs/errors.md");
    const told = [...errors.matchAll(/^### `(\w+)` \((\d+)\)\n\n\*(.+?)\.\*/gm)];
    const codes = Object.entries(problemCodes).map(([code, { status, title }]) => [code, `${status}`, title]);
    expect(told.map(([, ...parts]) => parts)).toEqual(codes);
  });

  it("list every exit code", () => {
    const rows = [...readme.matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code));
    expect(rows).toEqual(Object.values(exitCodes));
  });

  it("are all reached from the README", () => {
    for (const name of documents.slice(1)) expect(readme).toContain(`](${name})`);
  });

  it("names only npm scripts that exist", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
    const named = [...readme.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, name]) => name ?? "");
    for (const name of named) if (!["ci", "and"].includes(name)) expect(scripts).toHaveProperty(name);
    expect(named).toContain("sweep");
  });

  it("names every option of serve", () => {
    for (const name of Object.keys(serveCommand.flags)) expect(readme).toContain(`--${name}`);
  });
});

describe("the version", () => {
  it("is one everywhere", () => {
    for (const name of ["package.json", "deno.json"])
      expect(JSON.parse(read(name)).version, name).toBe(version);
  });
});
