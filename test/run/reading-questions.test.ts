/**
 * An engine asks for pages to be read: its questions are answered, its clock is paused, and nothing is read once nobody
 * is waiting.
 */
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Reading } from "../../src/core/page-reading.ts";
import { failed } from "../../src/core/problem.ts";
import { spawnChild } from "../../src/host/process/child.ts";
import { EngineProcess } from "../../src/run/engine-process.ts";
import { until } from "../support/processes.ts";
import { fakeTimers } from "./fake-timers.ts";

const script = join(import.meta.dirname, "fake-engine.mjs");
const started: EngineProcess[] = [];
afterEach(async () => {
  for (const engine of started) engine[Symbol.dispose]();
  await Promise.all(started.splice(0).map(({ ended }) => ended));
});

/** Page readings that wait for their answer. */
function openReading() {
  const asked: {
    readonly page: number;
    readonly signal: AbortSignal | undefined;
    answer(text: string): void;
  }[] = [];
  const reading: Pick<Reading, "ready" | "read"> = {
    async ready(model) {
      if (model === "4b") throw failed("not here", { hint: { kind: "model", command: "c" } });
    },
    read: ({ page }, signal) =>
      new Promise((resolve) => {
        asked.push({ page, signal, answer: (text) => resolve({ text, end: "stop" }) });
      }),
  };
  return { asked, reading };
}

function start(reading: Pick<Reading, "ready" | "read"> | undefined) {
  const timers = fakeTimers();
  const engine = new EngineProcess({
    limits: { deadlineMs: 1000, publishGraceMs: 5000, startMs: 1_000_000, maxBytes: 1e9 },
    timers,
    scope: { base: "/allowed", roots: [] },
    office: { deadlineMs: 1000, avoid: [] },
    fonts: [],
    reading,
    parent: process.pid,
    spawn: () => spawnChild([process.execPath, script, "good"]),
    residentBytes: () => 1000,
    processorMs: () => undefined,
    removeTemp: () => {},
    log: () => {},
  });
  started.push(engine);
  return { engine, timers };
}

const page = (number: number) => ({ model: "0.8b", page: { number, png: "aGk=" } });

describe("an engine's questions about pages", () => {
  it("are answered in order, with text or a problem", async () => {
    const { asked, reading } = openReading();
    const { engine } = start(reading);
    const questions = [{ model: "0.8b" }, { model: "4b" }, page(1), page(2)];
    const call = engine.run("reading", { questions }, {});
    for (const [at, text] of ["one", "two"].entries())
      (await until(`page ${at + 1}`, () => asked[at])).answer(text);
    expect(await call).toEqual({
      answers: [
        { id: 1 },
        {
          id: 1,
          problem: {
            code: "operation_failed",
            detail: "not here",
            reason: "missing_part",
            hint: { kind: "model", command: "c" },
          },
        },
        { id: 1, page: { text: "one", end: "stop" } },
        { id: 1, page: { text: "two", end: "stop" } },
      ],
    });
  });

  it("stop the call's clock, which then resumes with the remaining time", async () => {
    const { asked, reading } = openReading();
    const { engine, timers } = start(reading);
    const call = engine.run("reading", { questions: [page(1), page(2)] }, {});
    const first = await until("page 1", () => asked[0]);
    timers.pass(600_000);
    first.answer("one");
    const second = await until("page 2", () => asked[1]);
    timers.pass(600_000);
    second.answer("two");
    expect(await call).toMatchObject({ answers: [{ page: { text: "one" } }, { page: { text: "two" } }] });
    const hung = engine.run("hang", {}, {});
    timers.pass(1001);
    await expect(hung).rejects.toThrow("time limit of 1 seconds");
  });

  it("are dropped when the caller leaves or the engine dies", async () => {
    const { asked, reading } = openReading();
    const leaving = new AbortController();
    const one = start(reading).engine.run("reading", { questions: [page(1)] }, { signal: leaving.signal });
    await until("page 1", () => asked[0]);
    leaving.abort();
    await expect(one).rejects.toMatchObject({ code: "cancelled" });
    expect(asked[0]?.signal?.aborted).toBe(true);
    const { engine } = start(reading);
    const two = engine.run("reading", { questions: [page(2)] }, {});
    await until("page 2", () => asked[1]);
    process.kill(engine.pid, "SIGKILL");
    await expect(two).rejects.toMatchObject({ code: "internal" });
    expect(asked[1]?.signal?.aborted).toBe(true);
  });

  it("are accepted one at a time, for existing models, and only with a reader", async () => {
    const { reading } = openReading();
    expect(await start(reading).engine.run("reading twice", {}, {})).toEqual({ answers: [{ id: 1 }] });
    const nobody = start(undefined).engine.run("reading", { questions: [{ model: "0.8b" }] }, {});
    expect(await nobody).toMatchObject({ answers: [{ problem: { code: "internal" } }] });
    const { engine, timers } = start(reading);
    const strange = engine.run("reading", { questions: [{ model: "9b" }] }, {});
    await until("it runs", () => engine.state === "busy");
    timers.pass(1001);
    await expect(strange).rejects.toThrow("time limit");
  });
});
