/** Writes a PNG (ISO/IEC 15948) in bands: MuPDF's own writer needs the picture twice in memory. */
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { crc32, createDeflate } from "node:zlib";
import type { PageSize } from "../../core/readers.ts";

/** Rows of pixels without gaps, from the top. */
export type Band = Uint8Array;

/** Filter 2: each byte minus the one above. It turns the large plain areas of pages into zeros. */
const up = 2;

/** `components`: 1 for gray, 3 for red, green and blue; 8 bits each. */
export async function pngFile(
  { width, height }: PageSize,
  components: 1 | 3,
  dpi: number,
  bands: Iterable<Band>,
): Promise<Uint8Array> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, components === 1 ? 0 : 2], 8);

  const perMeter = Math.round(dpi / 0.0254);
  const density = Buffer.alloc(9);
  density.writeUInt32BE(perMeter, 0);
  density.writeUInt32BE(perMeter, 4);
  density[8] = 1;

  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("pHYs", density),
    chunk("IDAT", await deflated(filtered(bands, width * components))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function* filtered(bands: Iterable<Band>, stride: number): Generator<Uint8Array> {
  let above: Band = new Uint8Array(stride);

  for (const band of bands) {
    const rows = band.length / stride;
    const out = new Uint8Array(rows * (stride + 1));
    for (let y = 0; y < rows; y += 1) {
      const row = band.subarray(y * stride, (y + 1) * stride);
      let at = y * (stride + 1);
      out[at++] = up;
      for (let x = 0; x < stride; x += 1) out[at++] = (row[x] ?? 0) - (above[x] ?? 0);
      above = row;
    }
    yield out;
  }
}

async function deflated(parts: Iterable<Uint8Array>): Promise<Buffer> {
  const deflate = createDeflate();
  const compressed: Buffer[] = [];
  deflate.on("data", (data: Buffer) => compressed.push(data));
  for (const part of parts) if (!deflate.write(part)) await once(deflate, "drain");
  const ended = once(deflate, "end");
  deflate.end();
  await ended;
  return Buffer.concat(compressed);
}
