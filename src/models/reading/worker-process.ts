/** The service's view of the reading process: started with one model, given one page at a time, ended for a reason. */
import { lineReader } from "../../core/json/lines.ts";
import type { ModelName, ModelPage } from "../../core/page-reading.ts";
import { cancellation, failed, orAborted, type ProblemError } from "../../core/problem.ts";
import type { Child, ChildExit } from "../../host/process/child.ts";
import { deadline, type Timers } from "../../host/process/timers.ts";
import { cannotLoad, pageFailed, pageTooSlow, workerEnded } from "./problems.ts";
import {
  encode,
  type FromWorker,
  maxAnswerBytes,
  type ReadPage,
  readWorkerMessage,
  type WorkerStart,
} from "./worker-messages.ts";

/** One line for the log. Never document text. */
export interface ModelEvent {
  readonly event: "model";
  readonly pid: number;
  readonly what: "ready" | "ended" | "retired" | "protocol";
  readonly detail?: string;
}

export interface WorkerOptions extends Readonly<WorkerStart["start"]> {
  readonly spawn: () => Child;
  readonly timers: Timers;
  readonly log: (event: ModelEvent) => void;
}

/** One page to read. */
export interface PageRequest extends Omit<ReadPage["read"], "id"> {
  /** Its number, for messages. */
  readonly page: number;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** From start to a loaded model: 4 GB from a slow disk. */
const loadMs = 300_000;
/** An abandoned page ends between two tokens; a process that doesn't get there in time is ended. */
const giveUpMs = 2000;
/** Nonsensical lines, beyond which the process is ended. */
const maxNonsense = 100;

interface Current {
  readonly id: number;
  readonly page: number;
  readonly resolve: (page: ModelPage) => void;
  readonly reject: (error: ProblemError) => void;
  /** Why it is abandoned; becomes its answer. */
  verdict?: ProblemError;
  /** Expires if the process doesn't abandon it in time. */
  patience?: Disposable;
}

export class Worker implements Disposable {
  readonly model: ModelName;
  /** It is gone, or will be soon. */
  over = false;
  /** Resolves once the process is gone. Never rejects. */
  readonly ended: Promise<void>;
  readonly #timers: Timers;
  readonly #log: WorkerOptions["log"];
  readonly #child: Child;
  readonly #loading = openPromise<void>();
  readonly #loadTimer: Disposable;
  #current: Current | undefined;
  #reads = 0;
  #retired = false;
  #nonsense = 0;

  constructor({ timers, spawn, log, ...start }: WorkerOptions) {
    this.model = start.model;
    this.#timers = timers;
    this.#log = log;
    this.#child = spawn();
    // The rejection reaches the callers that wait for it.
    this.#loading.promise.catch(() => {});
    this.#loadTimer = deadline(timers, loadMs, () => {
      this.#loading.reject(cannotLoad(this.model, `it was not loaded within ${loadMs / 1000} seconds`));
      this.#end();
    });
    this.#child.onOutput(
      lineReader(
        maxAnswerBytes,
        (line) => this.#onLine(line),
        () => this.#end(),
      ),
    );
    this.#child.write(encode({ start }));
    this.ended = this.#child.exited.then((exit) => this.#onExit(exit));
  }

  /** Reads a page once the model is loaded. Settles when the process is free again or is being ended. Never two at a time. */
  async read(request: PageRequest): Promise<ModelPage> {
    const { png, page, prompt, maxTokens, deadlineMs, signal } = request;
    await orAborted(this.#loading.promise, signal);

    const { promise, resolve, reject } = openPromise<ModelPage>();
    const call: Current = { id: ++this.#reads, page, resolve, reject };
    this.#current = call;
    if (this.over) this.#settle(() => reject(workerEnded(page, "before it could begin")));
    const tooSlow = () => this.#giveUp(call, pageTooSlow(this.model, page, deadlineMs));
    const timer = deadline(this.#timers, deadlineMs, tooSlow);
    const onAbort = () => this.#giveUp(call, cancellation(signal));
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#child.write(encode({ read: { id: call.id, png, prompt, maxTokens } }));

    try {
      return await promise;
    } finally {
      timer[Symbol.dispose]();
      call.patience?.[Symbol.dispose]();
      signal?.removeEventListener("abort", onAbort);
    }
  }

  [Symbol.dispose](): void {
    this.#retired = !this.over;
    this.#end();
  }

  #say(what: ModelEvent["what"], detail?: string): void {
    this.#log({ event: "model", pid: this.#child.pid, what, ...(detail && { detail }) });
  }

  #end(): void {
    this.over = true;
    this.#child.kill();
  }

  #settle(answer: (call: Current) => void): void {
    const call = this.#current;
    this.#current = undefined;
    if (call) answer(call);
  }

  /** Abandons the current page: politely, then by force. */
  #giveUp(call: Current, verdict: ProblemError): void {
    if (this.#current !== call || call.verdict) return;
    call.verdict = verdict;
    this.#child.write(encode({ cancel: { id: call.id } }));
    call.patience = this.#timers.after(giveUpMs, () => this.#end());
  }

  #onLine(line: string): void {
    const message = readWorkerMessage(line);
    if (message) {
      this.#onMessage(message);
      return;
    }
    if (++this.#nonsense <= 3) this.#say("protocol", "a line that is not a message was ignored");
    if (this.#nonsense > maxNonsense) this.#end();
  }

  #onMessage(message: FromWorker): void {
    if ("loaded" in message) {
      this.#loadTimer[Symbol.dispose]();
      this.#loading.resolve();
      this.#say("ready", `model ${this.model}`);
    } else if ("unusable" in message) {
      const { why, advised, command } = message.unusable;
      const hint = command === undefined ? undefined : { kind: "model", command };
      this.#loading.reject(advised ? failed(why, { ...(hint && { hint }) }) : cannotLoad(this.model, why));
      this.#end();
    } else if ("done" in message) {
      const { id, text, end } = message.done;
      // A result that arrives after abandonment is ignored.
      if (this.#current?.id === id)
        this.#settle(({ verdict, resolve, reject }) => (verdict ? reject(verdict) : resolve({ text, end })));
    } else if (this.#current?.id === message.failed.id)
      this.#settle(({ verdict, reject, page }) => reject(verdict ?? pageFailed(page, message.failed.why)));
  }

  #onExit(exit: ChildExit): void {
    const how = exit.signal ?? `exit code ${exit.code}`;
    this.over = true;
    this.#loadTimer[Symbol.dispose]();
    if (this.#retired) this.#say("retired");
    else this.#say("ended", how);
    this.#loading.reject(cannotLoad(this.model, `its process ended (${how})`));
    this.#settle(({ verdict, reject, page }) => reject(verdict ?? workerEnded(page, how)));
  }
}

/** A promise and its settling functions; Node 20 lacks Promise.withResolvers. */
function openPromise<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: ProblemError) => void = () => {};
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
