/** Helpers for tests of the reading models. */
import { join, resolve } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { type Child, spawnChild } from "../../src/host/process/child.ts";
import { systemTimers, type Timers } from "../../src/host/process/timers.ts";
import type { RgbImage } from "../../src/models/page-model/patches.ts";
import { createOwnEngine, type OwnEngineOptions } from "../../src/models/reading/own-engine.ts";
import type { ModelEvent } from "../../src/models/reading/worker-process.ts";

const checkout = resolve(import.meta.dirname, "../..");

/** The native runtime from the npm package. */
export const binding = resolve(
  checkout,
  `node_modules/onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`,
);

/** The page-reading process, run from source. */
export function spawnModelWorker(): Child {
  const bun = resolve(checkout, "node_modules/.bin/bun");
  return spawnChild([bun, "--no-env-file", resolve(checkout, "src/main.ts"), "model-worker"]);
}

export interface EngineUnderTest {
  readonly engine: ReturnType<typeof createOwnEngine>;
  readonly children: readonly Child[];
  readonly events: readonly ModelEvent[];
}

/** An engine for a model's folder. Records its processes and events. */
export function engineOn(folder: string, options: Partial<OwnEngineOptions> = {}): EngineUnderTest {
  const children: Child[] = [];
  const events: ModelEvent[] = [];
  const timers: Timers = options.timers ?? systemTimers;
  const engine = createOwnEngine({
    installed: async () => ({ folder, bytes: 100_000 }),
    withoutRuntime: () => undefined,
    dataFolder: () => join(folder, "data"),
    spawn() {
      const child = spawnModelWorker();
      children.push(child);
      return child;
    },
    log: (event) => void events.push(event),
    parent: process.pid,
    availableBytes: () => 64e9,
    threads: 1,
    idleMs: 300_000,
    ...options,
    timers,
  });
  return { engine, children, events };
}

/** A picture in a single shade of gray, 0 to 1. */
export function greyPage(grey: number, width = 96, height = 64): RgbImage {
  return { width, height, pixels: new Uint8Array(width * height * 3).fill(Math.round(grey * 255)) };
}

/** A picture as PNG. `filter` chooses the filter applied to each row. */
export function png(
  { width, height, pixels }: RgbImage,
  filter: (row: number) => number = () => 0,
): Uint8Array {
  const stride = width * 3;
  const lines = Buffer.alloc(height * (stride + 1));
  for (let row = 0; row < height; row++) {
    const kind = filter(row);
    lines[row * (stride + 1)] = kind;
    for (let k = 0; k < stride; k++) {
      const at = (y: number, x: number) => (y >= 0 && x >= 0 ? (pixels[y * stride + x] ?? 0) : 0);
      const [left, up, corner] = [at(row, k - 3), at(row - 1, k), k >= 3 ? at(row - 1, k - 3) : 0];
      const near = [left, up, corner]
        .map((value) => ({ value, distance: Math.abs(left + up - corner - value) }))
        .reduce((best, one) => (one.distance < best.distance ? one : best)).value;
      const guess = [0, left, up, (left + up) >> 1, near][kind] ?? 0;
      lines[row * (stride + 1) + 1 + k] = at(row, k) - guess;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, body: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
    const framed = Buffer.alloc(8 + named.length);
    framed.writeUInt32BE(body.length, 0);
    framed.set(named, 4);
    framed.writeUInt32BE(crc32(named), 4 + named.length);
    return framed;
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    ...[signature, chunk("IHDR", header)],
    ...[chunk("IDAT", deflateSync(lines)), chunk("IEND", Buffer.alloc(0))],
  ]);
}

/** The same as Base64 text, to pass between processes. */
export function base64Page(grey: number): string {
  return Buffer.from(png(greyPage(grey))).toString("base64");
}
