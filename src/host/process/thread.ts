/**
 * A thread that answers messages, one at a time. It can't keep this process from ending: the main thread handles signals and
 * timers even if a thread never returns, and threads don't outlive the process.
 */
import process from "node:process";
import { runtime } from "../runtime.ts";
import { atMost, systemTimers } from "./timers.ts";

export interface Thread {
  /**
   * Sends a message once the previous one is answered: structured data, including shared memory (`SharedArrayBuffer`). Rejects if
   * the thread ended without an answer.
   */
  ask(message: unknown): Promise<unknown>;
  /** Ends it: true once it is gone, false if something still holds it (WebAssembly, or a system call) after a tenth of a second. */
  end(): Promise<boolean>;
}

const endMs = 300;

/** Inside a web worker: its own side of the `Worker`. */
declare const self: Worker;

/** Starts a module as a thread. */
export function startThread(module: URL): Thread {
  return runtime.name === "node" ? startNodeThread(module) : startWebThread(module);
}

/** The thread's side: takes messages and answers them. */
export function answerEach<Message>(answer: (message: Message) => Promise<unknown>): void {
  if (runtime.name === "node") {
    const port = process.getBuiltinModule("node:worker_threads").parentPort;
    port?.on("message", async (message: Message) => port.postMessage(await answer(message)));
  } else {
    self.onmessage = async ({ data }: MessageEvent<Message>) => self.postMessage(await answer(data));
  }
}

/** In Bun, code of this thread must run this many times as often before it is compiled. */
const reluctance = 16;

/** For a thread that ends soon, most code of which runs a few times: compiling it takes longer than interpreting it. */
export function compileLess(): void {
  if (runtime.name === "bun") Bun.unsafe.setJITPolicy?.(reluctance);
}

/**
 * Bun and Deno have web workers, which accept modules from any address; loading node:worker_threads takes Bun longer than the
 * work itself.
 */
function startWebThread(module: URL): Thread {
  const worker = new Worker(module.href, { type: "module" });
  const answers = answersOf();
  worker.addEventListener("message", ({ data }) => answers.done(data));
  worker.addEventListener("error", (event) => {
    // Its message may quote a document.
    event.preventDefault();
    answers.fail("the thread failed");
  });
  worker.addEventListener("close", () => answers.fail("the thread ended"));

  return {
    ask: (message) => answers.next(() => worker.postMessage(message)),
    end() {
      const gone = new Promise<void>((done) => worker.addEventListener("close", () => done()));
      worker.terminate();
      return within(endMs, gone);
    },
  };
}

function startNodeThread(module: URL): Thread {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const worker = new Worker(module);
  const answers = answersOf();
  worker.on("message", answers.done);
  worker.on("error", () => answers.fail("the thread failed"));
  worker.on("exit", () => answers.fail("the thread ended"));
  return {
    ask: (message) => answers.next(() => worker.postMessage(message)),
    end: () => within(endMs, worker.terminate()),
  };
}

/** The answer that is waited for. */
function answersOf() {
  let [done, fail] = [(_answer: unknown) => {}, (_error: Error) => {}];
  let failure: Error | undefined;

  return {
    done: (answer: unknown) => done(answer),
    fail(reason: string) {
      failure ??= new Error(reason);
      fail(failure);
    },
    next(send: () => void): Promise<unknown> {
      if (failure) return Promise.reject(failure);
      return new Promise((resolve, reject) => {
        [done, fail] = [resolve, reject];
        send();
      });
    },
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
