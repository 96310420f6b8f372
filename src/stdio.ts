/** The composition root of `pdfd mcp`: the tools for one agent over stdio. No port, no token. */
import { randomUUID } from "node:crypto";
import { openCalls, type Processes } from "./calls.ts";
import { lingeringInput, protocolOutput } from "./host/terminal/lingering-input.ts";
import type { FailureEvent } from "./http/request-log.ts";
import type { JobEvent } from "./jobs/queue.ts";
import type { McpDeps } from "./mcp/server.ts";
import { serveMcpStdio } from "./mcp/transports.ts";
import type { ModelEvent } from "./models/reading/worker-process.ts";
import type { EngineEvent } from "./run/engine-process.ts";
import type { McpSettings } from "./settings.ts";
import { agentTools, tools } from "./tools/index.ts";

export interface StdioDeps extends Processes {
  log(event: EngineEvent | ModelEvent | JobEvent | FailureEvent): void;
}

/** A running MCP server. */
export interface StdioServer {
  /** Allowed folders, absolute and real. */
  readonly folders: readonly string[];
  /** Resolves when the client has closed standard input or stopped reading, and running calls have ended. */
  readonly ended: Promise<void>;
  /** Ends it as if the client had disconnected. */
  stop(): void;
}

export { skill } from "./mcp/instructions.ts";

/** How long calls may keep running once the client has closed its end, in milliseconds: hosts wait about two seconds. */
const graceMs = 1000;

/** Starts serving. Throws `ScopeError`. */
export function startStdio(settings: McpSettings, deps: StdioDeps): StdioServer {
  const onInternal = (error: unknown, requestId = "-") => deps.log({ kind: "failure", requestId, error });
  const calls = openCalls(settings, { ...deps, onInternal });
  let running = 0;

  const call: typeof calls.call = async (tool, input, context) => {
    running += 1;
    try {
      return await calls.call(tool, input, context);
    } finally {
      running -= 1;
    }
  };

  const server = serveMcpStdio(
    { tools, agentTools, call, jobs: calls.jobs, offers: offered(settings), randomUUID, onInternal },
    lingeringInput(() => running > 0, graceMs),
    protocolOutput(),
  );
  calls.warm();

  return {
    folders: calls.scope.roots.map(({ path }) => path),
    ended: server.closed.then(async () => {
      await calls.close(0);
      calls.kill();
    }),
    stop: server.close,
  };
}

function offered({ tools: named, readOnly }: McpSettings): McpDeps["offers"] {
  return ({ name, annotations }) =>
    (named?.includes(name) ?? true) && (!readOnly || annotations.readOnlyHint);
}
