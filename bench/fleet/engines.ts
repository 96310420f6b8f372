/**
 * `npm run fleet` runs the files of examples/fleet/ on the installed workflow engines and kills workers midway; every output
 * must exist once and complete. Options: --only <engine>, --kills <n, 6>. Needs dist/pdfd. It names engines that aren't
 * installed; in CI, a missing engine is a failure.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sourceOf } from "../../src/core/document-io.ts";
import { isSameResult } from "../../src/tools/shared/same-result.ts";
import { bareEnvironment, executable } from "../../test/contract/target.ts";
import { found } from "../../test/docs/session.ts";
import { pageTexts, samplePdf } from "../../test/support/pdf.ts";
import { inCi } from "../../test/support/tools.ts";
import { createChance } from "../simulation/clock.ts";
import { type Cluster, slurmPrograms, startSlurm } from "./slurm-cluster.ts";

const checkout = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: { only: { type: "string" }, kills: { type: "string", default: "6" } },
});

interface Engine {
  readonly name: string;
  /** Programs the engine needs. */
  readonly needs: readonly string[];
  /** Files from examples/fleet/. */
  readonly files: readonly string[];
  /** A shell script run in the folder with the calls. It runs again if the engine doesn't retry by itself. */
  readonly script: string;
  /** The output folder. */
  readonly out: string;
  /** A cluster started for this script only. */
  readonly cluster?: () => Promise<Cluster>;
}

const parts = 4;
const callsInAll = 80;

/** Starts a private Redis and two workers that are restarted whenever they exit. */
const queueScript = `
npm install --silent --no-audit --no-fund bullmq@6.7.0 ioredis@6.0.0
port=$((20000 + $$ % 20000))
redis-server --port $port --bind 127.0.0.1 --save '' --appendonly no --dir . > redis.log &
redis=$!
export REDIS_URL=redis://127.0.0.1:$port
until redis-cli -p $port ping > /dev/null 2>&1; do sleep 0.1; done
node queue-add.mjs < calls.jsonl
work() {
  node queue-worker.mjs & worker=$!
  trap 'kill $worker; exit 0' TERM
  while :; do wait $worker || true; node queue-worker.mjs & worker=$!; done
}
work & first=$!
work & second=$!
until node queue-left.mjs 2> failed.log; do sleep 0.5; done
kill $first $second $redis
if [ -s failed.log ]; then cat failed.log; exit 1; fi
`;

/** Slurm delays a requeued task by two minutes in case its node is unhealthy; the script skips that delay. */
const slurmScript = `
job=$(sbatch --parsable --array=0-${parts - 1} slurm.sh)
while [ -n "$(squeue --noheader --job "$job")" ]; do
  for waiting in $(squeue --noheader --array --states=PENDING --format=%i --job "$job"); do
    scontrol update jobid="$waiting" starttime=now || true
  done
  sleep 0.5
done
`;

const engines: readonly Engine[] = [
  { name: "parallel", needs: ["parallel"], files: ["parallel.sh"], script: "sh parallel.sh", out: "out" },
  {
    name: "snakemake",
    needs: ["snakemake"],
    files: ["Snakefile"],
    script: "snakemake --cores 2 --quiet",
    out: "out",
  },
  {
    name: "cwltool",
    needs: ["cwltool"],
    files: ["pdfd.cwl", "workflow.cwl"],
    script:
      "for try in 1 2 3 4 5 6 7 8 9; do rm -rf results; cwltool --quiet --parallel --outdir results workflow.cwl job.json > /dev/null && exit; done; exit 1",
    out: "results",
  },
  {
    name: "toil",
    needs: ["toil-cwl-runner"],
    files: ["pdfd.cwl", "workflow.cwl"],
    script:
      "toil-cwl-runner --logCritical --retryCount 10 --outdir results workflow.cwl job.json > /dev/null",
    out: "results",
  },
  {
    name: "toil-slurm",
    needs: ["toil-cwl-runner", ...slurmPrograms],
    files: ["pdfd.cwl", "workflow.cwl"],
    script: `mkdir work && toil-cwl-runner --logCritical --batchSystem slurm --maxLocalJobs 2 --defaultMemory 200M \
      --defaultDisk 100M --retryCount 10 --workDir work --outdir results workflow.cwl job.json > /dev/null`,
    out: "results",
    cluster: startSlurm,
  },
  {
    name: "queue",
    needs: ["redis-server", "redis-cli", "node", "npm"],
    files: ["queue-add.mjs", "queue-worker.mjs", "queue-left.mjs"],
    script: queueScript,
    out: "out",
  },
  {
    name: "slurm",
    needs: slurmPrograms,
    files: ["slurm.sh"],
    script: slurmScript,
    out: "out",
    cluster: startSlurm,
  },
];

interface Call {
  readonly id: number;
  readonly tool: string;
  readonly input: object;
}

function callOf(k: number, folder: string): Call {
  const [input, output] = [`documents/${k % 5}.pdf`, `${folder}/${k}.pdf`];
  return k % 2 === 0
    ? { id: k, tool: "pdf_rotate_pages", input: { input, output } }
    : { id: k, tool: "pdf_add_watermark", input: { input, text: `Copy ${k}`, output } };
}

const linesOf = (calls: readonly object[]) => calls.map((call) => `${JSON.stringify(call)}\n`).join("");

/** Writes documents and calls. CWL copies the documents to a folder for each worker, so its paths are relative to that. */
function makeWork(root: string, { files, out }: Engine): void {
  for (const folder of ["documents", "out", "expected", "bin"]) mkdirSync(join(root, folder));
  mkdirSync(join(root, "documents/out"));
  for (let k = 0; k < 5; k++)
    writeFileSync(join(root, `documents/${k}.pdf`), samplePdf({ pages: pageTexts(`${k}`, 3 + 20 * k) }));
  const calls = Array.from({ length: callsInAll }, (_, k) =>
    callOf(k, out === "out" ? "out" : "documents/out"),
  );
  writeFileSync(join(root, "calls.jsonl"), linesOf(calls));
  for (let part = 0; part < parts; part++)
    writeFileSync(join(root, `calls-${part}.jsonl`), linesOf(calls.filter(({ id }) => id % parts === part)));
  const file = (path: string) => ({ class: "File", path });
  writeFileSync(
    join(root, "job.json"),
    JSON.stringify({
      parts: Array.from({ length: parts }, (_, part) => file(`calls-${part}.jsonl`)),
      documents: { class: "Directory", path: "documents" },
    }),
  );
  for (const name of files) cpSync(join(checkout, "examples/fleet", name), join(root, name));
  symlinkSync(executable.command?.[0] ?? "", join(root, "bin/pdfd"));
  const expected = Array.from({ length: callsInAll }, (_, k) => callOf(k, "expected"));
  const ran = spawnSync(join(root, "bin/pdfd"), ["--jsonl"], {
    cwd: root,
    input: linesOf(expected),
    env: bareEnvironment,
  });
  if (ran.status !== 0) throw new Error(`the expected results: ${ran.stdout}`);
}

/** Workers of this run: pdfd processes in a folder below the root, started with --jsonl. */
function workersBelow(root: string): number[] {
  return readdirSync("/proc").flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) return [];
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
      const isWorker = /(^|\/)pdfd$/.test(words[0] ?? "") && words[1] === "--jsonl";
      return isWorker && `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${root}/`) ? [pid] : [];
    } catch {
      return [];
    }
  });
}

async function runEngine(engine: Engine, kills: number): Promise<string> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `pdfd-${engine.name}-`)));
  const chance = createChance(20_260_113);
  try {
    await using cluster = await engine.cluster?.();
    makeWork(root, engine);
    mkdirSync(join(root, "tmp"));
    const path = `${join(root, "bin")}:${process.env.PATH}`;
    const running = spawn("sh", ["-c", engine.script], {
      cwd: root,
      env: { ...bareEnvironment, PATH: path, TMPDIR: join(root, "tmp"), ...cluster?.environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [running.stdout, running.stderr])
      stream.on("data", (text: Buffer) => {
        output += text;
      });
    let ended = false;
    const exit = new Promise<number | null>((done) => running.once("close", done)).finally(() => {
      ended = true;
    });
    let killed = 0;
    while (!ended && killed < kills) {
      await sleep(50 + chance.below(300));
      const workers = workersBelow(root);
      if (workers.length === 0) continue;
      try {
        process.kill(chance.pick(workers), "SIGKILL");
        killed += 1;
      } catch {
        // It has already exited.
      }
    }
    const code = await exit;
    if (killed === 0) throw new Error(`no worker was killed:\n${output.slice(-3000)}`);
    if (code !== 0) throw new Error(`ended with ${code} after ${killed} kills:\n${output.slice(-3000)}`);
    checkResults(root, join(root, engine.out));
    return `${callsInAll} outputs, ${killed} workers killed`;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function checkResults(root: string, folder: string): void {
  const made = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".pdf"),
  );
  if (made.length !== callsInAll) throw new Error(`there are ${made.length} outputs: ${made.join(" ")}`);
  for (const name of made) {
    const [result, expected] = [join(folder, name), join(root, "expected", name.split("/").at(-1) ?? "")].map(
      (path) => sourceOf(readFileSync(path)),
    );
    if (!result || !expected || !isSameResult(result, expected)) throw new Error(`${name} is another file`);
  }
}

let failures = 0;
for (const engine of engines) {
  if (values.only !== undefined && values.only !== engine.name) continue;
  const missing = engine.needs.filter((program) => !found(program));
  if (missing.length > 0) {
    console.log(`${engine.name}: not run, ${missing.join(", ")} is not installed`);
    if (inCi) failures += 1;
    continue;
  }
  try {
    console.log(`${engine.name}: ${await runEngine(engine, Number(values.kills))}`);
  } catch (error) {
    failures += 1;
    console.error(`${engine.name}:`, error);
  }
}
process.exit(failures > 0 ? 1 : 0);
