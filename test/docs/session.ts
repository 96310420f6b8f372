/** Plays a reader who types a document's examples into a shell, in a folder with some documents. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { bareEnvironment, executable } from "../contract/target.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";

/** The reader's home folder in the documents. */
const shownHome = "/home/you";

export interface Session extends Disposable {
  /** Runs a block to its end. Returns standard output and standard error together, as a terminal shows them. */
  run(script: string): { readonly code: number | null; readonly out: string };
  /** Starts a service with the block's command, on a free port. Later blocks reach it at 127.0.0.1:7341 with $PDFD_TOKEN. */
  serve(script: string): Promise<void>;
  /** Starts a service on the folder, unless one is running. */
  service(): Promise<void>;
}

/** Whether the shell finds a program. */
export function found(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" }).status === 0;
}

/** The syntax error a shell finds in a script without running it; empty if there is none. */
export function syntaxFault(script: string): string {
  return spawnSync("sh", ["-n"], { input: script, encoding: "utf8" }).stderr;
}

/** Replaces everything that differs from run to run. */
export function masked(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/"progress":\{[^}]*\}/g, '"progress":<progress>')
    .replaceAll(/(\\?"bytes\\?":\s?|, )\d+(?=[,}]| bytes)/g, "$1<bytes>")
    .replaceAll(/"(seconds|peak_mb)":[\d.]+/g, '"$1":<measured>')
    .replaceAll(/\b\d+(\.\d+)? ms\b/g, "<ms>")
    .trimEnd();
}

export function openSession(): Session {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-docs-")));
  const folder = join(home, "Documents");
  mkdirSync(folder);
  writeDocuments(folder);
  const environment: Record<string, string> = {
    ...bareEnvironment,
    HOME: home,
    PATH: `${dirname(executable.command?.[0] ?? "")}:${process.env.PATH}`,
  };
  let address = "127.0.0.1:7341";
  let server: ReturnType<typeof spawn> | undefined;
  const session: Session = {
    run(script) {
      const ran = spawnSync(
        "sh",
        ["-e", "-c", `exec 2>&1\n${script.replaceAll("127.0.0.1:7341", address)}`],
        {
          cwd: folder,
          env: environment,
          encoding: "utf8",
          timeout: 120_000,
        },
      );
      return {
        code: ran.status,
        out: ran.stdout.replaceAll(home, shownHome).replaceAll(address, "127.0.0.1:7341"),
      };
    },
    async serve(script) {
      const started = spawn("sh", ["-c", `exec ${script.trimEnd()} --port 0 --ready-json`], {
        cwd: folder,
        env: environment,
        stdio: ["ignore", "pipe", "ignore"],
      });
      server = started;
      const line = await new Promise<string>((done, fail) => {
        started.stdout.once("data", (text) => done(String(text)));
        started.once("exit", (code) => fail(new Error(`the service ended with ${code}`)));
      });
      const { port, token } = JSON.parse(line);
      address = `127.0.0.1:${port}`;
      environment.PDFD_TOKEN = token;
    },
    async service() {
      if (!server) await session.serve("pdfd serve --allow-dir .");
    },
    [Symbol.dispose]() {
      server?.kill("SIGKILL");
      rmSync(home, { recursive: true, force: true });
    },
  };
  return session;
}

/** The file names that the documents use. */
function writeDocuments(folder: string): void {
  const info = "/Title(Annual report)/Author(Ada)";
  writeFileSync(join(folder, "a.pdf"), samplePdf({ pages: pageTexts("a", 3) }));
  writeFileSync(join(folder, "b.pdf"), samplePdf({ pages: pageTexts("b", 2) }));
  writeFileSync(
    join(folder, "report.pdf"),
    samplePdf({ pages: pageTexts("report", 4), info, field: "name" }),
  );
  cpSync(resolve(import.meta.dirname, "../../examples"), join(folder, "examples"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "correct horse\n");
  const calls = Array.from({ length: 8 }, (_, k) =>
    JSON.stringify({ id: k, tool: "pdf_rotate_pages", input: { input: "a.pdf", output: `turned-${k}.pdf` } }),
  );
  writeFileSync(join(folder, "calls.jsonl"), `${calls.join("\n")}\n`);
}
