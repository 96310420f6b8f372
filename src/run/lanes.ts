/**
 * Who may run now (SPEC 8): four calls, of which at most two convert office documents, and sixty-four that wait. Of the four,
 * at most two have pages read by a model: that takes minutes, one page is read at a time, and the others shall not wait.
 * Jobs have one slot of their own beside them and share the office limit. Pure counting, no clock.
 */
import { maxRunning, maxRunningOffice, maxRunningReading, maxWaiting } from "../core/limits.ts";
import { ProblemError } from "../core/problem.ts";
import { cancellation } from "./cancellation.ts";

export type LaneName = "document" | "office" | "reading";

/** The right to run; disposing it, once, lets the next one in. */
export interface Permit extends Disposable {
  readonly lane: LaneName;
}

export interface AcquireOptions {
  /** The caller is the job queue, which runs one job at a time. */
  readonly job?: boolean | undefined;
  /** Aborted while it waits: it leaves the line and never runs. */
  readonly signal?: AbortSignal | undefined;
}

export interface LaneLimits {
  readonly running: number;
  readonly office: number;
  /** Of the running calls; a job is not held back by it. */
  readonly reading?: number;
  readonly waiting: number;
}

export interface Lanes {
  /** Resolves when the call may run. Throws 429 `busy` at once when too many wait already. */
  acquire(lane: LaneName, options?: AcquireOptions): Promise<Permit>;
  /** Calls that run, the job not counted. */
  readonly running: number;
  /** Calls that wait, the job not counted. */
  readonly waiting: number;
  /** Refuses everything that waits and everything that comes. Running calls keep their permits. */
  close(): void;
}

interface Arrival {
  readonly lane: LaneName;
  readonly job: boolean;
}

/** One that waits. */
interface Ticket extends Arrival {
  grant(permit: Permit): void;
  refuse(error: ProblemError): void;
}

const specLimits: LaneLimits = {
  running: maxRunning,
  office: maxRunningOffice,
  reading: maxRunningReading,
  waiting: maxWaiting,
};

export function createLanes(limits: LaneLimits = specLimits): Lanes {
  /** In order of arrival. One that may not run yet does not hold up those behind it that may. */
  let line: Ticket[] = [];
  let running = 0;
  let office = 0;
  let reading = 0;
  let jobs = 0;
  let closed = false;

  const mayRun = ({ lane, job }: Arrival) =>
    (job ? jobs < 1 : running < limits.running) &&
    (lane !== "office" || office < limits.office) &&
    (lane !== "reading" || job || reading < (limits.reading ?? limits.running));
  const count = ({ lane, job }: Arrival, by: 1 | -1) => {
    if (job) jobs += by;
    else running += by;
    if (lane === "office") office += by;
    if (lane === "reading" && !job) reading += by;
  };
  const waiting = () => line.reduce((sum, { job }) => sum + (job ? 0 : 1), 0);

  function permit(ticket: Arrival): Permit {
    let released = false;
    return {
      lane: ticket.lane,
      [Symbol.dispose]() {
        if (released) return;
        released = true;
        count(ticket, -1);
        advance();
      },
    };
  }

  function advance(): void {
    const kept: Ticket[] = [];
    const granted: Ticket[] = [];
    for (const ticket of line) {
      if (mayRun(ticket)) {
        count(ticket, 1);
        granted.push(ticket);
      } else kept.push(ticket);
    }
    line = kept;
    for (const ticket of granted) ticket.grant(permit(ticket));
  }

  function enter(lane: LaneName, job: boolean, signal: AbortSignal | undefined): Permit | Promise<Permit> {
    // Whoever waits may not run yet: nobody is overtaken.
    const arrival: Arrival = { lane, job };
    if (mayRun(arrival)) {
      count(arrival, 1);
      return permit(arrival);
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        line = line.filter((other) => other !== ticket);
        reject(cancellation(signal));
      };
      const ticket: Ticket = {
        lane,
        job,
        grant(granted) {
          signal?.removeEventListener("abort", leave);
          resolve(granted);
        },
        refuse(error) {
          signal?.removeEventListener("abort", leave);
          reject(error);
        },
      };
      if (!job && waiting() >= limits.waiting) {
        reject(
          new ProblemError(
            "busy",
            `${running} calls run and ${limits.waiting} wait already; try again in a moment, or queue the call as a job`,
          ),
        );
        return;
      }
      signal?.addEventListener("abort", leave, { once: true });
      line.push(ticket);
    });
  }

  return {
    async acquire(lane, { job = false, signal } = {}) {
      if (closed) throw stopping();
      if (signal?.aborted) throw cancellation(signal);
      return await enter(lane, job, signal);
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting();
    },
    close() {
      closed = true;
      const left = line;
      line = [];
      for (const ticket of left) ticket.refuse(stopping());
    },
  };
}

function stopping(): ProblemError {
  return new ProblemError("busy", "the service is stopping; the call was not run");
}
