/** What the README says is what there is. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../src/core/version.ts";
import { readmePath, withFidelity, withTools } from "./readme.ts";

const checkout = resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(resolve(checkout, name), "utf8");
const readme = readFileSync(readmePath, "utf8");

describe("README", () => {
  it("lists every tool of the registry; bun test/readme.ts writes the table", () => {
    expect(readme).toBe(withTools(readme));
  });

  it("promises what the tests hold it to; bun test/readme.ts writes the table", () => {
    expect(readme).toBe(withFidelity(readme));
  });

  it("names only npm scripts that exist", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
    const named = [...readme.matchAll(/npm (?:run )?([a-z]+)/g)].map(([, name]) => name ?? "");
    for (const name of named) if (!["ci", "and"].includes(name)) expect(scripts).toHaveProperty(name);
    expect(named).toContain("sweep");
  });

  it("names every option of serve", () => {
    const options = [
      ...read("src/cli/serve.ts").matchAll(/^ {2}"?([a-z-]+)"?: \{ ?$|^ {2}"?([a-z-]+)"?: \{ kind/gm),
    ];
    expect(options.length).toBeGreaterThan(5);
    for (const [, first, second] of options) expect(readme).toContain(`--${first ?? second}`);
  });
});

describe("the version", () => {
  it("is one everywhere", () => {
    for (const name of ["package.json", "deno.json"])
      expect(JSON.parse(read(name)).version, name).toBe(version);
  });
});
