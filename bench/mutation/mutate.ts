/**
 * `npm run mutate -- --folder src/cos` makes small changes to a folder's sources, one at a time in a copy of the checkout,
 * and reports those that no test detects. --folder can be repeated; --count <n, 40> for each folder, --seed <n>,
 * --file <part of a path>, --kind <threshold, negated, ...>, --tests <folder in test, can be repeated>, --verbose. It runs
 * the in-process tests that reach the changed code, fastest first.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Mutation, mutated, mutationsOf, noting, sampleOf } from "./mutations.ts";

const checkout = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    folder: { type: "string", multiple: true, default: ["src/cos", "src/document", "src/files"] },
    count: { type: "string", default: "40" },
    seed: { type: "string", default: "20260113" },
    file: { type: "string", default: "" },
    kind: { type: "string", default: "" },
    tests: { type: "string", multiple: true },
    verbose: { type: "boolean", default: false },
  },
});

/** Rooms whose tests run in process and take seconds. */
const quickFolders = ["cos", "core", "document", "files", "recovery", "steps", "tools", "typeset"];
/** The requested test folders; by default the quick ones and those of the changed rooms. */
const testFolders = values.tests ?? [
  ...new Set([...quickFolders, ...values.folder.map((folder) => folder.split("/")[1])]),
];
/** Test files that take minutes together: the corpus, large documents, random damage and races. */
const slow = [
  "corpus",
  "large",
  "growing",
  "mutation",
  "race",
  "reading-parts",
  "protect",
  "written-by-qpdf",
];
/** The total sequential time of a mutation's tests outside its own room. */
const longestRunMs = 8000;
/** Far more than the tests need, even on a busy machine; a slower run is probably in an endless loop. */
const deadlineMs = (tests: readonly TestFile[]) =>
  Math.max(180_000, 20 * tests.reduce((sum, { ms }) => sum + ms, 0));

interface TestFile {
  readonly path: string;
  readonly ms: number;
}

type Outcome = "killed" | "timed out" | "survived" | "not reached";

/** Copies tracked and unignored files, so that a mutation that writes files can't damage the checkout. */
function copyOfCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), "pdfd-mutate-"));
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: checkout,
    encoding: "utf8",
  });
  for (const path of listed.stdout.split("\n")) {
    if (path === "" || !existsSync(join(checkout, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(checkout, path), join(copy, path));
  }
  for (const folder of ["node_modules", "dist"])
    if (existsSync(join(checkout, folder))) symlinkSync(join(checkout, folder), join(copy, folder));
  for (const folder of ["tmp", "home"]) mkdirSync(join(copy, folder));
  return copy;
}

/** Runs Vitest in the copy and kills its process group if it takes too long. */
function vitest(
  copy: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  limitMs: number,
): Promise<number | "timed out"> {
  const child = spawn(
    join(copy, "node_modules/.bin/vitest"),
    ["run", "--config", "bench/mutation/vitest.config.ts", "--reporter=json", ...args],
    {
      cwd: copy,
      detached: true,
      stdio: "ignore",
      env: { ...process.env, TMPDIR: join(copy, "tmp"), HOME: join(copy, "home"), CI: "", ...environment },
    },
  );
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      done("timed out");
    }, limitMs);
    child.once("error", fail);
    child.once("exit", (code) => {
      clearTimeout(timer);
      done(code ?? 1);
    });
  });
}

/** Sources as first read, because the checkout may change during the run. */
const sources = new Map<string, string>();

function sourceOf(file: string): string {
  const source = sources.get(file) ?? readFileSync(join(checkout, file), "utf8");
  sources.set(file, source);
  return source;
}

function chosenMutations(folder: string): Mutation[] {
  const files = globSync(`${folder}/**/*.ts`, { cwd: checkout })
    .filter((path) => path.includes(values.file))
    .sort();
  const all = files
    .flatMap((file) => mutationsOf(file, sourceOf(file)))
    .filter(({ kind }) => values.kind === "" || kind === values.kind);
  return sampleOf(all, Number(values.count), Number(values.seed));
}

/** The test files that reach each mutation, fastest first. Ignores files that fail without a mutation. */
async function testsThatReach(
  copy: string,
  mutations: readonly Mutation[],
): Promise<ReadonlyMap<Mutation, readonly TestFile[]>> {
  const byFile = Map.groupBy([...mutations.entries()], ([, { file }]) => file);
  for (const [file, some] of byFile) writeFileSync(join(copy, file), noting(sourceOf(file), some));
  const [notes, results] = [join(copy, "reached.txt"), join(copy, "results.json")];
  const patterns = testFolders.map((folder) => `test/${folder}/**/*.test.ts`);
  const tests = globSync(patterns, { cwd: copy }).filter((path) => !slow.some((name) => path.includes(name)));
  await vitest(copy, [`--outputFile=${results}`, ...tests], { PDFD_REACHED: notes }, 900_000);
  for (const file of byFile.keys()) writeFileSync(join(copy, file), sourceOf(file));

  const {
    testResults,
  }: { testResults: { name: string; status: string; startTime: number; endTime: number }[] } = JSON.parse(
    readFileSync(results, "utf8"),
  );
  const usable = new Map<string, TestFile>();
  for (const { name, status, startTime, endTime } of testResults) {
    const path = relative(copy, name);
    if (status !== "passed") console.log(`left out, because it fails without a mutation: ${path}`);
    else usable.set(path, { path, ms: endTime - startTime });
  }
  const reaching = new Map<Mutation, TestFile[]>(mutations.map((mutation) => [mutation, []]));
  for (const line of readFileSync(notes, "utf8").trim().split("\n")) {
    const { file, ids }: { file: string; ids: number[] } = JSON.parse(line);
    const test = usable.get(relative(copy, file));
    if (test === undefined) continue;
    for (const id of ids) {
      const mutation = mutations[id];
      if (mutation !== undefined) reaching.get(mutation)?.push(test);
    }
  }
  for (const tests of reaching.values()) tests.sort((a, b) => a.ms - b.ms);
  return reaching;
}

async function outcomeOf(copy: string, mutation: Mutation, tests: readonly TestFile[]): Promise<Outcome> {
  const room = `test/${mutation.file.split("/")[1]}/`;
  const own = tests.filter(({ path }) => path.startsWith(room));
  let ms = 0;
  const some = own.map(({ path }) => path);
  for (const test of tests) {
    if (own.includes(test)) continue;
    ms += test.ms;
    if (ms <= longestRunMs) some.push(test.path);
  }
  if (some.length === 0) return "not reached";
  const code = sourceOf(mutation.file);
  writeFileSync(join(copy, mutation.file), mutated(code, mutation));
  try {
    const exit = await vitest(
      copy,
      ["--bail=1", `--outputFile=${join(copy, "one.json")}`, ...some],
      {},
      deadlineMs(tests),
    );
    if (exit === "timed out") return exit;
    return exit === 0 ? "survived" : "killed";
  } finally {
    writeFileSync(join(copy, mutation.file), code);
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").slice(0, 90);
const copy = copyOfCheckout();
try {
  const mutations = values.folder.flatMap(chosenMutations);
  const reaching = await testsThatReach(copy, mutations);
  for (const folder of values.folder) {
    const [counts, started] = [new Map<Outcome, number>(), performance.now()];
    const own = mutations.filter(({ file }) => file.startsWith(`${folder}/`));
    for (const mutation of own.sort((a, b) => (a.file < b.file ? -1 : 1))) {
      const outcome = await outcomeOf(copy, mutation, reaching.get(mutation) ?? []);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      const lives = outcome === "survived" || outcome === "not reached";
      const { file, line, kind, original, replacement } = mutation;
      const change = kind === "returned early" ? "" : `: ${oneLine(original)} → ${oneLine(replacement)}`;
      if (lives || values.verbose) console.log(`${outcome}: ${file}:${line} ${kind}${change}`);
    }
    const killed = (counts.get("killed") ?? 0) + (counts.get("timed out") ?? 0);
    const share = ((100 * killed) / Math.max(own.length, 1)).toFixed(0);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${folder}: ${killed} of ${own.length} mutations killed, ${share} %, in ${seconds} s`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
