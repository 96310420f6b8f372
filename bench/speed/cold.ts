/**
 * `bun bench/speed/cold.ts`: whole processes of dist/pdfd beside qpdf and mutool on the same files, one after the other in
 * turn, so that a busy computer slows all alike. Prints medians of processor and wall time in milliseconds, and ratios.
 * Options: --rounds <n, 15>, --folder <where the files are made>.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Cost, median, runNative } from "./measure.ts";
import { benchFolder, makeWorkloads } from "./workloads.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    folder: { type: "string", default: benchFolder },
  },
});
const pdfd = resolve(import.meta.dirname, "../../dist/pdfd");
const files = makeWorkloads(values.folder);
const scratch = mkdtempSync(join(values.folder, "cold-"));
// mutool takes an argument without .pdf for a list of pages.
const out = join(scratch, "out.pdf");

/** One command in three programs; `goal` is for processor time against qpdf (5 pages: 2.5, from 1 MB up: 1). */
interface Row {
  readonly name: string;
  readonly goal: number;
  readonly pdfd: readonly string[];
  readonly qpdf: readonly string[];
  readonly mutool?: readonly string[];
  /** `out` is a folder that qpdf wants to find. */
  readonly folder?: boolean;
}

function rowsFor(name: string, file: string, goal: number): Row[] {
  return [
    {
      name: `rotate-pages, ${name}`,
      goal,
      pdfd: ["rotate-pages", file, "-o", out],
      qpdf: ["--rotate=+90", file, out],
      mutool: ["clean", file, out],
    },
    {
      name: `info, ${name}`,
      goal,
      pdfd: ["info", file, "--json"],
      // What tells the size of every page, as info does.
      qpdf: ["--json", "--json-key=pages", file],
      mutool: ["pages", file],
    },
    {
      name: `merge, ${name}, twice`,
      goal,
      pdfd: ["merge", file, file, "-o", out],
      qpdf: ["--empty", "--pages", file, file, "--", out],
      mutool: ["merge", "-o", out, file, file],
    },
    {
      name: `split, ${name}`,
      goal,
      pdfd: ["split", file, "--mode", "pages", "-o", out, "--quiet"],
      qpdf: ["--split-pages", file, join(out, "page-%d.pdf")],
      folder: true,
    },
  ];
}

const rows: Row[] = [
  { name: "--version", goal: 2.5, pdfd: ["--version"], qpdf: ["--version"] },
  ...rowsFor("small, 5 pages", files.small, 2.5),
  {
    name: "info beside --show-npages, 5 pages",
    goal: 2.5,
    pdfd: ["info", files.small, "--json"],
    // The page count alone: no page is looked at.
    qpdf: ["--show-npages", files.small],
    mutool: ["info", files.small],
  },
  ...rowsFor("text, 1,000 pages, 0.6 MB", files.text, 2.5),
  ...rowsFor("many, 5,000 pages, 2.6 MB", files.many, 1),
  ...rowsFor("text, 20,000 pages, 9.5 MB", files.huge, 1).slice(0, 2),
  ...rowsFor("images, 140 MB", files.images, 1).slice(0, 2),
];

function once(command: readonly string[], folder: boolean): Cost {
  rmSync(out, { recursive: true, force: true });
  if (folder) mkdirSync(out);
  return runNative(command);
}

console.log(`${"".padEnd(38)} pdfd cpu/wall   qpdf cpu/wall mutool cpu/wall  cpu x  wall x  goal`);
for (const row of rows) {
  // Rounds of what takes long are few: seconds need no median of many.
  const slow = once(["qpdf", ...row.qpdf], row.folder === true).wall > 400;
  const rounds = slow ? 3 : Number(values.rounds);
  const costs: Record<"pdfd" | "qpdf" | "mutool", Cost[]> = { pdfd: [], qpdf: [], mutool: [] };
  for (let k = 0; k < rounds; k++) {
    costs.pdfd.push(once([pdfd, ...row.pdfd], row.folder === true));
    costs.qpdf.push(once(["qpdf", ...row.qpdf], row.folder === true));
    if (row.mutool) costs.mutool.push(once(["mutool", ...row.mutool], false));
  }
  const middle = (all: readonly Cost[], what: keyof Cost) => median(all.map((cost) => cost[what]));
  const shown = (all: readonly Cost[]) =>
    all.length === 0
      ? "-".padStart(15)
      : `${middle(all, "cpu").toFixed(1)}/${middle(all, "wall").toFixed(1)}`.padStart(15);
  const ratio = (what: keyof Cost) => middle(costs.pdfd, what) / middle(costs.qpdf, what);
  const verdict = ratio("cpu") <= row.goal ? "met" : "MISSED";
  const cells = [shown(costs.pdfd), shown(costs.qpdf), shown(costs.mutool)];
  console.log(
    `${row.name.padEnd(38)}${cells.join(" ")} ${ratio("cpu").toFixed(2).padStart(6)} ${ratio("wall").toFixed(2).padStart(6)}  ${row.goal} ${verdict}`,
  );
}
rmSync(scratch, { recursive: true, force: true });
