/** The two transports for MCP clients: streamable HTTP (protected by the HTTP gate) and stdio. */
import { Readable, type Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createMcpHandler, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ProblemError } from "../core/problem.ts";
import { createKeptLists } from "./kept-lists.ts";
import { createMcpServer, type LoggedRequest, type McpDeps, type McpMemory } from "./server.ts";
import { strictLines } from "./strict-lines.ts";
import { Tasks } from "./tasks.ts";

/** Answers a request whose body has been read, because the SDK's own reader accepts invalid UTF-8. */
export type McpHttp = (request: Request, message: unknown, logged?: LoggedRequest) => Promise<Response>;

/** MCP over HTTP: each request gets its own server, so that no answer can reach another client (CVE-2026-25536). */
export function createMcpHttp(deps: McpDeps): McpHttp {
  const memory = memoryOf(deps);
  const requests = new WeakMap<Request, LoggedRequest>();
  const handler = createMcpHandler(
    ({ requestInfo }) => createMcpServer({ ...deps, ...(requestInfo && requests.get(requestInfo)) }, memory),
    { onerror: () => {} },
  );
  return (request, message, logged) => {
    if (logged) requests.set(request, logged);
    return handler.fetch(request, { parsedBody: message });
  };
}

function memoryOf({
  randomUUID,
  now = Date.now,
  wait = (ms) => sleep(ms, undefined, { ref: false }),
}: McpDeps): McpMemory {
  return {
    // A short name is enough: every caller has the token, or is the only client.
    lists: createKeptLists(() => `list_${randomUUID().slice(0, 8)}`),
    tasks: new Tasks({ randomUUID: () => `task_${randomUUID()}`, now, wait }),
  };
}

/** An MCP server on two streams. */
export interface McpStdio {
  /** Ends it as if the client had disconnected. */
  close(): void;
  /** Resolves when the input has ended, the output fails, or a message was too long. */
  readonly closed: Promise<void>;
}

/** MCP over stdio. Closing it aborts running calls without answering them. */
export function serveMcpStdio(deps: McpDeps, input: Readable, output: Writable): McpStdio {
  const refuse = (problem: ProblemError) => {
    const error = { code: ProtocolErrorCode.ParseError, message: problem.message };
    output.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n`);
  };
  const transport = new Announcing(Readable.from(strictLines(input, refuse)), output);
  const memory = memoryOf(deps);
  const handle = serveStdio(() => createMcpServer(deps, memory), { transport, onerror: () => {} });
  return { close: () => void handle.close(), closed: transport.closed };
}

/** The SDK's transport, extended to announce that it has closed. */
class Announcing extends StdioServerTransport {
  #over: () => void = () => {};
  readonly closed = new Promise<void>((done) => {
    this.#over = done;
  });

  override async close(): Promise<void> {
    await super.close();
    this.#over();
  }
}
