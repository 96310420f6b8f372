/**
 * `npm run fleet:costs`: what many documents cost on this computer, by dist/pdfd --jsonl: calls per second and core, how much two
 * processes do beside one, and memory over many lines. Options: --calls <n, 20000> for the speed, --lines <n, 1000000> for memory.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { processorMs, residentBytes } from "../../src/host/process/memory.ts";
import { bareEnvironment, executable } from "../contract/target.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import { childrenOf } from "../support/processes.ts";

const { values } = parseArgs({
  options: { calls: { type: "string", default: "20000" }, lines: { type: "string", default: "1000000" } },
});
const root = mkdtempSync(join(tmpdir(), "pdfd-costs-"));
const pages = 5;

/** How a call is written, by its number and the folder of its results. */
type Call = (k: number, folder: string) => object;
const info: Call = () => ({ tool: "pdf_info", input: { input: "a.pdf" } });
const calls: Readonly<Record<string, Call>> = {
  pdf_info: info,
  pdf_read_text: () => ({ tool: "pdf_read_text", input: { input: "a.pdf" } }),
  pdf_rotate_pages: (k, folder) => ({
    tool: "pdf_rotate_pages",
    input: { input: "a.pdf", output: `${folder}/${k}.pdf` },
  }),
};

interface Run {
  readonly wallMs: number;
  /** Of the process and of the engine that it started. */
  readonly cpuMs: number;
  readonly failed: number;
}

/** Makes so many calls in one process; `seen` gets the number of answers so far, and the processes. */
async function run(
  call: Call,
  count: number,
  folder: string,
  seen: (answers: number, pids: readonly number[]) => void = () => {},
): Promise<Run> {
  mkdirSync(join(root, folder), { recursive: true });
  const [program = ""] = executable.command ?? [];
  const began = performance.now();
  const child = spawn(program, ["--jsonl"], {
    cwd: root,
    env: bareEnvironment,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const pid = child.pid ?? 0;
  let failed = 0;
  let answers = 0;
  let cpuMs = 0;
  const reading = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      answers += 1;
      if (!line.includes('"status":"succeeded"')) failed += 1;
      if (answers % Math.max(1, count / 100) > 0) continue;
      const pids = [pid, ...childrenOf(pid)];
      cpuMs = Math.max(
        cpuMs,
        pids.reduce((sum, one) => sum + (processorMs(one) ?? 0), 0),
      );
      seen(answers, pids);
    }
  })();
  const ended = once(child, "close");
  for (let k = 0; k < count; k++)
    if (!child.stdin.write(`${JSON.stringify(call(k, folder))}\n`)) await once(child.stdin, "drain");
  child.stdin.end();
  await Promise.all([reading, ended]);
  if (answers !== count) throw new Error(`${answers} answers to ${count} calls`);
  return { wallMs: performance.now() - began, cpuMs, failed };
}

function megabytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (residentBytes(pid) ?? 0), 0) / 1e6;
}

try {
  writeFileSync(join(root, "a.pdf"), samplePdf({ pages: pageTexts("cost", pages) }));
  const model = /model name\s*: (.*)/.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1] ?? "unknown";
  console.log(`a document of ${pages} pages; ${model}`);
  const count = Number(values.calls);
  for (const [name, call] of Object.entries(calls)) {
    const alone = await run(call, count, `${name}-0`);
    const pair = await Promise.all([run(call, count, `${name}-1`), run(call, count, `${name}-2`)]);
    const wall = Math.max(...pair.map(({ wallMs }) => wallMs));
    const failed = [alone, ...pair].reduce((sum, one) => sum + one.failed, 0);
    const each = alone.cpuMs / count;
    const beside = pair.reduce((sum, one) => sum + one.cpuMs, 0) / 2 / count;
    console.log(
      `${name}: ${Math.round((count / alone.wallMs) * 1000)} a second in one process, ${each.toFixed(2)} ms of processor time each, ` +
        `${((each * 1e6) / 3_600_000).toFixed(2)} core hours a million; two processes do ${(alone.wallMs / wall).toFixed(2)} of twice that, and take ${(beside / each).toFixed(2)} of the processor time a call; ${failed} failed`,
    );
  }
  const lines = Number(values.lines);
  const shown = new Set([0.01, 0.1, 0.25, 0.5, 0.75, 1].map((part) => Math.round(part * lines)));
  let most = 0;
  const { failed } = await run(info, lines, "memory", (answers, pids) => {
    const now = megabytes(pids);
    most = Math.max(most, now);
    if (shown.has(answers)) console.log(`memory after ${answers} calls: ${now.toFixed(0)} MB`);
  });
  console.log(`most: ${most.toFixed(0)} MB over ${lines} calls; ${failed} failed`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
