/**
 * Simulates a seeded day of the service in a minute: calls, jobs, kills, full disks, clients that disconnect, receivers that
 * hang, and restarts, with the product's own lanes, engines, queue, delivery and files. Checks the invariants after each step.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import * as v from "valibot";
import { ProblemError } from "../../src/core/problem.ts";
import { defineTool, reads, type Tool, writes } from "../../src/core/tool.ts";
import { openScope } from "../../src/files/scope/scope.ts";
import { removeTemp } from "../../src/files/temporary/stale.ts";
import { isTemp } from "../../src/files/temporary/temp-name.ts";
import { createDeliverer, type Send } from "../../src/jobs/delivery.ts";
import { createJobQueue, type JobQueue } from "../../src/jobs/queue.ts";
import { type Caller, createCaller } from "../../src/run/call.ts";
import { createEarlierCalls } from "../../src/run/earlier-calls.ts";
import { createEngines } from "../../src/run/engines.ts";
import { createLanes, type Lanes } from "../../src/run/lanes.ts";
import { createRepeaters } from "../../src/run/repeaters.ts";
import { type Chance, type Clock, createChance, createClock, settled } from "./clock.ts";
import { codeOf, contentOf, type Machine, type SimEngine, type SimInput, startSimEngine } from "./engine.ts";

/** A day's results, which show that something happened. */
export interface Day {
  readonly answers: Readonly<Record<string, number>>;
  readonly slowestHonestMs: number;
  readonly mostPaused: number;
}

const steps = 60;
const deadlineMs = 30_000;
/** The longest wait of an honest call: for another call's first time slice, its engine, and its own work. */
const honestMs = 2000;
const start = Date.UTC(2026, 0, 1);

const names = ["read", "spin", "grow", "crash", "write", "split", "batch"] as const;
const tools: ReadonlyMap<string, Tool> = new Map(
  names.map((name) => [
    name,
    defineTool({
      name,
      title: name,
      description: name,
      input: v.looseObject({}),
      output: v.looseObject({}),
      annotations: ["write", "split", "batch"].includes(name) ? writes : reads,
      reportsProgress: false,
      lane: "document",
      run: () => ({}),
    }),
  ]),
);

/** One run of the service, from its start to its exit or kill. */
interface Service {
  readonly caller: Caller;
  readonly jobs: JobQueue;
  readonly lanes: Lanes;
  /** Simulates SIGKILL: nothing it started continues. */
  kill(): void;
}

interface Attempt {
  readonly url: URL;
  readonly at: number;
  ended: number;
}

class World {
  readonly clock: Clock = createClock();
  readonly chance: Chance;
  readonly folder: string;
  readonly allowed: string;
  readonly machine: Machine;
  readonly engines = new Set<SimEngine>();
  readonly attempts = new Map<string, Attempt[]>();
  /** Files by path, with their content when first seen. */
  readonly seen = new Map<string, string>();
  readonly winners = new Map<string, string>();
  readonly answers: Record<string, number> = {};
  /** The final status of this run's finished jobs. */
  readonly finished = new Map<string, string>();
  readonly submitted = new Map<string, { readonly url: string }>();
  service: Service;
  calls = 0;
  open = 0;
  hostile = 0;
  slowestHonest = 0;
  mostPaused = 0;

  constructor(seed: number, base: string) {
    this.chance = createChance(seed);
    this.folder = mkdtempSync(join(base, "pdfd-day-"));
    this.allowed = join(this.folder, "allowed");
    mkdirSync(this.allowed);
    mkdirSync(join(this.folder, "outside"));
    const { clock, chance } = this;
    const scope = openScope([this.allowed]);
    this.machine = { clock, chance, scope, full: false, deadly: 0, faulty: 0, temps: new Map() };
    this.service = this.startService();
  }

  private send: Send = (url, headers, _body, timeoutMs) => {
    const attempt: Attempt = { url, at: this.clock.now(), ended: this.clock.now() };
    const id = headers["webhook-id"] ?? "";
    this.attempts.set(id, [...(this.attempts.get(id) ?? []), attempt]);
    const hangs = url.hostname === "localhost";
    return this.clock.wait(hangs ? timeoutMs : 20).then(() => {
      attempt.ended = this.clock.now();
      if (hangs) throw new Error("timed out");
      return url.pathname === "/flaky" ? 503 : 204;
    });
  };

  private startService(): Service {
    const { machine, clock } = this;
    let alive = true;
    const timers = new Set<Disposable>();
    const own = <T extends Disposable>(timer: T): T => {
      timers.add(timer);
      return timer;
    };
    const clocked = {
      now: clock.now,
      after: (ms: number, action: () => void) => own(clock.after(ms, action)),
      every: (ms: number, action: () => void) => own(clock.every(ms, action)),
    };
    const never = new Promise<never>(() => {});
    const engine = (pid: number) => [...this.engines].find((one) => one.pid === pid);
    const remove = (path: string) => {
      if (alive) removeTemp(path);
    };
    const lanes = createLanes(undefined, clocked);
    const engines = createEngines({
      scope: machine.scope,
      parent: 1,
      removeTemp: remove,
      removeTempsOf: (pid) => machine.temps.get(pid)?.forEach(remove),
      publishes: (pid, id) => engine(pid)?.publishing === id,
      log: () => {},
      deadlineMs,
      timers: clocked,
      residentBytes: (pid) => engine(pid)?.bytes,
      processorMs: (pid) => engine(pid)?.used,
      spawn: () => {
        if (!alive) throw new Error("the service is dead");
        const child = startSimEngine(machine);
        this.engines.add(child);
        return child;
      },
    });
    const identityOf = (path: string) => path;
    const caller = createCaller({
      findTool: (name) => tools.get(name),
      lanes,
      engines,
      earlier: createEarlierCalls(() => start + clock.now()),
      repeaters: createRepeaters({ elapsed: clock.now, now: () => start + clock.now(), identityOf }),
      identityOf,
    });
    let ids = 0;
    const randomUUID = () => `00000000-0000-4000-8000-${String(this.calls * 1000 + ids++).padStart(12, "0")}`;
    const deliverer = createDeliverer({
      send: (...all) => (alive ? this.send(...all) : never),
      signer: { sign: () => "v1,x" },
      now: () => start + clock.now(),
      wait: (ms, signal) => (alive ? clock.wait(ms, signal) : never),
      randomUUID,
    });
    const jobs = createJobQueue({
      run: (...all) => (alive ? caller.job(...all) : never),
      deliverer,
      webhookOrigins: new Set(),
      now: () => start + clock.now(),
      elapsed: clock.now,
      wait: (ms, signal) => clock.wait(ms, signal).catch(() => {}),
      randomUUID,
      onInternal: () => {},
      log: () => {},
    });
    engines.warm();
    return {
      caller,
      jobs,
      lanes,
      kill() {
        alive = false;
        for (const timer of timers) timer[Symbol.dispose]();
        deliverer.close();
      },
    };
  }

  /** Makes a call and checks its answer. */
  async call(tool: string, more: Partial<SimInput> = {}): Promise<void> {
    const id = `c${this.calls++}`;
    const { service, clock, chance } = this;
    const input = { ...this.input(id, false), ...more };
    const honest = tool === "read" && this.open < 8 && this.machine.deadly === 0;
    const hostile = tool === "spin" || tool === "grow";
    const begun = clock.now();
    const gone = new AbortController();
    if (!honest && chance.often(0.1)) clock.after(chance.below(3000), () => gone.abort());
    this.open++;
    if (hostile) this.hostile++;
    const outcome = await service.caller.call(tool, input, { signal: gone.signal }).then(
      (result) => ({ result, error: undefined }),
      (error: unknown) => ({ result: undefined, error }),
    );
    if (service !== this.service) return;
    this.open--;
    if (hostile) this.hostile--;
    this.judge(id, outcome.result, outcome.error);
    const took = clock.now() - begun;
    if (!honest) return;
    this.slowestHonest = Math.max(this.slowestHonest, took);
    must(took <= honestMs, `an honest call took ${took} ms`);
  }

  input(id: string, job: boolean): SimInput & { readonly input: string } {
    const { chance } = this;
    const name = chance.often(0.05) ? "../outside/stolen.txt" : `out-${chance.below(40)}`;
    return {
      id,
      job,
      name,
      work: chance.below(200) + 1,
      files: chance.below(6) + 1,
      input: `in-${chance.below(30)}`,
    };
  }

  /** Checks that an answer lists exactly the files that exist. */
  judge(id: string, result: object | undefined, error: unknown): void {
    const code = error === undefined ? "done" : codeOf(error);
    this.answers[code] = (this.answers[code] ?? 0) + 1;
    must(
      error === undefined || error instanceof ProblemError,
      `an answer that is no problem: ${String(error)}`,
    );
    const told = error instanceof ProblemError ? (error.outputs ?? []) : outputsOf(result);
    for (const path of told) {
      const name = relative(this.allowed, path);
      must(this.read(path) === contentOf(id, name), `${id} says that it wrote ${name}, which is not so`);
      must(
        (this.winners.get(path) ?? id) === id,
        `${name} was won by ${this.winners.get(path)} and by ${id}`,
      );
      this.winners.set(path, id);
    }
    for (const [path, text] of this.files())
      must(!text.startsWith(`${id} `) || told.includes(path), `${id} wrote ${path} and does not say so`);
  }

  submit(tool: string): void {
    const { chance, service } = this;
    const id = `j${this.calls++}`;
    const url = chance.pick([
      "",
      `http://127.0.0.1:${1000 + chance.below(3)}/honest`,
      "http://127.0.0.1:2000/flaky",
      `http://localhost:${3000 + chance.below(5)}/hangs`,
    ]);
    try {
      const job = service.jobs.submit({
        tool,
        input: this.input(id, true),
        ...(url && { callback_url: url }),
      });
      this.submitted.set(job.id, { url });
    } catch (error) {
      must(
        error instanceof ProblemError && error.code === "too_many_jobs",
        `a job was refused: ${String(error)}`,
      );
    }
  }

  async restart(): Promise<void> {
    this.service.kill();
    for (const engine of this.engines) engine.kill();
    await this.clock.pass(10);
    // The next start of the service does the same for dead processes.
    for (const temps of this.machine.temps.values()) for (const path of temps) removeTemp(path);
    this.machine.temps.clear();
    this.engines.clear();
    this.finished.clear();
    this.submitted.clear();
    this.attempts.clear();
    this.open = 0;
    this.hostile = 0;
    this.service = this.startService();
  }

  read(path: string): string | undefined {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return undefined;
    }
  }

  /** Files with final names. */
  files(): Map<string, string> {
    const found = new Map<string, string>();
    for (const path of below(this.allowed)) {
      if (path.split("/").some((name) => isTemp(name))) continue;
      const text = this.seen.get(path) ?? this.read(path) ?? "";
      found.set(path, text);
    }
    return found;
  }

  /** Checks the invariants. */
  check(): void {
    const files = this.files();
    for (const [path, text] of files) {
      const id = text.split(" ")[0] ?? "";
      must(
        text === contentOf(id, relative(this.allowed, path)),
        `${path} is not whole: ${JSON.stringify(text)}`,
      );
      this.seen.set(path, text);
    }
    for (const path of this.seen.keys()) must(files.has(path), `${path} was lost`);
    must(readdirSync(join(this.folder, "outside")).length === 0, "a file outside the allowed folder");
    const at = (job: boolean) =>
      [...this.engines].filter((one) => one.alive && !one.stopped && one.input?.job === job).length;
    must(at(false) <= 4, `${at(false)} calls run`);
    must(at(true) <= 1, `${at(true)} jobs run`);
    const { lanes, jobs } = this.service;
    this.mostPaused = Math.max(this.mostPaused, lanes.paused);
    must(lanes.running <= 4 && lanes.waiting <= 64 && lanes.paused <= 8, "the lanes are too full");
    for (const engine of this.engines) if (!engine.alive) this.engines.delete(engine);
    must(this.engines.size <= 14, `${this.engines.size} engines`);
    must(this.clock.pending < 2000, `${this.clock.pending} timers`);
    const listed = new Map(jobs.list().map((job) => [job.id, job]));
    must(listed.size <= 600, `${listed.size} jobs`);
    for (const [id, how] of this.finished)
      must(listed.get(id)?.status === how, `job ${id} was ${how} and is not any more`);
    for (const job of listed.values()) if (job.finished_at) this.finished.set(job.id, job.status);
  }

  /** Without new calls, everything must finish without leftovers. */
  async end(): Promise<void> {
    Object.assign(this.machine, { full: false, deadly: 0, faulty: 0 });
    for (let k = 0; k < 400 && !this.quiet(); k++) await this.clock.pass(1000);
    must(this.open === 0, `${this.open} calls are not answered`);
    const { jobs, lanes } = this.service;
    must(lanes.running + lanes.waiting + lanes.paused === 0, "the lanes are not empty");
    for (const id of this.submitted.keys()) must(jobs.get(id)?.finished_at, `job ${id} was lost`);
    this.check();
    for (const [path, text] of this.seen) must(this.read(path) === text, `${path} was changed`);
    const left = below(this.allowed).filter((path) => path.split("/").some((name) => isTemp(name)));
    must(left.length === 0, `temporary files are left: ${left.join(", ")}`);
    for (const [id, { url }] of this.submitted) if (url) this.checkDelivery(id, new URL(url));
  }

  private quiet(): boolean {
    const { jobs, lanes } = this.service;
    return (
      this.open + lanes.running + lanes.waiting + lanes.paused === 0 &&
      jobs
        .list()
        .every(
          ({ finished_at, callback }) => finished_at && !/pending|delivering/.test(callback?.status ?? ""),
        )
    );
  }

  private checkDelivery(id: string, url: URL): void {
    const job = this.service.jobs.get(id);
    const { status, attempts } = job?.callback ?? {};
    const expected = url.pathname === "/honest" ? "delivered after 1" : "failed after 5";
    must(`${status} after ${attempts}` === expected, `delivery of ${id}: ${status} after ${attempts}`);
    const finished = Date.parse(job?.finished_at ?? "") - start;
    const made = [...this.attempts.values()].filter(
      ([first]) => first?.at === finished && first.url.href === url.href,
    );
    if (url.pathname !== "/hangs")
      must(made.length > 0, `the event of ${id} did not go out when it finished`);
    for (const [k, attempt] of (made[0] ?? []).entries()) {
      const before = made[0]?.[k - 1];
      if (before && url.pathname !== "/hangs")
        must(
          attempt.at - before.ended === 2 ** (k - 1) * 1000,
          `attempt ${k + 1} of ${id} came at the wrong time`,
        );
    }
  }
}

const kinds = ["read", "read", "read", "write", "write", "split", "batch", "crash"] as const;

/** One random event. */
async function step(world: World): Promise<void> {
  const { chance, machine, clock } = world;
  const dice = chance.below(100);
  if (dice < 35) world.call(chance.pick(kinds)).catch(keep(world));
  else if (dice < 45 && world.hostile < 4)
    world.call(chance.pick(["spin", "spin", "grow"])).catch(keep(world));
  else if (dice < 57) world.submit(chance.pick(kinds));
  else if (dice < 60) world.submit("spin");
  else if (dice < 65) {
    const open = world.service.jobs.list().filter(({ finished_at }) => finished_at === null);
    if (open.length > 0) world.service.jobs.cancel(chance.pick(open).id);
  } else if (dice < 68 && world.engines.size > 0) chance.pick([...world.engines]).kill();
  else if (dice < 71) machine.full = !machine.full;
  else if (dice < 74) machine.deadly = machine.deadly > 0 ? 0 : 0.005;
  else if (dice < 76) machine.faulty = machine.faulty > 0 ? 0 : 0.05;
  else if (dice < 78) await world.restart();
  else await clock.pass(chance.pick([1, 20, 100, 300, 1000, 3000]));
  await settled();
}

const failures = new WeakMap<World, unknown>();
function failIfFailed(world: World): void {
  if (failures.has(world)) throw failures.get(world);
}

const keep = (world: World) => (error: unknown) => void failures.set(world, error);

/** The folder for a day's files: in memory if possible, because days test ordering, not the disk. */
export function simulationFolder(): string {
  return existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
}

export interface DayOptions {
  readonly base: string;
  /** Tampers with the day's folder, so that a test can check the detection. */
  readonly interfere?: (folder: string, step: number) => void;
}

/** Simulates one day. Throws with the seed and step if an invariant is violated. */
export async function liveDay(seed: number, { base, interfere }: DayOptions): Promise<Day> {
  const world = new World(seed, base);
  let at = 0;
  try {
    for (; at < steps; at++) {
      await step(world);
      interfere?.(world.folder, at);
      world.check();
      failIfFailed(world);
    }
    await world.end();
    failIfFailed(world);
  } catch (error) {
    throw new Error(`seed ${seed}, step ${at}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    world.service.kill();
    for (const engine of world.engines) engine.kill();
    rmSync(world.folder, { recursive: true, force: true });
  }
  return { answers: world.answers, slowestHonestMs: world.slowestHonest, mostPaused: world.mostPaused };
}

function must(holds: unknown, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

function outputsOf(result: object | undefined): readonly string[] {
  const { output, outputs } = { output: undefined, outputs: [], ...result };
  const several: readonly unknown[] = Array.isArray(outputs) ? outputs : [];
  return [output, ...several.map((one) => Reflect.get(Object(one), "output"))].filter(
    (one) => typeof one === "string",
  );
}

function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? below(path) : [path];
  });
}
