/** The documents match the product. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { drawn, picture } from "../scripts/first-minute.ts";
import { exitCodes } from "../src/cli/flags/exit-codes.ts";
import { problemCodes } from "../src/core/problem.ts";
import { version } from "../src/core/version.ts";
import { strategies } from "../src/recovery/open-document.ts";
import { documents } from "./docs/blocks.ts";
import { madeTables, readDocument, withTable } from "./readme.ts";

const checkout = resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(resolve(checkout, name), "utf8");

describe("the documents", () => {
  it.each(madeTables)("contain the table of $document; bun test/readme.ts writes it", (table) => {
    expect(readDocument(table.document)).toBe(withTable(table));
  });

  it("show a picture of the first minute; bun scripts/first-minute.ts draws it", () => {
    expect(readFileSync(picture, "utf8")).toBe(drawn(readDocument("README.md")));
  });

  it("help with every problem code, and no others", () => {
    const errors = readDocument("docs/errors.md");
    const told = [...errors.matchAll(/^### `(\w+)` \((\d+)\)\n\n\*(.+?)\.\*/gm)];
    const codes = Object.entries(problemCodes).map(([code, { status, title }]) => [code, `${status}`, title]);
    expect(told.map(([, ...parts]) => parts)).toEqual(codes);
  });

  it("list every exit code", () => {
    const rows = readDocument("docs/command-line.md").matchAll(/^\| (\d+) \| /gm);
    expect([...rows].map(([, code]) => Number(code))).toEqual([...new Set(Object.values(exitCodes))]);
  });

  it("are all linked from the README, directly or indirectly", () => {
    const reached = new Set(["README.md"]);
    for (const document of reached)
      for (const [, target = ""] of readDocument(document).matchAll(
        /\]\(([^)\s#]+\.(?:md|txt))(?:#[^)]*)?\)/g,
      )) {
        const path = relative(checkout, resolve(checkout, dirname(document), target));
        if (documents.includes(path)) reached.add(path);
      }
    expect([...reached].sort()).toEqual([...documents].sort());
  });

  it("have a section on each room", () => {
    const architecture = readDocument("docs/architecture.md");
    const parts = [...architecture.matchAll(/^### `(\w+)`$/gm)].map(([, room]) => room);
    const folders = readdirSync(resolve(checkout, "src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(parts.sort()).toEqual(folders.sort());
  });

  it("name only existing npm scripts", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
    const text = documents.map(readDocument).join("\n");
    const named = [...text.matchAll(/`npm run ([a-z:]+)|^npm run ([a-z:]+)/gm)].map(
      ([, one, two]) => one ?? two,
    );
    for (const name of named) expect(scripts).toHaveProperty(String(name));
    expect(named).toContain("sweep");
  });
});

describe("the room recovery", () => {
  it("is documented with its strategies, in order", () => {
    const shown = [...readDocument("docs/rooms/recovery.md").matchAll(/^\d+\. \*\*([\w-]+)\*\*: /gm)];
    expect(shown.map(([, name]) => name)).toEqual(strategies.map(({ name }) => name));
  });
});

describe("the version", () => {
  it("is the same everywhere", () => {
    for (const name of ["package.json", "deno.json"])
      expect(JSON.parse(read(name)).version, name).toBe(version);
  });
});
