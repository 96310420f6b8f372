import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import { spawnChild } from "../../src/host/process/child.ts";
import type { EngineEvent } from "../../src/run/engine-process.ts";
import { createEngines, type Engines, type EnginesOptions } from "../../src/run/engines.ts";
import { alive, childrenOf, linux, until } from "../support/processes.ts";
import { fakeTimers } from "./fake-timers.ts";

const script = join(import.meta.dirname, "fake-engine.mjs");
const folder = mkdtempSync(join(tmpdir(), "pdfd-engines-"));
const pools: Engines[] = [];
let events: EngineEvent[] = [];
let spawned = 0;

function pool(options: Partial<EnginesOptions> = {}, mode = "good"): Engines {
  const engines = createEngines({
    scope: { base: "/allowed", roots: [] },
    parent: process.pid,
    removeTemp: (path) => rmSync(path, { force: true }),
    log: (event) => void events.push(event),
    spawn: () => {
      spawned++;
      return spawnChild([process.execPath, script, mode]);
    },
    ...options,
  });
  pools.push(engines);
  return engines;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

afterEach(async () => {
  await Promise.all(pools.map((engines) => engines.close(0)));
  pools.length = 0;
  if (linux) expect(childrenOf(process.pid).filter(isEngine)).toEqual([]);
  events = [];
  spawned = 0;
});

/** Vitest has children of its own. */
const isEngine = (pid: number) => events.some((event) => event.pid === pid);
const ready = () => events.filter(({ what }) => what === "ready").length;
const codeOf = (call: Promise<object>) =>
  call.then(
    () => "no problem",
    (error: unknown) => (error instanceof ProblemError ? error.code : String(error)),
  );
const openFiles = () => (linux ? readdirSync("/proc/self/fd").length : 0);

describe("the pool of engines", () => {
  it("starts some engines in advance, and further ones one at a time", async () => {
    const engines = pool({ warm: 2, size: 5 });
    engines.warm();
    engines.warm();
    expect(spawned).toBe(2);
    await until("two are ready", () => ready() === 2);
    for (let k = 0; k < 5; k++) await engines.run("echo", { k });
    expect(spawned).toBe(2);
    const calls = Array.from({ length: 5 }, (_, k) => engines.run("publishing", { ms: 50 + k }));
    expect(spawned).toBe(5);
    expect(await codeOf(engines.run("echo", {}))).toBe("internal");
    await Promise.all(calls);
    expect(engines.pids.length).toBe(5);
  });

  it("releases all but one when idle", async () => {
    const timers = fakeTimers();
    const engines = pool({ timers, idleMs: 60_000 });
    await Promise.all([1, 2, 3, 4].map((ms) => engines.run("publishing", { ms })));
    expect(engines.pids.length).toBe(4);
    timers.pass(59_999);
    expect(engines.pids.length).toBe(4);
    timers.pass(1);
    await until("one is left", () => engines.pids.length === 1);
    const [left] = engines.pids;
    await engines.run("echo", {});
    timers.pass(600_000);
    expect(engines.pids).toEqual([left]);
    expect(spawned).toBe(4);
  });

  it("replaces an engine after a fault, and one that has run many calls or uses much memory", async () => {
    const engines = pool({ maxCalls: 3, warm: 1 });
    const [first] = await pidsAfter(engines, engines.run("echo", {}));
    const [second] = await pidsAfter(engines, engines.run("fault", { temp: join(folder, "t") }));
    expect(second).not.toBe(first);
    for (let k = 0; k < 2; k++) expect(await pidsAfter(engines, engines.run("echo", {}))).toEqual([second]);
    const [third] = await pidsAfter(engines, engines.run("echo", {}));
    expect(third).not.toBe(second);
    const [fourth] = await pidsAfter(engines, engines.run("heavy", { bytes: 1_100_000_000 }));
    expect(fourth).not.toBe(third);
  });

  it("replaces a memory-heavy engine once idle", async () => {
    const timers = fakeTimers();
    const engines = pool({ timers, warm: 1 });
    const heavy = () => engines.run("heavy", { bytes: 600_000_000 });
    const [first] = await pidsAfter(engines, heavy());
    timers.pass(9999);
    expect(await pidsAfter(engines, heavy())).toEqual([first]);
    timers.pass(9999);
    expect(engines.pids).toEqual([first]);
    timers.pass(1);
    await until("another is ready", () => engines.pids.length === 1 && engines.pids[0] !== first);
    expect(spawned).toBe(2);
  });

  it("makes a killed engine's slot usable again quickly, again and again", async () => {
    const engines = pool({ deadlineMs: 10_000 });
    const before = openFiles();
    const waits: number[] = [];
    for (let round = 0; round < 20; round++) {
      const stop = new AbortController();
      const temp = join(folder, `${round}`);
      const call = engines.run("hang", { temp }, { signal: stop.signal, onProgress: () => stop.abort() });
      expect(await codeOf(call)).toBe("cancelled");
      expect(existsSync(temp)).toBe(false);
      const start = performance.now();
      await engines.run("echo", {});
      waits.push(performance.now() - start);
    }
    waits.sort((a, b) => a - b);
    // On an idle computer it takes a hundredth of this; waiting for a time limit would take all of it.
    expect(waits[10]).toBeLessThan(2000);
    expect(openFiles() - before).toBeLessThan(12);
    expect(engines.pids.length).toBeLessThanOrEqual(2);
  }, 120_000);

  it("keeps running other calls while one hangs", async () => {
    const engines = pool();
    const stop = new AbortController();
    const stuck = [1, 2, 3, 4].map(() => codeOf(engines.run("hang", {}, { signal: stop.signal })));
    expect(await engines.run("echo", { n: 1 })).toMatchObject({ input: { n: 1 } });
    stop.abort();
    expect(await Promise.all(stuck)).toEqual(["cancelled", "cancelled", "cancelled", "cancelled"]);
  });

  it("doesn't start engine after engine if none becomes ready", async () => {
    const engines = pool({ warm: 2 }, "dies");
    engines.warm();
    await until("both are gone", () => engines.pids.length === 0);
    expect(spawned).toBe(2);
    expect(await codeOf(engines.run("echo", {}))).toBe("internal");
    expect(spawned).toBe(3);
  });

  it("reports that the system can't start a process, and recovers", async () => {
    let full = true;
    const engines = pool({
      spawn: () => {
        if (full) throw Object.assign(new Error("spawn EAGAIN"), { code: "EAGAIN" });
        return spawnChild([process.execPath, script]);
      },
    });
    engines.warm();
    expect(await codeOf(engines.run("echo", {}))).toBe("internal");
    full = false;
    expect(await engines.run("echo", { n: 1 })).toMatchObject({ input: { n: 1 } });
  });
});

describe("stopping", () => {
  it("lets running calls finish, refuses new ones, and leaves no engine", async () => {
    const engines = pool();
    engines.warm();
    const call = codeOf(engines.run("publishing", { ms: 300 }));
    const { pids } = engines;
    const closed = engines.close(10_000);
    expect(await codeOf(engines.run("echo", {}))).toBe("busy");
    await closed;
    expect(await call).toBe("no problem");
    expect(engines.pids).toEqual([]);
    if (linux) expect(pids.filter(alive)).toEqual([]);
  });

  it("cancels calls that exceed the grace period, even while publishing", async () => {
    const timers = fakeTimers();
    const engines = pool({ timers });
    const temp = join(folder, "stopped");
    const calls = [
      codeOf(engines.run("hang", { temp })),
      codeOf(engines.run("publishing", {})),
      codeOf(engines.run("hang", {})),
    ];
    await until("the temporary file", () => existsSync(temp));
    await until("three are ready", () => ready() === 3);
    const { pids } = engines;
    const closed = engines.close(10_000);
    timers.pass(9999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(engines.pids.length).toBe(3);
    timers.pass(1);
    await closed;
    expect((await Promise.all(calls)).every((code) => code !== "no problem")).toBe(true);
    expect(existsSync(temp)).toBe(false);
    if (linux) expect(pids.filter(alive)).toEqual([]);
  });

  it("is quick when idle", async () => {
    const engines = pool();
    engines.warm();
    await until("it is ready", () => ready() === 2);
    const start = performance.now();
    await engines.close();
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

/** The remaining engines once a call has ended and the pool has settled. */
async function pidsAfter(engines: Engines, call: Promise<object>): Promise<readonly number[]> {
  await codeOf(call);
  await until("one engine is left", () => engines.pids.length === 1);
  return engines.pids;
}
