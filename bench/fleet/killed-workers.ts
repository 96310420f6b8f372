/**
 * Kills `pdfd --jsonl --resume` workers at random and restarts them with the same calls until they are done. Every output
 * must then exist once, complete, and match the output of a worker that wasn't killed.
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
  /** The program's command line. */
  readonly command: readonly string[];
  /** Concurrent workers, each with its own calls; all write to the same folders. */
  readonly workers: number;
  readonly callsEach: number;
  /** The most workers to kill. */
  readonly kills: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
}

export interface KillReport {
  readonly kills: number;
  readonly outputs: number;
  /** Repeated calls whose files already existed. */
  readonly skipped: number;
  /** Calls that failed and were repeated. */
  readonly failed: number;
  /** Violations; empty on success. */
  readonly faults: readonly string[];
}

const inputs = 7;
const password = "correct horse";

/** The longest delay, in milliseconds, from a worker's start or from one of its answers to its kill. */
const beforeAnswerMs = 400;
const afterAnswerMs = 40;

interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

/** Calls that write one file, several files published together, encrypted files, and no file. */
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

/** Starts a worker on calls; the caller reads its standard output. */
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
  /** The exit code; null if it was killed. */
  readonly ended: Promise<number | null>;
}

/** Kills a worker at a random moment: while it starts, while it works, or just after an answer. */
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

/** Every file below a folder, keyed by path. */
function filesBelow(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.sort().map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

/** Runs calls without killing the worker. */
async function runAll(command: readonly string[], cwd: string, calls: readonly Call[]): Promise<void> {
  const worker = start(command, cwd, linesOf(calls));
  worker.child.stdout.resume();
  const code = await worker.ended;
  if (code !== 0) throw new Error(`calls that nobody killed ended with ${code}`);
}

const linesOf = (calls: readonly Call[]) => calls.map((call) => `${JSON.stringify(call)}\n`).join("");

/** Kills workers up to the given number, then lets them finish. */
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
  // Removes the files left by the last killed worker.
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

/** Compares encrypted files after decryption, because encryption differs each time. */
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
