/** The measured service: the compiled executable, warmed up, on a free port. */
import { existsSync } from "node:fs";
import { Agent, request } from "node:http";
import { resolve } from "node:path";

export const executable = resolve(import.meta.dirname, "../../dist/pdfd");
if (!existsSync(executable)) throw new Error("dist/pdfd is missing: run npm run build");
const token = "benchmark-token-benchmark-token-benchmark";

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface Service extends AsyncDisposable {
  readonly pid: number;
  request(method: string, path: string, body?: object): Promise<Answer>;
  /** Calls a tool; throws on any status except 200. */
  call(tool: string, input: object): Promise<object>;
}

/** Starts `dist/pdfd serve` with access to the folders; build it first. */
export async function startService(folders: readonly string[]): Promise<Service> {
  const child = Bun.spawn(
    [executable, "serve", "--port", "0", ...folders.flatMap((folder) => ["--allow-dir", folder])],
    {
      env: { PATH: process.env.PATH ?? "", SERVICE_API_TOKEN: token },
      stdout: "pipe",
      stderr: "ignore",
    },
  );
  const port = await listeningPort(child.stdout);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const send = (method: string, path: string, body?: object) => exchange(agent, port, method, path, body);
  return {
    pid: child.pid,
    request: send,
    async call(tool, input) {
      const answer = await send("POST", `/v1/tools/${tool}`, input);
      if (answer.status !== 200)
        throw new Error(`${tool} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
      return JSON.parse(answer.text);
    },
    async [Symbol.asyncDispose]() {
      agent.destroy();
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

async function listeningPort(stdout: ReadableStream<Uint8Array>): Promise<number> {
  let text = "";
  for await (const chunk of stdout) {
    text += new TextDecoder().decode(chunk);
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
    if (port) return Number(port);
  }
  throw new Error(`the service ended before it listened: ${text}`);
}

/** The service may close an idle connection while a native command runs. Such a call never started, so retry it once. */
async function exchange(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  try {
    return await exchangeOnce(agent, port, method, path, body);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EPIPE" && code !== "ECONNRESET") throw error;
    return await exchangeOnce(agent, port, method, path, body);
  }
}

function exchangeOnce(
  agent: Agent,
  port: number,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const data = body === undefined ? undefined : JSON.stringify(body);
  const headers: Record<string, string | number> = { authorization: `Bearer ${token}` };
  if (data !== undefined)
    Object.assign(headers, { "content-type": "application/json", "content-length": Buffer.byteLength(data) });
  return new Promise((done, fail) => {
    const call = request({ agent, host: "127.0.0.1", port, path, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => done({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    call.on("error", fail);
    call.end(data);
  });
}
