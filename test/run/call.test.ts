import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import { defineTool, reads, type Tool } from "../../src/core/tool.ts";
import { createCaller } from "../../src/run/call.ts";
import { createEarlierCalls } from "../../src/run/earlier-calls.ts";
import { ReturnedError } from "../../src/run/engine-failure.ts";
import type { CallOptions } from "../../src/run/engine-process.ts";
import { createLanes } from "../../src/run/lanes.ts";
import { createRepeaters } from "../../src/run/repeaters.ts";

function tool(name: string, lane: "document" | "office"): Tool {
  return defineTool({
    name,
    title: name,
    description: name,
    input: v.strictObject({ pages: v.optional(v.string(), "all"), input: v.optional(v.string()) }),
    output: v.strictObject({}),
    annotations: reads,
    reportsProgress: false,
    lane,
    run: () => ({}),
  });
}

/** Calls that end when the test decides. */
function setUp() {
  const clock = { now: 0 };
  const identityOf = (path: string) => `1:${path}`;
  const begun: {
    name: string;
    input: object;
    options: CallOptions;
    end(result: object): void;
    fail(error?: ProblemError): void;
  }[] = [];
  const tools = [tool("read", "document"), tool("convert", "office")];
  const lanes = createLanes({ running: 2, office: 1, waiting: 1 });
  const caller = createCaller({
    findTool: (name) => tools.find((known) => known.name === name),
    lanes,
    earlier: createEarlierCalls(() => 0),
    repeaters: createRepeaters({ elapsed: () => clock.now, now: () => clock.now, identityOf }),
    identityOf,
    engines: {
      run: (name, input, options = {}) =>
        new Promise((end, reject) => {
          const fail = (error = new ProblemError("operation_failed", "no")) => reject(error);
          begun.push({ name, input, options, end, fail });
        }),
    },
  });
  return { caller, begun, lanes, clock };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const codeOf = (call: Promise<object>) =>
  call.then(
    () => "done",
    (error: unknown) => (error instanceof ProblemError ? error.code : String(error)),
  );

describe("a call", () => {
  it("runs with its validated input and returns the engine's result", async () => {
    const { caller, begun, lanes } = setUp();
    const call = caller.call("read", {});
    await settled();
    expect(begun.map(({ name, input }) => [name, input])).toEqual([["read", { pages: "all" }]]);
    expect(lanes.running).toBe(1);
    begun[0]?.end({ text: "x" });
    expect(await call).toEqual({ text: "x" });
    expect(lanes.running).toBe(0);
  });

  it("is refused for an invalid input or tool before it takes a slot", async () => {
    const { caller, begun } = setUp();
    await expect(caller.call("read", { page: "1" })).rejects.toMatchObject({
      code: "validation",
      errors: [{ field: "page" }],
    });
    expect(await codeOf(caller.call("nothing", {}))).toBe("not_found");
    expect(begun).toEqual([]);
  });

  it("waits, is refused if too many are waiting, and frees its slot if it fails", async () => {
    const { caller, begun, lanes } = setUp();
    const calls = [1, 2, 3].map(() => codeOf(caller.call("read", {})));
    await settled();
    expect(await codeOf(caller.call("read", {}))).toBe("busy");
    expect(begun.length).toBe(2);
    begun[0]?.fail();
    await settled();
    expect(begun.length).toBe(3);
    for (const one of begun) one.end({});
    expect(await Promise.all(calls)).toEqual(["operation_failed", "done", "done"]);
    expect([lanes.running, lanes.waiting]).toEqual([0, 0]);
  });

  it("never runs if its caller left while it was waiting", async () => {
    const { caller, begun } = setUp();
    const gone = new AbortController();
    const running = [1, 2].map(() => codeOf(caller.call("read", {})));
    const left = codeOf(caller.call("read", { pages: "9" }, { signal: gone.signal }));
    await settled();
    gone.abort();
    expect(await left).toBe("cancelled");
    for (const one of begun) one.end({});
    await Promise.all(running);
    expect(begun.length).toBe(2);
  });

  it("of a job runs alongside the others, with its signal and progress", async () => {
    const { caller, begun, lanes } = setUp();
    const calls = [1, 2].map(() => codeOf(caller.call("read", {})));
    const { signal } = new AbortController();
    const onProgress = vi.fn();
    const job = caller.job("read", { pages: "1" }, { signal, onProgress });
    await settled();
    expect(begun[2]).toMatchObject({ input: { pages: "1" }, options: { signal } });
    begun[2]?.options.onProgress?.({ progress: 1, total: 2 });
    expect(onProgress.mock.calls).toEqual([[{ progress: 1, total: 2 }]]);
    expect(lanes.running).toBe(2);
    for (const one of begun) one.end({});
    expect(await job).toEqual({});
    await Promise.all(calls);
  });

  it("of a job that converts waits for the office calls", async () => {
    const { caller, begun } = setUp();
    const call = caller.call("convert", {});
    const job = caller.job("convert", {});
    await settled();
    expect(begun.length).toBe(1);
    begun[0]?.end({});
    await call;
    await settled();
    expect(begun.length).toBe(2);
    begun[1]?.end({});
    await job;
  });

  it("that a limit ended on the same file is refused before it takes a slot, even while waiting", async () => {
    const { caller, begun, clock } = setUp();
    const limit = new ProblemError("operation_failed", "stopped", { limit: { tookMs: 5000 } });
    const calls = ["a", "b", "a"].map((input) => codeOf(caller.call("read", { input })));
    await settled();
    begun[0]?.fail(limit);
    expect(await calls[0]).toBe("operation_failed");
    expect(await calls[2]).toBe("operation_failed");
    await expect(caller.call("read", { input: "a" })).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringMatching(/^not run: .* stopped on the same file at .* Try again after/),
    });
    await expect(caller.job("read", { input: "a", pages: "all" })).rejects.toMatchObject({
      code: "operation_failed",
    });
    expect(begun.length).toBe(2);
    clock.now = 50_000;
    const again = codeOf(caller.call("read", { input: "a" }));
    await settled();
    expect(begun.length).toBe(3);
    for (const one of begun) one.end({});
    expect(await again).toBe("done");
  });

  it("that others displace waits and starts from scratch: with its files, more time, and progress that never falls", async () => {
    const { caller, begun, lanes } = setUp();
    const onProgress = vi.fn();
    const call = caller.call("read", { input: "a" }, { onProgress });
    await settled();
    begun[0]?.options.onProgress?.({ progress: 2, total: 4 });
    begun[0]?.fail(new ReturnedError(["/a.pdf"]));
    await settled();
    expect(begun[1]).toMatchObject({ input: { input: "a" }, options: { written: ["/a.pdf"] } });
    for (const progress of [1, 3]) begun[1]?.options.onProgress?.({ progress, total: 4 });
    begun[1]?.fail(new ReturnedError(["/b.pdf"]));
    await settled();
    expect(begun[2]?.options.written).toEqual(["/a.pdf", "/b.pdf"]);
    begun[2]?.end({ text: "x" });
    expect(await call).toEqual({ text: "x" });
    expect(onProgress.mock.calls.map(([{ progress }]) => progress)).toEqual([2, 3]);
    expect([lanes.running, lanes.waiting]).toEqual([0, 0]);
  });

  it("is never refused when it returns to a full queue", async () => {
    const { caller, begun } = setUp();
    const calls = [1, 2, 3].map(() => codeOf(caller.call("read", {})));
    await settled();
    begun[0]?.fail(new ReturnedError([]));
    await settled();
    for (let k = 1; k < 4; k++) {
      begun[k]?.end({});
      await settled();
    }
    expect(await Promise.all(calls)).toEqual(["done", "done", "done"]);
  });
});
