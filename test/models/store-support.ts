/** A store in a folder of its own, and a network whose clock does not wait. */
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

/** The hash of one file of the larger model is left to the hub. */
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
  /** What would have been waited for, in milliseconds. */
  readonly pauses: number[];
  /** Every timer that runs is over at once: nothing has come for a minute. */
  silence(): void;
}

/** The real network, and a clock that stands still. */
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
