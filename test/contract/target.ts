/**
 * The five forms of the program, started the same way for the whole contract: in-process on Node, Bun and Deno from
 * source, the Node bundle, and the executable.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { logLine } from "../../src/cli/serve/log.ts";
import { serveCommand, serveSettingsOf } from "../../src/cli/serve/serve.ts";
import { spawnChild } from "../../src/host/process/child.ts";
import { startService } from "../../src/service.ts";
import { everyField } from "../support/every-tool.ts";
import { givenFlags } from "../support/given-flags.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";

const checkout = resolve(import.meta.dirname, "../..");

/** A service's folders; `allowed` and `second` are passed to --allow-dir in this order. */
export interface Folders {
  /** The parent of the other folders. */
  readonly root: string;
  /**
   * The first allowed folder; contains ok.pdf (3 pages), two.pdf (2 pages), form.pdf (3 pages with a field) and
   * broken.pdf.
   */
  readonly allowed: string;
  /** The second allowed folder; contains other.pdf (1 page). */
  readonly second: string;
  /** Not allowed, although its name begins like the first folder's. Contains secret.pdf. */
  readonly sibling: string;
  /** Not allowed. Contains secret.pdf. */
  readonly outside: string;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A started service with its own folders. Disposing it stops it immediately and removes the folders. */
export interface Service extends AsyncDisposable {
  readonly port: number;
  readonly token: string;
  readonly webhookSecret: string;
  readonly folders: Folders;
  /** Everything written to stderr so far. */
  log(): string;
  /** Everything written to stdout so far; nothing in-process. */
  output(): string;
  /** Undefined in-process. */
  readonly process: RunningProcess | undefined;
}

export interface RunningProcess {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  readonly exited: Promise<Exit>;
}

export interface StartOptions {
  /** Additional flags of `serve`. */
  readonly flags?: readonly string[];
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The working directory of the process; default: the first allowed folder. Not for the in-process form. */
  readonly cwd?: string;
}

export interface Target {
  readonly name: string;
  /** The command line before `serve`; undefined in-process. */
  readonly command: readonly string[] | undefined;
  start(options?: StartOptions): Promise<Service>;
}

const bin = (name: string) => join(checkout, "node_modules/.bin", name);
const source = join(checkout, "src/main.ts");

export const bun = processTarget("bun", [bin("bun"), "--config=/dev/null", "--no-env-file", source]);
export const deno = processTarget("deno", [bin("deno"), "run", "-A", source]);
export const node = processTarget("node", ["node", join(checkout, "dist/package/main.js")]);
export const executable = processTarget("executable", [join(checkout, "dist/pdfd")]);

/** Whether a form is tried with all rows of a table. What depends on the other runtimes shows in one row. */
export const runsWhole = ({ name }: Target): boolean => name === executable.name;

/** The service in the test process; its engines are the executable's, which start fastest. */
export const inProcess: Target = {
  name: "in process",
  command: undefined,
  async start(options = {}) {
    const folders = createFolders();
    let log = "";
    const flags = ["--allow-dir", folders.allowed, "--allow-dir", folders.second, "--port", "0"];
    const settings = serveSettingsOf(givenFlags(serveCommand, [...flags, ...(options.flags ?? [])]), {
      ...options.environment,
    });
    const service = await startService(settings, {
      pid: process.pid,
      spawnEngine: () => spawnChild([...(executable.command ?? []), "engine"]),
      spawnModel: () => spawnChild([...(executable.command ?? []), "model-worker"]),
      log: (event) => {
        log += logLine(event, settings.log, Date.now());
      },
    });
    return {
      port: service.port,
      token: settings.token.reveal(),
      webhookSecret: settings.webhookSecret.reveal(),
      folders,
      log: () => log,
      output: () => "",
      process: undefined,
      async [Symbol.asyncDispose]() {
        await service.stop();
        rmSync(folders.root, { recursive: true, force: true });
      },
    };
  },
};

/** Only the variables that a process needs: no SERVICE_ variable, no proxy. */
export const bareEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  ["PATH", "HOME", "TMPDIR", "LANG", "SystemRoot"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

/** Creates the folders and their documents; the caller removes `root`. */
export function createFolders(): Folders {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-contract-")));
  const folder = (name: string) => {
    mkdirSync(join(root, name));
    return join(root, name);
  };
  const folders: Folders = {
    root,
    allowed: folder("A"),
    second: folder("B"),
    sibling: folder("A_evil"),
    outside: folder("OUT"),
  };
  const write = (path: string, bytes: Uint8Array | string) => writeFileSync(path, bytes);
  const info =
    "/Title(Contract title)/Author(Ada)/Subject(Sub)/Keywords(k1, k2)/Creator(By hand)/Producer(Test)";
  write(join(folders.allowed, "ok.pdf"), samplePdf({ pages: pageTexts("ok", 3), info }));
  write(join(folders.allowed, "two.pdf"), samplePdf({ pages: pageTexts("two", 2), page: "/Rotate 90" }));
  write(join(folders.allowed, "form.pdf"), samplePdf({ pages: pageTexts("form", 3), field: everyField }));
  write(join(folders.allowed, "broken.pdf"), "this is not a PDF\n");
  write(join(folders.second, "other.pdf"), samplePdf({ pages: pageTexts("other", 1) }));
  for (const hidden of [folders.sibling, folders.outside])
    write(join(hidden, "secret.pdf"), samplePdf({ pages: ["outside-secret-text"] }));
  return folders;
}

/** Starts a program and collects its output without waiting. */
export function launch(
  command: readonly string[],
  options: { readonly cwd: string; readonly environment?: Readonly<Record<string, string>> },
): RunningProcess & { readonly child: ChildProcess; output(): string; log(): string } {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...bareEnvironment, ...options.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let log = "";
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    output += part;
  });
  child.stderr?.setEncoding("utf8").on("data", (part: string) => {
    log += part;
  });
  const exited = new Promise<Exit>((done, fail) => {
    child.once("error", fail);
    child.once("close", (code, signal) => done({ code, signal }));
  });
  return {
    child,
    pid: child.pid ?? -1,
    kill: (signal) => child.kill(signal),
    exited,
    output: () => output,
    log: () => log,
  };
}

/** The content of the --ready-json line; fields are empty if a secret was given. */
export interface Ready {
  readonly port: number;
  readonly token: string;
  readonly webhookSecret: string;
}

/** Reads the line of --ready-json. */
export async function readyOf(running: ReturnType<typeof launch>): Promise<Ready> {
  const said: { port: number; token?: string; webhook_secret?: string } = JSON.parse(
    await firstLine(running),
  );
  return { port: said.port, token: said.token ?? "", webhookSecret: said.webhook_secret ?? "" };
}

function processTarget(name: string, command: readonly string[]): Target {
  return {
    name,
    command,
    async start(options = {}) {
      const folders = createFolders();
      const running = launch(
        [
          ...command,
          "serve",
          ...["--allow-dir", folders.allowed, "--allow-dir", folders.second],
          ...["--port", "0", "--ready-json"],
          ...(options.flags ?? []),
        ],
        {
          cwd: options.cwd ?? folders.allowed,
          ...(options.environment && { environment: options.environment }),
        },
      );
      const clean = () => rmSync(folders.root, { recursive: true, force: true });
      const ready = await readyOf(running).catch((error: unknown) => {
        running.kill("SIGKILL");
        clean();
        throw error;
      });
      let asked = false;
      const stop = (signal: NodeJS.Signals) => {
        asked = true;
        running.kill(signal);
      };
      return {
        port: ready.port,
        token: ready.token || (options.environment?.SERVICE_API_TOKEN ?? ""),
        webhookSecret: ready.webhookSecret || (options.environment?.SERVICE_WEBHOOK_SECRET ?? ""),
        folders,
        log: running.log,
        output: running.output,
        process: { pid: running.pid, kill: stop, exited: running.exited },
        async [Symbol.asyncDispose]() {
          const crashed = !asked && (running.child.exitCode !== null || running.child.signalCode !== null);
          running.kill("SIGKILL");
          const exit = await running.exited;
          clean();
          if (crashed)
            throw new Error(`ended by itself (${exit.code ?? exit.signal}): ${running.log().slice(-3000)}`);
        },
      };
    },
  };
}

/** Deno compiles all modules at its first start, beside other tests. */
const startMs = 100_000;

/** The first line on stdout; fails if the process exits before printing it, or after `startMs`. */
function firstLine(running: ReturnType<typeof launch>): Promise<string> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`not ready in time: ${running.log()}`)), startMs);
    const look = () => {
      const end = running.output().indexOf("\n");
      if (end < 0) return;
      clearTimeout(timer);
      done(running.output().slice(0, end));
    };
    running.child.stdout?.on("data", look);
    running.exited.then((exit) => {
      clearTimeout(timer);
      fail(new Error(`ended with ${exit.code ?? exit.signal} before it was ready: ${running.log()}`));
    }, fail);
  });
}
