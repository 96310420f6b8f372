/**
 * The Tasks extension (SEP-2663): a slow call is answered with a task, which the client polls. Only for clients that declare
 * the extension; others have the job tools.
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { finishedJobTtlMs, maxFinishedJobs } from "../core/limits.ts";
import type { Progress } from "../core/tool.ts";

export const tasksExtension = "io.modelcontextprotocol/tasks";

/** A call that ends within this time, in milliseconds, is answered normally. */
const promptMs = 5000;
/** Suggested polling interval, in milliseconds. */
const pollIntervalMs = 2000;

type Status = "working" | "completed" | "cancelled";

/** A task as shown in the protocol: a type, since an interface has no index signature. */
export type ShownTask = {
  readonly taskId: string;
  readonly status: Status;
  readonly statusMessage?: string;
  /** ISO 8601 timestamps. */
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  readonly result?: CallToolResult;
};

export interface TaskDeps {
  randomUUID(): string;
  /** Unix time in milliseconds. */
  now(): number;
  /** Resolves after this time. */
  wait(ms: number): Promise<void>;
}

/** Runs a call: it reports progress, and ends when the signal aborts. */
export type Run = (signal: AbortSignal, onProgress: (state: Progress) => void) => Promise<CallToolResult>;

interface Task {
  readonly id: string;
  readonly created: number;
  updated: number;
  status: Status;
  message: string | undefined;
  result: CallToolResult | undefined;
  readonly controller: AbortController;
}

/** The tasks of one process. They outlive the requests that started them. */
export class Tasks {
  readonly #deps: TaskDeps;
  readonly #tasks = new Map<string, Task>();

  constructor(deps: TaskDeps) {
    this.#deps = deps;
  }

  /** The call's result or, if it is slow, a task. A client that disconnects before that aborts the call. */
  async answer(
    run: Run,
    signal: AbortSignal,
  ): Promise<CallToolResult | (ShownTask & { resultType: "task" })> {
    const controller = new AbortController();
    const stopWaiting = () => controller.abort(signal.reason);
    signal.addEventListener("abort", stopWaiting, { once: true });
    const now = this.#deps.now();
    const task: Task = {
      ...{ id: this.#deps.randomUUID(), created: now, updated: now, controller },
      ...{ status: "working", message: undefined, result: undefined },
    };

    const running = run(controller.signal, ({ message }) => {
      task.message = message;
      task.updated = this.#deps.now();
    });
    const result = await Promise.race([running, this.#deps.wait(promptMs)]);
    signal.removeEventListener("abort", stopWaiting);
    if (result) return result;

    this.#tasks.set(task.id, task);
    void running.then((ended) => {
      if (task.status === "working") task.status = "completed";
      task.result = ended;
      task.updated = this.#deps.now();
    });

    return { resultType: "task", ...shown(task) };
  }

  /** Undefined if there is none with this id, or it has been dropped. */
  get(id: string): ShownTask | undefined {
    this.#forget();
    const task = this.#tasks.get(id);
    return task && shown(task);
  }

  /** Whether the task exists; an ended one is unchanged. */
  cancel(id: string): boolean {
    const task = this.#tasks.get(id);
    if (task?.status === "working") {
      task.status = "cancelled";
      task.updated = this.#deps.now();
      task.controller.abort();
    }
    return task !== undefined;
  }

  #forget(): void {
    const ended = [...this.#tasks.values()].filter(({ status }) => status !== "working");
    const oldest = this.#deps.now() - finishedJobTtlMs;
    for (const [at, { id, updated }] of ended.entries())
      if (updated < oldest || at < ended.length - maxFinishedJobs) this.#tasks.delete(id);
  }
}

function shown({ id, status, message, created, updated, result }: Task): ShownTask {
  return {
    taskId: id,
    status,
    ...(message !== undefined && { statusMessage: message }),
    createdAt: new Date(created).toISOString(),
    lastUpdatedAt: new Date(updated).toISOString(),
    ttlMs: finishedJobTtlMs,
    pollIntervalMs,
    ...(status === "completed" && result && { result }),
  };
}
