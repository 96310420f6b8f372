/** The documents' recipes that drive many processes of --jsonl, really run where their programs are installed. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
    const ran = spawnSync("make", ["-j2", "all"], {
      cwd: folders.allowed,
      env: environment,
      encoding: "utf8",
    });
    expect(ran.stderr).toContain("broken.pdf");
    expect(ran.status).not.toBe(0);
    const kept = spawnSync("make", ["-k", "all"], {
      cwd: folders.allowed,
      env: environment,
      encoding: "utf8",
    });
    expect(kept.status).not.toBe(0);
    expect(readdirSync(join(folders.allowed, "marked"))).toEqual(
      expect.arrayContaining(["ok.pdf", "two.pdf"]),
    );
  });
});
