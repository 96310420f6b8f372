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
