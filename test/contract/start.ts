/** How the service starts, and when it refuses to. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/processes.ts";
import { ask, callTool } from "./client.ts";
import { expectOk, inOneForm } from "./expect.ts";
import { createFolders, type Exit, type Folders, launch, runsWhole, type Target } from "./target.ts";

const token = "0123456789abcdef0123456789abcdef";
const webhookSecret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;

export function starting(target: Target): void {
  const { command = [] } = target;
  const once = inOneForm(target);

  describe("startup", () => {
    let folders: Folders;
    beforeAll(() => {
      folders = createFolders();
    });
    afterAll(() => rmSync(folders.root, { recursive: true, force: true }));

    /** Runs a command line to completion. */
    const end = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
      const running = launch([...command, ...args], { cwd: folders.allowed, environment });
      const timer = setTimeout(() => running.kill("SIGKILL"), 20_000);
      const exit: Exit = await running.exited;
      clearTimeout(timer);
      return { ...exit, output: running.output(), log: running.log() };
    };

    const onPort = (port: string) => ["serve", "--allow-dir", folders.allowed, "--port", port];
    const serve = (...flags: string[]) => [...onPort("0"), ...flags];

    it("shows its version", async () => {
      expect(await end(["--version"])).toEqual({ code: 0, signal: null, output: "0.1.0\n", log: "" });
    });

    once("shows help that names the command, the flags and examples", async () => {
      const help = await end(["--help"]);
      expect(help).toMatchObject({ code: 0, log: "" });
      expect(help.output).toContain("pdfd serve --allow-dir .");
      const flags = await end(["serve", "--help"]);
      expect(flags).toMatchObject({ code: 0, log: "" });
      for (const flag of ["--allow-dir", "--port", "--allow-origin", "--webhook-allow", "--log"])
        expect(flags.output).toContain(flag);
      const common = await end(["help", "options"]);
      for (const flag of ["--deadline", "--soffice", "--model-endpoint"])
        expect(common.output).toContain(flag);
      expect(flags.output).not.toContain("\u001b");
    });

    describe("exits with one clear line", () => {
      interface BadStart {
        readonly what: string;
        readonly args: () => readonly string[];
        readonly line: RegExp;
        readonly environment?: Readonly<Record<string, string>>;
      }
      const bad = (what: string, args: () => readonly string[], line: RegExp): BadStart => ({
        what,
        args,
        line,
      });
      const badVariable = (what: string, name: string, value: string): BadStart => ({
        what,
        args: () => serve(),
        line: new RegExp(name),
        environment: { [name]: value },
      });
      /** What a runtime reads, resolves or decodes itself. */
      const byRuntime = [
        bad("a missing folder", () => serve("--allow-dir", "none"), /none/),
        badVariable("a token with é", "SERVICE_API_TOKEN", `${token}é`),
      ];
      /** Rules of our own, the same in every form. */
      const byRule = [
        bad("an unknown command", () => ["sevre"], /unknown command "sevre"/),
        bad("an origin with a path", () => serve("--allow-origin", "https://a/b"), /--allow-origin/),
        bad("an unknown option", () => serve("--prot", "1"), /unknown option "--prot"/),
        bad("an unexpected argument", () => serve("folder"), /unexpected argument "folder"/),
        bad("no folder", () => ["serve", "--port", "0"], /--allow-dir must name a folder/),
        bad("an empty folder name", () => serve("--allow-dir="), /--allow-dir/),
        bad("port 65536", () => onPort("65536"), /--port/),
        bad("port -1", () => onPort("-1"), /--port/),
        bad("a port that is a word", () => onPort("http"), /--port/),
        bad("origin *", () => serve("--allow-origin", "*"), /--allow-origin/),
        bad("origin null", () => serve("--allow-origin", "null"), /--allow-origin/),
        bad("an origin without a scheme", () => serve("--allow-origin", "a.example"), /--allow-origin/),
        bad(
          "a callback origin with a path",
          () => serve("--webhook-allow", "https://a/b"),
          /--webhook-allow/,
        ),
        bad("deadline 0", () => serve("--deadline", "0"), /--deadline/),
        bad("log xml", () => serve("--log", "xml"), /--log/),
        bad("a file as a folder", () => serve("--allow-dir", "ok.pdf"), /ok\.pdf/),
        bad("a converter that is not there", () => serve("--soffice", "/nonexistent/soffice"), /soffice/),
        badVariable("an empty token", "SERVICE_API_TOKEN", ""),
        badVariable(
          "a secret of 31 bytes",
          "SERVICE_WEBHOOK_SECRET",
          `whsec_${Buffer.alloc(31).toString("base64")}`,
        ),
        badVariable("a token of 31 characters", "SERVICE_API_TOKEN", token.slice(1)),
        badVariable("a token with a blank", "SERVICE_API_TOKEN", `${token} x`),
        badVariable("a secret without whsec_", "SERVICE_WEBHOOK_SECRET", "c2VjcmV0"),
      ];
      const cases = runsWhole(target) ? [...byRuntime, ...byRule] : byRuntime;

      it.each(cases)("for $what", async ({ args, line, environment = {} }) => {
        const { code, output, log } = await end(args(), environment);
        expect(code, log).toBe(2);
        expect(output).toBe("");
        expect(log).toMatch(line);
        expect(log).toMatch(/^pdfd: [^\n]+\n$/);
        for (const secret of Object.values(environment)) if (secret !== "") expect(log).not.toContain(secret);
      });

      it("for a taken port", async () => {
        const other = createServer();
        await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
        const address = other.address();
        const taken = String(typeof address === "object" ? address?.port : 0);
        const { code, output, log } = await end(onPort(taken));
        other.close();
        expect(code).not.toBe(0);
        expect(output).toBe("");
        expect(log).toMatch(/^pdfd: [^\n]+\n$/);
        expect(log).toContain(taken);
      });
    });

    /** Starts the service and waits for the banner, whose last command is the curl line. */
    const banner = async (flags: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
      const running = launch([...command, ...flags], { cwd: folders.allowed, environment });
      await until("the banner appears", () => /^curl .*\n/m.test(running.output()), 100_000);
      const curl = /^curl .*$/m.exec(running.output())?.[0] ?? "";
      return { running, curl };
    };

    const stop = async (running: ReturnType<typeof launch>) => {
      running.kill("SIGKILL");
      await running.exited;
    };

    const paste = (curl: string, environment: Readonly<Record<string, string>> = {}): unknown =>
      JSON.parse(
        execFileSync("sh", ["-c", `${curl} --silent --show-error --noproxy '*'`], {
          encoding: "utf8",
          env: { ...process.env, ...environment },
        }),
      );

    it("prints the address, token, secret, folders and a working curl line", async () => {
      const second = join(folders.root, "B");
      const { running, curl } = await banner(serve("--allow-dir", second));
      try {
        const text = running.output();
        expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\n/);
        expect(text).toMatch(/token +[\w-]{43}\n/);
        expect(text).toMatch(/whsec_[\w+/]{43}=\n/);
        expect(text).toContain(folders.allowed);
        expect(text).toContain(second);
        expect(curl).toContain(".pdf");
        expect(paste(curl)).toMatchObject({ total_pages: expect.any(Number) });
      } finally {
        await stop(running);
      }
    });

    once("prints no token or secret that was given, and the curl line still works", async () => {
      const environment = { SERVICE_API_TOKEN: token, SERVICE_WEBHOOK_SECRET: webhookSecret };
      const empty = join(folders.root, "it's empty");
      mkdirSync(empty, { recursive: true });
      const { running, curl } = await banner(["serve", `--allow-dir=${empty}`, "--port=0"], environment);
      try {
        expect(running.output() + running.log()).not.toContain(token);
        expect(running.output() + running.log()).not.toContain(webhookSecret);
        expect(paste(curl, environment)).toEqual({ folder: empty, files: [] });
      } finally {
        await stop(running);
      }
    });

    once(
      "resolves folders at startup: relative, through a link, twice, nested, with a trailing slash",
      async () => {
        symlinkSync(folders.second, join(folders.root, "to-second"));
        const flags = ["--allow-dir", ".", "--allow-dir", "../to-second/", "--allow-dir", folders.second];
        await using service = await target.start({ flags, cwd: folders.allowed });
        const input = join(folders.second, "other.pdf");
        expectOk(await callTool(service, "pdf_info", { input }));
        expectOk(await callTool(service, "pdf_info", { input: join(folders.root, "to-second/other.pdf") }));
      },
    );

    once("keeps running if nobody reads its output", async () => {
      const { running } = await banner(serve());
      try {
        const port = Number(/:(\d+)\n/.exec(running.output())?.[1]);
        running.child.stdout?.destroy();
        running.child.stderr?.destroy();
        const service = { port, token: /token +(\S+)/.exec(running.output())?.[1] ?? "" };
        for (let k = 0; k < 5; k++) expectOk(await ask(service, "/v1/tools"));
      } finally {
        await stop(running);
      }
    });

    once("prints one line of JSON with --log json, without given secrets", async () => {
      const environment = {
        SERVICE_API_TOKEN: token,
        SERVICE_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
      };
      const running = launch([...command, ...serve("--log", "json")], { cwd: folders.allowed, environment });
      await until("the first line appears", () => running.output().includes("\n"), 100_000);
      await stop(running);
      expect(JSON.parse(running.output())).toMatchObject({ event: "ready", port: expect.any(Number) });
      for (const secret of Object.values(environment)) expect(running.output()).not.toContain(secret);
    });

    once("logs one line of JSON per request with --log json", async () => {
      await using service = await target.start({ flags: ["--log", "json"] });
      await ask(service, "/v1/tools");
      await ask(service, "/v1/no%0Athing?secret=1");
      // Engines log in between when they become ready.
      const requests = () =>
        service
          .log()
          .split("\n")
          .slice(0, -1)
          .map((line): { event: string } => JSON.parse(line))
          .filter(({ event }) => event === "request");
      await until("two requests are logged", () => requests().length >= 2);
      const [first, second, ...more] = requests();
      expect(more).toEqual([]);
      expect(first).toMatchObject({ event: "request", method: "GET", path: "/v1/tools", status: 200 });
      expect(second).toMatchObject({ event: "request", path: "/v1/no%0Athing", status: 404 });
    });

    workingFolder(target);

    once("starts without a home folder, in the C locale", async () => {
      await using service = await target.start({ environment: { HOME: "", LANG: "C" } });
      expectOk(await callTool(service, "pdf_info", { input: "ok.pdf" }));
    });
  });
}

/** Bun reads a bunfig.toml before it runs a source file, unless it is started as docs/install.md shows. */
export function workingFolder(target: Target): void {
  it("reads nothing from its working directory", async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-trap-")));
    const trap = join(root, "trap");
    mkdirSync(join(trap, "node_modules/hono"), { recursive: true });
    const canary = join(root, "canary");
    const evil = `require("node:fs").writeFileSync(${JSON.stringify(canary)}, "")`;
    writeFileSync(join(trap, ".env"), `SERVICE_API_TOKEN=${token}\n`);
    writeFileSync(join(trap, "bunfig.toml"), 'preload = ["./evil.cjs"]\n');
    writeFileSync(join(trap, "evil.cjs"), evil);
    writeFileSync(join(trap, "package.json"), '{"type":"module","imports":{"#x":"./evil.cjs"}}');
    writeFileSync(join(trap, "tsconfig.json"), '{"compilerOptions":{"paths":{"hono":["./evil.cjs"]}}}');
    writeFileSync(join(trap, "deno.json"), '{"imports":{"hono":"./evil.cjs"}}');
    writeFileSync(join(trap, "node_modules/hono/package.json"), '{"name":"hono","main":"index.js"}');
    writeFileSync(join(trap, "node_modules/hono/index.js"), evil);
    await using service = await target.start({ cwd: trap });
    expect(service.token).not.toBe(token);
    expectOk(await callTool(service, "pdf_read_text", { input: "ok.pdf" }));
    expect(() => execFileSync("test", ["-e", canary])).toThrow();
    rmSync(root, { recursive: true, force: true });
  });
}
