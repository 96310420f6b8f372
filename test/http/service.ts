/** The HTTP service with fake tools, listening on a free port. */
import { randomUUID } from "node:crypto";
import type { Jobs } from "../../src/core/jobs.ts";
import { validate } from "../../src/core/json/validate.ts";
import { secret } from "../../src/core/secret.ts";
import { type App, type AppDeps, createApp } from "../../src/http/app.ts";
import type { ListenerLimits } from "../../src/http/listener/limits.ts";
import { createListener, type Listener } from "../../src/http/listener/listener.ts";
import type { LogEvent } from "../../src/http/request-log.ts";
import { fakeTools } from "./fake-tools.ts";

export const token = "test-token-test-token-test-token-1234";
export const allowedOrigin = "https://app.example";

export interface Options {
  readonly call?: AppDeps["call"];
  readonly jobs?: Jobs;
  readonly mcp?: AppDeps["mcp"];
  readonly metrics?: AppDeps["metrics"];
  readonly allowOrigins?: readonly string[];
  readonly basePath?: AppDeps["basePath"];
  readonly server?: AppDeps["server"];
  readonly limits?: Partial<ListenerLimits>;
  /** The clock of the connections. */
  readonly now?: () => number;
}

export interface TestApp {
  readonly app: App;
  readonly events: LogEvent[];
}

/** An app whose tools answer `{ok: true}` to valid input. */
export function createTestApp(options: Options = {}, port: () => number = () => 7341): TestApp {
  const events: LogEvent[] = [];
  const app = createApp({
    port,
    token: secret(token),
    allowOrigins: options.allowOrigins ?? [allowedOrigin],
    tools: fakeTools,
    call: options.call ?? callFake,
    jobs: options.jobs,
    mcp: options.mcp,
    metrics: options.metrics,
    basePath: options.basePath,
    server: options.server,
    log: (event) => events.push(event),
    randomUUID,
    now: () => performance.now(),
  });
  return { app, events };
}

const callFake: AppDeps["call"] = (name, input) => {
  const tool = fakeTools.find((one) => one.name === name);
  if (!tool) return Promise.reject(new Error(`no tool ${name}`));
  return Promise.resolve().then(() => {
    validate(tool.input, input);
    return { ok: true };
  });
};

export interface TestService extends AsyncDisposable, TestApp {
  readonly port: number;
  readonly token: string;
  readonly listener: Listener;
}

export async function startTestService(options: Options = {}): Promise<TestService> {
  let port = 0;
  const { app, events } = createTestApp(options, () => port);
  const listener = createListener({
    fetch: app.fetch,
    log: (event) => events.push(event),
    randomUUID,
    now: options.now ?? (() => performance.now()),
    ...(options.limits && { limits: options.limits }),
  });
  port = await listener.listen(0);
  return {
    app,
    events,
    port,
    token,
    listener,
    [Symbol.asyncDispose]: () => listener.close({ graceMs: 0 }),
  };
}
