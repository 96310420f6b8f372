/** Which inputs can be opened, and how they are read. */
import { execFileSync } from "node:child_process";
import { appendFileSync, openSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeDisk } from "../../src/files/disk/disk.ts";
import { openSource } from "../../src/files/disk/source.ts";
import { expectInvalid, makeFolders, problemOf, string } from "./folders.ts";

describe("openInput", () => {
  it("rejects FIFOs, sockets and devices at once", async () => {
    using at = makeFolders();
    execFileSync("mkfifo", [join(at.A, "f.pdf")]);
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(at.A, "s.pdf"), done));
    symlinkSync("/dev/zero", join(at.A, "z.pdf"));
    expectInvalid(() => at.files.openInput("f.pdf", "input"), "input", /not a regular file/);
    expectInvalid(() => at.files.openInput("s.pdf", "input"), "input", /not a regular file/);
    expectInvalid(() => at.files.openInput("z.pdf", "input"), "input", /outside/);
    await new Promise((done) => server.close(done));
  });

  it("rejects a file too large to process before reading a byte", () => {
    using at = makeFolders();
    writeFileSync(join(at.A, "big.pdf"), "");
    truncateSync(join(at.A, "big.pdf"), 10 * 2 ** 30);
    expect(problemOf(() => at.files.openInput("big.pdf", "input"))).toMatchObject({
      status: "operation_failed",
      detail: expect.stringMatching(/10737418240 bytes/),
    });
  });

  it("reads into the given memory if there is room", () => {
    using at = makeFolders();
    writeFileSync(join(at.A, "a.pdf"), "0123456789");
    using input = at.files.openInput("a.pdf", "input");
    const room = new Uint8Array(4);
    const read = (length: number) => input.read(3, length, room);
    expect(Buffer.from(read(3)).toString()).toBe("345");
    expect(read(3).buffer).toBe(room.buffer);
    expect(Buffer.from(read(5)).toString()).toBe("34567");
    expect(read(5).buffer).not.toBe(room.buffer);
  });

  it("opens an empty file and leaves the verdict to its reader", () => {
    using at = makeFolders();
    writeFileSync(join(at.A, "empty.pdf"), "");
    using input = at.files.openInput("empty.pdf", "input");
    expect([input.size, input.read(0, 10).length]).toEqual([0, 0]);
  });

  it("fails clearly if the file shrinks, and ignores bytes appended later", () => {
    using at = makeFolders();
    const path = join(at.A, "large.pdf");
    writeFileSync(path, new Uint8Array(3_000_000).fill(7));
    using input = at.files.openInput("large.pdf", "input");
    expect(input.read(0, 10)[9]).toBe(7);
    appendFileSync(path, "more");
    expect(input.read(2_999_990, 100).length).toBe(10);
    truncateSync(path, 1000);
    expect(problemOf(() => input.read(1_500_000, 10))).toMatchObject({
      status: "operation_failed",
      detail: expect.stringMatching(/shrank while/),
    });
  });

  it("blocks publication if the input changed in the meantime", () => {
    using at = makeFolders();
    using _input = at.files.openInput("ok.pdf", "input");
    using file = at.files.newFile("new.pdf", "output");
    file.write(new Uint8Array(10));
    writeFileSync(join(at.A, "ok.pdf"), "%PDF-changed");
    expect(problemOf(() => file.publish())).toMatchObject({
      status: "operation_failed",
      detail: expect.stringMatching(/changed by another program/),
    });
    expect(at.all().filter((path) => path.startsWith("A/"))).toEqual(["A/ok.pdf"]);
  });

  it("closes its handle", () => {
    using at = makeFolders();
    const input = at.files.openInput("ok.pdf", "input");
    input[Symbol.dispose]();
    input[Symbol.dispose]();
    expect(() => input.read(0, 1)).toThrow(/closed/);
  });
});

describe("a source", () => {
  it("returns the right bytes in any order of reads", () => {
    using at = makeFolders();
    const size = 5_000_003;
    const whole = new Uint8Array(size);
    for (let i = 0; i < size; i += 1) whole[i] = (i * 31 + (i >> 8) * 7) & 255;
    const path = join(at.A, "bytes.bin");
    writeFileSync(path, whole);
    const fd = openSync(path, "r");
    const disk = {
      ...nodeDisk,
      // Short reads are possible: here, no call returns more than 100,000 bytes.
      read: (handle: number, into: Uint8Array, offset: number, length: number, position: number) =>
        nodeDisk.read(handle, into, offset, Math.min(length, 100_000), position),
    };
    const source = openSource(() => fd, size, "bytes.bin", disk);
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return seed % below;
    };
    const check = (offset: number, length: number) => {
      const got = source.read(offset, length);
      const want = whole.subarray(offset, Math.min(size, offset + length));
      expect(Buffer.compare(got, want)).toBe(0);
    };
    check(size - 1024, 5000);
    for (let end = size; end > size - 300_000; end -= 1000) check(end - 1000, 1000);
    for (let i = 0; i < 500; i += 1) check(random(size), random(3000));
    for (let offset = 0; offset < 2_000_000; offset += 700) check(offset, 700);
    check(10, 2_000_000);
    check(size, 10);
    check(size + 5, 10);
    const view = source.read(100, 4);
    const copy = string(view);
    for (let i = 0; i < 50; i += 1) source.read(i * 90_000, 70_000);
    expect(string(view)).toBe(copy);
  });
});
