/**
 * Runs the corpus with random damage through every tool in a service's engines:
 * `npm run sweep -- --fuzz <seconds> [--seed <n>]`. Each answer must be a result or a clear 422, in time, and no output
 * may be worse for qpdf than its input; the output of pdf_repair must be sound. Files that fail are kept and reported
 * with their round, which `--seed <n> --round <k>` repeats.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, callTool } from "../contract/client.ts";
import { executable, launch, readyOf } from "../contract/target.ts";
import { corpusPath, corpusPdfs } from "../support/corpus.ts";
import { everyTool } from "../support/every-tool.ts";
import { damaged, randomNumbers } from "../support/mutate.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { pageCount, qpdfExit, worsened } from "./judge.ts";
import { refusalOf } from "./sweep-file.ts";

export interface FuzzOptions {
  readonly seed: number;
  readonly seconds: number;
  /** Run only this round. */
  readonly round?: number | undefined;
  readonly log: (line: string) => void;
}

export interface FuzzResult {
  readonly rounds: number;
  readonly done: number;
  readonly refused: number;
  readonly violations: number;
}

/** The service ends a call before this time, in seconds. */
const deadline = 30;
/** The longest that a call may take, in milliseconds. */
const hangMs = 1000 * (deadline + 15);
/** Larger files take longer without testing more. */
const maxBytes = 500_000;

/** Fuzzes until the time is up. */
export async function fuzz({ seed, seconds, round: only, log }: FuzzOptions): Promise<FuzzResult> {
  const files = corpusPdfs().filter(({ file }) => statSync(corpusPath(file)).size <= maxBytes);
  const work = mkdtempSync(join(tmpdir(), "pdfd-fuzz-"));
  const kept = join(tmpdir(), `pdfd-fuzz-${seed}`);
  writeFileSync(join(work, "ok.pdf"), pagesPdf(["", ""]));
  const flags = ["--allow-dir", work, "--port", "0", "--deadline", String(deadline), "--ready-json"];
  const running = launch([...(executable.command ?? []), "serve", ...flags], { cwd: work });
  let ended = false;
  const counts = { rounds: 0, done: 0, refused: 0, violations: 0 };
  try {
    const service = await readyOf(running);
    running.exited.then(() => {
      ended = true;
    });
    const until = performance.now() + 1000 * seconds;
    for (let round = only ?? 0; performance.now() < until && !ended; round++) {
      const random = randomNumbers(seed + round * 7919);
      const file = files[random(files.length)];
      if (!file) break;
      const bytes = damaged(readFileSync(corpusPath(file.file)), random);
      const name = `in-${round}.pdf`;
      writeFileSync(join(work, name), bytes);
      for (const { tool, wrong, refused } of await everyAnswer(service, work, name)) {
        if (wrong === undefined) {
          counts[refused ? "refused" : "done"]++;
          continue;
        }
        counts.violations++;
        mkdirSync(kept, { recursive: true });
        copyFileSync(join(work, name), join(kept, name));
        log(`VIOLATION --seed ${seed} --round ${round} ${file.file} ${tool}: ${wrong} (${join(kept, name)})`);
      }
      for (const left of readdirSync(work))
        if (left !== "ok.pdf") rmSync(join(work, left), { recursive: true, force: true });
      counts.rounds++;
      if (only !== undefined) break;
    }
    const early = ended;
    if (early) log(`VIOLATION --seed ${seed}: the service ended: ${running.log().slice(-1000)}`);
    running.kill("SIGTERM");
    await running.exited;
    return early ? { ...counts, violations: counts.violations + 1 } : counts;
  } finally {
    running.kill("SIGKILL");
    rmSync(work, { recursive: true, force: true });
  }
}

interface Judged {
  readonly tool: string;
  readonly refused: boolean;
  /** The fault of the answer. */
  readonly wrong: string | undefined;
}

/** Runs every tool on one file, one after another. */
async function everyAnswer(service: Address, work: string, name: string): Promise<readonly Judged[]> {
  const before = await qpdfExit(join(work, name));
  const judged: Judged[] = [];
  for (const { tool, input, writes } of everyTool(join(work, name), join(work, "out"))) {
    const fields = { ...input, ...("inputs" in input && { inputs: inFolder(work, input.inputs) }) };
    const answer = await callTool(service, tool, fields, AbortSignal.timeout(hangMs)).catch(String);
    const refusal = refusalOf(answer);
    if (typeof answer === "string") judged.push({ tool, refused: false, wrong: answer });
    else if (refusal !== undefined) {
      const wrong = /time limit|memory limit/.test(refusal) ? refusal : undefined;
      judged.push({ tool, refused: true, wrong });
    } else if (answer.status !== 200)
      judged.push({ tool, refused: false, wrong: `${answer.status} ${answer.text.slice(0, 300)}` });
    else judged.push({ tool, refused: false, wrong: await faultOf(writes, before, tool) });
  }
  return judged;
}

const inFolder = (work: string, inputs: unknown) =>
  Array.isArray(inputs)
    ? inputs.map((one) => (String(one).startsWith("/") ? one : join(work, String(one))))
    : inputs;

/** The errors that qpdf finds in an output although it found none in the input. */
async function faultOf(
  writes: string | undefined,
  before: number,
  tool: string,
): Promise<string | undefined> {
  // A batch writes nothing if every file failed.
  if (writes === undefined || !existsSync(writes)) return undefined;
  const outputs = writes.endsWith(".pdf") ? [writes] : readdirSync(writes).map((part) => join(writes, part));
  const password = tool === "pdf_protect" ? "secret" : undefined;
  for (const path of outputs.slice(0, 3)) {
    const exit = await qpdfExit(path, password);
    // Damaged stream data is kept, and qpdf complains about it: only a repair fixes it.
    if (worsened(before, exit) || (tool === "pdf_repair" && exit === 2))
      return `qpdf --check says ${exit} of ${path}, ${before} of the input`;
    if ((await pageCount(path, password)) === -1) return `qpdf finds no pages in ${path}`;
  }
  return undefined;
}
