/** The MCP server with the tools that the conformance suite calls, over both transports, without requiring a token. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import * as v from "valibot";
import { failed } from "../../src/core/problem.ts";
import { defineTool, reads, type Tool } from "../../src/core/tool.ts";
import { createListener } from "../../src/http/listener/listener.ts";
import type { McpDeps } from "../../src/mcp/server.ts";
import { createMcpHttp, serveMcpStdio } from "../../src/mcp/transports.ts";
import { createTestApp, type TestApp, token } from "../http/service.ts";

export interface Fixture extends AsyncDisposable {
  readonly url: string;
}

const never = () => {
  throw new Error("tools run through deps.call");
};

function fixtureTool(name: string, description: string): Tool {
  return defineTool({
    ...{ name, title: name, description, annotations: reads, reportsProgress: true, lane: "document" },
    input: v.strictObject({}),
    output: v.strictObject({ text: v.string() }),
    run: never,
  });
}

const deps: McpDeps = {
  tools: [
    fixtureTool("test_simple_text", "Answers a text."),
    fixtureTool("test_error_handling", "Fails."),
    fixtureTool("test_tool_with_progress", "Reports progress."),
  ],
  async call(tool, _, { onProgress }) {
    if (tool === "test_error_handling") throw failed("This tool intentionally returns an error for testing");
    if (tool === "test_tool_with_progress")
      for (const progress of [0, 50, 100]) onProgress?.({ progress, total: 100 });
    return { text: "This is a simple text response for testing." };
  },
  jobs: { submit: never, list: never, get: never, cancel: never, wait: never },
  randomUUID,
  onInternal(error) {
    throw error;
  },
};

/**
 * The service's own listener, gate and route. The suite doesn't know the token, so it is added to each request's head.
 * The service's own origin is allowed, as with `--allow-origin`, because the suite expects calls from its pages to pass.
 */
export async function overHttp(): Promise<Fixture> {
  let app: TestApp["app"] | undefined;
  const listener = createListener({
    fetch: (request, bindings) => {
      const { incoming } = bindings;
      const rawHeaders = [...(incoming?.rawHeaders ?? []), "Authorization", `Bearer ${token}`];
      if (!app) throw new Error("nobody has the address yet");
      return app.fetch(request, { incoming: incoming && { ...incoming, rawHeaders } });
    },
    log: () => {},
    randomUUID,
    now: () => performance.now(),
  });
  const port = await listener.listen(0);
  const origin = `http://127.0.0.1:${port}`;
  ({ app } = createTestApp({ mcp: createMcpHttp(deps), allowOrigins: [origin] }, () => port));
  return { url: `${origin}/v1/mcp`, [Symbol.asyncDispose]: () => listener.close({ graceMs: 0 }) };
}

const message = v.looseObject({ id: v.optional(v.unknown()), method: v.optional(v.string()) });
/** The client's end of a server on two streams. */
interface Connection extends Disposable {
  /** Sends a message as is. `onMessage` gets everything received in return, up to and including the response to this ID. */
  ask(sent: Uint8Array, id: unknown, onMessage: (line: string) => void): Promise<void>;
}

function connect(): Connection {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = serveMcpStdio(deps, input, output);
  const askers = new Map<unknown, (line: string, last: boolean) => void>();
  createInterface(output).on("line", (line) => {
    const { id, method } = v.parse(message, JSON.parse(line));
    if (method === undefined) askers.get(id ?? null)?.(line, true);
    // The suite has only one request open at a time, so any other message belongs to it.
    else for (const tell of askers.values()) tell(line, false);
  });
  return {
    ask: (sent, id, onMessage) =>
      new Promise((done) => {
        askers.set(id, (line, last) => {
          onMessage(line);
          if (last) done();
        });
        if (id === undefined) done();
        input.write(Buffer.concat([sent, Buffer.from("\n")]));
      }),
    [Symbol.dispose]: () => server.close(),
  };
}

/**
 * The suite speaks only HTTP, so each body becomes a line, and each line received becomes part of a response. In the older
 * revision, `initialize` starts a connection; in the newer one, each message gets its own.
 */
export async function overStdio(): Promise<Fixture> {
  let session = connect();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const { id, method } = readMessage(body);
    const revision = request.headers["mcp-protocol-version"] ?? "2025-11-25";
    if (method === "initialize" || revision !== "2025-11-25") {
      session[Symbol.dispose]();
      session = connect();
    }
    if (id === undefined) response.writeHead(202);
    else response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    await session.ask(body, id, (line) => response.write(`data: ${line}\n\n`));
    response.end();
  };
  const server = createServer((request, response) => {
    if (request.method === "POST") answer(request, response);
    else response.writeHead(405, { allow: "POST" }).end();
  });
  const port = await new Promise<unknown>((done) =>
    server.listen(0, "127.0.0.1", () => done(Reflect.get(Object(server.address()), "port"))),
  );
  return {
    url: `http://127.0.0.1:${String(port)}/mcp`,
    async [Symbol.asyncDispose]() {
      session[Symbol.dispose]();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function readMessage(body: Uint8Array): v.InferOutput<typeof message> {
  try {
    return v.parse(message, JSON.parse(Buffer.from(body).toString("utf8")));
  } catch {
    // The server responds to anything but a message with the ID null.
    return { id: null };
  }
}
