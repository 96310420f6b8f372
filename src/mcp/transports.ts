/** The two ways MCP clients reach the server: streamable HTTP (behind the HTTP gate) and standard input and output. */
import type { Readable, Writable } from "node:stream";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { maxBodyBytes } from "../core/limits.ts";
import { createMcpServer, type McpDeps } from "./server.ts";

/** MCP over HTTP: each request has a server of its own, so that no answer can reach another client (CVE-2026-25536). */
export function createMcpHttp(deps: McpDeps): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(() => createMcpServer(deps), {
    maxRequestBodySize: maxBodyBytes,
    onerror: () => {},
  });
  return (request) => handler.fetch(request);
}

/** An MCP server on two streams. */
export interface McpStdio {
  /** Ends it as if the client had gone. */
  close(): void;
  /** Resolves when the input has ended, the output cannot be written any more, or a message was too long. */
  readonly closed: Promise<void>;
}

/** MCP over standard input and output. Once it is closed, calls that still run are aborted and not answered. */
export function serveMcpStdio(deps: McpDeps, input: Readable, output: Writable): McpStdio {
  const transport = new Announcing(input, output);
  const handle = serveStdio(() => createMcpServer(deps), { transport, onerror: () => {} });
  return { close: () => void handle.close(), closed: transport.closed };
}

/** The SDK's transport, which tells nobody but its server that it has closed. */
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
