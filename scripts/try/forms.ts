/**
 * `npm run try:forms` runs the executables for other systems, as far as Debian can, and compares their results with those of
 * the one for Linux on x64. It needs root, `npm run build -- --all`, and the packages it names. See docs/install.md for results.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Prepared, systems } from "./systems.ts";

const checkout = resolve(import.meta.dirname, "../..");
const release = join(checkout, "dist/release");
const corpus = join(checkout, "test/fixtures/corpus");
const inputs: Readonly<Record<string, string>> = {
  "letter.pdf": join(checkout, "examples/letter.pdf"),
  "report.pdf": join(checkout, "examples/report.pdf"),
  "form.pdf": join(corpus, "a-text/a-pypdf-pdflatex-forms.pdf"),
  "scan.pdf": join(checkout, "test/fixtures/ocr/thai-scan.pdf"),
  "damaged.pdf": join(corpus, "d-damaged", readdirSync(join(corpus, "d-damaged")).sort()[0] ?? ""),
};

/** Commands that read are compared by their output; commands that write, by their files: `out.pdf`, or those in `out`. */
const commands: readonly (readonly string[])[] = [
  ["info", "form.pdf", "--json"],
  ["read-text", "report.pdf"],
  ["extract-structure", "report.pdf"],
  ["search", "page", "report.pdf"],
  ["merge", "letter.pdf", "report.pdf", "-o", "out.pdf"],
  ["extract-pages", "report.pdf", "--pages", "3,1", "-o", "out.pdf"],
  ["rotate-pages", "report.pdf", "--angle", "90", "-o", "out.pdf"],
  ["add-watermark", "report.pdf", "--text", "Über שלום مرحبا", "-o", "out.pdf"],
  ["fill-form", "form.pdf", "--set", "Name=Łódź", "--set", "Check=true", "-o", "out.pdf"],
  ["redact", "report.pdf", "--text", "page", "-o", "out.pdf"],
  ["optimize", "form.pdf", "-o", "out.pdf"],
  ["repair", "damaged.pdf", "-o", "out.pdf"],
  ["render-pages", "report.pdf", "-o", "out"],
  ["add-text-layer", "scan.pdf", "-o", "out.pdf"],
];

const token = "0123456789abcdef0123456789abcdef";
/** Emulated processors are slow. */
const patience = 600_000;

/** Results by name: a short form of the printed and written output. */
type Findings = Map<string, string>;

const sum = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

function written(folder: string): string {
  const path = join(folder, "out");
  const files = existsSync(path) ? readdirSync(path).sort() : [];
  const all = [join(folder, "out.pdf"), ...files.map((name) => join(path, name))].filter(existsSync);
  const sums = all.map((file) => sum(readFileSync(file)));
  for (const made of all) rmSync(made);
  return sums.join(" ");
}

/**
 * Sets a separate temporary folder: QEMU shows a program a different start time than the kernel does, so another pdfd would
 * treat its temporary files as left by a dead process.
 */
function environmentOf({ environment }: Prepared, cwd: string) {
  const TMPDIR = join(cwd, "temporary");
  mkdirSync(TMPDIR, { recursive: true });
  return { ...process.env, NO_COLOR: "1", SERVICE_API_TOKEN: token, TMPDIR, ...environment };
}

function call(prepared: Prepared, args: readonly string[], cwd: string) {
  const [program = "", ...before] = prepared.command;
  const options = { cwd, env: environmentOf(prepared, cwd), timeout: patience, maxBuffer: 1e8 };
  const { status, signal, stdout, stderr } = spawnSync(program, [...before, ...args], options);
  return { code: status ?? signal, out: stdout.toString().replaceAll("\r\n", "\n"), err: stderr.toString() };
}

function tryCommands(prepared: Prepared, cwd: string): Findings {
  const findings: Findings = new Map();
  const { code, out } = call(prepared, ["--version"], cwd);
  findings.set("starts", `${code} ${out.trim()}`);
  const doctor = call(prepared, ["doctor"], cwd).out;
  findings.set("doctor: processes of its own", /engine process +starts/.test(doctor) ? "ok" : doctor);
  for (const args of commands) {
    const ran = call(prepared, args, cwd);
    const files = written(cwd);
    const found = files === "" ? sum(ran.out) : files;
    findings.set(args[0] ?? "", ran.code === 0 ? found : `${ran.code}: ${ran.err.trim().slice(0, 300)}`);
  }
  return findings;
}

/** The address of the service, once it has printed it. */
function ready(service: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((done, fail) => {
    service.once("exit", (code) =>
      fail(new Error(`the service ended with ${code}: ${printed.slice(0, 300)}`)),
    );
    for (const stream of [service.stdout, service.stderr])
      stream?.on("data", (part: Buffer) => {
        printed += part;
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
        if (address) done(address);
      });
  });
}

async function tryService(prepared: Prepared, cwd: string): Promise<Findings> {
  const [program = "", ...before] = prepared.command;
  const args = [...before, "serve", "--allow-dir", ".", "--port", "0", "--ready-json"];
  const service = spawn(program, args, { cwd, env: environmentOf(prepared, cwd) });
  const findings: Findings = new Map();
  try {
    const address = await ready(service);
    const ask = async (path: string, body?: object) => {
      const response = await fetch(address + path, {
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        signal: AbortSignal.timeout(patience),
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    };
    const files = { inputs: ["letter.pdf", "report.pdf"], output: "out.pdf" };
    const merged = await ask("/v1/tools/pdf_merge", files);
    findings.set("service: merge", `${merged.status} ${merged.body.pages} ${written(cwd)}`);
    const made = await ask("/v1/jobs", {
      tool: "pdf_redact",
      input: { input: "report.pdf", text: ["page"], output: "out.pdf" },
    });
    let { body: job } = await ask(`/v1/jobs/${made.body.id}?wait=60`);
    for (let k = 0; k < 10 && !job.finished_at && !/succeeded|failed/.test(job.status); k++)
      job = (await ask(`/v1/jobs/${made.body.id}?wait=60`)).body;
    findings.set("service: job", `${made.status} ${job.status} ${written(cwd)}`);
    const text = await ask("/v1/tools/pdf_read_text", { input: "report.pdf" });
    findings.set("service: read text", `${text.status} ${sum(JSON.stringify(text.body.pages))}`);
  } catch (error) {
    findings.set("service", String(error));
  } finally {
    service.kill();
  }
  return findings;
}

async function tried(prepared: Prepared): Promise<Findings> {
  const cwd = mkdtempSync(join(tmpdir(), "pdfd-tried-"));
  try {
    for (const [name, path] of Object.entries(inputs)) copyFileSync(path, join(cwd, name));
    return new Map([...tryCommands(prepared, cwd), ...(await tryService(prepared, cwd))]);
  } finally {
    prepared.end();
    rmSync(cwd, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}

const wanted = process.argv.slice(2);
const chosen = systems.filter(({ file }) => wanted.length === 0 || wanted.includes(file));
const reference = join(release, "pdfd-linux-x64");
if (!existsSync(reference)) throw new Error("there is no dist/release: npm run build -- --all");
const expected = await tried({ command: [reference], end: () => {} });
if (
  expected.size !== commands.length + 5 ||
  [...expected.values()].some((finding) => !/^(0 |ok|200|202|[0-9a-f]{16})/.test(finding))
)
  throw new Error(`pdfd-linux-x64 itself fails: ${JSON.stringify([...expected], null, 2)}`);

for (const { file, means, packages, prepare } of chosen) {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-system-"));
  const start = performance.now();
  try {
    const findings = await tried(prepare(join(release, file), folder));
    const others = [...expected].filter(([name, value]) => findings.get(name) !== value);
    for (const [name] of others)
      console.log(`${file}: ${name}: ${findings.get(name) ?? findings.get("service")}`);
    const same = `${expected.size - others.length} of ${expected.size} as on Linux x64`;
    console.log(`${file}, ${means}: ${same}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
  } catch (error) {
    console.log(`${file}: not tried: ${error}; it needs root and: apt-get install ${packages.join(" ")}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}
