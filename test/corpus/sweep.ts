/**
 * Runs every PDF of the corpus through every tool over HTTP, using the executable: `npm run sweep [-- part of a name]`.
 * With `--attacks`, runs every attack file (test/support/attacks.ts) instead, measuring processor time and memory; adding
 * `--job` or `--command` calls every tool that way. With `--conformance`, runs every file that conforms to PDF/A or
 * PDF/UA and has veraPDF judge the results. With `--arlington [part of a name]`, runs every file that isn't meant to do
 * harm and checks the results against the Arlington PDF model. Each answer must be a correct result or a clear 422;
 * anything else is listed and makes the exit code 1. With `--fuzz <seconds>`, files are damaged at random first
 * (fuzz.ts).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeFile } from "../arlington/judge.ts";
import { readModel } from "../arlington/model.ts";
import { conformingFiles, judgeClaims, operations } from "../conformance/operations.ts";
import type { Address } from "../contract/client.ts";
import { executable, launch, readyOf } from "../contract/target.ts";
import { type Face, faces, runByFace } from "../support/attack-faces.ts";
import { attackFiles } from "../support/attack-files.ts";
import { type AttackRun, faultOf, lineOf, mostSeconds, runAttacks } from "../support/attack-run.ts";
import { type CorpusFile, corpusFolders, corpusPdfs } from "../support/corpus.ts";
import { fuzz } from "./fuzz.ts";
import { type Outcome, sweepFile } from "./sweep-file.ts";

/** Files to process concurrently: the service runs four calls at a time, and qpdf needs processors too. */
const atOnce = 3;

/** Runs the files through a service of its own; calls `onFile` after each. */
export async function sweep(
  files: readonly CorpusFile[],
  onFile: (outcomes: readonly Outcome[]) => void = () => {},
): Promise<readonly Outcome[]> {
  const work = mkdtempSync(join(tmpdir(), "pdfd-sweep-"));
  const flags = [
    "--allow-dir",
    work,
    ...corpusFolders.flatMap((folder) => ["--allow-dir", folder]),
    "--port",
    "0",
    "--deadline",
    "45",
    "--ready-json",
  ];
  let ended = false;
  const running = launch([...(executable.command ?? []), "serve", ...flags], { cwd: work });
  try {
    const service: Address = await readyOf(running);
    running.exited.then(
      () => {
        ended = true;
      },
      () => {},
    );
    const all: Outcome[] = [];
    let next = 0;
    const worker = async () => {
      for (let k = next++; k < files.length && !ended; k = next++) {
        const file = files[k];
        if (!file) return;
        const outcomes = await sweepFile(service, file, join(work, String(k)));
        all.push(...outcomes);
        onFile(outcomes);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    const early = ended;
    running.kill("SIGTERM");
    const exit = await running.exited;
    if (early || exit.code !== 0)
      all.push({
        file: "-",
        tool: "stop",
        verdict: "violation",
        detail: `ended ${early ? "too early, " : ""}with ${JSON.stringify(exit)}: ${running.log().slice(-1000)}`,
        ms: 0,
      });
    return all;
  } finally {
    running.kill("SIGKILL");
    rmSync(work, { recursive: true, force: true });
  }
}

/** Counts per tool, one line each. */
export function report(outcomes: readonly Outcome[]): string {
  const tools = [...new Set(outcomes.map(({ tool }) => tool))];
  const rows = tools.map((tool) => {
    const own = outcomes.filter((outcome) => outcome.tool === tool);
    const count = (verdict: Outcome["verdict"]) =>
      own.filter((outcome) => outcome.verdict === verdict).length;
    const slowest = own.reduce((a, b) => (b.ms > a.ms ? b : a));
    return [
      tool,
      count("right"),
      count("refused"),
      count("violation"),
      `${Math.round(slowest.ms)} ms ${slowest.file}`,
    ];
  });
  return [["tool", "right", "refused", "violations", "slowest"], ...rows]
    .map(
      ([tool, ...counts]) =>
        `${String(tool).padEnd(20)}${counts.map((c) => String(c).padStart(11)).join("")}`,
    )
    .join("\n");
}

/** The number of attack file variations in a run. */
const variations = 200;
/** The same variations in every run, unless another seed is given. */
const attackSeed = 17;

/**
 * Runs all attack files whose names contain `part` through every tool, and lists those that exceed or come close to their
 * limits.
 */
async function sweepAttacks(part: string, seed: number): Promise<number> {
  const files = attackFiles(variations, seed).filter(({ name }) => name.includes(part));
  let faults = 0;
  const runs = await runAttacks(files, {
    atOnce: 2,
    onRun(run) {
      const fault = faultOf(run);
      if (fault === undefined) return;
      faults++;
      console.log(`OVER ${fault}`);
    },
  });
  const most = (measure: (run: AttackRun) => number) =>
    runs.toSorted((a, b) => measure(b) - measure(a)).slice(0, 10);
  console.log(
    `\nmost processor time:\n${most(({ seconds }) => seconds)
      .map(lineOf)
      .join("\n")}`,
  );
  console.log(
    `\nmost memory:\n${most(({ bytes }) => bytes)
      .map(lineOf)
      .join("\n")}`,
  );
  console.log(`\n${files.length} attack files, ${runs.length} calls, ${faults} over their bounds`);
  return faults === 0 ? 0 : 1;
}

/**
 * Runs the same files and tools through one interface of the executable. A call has its 10 s of wall-clock time plus
 * startup.
 */
async function sweepFace(face: Face, part: string, seed: number): Promise<number> {
  const files = attackFiles(variations, seed).filter(({ name }) => name.includes(part));
  let calls = 0;
  let faults = 0;
  await runByFace(face, files, ({ attack, tool, right, detail, seconds }) => {
    calls++;
    if (right && seconds <= mostSeconds + 1) return;
    faults++;
    console.log(`OVER ${attack}: ${tool} as ${face} took ${seconds.toFixed(1)} s: ${detail.slice(0, 200)}`);
  });
  console.log(`\n${files.length} attack files, ${calls} calls as ${face}, ${faults} over their bounds`);
  return faults === 0 ? 0 : 1;
}

/** Runs every conforming file through every writing tool and step, and reports the fate of their claims and every fault. */
async function sweepClaims(): Promise<number> {
  const outcomes = await judgeClaims(conformingFiles());
  for (const operation of operations) {
    const own = outcomes.filter((outcome) => outcome.operation === operation);
    const count = (fate: string) => own.filter((outcome) => outcome.fate.startsWith(fate)).length;
    console.log(
      `${operation.padEnd(20)}${count("kept")} kept, ${count("said")} said, ${count("refused")} refused, ${count("wrong")} wrong`,
    );
  }
  const wrong = outcomes.filter(({ fate }) => fate.startsWith("wrong"));
  for (const { file, operation, fate } of wrong) console.log(`VIOLATION ${file} ${operation}: ${fate}`);
  return wrong.length === 0 ? 0 : 1;
}

/**
 * Reports violations of the object model that are in results but not in their inputs. Keys unknown to the model are
 * counted separately, as are results of damaged inputs, in which qpdf sees fewer objects than a tool recovers.
 */
async function sweepArlington(part: string): Promise<number> {
  const model = readModel();
  const conforming = conformingFiles().map(({ file }) => ({ id: file, file, category: "i-conformance" }));
  const files = [...corpusPdfs(), ...conforming].filter(
    ({ file, category }) => file.includes(part) && category !== "h-hostile",
  );
  const counts = { calls: 0, refused: 0, damaged: 0, wrong: 0 };
  const unknown = new Map<string, number>();
  for (const [k, file] of files.entries()) {
    for (const { call, refused, damaged, violations, unknown: keys } of await judgeFile(
      model,
      file,
      files[k - 1],
    )) {
      counts.calls++;
      if (refused !== undefined) counts.refused++;
      if (violations.length > 0) counts[damaged ? "damaged" : "wrong"]++;
      for (const one of violations)
        console.log(`${damaged ? "damaged" : "VIOLATION"} ${file.file} ${call}: ${one}`);
      for (const key of keys) unknown.set(key, (unknown.get(key) ?? 0) + 1);
    }
  }
  for (const [key, count] of unknown) console.log(`unknown key ${key}: ${count}`);
  const { calls, refused, damaged, wrong } = counts;
  console.log(
    `\n${files.length} files, ${calls} calls, ${refused} refused, ${wrong} with new violations, and ${damaged} of damaged files`,
  );
  return wrong === 0 ? 0 : 1;
}

/** The number after a flag. */
function numberOf(flag: string): number | undefined {
  const at = process.argv.indexOf(flag);
  return at < 0 ? undefined : Number(process.argv[at + 1]);
}

/** The part of a name after a flag. */
function partAfter(flag: string): string {
  const given = process.argv[process.argv.indexOf(flag) + 1] ?? "";
  return given.startsWith("--") ? "" : given;
}

if (import.meta.main) {
  if (process.argv.includes("--conformance")) process.exit(await sweepClaims());
  if (process.argv.includes("--arlington")) process.exit(await sweepArlington(partAfter("--arlington")));
  if (process.argv.includes("--attacks")) {
    const part = partAfter("--attacks");
    const seed = numberOf("--seed") ?? attackSeed;
    const face = faces.find((one) => process.argv.includes(`--${one}`));
    process.exit(await (face ? sweepFace(face, part, seed) : sweepAttacks(part, seed)));
  }
  const seconds = numberOf("--fuzz");
  if (seconds !== undefined) {
    const seed = numberOf("--seed") ?? Date.now() % 2 ** 31;
    console.log(`fuzz: ${seconds} s, --seed ${seed}`);
    const result = await fuzz({ seed, seconds, round: numberOf("--round"), log: console.log });
    console.log(JSON.stringify(result));
    process.exit(result.violations > 0 ? 1 : 0);
  }
  const verbose = process.argv.includes("--refused");
  const [part = ""] = process.argv.slice(2).filter((argument) => argument !== "--refused");
  const files = corpusPdfs().filter(({ file }) => file.includes(part));
  const outcomes = await sweep(files, (done) => {
    for (const { verdict, file, tool, detail } of done)
      if (verdict === "violation" || (verbose && verdict === "refused"))
        console.log(`${verdict.toUpperCase()} ${file} ${tool}: ${detail}`);
  });
  console.log(`\n${files.length} files\n${report(outcomes)}`);
  process.exit(outcomes.some(({ verdict }) => verdict === "violation") ? 1 : 0);
}
