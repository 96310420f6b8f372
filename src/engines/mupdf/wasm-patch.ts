/**
 * MuPDF's WASM binary in its npm package has a C stack of 64 KiB without an overflow check: some thirty nested form XObjects,
 * which stamping tools produce, overwrite its static data, and every later result of that instance is wrong. It may also grow
 * to 2 GiB. Both are numbers in the binary (WebAssembly core specification, 5.5), which this changes: memory is capped, and
 * the stack pointer is exported so that it can be moved into a heap block.
 */
import { createHash } from "node:crypto";

/** mupdf-wasm.wasm of npm's mupdf 1.28.1. The patch applies only to this binary. */
export const knownSha256 = "5a30ef7b027f541ea8fc54e7c73f16414b0b59940741a12efe5e55f1fd0a99d7";

/** 512 MiB in pages of 64 KiB: beyond it, an allocation fails with a clean error. */
const maxPages = 8192;
/** Exported name of the stack pointer; the binary's own names are one or two letters long. */
export const stackPointerName = "pdfd_stack_pointer";

const sectionIds = { memory: 5, global: 6, exports: 7 } as const;
/** One mutable i32 that starts at 6,265,424: the stack pointer, as LLVM puts it first. */
const stackPointerGlobal = "017f0141d0b4fe020b";
const globalKind = 3;
/** A memory's limits with a maximum. */
const withMaximum = 1;

export class PatchError extends Error {
  override readonly name = "PatchError";
}

/** The binary with the lower maximum and the exported stack pointer. Throws `PatchError` for any other binary. */
export function patchMupdf(binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const sha256 = createHash("sha256").update(binary).digest("hex");
  if (sha256 !== knownSha256)
    throw new PatchError(
      `mupdf-wasm.wasm has the SHA-256 ${sha256}, not that of mupdf 1.28.1; install exactly the versions of package-lock.json (npm ci)`,
    );
  const parts: Uint8Array[] = [binary.subarray(0, 8)];
  for (const { id, body } of sections(binary)) {
    const changed = changedBody(id, body);
    parts.push(Uint8Array.of(id), unsigned(changed.length), changed);
  }
  return joined(parts);
}

function changedBody(id: number, body: Uint8Array): Uint8Array {
  switch (id) {
    case sectionIds.memory: {
      const [count, flags, ...limits] = body;
      const [minimum] = readUnsigned(Uint8Array.from(limits), 0);
      if (count !== 1 || flags !== withMaximum) throw new PatchError("mupdf-wasm.wasm has an unknown memory");
      return joined([Uint8Array.of(1, withMaximum), unsigned(minimum), unsigned(maxPages)]);
    }
    case sectionIds.global:
      if (Buffer.from(body).toString("hex") !== stackPointerGlobal)
        throw new PatchError("mupdf-wasm.wasm has unknown globals");
      return body;
    case sectionIds.exports: {
      const [count, next] = readUnsigned(body, 0);
      const name = Buffer.from(stackPointerName);
      const added = [unsigned(name.length), name, Uint8Array.of(globalKind), unsigned(0)];
      return joined([unsigned(count + 1), body.subarray(next), ...added]);
    }
    default:
      return body;
  }
}

function* sections(binary: Uint8Array): Generator<{ readonly id: number; readonly body: Uint8Array }> {
  for (let at = 8; at < binary.length; ) {
    const id = binary[at] ?? 0;
    const [length, start] = readUnsigned(binary, at + 1);
    at = start + length;
    yield { id, body: binary.subarray(start, at) };
  }
}

/** LEB128: the value and its end. */
function readUnsigned(bytes: Uint8Array, at: number): readonly [value: number, end: number] {
  let value = 0;
  for (let k = 0; k < 5; k++) {
    const byte = bytes[at + k] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * k);
    if (byte < 0x80) return [value, at + k + 1];
  }
  throw new PatchError("mupdf-wasm.wasm has a number that does not end");
}

function unsigned(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) | 0x80);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}
