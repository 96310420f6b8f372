/** The parent's view of an engine process: started with the allowed folders, given one call at a time, and ended for a reason. */
import { lineReader } from "../core/json/lines.ts";
import type { PageReading } from "../core/page-reading.ts";
import { cancellation, type ProblemError } from "../core/problem.ts";
import type { Progress } from "../core/tool.ts";
import { namedOutputs, type Output } from "../files/write/publish.ts";
import type { Child, ChildExit } from "../host/process/child.ts";
import { killGroup } from "../host/process/process-group.ts";
import { deadline, type Timers } from "../host/process/timers.ts";
import { memorySignal } from "../host/process/watchdog.ts";
import { type CallClock, startCallClock } from "./call-clock.ts";
import {
  crashed,
  crashLine,
  outOfMemory,
  overdue,
  ReturnedError,
  unusable,
  withOutputs,
} from "./engine-failure.ts";
import { answerReading } from "./engine-reading.ts";
import type { OnInput } from "./identify.ts";
import type { RunningCall } from "./lanes.ts";
import {
  type AnswerOf,
  asError,
  type CallAnswer,
  encode,
  maxAnswerBytes,
  type ReadingQuestion,
  readMessage,
  type StartMessage,
} from "./messages.ts";

/** Limits of an engine process and each of its calls. */
export interface EngineLimits {
  /** For one call, in milliseconds. */
  readonly deadlineMs: number;
  /** Extra time for a call that is publishing files at its deadline, in milliseconds. */
  readonly publishGraceMs: number;
  /** From start to ready, in milliseconds. */
  readonly startMs: number;
  /** Resident memory, in bytes. */
  readonly maxBytes: number;
}

export interface EngineDeps extends Omit<StartMessage["start"], "maxBytes"> {
  readonly limits: EngineLimits;
  readonly timers: Timers;
  /** Reads pages with a model for all engines; if omitted, no call may need it. */
  readonly reading?: PageReading | undefined;
  readonly spawn: () => Child;
  readonly residentBytes: (pid: number) => number | undefined;
  /** Processor time of a process so far, in milliseconds; undefined if the system doesn't report it. */
  readonly processorMs: (pid: number) => number | undefined;
  /** Removes a temporary file announced by a killed engine. Rejects names that aren't ours; never throws. */
  readonly removeTemp: (path: string) => void;
  /** Removes everything noted by the engine with this process id, once it is gone. Never throws. */
  readonly removeTempsOf?: ((pid: number) => void) | undefined;
  /** Whether the engine with this process id has noted that its call `id` is publishing files. */
  readonly publishes?: ((pid: number, id: number) => boolean) | undefined;
  readonly log: (event: EngineEvent) => void;
}

/** One line for the log. Never document text. */
export interface EngineEvent {
  readonly event: "engine";
  readonly pid: number;
  readonly what: "ready" | "ended" | "retired" | "fault" | "protocol" | "debug";
  readonly detail?: string;
  readonly tool?: string;
}

export interface EngineCall extends RunningCall {
  /** The highest resident memory observed while its process ran. */
  peakBytes(): number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((state: Progress) => void) | undefined;
  /** Called once with the running call, so that it can yield to others. */
  readonly onRunning?: ((call: EngineCall) => void) | undefined;
  /**
   * For a call that may have been made before: existing files with the same content are no conflict. Called if all of its
   * files already exist.
   */
  readonly onFound?: (() => void) | undefined;
  /** Absolute paths of files that it published before it was returned to the queue: the same files are no conflict. */
  readonly written?: readonly string[] | undefined;
  /** Called with each input's field and SHA-256 when it is opened. */
  readonly onInput?: OnInput | undefined;
}

/** A call in progress. */
interface Current {
  readonly id: number;
  readonly tool: string;
  /** Announced temporary files that may still exist, in order. */
  readonly temps: Set<string>;
  /** The process group of an external program that runs for it; 0 if none. */
  group: number;
  publishing: boolean;
  /** Files that it published, or was about to. */
  readonly outputs: Output[];
  /** Why nobody waits for it any more, while it is publishing. */
  cancelled: ProblemError | undefined;
  progress: Progress | undefined;
  /** The highest resident memory observed while it ran. */
  peak: number;
  /** When progress was last reported. */
  reported: number;
  readonly options: CallOptions;
  readonly resolve: (result: object) => void;
  readonly reject: (error: ProblemError) => void;
  readonly clock: CallClock;
  /** Stops reading a page; set while a reading is in progress. */
  stopReading?: AbortController | undefined;
}

/** A killed process is gone in milliseconds; one that the system holds up is awaited no longer than this. */
const killWaitMs = 5000;
/** Nonsensical lines, beyond which the process is ended, so that its noise doesn't keep this one busy. */
const maxNonsense = 1000;
/** Minimum interval between progress reports, in milliseconds. */
const progressMs = 20;
/** Announced names kept per call: pdf_split announces one per page (limit: 100,000 pages). */
const maxTemps = 200_000;

export class EngineProcess implements Disposable {
  state: "starting" | "idle" | "busy" | "ended" = "starting";
  /** Calls it has been given. */
  calls = 0;
  /** It answered, but must be replaced before the next call. */
  worn = false;
  /** Resident bytes after the last call. */
  rss = 0;
  /** Resolves once the process is gone and its temporary files are removed; `wasReady`: whether it was ever ready. */
  readonly ended: Promise<{ readonly wasReady: boolean }>;
  readonly #deps: EngineDeps;
  readonly #child: Child;
  readonly #startTimer: Disposable;
  #current: Current | undefined;
  #wasReady = false;
  /** Why we ended it; becomes the answer to the call it ran. */
  #verdict: ProblemError | undefined;
  /** The same for the log; undefined if nobody needed it any more. */
  #why: string | undefined;
  #errorText = "";
  #nonsense = 0;

  constructor(deps: EngineDeps) {
    const { limits, scope, parent, office, fonts } = deps;
    this.#deps = deps;
    this.#child = deps.spawn();
    this.#startTimer = deadline(deps.timers, limits.startMs, () => {
      if (this.state === "starting" || (this.state === "busy" && !this.#wasReady))
        this.#end(unusable("was not ready in time"), "not ready in time");
    });
    const tooLong = () => this.#end(unusable("sent too long an answer"), "answer too long");
    this.#child.onOutput(lineReader(maxAnswerBytes, (line) => this.#onLine(line), tooLong));
    this.#child.onError((piece) => {
      // Enough to see how it crashed, and no more: the text may quote a document.
      if (this.#errorText.length < 16_384) this.#errorText += Buffer.from(piece).toString("latin1");
    });
    this.#child.write(encode({ start: { scope, parent, maxBytes: limits.maxBytes, office, fonts } }));
    this.ended = this.#child.exited.then((exit) => this.#onExit(exit));
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Runs a call. Never two at a time. */
  run(tool: string, input: object, options: CallOptions): Promise<object> {
    if (this.#current || this.state === "ended")
      throw new Error("an engine was given a call while unable to accept one");
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
      this.#child.write(
        encode({
          call: {
            id,
            tool,
            input,
            again: options.onFound ? "any" : options.written,
            identify: options.onInput !== undefined,
          },
        }),
      );
    });
  }

  /** Nobody waits for its call any more: ends it, unless it is publishing. */
  cancel(reason: ProblemError): void {
    if (!this.#isPublishing()) this.#end(reason, undefined);
    else if (this.#current) this.#current.cancelled ??= reason;
  }

  [Symbol.dispose](): void {
    this.#end(unusable("was ended"), undefined);
  }

  #log(what: EngineEvent["what"], detail?: string): void {
    const tool = this.#current?.tool;
    const more = { ...(detail && { detail }), ...(tool && { tool }) };
    this.#deps.log({ event: "engine", pid: this.pid, what, ...more });
  }

  /** Ends the process for a reason. The call is answered once the process and its temporary files are gone. */
  #end(reason: ProblemError, forLog: string | undefined): void {
    if (this.state === "ended" || this.#verdict) return;
    this.#verdict = reason;
    this.#why = forLog;
    this.#child.kill();
    killGroup(this.#current?.group ?? 0);
    this.#current?.stopReading?.abort(reason);
    const waiting = this.#deps.timers.after(killWaitMs, () => this.#giveUp(reason));
    this.#child.exited.then(() => waiting[Symbol.dispose]());
  }

  /** Answers the call of an engine that is gone, or nearly gone, and removes its temporary files. */
  #giveUp(reason: ProblemError): void {
    this.state = "ended";
    this.#finish((call) => {
      // Before its files are removed: nothing may write there any more.
      killGroup(call.group);
      this.#removeTemps(call);
      call.reject(reason instanceof ReturnedError ? reason : withOutputs(reason, namedOutputs(call.outputs)));
    });
  }

  #onExit(exit: ChildExit): { readonly wasReady: boolean } {
    const { limits, removeTempsOf } = this.#deps;
    this.#startTimer[Symbol.dispose]();
    if (this.#verdict && !this.#why) this.#log("retired");
    else
      this.#log(
        "ended",
        [describe(exit), this.#why ?? crashLine(this.#errorText)].filter(Boolean).join(": "),
      );
    const used = this.#current?.clock.used() ?? 0;
    this.#giveUp(this.#verdict ?? judge(exit, this.#errorText, limits.maxBytes, used));
    removeTempsOf?.(this.pid);
    return { wasReady: this.#wasReady };
  }

  /** Engines note it if they can: a message would wake this process for information that is rarely needed. */
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
    if (this.#nonsense > maxNonsense) this.#end(unusable("violated the protocol"), "violated the protocol");
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
    if (!message) this.#ignore("a line that is not a message");
    else if ("ready" in message) this.#onReady();
    // Ignores answers to another call, and second answers to this one.
    else if (!call || message.id !== call.id || (this.#verdict && !needsCleanup(message)))
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
        if (call.cancelled) this.#end(call.cancelled, undefined);
        break;
      case "reading":
        if (call.stopReading) this.#ignore("a second question about pages");
        else this.#answerQuestion(call, message);
        break;
      case "input":
        call.options.onInput?.(message.field, message.sha256);
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

  /** A model reads for minutes, with a separate time limit for each page. */
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

  #onDone({ result, problem, fault, recycle, found, rss }: AnswerOf<"done">): void {
    this.worn = fault || recycle;
    this.#sawBytes(rss);
    if (fault) this.#log("fault", problem?.cause);
    this.#finish((call) => {
      if (result) {
        if (found) call.options.onFound?.();
        call.resolve(result);
        return;
      }
      // If it must be replaced, we don't rely on the engine's own cleanup.
      if (this.worn) this.#removeTemps(call);
      const reason = problem ? asError(problem) : unusable("answered without a result");
      call.reject(withOutputs(reason, namedOutputs(call.outputs)));
    });
  }

  #sawBytes(bytes: number): void {
    this.rss = bytes;
    if (this.#current) this.#current.peak = Math.max(this.#current.peak, bytes);
  }

  /** Starts the call's clocks, and listens to the caller's signal. */
  #watch(signal: AbortSignal | undefined): CallClock {
    const { timers, limits, processorMs, residentBytes } = this.#deps;
    const clock = startCallClock({
      timers,
      deadlineMs: limits.deadlineMs,
      // Publishing gets a little more time.
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

  /** How a call yields: its process and deadline are paused. Not while others depend on it. */
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
        // It may just have begun to publish.
        if (this.#mayPause(call)) return true;
        resume();
        return false;
      },
      resume,
      return: () => {
        if (this.#current !== call || this.#verdict || this.#isPublishing()) return false;
        this.#end(new ReturnedError(namedOutputs(call.outputs)), "others waited");
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

/** Whether a message leaves something to remove, end or name, even from an engine that is being ended. */
function needsCleanup({ kind }: CallAnswer): boolean {
  return kind === "temp" || kind === "group" || kind === "publishing";
}

/** A call's progress: within its total, never decreasing, whatever the engine sends. */
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

/** How a process ended on its own; its call had run for this many milliseconds. */
function judge(exit: ChildExit, errorText: string, maxBytes: number, tookMs: number): ProblemError {
  if (exit.signal === memorySignal && memorySignal !== "SIGKILL") return outOfMemory(maxBytes, tookMs);
  if (/out of memory/i.test(crashLine(errorText))) return outOfMemory(maxBytes, tookMs);
  return crashed(describe(exit), crashLine(errorText));
}

function describe(exit: ChildExit): string {
  return exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
}
