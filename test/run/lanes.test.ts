import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../src/core/problem.ts";
import {
  createLanes,
  type LaneLimits,
  type LaneName,
  type Lanes,
  type Permit,
  type RunningCall,
} from "../../src/run/lanes.ts";
import { fakeTimers } from "./fake-timers.ts";

/** Records who was admitted, in order, and who was refused with which code. */
function visitors(lanes: Lanes) {
  const inside = new Map<string, Permit>();
  const order: string[] = [];
  const refused = new Map<string, string>();
  return {
    inside,
    order,
    refused,
    async enter(name: string, lane: LaneName, options: { job?: boolean; signal?: AbortSignal } = {}) {
      lanes.acquire(lane, options).then(
        (permit) => {
          inside.set(name, permit);
          order.push(name);
        },
        (error: unknown) => refused.set(name, error instanceof ProblemError ? error.code : String(error)),
      );
      await settled();
    },
    async leave(name: string) {
      inside.get(name)?.[Symbol.dispose]();
      inside.delete(name);
      await settled();
    },
  };
}

/** Waits until every promise that can settle has settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("lanes", () => {
  it("runs 4, lets 64 wait, refuses the 69th immediately, and admits the others by age", async () => {
    const lanes = createLanes();
    const calls = visitors(lanes);
    for (let k = 1; k <= 69; k++) await calls.enter(`c${k}`, "document");
    expect([...calls.inside.keys()]).toEqual(["c1", "c2", "c3", "c4"]);
    expect([lanes.running, lanes.waiting]).toEqual([4, 64]);
    expect([...calls.refused]).toEqual([["c69", "busy"]]);
    for (let k = 1; k <= 68; k++) await calls.leave(`c${k}`);
    expect(calls.order).toEqual(Array.from({ length: 68 }, (_, k) => `c${k + 1}`));
    expect([lanes.running, lanes.waiting]).toEqual([0, 0]);
    await calls.enter("later", "document");
    expect(calls.inside.has("later")).toBe(true);
  });

  it("runs 2 office calls; the third waits without blocking document calls", async () => {
    const calls = visitors(createLanes());
    for (const name of ["o1", "o2", "o3"]) await calls.enter(name, "office");
    for (const name of ["d1", "d2", "d3"]) await calls.enter(name, "document");
    expect(calls.order).toEqual(["o1", "o2", "d1", "d2"]);
    await calls.leave("d1");
    expect(calls.order).toEqual(["o1", "o2", "d1", "d2", "d3"]);
    await calls.leave("o1");
    expect(calls.order.at(-1)).toBe("o3");
  });

  it("gives a job its own slot, restricted only by the office limit", async () => {
    const lanes = createLanes();
    const calls = visitors(lanes);
    for (const name of ["d1", "d2", "o1", "o2"])
      await calls.enter(name, name.startsWith("o") ? "office" : "document");
    await calls.enter("job", "document", { job: true });
    expect(calls.inside.has("job")).toBe(true);
    expect(lanes.running).toBe(4);
    await calls.leave("job");
    await calls.enter("office job", "office", { job: true });
    expect(calls.inside.has("office job")).toBe(false);
    expect(lanes.waiting).toBe(0);
    await calls.leave("o1");
    expect(calls.inside.has("office job")).toBe(true);
    await calls.enter("o3", "office");
    expect(calls.inside.has("o3")).toBe(false);
  });

  it("lets a model read pages for two running calls, plus the job", async () => {
    const lanes = createLanes();
    const calls = visitors(lanes);
    for (const name of ["r1", "r2", "r3"]) await calls.enter(name, "reading");
    await calls.enter("job", "reading", { job: true });
    await calls.enter("d1", "document");
    await calls.enter("d2", "document");
    expect([...calls.inside.keys()].sort()).toEqual(["d1", "d2", "job", "r1", "r2"]);
    await calls.leave("job");
    await calls.leave("d1");
    expect(calls.inside.has("r3")).toBe(false);
    await calls.leave("r1");
    expect(calls.inside.has("r3")).toBe(true);
  });

  it("drops a waiting call whose caller left, and frees its place", async () => {
    const lanes = createLanes({ running: 1, office: 1, waiting: 1 });
    const calls = visitors(lanes);
    const gone = new AbortController();
    await calls.enter("runs", "document");
    await calls.enter("waits", "document", { signal: gone.signal });
    await calls.enter("refused", "document");
    gone.abort();
    await settled();
    expect(Object.fromEntries(calls.refused)).toEqual({ refused: "busy", waits: "cancelled" });
    await calls.enter("next", "document");
    await calls.leave("runs");
    expect(calls.order).toEqual(["runs", "next"]);
  });

  it("passes on an aborted signal's problem, before and while waiting", async () => {
    const lanes = createLanes({ running: 0, office: 0, waiting: 5 });
    const reason = new ProblemError("cancelled", "the job was cancelled");
    await expect(lanes.acquire("document", { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const stop = new AbortController();
    const waiting = lanes.acquire("document", { signal: stop.signal });
    stop.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it("counts a permit once, however often it is disposed", async () => {
    const lanes = createLanes();
    const permit = await lanes.acquire("office");
    permit[Symbol.dispose]();
    permit[Symbol.dispose]();
    expect(lanes.running).toBe(0);
  });

  it("refuses waiting and new calls once closed", async () => {
    const lanes = createLanes({ running: 1, office: 1, waiting: 5 });
    const calls = visitors(lanes);
    await calls.enter("runs", "document");
    await calls.enter("waits", "document");
    lanes.close();
    await calls.enter("late", "document");
    await settled();
    expect(Object.fromEntries(calls.refused)).toEqual({ waits: "busy", late: "busy" });
    await calls.leave("runs");
    expect([lanes.running, lanes.waiting]).toEqual([0, 0]);
  });

  it("respects every limit, loses nobody and stays fair under random arrivals and departures", async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant("enter" as const),
        lane: fc.constantFrom<LaneName>("document", "office"),
        job: fc.boolean(),
      }),
      fc.record({ do: fc.constant("leave" as const), at: fc.nat(20) }),
      fc.record({ do: fc.constant("abort" as const), at: fc.nat(20) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const limits = { running: 3, office: 2, waiting: 4 };
        const lanes = createLanes(limits);
        const calls = visitors(lanes);
        const stops = new Map<string, AbortController>();
        const kinds = new Map<string, { lane: LaneName; job: boolean }>();
        const all = new Map<string, { lane: LaneName; job: boolean }>();
        for (const [k, todo] of steps.entries()) {
          if (todo.do === "enter") {
            // One job at a time, as the queue sends them.
            const job = todo.job && ![...kinds.values()].some((kind) => kind.job);
            const name = `${k}`;
            const stop = new AbortController();
            stops.set(name, stop);
            kinds.set(name, { lane: todo.lane, job });
            all.set(name, { lane: todo.lane, job });
            await calls.enter(name, todo.lane, { job, signal: stop.signal });
          } else if (todo.do === "leave") await calls.leave([...calls.inside.keys()][todo.at] ?? "");
          else {
            stops.get([...kinds.keys()][todo.at] ?? "")?.abort();
            await settled();
          }
          for (const name of kinds.keys())
            if (calls.refused.has(name) || (calls.order.includes(name) && !calls.inside.has(name)))
              kinds.delete(name);
          const inside = [...calls.inside.keys()].map((name) => kinds.get(name));
          const outside = [...kinds].filter(([name]) => !calls.inside.has(name)).map(([, kind]) => kind);
          const office = inside.filter((kind) => kind?.lane === "office").length;
          expect(inside.filter((kind) => !kind?.job).length).toBe(lanes.running);
          expect(outside.filter((kind) => !kind.job).length).toBe(lanes.waiting);
          expect(lanes.running).toBeLessThanOrEqual(limits.running);
          expect(lanes.waiting).toBeLessThanOrEqual(limits.waiting);
          expect(office).toBeLessThanOrEqual(limits.office);
          // Nobody waits while able to run.
          for (const kind of outside) {
            const slot = kind.job || lanes.running < limits.running;
            expect(slot && (kind.lane === "document" || office < limits.office)).toBe(false);
          }
        }
        // Within a lane, first come is first served.
        for (const lane of ["document", "office"] as const) {
          const served = calls.order.filter((name) => all.get(name)?.lane === lane && !all.get(name)?.job);
          expect(served).toEqual([...served].sort((a, b) => Number(a) - Number(b)));
        }
        for (const name of [...calls.inside.keys()]) await calls.leave(name);
        for (let left = kinds.size; left > 0; left--)
          for (const name of [...calls.inside.keys()]) await calls.leave(name);
        expect([lanes.running, lanes.waiting]).toEqual([0, 0]);
      }),
      { numRuns: 150 },
    );
  });
});

describe("yielding", () => {
  const limits: LaneLimits = { running: 4, office: 2, reading: 2, waiting: 64, paused: 8, pausedBytes: 1000 };

  /** Lanes with their own clock, and calls that use all their processor time, each with 100 bytes. */
  function hostileLanes(more: Partial<LaneLimits> = {}) {
    const timers = fakeTimers();
    const lanes = createLanes({ ...limits, ...more }, timers);
    const runs = new Map<string, { used: number; paused: boolean; mayPause: boolean; permit: Permit }>();
    const order: string[] = [];
    const enter = (
      name: string,
      lane: LaneName = "document",
      subject = name,
      job = false,
      spentMs = 0,
    ): Promise<unknown> => {
      lanes.acquire(lane, { subject: () => subject, job, spentMs, quick: true }).then(
        (permit) => {
          const call = { used: 0, paused: false, mayPause: true, permit };
          const running: RunningCall = {
            pause: () => {
              call.paused = call.mayPause;
              return call.mayPause;
            },
            resume: () => {
              call.paused = false;
            },
            return: () => {
              if (!call.mayPause) return false;
              timers.after(50, async () => {
                await leave(name);
                order.push(`returned ${name}`);
                await enter(name, lane, subject, job, Math.max(call.used, spentMs));
              });
              return true;
            },
            used: () => call.used,
            bytes: () => 100,
          };
          permit.runs(running);
          runs.set(name, call);
          order.push(name);
        },
        () => order.push(`refused ${name}`),
      );
      return settled();
    };
    const leave = (name: string) => {
      const call = runs.get(name);
      runs.delete(name);
      call?.permit[Symbol.dispose]();
      return settled();
    };
    let mostPaused = 0;
    const pass = async (ms: number) => {
      for (let left = ms; left > 0; left -= 50) {
        mostPaused = Math.max(mostPaused, lanes.paused);
        for (const call of runs.values()) if (!call.paused) call.used += 50;
        timers.pass(50);
        await settled();
      }
    };
    const names = (paused: boolean) =>
      [...runs].filter(([, call]) => call.paused === paused).map(([name]) => name);
    return { lanes, timers, runs, order, enter, leave, pass, names, mostPaused: () => mostPaused };
  }

  it("admits an honest call immediately if four have run long, and resumes the paused one after it", async () => {
    const { enter, leave, pass, names, order } = hostileLanes();
    for (const name of ["h1", "h2", "h3", "h4"]) await enter(name);
    await pass(3000);
    for (let k = 0; k < 20; k++) {
      await enter(`honest ${k}`);
      expect(order.at(-1)).toBe(`honest ${k}`);
      expect(names(false).length).toBe(4);
      expect(names(true).length).toBe(1);
      await leave(`honest ${k}`);
      expect(names(true)).toEqual([]);
      await pass(200);
    }
  });

  it("admits an honest call within a second if the four have just started", async () => {
    const { enter, pass, order } = hostileLanes();
    for (const name of ["h1", "h2", "h3", "h4", "honest"]) await enter(name);
    await pass(950);
    expect(order).not.toContain("honest");
    await pass(150);
    expect(order).toContain("honest");
  });

  it("gives paused calls their next turn, the longest-paused first, however many arrive", async () => {
    const { enter, leave, pass, names, runs } = hostileLanes();
    for (let k = 0; k < 4; k++) await enter(`h${k}`);
    const aside = new Map<string, number>();
    let longest = 0;
    for (let k = 0; k < 200; k++) {
      await enter(`short ${k}`);
      await pass(200);
      await leave(`short ${k - 3}`);
      for (const name of [...runs.keys()].filter((one) => one.startsWith("h"))) {
        aside.set(name, names(true).includes(name) ? (aside.get(name) ?? 0) + 200 : 0);
        longest = Math.max(longest, aside.get(name) ?? 0);
      }
      expect(names(false).length).toBeLessThanOrEqual(4);
    }
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThanOrEqual(8000);
    for (let k = 0; k < 4; k++) expect(runs.get(`h${k}`)?.used).toBeGreaterThan(4000);
  });

  it("returns the most expensive call for a waiting one if no more may be paused", async () => {
    const { enter, leave, pass, lanes, order, runs } = hostileLanes();
    for (let k = 0; k < 12; k++) await enter(`h${k}`);
    await pass(12_000);
    expect([lanes.running, lanes.paused, lanes.waiting]).toEqual([4, 8, 0]);
    for (let k = 0; k < 5; k++) {
      const used = new Map([...runs].map(([name, call]) => [name, call.used]));
      const most = [...used].reduce((a, b) => (b[1] > a[1] ? b : a))[1];
      await enter(`honest ${k}`);
      await pass(1000);
      expect(order).toContain(`honest ${k}`);
      const ended = order.filter((one) => one.startsWith("returned ")).at(-1) ?? "";
      expect(used.get(ended.slice("returned ".length))).toBeGreaterThanOrEqual(most - 600);
      await leave(`honest ${k}`);
      await enter(`more ${k}`);
      await pass(1200);
    }
  });

  it("returns no call that is publishing, and none before its second turn", async () => {
    const { enter, pass, runs, order } = hostileLanes();
    for (let k = 0; k < 12; k++) await enter(`h${k}`);
    await pass(12_000);
    for (const call of runs.values()) call.mayPause = false;
    await enter("honest");
    await pass(2000);
    expect(order).not.toContain("honest");
    const young = hostileLanes({ paused: 0 });
    for (let k = 0; k < 5; k++) await young.enter(`h${k}`);
    await young.pass(900);
    expect(young.order.some((one) => one.startsWith("returned"))).toBe(false);
  });

  it("pauses no more calls and no more memory than allowed, although one alone may use more", async () => {
    const few = hostileLanes({ paused: 3 });
    for (let k = 0; k < 20; k++) await few.enter(`h${k}`);
    await few.pass(20_000);
    expect(few.mostPaused()).toBe(3);
    const small = hostileLanes({ pausedBytes: 250 });
    for (let k = 0; k < 20; k++) await small.enter(`h${k}`);
    await small.pass(20_000);
    expect(small.mostPaused()).toBe(2);
    const tiny = hostileLanes({ pausedBytes: 1 });
    for (let k = 0; k < 20; k++) await tiny.enter(`h${k}`);
    await tiny.pass(20_000);
    expect(tiny.mostPaused()).toBe(1);
  });

  it("never pauses a call that refuses, an office call, one with a model reading, or the job", async () => {
    const { enter, pass, names, runs, order } = hostileLanes({ reading: 1 });
    await enter("job", "document", "job", true);
    for (const name of ["o1", "o2"]) await enter(name, "office");
    await enter("r1", "reading");
    await enter("publishes");
    const call = runs.get("publishes");
    if (call) call.mayPause = false;
    await enter("honest");
    await pass(30_000);
    expect(names(true)).toEqual([]);
    expect(order).not.toContain("honest");
    if (call) call.mayPause = true;
    await pass(1100);
    expect(names(true)).toEqual(["publishes"]);
    expect(order).toContain("honest");
  });

  it("keeps one lane free of office calls and of those with a model reading", async () => {
    const { enter, order } = hostileLanes();
    for (const name of ["o1", "o2"]) await enter(name, "office");
    for (const name of ["r1", "r2"]) await enter(name, "reading");
    expect(order).toEqual(["o1", "o2", "r1"]);
    await enter("honest");
    expect(order.at(-1)).toBe("honest");
  });

  it("lets copies of a call that had its turn displace nobody, and prefers an honest one", async () => {
    const { enter, pass, order, names } = hostileLanes();
    for (let k = 0; k < 40; k++) await enter(`copy ${k}`, "document", "one file");
    await pass(4000);
    expect(names(true)).toEqual([]);
    await enter("honest");
    expect(order.at(-1)).toBe("honest");
    expect(order.length).toBe(5);
  });

  it("runs a call known to be slow in only three lanes", async () => {
    const { lanes } = hostileLanes();
    const permits: Permit[] = [];
    for (let k = 0; k < 4; k++)
      lanes.acquire("document", { slow: true }).then(
        (permit) => permits.push(permit),
        () => {},
      );
    await settled();
    expect([lanes.running, lanes.waiting]).toEqual([3, 1]);
    permits[0]?.[Symbol.dispose]();
    await settled();
    expect([lanes.running, lanes.waiting]).toEqual([3, 0]);
  });

  it("checks the clock only while calls are waiting or paused", async () => {
    const { enter, leave, pass, timers, runs } = hostileLanes();
    for (const name of ["h1", "h2", "h3", "h4"]) await enter(name);
    expect(timers.pending).toBe(0);
    await enter("honest");
    expect(timers.pending).toBe(1);
    await pass(2000);
    for (const name of [...runs.keys()]) await leave(name);
    expect(timers.pending).toBe(0);
  });

  it("lets paused calls finish when closed", async () => {
    const { lanes, enter, leave, pass, names, runs } = hostileLanes();
    for (const name of ["h1", "h2", "h3", "h4"]) await enter(name);
    await pass(2000);
    await enter("honest");
    lanes.close();
    await leave("honest");
    expect(names(true)).toEqual([]);
    for (const name of [...runs.keys()]) await leave(name);
    expect([lanes.running, lanes.paused]).toEqual([0, 0]);
  });

  it("lets every long call succeed, and short ones go first, on two processors with endless calls among them", async () => {
    const timers = fakeTimers();
    const lanes = createLanes(undefined, timers);
    const active = new Set<{ used: number; paused: boolean; readonly needs: number; end(): void }>();
    /** Runs a call until it succeeds, and returns how long that took. */
    const call = async (subject: string, needs: number, bytes: number, quick: boolean) => {
      const begun = timers.now();
      for (let spentMs = 0; ; ) {
        using permit = await lanes.acquire("document", { subject: () => subject, spentMs, quick });
        const done = await new Promise<boolean>((resolve) => {
          const one = { used: 0, paused: false, needs, end: () => leave(true) };
          const leave = (isDone: boolean) => {
            active.delete(one);
            resolve(isDone);
          };
          active.add(one);
          permit.runs({
            pause: () => {
              one.paused = true;
              return true;
            },
            resume: () => {
              one.paused = false;
            },
            return: () => {
              spentMs = Math.max(spentMs, one.used);
              timers.after(50, () => leave(false));
              return true;
            },
            used: () => one.used,
            bytes: () => bytes,
          });
        });
        if (done) return timers.now() - begun;
      }
    };

    let ended = 0;
    const short: number[] = [];
    const keepAsking = async (who: number) => {
      while (ended < 24) {
        short.push(await call(`short ${who} ${short.length}`, 40, 1e8, true));
        await new Promise<void>((resolve) => timers.after(300, resolve));
      }
    };
    for (let k = 0; k < 12; k++) call(`endless ${k}`, 300_000, 2.5e8, false);
    for (let k = 0; k < 24; k++) call(`long ${k}`, 3700, 2.5e8, false).then(() => ended++);
    keepAsking(1);
    keepAsking(2);
    while (ended < 24 && timers.now() < 240_000) {
      const running = [...active].filter(({ paused }) => !paused);
      for (const one of running) {
        one.used += 50 * Math.min(1, 2 / running.length);
        if (one.used >= one.needs) one.end();
      }
      timers.pass(50);
      await settled();
    }
    expect(ended).toBe(24);
    short.sort((a, b) => a - b);
    expect(short.length).toBeGreaterThan(100);
    expect(short[Math.floor(short.length * 0.95)]).toBeLessThanOrEqual(2000);
  });
});
