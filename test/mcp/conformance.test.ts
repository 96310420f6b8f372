/**
 * The official conformance suite over both transports and both revisions. Each check that doesn't apply is listed with a
 * reason, and a reason that is no longer needed fails the test.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Fixture, overHttp, overStdio } from "./fixture-server.ts";

const modules = resolve(import.meta.dirname, "../../node_modules");
const suite = join(modules, "@modelcontextprotocol/conformance/dist/index.js");

/** Why scenarios, or some of their checks, don't apply. `only` limits the reason to one transport. */
interface Reason {
  readonly why: string;
  readonly only?: "http" | "stdio";
  /** Full names of scenarios or IDs of checks. */
  readonly of: RegExp;
}

const reasons: readonly Reason[] = [
  { why: "there are no prompts", of: /^prompts-|^sep-2549-prompts-list-caching-hints$/ },
  { why: "nothing is completed", of: /^completion-complete$/ },
  {
    why: "the log goes to standard error, not to clients",
    of: /^logging-set-level$|^tools-call-with-logging$|^sep-2575-server-no-log-without-loglevel$/,
  },
  { why: "tools answer JSON and links", of: /^tools-call-(image|audio|embedded-resource|mixed-content)$/ },
  {
    why: "the server asks nothing of its client",
    of: /^tools-call-(sampling|elicitation)$|^elicitation-|^input-required-result-|^sep-2575-(server-rejects-undeclared-capability|missing-capability-http-400|http-server-no-independent-requests-on-stream)$/,
  },
  {
    why: "the resources are the schemas of tools, at addresses of their own",
    of: /^resources-(read-text|read-binary|templates-read)$/,
  },
  {
    why: "tools, prompts and resources never change while it serves",
    of: /^resources-(un)?subscribe$|^sep-2575-server-sends-(tools|prompts)-list-changed-on-subscription$/,
  },
  {
    why: "no tool has references in its schema, or headers of its own",
    of: /^json-schema-2020-12$|^http-custom-header-server-validation$/,
  },
  {
    why: "the scenarios of tasks call tools of their own, such as slow_compute",
    of: /^tasks-/,
  },
  {
    why: "there are no sessions, so no stream is taken up again",
    of: /^server-sse-(polling|multiple-streams)$/,
  },
  {
    why: "standard input has no Host, Origin, headers and status codes",
    only: "stdio",
    of: /^dns-rebinding-protection$|^http-header-validation$|^sep-2575-http-server-/,
  },
  {
    why: "on standard input a message without a revision is one of the older",
    only: "stdio",
    of: /^sep-2575-request-meta-invalid-missing-(meta|protocol-version)$/,
  },
];

interface Check {
  readonly scenario: string;
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Returns all results of the suite. */
async function check({ url }: Fixture, revision: string): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-conformance-"));
  try {
    const args = ["server", "--url", url, "--requirements", revision, "-o", folder];
    // The suite needs Node 22, or Bun.
    const ran = spawn(join(modules, ".bin/bun"), [suite, ...args], { stdio: "ignore" });
    await new Promise((done) => ran.once("exit", done));
    return readdirSync(folder).flatMap((name) => {
      const [, scenario = name] = /^server-(.*?)-\d{4}-\d\d-\d\dT/.exec(name) ?? [];
      const checks: readonly Check[] = JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8"));
      return checks.map(({ id, status, errorMessage = "" }) => ({ scenario, id, status, errorMessage }));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const passes = ["SUCCESS", "INFO"];

describe("the conformance suite", () => {
  const needed = new Set<Reason>();

  describe.each([
    ["http", overHttp],
    ["stdio", overStdio],
  ] as const)("over %s", (transport, start) => {
    // The newer revision has fewer checks over stdio, since many of its checks are about HTTP.
    it.each([
      ["2025-11-25", 35],
      ["2026-07-28", transport === "http" ? 90 : 70],
    ] as const)(
      "%s: passes everything that applies",
      async (revision, least) => {
        await using fixture = await start();
        const checks = await check(fixture, revision);
        expect(checks.filter(({ status }) => passes.includes(status)).length).toBeGreaterThanOrEqual(least);
        const left = checks.filter(({ status, scenario, id }) => {
          if (passes.includes(status)) return false;
          const reason = reasons.find(
            ({ of, only = transport }) => only === transport && (of.test(scenario) || of.test(id)),
          );
          if (reason) needed.add(reason);
          return reason === undefined;
        });
        expect(left).toEqual([]);
      },
      120_000,
    );
  });

  afterAll(() => {
    expect(reasons.filter((reason) => !needed.has(reason)).map(({ why }) => why)).toEqual([]);
  });
});
