/**
 * Races for overnight runs: `bun test/files/races.ts <seconds> <program> …` starts the program as a service. Meanwhile,
 * other processes replace a folder used by its calls, and all its temporary files and folders, with links to the outside
 * or folders from there, and the service is killed now and then. If anything outside changes, the exit code is 1.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { simplePdf } from "../support/simple-pdf.ts";

const [seconds = "60", program = "", ...args] = process.argv.slice(2);
const end = performance.now() + Number(seconds) * 1000;
const killedEveryMs = 20_000;
const port = 20_000 + (process.pid % 20_000);
const token = "t".repeat(40);

const top = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-races-")));
const [inside, outside] = [join(top, "A"), join(top, "OUT")];
mkdirSync(join(inside, "d"), { recursive: true });
writeFileSync(join(inside, "in.pdf"), simplePdf(Array.from({ length: 12 }, (_, page) => `(${page})`)));
copyFileSync(join(inside, "in.pdf"), join(inside, "d", "in.pdf"));
for (const folder of ["folder", "empty", "files", "new"])
  mkdirSync(join(outside, folder), { recursive: true });
for (const name of ["in.pdf", "folder/kept.pdf", "files/1", "1", "1.pdf", "1.part", "in-page-1.pdf"])
  writeFileSync(join(outside, name), `theirs ${name}`);

/** The state of everything outside: names, file identities and contents. */
function state(): string[] {
  return readdirSync(outside, { recursive: true })
    .map((name) => {
      const path = join(outside, String(name));
      const stats = lstatSync(path);
      const content = stats.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
      return `${name} ${stats.ino} ${stats.mode} ${stats.nlink} ${content}`;
    })
    .sort();
}

const before = state();

function start(): ChildProcess {
  return spawn(program, [...args, "serve", "--port", String(port), "--allow-dir", inside], {
    stdio: "ignore",
    env: { ...process.env, SERVICE_API_TOKEN: token },
  });
}

/** The problem's code, `ok`, or `gone` if the service was killed. */
function call(tool: string, input: object): Promise<string> {
  return new Promise((done) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const asked = request(
      { host: "127.0.0.1", port, path: `/v1/tools/${tool}`, method: "POST", headers },
      (answer) => {
        let text = "";
        answer.on("data", (part) => {
          text += part;
        });
        answer.on("error", () => done("gone"));
        answer.on("end", () => {
          if (text.includes("theirs")) console.error(`${tool} answered with content from outside: ${text}`);
          done(answer.statusCode === 200 ? "ok" : (JSON.parse(text).code ?? String(answer.statusCode)));
        });
      },
    );
    asked.on("error", () => done("gone"));
    asked.end(JSON.stringify(input));
  });
}

const counts = new Map<string, number>();
let number = 0;

/** One call of each kind; `folder` doesn't exist yet. */
const kinds: readonly ((folder: string) => readonly [string, object])[] = [
  (folder) => ["pdf_split", { input: "in.pdf", mode: "pages", output_folder: folder }],
  (folder) => ["pdf_split", { input: "in.pdf", mode: "pages", output_folder: `d/${folder}` }],
  (folder) => ["pdf_rotate_pages", { input: "d/in.pdf", output: `d/${folder}.pdf`, angle: 90 }],
  () => ["pdf_list_files", { folder: "d" }],
];

async function caller(kind: number): Promise<void> {
  while (performance.now() < end) {
    number += 1;
    const folder = `s-${number}`;
    const made = kinds[kind]?.(folder);
    if (made === undefined) return;
    const code = await call(...made);
    const counted = `${made[0]} ${code}`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
    if (code === "gone") await sleep(50);
    // Keep the folder small so that the swappers soon find the temporary files.
    rmSync(join(inside, folder), { recursive: true, force: true });
  }
}

let service = start();
async function killer(): Promise<void> {
  while (performance.now() < end) {
    await sleep(Math.min(killedEveryMs, Math.max(0, end - performance.now())));
    service.kill("SIGKILL");
    service = start();
  }
}

const child = resolve(import.meta.dirname, "child.ts");
const attackers = ["swap", "flip"].map((command) => {
  const attacker = spawn(process.execPath, [child, command, inside, outside], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: attacker.stdout }).on("line", (line) => lines.push(line));
  return { attacker, command, lines };
});
await Promise.all([...[0, 0, 1, 2, 3].map(caller), killer()]);
for (const { attacker } of attackers) {
  const ended = new Promise((done) => attacker.once("exit", done));
  attacker.stdin.end();
  await ended;
}
service.kill("SIGKILL");
const after = state();
const unchanged = JSON.stringify(after) === JSON.stringify(before);
console.log(
  JSON.stringify({
    program,
    seconds: Number(seconds),
    calls: Object.fromEntries([...counts].sort()),
    swaps: attackers.map(({ command, lines }) => `${command} ${lines.at(-1)}`),
    unchanged,
  }),
);
if (!unchanged) {
  console.log("before", before, "after", after);
  process.exitCode = 1;
}
rmSync(top, { recursive: true, force: true });
