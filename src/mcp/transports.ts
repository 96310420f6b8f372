/** The two ways MCP clients reach the server: streamable HTTP (behind the HTTP gate) and standard input and output. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
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

/** MCP over standard input and output. The caller ends when its standard input ends; closing aborts what still runs. */
export function serveMcpStdio(deps: McpDeps): { close(): Promise<void> } {
  return serveStdio(() => createMcpServer(deps), { onerror: () => {} });
}
