/** Decodes WebP files to samples with libwebp (WebAssembly, npm's @jsquash/webp). */
import { Buffer } from "node:buffer";
import createModule from "@jsquash/webp/codec/dec/webp_dec.js";
import type { DecodedImage } from "../../core/readers.ts";
import { asset } from "../../host/assets/assets.ts";

type Imports = NonNullable<ConstructorParameters<typeof WebAssembly.Instance>[1]>;

/** The pixel class that its code expects, which only browsers have. */
class PixelData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

async function open() {
  const program = await WebAssembly.compile(new Uint8Array(await asset("webp_dec.wasm")));
  if (!Reflect.has(globalThis, "ImageData")) Reflect.set(globalThis, "ImageData", PixelData);
  return await createModule({
    instantiateWasm(imports: Imports, done: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(program, imports);
      done(instance);
      return instance.exports;
    },
  });
}

/** Whether the bytes begin like a WebP file (RFC 9649, 2.4). */
export const isWebp = (file: Uint8Array): boolean =>
  Buffer.from(file.subarray(8, 12)).toString("latin1") === "WEBP";

/** Undefined for damaged data. Each call has its own memory, because libwebp's never shrinks. */
export async function decodeWebp(file: Uint8Array): Promise<DecodedImage | undefined> {
  const module = await open();
  const image = module.decode(new Uint8Array(file));
  if (!image) return undefined;
  const { width, height, data } = image;
  const samples = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  for (let from = 0, to = 0, pixel = 0; from < data.length; from += 4, pixel += 1) {
    for (let k = 0; k < 3; k += 1) samples[to++] = data[from + k] ?? 0;
    alpha[pixel] = data[from + 3] ?? 0;
  }
  return { width, height, components: 3, samples, alpha };
}
