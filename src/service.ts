/** The composition root: wires up every part of the service. It reads like a table of contents and decides nothing. */
import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Calls, openCalls, type Processes } from "./calls.ts";
import { stopGraceMs } from "./core/limits.ts";
import { type App, type AppDeps, createApp } from "./http/app.ts";
import { createListener } from "./http/listener/listener.ts";
import type { LogEvent } from "./http/request-log.ts";
import { createDeliverer } from "./jobs/delivery.ts";
import type { JobEvent } from "./jobs/queue.ts";
import { createSend } from "./jobs/send.ts";
import { createSigner } from "./jobs/signature.ts";
import type { McpHttp } from "./mcp/transports.ts";
import type { ModelEvent } from "./models/reading/worker-process.ts";
import type { EngineEvent } from "./run/engine-process.ts";
import type { ServeSettings, ServiceSettings } from "./settings.ts";
import { agentTools, tools } from "./tools/index.ts";

/** The service has stopped, and left nothing running. */
interface StopEvent {
  readonly event: "service";
  readonly what: "stopped";
}

export { ScopeError } from "./calls.ts";

export type ServiceEvent = LogEvent | EngineEvent | ModelEvent | JobEvent | StopEvent;

export interface ServiceDeps extends Processes {
  log(event: ServiceEvent): void;
}

/** A service without a listener: for this program's own, or another program's server. */
export interface OpenService extends Pick<Calls, "call" | "warm" | "close" | "kill"> {
  readonly app: App;
  /** Allowed folders, absolute and real. */
  readonly folders: readonly string[];
}

/** A service that listens. */
export interface Service extends Pick<OpenService, "folders" | "kill"> {
  readonly port: number;
  /** Takes no more requests, gives running calls their grace period, and leaves nothing running. */
  stop(): Promise<void>;
}

/** The part of the grace period for ending engines and closing sockets, so that the whole stop stays within it. */
const closingMs = 1000;

/** How long calls may keep running when the service is stopped, in milliseconds. */
export const callGraceMs = stopGraceMs - closingMs;

const now = () => performance.now();

/** Wires up the service for its caller; `offered`: tool names, by default all. Throws `ScopeError` for an unusable folder. */
export function openService(
  settings: ServiceSettings,
  deps: ServiceDeps,
  place: Pick<AppDeps, "port" | "hosts" | "basePath" | "server">,
  offered?: readonly string[],
): OpenService {
  const { log } = deps;
  const offers = ({ name }: { readonly name: string }) => offered?.includes(name) ?? true;
  const offeredTools = tools.filter(offers);
  const onInternal = (error: unknown, requestId = "-") => log({ kind: "failure", requestId, error });

  const deliverer = createDeliverer({
    send: createSend(),
    signer: createSigner(keyOf(settings.webhookSecret.reveal())),
    now: Date.now,
    wait: (ms, signal) => sleep(ms, undefined, { signal }),
    randomUUID,
  });
  const calls = openCalls(settings, { ...deps, webhookAllow: settings.webhookAllow, deliverer, onInternal });
  const { call, jobs } = calls;

  // The MCP SDK is large, and many services never see an MCP client: loaded with the first one.
  let mcp: Promise<McpHttp> | undefined;

  const loadMcp = async () => {
    const { createMcpHttp } = await import("./mcp/transports.ts");
    return createMcpHttp({ tools, agentTools, call, jobs, offers, randomUUID, onInternal });
  };

  const app = createApp({
    ...place,
    token: settings.token,
    allowOrigins: settings.allowOrigins,
    tools: offeredTools,
    call,
    jobs,
    mcp: async (request, message, logged) => {
      mcp ??= loadMcp();
      return (await mcp)(request, message, logged);
    },
    metrics: () => calls.metrics(),
    log,
    randomUUID,
    now,
  });

  return {
    app,
    call,
    folders: calls.scope.roots.map(({ path }) => path),
    warm: () => calls.warm(),
    close: (graceMs) => calls.close(graceMs),
    kill: () => calls.kill(),
  };
}

/** Starts the service. Throws `ScopeError` for an unusable folder, and the system's error for an unusable port. */
export async function startService(settings: ServeSettings, deps: ServiceDeps): Promise<Service> {
  const service = openService(settings, deps, { port: () => port }, settings.tools);
  const listener = createListener({ fetch: service.app.fetch, log: deps.log, randomUUID, now });
  const port = await listener.listen(settings.port);

  // The port answers; the rest may take its time.
  service.warm();

  return {
    port,
    folders: service.folders,
    async stop() {
      await Promise.all([listener.close({ graceMs: callGraceMs }), service.close(callGraceMs)]);
      deps.log({ event: "service", what: "stopped" });
    },
    kill: () => service.kill(),
  };
}

/** The key of a validated secret: the decoded part after `whsec_`. */
function keyOf(webhookSecret: string): Uint8Array {
  return Buffer.from(webhookSecret.slice("whsec_".length), "base64");
}
