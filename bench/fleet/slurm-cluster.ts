/** A Slurm cluster on this computer: munged, slurmctld and slurmd with their own folder and ports. */
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
import { hostname, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The required programs, from Debian's package slurm-wlm. */
export const slurmPrograms = ["munged", "mungekey", "slurmctld", "slurmd", "sbatch"];

export interface Cluster extends AsyncDisposable {
  /** Variables its commands need in addition to PATH. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts a cluster. Throws with the daemons' logs if it isn't ready within a minute. */
export async function startSlurm(): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), "pdfd-slurm-"));
  // munged refuses a socket that isn't accessible to every user.
  chmodSync(root, 0o755);
  const environment = { SLURM_CONF: join(root, "slurm.conf") };
  const daemons: ChildProcess[] = [];
  const whole = { PATH: `${process.env.PATH}:/usr/sbin`, HOME: root, ...environment };
  const daemon = (name: string, args: readonly string[]) => {
    const started = spawn(name, args, { env: whole, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (text) => writeFileSync(join(root, `${name}.log`), text, { flag: "a" }));
    daemons.push(started);
  };
  const stop = async () => {
    // In reverse order of dependency: a controller that loses munged waits for it.
    for (const one of daemons.toReversed()) {
      const ended = new Promise((done) => one.once("exit", done));
      one.kill("SIGTERM");
      await Promise.race([ended, sleep(5000).then(() => one.kill("SIGKILL"))]);
    }
    rmSync(root, { recursive: true, force: true });
  };
  try {
    configure(root, whole);
    const socket = join(root, "munge.socket");
    daemon("munged", [
      ...["--foreground", "--force", `--key-file=${join(root, "munge.key")}`, `--socket=${socket}`],
      ...[`--pid-file=${join(root, "munged.pid")}`, `--log-file=${join(root, "munged.log")}`],
      `--seed-file=${join(root, "munged.seed")}`,
    ]);
    await until("munged's socket", () => existsSync(socket));
    daemon("slurmctld", ["-D"]);
    daemon("slurmd", ["-D"]);
    const states = () =>
      spawnSync("sinfo", ["--noheader", "--format=%t"], { env: whole, encoding: "utf8" }).stdout;
    await until("an idle node", () => states().trim() === "idle");
  } catch (error) {
    const logs = readdirSync(root).filter((name) => name.endsWith(".log"));
    const text = logs.map((name) => `== ${name}\n${readFileSync(join(root, name), "utf8").slice(-3000)}`);
    await stop();
    throw new Error(text.join("\n"), { cause: error });
  }
  return { environment, [Symbol.asyncDispose]: stop };
}

function configure(root: string, env: Readonly<Record<string, string>>): void {
  const user = execFileSync("id", ["-un"], { encoding: "utf8" }).trim();
  for (const folder of ["state", "spool"]) mkdirSync(join(root, folder), { mode: 0o755 });
  execFileSync("mungekey", ["--create", `--keyfile=${join(root, "munge.key")}`], { env });
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
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName=${hostname()} NodeAddr=127.0.0.1 CPUs=2 RealMemory=${Math.floor(totalmem() / 1_048_576)} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=10 State=UP OverSubscribe=YES
`,
  );
  writeFileSync(join(root, "cgroup.conf"), "IgnoreSystemd=yes\n");
}

/** Polls until the condition holds, for at most a minute. */
async function until(what: string, holds: () => boolean): Promise<void> {
  for (let k = 0; k < 600; k++) {
    if (holds()) return;
    await sleep(100);
  }
  throw new Error(`waited a minute for: ${what}`);
}
