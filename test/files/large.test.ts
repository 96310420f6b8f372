/** Large files are written past the page cache where that can be (Linux): the same bytes either way, and clean failures. */
import { createHash } from "node:crypto";
import { constants, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ByteSink, ByteSource } from "../../src/core/document-io.ts";
import { largeBytes } from "../../src/files/direct.ts";
import { type Disk, nodeDisk } from "../../src/files/disk.ts";
import { makeFolders, problemOf } from "./folders.ts";

/** The flag as this system has it; another bit where it has none, which no open asks for. */
const direct = constants.O_DIRECT ?? 1 << 30;

/** Bytes no two neighbouring pages of which are the same. */
function pattern(length: number): Uint8Array {
  const words = new Uint32Array(Math.ceil(length / 4));
  for (let k = 0; k < words.length; k += 1) words[k] = Math.imul(k + 1, 0x9e3779b1);
  return new Uint8Array(words.buffer, 0, length);
}

const input = pattern(largeBytes * 2 + 12_345);

/** Pieces of every kind: small ones, large ones, ranges at odd places, more than fits the memory of one write. */
function writeAll(sink: ByteSink, from: ByteSource): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const put = (start: number, end: number) => {
    parts.push(input.subarray(start, end));
    sink.write(input.subarray(start, end));
  };
  const copy = (start: number, end: number) => {
    parts.push(input.subarray(start, end));
    sink.copy?.(from, start, end - start);
  };
  put(0, 10);
  put(1000, 700_001);
  copy(3, largeBytes - 900_000);
  put(5, 6);
  copy(17, largeBytes + 900_017);
  put(100, 300_101);
  for (let k = 0; k < 50; k += 1) put(k * 7000, k * 7000 + 6001);
  copy(largeBytes, input.length);
  copy(12, 40);
  return parts;
}

/** A disk that counts what is written past the cache, and may refuse it in its own way. */
function watchedDisk(refuse: { open?: string; write?: string } = {}) {
  const handles = new Set<number>();
  const seen = { bytes: 0, refused: 0 };
  const fail = (code: string): never => {
    seen.refused += 1;
    throw Object.assign(new Error(`${code}: injected`), { code });
  };
  const disk: Disk = {
    ...nodeDisk,
    open(path, flags, mode) {
      const past = (flags & direct) !== 0;
      if (past && refuse.open !== undefined) fail(refuse.open);
      const fd = nodeDisk.open(path, flags, mode);
      if (past) handles.add(fd);
      return fd;
    },
    close(fd) {
      handles.delete(fd);
      nodeDisk.close(fd);
    },
    write(fd, from, at, length, position) {
      if (!handles.has(fd)) return nodeDisk.write(fd, from, at, length, position);
      if (refuse.write !== undefined && position > largeBytes * 2) fail(refuse.write);
      const done = nodeDisk.write(fd, from, at, length, position);
      seen.bytes += done;
      return done;
    },
  };
  return { disk, seen, open: handles };
}

const digest = (parts: Iterable<Uint8Array>) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

function written(refuse: { open?: string; write?: string } = {}) {
  const watched = watchedDisk(refuse);
  const at = makeFolders({ disk: watched.disk });
  writeFileSync(join(at.A, "in.pdf"), input);
  return { ...watched, at, [Symbol.dispose]: () => at[Symbol.dispose]() };
}

describe("a large file", () => {
  const ways: Record<string, { open?: string; write?: string }> = {
    "past the cache": {},
    "where nothing can be opened so": { open: "EINVAL" },
    "where writes are refused": { write: "EINVAL" },
    "where writes are not supported": { write: "EOPNOTSUPP" },
  };
  for (const [way, refuse] of Object.entries(ways)) {
    it(`has the bytes that were written, ${way}`, () => {
      using place = written(refuse);
      const { at, seen, open } = place;
      using source = at.files.openInput("in.pdf", "input");
      using file = at.files.newFile("out.pdf", "output");
      const parts = writeAll(file, source);
      const size = parts.reduce((sum, part) => sum + part.length, 0);
      expect(file.position).toBe(size);
      const reread = file.reread();
      expect(reread.size).toBe(size);
      expect(digest([reread.read(size - 5000, 5000)])).toBe(digest([tail(parts, 5000)]));
      expect(file.publish().bytes).toBe(size);
      expect(digest([readFileSync(join(at.A, "out.pdf"))])).toBe(digest(parts));
      expect(open.size).toBe(0);
      if (process.platform !== "linux") return;
      if (refuse.open !== undefined || refuse.write !== undefined) expect(seen.refused).toBe(1);
      // Temporary folders without such writes (old tmpfs) are the second way.
      else if (seen.bytes > 0) expect(seen.bytes).toBeGreaterThan(largeBytes);
    });
  }

  it("leaves nothing when the disk is full", () => {
    using place = written({ write: "ENOSPC" });
    const { at, seen, open } = place;
    using source = at.files.openInput("in.pdf", "input");
    const before = at.all();
    const problem = problemOf(() => {
      using file = at.files.newFile("out.pdf", "output");
      writeAll(file, source);
      file.publish();
    });
    // Where nothing is written past the cache, nothing was refused.
    if (seen.refused > 0) {
      expect(problem).toMatchObject({ status: "operation_failed" });
      expect(problem.detail).toContain("no space is left");
      expect(at.all()).toEqual(before);
    }
    expect(open.size).toBe(0);
  });

  it("says so when its source became shorter", () => {
    using place = written();
    const { at } = place;
    using source = at.files.openInput("in.pdf", "input");
    writeFileSync(join(at.A, "in.pdf"), input.subarray(0, largeBytes));
    const problem = problemOf(() => {
      using file = at.files.newFile("out.pdf", "output");
      file.copy?.(source, 0, input.length);
    });
    expect(problem.detail).toContain("became shorter");
    expect(at.all()).not.toContain(join("A", "out.pdf"));
  });
});

/** As the system would send them; `most` bytes at a time, and from the `end`th time on not at all. */
function sendingDisk(most: number, end: number, code?: string) {
  // At a page's border, as what is written past the cache must be.
  const memory = new Uint8Array(new WebAssembly.Memory({ initial: 256 }).buffer);
  const seen = { times: 0, bytes: 0 };
  const disk: Disk = {
    ...nodeDisk,
    send(from, offset, length, to, position) {
      seen.times += 1;
      if (seen.times >= end && code !== undefined) throw Object.assign(new Error(code), { code });
      if (seen.times >= end) return undefined;
      const count = nodeDisk.read(from, memory, 0, Math.min(length, most), offset);
      expect([offset % 4096, position % 4096]).toEqual([0, 0]);
      const done = nodeDisk.write(to, memory, 0, count, position);
      seen.bytes += done;
      return done;
    },
  };
  return { disk, seen };
}

describe("a large file that begins with all of another", () => {
  const ways: Record<string, readonly [number, number]> = {
    "sent by the system": [1 << 30, 1000],
    "sent in parts": [3 * 4096 + (1 << 20), 1000],
    "sent in part": [1 << 20, 3],
    "not sent at all": [1 << 20, 1],
  };
  for (const [way, [most, end]] of Object.entries(ways)) {
    it(`has its bytes and those written after, ${way}`, () => {
      const { disk, seen } = sendingDisk(most, end);
      using at = makeFolders({ disk });
      writeFileSync(join(at.A, "in.pdf"), input);
      using source = at.files.openInput("in.pdf", "input");
      using file = at.files.newFile("out.pdf", "output");
      file.copy?.(source, 0, input.length);
      file.write(input.subarray(0, 777));
      file.copy?.(source, 4096, largeBytes);
      expect(file.reread().size).toBe(input.length + 777 + largeBytes);
      file.publish();
      const parts = [input, input.subarray(0, 777), input.subarray(4096, 4096 + largeBytes)];
      expect(digest([readFileSync(join(at.A, "out.pdf"))])).toBe(digest(parts));
      // Nothing is sent where the temporary folder knows no writing past the cache.
      if (seen.times > 0 && end === 1000) expect(seen.bytes).toBe(input.length - (input.length % 4096));
    });
  }

  it("leaves nothing when the disk is full", () => {
    const { disk, seen } = sendingDisk(1 << 20, 2, "ENOSPC");
    using at = makeFolders({ disk });
    writeFileSync(join(at.A, "in.pdf"), input);
    const before = at.all();
    const problem = problemOf(() => {
      using source = at.files.openInput("in.pdf", "input");
      using file = at.files.newFile("out.pdf", "output");
      file.copy?.(source, 0, input.length);
    });
    if (seen.times > 0) expect(problem.detail).toContain("no space is left");
    expect(at.all()).toEqual(before);
  });
});

/** The last `count` bytes of all parts together. */
function tail(parts: readonly Uint8Array[], count: number): Uint8Array {
  let whole = new Uint8Array(0);
  for (let k = parts.length - 1; k >= 0 && whole.length < count; k -= 1) {
    const part = parts[k] ?? new Uint8Array(0);
    const joined = new Uint8Array(part.length + whole.length);
    joined.set(part);
    joined.set(whole, part.length);
    whole = joined;
  }
  return whole.slice(-count);
}
