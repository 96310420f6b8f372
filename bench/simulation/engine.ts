/**
 * A simulated engine process: it speaks the protocol, writes real files through the product's own code, and can be stopped,
 * killed between any two disk calls, and run out of space. The files it leaves are the same as after SIGKILL.
 */
import * as fs from "node:fs";
import type { Files } from "../../src/core/document-io.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { createFiles } from "../../src/files/create.ts";
import { type Disk, nodeDisk } from "../../src/files/disk/disk.ts";
import type { Scope } from "../../src/files/scope/scope.ts";
import type { Child, ChildExit } from "../../src/host/process/child.ts";
import { describeProblem, execute, isFault } from "../../src/run/execute.ts";
import { type CallMessage, encode, type FromEngine } from "../../src/run/messages.ts";
import type { Chance, Clock } from "./clock.ts";

export interface Machine {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly scope: Scope;
  /** The disk is full. */
  full: boolean;
  /** The probabilities that a disk call kills its process, and that it fails. */
  deadly: number;
  faulty: number;
  /** Temporary files announced by each process. */
  readonly temps: Map<number, Set<string>>;
}

/** The input of every simulated tool. */
export interface SimInput {
  readonly id: string;
  readonly job: boolean;
  readonly name: string;
  /** Milliseconds of work between two disk calls. */
  readonly work: number;
  readonly files: number;
}

export interface SimEngine extends Child {
  readonly alive: boolean;
  readonly stopped: boolean;
  readonly used: number;
  readonly bytes: number;
  /** The input of the current call. */
  readonly input: SimInput | undefined;
  /** The id of the call that is publishing files. */
  readonly publishing: number | undefined;
}

class Killed extends Error {}

/** Every simulated file names its call and ends with a completeness marker. */
export function contentOf(id: string, name: string): string {
  return `${id} ${name}\n${"x".repeat(200)}\nwhole\n`;
}

let pids = 5_000_000;

export function startSimEngine(machine: Machine): SimEngine {
  const { clock, chance } = machine;
  const pid = pids++;
  const temps = new Set<string>();
  machine.temps.set(pid, temps);
  let alive = true;
  let stopped = false;
  let used = 0;
  let bytes = 100_000_000;
  let input: SimInput | undefined;
  let publishing: number | undefined;
  let onOutput = (_: Uint8Array) => {};
  let onExit = (_: ChildExit) => {};
  const exited = new Promise<ChildExit>((resolve) => {
    onExit = resolve;
  });
  const open = new Set<number>();
  /** The only timer it waits for. */
  let waiting:
    | { left: number; since: number; timer: Disposable | undefined; readonly go: () => void }
    | undefined;

  function die(signal: string): void {
    if (!alive) return;
    alive = false;
    input = undefined;
    waiting?.timer?.[Symbol.dispose]();
    waiting = undefined;
    // As the operating system does.
    for (const fd of open) fs.closeSync(fd);
    open.clear();
    clock.after(2, () => onExit({ code: null, signal }));
  }

  const run = () => {
    if (!waiting) return;
    waiting.since = clock.now();
    waiting.timer = clock.after(waiting.left, () => {
      const done = waiting;
      used += done?.left ?? 0;
      waiting = undefined;
      done?.go();
    });
  };
  const halt = () => {
    if (!waiting) return;
    waiting.timer?.[Symbol.dispose]();
    const passed = clock.now() - waiting.since;
    used += passed;
    waiting.left -= passed;
  };
  /** Works for `ms`. Never resolves if the process dies meanwhile. */
  const work = (ms: number) =>
    new Promise<void>((go) => {
      if (!alive) return;
      waiting = { left: ms, since: clock.now(), timer: undefined, go };
      if (!stopped) run();
    });

  const say = (message: FromEngine) => {
    if (alive) onOutput(Buffer.from(encode(message)));
  };

  /** A disk on which a dead process can do nothing, and each call may kill its process. */
  const disk: Disk = Object.fromEntries(
    Object.entries({ ...nodeDisk, sync: () => {}, syncSoon: async () => {} }).map(([name, call]) => [
      name,
      (...args: unknown[]) => {
        if (!alive) throw new Killed();
        if (chance.often(machine.deadly)) {
          die("SIGKILL");
          throw new Killed();
        }
        const changes = name === "write" || name === "link";
        if (name === "write" && machine.full) throw Object.assign(new Error("full"), { code: "ENOSPC" });
        if (changes && chance.often(machine.faulty)) throw Object.assign(new Error("no"), { code: "EIO" });
        const answer: unknown = Reflect.apply(call, undefined, args);
        if (name === "open" && typeof answer === "number") open.add(answer);
        if (name === "close" && typeof args[0] === "number") open.delete(args[0]);
        return answer;
      },
    ]),
    // The same calls with the same arguments.
  ) as unknown as Disk;

  async function tool(
    name: string,
    files: Files,
    asked: SimInput,
    pause: () => Promise<void>,
  ): Promise<object> {
    const body = (file: string) => Buffer.from(contentOf(asked.id, file));
    switch (name) {
      case "spin":
        for (;;) await work(60_000);
      case "grow":
        for (;;) {
          bytes += 300_000_000;
          await work(200);
        }
      case "crash":
        await work(asked.work);
        die("SIGSEGV");
        return await work(1).then(() => ({}));
      case "write": {
        using file = files.newFile(asked.name, "output");
        const text = body(asked.name);
        file.write(text.subarray(0, 50));
        await work(asked.work);
        file.write(text.subarray(50));
        await work(asked.work);
        file.publish();
        await work(5);
        return { output: file.path };
      }
      case "split":
      case "batch": {
        using folder = files.newFolder(asked.name, "output_folder");
        const names = Array.from({ length: asked.files }, (_, k) => `${k}.txt`);
        if (name === "split") folder.reserve(names);
        const outputs: { output: string }[] = [];
        for (const one of names) {
          const file = folder.create(one);
          file.write(body(`${asked.name}/${one}`));
          await work(asked.work);
          if (name === "batch") file.publish();
          outputs.push({ output: file.path });
          if (name === "batch") await pause();
        }
        await folder.settle();
        if (name === "split") folder.publishAll();
        await work(5);
        return { outputs };
      }
      default:
        await work(asked.work);
        return { read: asked.id };
    }
  }

  async function answer({ call }: CallMessage): Promise<void> {
    const { id } = call;
    // The simulation created it.
    const asked = call.input as SimInput;
    input = asked;
    bytes = 100_000_000;
    const progress = () => {};
    const files = createFiles(machine.scope, {
      disk,
      onTemp: (path) => temps.add(path),
      onPublish(outputs) {
        publishing = id;
        say({ publishing: { id, outputs } });
      },
    });
    const pause = async () => {
      if (publishing === undefined) return;
      publishing = undefined;
      say({ published: { id } });
    };
    const told = { name: call.tool, run: () => tool(call.tool, files, asked, pause) };
    try {
      // Runs the tool like the product's engine, without readers, which simulated tools don't use.
      const result = await execute(told as never, asked, { files, readers: {} as never, progress });
      finish();
      say({ done: { id, result, fault: false, recycle: false, rss: bytes } });
    } catch (error) {
      if (!alive) return;
      finish();
      say({
        done: { id, problem: describeProblem(error), fault: isFault(error), recycle: false, rss: bytes },
      });
    }
  }

  function finish(): void {
    publishing = undefined;
    input = undefined;
  }

  return {
    pid,
    exited,
    get alive() {
      return alive;
    },
    get stopped() {
      return stopped;
    },
    get used() {
      return used + (waiting && !stopped ? clock.now() - waiting.since : 0);
    },
    get bytes() {
      return bytes;
    },
    get input() {
      return input;
    },
    get publishing() {
      return publishing;
    },
    write(text) {
      const message: unknown = JSON.parse(text);
      if (typeof message !== "object" || message === null || !alive) return;
      if ("start" in message) clock.after(100 + chance.below(200), () => say({ ready: true }));
      // Answers after it has started to read.
      else if ("call" in message) clock.after(1, () => void (alive && answer(message as CallMessage)));
    },
    closeInput: () => die("SIGTERM"),
    kill: () => die("SIGKILL"),
    pause() {
      if (!alive || stopped) return false;
      halt();
      stopped = true;
      return true;
    },
    resume() {
      if (!alive || !stopped) return;
      stopped = false;
      run();
    },
    onOutput(listener) {
      onOutput = listener;
    },
    onError() {},
  };
}

/** The problem code that the caller sees. */
export function codeOf(error: unknown): string {
  return error instanceof ProblemError ? error.code : String(error);
}
