import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { levelOf } from "../../src/cli/serve/log.ts";
import { ProblemError } from "../../src/core/problem.ts";
import type { Progress } from "../../src/core/tool.ts";
import { spawnChild } from "../../src/host/process/child.ts";
import { systemTimers } from "../../src/host/process/timers.ts";
import {
  type CallOptions,
  type EngineDeps,
  type EngineEvent,
  EngineProcess,
} from "../../src/run/engine-process.ts";
import type { RunningCall } from "../../src/run/lanes.ts";
import { alive, childrenOf, linux, until, visibleOf } from "../support/processes.ts";
import { fakeTimers } from "./fake-timers.ts";

const script = join(import.meta.dirname, "fake-engine.mjs");
const bun = join(import.meta.dirname, "../../node_modules/.bin/bun");
const folder = mkdtempSync(join(tmpdir(), "pdfd-engine-"));
const started: EngineProcess[] = [];
const events: EngineEvent[] = [];

afterAll(() => rmSync(folder, { recursive: true, force: true }));

afterEach(async () => {
  for (const engine of started) engine[Symbol.dispose]();
  await Promise.all(started.map(({ ended }) => ended));
  if (linux) expect(started.filter(({ pid }) => alive(pid)).map(({ pid }) => pid)).toEqual([]);
  started.length = 0;
  events.length = 0;
});

function start(deps: Partial<EngineDeps> = {}, mode = "good"): EngineProcess {
  const engine = new EngineProcess({
    limits: { deadlineMs: 60_000, publishGraceMs: 5000, startMs: 30_000, maxBytes: 1e9 },
    timers: systemTimers,
    scope: { base: "/allowed", roots: [{ path: "/allowed", given: "/allowed", id: "1:2" }] },
    office: { deadlineMs: 1000, avoid: [] },
    fonts: [],
    parent: process.pid,
    spawn: () => spawnChild([process.execPath, script, mode]),
    residentBytes: () => 1000,
    processorMs: () => undefined,
    removeTemp: (path) => rmSync(path, { force: true }),
    log: (event) => void events.push(event),
    ...deps,
  });
  started.push(engine);
  return engine;
}

/** The problem of a call, or "no problem". */
async function problemOf(call: Promise<object>): Promise<{ code: string; detail: string; cause: string }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const cause = error.cause instanceof Error ? error.cause.message : "";
    return { code: error.code, detail: error.message, cause };
  }
  return { code: "no problem", detail: "", cause: "" };
}

const temp = (name: string) => join(folder, name);

describe("a call in an engine process", () => {
  it("passes input and answer between processes, and the settings at startup", async () => {
    const engine = start();
    const input = { text: "ü\n\u2028\ud83d\ude00", list: [1, { deep: null }] };
    expect(await engine.run("echo", input, {})).toEqual({
      input,
      started: {
        scope: { base: "/allowed", roots: [{ path: "/allowed", given: "/allowed", id: "1:2" }] },
        office: { deadlineMs: 1000, avoid: [] },
        fonts: [],
        parent: process.pid,
        maxBytes: 1e9,
      },
    });
    expect(engine.state).toBe("idle");
    expect(await engine.run("echo", { again: true }, {})).toMatchObject({ input: { again: true } });
    expect(engine.calls).toBe(2);
  });

  it("passes input and answer of many megabytes", async () => {
    const input = { text: "0123456789".repeat(200_000) };
    expect(await start().run("echo", input, {})).toMatchObject({ input });
  });

  it("throws the tool's problem with its fields, and the engine keeps running", async () => {
    const engine = start();
    const error = await engine.run("problem", {}, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "validation",
      message: "pages: no",
      errors: [{ field: "pages", message: "no" }],
      hint: { kind: "k", command: "c" },
    });
    expect(engine.worn).toBe(false);
    expect(await engine.run("echo", { n: 1 }, {})).toMatchObject({ input: { n: 1 } });
  });

  it("marks the engine as worn after a fault, and removes the call's temporary files", async () => {
    const engine = start();
    expect(await problemOf(engine.run("fault", { temp: temp("fault") }, {}))).toMatchObject({
      code: "internal",
      cause: "RuntimeError",
    });
    expect(engine.worn).toBe(true);
    expect(existsSync(temp("fault"))).toBe(false);
    expect(events.map(({ what }) => what)).toContain("fault");
  });

  it("logs a planned replacement as such, without a fault or the signal", async () => {
    const engine = start();
    expect(await engine.run("worn", {}, {})).toEqual({});
    expect(engine.worn).toBe(true);
    engine[Symbol.dispose]();
    await engine.ended;
    expect(events.map(({ what }) => what)).toEqual(["ready", "retired"]);
    expect(events[1]).not.toHaveProperty("detail");
    expect(events.map(levelOf)).toEqual(["info", "debug"]);
  });
});

describe("an engine that dies", () => {
  it.each(["exit", "half", "crash"])("by %s only fails its own call", async (tool) => {
    const engine = start();
    const problem = await problemOf(engine.run(tool, { temp: temp(tool) }, {}));
    expect(problem.code).toBe("internal");
    expect(problem.detail).toMatch(/ended unexpectedly/);
    expect(existsSync(temp(tool))).toBe(false);
    expect(engine.state).toBe("ended");
    expect(await engine.ended).toEqual({ wasReady: true });
  });

  it("logs how it crashed, but nothing that may be a document's text", async () => {
    const problem = await problemOf(start().run("crash", {}, {}));
    expect(problem.cause).toBe("engine ended with signal SIGSEGV: panic: Segmentation fault at address 0x0");
    expect(JSON.stringify(events)).toContain("Segmentation fault");
    expect(events.map(levelOf).at(-1)).toBe("warn");
    expect(JSON.stringify([events, problem])).not.toContain("secret");
  });

  it.skipIf(!linux)("by its memory guard's signal hit a limit and didn't crash", async () => {
    const problem = await problemOf(start().run("memory", {}, {}));
    expect(problem).toMatchObject({
      code: "operation_failed",
      detail: expect.stringMatching(/memory limit of 1000 MB/),
    });
  });

  it("before it was ready fails the waiting call", async () => {
    const engine = start({}, "dies");
    expect((await problemOf(engine.run("echo", {}, {}))).code).toBe("internal");
    expect(await engine.ended).toEqual({ wasReady: false });
  });

  it("because its program doesn't exist fails the call too", async () => {
    const engine = start({ spawn: () => spawnChild([join(folder, "no-such-program")]) });
    expect((await problemOf(engine.run("echo", {}, {}))).code).toBe("internal");
    expect(engine.state).toBe("ended");
  });

  it("is killed if it never becomes ready", async () => {
    const timers = fakeTimers();
    const engine = start({ timers }, "silent");
    const call = problemOf(engine.run("echo", {}, {}));
    timers.pass(30_000);
    expect(await call).toMatchObject({ code: "internal", cause: "engine was not ready in time" });
    expect(timers.pending).toBe(0);
  });
});

describe("a call that hangs", () => {
  /** The engine loops once this resolves. */
  function hang(engine: EngineProcess, tool: string, input: object, options: CallOptions = {}) {
    let begun: (state: Progress) => void = () => {};
    const looping = new Promise<Progress>((resolve) => {
      begun = resolve;
    });
    const call = engine.run(tool, input, { ...options, onProgress: begun });
    return { call, looping };
  }

  it("is ended at its deadline; its temporary files are removed, and no timer remains", async () => {
    const timers = fakeTimers();
    const engine = start({ timers });
    const { call, looping } = hang(engine, "hang", { temp: temp("late") });
    await looping;
    await until("the temporary file", () => existsSync(temp("late")));
    timers.pass(59_999);
    expect(engine.state).toBe("busy");
    timers.pass(1);
    expect(await problemOf(call)).toMatchObject({
      code: "operation_failed",
      detail: expect.stringMatching(/time limit of 60 seconds.*--deadline/),
    });
    expect(existsSync(temp("late"))).toBe(false);
    expect(timers.pending).toBe(0);
  });

  it("is ended if its memory exceeds the limit", async () => {
    const timers = fakeTimers();
    let bytes = 1e9;
    const { call, looping } = hang(start({ timers, residentBytes: () => bytes }), "hang", {});
    await looping;
    timers.pass(1000);
    bytes += 1;
    timers.pass(250);
    expect(await problemOf(call)).toMatchObject({
      code: "operation_failed",
      detail: expect.stringMatching(/memory limit/),
    });
  });

  it("is ended when its caller leaves", async () => {
    const stop = new AbortController();
    const engine = start();
    const { call, looping } = hang(engine, "hang", { temp: temp("gone") }, { signal: stop.signal });
    await looping;
    stop.abort();
    expect((await problemOf(call)).code).toBe("cancelled");
    expect(events.map(levelOf).at(-1)).toBe("debug");
    expect(engine.state).toBe("ended");
    expect(existsSync(temp("gone"))).toBe(false);
  });

  it("isn't started if its caller has already left", async () => {
    const engine = start();
    expect((await problemOf(engine.run("hang", {}, { signal: AbortSignal.abort() }))).code).toBe("cancelled");
    expect(await engine.run("echo", {}, {})).toBeTruthy();
  });

  it("passes on the caller's own reason", async () => {
    const stop = new AbortController();
    const { call, looping } = hang(start(), "hang", {}, { signal: stop.signal });
    await looping;
    stop.abort(new ProblemError("cancelled", "by DELETE"));
    expect((await problemOf(call)).detail).toBe("by DELETE");
  });

  it("finishes without its caller once it is publishing", async () => {
    const stop = new AbortController();
    // The engine reports after announcing that it publishes; the answer comes after the caller has left.
    const { call, looping } = hang(start(), "publishing", { ms: 50 }, { signal: stop.signal });
    await looping;
    stop.abort();
    expect(await call).toEqual({ published: true });
  });

  it("finishes without its caller once it has recorded that it is publishing", async () => {
    const stop = new AbortController();
    const asked: (readonly [number, number])[] = [];
    const engine = start({
      publishes(...of) {
        asked.push(of);
        return true;
      },
    });
    const { call, looping } = hang(engine, "slow", { ms: 50 }, { signal: stop.signal });
    await looping;
    expect(asked).toEqual([]);
    stop.abort();
    expect(await call).toEqual({ published: true });
    expect(asked).toEqual([[engine.pid, 1]]);
  });

  it("gets some extra time at its deadline while publishing, but not forever", async () => {
    const timers = fakeTimers();
    const engine = start({ timers });
    const { call, looping } = hang(engine, "publishing", {});
    await looping;
    timers.pass(60_000);
    timers.pass(4999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(engine.state).toBe("busy");
    timers.pass(1);
    expect((await problemOf(call)).code).toBe("operation_failed");
  });

  it("isn't ended for time the computer slept if its answer is there", async () => {
    const timers = fakeTimers();
    const engine = start({ timers });
    const call = problemOf(engine.run("echo", {}, {}));
    timers.sleep(3_600_000);
    expect((await call).code).toBe("no problem");
  });

  it("is ended soon after the computer slept if there is no answer", async () => {
    const timers = fakeTimers();
    const { call, looping } = hang(start({ timers }), "hang", {});
    await looping;
    timers.sleep(3_600_000);
    timers.pass(1000);
    expect((await problemOf(call)).code).toBe("operation_failed");
  });
});

describe("an engine that violates the protocol", () => {
  it("can't answer other calls, and only its first answer counts", async () => {
    const engine = start({}, "ready twice");
    expect(await engine.run("strange", {}, {})).toEqual({ first: true });
    expect(await engine.run("echo", { n: 2 }, {})).toMatchObject({ input: { n: 2 } });
    expect(events.filter(({ what }) => what === "protocol").length).toBe(3);
  });

  it("fails a call whose result isn't an object", async () => {
    expect((await problemOf(start().run("wrong", {}, {}))).code).toBe("internal");
  });

  it("is killed if it only sends noise", async () => {
    expect(await problemOf(start().run("noise", {}, {}))).toMatchObject({
      code: "internal",
      cause: "engine violated the protocol",
    });
    expect(events.length).toBeLessThan(10);
  });

  it("is killed at an endless line, in bounded memory", async () => {
    const before = process.memoryUsage.rss();
    expect(await problemOf(start().run("huge", {}, {}))).toMatchObject({
      code: "internal",
      cause: "engine sent too long an answer",
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(300_000_000);
  });

  it("doesn't block when writing to standard error", async () => {
    expect(await start().run("stderr", {}, {})).toEqual({});
  });

  it("reports progress only as rising numbers up to its first total", async () => {
    const seen: Progress[] = [];
    const timers = {
      ...systemTimers,
      now: (
        (at = 0) =>
        () =>
          (at += 100)
      )(),
    };
    await start({ timers }).run("progress", {}, { onProgress: (state) => void seen.push(state) });
    expect(seen.map(({ progress, total }) => [progress, total])).toEqual([
      [1, 10],
      [1, 10],
      [3, 10],
      [10, 10],
      [10, 10],
    ]);
    expect(seen.every(({ message }) => message?.length === 200)).toBe(true);
  });

  it("may report progress a hundred thousand times, of which its caller receives little", async () => {
    let heard = 0;
    await start().run("flood", {}, { onProgress: () => void heard++ });
    expect(heard).toBeGreaterThan(0);
    expect(heard).toBeLessThan(500);
  });
});

describe("files written before a call ended", () => {
  const outcome = (call: Promise<object>) =>
    call.then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );

  it("are listed in the answer if the engine died, but no other files are", async () => {
    const [a, b] = [temp("told.pdf"), temp("foreign.pdf")];
    writeFileSync(b, "of somebody else");
    const call = start().run("files", { paths: [a], unwritten: [b, temp("missing.pdf")], end: "crash" }, {});
    expect(await outcome(call)).toMatchObject({
      error: {
        code: "internal",
        outputs: [a],
        message: `the call ended unexpectedly before it could be answered; one complete file had been written and remains: ${a}`,
      },
    });
  });

  it("are listed if the time limit ends the engine after all", async () => {
    const timers = fakeTimers();
    const path = temp("late.pdf");
    const call = outcome(start({ timers }).run("files", { paths: [path], end: "hang" }, {}));
    await until("the file", () => existsSync(path));
    timers.pass(60_000);
    timers.pass(5000);
    expect(await call).toMatchObject({ error: { code: "operation_failed", outputs: [path] } });
  });

  it("remain if a batch is cancelled between its files", async () => {
    const paths = [1, 2, 3].map((k) => temp(`batch-${k}.pdf`));
    const stop = new AbortController();
    const call = outcome(start().run("files", { paths, between: 60_000 }, { signal: stop.signal }));
    await until("the first file", () => existsSync(paths[0] ?? ""));
    stop.abort(new ProblemError("cancelled", "the job was cancelled"));
    expect(await call).toMatchObject({
      error: {
        code: "cancelled",
        outputs: [paths[0]],
        message: `the job was cancelled; one complete file had been written and remains: ${paths[0]}`,
      },
    });
    expect(paths.map((path) => existsSync(path))).toEqual([true, false, false]);
  });

  it("finish the call if it is cancelled while renaming the last one", async () => {
    const path = temp("only.pdf");
    const stop = new AbortController();
    const call = outcome(start().run("files", { paths: [path] }, { signal: stop.signal }));
    await until("the file", () => existsSync(path));
    stop.abort();
    expect(await call).toEqual({ result: { files: 1 } });
  });
});

describe.skipIf(process.platform === "win32")("a call that yields", () => {
  /** Runs a call and returns the handle that pauses it. */
  function running(engine: EngineProcess, tool: string, input: object) {
    let way: RunningCall | undefined;
    const onRunning = (given: RunningCall) => {
      way = given;
    };
    const call = problemOf(engine.run(tool, input, { onRunning }));
    if (!way) throw new Error("the running call was not announced");
    return { call, way };
  }
  const ready = (engine: EngineProcess) =>
    until("ready", () => events.some(({ what, pid }) => what === "ready" && pid === engine.pid));
  const stands = (pid: number) => readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.[0] === "T";

  it("pauses along with its deadline, resumes, and ends as if nothing had happened", async () => {
    const timers = fakeTimers();
    const engine = start({ timers });
    await ready(engine);
    const { call, way } = running(engine, "slow", { ms: 300 });
    timers.pass(40_000);
    expect(way.pause()).toBe(true);
    expect(way.pause()).toBe(false);
    if (linux) await until("it is paused", () => stands(engine.pid));
    timers.pass(600_000);
    expect(way.used()).toBe(40_000);
    way.resume();
    expect((await call).code).toBe("no problem");
    way.resume();
    expect(way.pause()).toBe(false);
    expect(engine.state).toBe("idle");
  });

  it("keeps its remaining time when it resumes", async () => {
    const timers = fakeTimers();
    const engine = start({ timers });
    await ready(engine);
    const { call, way } = running(engine, "hang", {});
    timers.pass(40_000);
    way.pause();
    timers.pass(60_000);
    way.resume();
    timers.pass(19_999);
    expect(engine.state).toBe("busy");
    timers.pass(1);
    expect((await call).detail).toMatch(/time limit/);
  });

  it("can be ended while paused, and leaves nothing", async () => {
    const engine = start();
    await ready(engine);
    const path = temp("still");
    const { call, way } = running(engine, "hang", { temp: path });
    await until("the temporary file", () => existsSync(path));
    expect(way.pause()).toBe(true);
    engine.cancel(new ProblemError("cancelled", "gone"));
    expect((await call).code).toBe("cancelled");
    expect(existsSync(path)).toBe(false);
    const shells = () => childrenOf(process.pid).filter((pid) => visibleOf(pid).startsWith("/bin/sh"));
    if (linux) await until("no shell is left", () => shells().length === 0);
  });

  it("can't be paused before its engine is ready, or while it publishes, converts or waits for a model", async () => {
    const early = start();
    expect(running(early, "slow", { ms: 1 }).way.pause()).toBe(false);
    const quiet = start({ publishes: () => true });
    await ready(quiet);
    expect(running(quiet, "slow", { ms: 100 }).way.pause()).toBe(false);
    const engine = start({
      reading: { ready: () => new Promise(() => {}), read: () => new Promise(() => {}) },
    });
    await ready(engine);
    const { way } = running(engine, "reading", { questions: [{ model: "0.8b" }] });
    // The engine's question is on its way or has arrived.
    await until("the question", () => !way.pause() || void way.resume());
    expect(way.pause()).toBe(false);
  });

  it.skipIf(!linux)("is measured by processor time since its start", async () => {
    const timers = fakeTimers();
    const processor = { ms: 5000 };
    const engine = start({ timers, processorMs: () => processor.ms });
    await ready(engine);
    const { way } = running(engine, "slow", { ms: 200 });
    timers.pass(250);
    expect(way.used()).toBe(250);
    processor.ms += 100;
    timers.pass(250);
    expect(way.used()).toBe(350);
  });

  it.skipIf(!linux)("ends with a killed service even while paused", async () => {
    const parent = spawnChild([bun, join(import.meta.dirname, "stopping-parent.ts")]);
    let said = "";
    parent.onOutput((piece) => {
      said += Buffer.from(piece).toString();
    });
    await until("a paused child", () => said.includes("\n"));
    const pid = Number(said);
    await until("it is paused", () => stands(pid));
    process.kill(parent.pid, "SIGKILL");
    await until("it has ended", () => !alive(pid));
  });
});
