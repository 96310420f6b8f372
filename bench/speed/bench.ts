/**
 * `npm run bench`: each operation as a call of a running service, as a command, and in other programs, in turns on the same files.
 * Prints the table and writes it into README.md and docs/speed.md, with their chart. Times are processor time of all processes of
 * a side, medians of rounds. Options: --only <part of a name; writes nothing>, --rounds <n, 7>, --folder <where the files are made>.
 */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { version } from "../../src/core/version.ts";
import { patientCompilers } from "../../src/host/process/self.ts";
import { cpuBetween, median, peakMemory, runNative, treeCpu } from "./measure.ts";
import { type Operation, operations, programs } from "./operations.ts";
import { chart, goalText, type Result, replaced, table } from "./report.ts";
import { executable, type Service, startService } from "./service.ts";
import { benchFolder, makeWorkloads, password } from "./workloads.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "7" },
    folder: { type: "string", default: benchFolder },
  },
});

/** Processor time of calls before any counts; wall time of a round's calls, its short commands, and a command run only once. */
const warmMs = 5000;
const roundMs = 500;
const shortMs = 100;
const longMs = 10_000;

const files = makeWorkloads(values.folder);
const scratch = mkdtempSync(join(values.folder, "out-"));
// ext4 looks at recently deleted files for each new one in a folder: each output gets a folder far from others, if possible.
spawnSync("chattr", ["+T", scratch]);
const passwordFile = join(scratch, "password");
writeFileSync(passwordFile, password);

/** The npm package that a program is in. */
function packageOf(program: string): string | undefined {
  const path = Bun.which(program);
  let folder = path === null ? "" : dirname(realpathSync(path));
  while (folder.includes("node_modules") && !existsSync(join(folder, "package.json")))
    folder = dirname(folder);
  return folder.includes("node_modules") ? folder : undefined;
}

/** The version of a program; undefined if it isn't installed. */
function versionOf(program: string): string | undefined {
  const folder = packageOf(program);
  if (folder !== undefined) return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
  const { status, stdout, stderr } = spawnSync(program, [program === "mutool" ? "-v" : "--version"]);
  return status === null ? undefined : (/\d+\.\d+(\.\d+)?/.exec(`${stdout}${stderr}`)?.[0] ?? "");
}

let made = 0;
const kept: string[] = [];

/** A fresh output. Folders are kept until the operation ends: deleting thousands of files slows down making the next ones. */
function output(operation: Operation, create: boolean): { path: string } & Disposable {
  if (operation.large) {
    // The pages of a virtual machine may have gone back to its host, and cost ten times as much when first written.
    const path = join(scratch, "copy");
    copyFileSync(operation.large, path);
    rmSync(path);
  }
  const folder = operation.writes === "folder";
  // mutool takes an argument without .pdf for a list of pages.
  const path = join(scratch, `out-${made++}${folder ? "" : ".pdf"}`);
  if (folder && create) mkdirSync(path);
  return {
    path,
    [Symbol.dispose]() {
      if (folder) kept.push(path);
      else rmSync(path, { force: true });
    },
  };
}

async function callOnce(service: Service, operation: Operation): Promise<void> {
  const { call: [tool, input] = ["", {}], writes } = operation;
  using out = output(operation, false);
  await service.call(tool, {
    ...input,
    ...(writes === "file" && { output: out.path }),
    ...(writes === "folder" && { output_folder: out.path }),
  });
}

/** A function that measures a round of calls, after enough calls for the runtime's compilers to finish. */
async function warmCalls(service: Service, operation: Operation): Promise<() => Promise<number>> {
  const begun = treeCpu(service.pid);
  while (cpuBetween(begun, treeCpu(service.pid)) < warmMs)
    for (let k = 0; k < (operation.writes === "folder" ? 1 : 10); k++) await callOnce(service, operation);
  const begin = performance.now();
  await callOnce(service, operation);
  // The clock of /proc ticks every 10 ms, so a round has many calls.
  const calls = Math.min(500, Math.max(2, Math.ceil(roundMs / (performance.now() - begin))));
  return async () => {
    const before = treeCpu(service.pid);
    for (let k = 0; k < calls; k++) await callOnce(service, operation);
    return cpuBetween(before, treeCpu(service.pid)) / calls;
  };
}

/** Whole processes: several if they are short. */
function processes(
  operation: Operation,
  command: (out: string) => readonly string[],
  create: boolean,
): number {
  const costs: number[] = [];
  for (let spent = 0; spent < shortMs; ) {
    using out = output(operation, create);
    const { cpu, wall } = runNative(command(out.path));
    costs.push(cpu);
    spent += wall;
  }
  return median(costs);
}

/** The sides of an operation, each a function that measures it once. */
async function sidesOf(operation: Operation, service: Service): Promise<Map<string, () => Promise<number>>> {
  const { call, command, writes, others = {} } = operation;
  const sides = new Map<string, () => Promise<number>>();
  if (call) sides.set("call", await warmCalls(service, operation));
  const own = (out: string) => [executable, ...(command ?? []), ...(writes ? ["-o", out] : [])];
  if (command) sides.set("command", async () => processes(operation, own, false));
  for (const program of programs) {
    const other = others[program];
    if (!other || versions.get(program) === undefined) continue;
    sides.set(program, async () => processes(operation, other, true));
  }
  return sides;
}

async function measure(operation: Operation): Promise<Result> {
  // A service of its own: its peak memory is the operation's.
  await using service = await startService([values.folder]);
  const sides = await sidesOf(operation, service);
  const costs = new Map<string, number[]>();
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [side, once] of sides) {
      const before = costs.get(side) ?? [];
      if ((before[0] ?? 0) < longMs) costs.set(side, [...before, await once()]);
    }
  }
  for (const path of kept.splice(0)) rmSync(path, { recursive: true, force: true });
  const { name, inReadme = false, goal } = operation;
  const { call, command, ...others } = Object.fromEntries(
    [...costs].map(([side, all]) => [side, median(all)]),
  );
  return {
    ...{ name, inReadme, others },
    ...(goal && { goal }),
    ...(call !== undefined && { call, peakMb: peakMemory(service.pid) }),
    ...(command !== undefined && { command }),
  };
}

/** Reading per page beside libraries, in a process of its own that compiles like an engine. */
function readingResults(): Result[] {
  const script = resolve(import.meta.dirname, "reading.ts");
  const folders = ["liteparse", "pdf-inspector"].map((program) => packageOf(program) ?? "");
  const env = { ...process.env, ...patientCompilers };
  const { stdout } = spawnSync(process.execPath, [script, ...folders], { encoding: "utf8", env });
  return JSON.parse(stdout);
}

const versions = new Map(programs.map((program) => [program, versionOf(program)]));
// Other work on the machine makes all sides slower: the report says how much there was.
const load = loadavg()[0]?.toFixed(0);
const results: Result[] = [];
for (const operation of operations(files, passwordFile)) {
  if (!operation.name.includes(values.only)) continue;
  const result = await measure(operation);
  console.error(result.name, goalText(result));
  results.push(result);
}
if ("A page's text, A page's Markdown".includes(values.only)) results.push(...readingResults());
rmSync(scratch, { recursive: true, force: true });

const named = programs
  .filter((program) => program !== "cp")
  .map((program) => `${program} ${versions.get(program) ?? "(not installed)"}`);
const intro = `Measured on ${new Date().toISOString().slice(0, 10)} with pdfd ${version} as an executable, on ${cpus().length} × ${cpus()[0]?.model.trim()}, ${process.platform}, with a load of ${load} by other work. Processor time in milliseconds, medians of ${values.rounds} rounds, beside ${named.join(", ")}.\n\n`;
console.log(intro + table(results, false));
if (values.only === "") {
  const checkout = resolve(import.meta.dirname, "../..");
  for (const [name, text] of [
    ["README.md", table(results, true)],
    ["docs/speed.md", table(results, false)],
  ] as const) {
    const path = join(checkout, name);
    writeFileSync(path, replaced(readFileSync(path, "utf8"), intro + text));
  }
  writeFileSync(join(checkout, "docs/speed.svg"), chart(results));
}
