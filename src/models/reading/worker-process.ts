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

export interface Worker extends Disposable {
  readonly model: ModelName;
  /** It is gone, or will be soon. */
  readonly over: boolean;
  /** Resolves once the process is gone. Never rejects. */
  readonly ended: Promise<void>;
  /** Reads a page once the model is loaded. Settles when the process is free again or is being ended. Never two at a time. */
  read(request: PageRequest): Promise<ModelPage>;
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

export function startWorker(options: WorkerOptions): Worker {
  const { timers, spawn, log, ...start } = options;
  const { model } = start;
  const child = spawn();
  const loading = openPromise<void>();
  // The rejection reaches the callers that wait for it.
  loading.promise.catch(() => {});
  let current: Current | undefined;
  let reads = 0;
  let over = false;
  let retired = false;
  let nonsense = 0;
  const say = (what: ModelEvent["what"], detail?: string) =>
    log({ event: "model", pid: child.pid, what, ...(detail && { detail }) });
  const loadTimer = deadline(timers, loadMs, () => {
    loading.reject(cannotLoad(model, `it was not loaded within ${loadMs / 1000} seconds`));
    end();
  });

  function end(): void {
    over = true;
    child.kill();
  }

  function settle(answer: (call: Current) => void): void {
    const call = current;
    current = undefined;
    if (call) answer(call);
  }

  function onMessage(message: FromWorker): void {
    if ("loaded" in message) {
      loadTimer[Symbol.dispose]();
      loading.resolve();
      say("ready", `model ${model}`);
    } else if ("unusable" in message) {
      const { why, advised, command } = message.unusable;
      const hint = command === undefined ? undefined : { kind: "model", command };
      loading.reject(advised ? failed(why, { ...(hint && { hint }) }) : cannotLoad(model, why));
      end();
    } else if ("done" in message) {
      const { id, text, end: how } = message.done;
      // A result that arrives after abandonment is ignored.
      if (current?.id === id)
        settle(({ verdict, resolve, reject }) => (verdict ? reject(verdict) : resolve({ text, end: how })));
    } else if (current?.id === message.failed.id)
      settle(({ verdict, reject, page }) => reject(verdict ?? pageFailed(page, message.failed.why)));
  }

  function ignore(what: string): void {
    if (++nonsense <= 3) say("protocol", `${what} was ignored`);
    if (nonsense > maxNonsense) end();
  }

  const onLine = (line: string) => {
    const message = readWorkerMessage(line);
    if (message) onMessage(message);
    else ignore("a line that is not a message");
  };

  child.onOutput(lineReader(maxAnswerBytes, onLine, end));
  child.write(encode({ start }));

  const ended = child.exited.then((exit) => {
    over = true;
    loadTimer[Symbol.dispose]();
    if (retired) say("retired");
    else say("ended", describe(exit));
    loading.reject(cannotLoad(model, `its process ended (${describe(exit)})`));
    settle(({ verdict, reject, page }) => reject(verdict ?? workerEnded(page, describe(exit))));
  });

  /** Abandons the current page: politely, then by force. */
  function giveUp(call: Current, verdict: ProblemError): void {
    if (current !== call || call.verdict) return;
    call.verdict = verdict;
    child.write(encode({ cancel: { id: call.id } }));
    call.patience = timers.after(giveUpMs, end);
  }

  async function read(request: PageRequest): Promise<ModelPage> {
    await orAborted(loading.promise, request.signal);
    const { png, page, prompt, maxTokens, deadlineMs, signal } = request;
    const { promise, resolve, reject } = openPromise<ModelPage>();
    const call: Current = { id: ++reads, page, resolve, reject };
    current = call;
    if (over) settle(() => reject(workerEnded(page, "before it could begin")));
    const timer = deadline(timers, deadlineMs, () => giveUp(call, pageTooSlow(model, page, deadlineMs)));
    const onAbort = () => giveUp(call, cancellation(signal));
    signal?.addEventListener("abort", onAbort, { once: true });
    child.write(encode({ read: { id: call.id, png, prompt, maxTokens } }));

    try {
      return await promise;
    } finally {
      timer[Symbol.dispose]();
      call.patience?.[Symbol.dispose]();
      signal?.removeEventListener("abort", onAbort);
    }
  }

  return {
    model,
    get over() {
      return over;
    },
    ended,
    read,
    [Symbol.dispose]() {
      retired = !over;
      end();
    },
  };
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

const describe = ({ code, signal }: ChildExit): string => signal ?? `exit code ${code}`;
