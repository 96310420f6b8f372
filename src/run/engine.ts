/**
 * The child's side: the hidden command `engine`. Reads calls, runs one at a time, and answers each with one line. It trusts
 * only its parent, which has validated the input. Only the parent or the guard thread ends it.
 */
import type { CreateOffice, OfficeSettings } from "../core/office.ts";
import { ProblemError } from "../core/problem.ts";
import type { Progress } from "../core/tool.ts";
import { createFiles } from "../files/create.ts";
import type { Scope } from "../files/scope/scope.ts";
import { forgetPublishing, notePublishing } from "../files/temporary/temp-registry.ts";
import { systemFontFolders } from "../host/font-files.ts";
import { endProcess, onUncaught, serveParent, writeOutput } from "../host/process/engine-io.ts";
import { ownResidentBytes } from "../host/process/memory.ts";
import { startWatchdog, type Watchdog } from "../host/process/watchdog.ts";
import { findAnyTool } from "../tools/index.ts";
import { isSameResult } from "../tools/shared/same-result.ts";
import { type AskingReader, createAskingReader } from "./engine-reading.ts";
import { describeProblem, execute, isFault, translated } from "./execute.ts";
import { identifying, type OnInput } from "./identify.ts";
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
export function runEngine(createOffice: CreateOffice): Promise<never> {
  let fontFolders: readonly string[] = [];
  const readers = lazyReaders(() => fontFolders);
  let scope: Scope | undefined;
  let officeSettings: OfficeSettings | undefined;
  let watchdog: Watchdog | undefined;
  let current: number | undefined;
  let running = "the tool";
  let reading: AskingReader | undefined;

  function begin({ start }: StartMessage): void {
    scope = start.scope;
    officeSettings = start.office;
    fontFolders = [...start.fonts, ...systemFontFolders()];
    say({ ready: true });
    watchdog = startWatchdog(start.parent, start.maxBytes);
  }

  async function answer({ call: { id, tool: name, input, again, identify } }: CallMessage): Promise<void> {
    current = id;
    running = name;
    watchdog?.busy();

    try {
      const tool = findAnyTool(name);
      if (!tool || !scope || !officeSettings)
        throw new ProblemError("internal", "The call did not match this engine. Try again.");
      let publishing = false;
      let made = 0;
      let found = 0;
      const onTemp = (path: string) => say({ temp: { id, path } });
      const office = createOffice(officeSettings, {
        onTemp,
        onGroup: (group) => say({ group: { id, group } }),
      });
      const files = createFiles(scope, {
        // The parent reads a dead engine's notes: no message per file is needed.
        onTemp: (path, noted) => !noted && onTemp(path),
        // The note is for a parent that checks right now; the message names the outputs in case this process is ended.
        onPublish: (outputs) => {
          publishing = true;
          made += outputs.length;
          notePublishing(id);
          say({ publishing: { id, outputs } });
        },
        ...(again && {
          again: {
            isSame: isSameResult,
            onFound() {
              made -= 1;
              found += 1;
            },
          },
        }),
      });
      reading = createAskingReader(id, (question) => say({ reading: question }));
      const progress = (state: Progress) => say({ progress: { id, ...state } });
      /** Between a call's files: published ones stay, and the call may end here. */
      const pause = async () => {
        if (!publishing) return;
        publishing = false;
        forgetPublishing(id);
        say({ published: { id } });
      };
      const debug = (message: string) => say({ debug: { id, message } });
      const onInput: OnInput = (field, sha256) => say({ input: { id, field, sha256 } });
      const deps = {
        files: identify ? identifying(files, onInput) : files,
        readers,
        office,
        reading,
        progress,
        pause,
        debug,
      };
      const result = withShortLists(await execute(tool, input, deps));
      done(id, { result, found: found > 0 && made === 0, fault: readersAreBroken() });
    } catch (error) {
      done(id, { problem: describeProblem(error), fault: isFault(error) || readersAreBroken() });
    }

    forgetPublishing(id);
    watchdog?.idle();
  }

  function done(id: number, outcome: Omit<AnswerOf<"done">, "id" | "recycle" | "rss">): void {
    // A second end of the same call (an error thrown outside it, later) is ignored.
    if (current !== id) return;
    current = undefined;
    say({ done: { id, ...outcome, recycle: readersAreUsedUp(), rss: ownResidentBytes() } });
  }

  onUncaught((error, awaited) => {
    if (awaited && readersAreUsedUp()) return;
    if (current !== undefined)
      done(current, { problem: describeProblem(translated(asFault(error), running)), fault: true });
    endProcess();
  });

  return serveParent<ToEngine>(maxCallBytes, (message) => {
    if ("start" in message) begin(message);
    else if ("reading" in message) reading?.onAnswer(message.reading);
    else answer(message);
  });
}

function say(message: FromEngine): void {
  writeOutput(encode(message));
}

/** An error outside any promise doesn't belong to the call, even if it looks like a tool's problem. */
function asFault(error: unknown): unknown {
  return error instanceof ProblemError ? new Error("thrown outside a call", { cause: error }) : error;
}
