/** The documented recipes that run many --jsonl processes, executed for real if their programs are installed. */
import { spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bareEnvironment, createFolders, executable, type Folders } from "../contract/target.ts";
import { recipe } from "../docs/blocks.ts";
import { requireTool } from "../support/tools.ts";

const environment = {
  ...bareEnvironment,
  PATH: `${dirname(executable.command?.[0] ?? "")}:${process.env.PATH}`,
};

describe("recipes", () => {
  let folders: Folders;
  beforeAll(() => {
    folders = createFolders();
    const calls = Array.from({ length: 12 }, (_, k) =>
      JSON.stringify({ id: k, tool: "pdf_rotate_pages", input: { input: "ok.pdf", output: `r${k}.pdf` } }),
    );
    writeFileSync(join(folders.allowed, "calls.jsonl"), `${calls.join("\n")}\n`);
  });
  afterAll(() => rmSync(folders.root, { recursive: true, force: true }));

  it.skipIf(requireTool("parallel"))("GNU parallel", () => {
    const ran = spawnSync("bash", ["-c", recipe("GNU parallel")], {
      cwd: folders.allowed,
      env: environment,
      encoding: "utf8",
    });
    expect(ran.stderr).toBe("");
    expect(ran.status).toBe(0);
    const answers = readFileSync(join(folders.allowed, "answers.jsonl"), "utf8").trimEnd().split("\n");
    expect(answers.map((line) => JSON.parse(line)).map(({ id, status }) => [id, status])).toEqual(
      Array.from({ length: 12 }, (_, k) => [k, "succeeded"]),
    );
    expect(readdirSync(folders.allowed).filter((name) => /^r\d+\.pdf$/.test(name))).toHaveLength(12);
  });

  it.skipIf(requireTool("make"))("Make", () => {
    writeFileSync(join(folders.allowed, "Makefile"), recipe("Make"));
    copyFileSync(join(folders.allowed, "two.pdf"), join(folders.allowed, "with some spaces.pdf"));
    const make = (...flags: string[]) =>
      spawnSync("make", [...flags, "all"], { cwd: folders.allowed, env: environment, encoding: "utf8" });
    const first = make("-j2");
    expect(first.stderr).toContain("broken.pdf");
    expect(first.status).not.toBe(0);
    expect(make("-k").status).not.toBe(0);
    const made = () => readdirSync(join(folders.allowed, "marked"));
    expect(made()).toEqual(expect.arrayContaining(["ok.pdf", "two.pdf", "with some spaces.pdf"]));
    // Only changed files are rebuilt.
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(folders.allowed, "with some spaces.pdf"), later, later);
    const again = make("-k")
      .stdout.split("\n")
      .filter((line) => line.startsWith("pdfd "));
    expect(again.some((line) => line.includes("'with some spaces.pdf'"))).toBe(true);
    expect(again.some((line) => line.includes("'two.pdf'"))).toBe(false);
    expect(made()).toContain("with some spaces.pdf");
  });
});
