/** The command line as users see it: results, refusals, exit codes, and no leftover files. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inOneForm } from "../contract/expect.ts";
import { bareEnvironment, createFolders, executable, type Folders } from "../contract/target.ts";
import { endlessPdf, samplePdf } from "../support/pdf.ts";
import { childrenOf, holdsOpen, linux, until, visibleOf } from "../support/processes.ts";
import { requireTool } from "../support/tools.ts";
import { forms, type Ran, type RunOptions, run } from "./run.ts";

/** What involves files, a document, JSON or another part of the program, which each runtime does its own way. */
const refusedByRuntime: readonly (readonly [readonly string[], RegExp])[] = [
  [["rotate-pages", "none.pdf", "-o", "x.pdf"], /input: .*does not exist/],
  [["run-pipeline", "ok.pdf", "-o", "x.pdf", "--steps", "rotate"], /--steps is not JSON.*--steps-file/],
  [["info", "../B/other.pdf", "--allow-dir", "."], /outside/],
];
/** What our own rules for flags decide, the same in every form. */
const refusedByRule: typeof refusedByRuntime = [
  [["rotate-pages", "ok.pdf", "-o", "x.pdf", "--pages", "9"], /--pages: .*3 pages/],
  [["rotate-pages", "-", "-o", "x.pdf"], /- is not a file/],
  [["info", "ok.pdf", "--allow-dir", "nowhere"], /does not exist/],
  [["tools", "pdf_nothing"], /no tool "pdf_nothing"/],
  [["mcp"], /--allow-dir/],
  [["rotate-pages", "ok.pdf"], /--output: is required/],
  [["rotate-pages", "ok.pdf", "-o", "x.pdf", "--angle", "45"], /--angle: must be one of 90, 180, 270/],
  [["rotate-pages", "ok.pdf", "-o", "x.pdf", "--page", "1"], /unknown option "--page"/],
  [["rotate-pages", "ok.pdf", "two.pdf", "-o", "x.pdf"], /unexpected argument "two.pdf"/],
  [["rotate-pages", "ok.pdf", "-o", "-"], /- is not a file/],
  [["merge", "ok.pdf", "-o", "x.pdf"], /inputs: must name at least 2 files/],
  [["protect", "ok.pdf", "-o", "x.pdf"], /--password-file, --password-stdin or PDFD_PASSWORD: is required/],
  [["protect", "ok.pdf", "-o", "x.pdf", "--password", "x"], /cannot be an argument/],
  [["run-pipeline", "ok.pdf", "-o", "x.pdf", "--steps", '[{"action":"turn"}]'], /--steps\[0\]\.action/],
  [["info", "ok.pdf", "--deadline", "soon"], /--deadline "soon" is not a time/],
  [["completion", "csh"], /bash, zsh or fish/],
  [["serve", "docs"], /unexpected argument "docs"; did you mean --allow-dir docs\?/],
  [["merg"], /unknown command "merg"; did you mean merge\?/],
  [["pdf_rotate_pages"], /did you mean rotate-pages\?/],
  [["rotate"], /did you mean rotate-pages\?/],
  [["help", "mrege"], /unknown command "mrege"; did you mean merge\?/],
  [["xyzzy"], /unknown command "xyzzy"; pdfd --help/],
  [["tools", "mrege"], /no tool "mrege"; did you mean merge\?/],
  [["info", "ok.pdf", "--alow-dir=."], /unknown option "--alow-dir=\."; did you mean --allow-dir\?/],
];

describe.each(forms)("$name", (form) => {
  let folders: Folders;
  beforeAll(() => {
    folders = createFolders();
  });
  afterAll(() => rmSync(folders.root, { recursive: true, force: true }));
  const pdfd = (args: readonly string[], options: Partial<RunOptions> = {}): Promise<Ran> =>
    run(form, args, { cwd: folders.allowed, ...options });
  const there = (name: string) => existsSync(join(folders.allowed, name));

  const once = inOneForm(form);

  once("prints the result as a line or as JSON", async () => {
    const line = await pdfd(["rotate-pages", "ok.pdf", "-o", "turned.pdf", "--pages", "1"]);
    expect(line).toMatchObject({ code: 0, err: "" });
    expect(line.out).toMatch(/^\S+\/A\/turned\.pdf: 3 pages, \d+ bytes\n$/);
    const json = await pdfd(["merge", "ok.pdf", "two.pdf", "--output=both.pdf", "--json"]);
    expect(json).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(json.out)).toMatchObject({ output: join(folders.allowed, "both.pdf"), pages: 5 });
    const quiet = await pdfd(["merge", "ok.pdf", "two.pdf", "-o", "quiet.pdf", "--quiet"]);
    expect(quiet).toEqual({ code: 0, out: "", err: "" });
    expect(there("quiet.pdf")).toBe(true);
  });

  it("prints text as text", async () => {
    const read = await pdfd(["read-text", "ok.pdf"]);
    expect(read).toMatchObject({ code: 0, out: "ok page 1\n\fok page 2\n\fok page 3\n", err: "" });
  });

  once("runs a batch of any number of files", async () => {
    const names = Array.from({ length: 120 }, (_, n) => `many-${n}.pdf`);
    for (const name of names) writeFileSync(join(folders.allowed, name), samplePdf({ pages: ["one"] }));
    const steps = ["--steps", '[{"action":"rotate"}]', "-o", "many", "--json"];
    const ran = await pdfd(["run-batch", ...names, "many-0.pdf", ...steps]);
    const { outputs, failed } = JSON.parse(ran.out);
    expect(outputs).toHaveLength(120);
    // Its result would have the same name as the first file's.
    expect(failed).toHaveLength(1);
    expect(ran.code).toBe(1);
    expect(readdirSync(join(folders.allowed, "many"))).toHaveLength(120);
  });

  once("reads the whole document, however long, or as much as requested", async () => {
    const pages = Array.from({ length: 480 }, (_, n) => `page ${n + 1} of a long document, as wide as it is`);
    writeFileSync(join(folders.allowed, "long.pdf"), samplePdf({ pages }));
    const whole = await pdfd(["read-text", "long.pdf"]);
    expect(whole).toMatchObject({ code: 0, err: "" });
    // More than the tool returns by default.
    expect(whole.out.length).toBeGreaterThan(20_000);
    expect(whole.out).toContain("page 480 of a long document");
    const json = JSON.parse((await pdfd(["read-text", "long.pdf", "--json"])).out);
    expect(json).toMatchObject({ truncated: false, next_page: null });
    expect(await pdfd(["read-text", "long.pdf", "-o", "long.txt"])).toEqual({ code: 0, out: "", err: "" });
    expect(readFileSync(join(folders.allowed, "long.txt"), "utf8")).toBe(whole.out);
    const part = await pdfd(["read-text", "long.pdf", "--max-chars", "3000"]);
    expect(part.out.length).toBeLessThan(4000);
    expect(part.err).toMatch(/^pdfd: warning: \d+ pages follow, from page \d+ on; pdfd search .+\n$/);
    const structure = await pdfd(["extract-structure", "long.pdf", "-o", "long.md"]);
    expect(structure).toEqual({ code: 0, out: "", err: "" });
    const text = readFileSync(join(folders.allowed, "long.md"), "utf8");
    expect(text).toContain("page 480 of a long document");
    const printed = await pdfd(["extract-structure", "long.pdf", "--format", "json"]);
    expect(JSON.parse(printed.out).pages).toHaveLength(480);
    const again = await pdfd(["read-text", "long.pdf", "-o", "long.md"]);
    expect(again).toMatchObject({ code: 4, out: "" });
    expect(readFileSync(join(folders.allowed, "long.md"), "utf8")).toBe(text);
    expect((await pdfd(["read-text", "none.pdf", "-o", "none.txt"])).code).toBe(2);
    expect(there("none.txt")).toBe(false);
    expect((await pdfd(["read-text", "ok.pdf", "-o", "-"])).err).toMatch(/- is not a file/);
  });

  once("writes a complete HTML document to a file, but prints a fragment", async () => {
    const format = ["extract-structure", "ok.pdf", "--format", "html"];
    expect(await pdfd([...format, "-o", "page.html"])).toEqual({ code: 0, out: "", err: "" });
    const page = readFileSync(join(folders.allowed, "page.html"), "utf8");
    const { out } = await pdfd(format);
    const head = '<head>\n<meta charset="utf-8">\n<title>ok</title>\n</head>';
    expect(page).toBe(`<!doctype html>\n<html>\n${head}\n<body>\n${out}</body>\n</html>\n`);
    await pdfd([...format, "-o", "part.html", "--max-chars", "100"]);
    expect(readFileSync(join(folders.allowed, "part.html"), "utf8")).toMatch(
      /^<!doctype html>[\s\S]*<\/html>\n$/,
    );
  });

  it.skipIf(!linux)("exits with a code of its own if standard output can't be written", async () => {
    const [program = "", ...before] = form.command ?? [];
    const intoFull = (args: readonly string[], input = "") => {
      const line = ["sh", "-c", 'exec "$0" "$@" > /dev/full', program, ...before, ...args];
      return spawnSync(line[0] ?? "", line.slice(1), {
        ...{ cwd: folders.allowed, input, encoding: "utf8", env: { ...bareEnvironment } },
      });
    };
    const call = '{"tool":"pdf_info","input":{"input":"ok.pdf"}}\n';
    for (const [args, input] of [[["info", "ok.pdf"]], [["--help"]], [["--jsonl"], call]] as const) {
      const { status, stderr } = intoFull(args, input);
      expect([status, stderr]).toEqual([
        7,
        "pdfd: standard output cannot be written (ENOSPC); written files stay\n",
      ]);
    }
  });

  once("accepts a number without a leading zero", async () => {
    const pale = ["add-watermark", "ok.pdf", "--text", "x", "--opacity", ".5", "-o", "pale.pdf"];
    expect(await pdfd(pale)).toMatchObject({ code: 0, err: "" });
  });

  it("exits with 4 and writes nothing if the output exists", async () => {
    writeFileSync(join(folders.allowed, "there.pdf"), "mine");
    const taken = await pdfd(["rotate-pages", "ok.pdf", "-o", "there.pdf"]);
    expect(taken).toMatchObject({ code: 4, out: "" });
    expect(taken.err).toMatch(/^pdfd: .*already exists.*\n$/);
    const json = await pdfd(["rotate-pages", "ok.pdf", "-o", "there.pdf", "--json"]);
    expect(json.code).toBe(4);
    expect(JSON.parse(json.out)).toMatchObject({ code: "conflict", status: 409 });
  });

  it.each(form === executable ? [...refusedByRuntime, ...refusedByRule] : refusedByRuntime)(
    "refuses %j with exit code 2",
    async (args, message) => {
      const refused = await pdfd(args);
      expect(refused).toMatchObject({ code: 2, out: "" });
      expect(refused.err).toMatch(message);
      expect(refused.err).toMatch(/^(pdfd: .*\n)+$/);
      expect(there("x.pdf")).toBe(false);
    },
  );

  once(
    "exits with 5 for an unprocessable document, 6 for a missing component and 1 for a partly failed batch",
    async () => {
      const broken = await pdfd(["info", "broken.pdf"]);
      expect(broken).toMatchObject({ code: 5, out: "" });
      const model = await pdfd(["read-text", "ok.pdf", "--high-accuracy"]);
      expect(model).toMatchObject({ code: 6, out: "" });
      expect(model.err).toContain("pdfd models download");
      const steps = JSON.stringify([{ action: "rotate", options: {} }]);
      const batch = await pdfd(["run-batch", "ok.pdf", "broken.pdf", "--steps", steps, "-o", "half"]);
      expect(batch.code).toBe(1);
      expect(batch.out).toMatch(/^\S+ok-processed\.pdf: 3 pages.*\n$/);
      expect(batch.err).toMatch(/^pdfd: \S+\bbroken\.pdf is .*\n$/);
      expect(readdirSync(join(folders.allowed, "half"))).toEqual(["ok-processed.pdf"]);
    },
  );

  once(
    "takes passwords from a file, standard input and the environment, but never from an argument",
    async () => {
      const secret = "päss wörd";
      writeFileSync(join(folders.root, "password"), `${secret}\n`);
      const file = await pdfd(["protect", "ok.pdf", "-o", "p1.pdf", "--password-file", "../password"]);
      expect(file).toMatchObject({ code: 0, err: "" });
      const needs = await pdfd(["info", "p1.pdf"]);
      expect(needs.code).toBe(5);
      const opened = await pdfd(["unlock", "p1.pdf", "-o", "open1.pdf", "--password-stdin"], {
        input: secret,
      });
      expect(opened.code).toBe(0);
      const environment = { PDFD_PASSWORD: secret };
      const read = await pdfd(["info", "p1.pdf", "--json"], { environment });
      expect(JSON.parse(read.out)).toMatchObject({ pages: 3, encrypted: true });
      const again = await pdfd(["unlock", "p1.pdf", "-o", "open2.pdf"], { environment });
      expect(again.code).toBe(0);
      const none = await pdfd(["unlock", "p1.pdf", "-o", "open3.pdf"]);
      expect(none).toMatchObject({ code: 5, err: expect.stringContaining("needs a password: give it") });
      const wrong = await pdfd(["unlock", "p1.pdf", "-o", "open3.pdf"], {
        environment: { PDFD_PASSWORD: "other" },
      });
      expect(wrong.code).toBe(5);
      expect(`${wrong.out}${wrong.err}`).not.toContain("other");
      // A byte order mark comes from an editor and isn't part of the password; in another encoding, the bytes would be a
      // different password.
      const marked = await pdfd(["unlock", "p1.pdf", "-o", "open4.pdf", "--password-stdin"], {
        input: `\ufeff${secret}\r\n`,
      });
      expect(marked).toMatchObject({ code: 0, err: "" });
      writeFileSync(join(folders.root, "latin"), Buffer.from(`${secret}\n`, "latin1"));
      const latin = await pdfd(["protect", "ok.pdf", "-o", "p2.pdf", "--password-file", "../latin"]);
      expect(latin).toMatchObject({ code: 2, err: expect.stringMatching(/^pdfd: --password-file: .*UTF-8/) });
    },
  );

  once("edits a protected document with its password and keeps it protected", async () => {
    writeFileSync(join(folders.root, "key"), "open sesame\n");
    const key = ["--password-file", "../key"];
    expect((await pdfd(["protect", "ok.pdf", "-o", "kept.pdf", ...key])).code).toBe(0);
    expect(await pdfd(["rotate-pages", "kept.pdf", "-o", "kept1.pdf"])).toMatchObject({ code: 5 });
    expect(there("kept1.pdf")).toBe(false);
    const edited = await pdfd(["add-watermark", "kept.pdf", "-o", "kept1.pdf", "--text", "Draft", ...key]);
    expect(edited).toMatchObject({ code: 0, err: "" });
    const input = "open sesame";
    const split = await pdfd(["split", "kept1.pdf", "-o", "parts", "--pages", "1, 2-3", "--password-stdin"], {
      input,
    });
    expect(split.code).toBe(0);
    for (const name of [
      "kept1.pdf",
      ...readdirSync(join(folders.allowed, "parts")).map((part) => join("parts", part)),
    ]) {
      expect((await pdfd(["info", name])).code).toBe(5);
      const check = spawnSync("qpdf", ["--password-file=-", "--check", join(folders.allowed, name)], {
        input,
      });
      expect(check.status).toBe(0);
    }
  });

  it.skipIf(!linux)("hides the password from process listings", async () => {
    writeFileSync(join(folders.allowed, "endless.pdf"), endlessPdf());
    writeFileSync(join(folders.root, "key"), "open sesame\n");
    let visible = "";
    for (const [flags, input] of [
      [["--password-file", "../key"], ""],
      [["--password-stdin"], "open sesame\n"],
    ] as const)
      await pdfd(["read-text", "endless.pdf", ...flags], {
        input,
        async started(child) {
          const pid = child.pid ?? -1;
          const all = () => [pid, ...childrenOf(pid)];
          await until("the command reads", () => all().some((one) => holdsOpen(one, "endless.pdf")));
          visible += all().map(visibleOf).join("\n");
          child.kill("SIGTERM");
        },
      });
    expect(visible.match(/read-text/g)?.length).toBeGreaterThan(1);
    expect(visible).not.toContain("sesame");
  });

  it.runIf(linux && form === executable)(
    "doesn't volunteer for the OOM killer, because a person is waiting for it",
    async () => {
      writeFileSync(join(folders.allowed, "endless.pdf"), endlessPdf());
      const scoreOf = (pid: number | "self") => readFileSync(`/proc/${pid}/oom_score_adj`, "utf8");
      let score = "";
      await pdfd(["read-text", "endless.pdf"], {
        async started(child) {
          const pid = child.pid ?? -1;
          await until("the command reads", () => holdsOpen(pid, "endless.pdf"));
          score = scoreOf(pid);
          child.kill("SIGTERM");
        },
      });
      expect(score).toBe(scoreOf("self"));
    },
  );

  once("reads steps from a file, and files whose names look like options", async () => {
    writeFileSync(
      join(folders.root, "steps.json"),
      JSON.stringify([{ action: "rotate" }, { action: "remove", options: { pages: "2" } }]),
    );
    const done = await pdfd(["run-pipeline", "ok.pdf", "-o", "--odd.pdf", "--steps-file", "../steps.json"]);
    expect(done).toMatchObject({ code: 2 });
    const odd = await pdfd(["run-pipeline", "ok.pdf", "--output=--odd.pdf", "--steps-file", "../steps.json"]);
    expect(odd).toMatchObject({ code: 0, err: "" });
    const info = await pdfd(["info", "--json", "--", "--odd.pdf"]);
    expect(JSON.parse(info.out)).toMatchObject({ pages: 2 });
  });

  it("answers every line of --jsonl in order, whatever the lines contain", async () => {
    const lines = [
      '{"id":1,"tool":"pdf_info","input":{"input":"ok.pdf"}}',
      "nonsense",
      '{"id":"two","tool":"pdf_rotate_pages","input":{"input":"ok.pdf","output":"line.pdf"}}',
      '{"id":"two","tool":"pdf_rotate_pages","input":{"input":"ok.pdf","output":"line.pdf"}}',
      "",
      '{"tool":"pdf_nothing","input":{}}',
      '{"tool":"pdf_info","input":{"inptu":"ok.pdf"}}',
      `{"tool":"pdf_info","input":{"input":"${"x".repeat(1_100_000)}"}}`,
      '{"id":{},"tool":"pdf_info"}',
      '{"tool":"pdf_info","input":{"input":"\xff.pdf"}}',
      '{"id":9,"tool":"pdf_info","input":{"input":"ok.pdf"}}',
    ];
    const done = await pdfd(["--jsonl"], { input: Buffer.from(lines.join("\n"), "latin1") });
    expect(done).toMatchObject({ code: 1, err: "" });
    const answers = done.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id, status, error }) => [id, status, error?.code])).toEqual([
      [1, "succeeded", undefined],
      [undefined, "failed", "bad_request"],
      ["two", "succeeded", undefined],
      ["two", "failed", "conflict"],
      [undefined, "failed", "validation"],
      [undefined, "failed", "validation"],
      [undefined, "failed", "payload_too_large"],
      [undefined, "failed", "validation"],
      [undefined, "failed", "bad_request"],
      [9, "succeeded", undefined],
    ]);
    expect(answers[0].result.pages).toBe(3);
    expect(answers[5].error.errors.map(({ field }: { field: string }) => field)).toContain("input.inptu");
  });

  once("refuses a command combined with --jsonl instead of ignoring one of them", async () => {
    for (const args of [
      ["info", "ok.pdf", "--jsonl"],
      ["info", "--jsonl"],
      ["merge", "ok.pdf", "two.pdf", "--jsonl", "-o", "both.pdf"],
    ]) {
      const refused = await pdfd(args, { input: '{"input":{"input":"ok.pdf"}}\n' });
      expect(refused).toMatchObject({ code: 2, out: "" });
      expect(refused.err).toMatch(/^pdfd: --jsonl takes no command: pdfd --jsonl reads lines like .*\n$/);
    }
    expect((await pdfd(["help", "options"])).out).not.toMatch(/^ +--(jsonl|jobs|resume|identify)/m);
  });

  it.skipIf(!linux)("exits with 130 immediately when interrupted, and leaves no files", async () => {
    writeFileSync(join(folders.allowed, "endless.pdf"), endlessPdf());
    const before = readdirSync(folders.allowed);
    const ran = await pdfd(["read-text", "endless.pdf"], {
      async started(child) {
        const pid = child.pid ?? -1;
        await until("the command reads", () => holdsOpen(pid, "endless.pdf"));
        child.kill("SIGINT");
      },
    });
    expect(ran).toMatchObject({ code: 130, out: "" });
    expect(readdirSync(folders.allowed)).toEqual(before);
    const limited = await pdfd(["read-text", "endless.pdf", "--deadline", "1"]);
    // On a busy computer, Node's thread may not end in time: the process then ends by a signal.
    expect(form.name === "node" ? [5, 137] : [5]).toContain(limited.code);
  });
});

describe("tools, help and completion", () => {
  const cwd = "/";
  it("print the registry, schemas and help", async () => {
    const list = await run(executable, ["tools", "--json"], { cwd });
    const { tools }: { tools: { name: string }[] } = JSON.parse(list.out);
    // The texts of every command's help are tested in-process.
    for (const { name } of [tools.at(0), tools.at(-1)].flatMap((tool) => tool ?? [])) {
      const one = JSON.parse((await run(executable, ["tools", name], { cwd })).out);
      expect(one).toMatchObject({ name, input: { type: "object" }, output: { type: "object" } });
      const command = one.command.split(" ")[1];
      const help = await run(executable, [command, "--help"], { cwd });
      expect(help.code).toBe(0);
      expect(help.out).toContain(`Usage: pdfd ${command}`);
    }
  });
});

interface Finding {
  readonly part: string;
  readonly ok: boolean;
  readonly optional?: boolean;
  readonly command?: string;
}

describe("doctor", () => {
  it("reports available and missing components, as text and as JSON", async () => {
    const text = await run(executable, ["doctor"], { cwd: "/" });
    const json = await run(executable, ["doctor", "--json"], { cwd: "/" });
    const { ok, findings }: { ok: boolean; findings: Finding[] } = JSON.parse(json.out);
    // The models are large and few users need them, so an installation is complete without them.
    for (const { part, ok, optional } of findings)
      if (!ok) expect([part, optional]).toEqual([part, /model/.test(part) || undefined]);
    expect(ok).toBe(findings.every((finding) => finding.ok || finding.optional));
    expect(json.code).toBe(ok ? 0 : 6);
    expect(text.code).toBe(json.code);
    const here = (part: string) => findings.find((finding) => finding.part === part)?.ok;
    expect(here("program")).toBe(true);
    expect(here("engine process")).toBe(true);
    expect(here("mupdf-wasm")).toBe(true);
    for (const finding of findings) expect(text.out).toContain(finding.part);
    expect(text.out).toMatch(/model 0\.8b .*difficult scans, tables and formulas/);
    for (const { part, command } of findings.filter((finding) => !finding.ok && finding.part !== "folder"))
      expect(command, part).toBeDefined();
  });
});

describe("completion", () => {
  const command = join(import.meta.dirname, "../../dist");
  const environment = { PATH: `${command}:${process.env.PATH}` };
  const shell = (name: string, script: string) =>
    spawnSync(name, ["-c", script], { encoding: "utf8", env: { ...bareEnvironment, ...environment } });

  it.skipIf(requireTool("bash"))("completes commands, flags and values in bash", () => {
    const lines: readonly (readonly [words: string, completed: string])[] = [
      ["pdfd rot", "rotate-pages"],
      ["pdfd rotate-pages --an", "--angle"],
      ['pdfd rotate-pages --angle ""', "90 180 270"],
      ["pdfd tools mer", "merge"],
      ["pdfd help rot", "rotate-pages"],
      ["pdfd --jsonl --all", "--allow-dir"],
      ["pdfd extract-structure --format = h", "html"],
    ];
    const questions = lines.map(
      ([words]) =>
        `COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _pdfd; echo "\${COMPREPLY[@]}"`,
    );
    const { stdout } = shell("bash", ["source <(pdfd completion bash)", ...questions].join("; "));
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual(lines.map(([, completed]) => completed));
  });

  it.skipIf(requireTool("fish"))("completes in fish", () => {
    const done = shell("fish", 'pdfd completion fish | source; complete -C "pdfd rotate-pages --an"');
    expect(done).toMatchObject({ status: 0, stderr: "" });
    expect(done.stdout).toContain("--angle");
    const more = shell(
      "fish",
      'pdfd completion fish | source; for line in "--jsonl --al" "help rot" "rotate-pages --h" "--v"; complete -C "pdfd $line"; end',
    );
    expect(more.stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([
      ...["--allow-dir", "rotate-pages", "--help", "--version", ""],
    ]);
  });

  it.skipIf(requireTool("zsh"))("is accepted by zsh", () => {
    const done = shell(
      "zsh",
      "autoload -U compinit; compinit -u -D; source <(pdfd completion zsh); whence -w _pdfd",
    );
    expect(done).toMatchObject({ status: 0, stderr: "", stdout: "_pdfd: function\n" });
    const home = mkdtempSync(join(tmpdir(), "pdfd-zsh-"));
    const without = `ZDOTDIR=${home}; source <(pdfd completion zsh); print $_comps[pdfd]`;
    expect(shell("zsh", without)).toMatchObject({ status: 0, stderr: "", stdout: "_pdfd\n" });
    rmSync(home, { recursive: true, force: true });
  });
});
