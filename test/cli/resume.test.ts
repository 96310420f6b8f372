/** `--jsonl --resume`: calls can be repeated safely, and existing files are judged by their content. */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFolders, executable, type Folders } from "../contract/target.ts";
import { endlessPdf } from "../support/pdf.ts";
import { childrenOf, holdsOpen, linux, until } from "../support/processes.ts";
import { type RunOptions, run } from "./run.ts";

const calls = [
  { id: "turn", tool: "pdf_rotate_pages", input: { input: "ok.pdf", output: "turned.pdf" } },
  {
    id: "lock",
    tool: "pdf_protect",
    input: { input: "ok.pdf", password: "correct horse", output: "locked.pdf" },
  },
  { id: "split", tool: "pdf_split", input: { input: "ok.pdf", mode: "pages", output_folder: "parts" } },
  { id: "read", tool: "pdf_read_text", input: { input: "two.pdf" } },
];

describe("--jsonl --resume", () => {
  let folders: Folders;
  beforeEach(() => {
    folders = createFolders();
  });
  afterEach(() => rmSync(folders.root, { recursive: true, force: true }));

  const at = (name: string) => join(folders.allowed, name);
  async function resume(given: readonly object[] = calls, options: Partial<RunOptions> = {}) {
    const input = given.map((call) => `${JSON.stringify(call)}\n`).join("");
    const ran = await run(executable, ["--jsonl", "--resume", "answers.jsonl"], {
      cwd: folders.allowed,
      input,
      ...options,
    });
    expect(ran.err).toBe("");
    const answers = ran.out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    return { code: ran.code, answers, seen: answers.map(({ id, status }) => [id, status]) };
  }

  it("answers each call once, on standard output and in the file", async () => {
    const first = await resume();
    expect(first.code).toBe(0);
    expect(first.seen).toEqual(calls.map(({ id }) => [id, "succeeded"]));
    expect(first.answers.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    for (const { seconds, peak_mb } of first.answers) {
      expect(seconds).toBeGreaterThan(0);
      expect(peak_mb).toBeGreaterThan(10);
    }
    const text = readFileSync(at("answers.jsonl"), "utf8");
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(first.answers);
    expect(text).not.toContain("correct horse");
    // In another order, with one more at the beginning: a call is identified by its content.
    const more = { id: "info", tool: "pdf_info", input: { input: "ok.pdf" } };
    const second = await resume([more, ...calls.toReversed()]);
    expect(second).toMatchObject({ code: 0, seen: [["info", "succeeded"]] });
  });

  it("repeats the call of a truncated answer, and recognizes its files", async () => {
    await resume();
    const text = readFileSync(at("answers.jsonl"), "utf8");
    const [turn = "", lock = ""] = text.split("\n");
    writeFileSync(at("answers.jsonl"), `${turn}\n${lock.slice(0, 50)}`);
    const again = await resume();
    expect(again.code).toBe(0);
    expect(again.seen).toEqual([
      ["lock", "skipped"],
      ["split", "skipped"],
      ["read", "succeeded"],
    ]);
    const lines = readFileSync(at("answers.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(["turn", "lock", "split", "read"]);
  });

  it("recognizes its own files without the answers, and makes the missing ones", async () => {
    await resume();
    rmSync(at("answers.jsonl"));
    rmSync(at("parts/ok-page-2.pdf"));
    const again = await resume();
    expect(again.code).toBe(0);
    expect(again.seen).toEqual([
      ["turn", "skipped"],
      ["lock", "skipped"],
      ["split", "succeeded"],
      ["read", "succeeded"],
    ]);
    expect(readdirSync(at("parts"))).toHaveLength(3);
  });

  it("refuses files of others, complete or not, and leaves them unchanged", async () => {
    copyFileSync(at("two.pdf"), at("turned.pdf"));
    const refused = await resume();
    expect(refused.code).toBe(1);
    expect(refused.answers[0]).toMatchObject({
      status: "failed",
      error: { code: "conflict" },
      retryable: false,
    });
    expect(readFileSync(at("turned.pdf"))).toEqual(readFileSync(at("two.pdf")));
    // Only the failed call is repeated.
    rmSync(at("turned.pdf"));
    expect(await resume()).toMatchObject({ code: 0, seen: [["turn", "succeeded"]] });
    const whole = readFileSync(at("turned.pdf"));
    writeFileSync(at("turned.pdf"), whole.subarray(0, whole.length - 1));
    rmSync(at("answers.jsonl"));
    expect((await resume()).seen[0]).toEqual(["turn", "failed"]);
  });

  it("runs a changed call, which may not overwrite the first one's result", async () => {
    await resume();
    const [turn] = calls;
    const changed = { ...turn, input: { ...turn?.input, angle: 180 } };
    expect(await resume([changed])).toMatchObject({ code: 1, seen: [["turn", "failed"]] });
    const elsewhere = { ...turn, input: { ...turn?.input, output: "other.pdf" } };
    expect(await resume([elsewhere])).toMatchObject({ code: 0, seen: [["turn", "succeeded"]] });
  });

  it("may have its answers redirected to the same file", async () => {
    const [program = ""] = executable.command ?? [];
    writeFileSync(at("calls.jsonl"), `${JSON.stringify(calls[3])}\n`);
    for (const [program_, ...args] of [
      ["sh", "-c", `${program} --jsonl --resume all.jsonl < calls.jsonl >> all.jsonl`],
    ])
      await run({ ...executable, command: [program_ ?? ""] }, args, { cwd: folders.allowed });
    expect(readFileSync(at("all.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(1);
  });

  it("refuses an answers file that can't be one", async () => {
    for (const name of [".", "nowhere/answers.jsonl"]) {
      const ran = await run(executable, ["--jsonl", "--resume", name], { cwd: folders.allowed });
      expect(ran).toMatchObject({ code: 2, out: "" });
      expect(ran.err).toMatch(/^pdfd: --resume: .* cannot be read and written \(E\w+\)\n$/);
    }
  });

  it("refuses a file with other content and leaves it unchanged", async () => {
    await resume();
    const [turn = ""] = readFileSync(at("answers.jsonl"), "utf8").split("\n");
    const call = JSON.stringify(calls[0]);
    for (const content of [
      readFileSync(at("ok.pdf"), "latin1"),
      ...["notes\n", call, '{"call":"1","status":"succeeded"}\n', `\xff\n${turn}\n`],
    ]) {
      writeFileSync(at("other"), content, "latin1");
      const before = readFileSync(at("other"));
      const ran = await run(executable, ["--jsonl", "--resume", "other"], {
        cwd: folders.allowed,
        input: `${call}\n`,
      });
      expect(ran).toMatchObject({ code: 2, out: "" });
      expect(ran.err).toMatch(/^pdfd: --resume: "other" has something else than answers .*\n$/);
      expect(readFileSync(at("other"))).toEqual(before);
    }
    for (const content of ["\n", turn.slice(0, 90)]) {
      writeFileSync(at("answers.jsonl"), content);
      expect((await resume()).code).toBe(0);
    }
  });

  it("refuses the answers file as standard input", async () => {
    const [program = ""] = executable.command ?? [];
    for (const content of ["", `${JSON.stringify(calls[3])}\n`]) {
      writeFileSync(at("calls.jsonl"), content);
      const line = `${program} --jsonl --resume calls.jsonl < calls.jsonl`;
      const ran = await run({ ...executable, command: ["sh"] }, ["-c", line], { cwd: folders.allowed });
      expect(ran).toMatchObject({ code: 2, out: "" });
      expect(ran.err).toContain('"calls.jsonl" is also standard input');
      expect(readFileSync(at("calls.jsonl"), "utf8")).toBe(content);
    }
  });

  it.skipIf(!linux)("finishes the running line after SIGTERM and exits with 75", async () => {
    writeFileSync(at("endless.pdf"), endlessPdf());
    const input = [
      { id: 1, tool: "pdf_read_text", input: { input: "endless.pdf" } },
      { id: 2, tool: "pdf_rotate_pages", input: { input: "ok.pdf", output: "late.pdf" } },
    ];
    const ran = await run(executable, ["--jsonl", "--jobs", "1", "--deadline", "2"], {
      cwd: folders.allowed,
      input: input.map((call) => `${JSON.stringify(call)}\n`).join(""),
      async started(child) {
        await until("the engine reads", () =>
          childrenOf(child.pid ?? -1).some((one) => holdsOpen(one, "endless.pdf")),
        );
        child.kill("SIGTERM");
      },
    });
    expect(ran.code).toBe(75);
    expect(
      ran.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual([1]);
    expect(existsSync(at("late.pdf"))).toBe(false);
  });
});
