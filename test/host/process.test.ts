/** Deadlines, memory limits and exits of processes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnChild } from "../../src/host/process/child.ts";
import {
  ownResidentBytes,
  processorMs,
  residentBytes,
  residentBytesOfGroup,
} from "../../src/host/process/memory.ts";
import { killGroup, runGroup } from "../../src/host/process/process-group.ts";
import { atMost, deadline, systemTimers } from "../../src/host/process/timers.ts";
import { fakeTimers } from "../run/fake-timers.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pdfd-process-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a shell script in its own process group. */
function grouped(script: string, limits: { deadlineMs?: number; maxBytes?: number } = {}) {
  const groups: number[] = [];
  const ended = runGroup({
    program: "/bin/sh",
    args: ["-c", script],
    cwd: folder,
    environment: { PATH: "/usr/bin:/bin" },
    deadlineMs: 60_000,
    maxBytes: Number.POSITIVE_INFINITY,
    onGroup: (group) => groups.push(group),
    ...limits,
  });
  return { ended, groups };
}

describe("a program in its own process group", () => {
  it("reports its exit code", async () => {
    const { ended, groups } = grouped("exit 3");
    expect(await ended).toEqual({ by: "itself", code: 3 });
    expect(groups).toEqual([expect.any(Number), 0]);
  });

  it("gets only the given environment", async () => {
    const { ended } = grouped('test -z "$HOME" && test "$PATH" = /usr/bin:/bin');
    expect(await ended).toEqual({ by: "itself", code: 0 });
  });

  it("is ended at its time limit, along with everything it started", async () => {
    const { ended, groups } = grouped("sleep 30 & sleep 30", { deadlineMs: 100 });
    expect(await ended).toEqual({ by: "time", code: null });
    // A container may leave zombies, which use no memory.
    expect(residentBytesOfGroup(groups[0] ?? 0) ?? 0).toBe(0);
  });

  it.runIf(process.platform === "linux")("is ended at its memory limit", async () => {
    const { ended } = grouped("sleep 30", { maxBytes: 1 });
    expect(await ended).toEqual({ by: "memory", code: null });
  });

  it("reports that it couldn't be started", async () => {
    const { ended } = grouped("exec /no/such/program");
    expect(await ended).toEqual({ by: "start", code: 127 });
  });
});

it("killGroup ignores groups 0, 1, -1 and NaN", () => {
  for (const group of [0, 1, -1, Number.NaN]) expect(() => killGroup(group)).not.toThrow();
});

describe("a child", () => {
  it("echoes to its standard output and ends when its input closes", async () => {
    const child = spawnChild(["/bin/cat"]);
    const pieces: Uint8Array[] = [];
    child.onOutput((piece) => pieces.push(piece));
    child.write("hello\n");
    child.closeInput();
    expect(await child.exited).toEqual({ code: 0, signal: null });
    expect(Buffer.concat(pieces).toString()).toBe("hello\n");
  });

  it("can be killed, and ignores later writes", async () => {
    const child = spawnChild(["/bin/cat"]);
    child.kill();
    expect(await child.exited).toEqual({ code: null, signal: "SIGKILL" });
    expect(() => child.write("late")).not.toThrow();
    expect(child.pause()).toBe(false);
  });

  it("exits with the system's error code if the program doesn't exist", async () => {
    expect(await spawnChild(["/no/such/program"]).exited).toEqual({ code: null, signal: "ENOENT" });
  });
});

it.runIf(process.platform === "linux")("reports memory and processor time of this process", () => {
  expect(ownResidentBytes()).toBeGreaterThan(10_000_000);
  expect(residentBytes(process.pid)).toBeGreaterThan(10_000_000);
  expect(processorMs(process.pid)).toBeGreaterThan(0);
  expect(residentBytes(2 ** 30)).toBeUndefined();
});

describe("a deadline", () => {
  it("fires once, unless canceled", () => {
    const timers = fakeTimers();
    let [came, calledOff] = [0, 0];
    deadline(timers, 100, () => came++);
    deadline(timers, 100, () => calledOff++)[Symbol.dispose]();
    timers.pass(99);
    expect(came).toBe(0);
    timers.pass(5000);
    expect([came, calledOff, timers.pending]).toEqual([1, 0, 0]);
  });

  it("fires a little late after the computer slept, because the awaited data may still be unread", () => {
    const timers = fakeTimers();
    let came = 0;
    deadline(timers, 100, () => came++);
    timers.sleep(3_600_000);
    expect(came).toBe(0);
    timers.pass(1000);
    expect(came).toBe(1);
  });
});

describe("atMost", () => {
  it("resolves with the promise, even a rejected one, and leaves no timer", async () => {
    const timers = fakeTimers();
    await atMost(timers, 100, Promise.resolve());
    const failing = Promise.reject(new Error("failed"));
    failing.catch(() => {});
    await atMost(
      timers,
      100,
      failing.catch(() => {}),
    );
    expect(timers.pending).toBe(0);
  });

  it("resolves when the time is up", async () => {
    const timers = fakeTimers();
    const waiting = atMost(timers, 100, new Promise(() => {}));
    timers.pass(100);
    await waiting;
  });
});

it("the system's timers fire and can be disposed of", async () => {
  const start = systemTimers.now();
  let never = 0;
  systemTimers.after(0, () => never++)[Symbol.dispose]();
  await new Promise<void>((done) => {
    const every = systemTimers.every(1, () => {
      every[Symbol.dispose]();
      done();
    });
  });
  expect(never).toBe(0);
  expect(systemTimers.now()).toBeGreaterThanOrEqual(start);
});
