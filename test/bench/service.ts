/** The service under measurement: the compiled executable, warmed, on a free port. */
import { existsSync } from "node:fs";
import { Agent, request } from "node:http";
import { resolve } from "node:path";

const executable = resolve(import.meta.dirname, "../../dist/pdfd");
const token = "benchmark-token-benchmark-token-benchmark";

export interface Service extends AsyncDisposable {
  readonly pid: number;
  /** A tool call; throws on any answer but 200. */
  call(tool: string, input: object): Promise<object>;
}

/** Starts `dist/pdfd serve` on the folders; build it first. */
export async function startService(folders: readonly string[]): Promise<Service> {
  if (!existsSync(executable)) throw new Error("dist/pdfd is missing: run npm run build");
  const child = Bun.spawn(
    [executable, "serve", "--port", "0", ...folders.flatMap((folder) => ["--allow-dir", folder])],
    {
      env: { PATH: process.env.PATH ?? "", SERVICE_API_TOKEN: token },
      stdout: "pipe",
      stderr: "ignore",
    },
  );
  const port = await listeningPort(child.stdout);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    pid: child.pid,
    call: (tool, input) => post(agent, port, `/v1/tools/${tool}`, input),
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

function post(agent: Agent, port: number, path: string, body: object): Promise<object> {
  const data = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(data),
  };
  return new Promise((done, fail) => {
    const call = request({ agent, host: "127.0.0.1", port, path, method: "POST", headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode === 200) done(JSON.parse(text));
        else fail(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    call.on("error", fail);
    call.end(data);
  });
}
