/**
 * Decides which calls may run: four at a time, of which at most two convert office documents, with sixty-four waiting. At most
 * two of the four have pages read by a model: that takes minutes, one page is read at a time, and the others must not wait.
 * Jobs have their own slot and share the office limit.
 *
 * Long-running calls yield to waiting ones (docs/decisions/0010): while calls wait, one that has had its turn is paused, its
 * lane goes to a waiting call, and it resumes later. Known slow calls never occupy all lanes. When no more calls may be
 * paused, the one that has used the most time is returned to the queue: it starts from scratch later, and may then use much more time
 * before it is returned again. So every call gets its turn, and none fails because others are slow.
 */

import {
  maxPaused,
  maxPausedBytes,
  maxRunning,
  maxRunningOffice,
  maxRunningReading,
  maxWaiting,
} from "../core/limits.ts";
import { once } from "../core/once.ts";
import { cancellation, ProblemError } from "../core/problem.ts";
import { systemTimers, type Timers } from "../host/process/timers.ts";

export type LaneName = "document" | "office" | "reading";

/** A running call with a permit, and its ways to yield. */
export interface RunningCall {
  /** Pauses it; false if that isn't possible now. */
  pause(): boolean;
  /** Resumes it. */
  resume(): void;
  /** Ends it, so that others get their turn, and its caller asks for another lane; false if that isn't possible now. */
  return(): boolean;
  /** Processor time used, in milliseconds; if the system doesn't report it, elapsed time. */
  used(): number;
  /** Resident bytes that it holds while paused. */
  bytes(): number;
}

/** The right to run; disposing of it, once, lets the next call in. */
export interface Permit extends Disposable {
  /** Registers the running call, so that it can yield; otherwise the lane is held until the end. */
  runs(call: RunningCall): void;
}

export interface AcquireOptions {
  /** The caller is the job queue, which runs one job at a time. */
  readonly job?: boolean | undefined;
  /** Aborted while waiting: it leaves the queue and never runs. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The subject of the call: if another call on the same subject has already had its turn, this one counts as slow. Asked only
   * when calls wait.
   */
  readonly subject?: (() => string | undefined) | undefined;
  /** Whether similar calls took long before. */
  readonly slow?: boolean | undefined;
  /** Whether calls of its tool are usually quick: it precedes others of which nothing is known. */
  readonly quick?: boolean | undefined;
  /** Time that it had used when it was returned to the queue, in milliseconds. It is never refused. */
  readonly spentMs?: number | undefined;
}

export interface LaneLimits {
  readonly running: number;
  readonly office: number;
  /** Among running calls; jobs aren't held back by it. */
  readonly reading?: number;
  readonly waiting: number;
  /** Maximum number of paused calls, and of the bytes that they hold together. */
  readonly paused?: number;
  readonly pausedBytes?: number;
}

const specLimits: LaneLimits = {
  running: maxRunning,
  office: maxRunningOffice,
  reading: maxRunningReading,
  waiting: maxWaiting,
  paused: maxPaused,
  pausedBytes: maxPausedBytes,
};

/** Time before a call first yields, in milliseconds: most calls end within it. */
const firstTurnMs = 1000;
/** Time before a resumed call may be paused again, or any call for one that is usually quicker, in milliseconds. */
const laterTurnMs = 100;
/** A call that has used this many milliseconds counts as slow: one lane stays free for others. */
const slowMs = 10_000;
/** When no more calls may be paused, the one that has used the most time is returned, once it has used this many milliseconds. */
const returnMs = 1000;
/** It is returned for a call that has waited this long, in milliseconds. */
const returnForMs = 500;
/** A call that was returned may next use this many times as much: it loses a fraction of the time that it needs. */
const returnTimes = 4;
/** A call that was paused this long, or is slow and has waited this long, precedes later arrivals, in milliseconds. */
const patienceMs = 5000;
/** Interval for deciding whose turn it is while calls wait or are paused, in milliseconds. */
const tickMs = 100;

/** A call in the lanes: waiting, running, or paused. */
interface Entry {
  readonly lane: LaneName;
  readonly job: boolean;
  readonly slow: boolean;
  readonly quick: boolean;
  /** Used by its last attempt, in milliseconds; 0 if this is the first. */
  readonly spent: number;
  readonly subject: () => string | undefined;
  state: "waiting" | "running" | "paused";
  /** When it entered its state. */
  since: number;
  call: RunningCall | undefined;
  /** It is being returned, and will be gone soon. */
  returning: boolean;
  /** Lets the waiting caller run. */
  readonly grant: () => void;
  readonly refuse: (error: ProblemError) => void;
}

/** The input for a decision, in order of arrival. */
interface Situation {
  readonly limits: LaneLimits;
  readonly now: number;
  readonly tickets: readonly Entry[];
  readonly running: readonly Entry[];
  readonly paused: readonly Entry[];
}

/** The next action, one at a time since each changes the situation: start or resume a call, perhaps in another's lane, or return one. */
type Step = { readonly run: Entry; readonly pause?: Entry } | { readonly return: Entry };

/** Decides whose turn it is: a pure function of the situation. */
function nextStep(situation: Situation): Step | undefined {
  for (const run of contenders(situation)) {
    if (fits(run, situation)) return { run };
    const pause = whoGivesWay(run, situation);
    if (pause) return { run, pause };
  }
  const returned = whoIsReturned(situation);
  return returned && { return: returned };
}

/**
 * The call to return to the queue because others wait and no more may be paused: of all running or paused calls, the one that
 * has used the most time, if that is as much as the waiting one may use. However many slow calls there are, others get their
 * turn. Slow ones get it one by one, since each costs the work of another.
 */
function whoIsReturned(situation: Situation): Entry | undefined {
  const { now, tickets, running, paused } = situation;
  const waiting = tickets.filter((one) => !one.job && one.lane === "document");
  // Unless there is no room, a running one may soon be paused.
  const least = (one: Entry) => (isFull(situation, shareOf(one, situation)) ? returnForMs : patienceMs);
  const fresh = waiting.filter((one) => now - one.since >= least(one) && !isSlow(one, situation));
  const patient = waiting.filter((one) => isPatient(one, now)).sort((a, b) => a.spent - b.spent);
  const kept = fresh.length > 0 ? fresh : patient.slice(0, 1);
  const others = [...running, ...paused];
  if (others.filter(({ returning }) => returning).length >= kept.length) return undefined;

  const used = ({ call }: Entry) => call?.used() ?? 0;
  const mayUse = ({ spent }: Entry) => Math.max(spent, returnMs) * returnTimes;
  const enough = fresh.length > 0 ? returnMs : Math.max(...kept.map(mayUse));
  return others
    .filter((one) => !one.job && one.lane === "document" && !one.returning)
    .filter((one) => used(one) >= (one.spent > 0 ? Math.max(enough, mayUse(one)) : enough))
    .sort((a, b) => used(b) - used(a))
    .find((one) => now - one.since >= laterTurnMs);
}

/** The share of the places and bytes for paused calls that a waiting one may use up: the rest is for quicker ones. */
const share = { slow: 0.5, usual: 0.75, quick: 1 } as const;

function shareOf(one: Entry, situation: Situation): number {
  if (one.state !== "waiting") return share.quick;
  if (one.lane === "document" && isSlow(one, situation)) return share.slow;
  return one.quick ? share.quick : share.usual;
}

/** Whether no more calls may be paused within a share, by their number or their memory. */
function isFull({ limits, running, paused }: Situation, part: number): boolean {
  const lightest = Math.min(...running.map(({ call }) => call?.bytes() ?? 0));
  const mayHold = (limits.pausedBytes ?? 0) * part;
  // One alone may be larger.
  const tooLarge = paused.length > 0 && bytesOf(paused) + lightest > mayHold;
  return tooLarge || paused.length >= (limits.paused ?? 0) * part;
}

const bytesOf = (calls: readonly Entry[]): number =>
  calls.reduce((sum, { call }) => sum + (call?.bytes() ?? 0), 0);

/**
 * All calls that want a lane, in order: those that have waited patiently, new arrivals, paused calls (longest first), then
 * known slow ones.
 */
function contenders(situation: Situation): readonly Entry[] {
  const { now, tickets, paused } = situation;
  const slow = tickets
    .filter((ticket) => isSlow(ticket, situation))
    .sort((a, b) => a.spent - b.spent || a.since - b.since);
  const fresh = tickets
    .filter((ticket) => !slow.includes(ticket))
    .sort((a, b) => Number(b.quick) - Number(a.quick));
  const longest = paused.filter(({ returning }) => !returning).sort((a, b) => a.since - b.since);
  const [resumed, rested] = parted(longest, (one) => isPatient(one, now));
  const [patient, others] = parted(slow, (one) => isPatient(one, now));
  // Calls that have begun end first, so that room to pause more remains.
  return isFull(situation, share.slow)
    ? [...resumed, ...fresh, ...rested, ...patient, ...others]
    : [...resumed, ...patient, ...fresh, ...rested, ...others];
}

const isPatient = ({ since }: Entry, now: number): boolean => now - since >= patienceMs;

/** Whether a call is expected to hold its lane: by its kind, by the time it used, or because another on the same subject has had its turn. */
function isSlow(one: Entry, { running, paused, now }: Situation): boolean {
  if (one.slow || one.spent > 0 || one.lane !== "document") return true;
  if (one.state !== "waiting") return (one.call?.used() ?? 0) >= slowMs;
  const hadTurn = (other: Entry) =>
    now - other.since >= firstTurnMs || (other.call?.used() ?? 0) >= firstTurnMs;
  const others = [...running.filter(hadTurn), ...paused];
  if (others.length === 0) return false;
  const subject = one.subject();
  return subject !== undefined && others.some((other) => other.subject() === subject);
}

/** Whether there is a lane for it; `without`: if that one were paused. */
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
  // A call that was paused long enough resumes wherever there is room, since it can be paused again. Trading slow for slow is
  // no loss.
  if (!isSlow(one, situation) || (one.state === "paused" && isPatient(one, now))) return true;
  if (without && isSlow(without, situation)) return true;

  const slow = calls.filter((other) => isSlow(other, situation)).length;
  return slow < Math.max(1, limits.running - 1);
}

/**
 * Whether another may be paused for it: new calls don't wait for long-running ones. Known slow calls and paused ones must be
 * patient.
 */
function mayDisplace(one: Entry, situation: Situation): boolean {
  const { limits, now, paused } = situation;
  if (one.job) return false;
  if (one.state === "paused") return isPatient(one, now);
  const part = shareOf(one, situation);
  if (part === share.slow && !isPatient(one, now)) return false;
  return paused.length < (limits.paused ?? 0) * part;
}

/** The running call that yields its lane: of those that have had their turn, the one that has used the most time. */
function whoGivesWay(one: Entry, situation: Situation): Entry | undefined {
  if (!mayDisplace(one, situation)) return undefined;

  const { now, running, paused, limits } = situation;
  const left = paused.filter((other) => other !== one);
  const mayHold = (limits.pausedBytes ?? 0) * shareOf(one, situation) - bytesOf(left);
  const used = ({ call }: Entry) => call?.used() ?? 0;
  const turnOf = (other: Entry) =>
    used(other) >= firstTurnMs || (one.quick && !other.quick) ? laterTurnMs : firstTurnMs;

  return running
    .filter(
      ({ job, lane, call, returning }) => !job && lane === "document" && call !== undefined && !returning,
    )
    .filter((other) => now - other.since >= turnOf(other))
    .sort((a, b) => used(b) - used(a))
    .find(
      (other) => (left.length === 0 || (other.call?.bytes() ?? 0) <= mayHold) && fits(one, situation, other),
    );
}

function parted<T>(all: readonly T[], test: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

export const createLanes = (limits: LaneLimits = specLimits, timers: Timers = systemTimers): Lanes =>
  new Lanes(limits, timers);

export type { Lanes };

class Lanes {
  readonly #limits: LaneLimits;
  readonly #timers: Timers;
  /** In order of arrival. A call that may not run yet doesn't hold up later ones that may. */
  #line: Entry[] = [];
  readonly #running = new Set<Entry>();
  readonly #paused = new Set<Entry>();
  #ticking: Disposable | undefined;
  #closed = false;

  constructor(limits: LaneLimits, timers: Timers) {
    this.#limits = limits;
    this.#timers = timers;
  }

  /** Running calls, excluding the job. */
  get running(): number {
    return [...this.#running].filter(({ job }) => !job).length;
  }

  /** Waiting calls, excluding the job. */
  get waiting(): number {
    return this.#line.filter(({ job }) => !job).length;
  }

  /** Paused calls. */
  get paused(): number {
    return this.#paused.size;
  }

  /** Resolves when the call may run. Throws 429 `busy` at once if too many are waiting. */
  async acquire(lane: LaneName, options: AcquireOptions = {}): Promise<Permit> {
    const {
      job = false,
      signal,
      subject = () => undefined,
      slow = false,
      quick = false,
      spentMs: spent = 0,
    } = options;
    if (this.#closed) throw stopping();
    if (signal?.aborted) throw cancellation(signal);

    const since = this.#timers.now();
    let onAbort = () => {};
    const granted = new Promise<Permit>((resolve, refuse) => {
      const known = { lane, job, slow, quick, spent, subject: once(subject), since, call: undefined };
      const grant = () => resolve(this.#permit(entry));
      const entry: Entry = { ...known, state: "waiting", returning: false, grant, refuse };
      onAbort = () => this.#refuse(entry, cancellation(signal));
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#enter(entry);
    });

    return await granted.finally(() => signal?.removeEventListener("abort", onAbort));
  }

  /** Rejects all waiting and new calls. Running ones keep their permits. */
  close(): void {
    this.#closed = true;
    const refused = this.#line;
    this.#line = [];
    for (const entry of refused) entry.refuse(stopping());
    this.#tick();
  }

  #enter(entry: Entry): void {
    this.#line.push(entry);
    this.#advance();
    const { waiting } = this.#limits;
    if (entry.job || entry.spent > 0 || this.waiting <= waiting) return;

    const busy = `${this.running} calls are running and ${waiting} are waiting; try again in a moment, or queue the call as a job`;
    this.#refuse(entry, new ProblemError("busy", busy));
  }

  #refuse(entry: Entry, error: ProblemError): void {
    this.#line = this.#line.filter((other) => other !== entry);
    this.#tick();
    entry.refuse(error);
  }

  #permit(entry: Entry): Permit {
    return {
      runs(call) {
        entry.call = call;
      },
      [Symbol.dispose]: () => {
        if (this.#running.delete(entry) || this.#paused.delete(entry)) this.#advance();
      },
    };
  }

  #advance(): void {
    const granted: Entry[] = [];
    while (this.#line.length > 0 || this.#paused.size > 0) {
      const step = nextStep({
        limits: this.#limits,
        now: this.#timers.now(),
        tickets: this.#line,
        running: [...this.#running],
        paused: [...this.#paused],
      });
      if (!step) break;
      this.#take(step, granted);
    }

    this.#tick();
    for (const { grant } of granted) grant();
  }

  /** Performs a step; admitted calls are granted later, when everything is counted. */
  #take(step: Step, granted: Entry[]): void {
    if ("return" in step) {
      step.return.returning = step.return.call?.return() === true;
      // It is publishing: ask again after another turn.
      step.return.since = this.#timers.now();
      return;
    }

    const { run, pause } = step;
    if (pause && !pause.call?.pause()) {
      // It is publishing, or waiting for something itself: ask again after another turn.
      pause.since = this.#timers.now();
      return;
    }

    if (pause) this.#become(pause, "paused");
    const waited = run.state === "waiting";
    this.#line = this.#line.filter((other) => other !== run);
    this.#become(run, "running");
    if (waited) granted.push(run);
    else run.call?.resume();
  }

  #become(entry: Entry, state: "running" | "paused"): void {
    entry.state = state;
    entry.since = this.#timers.now();
    this.#running.delete(entry);
    this.#paused.delete(entry);
    (state === "running" ? this.#running : this.#paused).add(entry);
  }

  /** Ticks only while some call waits. */
  #tick(): void {
    if ((!this.#closed && this.waiting > 0) || this.#paused.size > 0)
      this.#ticking ??= this.#timers.every(tickMs, () => this.#advance());
    else {
      this.#ticking?.[Symbol.dispose]();
      this.#ticking = undefined;
    }
  }
}

function stopping(): ProblemError {
  return new ProblemError("busy", "the service is stopping; the call was not run");
}
