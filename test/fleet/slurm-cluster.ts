/**
 * `bun test/cli/slurm.ts`: runs the README's Slurm recipe on a cluster of this computer alone: munged, slurmctld and slurmd in
 * a folder of their own, on ports of their own, stopped at the end. Needs the programs of Debian's package slurm-wlm and a built
 * dist/pdfd. Not one of the tests: CI does not install Slurm.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { recipe } from "../docs/blocks.ts";
import { samplePdf } from "../support/pdf.ts";

const pdfd = resolve(import.meta.dirname, "../../dist/pdfd");
const parts = 3;
const callsPerPart = 4;

const missing = ["munged", "mungekey", "slurmctld", "slurmd", "sbatch"].filter(
  (name) => spawnSync("sh", ["-c", `PATH="$PATH:/usr/sbin" command -v ${name}`]).status !== 0,
);
if (missing.length > 0 || !existsSync(pdfd)) {
  console.error(
    `Missing: ${[...missing, ...(existsSync(pdfd) ? [] : ["dist/pdfd"])].join(", ")}. Get them with: sudo apt-get install slurm-wlm, npm run build`,
  );
  process.exit(2);
}

const root = mkdtempSync(join(tmpdir(), "pdfd-slurm-"));
// munged refuses a socket that not everybody can reach.
chmodSync(root, 0o755);
const environment = {
  PATH: `${dirname(pdfd)}:${process.env.PATH}:/usr/sbin`,
  HOME: root,
  SLURM_CONF: join(root, "slurm.conf"),
};
const daemons: ChildProcess[] = [];

/** Starts a daemon in the foreground, its output in a log that is shown when something fails. */
function daemon(name: string, args: readonly string[]): void {
  const started = spawn(name, args, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [started.stdout, started.stderr])
    stream?.on("data", (text) => writeFileSync(join(root, `${name}.log`), text, { flag: "a" }));
  daemons.push(started);
}

/** Asks until it is so; a minute at most. */
async function until(what: string, holds: () => boolean): Promise<void> {
  for (let k = 0; k < 600; k++) {
    if (holds()) return;
    await sleep(100);
  }
  throw new Error(`waited a minute for: ${what}`);
}

function output(program: string, args: readonly string[]): string {
  return spawnSync(program, args, { env: environment, encoding: "utf8", cwd: join(root, "work") }).stdout;
}

function configure(): void {
  const user = execFileSync("id", ["-un"], { encoding: "utf8" }).trim();
  for (const folder of ["state", "spool", "work"]) mkdirSync(join(root, folder), { mode: 0o755 });
  execFileSync("mungekey", ["--create", `--keyfile=${join(root, "munge.key")}`], { env: environment });
  writeFileSync(
    join(root, "slurm.conf"),
    `ClusterName=pdfd
SlurmctldHost=${hostname()}(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=${user}
SlurmdUser=${user}
AuthInfo=socket=${join(root, "munge.socket")}
StateSaveLocation=${join(root, "state")}
SlurmdSpoolDir=${join(root, "spool")}
SlurmctldPidFile=${join(root, "slurmctld.pid")}
SlurmdPidFile=${join(root, "slurmd.pid")}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
ReturnToService=2
MpiDefault=none
NodeName=${hostname()} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=10 State=UP OverSubscribe=YES
`,
  );
  writeFileSync(join(root, "cgroup.conf"), "IgnoreSystemd=yes\n");
}

function makeWork(): void {
  writeFileSync(join(root, "work/a.pdf"), samplePdf({ pages: ["one", "two", "three"] }));
  for (let part = 0; part < parts; part++) {
    const calls = Array.from({ length: callsPerPart }, (_, k) =>
      JSON.stringify({
        id: k,
        tool: "pdf_rotate_pages",
        input: { input: "a.pdf", output: `out-${part}-${k}.pdf` },
      }),
    );
    writeFileSync(join(root, `work/calls-${part}.jsonl`), `${calls.join("\n")}\n`);
  }
  writeFileSync(join(root, "work/pdfd.sh"), recipe("Slurm"));
}

function check(): void {
  for (let part = 0; part < parts; part++) {
    const lines = readFileSync(join(root, `work/answers-${part}.jsonl`), "utf8")
      .trimEnd()
      .split("\n");
    const good = lines.filter((line, k) => {
      const { id, status } = JSON.parse(line);
      return id === k && status === "succeeded";
    });
    if (good.length !== callsPerPart) throw new Error(`part ${part}:\n${lines.join("\n")}`);
  }
  const made = readdirSync(join(root, "work")).filter((name) => /^out-\d-\d\.pdf$/.test(name));
  if (made.length !== parts * callsPerPart) throw new Error(`made ${made.join(", ")}`);
  console.log(`${parts} elements of the array answered ${parts * callsPerPart} calls`);
}

try {
  configure();
  makeWork();
  const socket = join(root, "munge.socket");
  daemon("munged", [
    ...["--foreground", "--force", `--key-file=${join(root, "munge.key")}`, `--socket=${socket}`],
    ...[`--pid-file=${join(root, "munged.pid")}`, `--log-file=${join(root, "munged.log")}`],
    `--seed-file=${join(root, "munged.seed")}`,
  ]);
  await until("munged's socket", () => existsSync(socket));
  daemon("slurmctld", ["-D"]);
  daemon("slurmd", ["-D"]);
  await until("an idle node", () => output("sinfo", ["--noheader", "--format=%t"]).trim() === "idle");
  console.log(output("sbatch", [`--array=0-${parts - 1}`, "pdfd.sh"]).trim());
  await until("an empty queue", () => output("squeue", ["--noheader", "--array"]).trim() === "");
  check();
} catch (error) {
  for (const name of readdirSync(root).filter((each) => each.endsWith(".log")))
    console.error(`== ${name}\n${readFileSync(join(root, name), "utf8").slice(-3000)}`);
  for (const name of readdirSync(join(root, "work")).filter((each) => each.startsWith("slurm-")))
    console.error(`== ${name}\n${readFileSync(join(root, "work", name), "utf8").slice(-2000)}`);
  console.error(error);
  process.exitCode = 1;
} finally {
  // In the order of their needs: a controller that lost munged waits for it.
  for (const one of daemons.toReversed()) {
    const ended = new Promise((done) => one.once("exit", done));
    one.kill("SIGTERM");
    await Promise.race([ended, sleep(5000).then(() => one.kill("SIGKILL"))]);
  }
  rmSync(root, { recursive: true, force: true });
}
