/** `--jsonl --identify`: answers name the content they are about, so that shards can be compared by content. */
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { version } from "../../src/core/version.ts";
import { createFolders, executable, type Folders } from "../contract/target.ts";
import { endlessPdf } from "../support/pdf.ts";
import { run } from "./run.ts";

let folders: Folders;
beforeAll(() => {
  folders = createFolders();
  writeFileSync(join(folders.allowed, "endless.pdf"), endlessPdf());
});
afterAll(() => rmSync(folders.root, { recursive: true, force: true }));

const sha256 = (name: string) =>
  createHash("sha256")
    .update(readFileSync(join(folders.allowed, name)))
    .digest("hex");

it("identifies the content of every input, even for failed and aborted calls", async () => {
  const calls = [
    { tool: "pdf_read_text", input: { input: "ok.pdf" } },
    { tool: "pdf_merge", input: { inputs: ["two.pdf", "ok.pdf", "two.pdf"], output: "merged.pdf" } },
    { tool: "pdf_merge", input: { inputs: ["two.pdf", "nowhere.pdf"], output: "no.pdf" } },
    { tool: "pdf_info", input: { input: "broken.pdf" } },
    { tool: "pdf_read_text", input: { input: "endless.pdf" } },
    { tool: "pdf_list_files", input: {} },
    "nonsense",
  ];
  const ran = await run(executable, ["--jsonl", "--identify", "--deadline", "3"], {
    cwd: folders.allowed,
    input: calls.map((call) => `${JSON.stringify(call)}\n`).join(""),
  });
  const answers = ran.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const two = sha256("two.pdf");
  expect(answers.map(({ status, sha256 }) => [status, sha256])).toEqual([
    ["succeeded", sha256("ok.pdf")],
    ["succeeded", [two, sha256("ok.pdf"), two]],
    ["failed", [two, null]],
    ["failed", sha256("broken.pdf")],
    ["failed", sha256("endless.pdf")],
    ["succeeded", null],
    ["failed", null],
  ]);
  for (const answer of answers) expect(answer.pdfd_version).toBe(version);
});
