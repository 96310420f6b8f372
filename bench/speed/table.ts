/**
 * `npm run bench:table`: the table of README.md (docs/speed.md). Each operation as a call of a running service, as a command of its own,
 * and by the other program, in turn and on the same files. Times are processor time of all processes of a side, in
 * milliseconds, medians of rounds. Options: --rounds <n, 7>, --folder <where the files are made>, --write (into README.md).
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { version } from "../../src/core/version.ts";
import { cpuBetween, median, runNative, treeCpu } from "./measure.ts";
import { executable, startService } from "./service.ts";
import { benchFolder, makeWorkloads, password } from "./workloads.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    folder: { type: "string", default: benchFolder },
    write: { type: "boolean", default: false },
  },
});

const files = makeWorkloads(values.folder);
const scratch = mkdtempSync(join(values.folder, "table-"));
const passwordFile = join(scratch, "password");
writeFileSync(passwordFile, password);

interface Operation {
  readonly name: string;
  readonly tool: string;
  readonly input: object;
  /** The same as a command; `-o` and the output follow where it writes. */
  readonly command: readonly string[];
  /** Whether it writes `output`. */
  readonly writes: boolean;
  /** The programs that do the same or the nearest to it, writing to `out`. */
  readonly others: Readonly<Record<string, (out: string) => readonly string[]>>;
}

const pages50 = Array.from({ length: 50 }, (_, k) => k + 1).join(",");

const operations: readonly Operation[] = [
  {
    name: "Pages, sizes and properties of 5 pages",
    tool: "pdf_info",
    input: { input: files.small },
    command: ["info", files.small],
    writes: false,
    others: {
      qpdf: () => ["qpdf", "--json", "--json-key=pages", files.small],
      mutool: () => ["mutool", "pages", files.small],
    },
  },
  {
    name: "Turn 5 pages",
    tool: "pdf_rotate_pages",
    input: { input: files.small },
    command: ["rotate-pages", files.small],
    writes: true,
    others: { qpdf: (out) => ["qpdf", "--rotate=+90", files.small, out] },
  },
  {
    name: "Turn 110 pages of images, 140 MB",
    tool: "pdf_rotate_pages",
    input: { input: files.images },
    command: ["rotate-pages", files.images],
    writes: true,
    others: { qpdf: (out) => ["qpdf", "--rotate=+90", files.images, out] },
  },
  {
    name: "Merge 100 files",
    tool: "pdf_merge",
    input: { inputs: files.merge100 },
    command: ["merge", ...files.merge100],
    writes: true,
    others: {
      qpdf: (out) => ["qpdf", "--empty", "--pages", ...files.merge100, "--", out],
      mutool: (out) => ["mutool", "merge", "-o", out, ...files.merge100],
    },
  },
  {
    name: "Take 500 of 1,000 pages",
    tool: "pdf_extract_pages",
    input: { input: files.text, pages: "1-500" },
    command: ["extract-pages", files.text, "--pages", "1-500"],
    writes: true,
    others: {
      qpdf: (out) => ["qpdf", files.text, "--pages", ".", "1-500", "--", out],
      mutool: (out) => ["mutool", "merge", "-o", out, files.text, "1-500"],
    },
  },
  {
    name: "Encrypt 140 MB with AES-256",
    tool: "pdf_protect",
    input: { input: files.images, password },
    command: ["protect", files.images, "--password-file", passwordFile],
    writes: true,
    others: { qpdf: (out) => ["qpdf", "--encrypt", password, password, "256", "--", files.images, out] },
  },
  {
    name: "Repair 1,000 pages without a cross-reference",
    tool: "pdf_repair",
    input: { input: files.damagedText },
    command: ["repair", files.damagedText],
    writes: true,
    others: {
      qpdf: (out) => ["qpdf", files.damagedText, out],
      mutool: (out) => ["mutool", "clean", files.damagedText, out],
    },
  },
  {
    name: "Text of 50 pages",
    tool: "pdf_read_text",
    input: { input: files.text, pages: "1-50", max_chars: 200_000 },
    command: ["read-text", files.text, "--pages", "1-50", "--max-chars", "200000"],
    writes: false,
    others: {
      mutool: () => ["mutool", "draw", "-q", "-F", "txt", "-o", "/dev/null", files.text, "1-50"],
      liteparse: () => ["liteparse", "parse", "-q", "--no-ocr", "--target-pages", "1-50", files.text],
    },
  },
  {
    name: "Markdown of 50 pages",
    tool: "pdf_extract_structure",
    input: { input: files.text, pages: "1-50", max_chars: 400_000 },
    command: ["extract-structure", files.text, "--pages", "1-50", "--max-chars", "400000"],
    writes: false,
    others: {
      liteparse: () => [
        ...["liteparse", "parse", "-q", "--no-ocr", "--format", "markdown"],
        ...["--target-pages", "1-50", files.text],
      ],
      "pdf-inspector": () => ["pdf-inspector", files.text, "--pages", pages50],
    },
  },
];

/** Processor time of calls before any counts, in milliseconds. */
const warmMs = 5000;

/** The version of a program, of an npm package that of its manifest; undefined where it is not installed. */
function versionOf(program: string): string | undefined {
  const manifest = findPackage(Bun.which(program));
  if (manifest !== undefined) return manifest;
  const flag = program === "mutool" ? "-v" : "--version";
  const { status, stdout, stderr } = spawnSync(program, [flag], { encoding: "utf8" });
  if (status === null) return undefined;
  return /\d+\.\d+(\.\d+)?/.exec(`${stdout}${stderr}`)?.[0] ?? "";
}

/** The version in the first package.json above a program that lies in node_modules. */
function findPackage(path: string | null): string | undefined {
  let folder = path === null ? "" : dirname(realpathSync(path));
  while (folder.includes("node_modules")) {
    const manifest = join(folder, "package.json");
    if (existsSync(manifest)) return JSON.parse(readFileSync(manifest, "utf8")).version;
    folder = dirname(folder);
  }
  return undefined;
}

let made = 0;
const newName = () => join(scratch, `out-${made++}.pdf`);

/** Processor time of a call of the service, in milliseconds: its clock ticks every 10, so a round has many calls. */
async function warm(service: Awaited<ReturnType<typeof startService>>, { tool, input, writes }: Operation) {
  const once = async () => {
    const output = newName();
    await service.call(tool, writes ? { ...input, output } : input);
    rmSync(output, { force: true });
  };
  // The compilers of the runtime need many calls until short ones cost what they cost a service that runs.
  const begun = treeCpu(service.pid);
  while (cpuBetween(begun, treeCpu(service.pid)) < warmMs) for (let k = 0; k < 20; k++) await once();
  const begin = performance.now();
  await once();
  const calls = Math.min(500, Math.max(2, Math.ceil(500 / (performance.now() - begin))));
  return async () => {
    const before = treeCpu(service.pid);
    for (let k = 0; k < calls; k++) await once();
    return cpuBetween(before, treeCpu(service.pid)) / calls;
  };
}

function cold(command: (out: string) => readonly string[]): number {
  const out = newName();
  const { cpu } = runNative(command(out));
  rmSync(out, { force: true });
  return cpu;
}

const programs = ["qpdf", "mutool", "liteparse", "pdf-inspector"] as const;
const versions = new Map(programs.map((program) => [program, versionOf(program)]));

const shown = (ms: number | undefined) => {
  if (ms === undefined) return "";
  return ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString("en");
};

async function rowOf(operation: Operation): Promise<string> {
  await using service = await startService([values.folder]);
  const call = await warm(service, operation);
  const sides: Record<string, number[]> = { call: [], command: [] };
  for (let round = 0; round < Number(values.rounds); round++) {
    sides.call?.push(await call());
    sides.command?.push(
      cold((out) => [executable, ...operation.command, ...(operation.writes ? ["-o", out] : [])]),
    );
    for (const program of programs) {
      const command = versions.get(program) === undefined ? undefined : operation.others[program];
      if (command) sides[program] = [...(sides[program] ?? []), cold(command)];
    }
  }
  const cells = ["call", "command", ...programs].map((side) => {
    const times = sides[side];
    return shown(times && median(times));
  });
  return `| ${operation.name} | ${cells.join(" | ")} |\n`;
}

// Other work on the machine makes all sides slower: the report names how much there was.
const load = loadavg()[0]?.toFixed(0);
const lines: string[] = [];
for (const operation of operations) {
  const line = await rowOf(operation);
  process.stderr.write(line);
  lines.push(line);
}
rmSync(scratch, { recursive: true, force: true });
const named = programs.map((program) => `${program} ${versions.get(program) ?? "(not installed)"}`);
const table = `Measured on ${new Date().toISOString().slice(0, 10)} with pdfd ${version} as an executable, on ${cpus().length} × ${cpus()[0]?.model.trim()}, ${process.platform}, with a load of ${load} by other work. Processor time in milliseconds, medians of ${values.rounds} rounds, beside ${named.join(", ")}.

| Operation | pdfd, a call of the service | pdfd, a command | ${programs.join(" | ")} |
|---|---|---|${programs.map(() => "---|").join("")}
${lines.join("")}`;
if (values.write) {
  const path = resolve(import.meta.dirname, "../../README.md");
  const text = readFileSync(path, "utf8");
  const begin = text.indexOf("\n", text.indexOf("<!-- Times")) + 1;
  writeFileSync(path, text.slice(0, begin) + table + text.slice(text.indexOf("<!-- end of the times -->")));
} else console.log(table);
