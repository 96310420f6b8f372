/**
 * The child's side: the hidden command `engine`. Reads calls, runs one at a time, and answers each with one line. It trusts
 * only its parent, which has validated the input. Only the parent or the guard thread ends it.
 */
import type { Files } from "../core/document-io.ts";
import type { CreateOffice } from "../core/office.ts";
import { ProblemError } from "../core/problem.ts";
import { createFiles } from "../files/create.ts";
import type { Scope } from "../files/scope/scope.ts";
import { forgetPublishing, notePublishing } from "../files/temporary/temp-registry.ts";
import type { Output } from "../files/write/publish.ts";
import { systemFontFolders } from "../host/font-files.ts";
import { endProcess, onUncaught, serveParent, writeOutput } from "../host/process/engine-io.ts";
import { ownResidentBytes } from "../host/process/memory.ts";
import { startWatchdog, type Watchdog } from "../host/process/watchdog.ts";
import { findAnyTool } from "../tools/index.ts";
import { isSameResult } from "../tools/shared/same-result.ts";
import { type AskingReader, createAskingReader } from "./engine-reading.ts";
import { describeProblem, execute, isFault, translated } from "./execute.ts";
import { identifying } from "./identify.ts";
import { lazyReaders, readersAreBroken, readersAreUsedUp } from "./lazy-readers.ts";
import {
  type AnswerOf,
  type CallMessage,
  encode,
  type FromEngine,
  maxCallBytes,
  type StartMessage,
  type ToEngine,
} from "./messages.ts";
import { withShortLists } from "./short-lists.ts";

/** Runs until its input ends; never resolves otherwise. `createOffice` creates a call's converter. */
export async function runEngine(createOffice: CreateOffice): Promise<never> {
  const engine = new Engine(createOffice);
  onUncaught((error, awaited) => engine.onUncaught(error, awaited));
  return await serveParent<ToEngine>(maxCallBytes, (message) => engine.onMessage(message));
}

type Call = CallMessage["call"];

class Engine {
  readonly #createOffice: CreateOffice;
  readonly #readers = lazyReaders(() => this.#fontFolders);
  #fontFolders: readonly string[] = [];
  #settings: StartMessage["start"] | undefined;
  #watchdog: Watchdog | undefined;
  #current: Call | undefined;
  #reading: AskingReader | undefined;

  constructor(createOffice: CreateOffice) {
    this.#createOffice = createOffice;
  }

  onMessage(message: ToEngine): void {
    if ("start" in message) this.#begin(message.start);
    else if ("reading" in message) this.#reading?.onAnswer(message.reading);
    else this.#answer(message.call);
  }

  onUncaught(error: unknown, awaited: boolean): void {
    if (awaited && readersAreUsedUp()) return;
    const call = this.#current;
    if (call)
      this.#done(call, { problem: describeProblem(translated(asFault(error), call.tool)), fault: true });
    endProcess();
  }

  #begin(settings: StartMessage["start"]): void {
    this.#settings = settings;
    this.#fontFolders = [...settings.fonts, ...systemFontFolders()];
    say({ ready: true });
    this.#watchdog = startWatchdog(settings.parent, settings.maxBytes);
  }

  async #answer(call: Call): Promise<void> {
    this.#current = call;
    this.#watchdog?.busy();

    try {
      const outcome = await this.#run(call);
      this.#done(call, { ...outcome, fault: readersAreBroken() });
    } catch (error) {
      this.#done(call, { problem: describeProblem(error), fault: isFault(error) || readersAreBroken() });
    }

    forgetPublishing(call.id);
    this.#watchdog?.idle();
  }

  async #run(call: Call): Promise<Pick<AnswerOf<"done">, "result" | "found">> {
    const { id } = call;
    const tool = findAnyTool(call.tool);
    const settings = this.#settings;
    if (!tool || !settings)
      throw new ProblemError("internal", "The call did not match this engine. Try again.");

    const names = announceNames(id);
    const reading = createAskingReader(id, (question) => say({ reading: question }));
    this.#reading = reading;
    const result = await execute(tool, call.input, {
      files: openFiles(call, settings.scope, names),
      readers: this.#readers,
      office: this.#createOffice(settings.office, {
        onTemp: (path) => say({ temp: { id, path } }),
        onGroup: (group) => say({ group: { id, group } }),
      }),
      reading,
      progress: (state) => say({ progress: { id, ...state } }),
      pause: names.pause,
      debug: (message) => say({ debug: { id, message } }),
    });
    return { result: withShortLists(result), found: names.wereThere() };
  }

  #done(call: Call, outcome: Omit<AnswerOf<"done">, "id" | "recycle" | "rss">): void {
    // A second end of the same call (an error thrown outside it, later) is ignored.
    if (this.#current !== call) return;
    this.#current = undefined;
    const { id } = call;
    say({ done: { id, ...outcome, recycle: readersAreUsedUp(), rss: ownResidentBytes() } });
  }
}

/** Reports the names that a call's files get. */
function announceNames(id: number) {
  let publishing = false;
  let made = 0;
  let found = 0;
  return {
    /** Whether identical versions of all files were there before. */
    wereThere: () => found > 0 && made === 0,
    onFound() {
      made -= 1;
      found += 1;
    },
    /** The note is for a parent that checks right now; the message names the outputs in case this process is ended. */
    onPublish(outputs: readonly Output[]) {
      publishing = true;
      made += outputs.length;
      notePublishing(id);
      say({ publishing: { id, outputs } });
    },
    /** Between a call's files: published ones stay, and the call may end here. */
    async pause() {
      if (!publishing) return;
      publishing = false;
      forgetPublishing(id);
      say({ published: { id } });
    },
  };
}

function openFiles(
  { id, again, identify }: Call,
  scope: Scope,
  { onPublish, onFound }: ReturnType<typeof announceNames>,
): Files {
  const covers = (path: string) => again === "any" || again?.includes(path) === true;
  const files = createFiles(scope, {
    // The parent reads a dead engine's notes: no message per file is needed.
    onTemp: (path, noted) => !noted && say({ temp: { id, path } }),
    onPublish,
    ...(again && { again: { covers, isSame: isSameResult, onFound } }),
  });
  return identify ? identifying(files, (field, sha256) => say({ input: { id, field, sha256 } })) : files;
}

function say(message: FromEngine): void {
  writeOutput(encode(message));
}

/** An error outside any promise doesn't belong to the call, even if it looks like a tool's problem. */
function asFault(error: unknown): unknown {
  return error instanceof ProblemError ? new Error("thrown outside a call", { cause: error }) : error;
}
