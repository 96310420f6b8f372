import { describe, expect, it, vi } from "vitest";
import { logLine } from "../../src/cli/serve/log.ts";
import { maxFinishedJobBytes } from "../../src/core/limits.ts";
import { ProblemError } from "../../src/core/problem.ts";
import type { Progress } from "../../src/core/tool.ts";
import { createDeliverer, type Send } from "../../src/jobs/delivery.ts";
import { createJobQueue, type JobEvent, type RunJob } from "../../src/jobs/queue.ts";
import { createSigner } from "../../src/jobs/signature.ts";

/** A call that the test completes by hand. */
interface OpenCall {
  readonly tool: string;
  readonly input: object;
  progress(state: Progress): void;
  succeed(result: object): void;
  fail(error: unknown): void;
}

function setUp(send: Send = async () => 204, keptBytes = maxFinishedJobBytes) {
  const calls: OpenCall[] = [];
  let clock = Date.UTC(2026, 0, 1);
  let ids = 0;
  const waits: number[] = [];
  const internal: unknown[] = [];
  const randomUUID = () => `00000000-0000-4000-8000-${String(ids++).padStart(12, "0")}`;
  const run: RunJob = (tool, input, { signal, onProgress }) =>
    new Promise((done, fail) => {
      calls.push({ tool, input, progress: onProgress, succeed: done, fail });
      signal.addEventListener("abort", () => fail(new Error("stopped")));
    });
  const events: JobEvent[] = [];
  const deliverer = createDeliverer({
    send,
    signer: createSigner(new Uint8Array(32)),
    now: () => clock,
    wait: async (ms) => {
      waits.push(ms);
    },
    randomUUID,
  });
  const jobs = createJobQueue({
    run,
    deliverer,
    webhookOrigins: new Set(),
    now: () => clock,
    elapsed: () => clock,
    wait: (ms, signal) =>
      new Promise((done) => {
        waits.push(ms);
        signal?.addEventListener("abort", () => done());
      }),
    randomUUID,
    keptBytes,
    onInternal: (error) => internal.push(error),
    log: (event) => events.push(event),
  });
  const advance = (ms: number) => {
    clock += ms;
  };
  return { jobs, calls, advance, waits, internal, events };
}

/** Lets resolved promises run. */
const settle = async () => {
  for (let k = 0; k < 20; k++) await Promise.resolve();
};
const request = (n = 0) => ({ tool: "pdf_info", input: { input: `${n}.pdf` } });

function call(calls: readonly OpenCall[], n: number): OpenCall {
  const found = calls[n];
  if (!found) throw new Error(`call ${n} has not started`);
  return found;
}

describe("job queue", () => {
  it("runs one job at a time, in the order received", async () => {
    const { jobs, calls } = setUp();
    const made = [jobs.submit(request(1)), jobs.submit(request(2)), jobs.submit(request(3))];
    expect(jobs.get(made[0]?.id ?? "")?.status).toBe("running");
    expect(jobs.get(made[1]?.id ?? "")?.status).toBe("queued");
    expect(calls).toHaveLength(1);
    call(calls, 0).succeed({ pages: 1 });
    await settle();
    expect(calls.map((one) => one.input)).toEqual([{ input: "1.pdf" }, { input: "2.pdf" }]);
    expect(jobs.get(made[0]?.id ?? "")).toMatchObject({ status: "succeeded", result: { pages: 1 } });
    call(calls, 1).fail(new Error("broken"));
    await settle();
    expect(jobs.get(made[1]?.id ?? "")).toMatchObject({
      status: "failed",
      error: { code: "internal", status: 500 },
    });
    expect(jobs.list().map((job) => job.id)).toEqual(made.map((job) => job.id).reverse());
  });

  it("never reveals the input, and reports an internal error only to the log", async () => {
    const { jobs, calls, internal } = setUp();
    const job = jobs.submit({ tool: "pdf_protect", input: { password: "hunter2-secret" } });
    expect(JSON.stringify(jobs.list())).not.toContain("hunter2");
    call(calls, 0).fail(new Error("engine said hunter2-secret"));
    await settle();
    expect(JSON.stringify(jobs.get(job.id))).not.toContain("hunter2");
    expect(internal).toHaveLength(1);
  });

  it("logs the end of each job and each abandoned callback, without any text from the caller", async () => {
    const { jobs, calls, events, advance } = setUp(async () => 500);
    const { id } = jobs.submit({ ...request(), callback_url: "http://127.0.0.1:9/private" });
    advance(40);
    call(calls, 0).fail(new ProblemError("operation_failed", "secret.pdf is damaged"));
    await settle();
    await settle();
    expect(events).toEqual([
      { event: "job", id, tool: "pdf_info", status: "failed", ms: 40, code: "operation_failed" },
      { event: "callback", id, attempts: 5, status: 500 },
    ]);
    const [job, callback] = events.map((event) => logLine(event, "json", 0));
    expect(JSON.parse(job ?? "")).toMatchObject({
      level: "warn",
      event: "job",
      id,
      code: "operation_failed",
    });
    expect(JSON.parse(callback ?? "")).toMatchObject({ level: "warn", event: "callback", what: "given up" });
  });

  it("refuses the 101st open job and accepts one again once another has ended", async () => {
    const { jobs, calls } = setUp();
    for (let n = 0; n < 100; n++) jobs.submit(request(n));
    expect(() => jobs.submit(request())).toThrow(expect.objectContaining({ code: "too_many_jobs" }));
    call(calls, 0).succeed({});
    await settle();
    expect(jobs.submit(request()).status).toBe("queued");
  });

  it("keeps at most 500 finished jobs, each for one hour of a monotonic clock", async () => {
    const { jobs, calls, advance } = setUp();
    const first = jobs.submit(request());
    call(calls, 0).succeed({});
    await settle();
    advance(3_599_999);
    expect(jobs.get(first.id)).toBeDefined();
    advance(1);
    expect(jobs.get(first.id)).toBeUndefined();

    const ids: string[] = [];
    for (let n = 0; n < 501; n++) {
      ids.push(jobs.submit(request(n)).id);
      call(calls, n + 1).succeed({});
      await settle();
      advance(1);
    }
    const open = jobs.submit(request());
    expect(jobs.list()).toHaveLength(501);
    expect(jobs.get(ids[0] ?? "")).toBeUndefined();
    expect(jobs.get(ids[1] ?? "")).toBeDefined();
    advance(10_000_000);
    expect(jobs.list().map((job) => job.id)).toEqual([open.id]);
  });

  it("keeps results up to a size, newest first, but always the newest one, however large", async () => {
    expect(maxFinishedJobBytes).toBe(64_000_000);
    const { jobs, calls, advance } = setUp(undefined, maxFinishedJobBytes / 1000);
    const ids: string[] = [];
    const end = async (bytes: number) => {
      ids.push(jobs.submit(request()).id);
      call(calls, ids.length - 1).succeed({ text: "x".repeat(bytes) });
      await settle();
      advance(1);
    };
    for (let n = 0; n < 10; n++) await end(10_000);
    expect(jobs.list().map(({ id }) => id)).toEqual(ids.slice(-6).reverse());
    await end(70_000);
    expect(jobs.list().map(({ id }) => id)).toEqual(ids.slice(-1));
    expect(JSON.stringify(jobs.get(ids.at(-1) ?? "")).length).toBeGreaterThan(70_000);
  });

  it("lists whole results or only their sizes", async () => {
    const { jobs, calls } = setUp();
    jobs.submit(request());
    const text = "x".repeat(5000);
    call(calls, 0).succeed({ text });
    await settle();
    expect(jobs.list()[0]).toMatchObject({ status: "succeeded", result: { text } });
    const [bare] = jobs.list(false);
    expect(bare).toMatchObject({ status: "succeeded", result_bytes: 5000 + '{"text":""}'.length });
    expect(bare).not.toHaveProperty("result");
  });

  it("lists the files a canceled job had written, in its error and its event", async () => {
    const bodies: string[] = [];
    const { jobs, calls } = setUp(async (_, __, body) => {
      bodies.push(new TextDecoder().decode(body));
      return 204;
    });
    const { id } = jobs.submit({ ...request(), callback_url: "http://127.0.0.1:9/hook" });
    call(calls, 0).fail(new ProblemError("cancelled", "ended; one file stays", { outputs: ["/a/1.pdf"] }));
    jobs.cancel(id);
    await vi.waitFor(() => expect(bodies).toHaveLength(1));
    expect(jobs.get(id)).toMatchObject({
      status: "failed",
      error: { code: "cancelled", outputs: ["/a/1.pdf"], detail: "ended; one file stays" },
    });
    expect(JSON.parse(bodies[0] ?? "").data).toMatchObject({
      outputs: ["/a/1.pdf"],
      error: { code: "cancelled" },
    });
  });

  it("reports progress that never decreases and ends at its total", async () => {
    const { jobs, calls } = setUp();
    const { id } = jobs.submit(request());
    expect(jobs.get(id)?.progress).toBeNull();
    call(calls, 0).progress({ progress: 3, total: 10 });
    call(calls, 0).progress({ progress: 2, total: 10, message: "late" });
    expect(jobs.get(id)?.progress).toEqual({ progress: 3, total: 10, message: "late" });
    call(calls, 0).progress({ progress: Number.NaN, total: 10 });
    call(calls, 0).progress({ progress: 12, total: 10 });
    expect(jobs.get(id)?.progress).toMatchObject({ progress: 10, total: 10 });
    call(calls, 0).progress({ progress: 10, total: 11 });
    call(calls, 0).succeed({});
    await settle();
    call(calls, 0).progress({ progress: 1, total: 11 });
    expect(jobs.get(id)?.progress).toMatchObject({ progress: 11, total: 11 });
  });

  it("cancels queued and running jobs but not finished ones", async () => {
    const { jobs, calls } = setUp();
    const running = jobs.submit(request(1));
    const queued = jobs.submit(request(2));
    expect(jobs.cancel(queued.id)).toMatchObject({ status: "failed", error: { code: "cancelled" } });
    jobs.cancel(running.id);
    await settle();
    expect(jobs.get(running.id)).toMatchObject({ status: "failed", error: { code: "cancelled" } });
    expect(calls).toHaveLength(1);
    expect(jobs.cancel(queued.id)).toMatchObject({ error: { code: "cancelled" } });
    expect(jobs.cancel("job_unknown")).toBeUndefined();
  });

  it("wakes a waiter when the job ends, when time is up, and when the caller leaves", async () => {
    const { jobs, calls, waits } = setUp();
    const { id } = jobs.submit(request());
    const waiting = jobs.wait(id, 30_000);
    expect(waits).toEqual([30_000]);
    call(calls, 0).succeed({});
    expect((await waiting)?.status).toBe("succeeded");
    expect((await jobs.wait(id, 30_000))?.status).toBe("succeeded");
    expect(waits).toHaveLength(1);
    const other = jobs.submit(request());
    const leave = new AbortController();
    const left = jobs.wait(other.id, 30_000, leave.signal);
    leave.abort();
    expect((await left)?.status).toBe("running");
    expect(await jobs.wait("job_unknown", 1)).toBeUndefined();
  });

  it("starts no more jobs once closed", async () => {
    const { jobs, calls } = setUp();
    jobs.submit(request(1));
    jobs.submit(request(2));
    const closing = jobs.close();
    call(calls, 0).succeed({});
    await closing;
    expect(calls).toHaveLength(1);
  });

  it("starts the next job without waiting for a receiver", async () => {
    const { jobs, calls } = setUp(() => new Promise(() => {}));
    const first = jobs.submit({ ...request(1), callback_url: "http://127.0.0.1:9/hook" });
    jobs.submit(request(2));
    expect(jobs.get(first.id)?.callback).toMatchObject({ status: "pending", attempts: 0, last_status: null });
    call(calls, 0).succeed({});
    await settle();
    expect(calls).toHaveLength(2);
    expect(jobs.get(first.id)?.callback?.status).toBe("delivering");
  });
});
