/**
 * A thread that answers one message. It can't keep this process from ending: the main thread handles signals and timers even
 * if a thread never returns, and threads don't outlive the process.
 */
import process from "node:process";
import { runtime } from "../runtime.ts";
import { atMost, systemTimers } from "./timers.ts";

export interface Thread {
  /** The thread's answer. Rejects if it ended without one. */
  readonly answered: Promise<unknown>;
  /** Ends it: true once it is gone, false if something still holds it (WebAssembly, or a system call) after a tenth of a second. */
  end(): Promise<boolean>;
}

const endMs = 100;

/** Inside a web worker: its own side of the `Worker`. */
declare const self: Worker;

/** Starts a module as a thread and sends it a message: structured data, including shared memory (`SharedArrayBuffer`). */
export function startThread(module: URL, message: unknown): Thread {
  return runtime.name === "node" ? startNodeThread(module, message) : startWebThread(module, message);
}

/** The thread's side: takes the message it was started with, and answers. */
export function answerOnce<Message>(answer: (message: Message) => Promise<unknown>): void {
  if (runtime.name === "node") {
    const port = process.getBuiltinModule("node:worker_threads").parentPort;
    port?.once("message", async (message: Message) => port.postMessage(await answer(message)));
  } else {
    self.onmessage = async ({ data }: MessageEvent<Message>) => self.postMessage(await answer(data));
  }
}

/**
 * Bun and Deno have web workers, which accept modules from any address; loading node:worker_threads takes Bun longer than the
 * work itself.
 */
function startWebThread(module: URL, message: unknown): Thread {
  const worker = new Worker(module.href, { type: "module" });
  const answered = new Promise<unknown>((done, fail) => {
    worker.addEventListener("message", ({ data }) => done(data));
    worker.addEventListener("error", (event) => {
      // Its message may quote a document.
      event.preventDefault();
      fail(new Error("the thread failed"));
    });
    worker.addEventListener("close", () => fail(new Error("the thread ended")));
  });
  worker.postMessage(message);

  return {
    answered,
    end() {
      const gone = new Promise<void>((done) => worker.addEventListener("close", () => done()));
      worker.terminate();
      return within(endMs, gone);
    },
  };
}

function startNodeThread(module: URL, message: unknown): Thread {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const worker = new Worker(module);
  const answered = new Promise<unknown>((done, fail) => {
    worker.once("message", done);
    worker.once("error", () => fail(new Error("the thread failed")));
    worker.once("exit", () => fail(new Error("the thread ended")));
  });
  worker.postMessage(message);

  return {
    answered,
    end: () => within(endMs, worker.terminate()),
  };
}

async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  await atMost(
    systemTimers,
    ms,
    promise.then(() => {
      done = true;
    }),
  );
  return done;
}

/**
 * Ends this process with an exit code although a thread is blocked. Node waits for a thread in a system call (a silent pipe):
 * there, the process ends by a signal, which shells report as 130 or 137.
 */
export function exitDespiteThread(code: number, interrupted: boolean): never {
  if (runtime.name === "node") {
    process.removeAllListeners("SIGINT");
    process.kill(process.pid, interrupted ? "SIGINT" : "SIGKILL");
  }
  process.exit(code);
}
