/**
 * Who may run now: four calls, of which at most two convert office documents, and sixty-four that wait. Of the four,
 * at most two have pages read by a model: that takes minutes, one page is read at a time, and the others shall not wait.
 * Jobs have one slot of their own beside them and share the office limit.
 *
 * Nobody holds a lane against the others (docs/decisions/0010): while calls wait, one that has had its turn is set aside, its
 * lane goes to one that waits, and it goes on later. Calls that are known to take long never have all the lanes. When no more
 * may be set aside, the call that has used most is ended.
 */
import {
  maxPaused,
  maxPausedBytes,
  maxRunning,
  maxRunningOffice,
  maxRunningReading,
  maxWaiting,
} from "../core/limits.ts";
import { cancellation, ProblemError } from "../core/problem.ts";
import { systemTimers, type Timers } from "../host/process/timers.ts";

export type LaneName = "document" | "office" | "reading";

/** A call that runs with a permit, as far as it can give way. */
export interface RunningCall {
  /** Sets it aside; false where that cannot be done now. */
  pause(): boolean;
  /** It goes on. */
  resume(): void;
  /** Ends it, so that others get their turn; false where that cannot be done now. */
  end(): boolean;
  /** Processor time that it has used, in milliseconds; where the system does not report that, time. */
  used(): number;
  /** Resident bytes that it holds while it is set aside. */
  bytes(): number;
}

/** The right to run; disposing it, once, lets the next one in. */
export interface Permit extends Disposable {
  /** Says what runs with it, so that it can give way; without it the lane is held until the end. */
  runs(call: RunningCall): void;
}

export interface AcquireOptions {
  /** The caller is the job queue, which runs one job at a time. */
  readonly job?: boolean | undefined;
  /** Aborted while it waits: it leaves the line and never runs. */
  readonly signal?: AbortSignal | undefined;
  /** What the call is about: beside another one on the same that has had its turn already, it counts as slow. Asked only when calls wait. */
  readonly subject?: (() => string | undefined) | undefined;
  /** Calls like this one took long before. */
  readonly slow?: boolean | undefined;
}

export interface LaneLimits {
  readonly running: number;
  readonly office: number;
  /** Of the running calls; a job is not held back by it. */
  readonly reading?: number;
  readonly waiting: number;
  /** Calls that are set aside at once, and the memory that they may hold together. */
  readonly paused?: number;
  readonly pausedBytes?: number;
}

export interface Lanes {
  /** Resolves when the call may run. Throws 429 `busy` at once when too many wait already. */
  acquire(lane: LaneName, options?: AcquireOptions): Promise<Permit>;
  /** Calls that run, the job not counted. */
  readonly running: number;
  /** Calls that wait, the job not counted. */
  readonly waiting: number;
  /** Calls that are set aside. */
  readonly paused: number;
  /** Refuses everything that waits and everything that comes. Running calls keep their permits. */
  close(): void;
}

const specLimits: LaneLimits = {
  running: maxRunning,
  office: maxRunningOffice,
  reading: maxRunningReading,
  waiting: maxWaiting,
  paused: maxPaused,
  pausedBytes: maxPausedBytes,
};

/** A call has this long before it gives way for the first time, in milliseconds: most calls end within it. */
const firstTurnMs = 1000;
/** One that has had more than that may be set aside again so soon after it went on, in milliseconds. */
const laterTurnMs = 100;
/** A call that has used this much counts as slow, in milliseconds: one lane stays for others. */
const slowMs = 10_000;
/** When no more calls may be set aside, the one that has used most is ended, once it has used this much, in milliseconds. */
const endMs = 2000;
/** It is ended for a call that has waited this long, in milliseconds. */
const endForMs = 500;
/** One that was set aside this long, or counts as slow and has waited this long, goes before those that came later, in milliseconds. */
const patienceMs = 5000;
/** While calls wait or are set aside, it is looked this often whose turn it is, in milliseconds. */
const tickMs = 100;

/** A call in the lanes: it waits, runs, or is set aside. */
interface Entry {
  readonly lane: LaneName;
  readonly job: boolean;
  readonly slow: boolean;
  readonly subject: () => string | undefined;
  state: "waiting" | "running" | "paused";
  /** When it came into its state. */
  since: number;
  call: RunningCall | undefined;
  /** It was ended, and is about to be gone. */
  ending: boolean;
  /** Answers whoever waits for it. */
  readonly grant: () => void;
  readonly refuse: (error: ProblemError) => void;
}

/** What there is to decide about, in order of arrival. */
interface Situation {
  readonly limits: LaneLimits;
  readonly now: number;
  readonly tickets: readonly Entry[];
  readonly running: readonly Entry[];
  readonly paused: readonly Entry[];
}

/**
 * The next thing to do, one at a time, as each changes the situation: a call begins or goes on, perhaps in another's lane, or
 * one is ended.
 */
type Step = { readonly run: Entry; readonly pause?: Entry } | { readonly end: Entry };

/** Whose turn it is: a decision on what it is given, and nothing else. */
function nextStep(situation: Situation): Step | undefined {
  for (const run of contenders(situation)) {
    if (fits(run, situation)) return { run };
    const pause = whoGivesWay(run, situation);
    if (pause) return { run, pause };
  }
  const end = whoIsEnded(situation);
  return end && { end };
}

/**
 * The call that is ended because others wait and no more may be set aside: of all that run or are set aside, the one that has
 * used most. However many calls take long, others get their turn.
 */
function whoIsEnded(situation: Situation): Entry | undefined {
  const { now, tickets, running, paused } = situation;
  const others = [...running, ...paused];
  const kept = tickets.filter(
    (one) => !one.job && one.lane === "document" && now - one.since >= endForMs && !isSlow(one, situation),
  );
  if (others.filter(({ ending }) => ending).length >= kept.length) return undefined;

  const used = ({ call }: Entry) => call?.used() ?? 0;
  return others
    .filter((one) => !one.job && one.lane === "document" && !one.ending && used(one) >= endMs)
    .sort((a, b) => used(b) - used(a))
    .find((one) => now - one.since >= laterTurnMs);
}

/**
 * All that want a lane, the first in turn first. Those that were patient, then those that came, in order, then those that
 * were set aside, the longest first, then what is known to take long.
 */
function contenders(situation: Situation): readonly Entry[] {
  const { now, tickets, paused } = situation;
  const slow = new Set(tickets.filter((ticket) => isSlow(ticket, situation)));
  const patient = (one: Entry) => isPatient(one, now);
  const longest = paused.filter(({ ending }) => !ending).sort((a, b) => a.since - b.since);
  return [
    ...longest.filter(patient),
    ...tickets.filter((ticket) => slow.has(ticket) && patient(ticket)),
    ...tickets.filter((ticket) => !slow.has(ticket)),
    ...longest.filter((one) => !patient(one)),
    ...tickets.filter((ticket) => slow.has(ticket) && !patient(ticket)),
  ];
}

const isPatient = ({ since }: Entry, now: number): boolean => now - since >= patienceMs;

/** Whether a call is expected to hold its lane: by its kind, by what it has used, or by one on the same that has had its turn. */
function isSlow(one: Entry, { running, paused, now }: Situation): boolean {
  if (one.slow || one.lane !== "document") return true;
  if (one.state !== "waiting") return (one.call?.used() ?? 0) >= slowMs;
  const hadTurn = (other: Entry) =>
    now - other.since >= firstTurnMs || (other.call?.used() ?? 0) >= firstTurnMs;
  const others = [...running.filter(hadTurn), ...paused];
  if (others.length === 0) return false;
  const subject = one.subject();
  return subject !== undefined && others.some((other) => other.subject() === subject);
}

/** Whether there is a lane for it; `without`: were that one set aside. */
function fits(one: Entry, situation: Situation, without?: Entry): boolean {
  const { limits, running, now } = situation;
  const others = running.filter((other) => other !== without);
  const count = (test: (other: Entry) => boolean) => others.filter(test).length;
  if (one.lane === "office" && count(({ lane }) => lane === "office") >= limits.office) return false;
  if (one.job) return count(({ job }) => job) < 1;
  const calls = others.filter(({ job }) => !job);
  if (calls.length >= limits.running) return false;
  const reading = calls.filter(({ lane }) => lane === "reading").length;
  if (one.lane === "reading" && reading >= (limits.reading ?? limits.running)) return false;
  // Whoever was set aside long enough goes on wherever there is room: it can be set aside again. Slow for slow is no loss.
  if (!isSlow(one, situation) || (one.state === "paused" && isPatient(one, now))) return true;
  if (without && isSlow(without, situation)) return true;
  const slow = calls.filter((other) => isSlow(other, situation)).length;
  return slow < Math.max(1, limits.running - 1);
}

/**
 * Whether another is set aside for it: what comes does not wait for what has run long. What is known to take long, and what
 * was set aside itself, has to be patient, and the former leaves half of the places to those that are not.
 */
function mayDisplace(one: Entry, situation: Situation): boolean {
  const { limits, now, paused } = situation;
  if (one.job) return false;
  const places = limits.paused ?? 0;
  if (one.state === "paused") return isPatient(one, now);
  if (one.lane === "document" && isSlow(one, situation))
    return isPatient(one, now) && paused.length < places / 2;
  return paused.length < places;
}

/** The running call whose lane goes to this one: of those that have had their turn, the one that has used most. */
function whoGivesWay(one: Entry, situation: Situation): Entry | undefined {
  if (!mayDisplace(one, situation)) return undefined;
  const { now, running, paused, limits } = situation;
  const left = paused.filter((other) => other !== one);
  const held = left.reduce((sum, { call }) => sum + (call?.bytes() ?? 0), 0);
  const mayHold = (limits.pausedBytes ?? 0) - held;
  const used = ({ call }: Entry) => call?.used() ?? 0;
  return running
    .filter(({ job, lane, call, ending }) => !job && lane === "document" && call !== undefined && !ending)
    .filter((other) => now - other.since >= (used(other) >= firstTurnMs ? laterTurnMs : firstTurnMs))
    .sort((a, b) => used(b) - used(a))
    .find(
      (other) => (left.length === 0 || (other.call?.bytes() ?? 0) <= mayHold) && fits(one, situation, other),
    );
}

export function createLanes(limits: LaneLimits = specLimits, timers: Timers = systemTimers): Lanes {
  /** In order of arrival. One that may not run yet does not hold up those behind it that may. */
  let line: Entry[] = [];
  const running = new Set<Entry>();
  const paused = new Set<Entry>();
  let ticking: Disposable | undefined;
  let closed = false;

  const waiting = () => line.reduce((sum, { job }) => sum + (job ? 0 : 1), 0);
  const calls = () => [...running].reduce((sum, { job }) => sum + (job ? 0 : 1), 0);
  const situation = (): Situation => ({
    limits,
    now: timers.now(),
    tickets: line,
    running: [...running],
    paused: [...paused],
  });

  function become(entry: Entry, state: Entry["state"]): void {
    entry.state = state;
    entry.since = timers.now();
    running.delete(entry);
    paused.delete(entry);
    if (state === "running") running.add(entry);
    if (state === "paused") paused.add(entry);
  }

  function permit(entry: Entry): Permit {
    return {
      runs(call) {
        entry.call = call;
      },
      [Symbol.dispose]() {
        if (running.delete(entry) || paused.delete(entry)) advance();
      },
    };
  }

  /** Does a step; the calls that it lets in are granted later, when all is counted. */
  function take(step: Step, granted: Entry[]): void {
    if ("end" in step) {
      step.end.ending = step.end.call?.end() === true;
      // It publishes: asked again after another turn.
      step.end.since = timers.now();
      return;
    }
    const { run, pause } = step;
    if (pause && !pause.call?.pause()) {
      // It publishes, or waits for somebody itself: asked again after another turn.
      pause.since = timers.now();
      return;
    }
    if (pause) become(pause, "paused");
    const waited = run.state === "waiting";
    line = line.filter((other) => other !== run);
    become(run, "running");
    if (waited) granted.push(run);
    else run.call?.resume();
  }

  function advance(): void {
    const granted: Entry[] = [];
    while (line.length > 0 || paused.size > 0) {
      const step = nextStep(situation());
      if (!step) break;
      take(step, granted);
    }
    tick();
    for (const { grant } of granted) grant();
  }

  /** Looks at the clock only while somebody waits for it. */
  function tick(): void {
    const needed = (!closed && line.some(({ job }) => !job)) || paused.size > 0;
    if (needed) ticking ??= timers.every(tickMs, advance);
    else {
      ticking?.[Symbol.dispose]();
      ticking = undefined;
    }
  }

  function leave(entry: Entry): void {
    line = line.filter((other) => other !== entry);
    tick();
  }

  return {
    async acquire(lane, { job = false, signal, subject = () => undefined, slow = false } = {}) {
      if (closed) throw stopping();
      if (signal?.aborted) throw cancellation(signal);
      const since = timers.now();
      let onAbort = () => {};
      const granted = new Promise<Permit>((resolve, reject) => {
        const entry: Entry = {
          ...{
            lane,
            job,
            slow,
            subject: once(subject),
            state: "waiting",
            since,
            call: undefined,
            ending: false,
          },
          grant: () => resolve(permit(entry)),
          refuse: reject,
        };
        onAbort = () => {
          leave(entry);
          reject(cancellation(signal));
        };
        signal?.addEventListener("abort", onAbort, { once: true });
        line.push(entry);
        advance();
        if (job || waiting() <= limits.waiting) return;
        leave(entry);
        reject(
          new ProblemError(
            "busy",
            `${calls()} calls run and ${limits.waiting} wait already; try again in a moment, or queue the call as a job`,
          ),
        );
      });
      return await granted.finally(() => signal?.removeEventListener("abort", onAbort));
    },
    get running() {
      return calls();
    },
    get waiting() {
      return waiting();
    },
    get paused() {
      return paused.size;
    },
    close() {
      closed = true;
      const refused = line;
      line = [];
      for (const ticket of refused) ticket.refuse(stopping());
      tick();
    },
  };
}

/** The same answer however often it is asked. */
function once<T>(ask: () => T): () => T {
  let answer: { readonly value: T } | undefined;
  return () => {
    answer ??= { value: ask() };
    return answer.value;
  };
}

function stopping(): ProblemError {
  return new ProblemError("busy", "the service is stopping; the call was not run");
}
