/**
 * `npm run soak` makes mixed calls and jobs to the executable; memory and file descriptors must stay flat, and no files may
 * remain. Options: --minutes <n, 1>, --parallel <n, 4>. Prints its figures; exits with 1 if a limit is exceeded.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { processTree } from "../speed/measure.ts";
import { PdfWriter } from "../speed/pdf-writer.ts";
import { type Service, startService } from "../speed/service.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "1" }, parallel: { type: "string", default: "4" } },
});

/** The growth allowed after the first fifth of the run: of the serving process, in MB, and of file descriptors. */
const maxGrowthMb = 40;
const maxGrowthFds = 12;

interface Sample {
  readonly calls: number;
  readonly rssMb: number;
  readonly fds: number;
  readonly processes: number;
}

function makeInput(path: string): void {
  using pdf = new PdfWriter(path);
  const font = pdf.object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
  const tree = pdf.reserve();
  const pages = Array.from({ length: 12 }, (_, k) => {
    const content = pdf.stream("", `BT /F1 12 Tf 50 700 Td (Soak page ${k + 1}) Tj ET`);
    return pdf.object(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 ${font} 0 R>>>>/Contents ${content} 0 R>>`,
    );
  });
  pdf.object(
    `<</Type/Pages/Kids[${pages.map((num) => `${num} 0 R`).join(" ")}]/Count ${pages.length}>>`,
    tree,
  );
  pdf.finish(pdf.object(`<</Type/Catalog/Pages ${tree} 0 R>>`));
}

function sample(service: Service, calls: number): Sample {
  const status = readFileSync(`/proc/${service.pid}/status`, "latin1");
  return {
    calls,
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    fds: readdirSync(`/proc/${service.pid}/fd`).length,
    processes: processTree(service.pid).length,
  };
}

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "latin1"));
  } catch {
    return false;
  }
}

/** Zombies that stay. A process that has just exited gets time, because its parent must run to reap it. */
async function lastingZombies(root: number): Promise<number[]> {
  let dead = processTree(root).filter(isZombie);
  for (let look = 0; look < 50 && dead.length > 0; look++) {
    await Bun.sleep(100);
    dead = dead.filter(isZombie);
  }
  return dead;
}

/** The calls of one round. Every output is deleted afterwards, so that only pdfd's own leftovers remain. */
function round(
  n: number,
  hook: string,
): { readonly path: string; readonly body: object; readonly expect: number; readonly out?: string }[] {
  const out = (name: string) => `${name}-${n}.pdf`;
  const tool = (name: string) => `/v1/tools/${name}`;
  return [
    { path: tool("pdf_info"), body: { input: "in.pdf" }, expect: 200 },
    { path: tool("pdf_read_text"), body: { input: "in.pdf" }, expect: 200 },
    {
      path: tool("pdf_rotate_pages"),
      body: { input: "in.pdf", output: out("rotated") },
      expect: 200,
      out: out("rotated"),
    },
    {
      path: tool("pdf_merge"),
      body: { inputs: ["in.pdf", "in.pdf"], output: out("merged") },
      expect: 200,
      out: out("merged"),
    },
    {
      path: tool("pdf_split"),
      body: { input: "in.pdf", mode: "pages", output_folder: `split-${n}` },
      expect: 200,
      out: `split-${n}`,
    },
    { path: tool("pdf_info"), body: { input: "broken.pdf" }, expect: 422 },
    {
      path: tool("pdf_extract_pages"),
      body: { input: "in.pdf", pages: "99", output: out("never") },
      expect: 422,
    },
    {
      path: "/v1/jobs",
      body: { tool: "pdf_rotate_pages", input: { input: "in.pdf", output: out("job") }, callback_url: hook },
      expect: 202,
      out: out("job"),
    },
  ];
}

const folder = mkdtempSync(join(tmpdir(), "pdfd-soak-"));
makeInput(join(folder, "in.pdf"));
await Bun.write(join(folder, "broken.pdf"), "%PDF-1.7\nnothing that follows is a document");
let events = 0;
const receiver = createServer((_, answer) => {
  events++;
  answer.end();
});
await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
const address = receiver.address();
const hook = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;

const failures: string[] = [];
const samples: Sample[] = [];
{
  await using service = await startService([folder]);
  const end = performance.now() + Number(values.minutes) * 60_000;
  let calls = 0;
  let rounds = 0;
  let openJobs = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      const n = rounds++;
      for (const call of round(n, hook)) {
        const answer = await service.request("POST", call.path, call.body);
        calls++;
        if (answer.status !== call.expect && answer.status !== 429)
          failures.push(`${call.path} answered ${answer.status}: ${answer.text}`);
        if (answer.status === 202) {
          openJobs++;
          const { id } = JSON.parse(answer.text);
          const done = await service.request("GET", `/v1/jobs/${id}?wait=30`);
          if (!done.text.includes('"succeeded"')) failures.push(`job: ${done.text}`);
        }
        if (call.out) rmSync(join(folder, call.out), { recursive: true, force: true });
      }
      if (n % 20 === 0) samples.push(sample(service, calls));
    }
  };
  await Promise.all(Array.from({ length: Number(values.parallel) }, lane));
  samples.push(sample(service, calls));
  const settled = samples[Math.floor(samples.length / 5)] ?? samples[0];
  const last = samples.at(-1);
  if (settled && last) {
    if (last.rssMb - settled.rssMb > maxGrowthMb)
      failures.push(`memory grew from ${settled.rssMb} to ${last.rssMb} MB`);
    if (last.fds - settled.fds > maxGrowthFds)
      failures.push(`file descriptors grew from ${settled.fds} to ${last.fds}`);
    const per1000 = ((last.rssMb - settled.rssMb) / Math.max(1, last.calls - settled.calls)) * 1000;
    console.log(
      `calls ${calls}, jobs ${openJobs}, events ${events}, memory slope ${per1000.toFixed(2)} MB per 1,000 calls`,
    );
  }
  for (const one of samples.filter(
    (_, k) => k % Math.ceil(samples.length / 8) === 0 || k === samples.length - 1,
  )) {
    console.log(
      `after ${one.calls} calls: ${one.rssMb.toFixed(1)} MB, ${one.fds} descriptors, ${one.processes} processes`,
    );
  }
  const dead = await lastingZombies(service.pid);
  if (dead.length > 0) failures.push(`zombies: ${dead.join(", ")}`);
  if (events === 0) failures.push("no event arrived");
}
receiver.close();
const left = readdirSync(folder).filter((name) => name !== "in.pdf" && name !== "broken.pdf");
if (left.length > 0) failures.push(`left behind: ${left.join(", ")}`);
rmSync(folder, { recursive: true, force: true });
for (const failure of failures.slice(0, 20)) console.log(`FAILED ${failure}`);
console.log(failures.length === 0 ? "soak: flat, nothing left behind" : `soak: ${failures.length} failures`);
process.exit(failures.length === 0 ? 0 : 1);
