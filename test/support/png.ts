/** Reads an 8-bit PNG without interlacing, as our tools write it. */
import { inflateSync } from "node:zlib";
import { undoPngRow } from "../../src/core/png-row.ts";

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** 1: gray, 3: red, green and blue. */
  readonly components: number;
  /** Row by row from the top. */
  readonly data: Uint8Array;
}

export function readPng(bytes: Uint8Array): Pixels {
  const file = Buffer.from(bytes);
  if (file.readUInt32BE(0) !== 0x89504e47) throw new Error("not a PNG");
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const components = { 0: 1, 2: 3 }[file.readUInt8(25)];
  if (file.readUInt8(24) !== 8 || components === undefined || file.readUInt8(28) !== 0)
    throw new Error("not a form of PNG that is read here");

  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }

  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * components;
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1);
    undoPngRow(raw[from] ?? 0, raw, from + 1, data, y * stride, stride, (y - 1) * stride, components);
  }
  return { width, height, components, data };
}

/** The color of a pixel. */
export function pixelOf({ width, components, data }: Pixels, x: number, y: number): number[] {
  const at = (y * width + x) * components;
  return [...data.subarray(at, at + components)];
}
