/**
 * Workers of `pdfd --jsonl --resume` that are killed at any moment, and started again with the same calls until they are done:
 * every output must then be there once, whole, and be what a worker writes that nobody kills.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { sourceOf } from "../../src/core/document-io.ts";
import { isSameResult } from "../../src/tools/shared/same-result.ts";
import { bareEnvironment } from "../../test/contract/target.ts";
import { pageTexts, samplePdf } from "../../test/support/pdf.ts";

export interface KillOptions {
  /** The command line of the program. */
  readonly command: readonly string[];
  /** Workers at once, each with its own calls; all write to the same folders. */
  readonly workers: number;
  readonly callsEach: number;
  /** Kills at most. */
  readonly kills: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
}

export interface KillReport {
  readonly kills: number;
  readonly outputs: number;
  /** Calls whose files were there when they were made again. */
  readonly skipped: number;
  /** Calls that failed and were made again. */
  readonly failed: number;
  /** What is not as it must be; empty where all is well. */
  readonly faults: readonly string[];
}

const inputs = 7;
const password = "correct horse";

/** A worker is killed so long after it was started, or after an answer of its own, in milliseconds at most. */
const beforeAnswerMs = 400;
const afterAnswerMs = 40;

interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

/** Calls of unlike tools: one file, several files that appear together, files that nobody can compare, and no file. */
function callsOf(worker: number, count: number, out: string): Call[] {
  return Array.from({ length: count }, (_, k) => {
    const id = `${worker}-${k}`;
    const [input, output] = [`in/${k % inputs}.pdf`, `${out}/${id}.pdf`];
    const kinds: readonly Omit<Call, "id">[] = [
      { tool: "pdf_rotate_pages", input: { input, output } },
      { tool: "pdf_add_watermark", input: { input, text: id, output } },
      { tool: "pdf_split", input: { input, mode: "pages", output_folder: `${out}/${id}` } },
      { tool: "pdf_merge", input: { inputs: [input, "in/0.pdf"], output } },
      { tool: "pdf_protect", input: { input, password, output } },
      { tool: "pdf_read_text", input: { input } },
      { tool: "pdf_remove_metadata", input: { input, output } },
    ];
    return { id, ...(kinds[k % kinds.length] ?? { tool: "", input: {} }) };
  });
}

/** Starts a worker on calls; its standard output is the caller's to read. */
function start(
  command: readonly string[],
  cwd: string,
  calls: string,
  flags: readonly string[] = [],
): Worker {
  const [program = "", ...before] = command;
  const child = spawn(program, [...before, "--jsonl", ...flags], {
    cwd,
    env: bareEnvironment,
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(calls);
  const ended = new Promise<number | null>((done) => child.once("close", done));
  return { child, ended };
}

interface Worker {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** The exit code; null when it was killed. */
  readonly ended: Promise<number | null>;
}

/** Kills a worker at a moment that nobody chose: while it starts, while it works, or just behind an answer. */
function killLater({ child, ended }: Worker, random: () => number): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const killIn = (ms: number) => {
    timer ??= setTimeout(() => child.kill("SIGKILL"), ms);
  };
  if (random() < 0.3) killIn(random() * beforeAnswerMs);
  const enough = 1 + Math.floor(random() * 3);
  let answers = 0;
  child.stdout.on("data", (text: Buffer) => {
    answers += text.toString().split("\n").length - 1;
    if (answers >= enough) killIn(random() * afterAnswerMs);
  });
  ended.then(() => clearTimeout(timer));
}

/** Every file below a folder, by its path. */
function filesBelow(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

/** Runs calls that nobody kills. */
async function runAll(command: readonly string[], cwd: string, calls: readonly Call[]): Promise<void> {
  const worker = start(command, cwd, linesOf(calls));
  worker.child.stdout.resume();
  const code = await worker.ended;
  if (code !== 0) throw new Error(`calls that nobody killed ended with ${code}`);
}

const linesOf = (calls: readonly Call[]) => calls.map((call) => `${JSON.stringify(call)}\n`).join("");

/** Kills workers until they are done with their calls, or have been killed often enough and then finish. */
export async function killWorkers(options: KillOptions): Promise<KillReport> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-kills-")));
  try {
    return await killWorkersIn(root, options);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function killWorkersIn(root: string, options: KillOptions): Promise<KillReport> {
  const { command, callsEach, random } = options;
  for (const folder of ["in", "out", "expected", "unlocked"]) mkdirSync(join(root, folder));
  for (let k = 0; k < inputs; k++)
    writeFileSync(join(root, `in/${k}.pdf`), samplePdf({ pages: pageTexts(`input ${k}`, 2 + k * 3) }));
  const workers = Array.from({ length: options.workers }, (_, worker) => worker);
  await runAll(
    command,
    root,
    workers.flatMap((worker) => callsOf(worker, callsEach, "expected")),
  );

  let kills = 0;
  const faults: string[] = [];
  async function work(worker: number): Promise<void> {
    const calls = linesOf(callsOf(worker, callsEach, "out"));
    for (;;) {
      const running = start(command, root, calls, ["--resume", answersOf(worker)]);
      running.child.stdout.resume();
      if (kills < options.kills) killLater(running, random);
      const code = await running.ended;
      if (code === 0) return;
      if (code !== null) faults.push(`worker ${worker} ended with ${code}`);
      if (code !== null) return;
      kills += 1;
    }
  }
  await Promise.all(workers.map(work));
  // Removes what the last one that was killed has left.
  await runAll(command, root, []);

  const answers = workers.flatMap((worker) => readAnswers(join(root, answersOf(worker)), faults));
  const counted = (wanted: string) => answers.filter(({ status }) => status === wanted).length;
  const outputs = filesBelow(join(root, "out"));
  const expected = filesBelow(join(root, "expected"));
  if ([...outputs.keys()].join() !== [...expected.keys()].join())
    faults.push(`there is ${[...outputs.keys()]}, and not ${[...expected.keys()]}`);
  for (const [path, bytes] of expected) {
    const made = outputs.get(path);
    if (made && !isSameResult(sourceOf(made), sourceOf(bytes))) faults.push(`${path} is another file`);
  }
  const calls = workers.flatMap((worker) => callsOf(worker, callsEach, "out"));
  await checkProtected(command, root, calls);
  for (const { id } of calls) {
    const done = answers.filter((answer) => answer.id === id && answer.status !== "failed");
    if (done.length !== 1) faults.push(`call ${id} was answered as done ${done.length} times`);
  }
  return { kills, outputs: outputs.size, skipped: counted("skipped"), failed: counted("failed"), faults };
}

const answersOf = (worker: number) => `answers-${worker}.jsonl`;

/** Files that are encrypted anew each time are compared without it. */
async function checkProtected(
  command: readonly string[],
  root: string,
  calls: readonly Call[],
): Promise<void> {
  const ids = calls.filter(({ tool }) => tool === "pdf_protect").map(({ id }) => id);
  const unlock = (folder: string) =>
    ids.map((id) => ({
      id,
      tool: "pdf_unlock",
      input: { input: `${folder}/${id}.pdf`, password, output: `unlocked/${folder}-${id}.pdf` },
    }));
  await runAll(command, root, [...unlock("out"), ...unlock("expected")]);
  for (const id of ids) {
    const [made, expected] = ["out", "expected"].map((folder) =>
      sourceOf(readFileSync(join(root, `unlocked/${folder}-${id}.pdf`))),
    );
    if (!made || !expected || !isSameResult(made, expected)) throw new Error(`${id} holds another document`);
  }
}

function readAnswers(path: string, faults: string[]): { id: unknown; status: unknown }[] {
  const lines = readFileSync(path, "utf8").split("\n");
  if (lines.pop() !== "") faults.push(`${path} ends within a line`);
  return lines.map((line) => JSON.parse(line));
}
