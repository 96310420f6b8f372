/** Shared by the release tests: programs that run to completion in their own folders, and a local file server. */
import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { bareEnvironment } from "../contract/target.ts";

export const checkout = resolve(import.meta.dirname, "../..");
export const bin = (name: string) => join(checkout, "node_modules/.bin", name);
/** Deno itself rather than its start script, because `--allow-run` must name it. */
export const denoProgram = join(
  checkout,
  "node_modules/deno",
  process.platform === "win32" ? "deno.exe" : "deno",
);

export interface Ran {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Place {
  readonly cwd: string;
  /** Added to the variables that every process needs. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Replaces the whole environment. */
  readonly onlyEnvironment?: Readonly<Record<string, string>>;
}

/** Runs a program to completion, for at most two minutes. */
export function ran(command: readonly string[], place: Place): Promise<Ran> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: place.cwd,
    env: place.onlyEnvironment ?? { ...bareEnvironment, NO_COLOR: "1", ...place.environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    out += part;
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    err += part;
  });
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code, out, err }));
  });
}

export interface TemporaryFolder extends Disposable {
  readonly path: string;
}

/** An empty folder, removed at the end. */
export function temporaryFolder(): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-release-")));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

export interface FileServer extends AsyncDisposable {
  readonly url: string;
}

/** A local server; `answer` returns the bytes for a path, or undefined for 404. */
export async function fileServer(
  answer: (path: string) => Uint8Array | string | undefined,
): Promise<FileServer> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const body = answer(decodeURIComponent((request.url ?? "").split("?")[0] ?? ""));
    response.writeHead(body === undefined ? 404 : 200, { "content-type": typeOf(request.url ?? "") });
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Deno decides by type, not by name. */
function typeOf(path: string): string {
  if (path.endsWith(".js")) return "text/javascript";
  if (path.endsWith(".ts")) return "application/typescript";
  return path.endsWith(".json") ? "application/json" : "application/octet-stream";
}
