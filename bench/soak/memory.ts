/**
 * `npm run soak:memory -- --folder <PDFs>`: clients make mixed calls on a folder's documents, the same ones in the same order
 * each time, and the memory of all engines is added up four times a second. Options: --minutes <n, 5>, --clients <n, 8>.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { processTree } from "../speed/measure.ts";
import { startService } from "../speed/service.ts";

const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    minutes: { type: "string", default: "5" },
    clients: { type: "string", default: "8" },
  },
});
if (values.folder === undefined) throw new Error("--folder is missing: a folder of PDFs");

const sampleMs = 250;
/** Larger files would be the whole measurement. */
const maxBytes = 20_000_000;

const folder = resolve(values.folder);
const files = [...new Bun.Glob("**/*.pdf").scanSync({ cwd: folder, absolute: true })]
  .filter((path) => statSync(path).size < maxBytes)
  .sort();
const scratch = mkdtempSync(join(tmpdir(), "pdfd-memory-"));

/** Of each ten calls, seven read. */
const calls: readonly ((out: string) => readonly [tool: string, fields: object])[] = [
  () => ["pdf_read_text", {}],
  () => ["pdf_info", {}],
  () => ["pdf_extract_structure", {}],
  () => ["pdf_search", { query: "the" }],
  () => ["pdf_read_text", { max_chars: 200_000 }],
  () => ["pdf_find_leaks", {}],
  (out) => ["pdf_render_pages", { pages: "1-3", output_folder: out }],
  (out) => ["pdf_optimize", { output: `${out}.pdf` }],
  (out) => ["pdf_rotate_pages", { output: `${out}.pdf` }],
  () => ["pdf_extract_structure", { format: "json" }],
];

/** Resident bytes of a process, without the pages of files that all engines share; 0 if it is gone. */
function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const sums: number[] = [];
let largest = 0;
let engines = 0;
let made = 0;
const statuses = new Map<number, number>();
{
  await using service = await startService([folder, scratch]);
  const timer = setInterval(() => {
    const own = processTree(service.pid).map(residentMb);
    sums.push(own.reduce((sum, one) => sum + one, 0));
    largest = Math.max(largest, ...own);
    engines = Math.max(engines, own.length - 1);
  }, sampleMs);
  const end = performance.now() + Number(values.minutes) * 60_000;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const n = made++;
      // 7,919 is prime: all files come up, in another order than the calls.
      const input = files[(n * 7919) % files.length];
      const out = join(scratch, `${n}`);
      const [tool, fields] = calls[n % calls.length]?.(out) ?? ["pdf_info", {}];
      const { status } = await service.request("POST", `/v1/tools/${tool}`, { input, ...fields });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      for (const path of [out, `${out}.pdf`]) rmSync(path, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: Number(values.clients) }, client));
  clearInterval(timer);
}
rmSync(scratch, { recursive: true, force: true });

const sorted = sums.toSorted((a, b) => a - b);
const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
console.log(
  `${made} calls (${[...statuses].map(([status, count]) => `${status}: ${count}`).join(", ")}); all processes: median ${at(0.5)} MB, 95 % ${at(0.95)} MB, peak ${at(1)} MB; largest process ${Math.round(largest)} MB; at most ${engines} engines`,
);
