/**
 * The reading process's own side: the hidden command `model-worker`. It holds one model and reads one page at a time. The
 * runtime blocks its thread, so the engines' guard thread watches parent and memory here too.
 */
import { setImmediate as afterEvents } from "node:timers/promises";
import { ProblemError } from "../../core/problem.ts";
import { beNice, endProcess, onUncaught, serveParent, writeOutput } from "../../host/process/engine-io.ts";
import { startWatchdog } from "../../host/process/watchdog.ts";
import { loadPageModel, type PageModel } from "../page-model/page-model.ts";
import { decodePng } from "../page-model/png.ts";
import { loadOnnx } from "../runtime/onnx.ts";
import { missingRuntime, nativeRuntime, ownRuntimePlace } from "../runtime/runtime-files.ts";
import {
  encode,
  type FromWorker,
  maxReadBytes,
  type ReadPage,
  type ToWorker,
  type WorkerStart,
} from "./worker-messages.ts";

/** Runs until its input ends; never resolves otherwise. */
export function runModelWorker(): Promise<never> {
  // Before the runtime starts its threads, which inherit it.
  beNice();
  let model: PageModel | undefined;
  let cancelled = 0;

  async function begin({ start }: WorkerStart): Promise<void> {
    const { model: name, dataFolder, folder, threads, parent, maxBytes } = start;
    startWatchdog(parent, maxBytes).busy();

    try {
      const binding = await nativeRuntime({ ...ownRuntimePlace(), folder: dataFolder });
      if (binding === undefined) throw missingRuntime(name);
      model = loadPageModel(loadOnnx(binding), folder, threads);
      say({ loaded: true });
    } catch (error) {
      const advised = error instanceof ProblemError;
      const command = advised ? error.hint?.command : undefined;
      say({ unusable: { why: reasonOf(error), advised, ...(command !== undefined && { command }) } });
      endProcess();
    }
  }

  async function read({ read: { id, png, prompt, maxTokens } }: ReadPage): Promise<void> {
    // Messages are received between tokens: an unwanted page is abandoned there.
    const check = async () => {
      await afterEvents();
      if (cancelled >= id) throw new Error("cancelled");
    };

    try {
      if (!model) throw new Error("no model is loaded");
      const image = decodePng(Buffer.from(png, "base64"));
      const { text, end } = await model.read(image, { prompt, maxTokens, check });
      say({ done: { id, text, end } });
    } catch (error) {
      say({ failed: { id, why: reasonOf(error) } });
    }
  }

  onUncaught(() => endProcess());
  return serveParent<ToWorker>(maxReadBytes, (message) => {
    if ("start" in message) begin(message);
    else if ("cancel" in message) cancelled = Math.max(cancelled, message.cancel.id);
    else read(message);
  });
}

function say(message: FromWorker): void {
  writeOutput(encode(message));
}

/** The runtime's message is about files, shapes and memory: it contains no document text. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 500) : "unknown error";
}
