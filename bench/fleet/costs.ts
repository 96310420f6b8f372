/**
 * `npm run fleet:costs` measures many documents with dist/pdfd --jsonl on this computer: calls per second on one core and with
 * one process on each of two cores, how `--jobs` scales beside separate processes, and memory over many lines. Linux only. Options:
 * --calls <n, 20000> for speed, --lines <n, 1000000> for memory, --jobs <n, 2>, --rounds <n, 3> and --only <part>: calls,
 * jobs or memory.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { processorMs, residentBytes } from "../../src/host/process/memory.ts";
import { bareEnvironment, executable } from "../../test/contract/target.ts";
import { pageTexts, samplePdf } from "../../test/support/pdf.ts";
import { childrenOf } from "../../test/support/processes.ts";
import { median } from "../speed/measure.ts";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "20000" },
    lines: { type: "string", default: "1000000" },
    jobs: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    only: { type: "string" },
  },
});
const root = mkdtempSync(join(tmpdir(), "pdfd-costs-"));
const pages = 5;
/** The number of different documents, which calls use in turn. */
const documents = 2000;
const input = (k: number) => `${k % documents}.pdf`;

/** Builds a call from its number and output folder. */
type Call = (k: number, folder: string) => object;
const info: Call = (k) => ({ tool: "pdf_info", input: { input: input(k) } });
const calls: Readonly<Record<string, Call>> = {
  pdf_info: info,
  pdf_read_text: (k) => ({ tool: "pdf_read_text", input: { input: input(k) } }),
  pdf_rotate_pages: (k, folder) => ({
    tool: "pdf_rotate_pages",
    input: { input: input(k), output: `${folder}/${k}.pdf` },
  }),
};

interface Run {
  readonly wallMs: number;
  /** Processor time of the process and its engine. */
  readonly cpuMs: number;
  /** Memory of both, in MB, sampled a few times a second. */
  readonly megabytes: readonly number[];
  readonly failed: number;
}

interface Place {
  /** The only core the calls may use; any core by default. */
  readonly core?: number;
  /** Concurrent calls. */
  readonly jobs?: number;
}

/** Runs `count` calls in one process, from a file to a file. */
async function run(call: Call, count: number, name: string, { core, jobs = 1 }: Place = {}): Promise<Run> {
  const [folder, asked, answered] = [join(root, name), join(root, `${name}.in`), join(root, `${name}.out`)];
  mkdirSync(folder);
  writeFileSync(
    asked,
    Array.from({ length: count }, (_, k) => `${JSON.stringify(call(k, name))}\n`).join(""),
  );
  const [program = ""] = executable.command ?? [];
  const command = [
    ...(core === undefined ? [] : ["taskset", "-c", `${core}`]),
    program,
    "--jsonl",
    "--jobs",
    `${jobs}`,
  ];
  const [input, output] = [openSync(asked, "r"), openSync(answered, "w")];
  const began = performance.now();
  const child = spawn(command[0] ?? "", command.slice(1), {
    cwd: root,
    env: bareEnvironment,
    stdio: [input, output, "inherit"],
  });
  const ended = once(child, "close");
  const pid = child.pid ?? 0;
  let cpuMs = 0;
  const megabytes: number[] = [];
  const polling = setInterval(() => {
    const pids = [pid, ...childrenOf(pid)];
    const cpu = pids.reduce((sum, one) => sum + (processorMs(one) ?? 0), 0);
    cpuMs = Math.max(cpuMs, cpu);
    megabytes.push(pids.reduce((sum, one) => sum + (residentBytes(one) ?? 0), 0) / 1e6);
  }, 100);
  await ended;
  const wallMs = performance.now() - began;
  clearInterval(polling);
  closeSync(input);
  closeSync(output);
  let [answers, failed] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(answered) })) {
    answers += 1;
    if (!line.includes('"status":"succeeded"')) failed += 1;
  }
  if (answers !== count) throw new Error(`${answers} answers to ${count} calls`);
  rmSync(folder, { recursive: true });
  return { wallMs, cpuMs, megabytes, failed };
}

async function showCalls(count: number): Promise<void> {
  for (const [name, call] of Object.entries(calls)) {
    const alone = await run(call, count, `${name}-0`, { core: 0 });
    const pair = await Promise.all([0, 1].map((core) => run(call, count, `${name}-${core + 1}`, { core })));
    const wall = Math.max(...pair.map(({ wallMs }) => wallMs));
    const failed = [alone, ...pair].reduce((sum, one) => sum + one.failed, 0);
    const each = alone.cpuMs / count;
    console.log(
      `${name}: ${Math.round((count / alone.wallMs) * 1000)} a second on one core, ${each.toFixed(2)} ms of processor time each, ` +
        `${((each * 1e6) / 3_600_000).toFixed(2)} core hours a million; a process on each of two cores: ${(alone.wallMs / wall).toFixed(2)} of that on each; ${failed} failed`,
    );
  }
}

/**
 * Alternates one job on one core, as many such processes as jobs, each with a core of its own, and one process with all jobs. The
 * second shows what the machine gives: its cores share caches and memory.
 */
async function showJobs(count: number, jobs: number, rounds: number): Promise<void> {
  const perCore = count / jobs;
  for (const [name, call] of Object.entries(calls)) {
    const ratios: number[] = [];
    const separate: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const one = await run(call, perCore, `${name}-one-${round}`, { core: 0 });
      const apart = await Promise.all(
        Array.from({ length: jobs }, (_, core) => run(call, perCore, `${name}-${core}-${round}`, { core })),
      );
      const many = await run(call, count, `${name}-many-${round}`, { jobs });
      if ([one, many, ...apart].some(({ failed }) => failed > 0)) throw new Error("calls failed");
      ratios.push(one.wallMs / many.wallMs);
      separate.push(one.wallMs / Math.max(...apart.map(({ wallMs }) => wallMs)));
      console.log(
        `${name}: ${Math.round((perCore / one.wallMs) * 1000)} a second by 1 job on one core, ${Math.round((count / many.wallMs) * 1000)} by ${jobs}; ` +
          `processor time ${(one.cpuMs / perCore).toFixed(3)} and ${(many.cpuMs / count).toFixed(3)} ms each`,
      );
    }
    console.log(
      `${name}: ${median(ratios).toFixed(2)} a core with --jobs ${jobs}, ${median(separate).toFixed(2)} with ${jobs} separate processes (medians of ${rounds})`,
    );
  }
}

async function showMemory(lines: number, jobs: number): Promise<void> {
  const { megabytes, failed } = await run(info, lines, "memory", { jobs });
  for (const part of [0.01, 0.1, 0.25, 0.5, 0.75])
    console.log(
      `memory after ${part * 100} % of the time: ${megabytes[Math.floor(part * megabytes.length)]?.toFixed(0)} MB`,
    );
  console.log(`most: ${Math.max(...megabytes).toFixed(0)} MB over ${lines} calls; ${failed} failed`);
}

try {
  for (let k = 0; k < documents; k++)
    writeFileSync(join(root, input(k)), samplePdf({ pages: pageTexts(`cost ${k}`, pages) }));
  const model = /model name\s*: (.*)/.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1] ?? "unknown";
  console.log(`${documents} documents of ${pages} pages; ${model}`);
  const does = (part: string) => values.only === undefined || values.only === part;
  if (does("calls")) await showCalls(Number(values.calls));
  if (does("jobs")) await showJobs(Number(values.calls), Number(values.jobs), Number(values.rounds));
  if (does("memory")) await showMemory(Number(values.lines), Number(values.jobs));
} finally {
  rmSync(root, { recursive: true, force: true });
}
