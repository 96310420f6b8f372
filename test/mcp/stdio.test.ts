/** `pdfd mcp` with the official client and with raw bytes, in every form of the program. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownToolNames } from "../../src/mcp/own-tool.ts";
import { agentTools, tools } from "../../src/tools/index.ts";
import { forms } from "../cli/run.ts";
import { inOneForm } from "../contract/expect.ts";
import { bareEnvironment, createFolders, type Folders, runsWhole, type Target } from "../contract/target.ts";
import { endlessPdf } from "../support/pdf.ts";
import { alive, childrenOf, holdsOpen, linux, until } from "../support/processes.ts";

/** Hosts wait two seconds for the server to end after closing its input. */
const endMs = 2000;

describe.each(forms)("pdfd mcp, $name", (form) => {
  const once = inOneForm(form);
  let folders: Folders;
  beforeAll(() => {
    folders = createFolders();
  });
  afterAll(() => rmSync(folders.root, { recursive: true, force: true }));

  const modes = ["legacy", { pin: "2026-07-28" }] as const;
  describe.each(runsWhole(form) ? modes : modes.slice(1))("with the official client, %j", (mode) => {
    it("lists, calls, rejects, reports progress, runs jobs and can be canceled", async () => {
      const suffix = mode === "legacy" ? "old" : "new";
      const [command = "", ...args] = form.command ?? [];
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      const transport = new StdioClientTransport({
        command,
        args: [...args, "mcp", "--allow-dir", folders.allowed],
        env: { ...bareEnvironment },
        cwd: folders.allowed,
        stderr: "pipe",
      });
      await client.connect(transport);
      const pid = transport.pid ?? -1;
      try {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).toEqual(
          expect.arrayContaining(["pdf_info", "pdf_merge", "pdf_start_job", "pdf_get_job", "pdf_cancel_job"]),
        );
        const call = (name: string, input: Record<string, unknown>, options = {}) =>
          client.callTool({ name, arguments: input }, options);
        const info = await call("pdf_info", { input: "ok.pdf" });
        expect(info.structuredContent).toMatchObject({ pages: 3, title: "Contract title" });

        const seen: number[] = [];
        const merged = await call(
          "pdf_merge",
          { inputs: ["ok.pdf", "two.pdf"], output: `${suffix}.pdf` },
          { onprogress: ({ progress }: { progress: number }) => seen.push(progress) },
        );
        expect(merged.structuredContent).toMatchObject({ pages: 5 });
        // The official client drops progress that arrives together with the result.
        expect([[], [1], [1, 2], [2]]).toContainEqual(seen);
        const problem = async (name: string, input: Record<string, unknown>) => {
          const result = await call(name, input);
          expect(result.isError).toBe(true);
          return JSON.parse(JSON.stringify(result.content)).map(({ text }: { text: string }) =>
            JSON.parse(text),
          )[0];
        };
        expect(
          await problem("pdf_merge", { inputs: ["ok.pdf", "two.pdf"], output: `${suffix}.pdf` }),
        ).toMatchObject({
          status: 409,
          code: "conflict",
        });
        expect(await problem("pdf_info", { input: "../OUT/secret.pdf" })).toMatchObject({
          code: "validation",
        });
        expect(await problem("pdf_info", { input: 5, __proto__: null })).toMatchObject({
          code: "validation",
        });

        const started = await call("pdf_start_job", { tool: "pdf_info", input: { input: "ok.pdf" } });
        const id = Reflect.get(started.structuredContent ?? {}, "id");
        const job = await call("pdf_get_job", { id, wait_seconds: 20 });
        expect(job.structuredContent).toMatchObject({ status: "succeeded", result: { pages: 3 } });

        if (linux) {
          const leave = new AbortController();
          writeFileSync(join(folders.allowed, "endless.pdf"), endlessPdf());
          const endless = call("pdf_read_text", { input: "endless.pdf" }, { signal: leave.signal }).catch(
            () => "left",
          );
          const engines = () => childrenOf(pid).filter((one) => holdsOpen(one, "endless.pdf"));
          await until("the engine to read the file", () => engines().length > 0);
          leave.abort();
          expect(await endless).toBe("left");
          await until("its engine to end", () => engines().length === 0);
          expect((await call("pdf_info", { input: "ok.pdf" })).isError).not.toBe(true);
        }
      } finally {
        const children = childrenOf(pid);
        const begun = performance.now();
        await client.close();
        if (linux) {
          await until("the server to end", () => !alive(pid), endMs);
          await until("its engines to end", () => !children.some(alive), endMs);
        }
        expect(performance.now() - begun).toBeLessThan(endMs);
      }
    });
  });

  it("answers everything asked before its input ended, and prints only JSON-RPC to standard output", async () => {
    const server = start(form, folders);
    const asked = (id: number) => `${toolCall(id, "pdf_info", { input: "ok.pdf" })}\n`;
    server.child.stdin?.write(`${initialize}\n${initialized}\n${asked(2)}`);
    // By now, an engine is running. On a busy computer, starting one takes longer than a client waits for the server to end.
    await until("two responses", () => server.lines().length === 2);
    server.child.stdin?.end(asked(3));
    expect(await server.exited).toBe(0);
    const answers = server.lines();
    expect(answers.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([1, 2, 3].map((id) => ["2.0", id]));
    expect(server.errors()).toContain(`for ${folders.allowed}`);
  });

  once("reports progress up to the end, but never after the result", async () => {
    const server = start(form, folders);
    const input = { inputs: ["ok.pdf", "two.pdf"], output: "merged.pdf" };
    const params = { name: "pdf_merge", arguments: input, _meta: { progressToken: "t" } };
    const merge = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params });
    server.child.stdin?.write(`${initialize}\n${initialized}\n${merge}\n`);
    // Closing the input would end any call that takes longer than a second.
    await until("the response", () => server.lines().some(({ id }) => id === 2));
    server.child.stdin?.end();
    expect(await server.exited).toBe(0);
    const lines = server.lines().slice(1);
    expect(lines.at(-1)).toMatchObject({ id: 2, result: { structuredContent: { pages: 5 } } });
    expect(lines.at(-2)).toMatchObject({
      method: "notifications/progress",
      params: { progressToken: "t", progress: 2, total: 2, message: "2 of 2 files" },
    });
  });

  once("offers only the selected tools, given by tool or command name", async () => {
    const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    const listed = async (...flags: string[]) => {
      const server = start(form, folders, flags);
      server.child.stdin?.end(`${initialize}\n${initialized}\n${list}\n`);
      expect(await server.exited).toBe(0);
      const { result } = JSON.parse(JSON.stringify(server.lines().find(({ id }) => id === 2)));
      return result.tools.map(({ name }: { name: string }) => name);
    };
    expect(await listed("--tools", "pdf_info, merge,get-job")).toEqual([
      "pdf_info",
      "pdf_merge",
      "pdf_get_job",
    ]);
    expect(await listed("--read-only", "--tools=pdf_merge,read-text")).toEqual(["pdf_read_text"]);
    const converting = await listed("--tools", "convert");
    expect(converting).toContain("pdf_from_office");
    expect(converting).toContain("pdf_get_rest");
    expect(converting).not.toContain("pdf_merge");
    const wrong = start(form, folders, ["--tools", "inf"]);
    expect(await wrong.exited).toBe(2);
    expect(wrong.errors()).toBe('pdfd: --tools: there is no tool "inf"; did you mean info?\n');
  });

  once("prints the instructions for agents without needing a folder", async () => {
    const [program = "", ...args] = form.command ?? [];
    const printed = spawnSync(program, [...args, "mcp", "--instructions"], {
      ...{ cwd: "/", encoding: "utf8", env: { ...bareEnvironment } },
    });
    expect(printed).toMatchObject({ status: 0, stderr: "" });
    expect(printed.stdout).toMatch(/^---\nname: pdfd\ndescription: .*\n---\n/);
    const named = new Set(printed.stdout.match(/\bpdf_[a-z_]+/g));
    const offered = [...tools, ...agentTools].map((tool) => tool.name).concat(ownToolNames);
    for (const name of named) expect(offered).toContain(name);
  });

  it("survives garbage, and closes on an endless message", async () => {
    const server = start(form, folders);
    const { stdin } = server.child;
    stdin?.write(
      `not json\n\0\0\n[${"1,".repeat(10_000)}1]\n{"id":{}}\n{"jsonrpc":"2.0","id":[],"method":5}\n`,
    );
    stdin?.write(Buffer.from([0xff, 0xfe, 0x80, 0x0a]));
    stdin?.write(`${initialize}\n${initialized}\n${toolCall(2, "pdf_info", { input: "ok.pdf" })}\n`);
    await until("the response", () => server.lines().some(({ id }) => id === 2));
    const parseError = { jsonrpc: "2.0", id: null, error: { code: -32700 } };
    expect(server.lines()[0]).toMatchObject(parseError);
    expect(server.lines().filter(({ id }) => id === null)).toHaveLength(3);
    const piece = Buffer.alloc(1 << 20, 0x78);
    for (let k = 0; k < 40 && server.child.exitCode === null; k++) {
      const more = stdin?.write(piece) ?? false;
      if (!more)
        await new Promise<void>((next) => {
          stdin?.once("drain", next);
          server.exited.then(() => next());
        });
    }
    expect(await server.exited).toBe(0);
    for (const line of server.lines()) expect(line.jsonrpc).toBe("2.0");
  });

  const ends = ["its input ends", "nobody reads its output", "it receives SIGTERM"];
  it.skipIf(!linux).each(runsWhole(form) ? ends : ends.slice(0, 1))(
    "ends within two seconds when %s, even during an endless call, and leaves no files",
    async (how) => {
      writeFileSync(join(folders.allowed, "endless.pdf"), endlessPdf());
      const before = readdirSync(folders.allowed);
      const server = start(form, folders);
      const pid = server.child.pid ?? -1;
      server.child.stdin?.write(
        `${initialize}\n${initialized}\n${toolCall(2, "pdf_read_text", { input: "endless.pdf" })}\n`,
      );
      await until("an engine to read the file", () =>
        childrenOf(pid).some((one) => holdsOpen(one, "endless.pdf")),
      );
      const children = childrenOf(pid);
      const begun = performance.now();
      if (how === "its input ends") server.child.stdin?.end();
      else if (how === "it receives SIGTERM") server.child.kill("SIGTERM");
      else {
        server.child.stdout?.destroy();
        server.child.stdin?.write(`${toolCall(3, "pdf_info", { input: "ok.pdf" })}\n`);
      }
      await server.exited;
      expect(performance.now() - begun).toBeLessThan(endMs);
      await until("its engines to end", () => !children.some(alive), endMs);
      expect(readdirSync(folders.allowed)).toEqual(before);
    },
  );

  it.skipIf(!linux)("takes its engines with it when killed", async () => {
    const server = start(form, folders);
    const pid = server.child.pid ?? -1;
    server.child.stdin?.write(`${initialize}\n${initialized}\n`);
    const children = await until("engines to start", () => {
      const found = childrenOf(pid);
      return found.length > 0 && found;
    });
    server.child.kill("SIGKILL");
    await server.exited;
    await until("its engines to end", () => !children.some(alive));
    expect(existsSync(join(folders.allowed, "ok.pdf"))).toBe(true);
  });
});

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});
const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

function toolCall(id: number, name: string, input: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } });
}

interface Message {
  readonly jsonrpc: string;
  readonly id?: unknown;
}

interface Running {
  readonly child: ChildProcess;
  /** The exit code; null if a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Every complete line of standard output. Throws if one isn't JSON. */
  lines(): Message[];
  errors(): string;
}

function start(form: Target, folders: Folders, flags: readonly string[] = []): Running {
  const [program = "", ...args] = form.command ?? [];
  const child = spawn(program, [...args, "mcp", "--allow-dir", folders.allowed, ...flags], {
    cwd: folders.allowed,
    env: { ...bareEnvironment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let out = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    out += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    errors += part;
  });
  for (const stream of [child.stdin, child.stdout]) stream.on("error", () => {});
  return {
    child,
    exited: new Promise((done) => child.once("exit", (code) => done(code))),
    lines: () =>
      out
        .split("\n")
        .slice(0, -1)
        .map((line): Message => JSON.parse(line)),
    errors: () => errors,
  };
}
