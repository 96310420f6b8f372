import { constants, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inflatePieces } from "../../src/cos/filters/inflate-pieces.ts";
import { CosError } from "../../src/cos/syntax/error.ts";

const plain = Buffer.from(Array.from({ length: 700_000 }, (_, k) => (k * k) >> 7));
const deflated = deflateSync(plain);

async function inflated(data: Uint8Array, pieceBytes: number) {
  const parts: Buffer[] = [];
  const pieces = Array.from({ length: Math.ceil(data.length / pieceBytes) }, (_, k) =>
    data.subarray(k * pieceBytes, (k + 1) * pieceBytes),
  );
  const end = await inflatePieces(pieces, (bytes) => parts.push(Buffer.from(bytes)));
  return { end, same: Buffer.concat(parts).equals(plain) };
}

const altered = Buffer.from(deflated);
altered[altered.length - 1] = (altered[altered.length - 1] ?? 0) ^ 1;

describe("deflated data in pieces", () => {
  it.each([
    ["sound data", deflated, "whole"],
    ["trailing bytes", Buffer.concat([deflated, Buffer.alloc(300_000, 7)]), "whole"],
    ["no checksum", deflated.subarray(0, -4), "whole"],
    ["another checksum", altered, "altered"],
    [
      "data that was flushed but not finished",
      deflateSync(plain, { finishFlush: constants.Z_SYNC_FLUSH }),
      "early",
    ],
  ])("is complete with %s", async (_, data, end) => {
    for (const size of [100_000, data.length])
      expect(await inflated(data, size)).toEqual({ end, same: true });
  });

  it("that is cut ends early", async () => {
    expect(await inflated(deflated.subarray(0, -1000), 50_000)).toEqual({ end: "early", same: false });
  });

  it.each([
    ["damaged", Buffer.concat([deflated.subarray(0, 1000), Buffer.alloc(5000)])],
    ["not deflated", Buffer.from("plain text")],
  ])("that is %s is an error", async (_, data) => {
    await expect(inflated(data, 700)).rejects.toThrow(CosError);
  });

  it("ends with the error of its reader", async () => {
    const refuse = () => {
      throw new RangeError("full");
    };
    await expect(inflatePieces([deflated], refuse)).rejects.toThrow("full");
  });
});
