/** Reads barcodes on pictures with ZXing-C++ (WebAssembly, npm's zxing-wasm). */
import { prepareZXingModule, readBarcodes as readAll } from "zxing-wasm/reader";
import { boxAround } from "../../core/geometry.ts";
import { once } from "../../core/once.ts";
import type { GrayImage } from "../../core/page-reading.ts";
import type { Barcode } from "../../core/readers.ts";
import { asset } from "../../host/assets/assets.ts";

/** The package would download its file: it gets the one that belongs to the program. */
const load = once(async () => {
  const bytes = await asset("zxing_reader.wasm");
  const wasmBinary = Uint8Array.from(bytes).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

/** The barcodes on a picture, from the top; boxes are in pixels. */
export async function readBarcodes({ width, height, pixels }: GrayImage): Promise<Barcode[]> {
  await load();
  const data = new Uint8ClampedArray(4 * pixels.length);
  const words = new Uint32Array(data.buffer);
  for (let at = 0; at < pixels.length; at += 1) words[at] = 0xff000000 + (pixels[at] ?? 0) * 0x010101;
  const found = await readAll(
    { data, width, height, colorSpace: "srgb" },
    { textMode: "Plain", tryInvert: false },
  );
  return found
    .map(({ text, position }) => {
      const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
      return { text, box: boxAround(corners.map(({ x, y }) => ({ x0: x, y0: y, x1: x, y1: y }))) };
    })
    .sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0);
}
