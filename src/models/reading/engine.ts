/** Wires up page reading by a model: our own process, or the server in the settings. */
import type { Reading, ReadingSettings } from "../../core/page-reading.ts";
import { dataFolder } from "../../host/data-folder.ts";
import { type Child, spawnSelf } from "../../host/process/child.ts";
import { availableBytes, workThreads } from "../../host/process/memory.ts";
import { systemTimers } from "../../host/process/timers.ts";
import { missingRuntime, runtimeExists } from "../runtime/runtime-files.ts";
import { installedModel } from "../store/store.ts";
import { createEndpointEngine } from "./endpoint.ts";
import { createOwnEngine } from "./own-engine.ts";
import type { ModelEvent } from "./worker-process.ts";

/** Reading options that are fixed at startup. */
export interface ReadingOptions {
  readonly settings: ReadingSettings;
  /** This process's id: a worker with a different parent ends itself. */
  readonly parent: number;
  readonly log: (event: ModelEvent) => void;
  /** Starts the reading process; by default, this program again. */
  readonly spawn?: (() => Child) | undefined;
}

/** More threads than this hardly speed up the models. */
const mostThreads = 8;
/** Five minutes, so that reading a document page by page doesn't reload the model each time. */
const idleMs = 300_000;

export function createEngine({ settings, parent, log, spawn }: ReadingOptions): Reading {
  const { modelEndpoint, endpointModel08b, endpointModel4b, pageDeadlineMs } = settings;
  const timers = systemTimers;

  if (modelEndpoint !== undefined) {
    const models = {
      "0.8b": endpointModel08b ?? defaultNames["0.8b"],
      "4b": endpointModel4b ?? defaultNames["4b"],
    };
    return createEndpointEngine({ endpoint: modelEndpoint, models, pageDeadlineMs, timers });
  }

  return createOwnEngine({
    installed: (model) => installedModel(model),
    withoutRuntime: (model) => (runtimeExists() ? undefined : missingRuntime(model)),
    dataFolder,
    spawn: spawn ?? (() => spawnSelf(["model-worker"], { native: true })),
    timers,
    log,
    parent,
    availableBytes,
    threads: workThreads(mostThreads),
    pageDeadlineMs,
    idleMs: settings.modelIdleMs ?? idleMs,
  });
}

/** Ollama's names; llama-server accepts any name. */
const defaultNames = { "0.8b": "qwen3.5:0.8b", "4b": "qwen3.5:4b" } as const;
