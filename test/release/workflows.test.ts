/** What GitHub runs (workflows, updates and the action), as far as it can be tested outside GitHub. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import { checkout, type FileServer, fileServer, ran, temporaryFolder } from "./support.ts";

const step = v.object({
  id: v.optional(v.string()),
  uses: v.optional(v.string()),
  run: v.optional(v.string()),
  shell: v.optional(v.string()),
  env: v.optional(v.record(v.string(), v.string())),
  with: v.optional(v.record(v.string(), v.unknown())),
});
const job = v.object({
  needs: v.optional(v.union([v.string(), v.array(v.string())])),
  "runs-on": v.string(),
  "timeout-minutes": v.number(),
  permissions: v.optional(v.record(v.string(), v.picklist(["read", "write"]))),
  steps: v.array(step),
});
const workflow = v.object({
  name: v.string(),
  on: v.record(v.string(), v.unknown()),
  permissions: v.strictObject({ contents: v.literal("read") }),
  jobs: v.record(v.string(), job),
});
const action = v.object({
  inputs: v.record(v.string(), v.object({ description: v.string(), default: v.optional(v.string()) })),
  outputs: v.record(v.string(), v.object({ value: v.string() })),
  runs: v.object({ using: v.literal("composite"), steps: v.array(step) }),
});

const read = (path: string) => load(readFileSync(join(checkout, path), "utf8"));
const workflows = readdirSync(join(checkout, ".github/workflows")).map(
  (name) => [name, v.parse(workflow, read(`.github/workflows/${name}`))] as const,
);

describe.each(workflows)("the workflow %s", (_, { jobs }) => {
  const steps = Object.values(jobs).flatMap((one) => one.steps);

  it("has jobs that depend only on existing jobs", () => {
    for (const { needs = [] } of Object.values(jobs))
      for (const name of [needs].flat()) expect(jobs).toHaveProperty(name);
  });

  it("has steps that either use an action of a pinned version or run a command", () => {
    for (const { uses, run } of steps) {
      expect([uses, run].filter((part) => part !== undefined)).toHaveLength(1);
      if (uses !== undefined) expect(uses).toMatch(/^(actions|docker)\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
    }
  });

  it("leaves no credentials in a checkout, and passes no text of a request to a shell", () => {
    for (const { uses, run = "", with: options } of steps) {
      if (uses?.startsWith("actions/checkout@"))
        expect(options).toMatchObject({ "persist-credentials": false });
      for (const [, expression = ""] of run.matchAll(/\$\{\{(.*?)\}\}/g))
        expect(expression).toMatch(/^ matrix\.\w+ $/);
    }
  });

  it("runs commands that a shell can parse", async () => {
    for (const { run } of steps.filter((one) => one.run !== undefined)) {
      const script = (run ?? "").replaceAll(/\$\{\{.*?\}\}/g, "value");
      expect(await ran(["bash", "-n", "-c", script], { cwd: checkout }), script).toMatchObject({
        code: 0,
        err: "",
      });
    }
  });

  it("runs existing npm scripts and files", () => {
    const { scripts } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
    const text = steps.map(({ run = "" }) => run).join("\n");
    for (const [, name = ""] of text.matchAll(/npm run ([\w-]+)/g)) expect(scripts).toHaveProperty(name);
    for (const [, path = ""] of text.matchAll(/vitest run (test\/\S+\.ts)/g))
      for (const runtime of ["bun", "deno", "node", "executable"])
        expect(() =>
          readFileSync(join(checkout, path.replace(/\$\{\{.*/, `${runtime}.test.ts`))),
        ).not.toThrow();
  });
});

describe("the release", () => {
  it("publishes only after testing, with write permissions only for publishing", () => {
    const { jobs } = v.parse(workflow, read(".github/workflows/release.yml"));
    for (const [name, { permissions, needs }] of Object.entries(jobs)) {
      const writes = Object.values(permissions ?? {}).includes("write");
      expect(writes, name).toBe(["publish", "npm", "jsr", "image"].includes(name));
      if (writes) expect([needs].flat(), name).toEqual(expect.arrayContaining(["try", "musl"]));
    }
  });

  it("tests every executable that build.ts makes", () => {
    const made = [...readFileSync(join(checkout, "build.ts"), "utf8").matchAll(/\["(pdfd-[\w.-]+)", "bun-/g)];
    const tried = readFileSync(join(checkout, ".github/workflows/release.yml"), "utf8");
    expect(made).toHaveLength(7);
    for (const [, name] of made) expect(tried).toContain(`{ name: ${name}, system: `);
    expect(tried).toContain('*arm64) codesign --verify --strict --verbose=2 "$NAME"');
  });
});

describe("updates", () => {
  it("are enabled for every ecosystem in use", () => {
    const updates = v.object({
      version: v.literal(2),
      updates: v.array(v.object({ "package-ecosystem": v.string() })),
    });
    const found = v.parse(updates, read(".github/dependabot.yml")).updates;
    expect(found.map((one) => one["package-ecosystem"])).toEqual(["npm", "github-actions", "docker"]);
  });
});

describe("the entry for the MCP registry", () => {
  it("matches the npm package's name, version and description", () => {
    const entry = JSON.parse(readFileSync(join(checkout, "server.json"), "utf8"));
    const { name, version, mcpName } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8"));
    expect(entry.name).toBe(mcpName);
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(entry.version).toBe(version);
    // Required by the registry's schema.
    expect(entry.description.length).toBeLessThanOrEqual(100);
    expect(entry.title.length).toBeLessThanOrEqual(100);
    expect(entry.repository).toMatchObject({ url: expect.stringMatching(/^https:/), source: "github" });
    expect(entry.packages).toHaveLength(1);
    expect(entry.packages[0]).toMatchObject({
      registryType: "npm",
      identifier: name,
      version,
      transport: { type: "stdio" },
    });
    for (const argument of entry.packages[0].packageArguments)
      expect(argument.type === "named" ? argument.name : argument.value).toBeTruthy();
  });
});

/** Runs the steps of action.yml like a Linux runner: with expressions replaced, variables set, and bash as `shell`. */
describe.skipIf(process.platform !== "linux")("the action", () => {
  const { inputs, runs, outputs } = v.parse(action, read("action.yml"));
  const executable = join(checkout, "dist/pdfd");
  const name = process.arch === "arm64" ? "pdfd-linux-arm64" : "pdfd-linux-x64";
  const sum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

  function expand(text: string, values: Readonly<Record<string, string>>): string {
    return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
      const parts = expression.split(" || ").map((part) => /^'(.*)'$/.exec(part)?.[1] ?? values[part]);
      const known = parts.find((part) => part !== undefined && part !== "");
      if (known === undefined && parts.includes(undefined)) throw new Error(`nobody sets ${expression}`);
      return known ?? "";
    });
  }

  /** `set`: variables of the workflow. */
  async function act(
    given: Readonly<Record<string, string>>,
    workspace: string,
    set: Readonly<Record<string, string>>,
    pinned = "main",
  ) {
    const temp = join(workspace, "runner-temp");
    mkdirSync(temp);
    const context: Record<string, string> = {
      "github.workspace": workspace,
      "github.action_repository": "someone/pdfd",
      "github.action_ref": pinned,
      "runner.os": "Linux",
      "runner.arch": process.arch === "arm64" ? "ARM64" : "X64",
      "runner.temp": temp,
    };
    for (const [input, { default: value = "" }] of Object.entries(inputs))
      context[`inputs.${input}`] = given[input] ?? expand(value, context);
    const outputFile = join(temp, "output");
    let last = { code: 0 as number | null, out: "", err: "" };
    for (const one of runs.steps) {
      writeFileSync(outputFile, "");
      const environment = Object.fromEntries(
        Object.entries(one.env ?? {}).map(([key, value]) => [key, expand(value, context)]),
      );
      const script = join(temp, "step.sh");
      writeFileSync(script, one.run ?? "exit 1");
      expect(one.shell).toBe("bash");
      last = await ran(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], {
        cwd: workspace,
        environment: { ...set, ...environment, GITHUB_OUTPUT: outputFile },
      });
      for (const line of readFileSync(outputFile, "utf8").trim().split("\n")) {
        const [key = "", value = ""] = line.split(/=(.*)/s);
        context[`steps.${one.id}.outputs.${key}`] = value;
      }
      if (last.code !== 0) break;
    }
    return { ...last, answers: readFileSync(expand(outputs.answers?.value ?? "", context), "utf8") };
  }

  const releases = (program: Uint8Array, checksum: string, asked: string[] = []): Promise<FileServer> =>
    fileServer((path) => {
      asked.push(path);
      if (path.endsWith("/SHA256SUMS")) return `${"0".repeat(64)}  ${name}-musl\n${checksum}  ${name}\n`;
      return path.endsWith(`/${name}`) ? program : undefined;
    });

  const calls = [
    '{"tool":"pdf_merge","input":{"inputs":["a.pdf","a.pdf"],"output":"both.pdf"}}',
    '{"tool":"pdf_info","input":{"input":"both.pdf"}}',
  ].join("\n");

  it("downloads the executable, checks it, and answers each call", async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, "a.pdf"), samplePdf({ pages: pageTexts("action", 2) }));
    const asked: string[] = [];
    const program = readFileSync(executable);
    await using server = await releases(program, sum(program), asked);
    const done = await act({ calls }, folder.path, { GITHUB_SERVER_URL: server.url });
    expect(done.code, done.err).toBe(0);
    expect(asked).toContain(`/someone/pdfd/releases/latest/download/${name}`);
    const answers = done.answers
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([{ status: "succeeded" }, { status: "succeeded", result: { pages: 4 } }]);
  });

  it.each([
    ["v1.2.3", "", "download/v1.2.3"],
    ["0123abcd", "", "latest/download"],
    ["v1.2.3", "v1.0.0", "download/v1.0.0"],
    ["v1.2.3", "latest", "latest/download"],
  ])("uses the release it is pinned to: %s, requesting %j", async (pinned, version, from) => {
    using folder = temporaryFolder();
    const asked: string[] = [];
    await using server = await releases(Buffer.from("no program"), "0".repeat(64), asked);
    const given = { calls, ...(version && { version }) };
    await expect(act(given, folder.path, { GITHUB_SERVER_URL: server.url }, pinned)).rejects.toThrow();
    expect(asked).toContain(`/someone/pdfd/releases/${from}/${name}`);
  });

  it("fails with the answer of a failed call", async () => {
    using folder = temporaryFolder();
    const missing = '{"tool":"pdf_info","input":{"input":"missing.pdf"}}';
    const done = await act({ calls: missing }, folder.path, { PDFD: executable });
    expect(done.code).toBe(1);
    expect(done.err).toContain('"status":"failed"');
  });

  it("runs nothing with a different checksum", async () => {
    using folder = temporaryFolder();
    const asked: string[] = [];
    const program = Buffer.from('#!/bin/sh\ntouch "$0.ran"\n');
    await using server = await releases(program, "1".repeat(64), asked);
    const given = { calls, version: "v0.1.0" };
    await expect(act(given, folder.path, { GITHUB_SERVER_URL: server.url })).rejects.toThrow("nobody sets");
    expect(asked).toContain(`/someone/pdfd/releases/download/v0.1.0/${name}`);
    expect(readdirSync(join(folder.path, "runner-temp")).sort()).toEqual([
      ...["SHA256SUMS", "output", name, "step.sh"],
    ]);
  });
});
