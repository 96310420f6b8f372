/** Whether FlateDecode data is sound: one by one and by the decoder that is used again, alike. */
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { soundLength } from "../../src/cos/flate-check.ts";

/** Numbers, so that it does not compress to next to nothing. */
function text(size: number): Buffer {
  return Buffer.from(Array.from({ length: size / 8 }, (_, k) => Math.sin(k).toFixed(5).padEnd(8)).join(""));
}

const sizes = [0, 800, 64 * 1024, 64 * 1024 + 8, 400_000];

function expectRight() {
  for (const size of sizes) {
    const sound = deflateSync(text(size));
    const broken = Buffer.from(sound);
    if (size > 0) broken.fill(0xff, sound.length >> 1, (sound.length >> 1) + 20);
    const summed = Buffer.from(sound);
    summed[summed.length - 1] = 255 - (summed.at(-1) ?? 0);
    expect(soundLength(sound, size)).toBe(size);
    if (size > 0) expect(soundLength(broken, size)).toBeUndefined();
    expect(soundLength(summed, size)).toBeUndefined();
    expect(soundLength(sound.subarray(0, -5), size)).toBeUndefined();
    expect(soundLength(Buffer.concat([sound, Buffer.from("\r\n")]), size)).toBe(size);
    if (size > 0) expect(soundLength(sound, size - 1)).toBeUndefined();
  }
  for (const data of ["", "x", "no zlib stream"]) expect(soundLength(Buffer.from(data), 100)).toBeUndefined();
}

it("tells sound data from all other, however many streams were asked about", () => {
  for (let times = 0; times < 5; times++) expectRight();
});
