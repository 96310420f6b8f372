/** Handmade macOS programs: what changes in them and what doesn't. */
import { describe, expect, it } from "vitest";
import { withoutStaleSignature } from "../../scripts/release/mach-o.ts";

const intel = 0x0100_0007;
const apple = 0x0100_000c;
const content = 1000;
const symbols = 200;
const signature = 64;

/** A program with a __LINKEDIT of symbols and a signature, optionally with a command after the signature's. */
function program({ cpu = intel, signed = true, behind = 0 } = {}): Uint8Array {
  const commands = [segment("__LINKEDIT", content, symbols + signature), uuid()];
  if (signed) commands.splice(1, 0, words(0x1d, 16, content + symbols, signature));
  const size = commands.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(content + symbols + signature + behind).fill(7, 400);
  bytes.set(words(0xfeed_facf, cpu, 3, 2, commands.length, size, 0, 0));
  let at = 32;
  for (const command of commands) {
    bytes.set(command, at);
    at += command.length;
  }
  bytes.fill(9, content + symbols);
  return bytes;
}

function words(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  values.forEach((value, k) => {
    new DataView(bytes.buffer).setUint32(4 * k, value, true);
  });
  return bytes;
}

function segment(name: string, from: number, size: number): Uint8Array {
  const bytes = new Uint8Array(72);
  bytes.set(words(0x19, 72));
  bytes.set(new TextEncoder().encode(name), 8);
  bytes.set(words(0, 1, 4096, 0, from, 0, size, 0, 1, 1, 0, 0), 24);
  return bytes;
}

const uuid = () => words(0x1b, 24, 1, 2, 3, 4);
const number = (bytes: Uint8Array, at: number) => new DataView(bytes.buffer).getUint32(at, true);

describe("the signature of an Intel Mac program", () => {
  it("is removed with its load command, and __LINKEDIT ends where it began", () => {
    const done = withoutStaleSignature(program());
    expect(done).toHaveLength(content + symbols);
    expect([number(done, 16), number(done, 20)]).toEqual([2, 72 + 24]);
    expect(number(done, 32 + 48)).toBe(symbols);
    // The command after it moved up, and nothing of the old one remains.
    expect(done.subarray(32 + 72, 32 + 72 + 24)).toEqual(uuid());
    expect(done.subarray(32 + 72 + 24, 32 + 72 + 40).every((byte) => byte === 0)).toBe(true);
    expect(done.subarray(400)).toEqual(program().subarray(400, content + symbols));
  });

  it("stays on programs for Apple silicon, and unsigned programs stay unchanged", () => {
    for (const kept of [program({ cpu: apple }), program({ signed: false }), new Uint8Array(64)])
      expect(withoutStaleSignature(kept)).toBe(kept);
  });

  it("isn't removed from the middle of a program", () => {
    expect(() => withoutStaleSignature(program({ behind: 8 }))).toThrow("not at the end");
  });
});
