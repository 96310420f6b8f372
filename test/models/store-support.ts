/** A store in its own folder, and a network whose clock doesn't wait. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Web } from "../../src/models/download/web.ts";
import { catalog } from "../../src/models/store/catalog.ts";
import type { Store } from "../../src/models/store/store.ts";
import { smallModel, smallTessdata } from "./fake-hub.ts";

export interface TestStore extends Disposable {
  readonly store: Store;
}

/** One file of the larger model is unpinned, so its hash comes from the hub. */
export function testStore(): TestStore {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-store-")));
  return {
    store: {
      folder,
      catalog: {
        ...catalog,
        "0.8b": smallModel(),
        "4b": smallModel(["onnx/decoder_model_merged_q4.onnx_data"]),
        "ocr-thai": smallTessdata(),
      },
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface TestWeb extends Web {
  /** The requested waits, in milliseconds. */
  readonly pauses: number[];
  /** Expires every running timer at once, as if nothing had arrived for a minute. */
  silence(): void;
}

/** The real network, with a stopped clock. */
export function testWeb(): TestWeb {
  const pauses: number[] = [];
  const timers = new Set<() => void>();
  return {
    pauses,
    silence: () => timers.forEach((call) => void call()),
    fetch: (url, init) => fetch(url, init),
    now: () => 0,
    async wait(ms, signal) {
      signal.throwIfAborted();
      pauses.push(ms);
    },
    after(_, call) {
      const timer = () => call();
      timers.add(timer);
      return { [Symbol.dispose]: () => void timers.delete(timer) };
    },
  };
}

export const never = new AbortController().signal;
