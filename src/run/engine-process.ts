/** The parent's view of one engine process: it is started with the allowed folders, given one call at a time, and ended for a reason. */
import { lineReader } from "../core/json/lines.ts";
import type { OfficeSettings } from "../core/office.ts";
import type { Reading } from "../core/page-reading.ts";
import { cancellation, type ProblemError } from "../core/problem.ts";
import type { Progress } from "../core/tool.ts";
import type { Scope } from "../files/scope/scope.ts";
import { namedOutputs, type Output } from "../files/write/publish.ts";
import type { Child, ChildExit } from "../host/process/child.ts";
import { killGroup } from "../host/process/process-group.ts";
import { deadline, type Timers } from "../host/process/timers.ts";
import { memorySignal } from "../host/process/watchdog.ts";
import { type CallClock, startCallClock } from "./call-clock.ts";
import { crashed, crashLine, outOfMemory, overdue, unusable, withOutputs } from "./engine-failure.ts";
import { answerReading } from "./engine-reading.ts";
import type { RunningCall } from "./lanes.ts";
import {
  type AnswerOf,
  asError,
  type CallAnswer,
  encode,
  maxAnswerBytes,
  type ReadingQuestion,
  readMessage,
} from "./messages.ts";

/** Limits of one engine process and of one call in it. */
export interface EngineLimits {
  /** One call, in milliseconds. */
  readonly deadlineMs: number;
  /** More for a call that is giving files their names when its time is up, in milliseconds. */
  readonly publishGraceMs: number;
  /** From start to ready, in milliseconds. */
  readonly startMs: number;
  /** Resident memory, in bytes. */
  readonly maxBytes: number;
}

export interface EngineDeps {
  readonly limits: EngineLimits;
  readonly timers: Timers;
  readonly scope: Scope;
  readonly office: OfficeSettings;
  readonly fonts: readonly string[];
  /** What reads pages by a model for all engines; where omitted, no call may need it. */
  readonly reading?: Pick<Reading, "ready" | "read"> | undefined;
  /** This process's id. */
  readonly parent: number;
  readonly spawn: () => Child;
  readonly residentBytes: (pid: number) => number | undefined;
  /** Processor time of a process so far, in milliseconds; undefined where the system does not report it. */
  readonly processorMs: (pid: number) => number | undefined;
  /** Removes a temporary file that a killed engine had announced. Refuses names that are not ours; never throws. */
  readonly removeTemp: (path: string) => void;
  /** Removes what the engine of this process id had noted, when it is gone. Never throws. */
  readonly removeTempsOf?: ((pid: number) => void) | undefined;
  /** Whether the engine of this process id has noted that its call `id` begins to give files their names. */
  readonly publishes?: ((pid: number, id: number) => boolean) | undefined;
  readonly log: (event: EngineEvent) => void;
}

/** One line for the log. Never text of a document. */
export interface EngineEvent {
  readonly event: "engine";
  readonly pid: number;
  readonly what: "ready" | "ended" | "fault" | "protocol" | "debug";
  readonly detail?: string;
  readonly tool?: string;
}

export interface EngineCall extends RunningCall {
  /** The most resident bytes that its process was seen to hold while it ran. */
  peakBytes(): number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((state: Progress) => void) | undefined;
  /** Told once what runs, so that it can give way to others. */
  readonly onRunning?: ((call: EngineCall) => void) | undefined;
  /** Where the call may have been made before: files that are there already, the same, are no conflict. Told where all of them are. */
  readonly onFound?: (() => void) | undefined;
}

export interface EngineProcess extends Disposable {
  readonly pid: number;
  readonly state: "starting" | "idle" | "busy" | "ended";
  /** Calls it has been given. */
  readonly calls: number;
  /** It answered, but is to be replaced before it is given another call. */
  readonly worn: boolean;
  /** Resident bytes after the last call. */
  readonly rss: number;
  /** Runs one call. Never two at a time. */
  run(tool: string, input: object, options: CallOptions): Promise<object>;
  /** Nobody waits for its call any more: ends it, unless it publishes. */
  cancel(reason: ProblemError): void;
  /** Resolves when the process is gone and its temporary files are removed; `wasReady`: whether it had ever been ready. */
  readonly ended: Promise<{ readonly wasReady: boolean }>;
}

/** A call in progress. */
interface Current {
  readonly id: number;
  readonly tool: string;
  /** Announced and perhaps still there; in order. */
  readonly temps: Set<string>;
  /** The process group of a foreign program that runs for it; 0: none. */
  group: number;
  publishing: boolean;
  /** Files that it gave their names, or was about to. */
  readonly outputs: Output[];
  /** Why nobody waits for it any more, while it publishes. */
  cancelled: ProblemError | undefined;
  progress: Progress | undefined;
  /** The most resident bytes that were seen while it ran. */
  peak: number;
  /** When progress was last passed on. */
  reported: number;
  readonly options: CallOptions;
  readonly resolve: (result: object) => void;
  readonly reject: (error: ProblemError) => void;
  readonly clock: CallClock;
  /** Stops the reading of a page; there while one is asked for. */
  stopReading?: AbortController | undefined;
}

/** A killed process is gone in milliseconds; one that the system holds up is not waited for longer than this. */
const killWaitMs = 5000;
/** Lines that make no sense; beyond this the process is ended, so that its noise does not keep this one busy. */
const maxNonsense = 1000;
/** Progress is passed on this often at most, in milliseconds. */
const progressMs = 20;
/** Announced names kept per call: pdf_split announces one per page (limits: 100,000 pages). */
const maxTemps = 200_000;

export function startEngine(deps: EngineDeps): EngineProcess {
  const { limits, timers } = deps;
  const child = deps.spawn();
  let state: EngineProcess["state"] = "starting";
  let current: Current | undefined;
  let calls = 0;
  let worn = false;
  let rss = 0;
  let wasReady = false;
  /** Why we ended it ourselves; the answer of the call it ran. */
  let verdict: ProblemError | undefined;
  /** The same for the log. */
  let why: string | undefined;
  let errorText = "";
  let nonsense = 0;

  const sawBytes = (bytes: number) => {
    rss = bytes;
    if (current) current.peak = Math.max(current.peak, bytes);
  };
  const log = (what: EngineEvent["what"], detail?: string) => {
    const tool = current?.tool;
    deps.log({ event: "engine", pid: child.pid, what, ...(detail && { detail }), ...(tool && { tool }) });
  };
  const startTimer = deadline(timers, limits.startMs, () => {
    if (state === "starting" || (state === "busy" && !wasReady))
      end(unusable("did not get ready in time"), "not ready in time");
  });

  /** Ends the process for a reason. The call is answered when it is gone and its temporary files are, too. */
  function end(reason: ProblemError, forLog: string): void {
    if (state === "ended" || verdict) return;
    verdict = reason;
    why = forLog;
    child.kill();
    killGroup(current?.group ?? 0);
    current?.stopReading?.abort(reason);
    const waiting = timers.after(killWaitMs, () => giveUp(reason));
    child.exited.then(() => waiting[Symbol.dispose]());
  }

  /** Answers the call of an engine that is gone, or as good as gone, and removes its temporary files. */
  function giveUp(reason: ProblemError): void {
    state = "ended";
    finish((call) => {
      // Before its files go: nobody shall write there any more.
      killGroup(call.group);
      removeTemps(call);
      call.reject(withOutputs(reason, namedOutputs(call.outputs)));
    });
  }

  /** Engines note it where they can: a message would wake this process for what is seldom asked. */
  const isPublishing = (call: Current | undefined) =>
    call !== undefined && (call.publishing || deps.publishes?.(child.pid, call.id) === true);

  function cancel(reason: ProblemError): void {
    if (!isPublishing(current)) end(reason, "cancelled");
    else if (current) current.cancelled ??= reason;
  }

  const removeTemps = (call: Current) => {
    for (const path of [...call.temps].reverse()) deps.removeTemp(path);
    deps.removeTempsOf?.(child.pid);
  };

  function ignore(what: string): void {
    if (++nonsense <= 3) log("protocol", `${what} was ignored`);
    if (nonsense > maxNonsense) end(unusable("did not keep to the protocol"), "broke the protocol");
  }

  function finish(answer: (call: Current) => void): void {
    const call = current;
    if (!call) return;
    current = undefined;
    call.clock[Symbol.dispose]();
    call.stopReading?.abort();
    if (state === "busy") state = "idle";
    answer(call);
  }

  function onLine(line: string): void {
    const message = readMessage(line);
    if (!message) ignore("a line that is no message");
    else if ("ready" in message) onReady();
    // Answers for another call, or a second one for this, are nobody's.
    else if (!current || message.id !== current.id || (verdict && !leaves(message))) ignore("a late answer");
    else onMessage(current, message);
  }

  function onReady(): void {
    if (wasReady) return;
    wasReady = true;
    startTimer[Symbol.dispose]();
    if (state === "starting") state = "idle";
    log("ready");
  }

  function onMessage(call: Current, message: CallAnswer): void {
    switch (message.kind) {
      case "temp":
        if (call.temps.size < maxTemps) call.temps.add(message.path);
        break;
      case "group":
        call.group = message.group;
        if (verdict) killGroup(call.group);
        break;
      case "publishing":
        call.publishing = true;
        call.outputs.push(...message.outputs);
        break;
      case "published":
        call.publishing = false;
        if (call.cancelled) end(call.cancelled, "cancelled");
        break;
      case "reading":
        if (call.stopReading) ignore("a second question about pages");
        else answerQuestion(call, message);
        break;
      case "debug":
        log("debug", message.message);
        break;
      case "progress":
        report(call, message, timers.now());
        break;
      case "done":
        onDone(message);
    }
  }

  /** A model reads for minutes, with a time limit of its own for each page. */
  async function answerQuestion(call: Current, question: ReadingQuestion): Promise<void> {
    const stop = new AbortController();
    call.stopReading = stop;
    call.clock.pause();
    const reading = await answerReading(deps.reading, question, stop.signal);
    call.stopReading = undefined;
    if (current !== call || verdict) return;
    call.clock.resume();
    child.write(encode({ reading }));
  }

  function onDone({ result, problem, recycle, found, rss: bytes }: AnswerOf<"done">): void {
    worn = recycle;
    sawBytes(bytes);
    if (worn) log("fault", problem?.cause);
    finish((call) => {
      if (result) {
        if (found) call.options.onFound?.();
        call.resolve(result);
        return;
      }
      // After a fault the engine's own cleaning up is not relied upon.
      if (recycle) removeTemps(call);
      const reason = problem ? asError(problem) : unusable("answered without a result");
      call.reject(withOutputs(reason, namedOutputs(call.outputs)));
    });
  }

  const tooLong = () => end(unusable("answered with too much at once"), "answer too long");
  child.onOutput(lineReader(maxAnswerBytes, onLine, tooLong));
  child.onError((piece) => {
    // This is enough to see how it crashed, and no more: its text may quote a document.
    if (errorText.length < 16_384) errorText += Buffer.from(piece).toString("latin1");
  });
  child.write(
    encode({
      start: {
        scope: deps.scope,
        parent: deps.parent,
        maxBytes: limits.maxBytes,
        office: deps.office,
        fonts: deps.fonts,
      },
    }),
  );

  const ended = child.exited.then((exit) => {
    startTimer[Symbol.dispose]();
    log("ended", [describe(exit), why ?? crashLine(errorText)].filter(Boolean).join(": "));
    giveUp(verdict ?? judge(exit, errorText, limits.maxBytes, current?.clock.used() ?? 0));
    deps.removeTempsOf?.(child.pid);
    return { wasReady };
  });

  /** The clocks of one call, and the caller's patience. */
  function watch(signal: AbortSignal | undefined): CallClock {
    const clock = startCallClock({
      timers,
      deadlineMs: limits.deadlineMs,
      // What gives files their names has a little longer.
      graceMs: () => (isPublishing(current) ? limits.publishGraceMs : 0),
      onOverdue: () => end(overdue(limits.deadlineMs), "time limit"),
      processorMs: () => deps.processorMs(child.pid),
      onSample(elapsedMs) {
        sawBytes(deps.residentBytes(child.pid) ?? rss);
        if (rss > limits.maxBytes) end(outOfMemory(limits.maxBytes, elapsedMs), "memory limit");
      },
    });
    const onAbort = () => cancel(cancellation(signal));
    signal?.addEventListener("abort", onAbort, { once: true });
    return {
      ...clock,
      [Symbol.dispose]() {
        clock[Symbol.dispose]();
        signal?.removeEventListener("abort", onAbort);
      },
    };
  }

  /** How a call gives way: its process stands still, and its deadline with it. Not while others depend on it. */
  function runningCall(call: Current): EngineCall {
    const mayPause = () =>
      current === call &&
      wasReady &&
      !verdict &&
      call.group === 0 &&
      !call.stopReading &&
      !isPublishing(call);
    let paused = false;
    const resume = () => {
      if (!paused) return;
      paused = false;
      child.resume();
      if (current === call) call.clock.resume();
    };
    return {
      pause() {
        if (paused || !mayPause() || !child.pause()) return false;
        paused = true;
        call.clock.pause();
        // It may have begun to publish in this moment.
        if (mayPause()) return true;
        resume();
        return false;
      },
      resume,
      used: () => call.clock.used(),
      bytes: () => rss,
      peakBytes: () => call.peak,
    };
  }

  return {
    pid: child.pid,
    get state() {
      return state;
    },
    get calls() {
      return calls;
    },
    get worn() {
      return worn;
    },
    get rss() {
      return rss;
    },
    ended,
    run(tool, input, options) {
      if (current || state === "ended")
        throw new Error("an engine was given a call while it could not take one");
      if (options.signal?.aborted) return Promise.reject(cancellation(options.signal));
      state = "busy";
      const id = ++calls;
      return new Promise((resolve, reject) => {
        const clock = watch(options.signal);
        const call: Current = {
          id,
          tool,
          temps: new Set(),
          group: 0,
          publishing: false,
          outputs: [],
          cancelled: undefined,
          progress: undefined,
          peak: 0,
          reported: Number.NEGATIVE_INFINITY,
          options,
          resolve,
          reject,
          clock,
        };
        current = call;
        options.onRunning?.(runningCall(call));
        child.write(encode({ call: { id, tool, input, again: options.onFound !== undefined } }));
      });
    },
    cancel,
    [Symbol.dispose]() {
      end(unusable("was ended"), "not needed any more");
    },
  };
}

/** What an engine that is being ended had announced before: it still has to be removed, ended or named. */
function leaves({ kind }: CallAnswer): boolean {
  return kind === "temp" || kind === "group" || kind === "publishing";
}

/** Progress of a call: within its total, never falling, whatever the engine sends. */
function report(call: Current, { progress, total, message }: AnswerOf<"progress">, now: number): void {
  if (progress < total && now - call.reported < progressMs) return;
  call.reported = now;
  const whole = call.progress?.total ?? total;
  const next: Progress = {
    progress: Math.min(Math.max(progress, call.progress?.progress ?? 0), whole),
    total: whole,
    ...(message !== undefined && { message }),
  };
  call.progress = next;
  call.options.onProgress?.(next);
}

/** How a process ended that nobody here ended; its call had run so many milliseconds. */
function judge(exit: ChildExit, errorText: string, maxBytes: number, tookMs: number): ProblemError {
  if (exit.signal === memorySignal && memorySignal !== "SIGKILL") return outOfMemory(maxBytes, tookMs);
  if (/out of memory/i.test(crashLine(errorText))) return outOfMemory(maxBytes, tookMs);
  return crashed(describe(exit), crashLine(errorText));
}

function describe(exit: ChildExit): string {
  return exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
}
