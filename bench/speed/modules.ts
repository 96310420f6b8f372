/**
 * Lists the modules that short commands load, and how long each takes to evaluate: builds the executable with a mark at both
 * ends of every module, and runs it. `npx bun bench/speed/modules.ts` shows the slowest modules of five commands;
 * `npx bun bench/speed/modules.ts info merge` lists all modules of these two.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { embedRuntime } from "../../scripts/release/embed-runtime.ts";
import { compileOptions, executableOptions } from "../../scripts/release/executable-options.ts";

const checkout = resolve(import.meta.dirname, "../..");
const report = join(checkout, "examples/report.pdf");
const rounds = 15;

const commands: Readonly<Record<string, (out: string) => readonly string[]>> = {
  info: () => [report],
  "rotate-pages": (out) => [report, "--angle", "90", "-o", out],
  "extract-pages": (out) => [report, "--pages", "1-2", "-o", out],
  merge: (out) => [report, report, report, "-o", out],
  split: (out) => [report, "--mode", "pages", "-o", out],
};

const mark = (name: string) =>
  `(globalThis.marks ??= []).push([${JSON.stringify(name)}, performance.now()]);`;
const save = `require("node:fs").appendFileSync(process.env.PDFD_MARKS, JSON.stringify(globalThis.marks) + "\\n");`;
/** What each thread does when it has finished. */
const atEnd: Readonly<Record<string, string>> = {
  "src/main.ts": `process.on("exit", () => { ${save} });`,
  "src/cli/call/call.ts": `const answer = self.postMessage.bind(self); self.postMessage = (code) => { ${save} answer(code); };`,
};

const marks: Bun.BunPlugin = {
  name: "marks",
  setup(build) {
    build.onLoad({ filter: /[\\/](src|valibot[\\/]dist)[\\/].*\.(ts|mjs)$/ }, async ({ path }) => {
      const module = relative(checkout, path).replaceAll("\\", "/");
      // These are imported as text, or replaced.
      if (/\/assets\/(clients\/|embedded-runtime)/.test(module)) return undefined;
      const text = (await Bun.file(path).text()).replace(/^#!.*/, "");
      // Imports are evaluated before the first line, and functions exist from the start.
      const contents = `${mark(`+${module}`)}${atEnd[module] ?? ""}${text}\n${mark(`-${module}`)}`;
      return { contents, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
  },
};

/** Builds the executable with marks. Returns the size of each module in it, in bytes of code. */
async function build(outfile: string): Promise<ReadonlyMap<string, number>> {
  const { metafile } = await Bun.build({
    ...executableOptions,
    plugins: [embedRuntime(undefined), marks],
    compile: { outfile, ...compileOptions },
  });
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.entries(output.inputs));
  return new Map(
    inputs.map(([path, { bytesInOutput }]) => [relative(checkout, resolve(path)), bytesInOutput]),
  );
}

type Mark = readonly [name: string, ms: number];

/** One run's modules, and the milliseconds that each thread took for them; the call's thread comes first. */
function modulesOf(log: string): Map<string, number> {
  const threads: Mark[][] = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const all = new Map<string, number>();

  for (const [k, thread] of threads.entries()) {
    const started = new Map(thread.map(([name, ms]) => [name, ms]));
    for (const [name, ms] of thread) {
      if (!name.startsWith("-")) continue;
      const module = name.slice(1);
      all.set(k === 0 ? module : `${module} (main thread)`, ms - (started.get(`+${module}`) ?? ms));
    }
  }
  return all;
}

/** Every module of a command with its least time, slowest first. */
function measure(program: string, folder: string, command: string): (readonly [string, number])[] {
  const least = new Map<string, number>();

  for (let round = 0; round < rounds; round++) {
    const log = join(folder, `${command}-${round}.log`);
    const args = commands[command]?.(join(folder, `${command}-${round}.pdf`)) ?? [];
    const { exitCode, stderr } = Bun.spawnSync([program, command, ...args], {
      env: { ...process.env, PDFD_MARKS: log },
      stdout: "ignore",
    });
    if (exitCode !== 0) throw new Error(`${command}: ${stderr}`);
    for (const [module, ms] of modulesOf(readFileSync(log, "utf8")))
      least.set(module, Math.min(ms, least.get(module) ?? ms));
  }

  return [...least].sort(([, a], [, b]) => b - a);
}

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !(name in commands));
if (unknown !== undefined) throw new Error(`${unknown}: known are ${Object.keys(commands).join(", ")}`);

const folder = mkdtempSync(join(tmpdir(), "pdfd-modules-"));
try {
  const program = join(folder, "pdfd");
  const sizes = await build(program);
  const bytesOf = (module: string) => sizes.get(module.replace(" (main thread)", "")) ?? 0;

  for (const command of chosen.length > 0 ? chosen : Object.keys(commands)) {
    const modules = measure(program, folder, command);
    const [ms, bytes] = [
      modules.reduce((sum, [, one]) => sum + one, 0),
      modules.reduce((sum, [module]) => sum + bytesOf(module), 0),
    ];
    console.log(
      `${command}: ${modules.length} modules, ${Math.round(bytes / 1000)} kB, evaluated in ${ms.toFixed(1)} ms`,
    );
    for (const [module, own] of chosen.length > 0 ? modules : modules.slice(0, 10))
      console.log(`  ${own.toFixed(3)} ms  ${String(bytesOf(module)).padStart(6)} bytes  ${module}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
