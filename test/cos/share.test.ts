/** Streams that were written before are found by all of their bytes. */
import { describe, expect, it } from "vitest";
import { findKept, hasRoom, keepStream, maxKeptStream, newShares } from "../../src/cos/share.ts";
import { bytesOf } from "./files.ts";

const dict = bytesOf("<</Length 1000>>");

describe("kept streams", () => {
  it("are found where dictionary and data are the same, and only there", () => {
    const shares = newShares();
    const data = new Uint8Array(1000).fill(7);
    keepStream(shares, 5, dict, data);
    keepStream(shares, 6, bytesOf("<</Length 0>>"), new Uint8Array(0));
    expect(findKept(shares, dict, new Uint8Array(data))).toBe(5);
    expect(findKept(shares, bytesOf("<</Length 0>>"), new Uint8Array(0))).toBe(6);
    expect(findKept(shares, bytesOf("<</Length 1001>"), data)).toBeUndefined();
    expect(findKept(shares, bytesOf("<</Length 100>>"), data)).toBeUndefined();
    for (let at = 0; at < data.length; at++) {
      const other = new Uint8Array(data);
      other[at] = 8;
      expect(findKept(shares, dict, other)).toBeUndefined();
    }
  });

  it("are told apart when their fingerprints are the same, and not kept without end", () => {
    const shares = newShares();
    // The second byte is none of those that the fingerprint is made of.
    const streams = Array.from({ length: 30 }, (_, k) =>
      Uint8Array.from({ length: 1000 }, (_, at) => (at === 1 ? k : 7)),
    );
    streams.forEach((data, k) => void keepStream(shares, k + 1, dict, data));
    const found = streams.map((data) => findKept(shares, dict, data));
    expect(found.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(found.slice(8).every((to) => to === undefined)).toBe(true);
  });

  it("stay within 4 MB", () => {
    const shares = newShares();
    let kept = 0;
    for (; hasRoom(shares, dict.length + maxKeptStream); kept++) {
      const data = new Uint8Array(maxKeptStream).fill(kept);
      keepStream(shares, kept + 1, dict, data);
      expect(findKept(shares, dict, data)).toBe(kept + 1);
    }
    expect(kept).toBe(63);
    expect(findKept(shares, dict, new Uint8Array(maxKeptStream))).toBe(1);
  });
});
