/** The parent's view of one engine process: it is started with the allowed folders, given one call at a time, and ended for a reason. */
import { lineReader } from "../core/json/lines.ts";
import type { OfficeSettings } from "../core/office.ts";
import type { PageReading } from "../core/page-reading.ts";
import { cancellation, type ProblemError } from "../core/problem.ts";
import type { Progress } from "../core/tool.ts";
import type { Scope } from "../files/scope/scope.ts";
import { namedOutputs, type Output } from "../files/write/publish.ts";
import type { Child, ChildExit } from "../host/process/child.ts";
import { killGroup } from "../host/process/process-group.ts";
import { deadline, type Timers } from "../host/process/timers.ts";
import { memorySignal } from "../host/process/watchdog.ts";
import { type CallClock, startCallClock } from "./call-clock.ts";
import {
  crashed,
  crashLine,
  crowdedOut,
  outOfMemory,
  overdue,
  unusable,
  withOutputs,
} from "./engine-failure.ts";
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
  readonly reading?: PageReading | undefined;
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

export class EngineProcess implements Disposable {
  state: "starting" | "idle" | "busy" | "ended" = "starting";
  /** Calls it has been given. */
  calls = 0;
  /** It answered, but is to be replaced before it is given another call. */
  worn = false;
  /** Resident bytes after the last call. */
  rss = 0;
  /** Resolves when the process is gone and its temporary files are removed; `wasReady`: whether it had ever been ready. */
  readonly ended: Promise<{ readonly wasReady: boolean }>;
  readonly #deps: EngineDeps;
  readonly #child: Child;
  readonly #startTimer: Disposable;
  #current: Current | undefined;
  #wasReady = false;
  /** Why we ended it ourselves; the answer of the call it ran. */
  #verdict: ProblemError | undefined;
  /** The same for the log. */
  #why: string | undefined;
  #errorText = "";
  #nonsense = 0;

  constructor(deps: EngineDeps) {
    const { limits, scope, parent, office, fonts } = deps;
    this.#deps = deps;
    this.#child = deps.spawn();
    this.#startTimer = deadline(deps.timers, limits.startMs, () => {
      if (this.state === "starting" || (this.state === "busy" && !this.#wasReady))
        this.#end(unusable("did not get ready in time"), "not ready in time");
    });
    const tooLong = () => this.#end(unusable("answered with too much at once"), "answer too long");
    this.#child.onOutput(lineReader(maxAnswerBytes, (line) => this.#onLine(line), tooLong));
    this.#child.onError((piece) => {
      // This is enough to see how it crashed, and no more: its text may quote a document.
      if (this.#errorText.length < 16_384) this.#errorText += Buffer.from(piece).toString("latin1");
    });
    this.#child.write(encode({ start: { scope, parent, maxBytes: limits.maxBytes, office, fonts } }));
    this.ended = this.#child.exited.then((exit) => this.#onExit(exit));
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Runs one call. Never two at a time. */
  run(tool: string, input: object, options: CallOptions): Promise<object> {
    if (this.#current || this.state === "ended")
      throw new Error("an engine was given a call while it could not take one");
    if (options.signal?.aborted) return Promise.reject(cancellation(options.signal));
    this.state = "busy";
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
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
        clock: this.#watch(options.signal),
      };
      this.#current = call;
      options.onRunning?.(this.#runningCall(call));
      this.#child.write(encode({ call: { id, tool, input, again: options.onFound !== undefined } }));
    });
  }

  /** Nobody waits for its call any more: ends it, unless it publishes. */
  cancel(reason: ProblemError): void {
    if (!this.#isPublishing()) this.#end(reason, "cancelled");
    else if (this.#current) this.#current.cancelled ??= reason;
  }

  [Symbol.dispose](): void {
    this.#end(unusable("was ended"), "not needed any more");
  }

  #log(what: EngineEvent["what"], detail?: string): void {
    const tool = this.#current?.tool;
    const more = { ...(detail && { detail }), ...(tool && { tool }) };
    this.#deps.log({ event: "engine", pid: this.pid, what, ...more });
  }

  /** Ends the process for a reason. The call is answered when it is gone and its temporary files are, too. */
  #end(reason: ProblemError, forLog: string): void {
    if (this.state === "ended" || this.#verdict) return;
    this.#verdict = reason;
    this.#why = forLog;
    this.#child.kill();
    killGroup(this.#current?.group ?? 0);
    this.#current?.stopReading?.abort(reason);
    const waiting = this.#deps.timers.after(killWaitMs, () => this.#giveUp(reason));
    this.#child.exited.then(() => waiting[Symbol.dispose]());
  }

  /** Answers the call of an engine that is gone, or as good as gone, and removes its temporary files. */
  #giveUp(reason: ProblemError): void {
    this.state = "ended";
    this.#finish((call) => {
      // Before its files go: nobody shall write there any more.
      killGroup(call.group);
      this.#removeTemps(call);
      call.reject(withOutputs(reason, namedOutputs(call.outputs)));
    });
  }

  #onExit(exit: ChildExit): { readonly wasReady: boolean } {
    const { limits, removeTempsOf } = this.#deps;
    this.#startTimer[Symbol.dispose]();
    this.#log("ended", [describe(exit), this.#why ?? crashLine(this.#errorText)].filter(Boolean).join(": "));
    const used = this.#current?.clock.used() ?? 0;
    this.#giveUp(this.#verdict ?? judge(exit, this.#errorText, limits.maxBytes, used));
    removeTempsOf?.(this.pid);
    return { wasReady: this.#wasReady };
  }

  /** Engines note it where they can: a message would wake this process for what is seldom asked. */
  #isPublishing(): boolean {
    const call = this.#current;
    return call !== undefined && (call.publishing || this.#deps.publishes?.(this.pid, call.id) === true);
  }

  #removeTemps(call: Current): void {
    for (const path of [...call.temps].reverse()) this.#deps.removeTemp(path);
    this.#deps.removeTempsOf?.(this.pid);
  }

  #ignore(what: string): void {
    if (++this.#nonsense <= 3) this.#log("protocol", `${what} was ignored`);
    if (this.#nonsense > maxNonsense)
      this.#end(unusable("did not keep to the protocol"), "broke the protocol");
  }

  #finish(answer: (call: Current) => void): void {
    const call = this.#current;
    if (!call) return;
    this.#current = undefined;
    call.clock[Symbol.dispose]();
    call.stopReading?.abort();
    if (this.state === "busy") this.state = "idle";
    answer(call);
  }

  #onLine(line: string): void {
    const message = readMessage(line);
    const call = this.#current;
    if (!message) this.#ignore("a line that is no message");
    else if ("ready" in message) this.#onReady();
    // Answers for another call, or a second one for this, are nobody's.
    else if (!call || message.id !== call.id || (this.#verdict && !leaves(message)))
      this.#ignore("a late answer");
    else this.#onMessage(call, message);
  }

  #onReady(): void {
    if (this.#wasReady) return;
    this.#wasReady = true;
    this.#startTimer[Symbol.dispose]();
    if (this.state === "starting") this.state = "idle";
    this.#log("ready");
  }

  #onMessage(call: Current, message: CallAnswer): void {
    switch (message.kind) {
      case "temp":
        if (call.temps.size < maxTemps) call.temps.add(message.path);
        break;
      case "group":
        call.group = message.group;
        if (this.#verdict) killGroup(call.group);
        break;
      case "publishing":
        call.publishing = true;
        call.outputs.push(...message.outputs);
        break;
      case "published":
        call.publishing = false;
        if (call.cancelled) this.#end(call.cancelled, "cancelled");
        break;
      case "reading":
        if (call.stopReading) this.#ignore("a second question about pages");
        else this.#answerQuestion(call, message);
        break;
      case "debug":
        this.#log("debug", message.message);
        break;
      case "progress":
        report(call, message, this.#deps.timers.now());
        break;
      case "done":
        this.#onDone(message);
    }
  }

  /** A model reads for minutes, with a time limit of its own for each page. */
  async #answerQuestion(call: Current, question: ReadingQuestion): Promise<void> {
    const stop = new AbortController();
    call.stopReading = stop;
    call.clock.pause();
    const reading = await answerReading(this.#deps.reading, question, stop.signal);
    call.stopReading = undefined;
    if (this.#current !== call || this.#verdict) return;
    call.clock.resume();
    this.#child.write(encode({ reading }));
  }

  #onDone({ result, problem, recycle, found, rss }: AnswerOf<"done">): void {
    this.worn = recycle;
    this.#sawBytes(rss);
    if (recycle) this.#log("fault", problem?.cause);
    this.#finish((call) => {
      if (result) {
        if (found) call.options.onFound?.();
        call.resolve(result);
        return;
      }
      // After a fault the engine's own cleaning up is not relied upon.
      if (recycle) this.#removeTemps(call);
      const reason = problem ? asError(problem) : unusable("answered without a result");
      call.reject(withOutputs(reason, namedOutputs(call.outputs)));
    });
  }

  #sawBytes(bytes: number): void {
    this.rss = bytes;
    if (this.#current) this.#current.peak = Math.max(this.#current.peak, bytes);
  }

  /** The clocks of one call, and the caller's patience. */
  #watch(signal: AbortSignal | undefined): CallClock {
    const { timers, limits, processorMs, residentBytes } = this.#deps;
    const clock = startCallClock({
      timers,
      deadlineMs: limits.deadlineMs,
      // What gives files their names has a little longer.
      graceMs: () => (this.#isPublishing() ? limits.publishGraceMs : 0),
      onOverdue: () => this.#end(overdue(limits.deadlineMs), "time limit"),
      processorMs: () => processorMs(this.pid),
      onSample: (elapsedMs) => {
        this.#sawBytes(residentBytes(this.pid) ?? this.rss);
        if (this.rss > limits.maxBytes) this.#end(outOfMemory(limits.maxBytes, elapsedMs), "memory limit");
      },
    });
    const onAbort = () => this.cancel(cancellation(signal));
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
  #runningCall(call: Current): EngineCall {
    let paused = false;
    const resume = () => {
      if (!paused) return;
      paused = false;
      this.#child.resume();
      if (this.#current === call) call.clock.resume();
    };
    return {
      pause: () => {
        if (paused || !this.#mayPause(call) || !this.#child.pause()) return false;
        paused = true;
        call.clock.pause();
        // It may have begun to publish in this moment.
        if (this.#mayPause(call)) return true;
        resume();
        return false;
      },
      resume,
      end: () => {
        if (this.#current !== call || this.#verdict || this.#isPublishing()) return false;
        this.#end(crowdedOut(call.clock.used()), "others waited");
        return true;
      },
      used: () => call.clock.used(),
      bytes: () => this.rss,
      peakBytes: () => call.peak,
    };
  }

  #mayPause(call: Current): boolean {
    if (this.#current !== call || !this.#wasReady || this.#verdict) return false;
    return call.group === 0 && !call.stopReading && !this.#isPublishing();
  }
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
