/** A converter that misbehaves, is missing, or is killed. The fakes are shell scripts, so not on Windows. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import { alive, linux, until } from "../support/processes.ts";
import { type Box, leftovers, makeBox, type RunOptions, runOffice } from "./fake.ts";

let box: Box;

beforeEach(() => {
  box = makeBox();
});

afterEach(() => {
  expect(leftovers()).toEqual([]);
  box[Symbol.dispose]();
});

/** The problem of a conversion with a fake converter. Nothing may be written in that case. */
async function problem(body: string, options: RunOptions = {}): Promise<ProblemError> {
  const call = runOffice(box, { program: box.fake(body), ...options });
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw new Error(`no problem but ${String(error)}`);
  expect(readdirSync(box.allowed)).toEqual(["in.docx"]);
  return error;
}

const good = 'cp "$GOOD" "$OUT"';
const pidOf = (name = "pid") => Number(box.read(name).trim());

describe.skipIf(process.platform === "win32")("a conversion", () => {
  it("judges the converter by its output file, not by its exit code", async () => {
    expect(
      await runOffice(box, { program: box.fake(`${good}; echo noise; echo noise >&2; exit 77`) }),
    ).toEqual({
      output: join(box.allowed, "out.pdf"),
      pages: 2,
      bytes: expect.any(Number),
      engine: "libreoffice",
    });
  });

  it.each([
    ["nothing, and reports success", "exit 0", /could not convert/],
    ["an empty file", ': > "$OUT"', /could not convert/],
    ["something else", 'echo "<html>" > "$OUT"', /could not convert/],
    ["a folder", 'mkdir "$OUT"', /could not convert/],
    ["a link", 'ln -s "$GOOD" "$OUT"', /could not convert/],
    ["a pipe", 'mkfifo "$OUT"', /could not convert/],
    ["half a PDF", 'head -c 300 "$GOOD" > "$OUT"', /could not be read again|damaged/],
    ["a crash", "kill -SEGV $$", /could not convert/],
  ])("fails if the converter produces %s", async (_, body, detail) => {
    const error = await problem(body);
    expect(error.code).toBe("operation_failed");
    expect(error.message).toMatch(detail);
  });

  it("retries once after exit code 81", async () => {
    const again = box.fake(
      `echo x >> "$ROOT/runs"; [ -e "$ROOT/first" ] || { : > "$ROOT/first"; exit 81; }; ${good}`,
    );
    expect(await runOffice(box, { program: again })).toMatchObject({ pages: 2 });
    expect(box.read("runs")).toBe("x\nx\n");
    const call = runOffice(box, { program: box.fake('echo y >> "$ROOT/more"; exit 81'), output: "b.pdf" });
    await expect(call).rejects.toMatchObject({ code: "operation_failed" });
    expect(box.read("more")).toBe("y\ny\n");
  });

  it("retries once if the converter exits normally without a file", async () => {
    const again = box.fake(`[ -e "$ROOT/first" ] || { : > "$ROOT/first"; exit 0; }; ${good}`);
    expect(await runOffice(box, { program: again })).toMatchObject({ pages: 2 });
    const call = runOffice(box, { program: box.fake('echo y >> "$ROOT/none"'), output: "b.pdf" });
    await expect(call).rejects.toMatchObject({ code: "operation_failed" });
    expect(box.read("none")).toBe("y\ny\n");
  });

  it("passes a copy of the input, which the converter may change", async () => {
    const program = box.fake(`echo changed > "$1"; ${good}`);
    await runOffice(box, { program });
    expect(readdirSync(box.allowed).sort()).toEqual(["in.docx", "out.pdf"]);
  });

  it("keeps the document's own name, since a field of the document may show it", async () => {
    const name = "Bericht 50% #2 (ü).docx";
    copyFileSync(join(box.allowed, "in.docx"), join(box.allowed, name));
    const program = box.fake(`echo "$1" > "$ROOT/input"; cp "$GOOD" "\${OUT%/*}/Bericht 50% #2 (ü).pdf"`);
    expect(await runOffice(box, { program, input: name })).toMatchObject({ pages: 2 });
    expect(basename(box.read("input").trim())).toBe(name);
    rmSync(join(box.allowed, name));
  });

  it("reports a socket that can't be created instead of a damaged document", async () => {
    const socketFolder = join(box.root, "nowhere");
    const call = runOffice(box, { program: box.fake("exit 1"), socketFolder });
    await expect(call).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringContaining(`makes a socket in ${socketFolder}`),
    });
  });

  it("passes four variables, private folders and none of our open files", async () => {
    const program = box.fake(
      `env > "$ROOT/env"; ls -l /proc/self/fd > "$ROOT/fds" 2>&1; ls -ld "$HOME/.." > "$ROOT/mode"; pwd > "$ROOT/cwd"; ${good}`,
    );
    process.env.SERVICE_API_TOKEN = "secret-of-the-test";
    try {
      await runOffice(box, { program });
    } finally {
      delete process.env.SERVICE_API_TOKEN;
    }
    const environment = new Map(
      box
        .read("env")
        .trim()
        .split("\n")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    // The shell that runs the fake adds these.
    for (const name of ["PWD", "OLDPWD", "SHLVL", "_"]) environment.delete(name);
    expect([...environment.keys()].sort()).toEqual(["HOME", "LANG", "PATH", "TMPDIR"]);
    const folder = box.read("cwd").trim();
    expect(environment.get("HOME")).toBe(`${folder}/home`);
    expect(environment.get("TMPDIR")).toBe(`${folder}/tmp`);
    expect(box.read("mode")).toMatch(/^drwx------/);
    expect(box.read("env")).not.toContain("secret-of-the-test");
    expect(existsSync(folder)).toBe(false);
    if (linux) {
      const list = (text: string) =>
        (text.match(/\b\d+ -> .*/g) ?? []).map((line) => line.replace(/\d+$/, ""));
      // Ignore descriptors that this process inherited, and those the shell opens for `ls` and its output.
      const foreign = spawnSync("ls", ["-l", "/proc/self/fd"], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      const others = new Set(list(foreign.stdout).map((line) => line.replace(/pipe.*/, "pipe")));
      const open = list(box.read("fds")).filter((line) => !line.includes("/fds") && !line.includes("/proc/"));
      expect(open[0]).toBe("0 -> /dev/null");
      expect(open.slice(1).filter((line) => !others.has(line.replace(/pipe.*/, "pipe")))).toEqual([]);
    }
  });

  it("doesn't start if the output exists, and never overwrites one that appears later", async () => {
    writeFileSync(join(box.allowed, "taken.pdf"), "mine");
    const program = box.fake(`echo x >> "$ROOT/runs"; echo other > '${box.allowed}/late.pdf'; ${good}`);
    await expect(runOffice(box, { program, output: "taken.pdf" })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(existsSync(join(box.root, "runs"))).toBe(false);
    await expect(runOffice(box, { program, output: "late.pdf" })).rejects.toMatchObject({ code: "conflict" });
    expect(readdirSync(box.allowed).sort()).toEqual(["in.docx", "late.pdf", "taken.pdf"]);
  });

  it("rejects other file types and names the field", async () => {
    writeFileSync(join(box.allowed, "a.txt"), "x");
    await expect(runOffice(box, { program: box.fake(good), input: "a.txt" })).rejects.toMatchObject({
      code: "validation",
      errors: [{ field: "input", message: expect.stringContaining(".docx") }],
    });
  });
});

describe.skipIf(!linux)("a converter that doesn't end", () => {
  const stubborn =
    "trap '' TERM INT HUP; (trap '' TERM; echo $$ >/dev/null; sleep 300) & echo $! > \"$ROOT/child\"; setsid true; while :; do sleep 300; done";

  it("is killed at the time limit with all its children", async () => {
    const groups: number[] = [];
    const error = await problem(stubborn, { deadlineMs: 600, onGroup: (group) => groups.push(group) });
    expect(error.code).toBe("operation_failed");
    expect(error.message).toMatch(/time limit of 0.6 seconds.*--office-deadline/);
    expect(alive(pidOf())).toBe(false);
    expect(alive(pidOf("child"))).toBe(false);
    expect(groups.length).toBe(2);
    expect(groups[1]).toBe(0);
  });

  it("leaves no child running when it exits by itself", async () => {
    await runOffice(box, { program: box.fake(`sleep 300 & echo $! > "$ROOT/child"; ${good}`) });
    await until("the child to end", () => !alive(pidOf("child")));
  });
});

describe("a missing converter", () => {
  it.each<[string, (box: Box) => RunOptions]>([
    ["missing", ({ root }) => ({ program: join(root, "none") })],
    ["not executable", ({ root }) => ({ program: join(root, "good.pdf") })],
    ["a folder", ({ root }) => ({ program: root })],
    ["in an allowed folder", (own) => ({ program: own.fake(good), avoid: [own.root] })],
  ])("%s: explains how to get it", async (_, options) => {
    const call = runOffice(box, options(box));
    await expect(call).rejects.toMatchObject({
      code: "operation_failed",
      hint: { kind: "converter", command: expect.stringMatching(/libreoffice/i) },
    });
  });

  it.skipIf(process.platform === "win32")("for another machine: explains how to get it", async () => {
    const program = box.fake(good);
    // An ELF header of a nonexistent machine type, and nothing else.
    writeFileSync(program, Buffer.from("7f454c4602010100000000000000000002ffff00", "hex"));
    await expect(runOffice(box, { program })).rejects.toMatchObject({ hint: { kind: "converter" } });
  });
});
