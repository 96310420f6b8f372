/** Real engines: the program's own hidden command, run from source. */
import { mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Progress } from "../../src/core/tool.ts";
import { openScope } from "../../src/files/scope/scope.ts";
import { removeTemp } from "../../src/files/temporary/stale.ts";
import { spawnChild } from "../../src/host/process/child.ts";
import { residentBytes } from "../../src/host/process/memory.ts";
import { systemTimers } from "../../src/host/process/timers.ts";
import { type EngineEvent, EngineProcess } from "../../src/run/engine-process.ts";
import { picture, scannedForLong } from "../ocr/pictures.ts";
import { endlessPdf, pageTexts, samplePdf } from "../support/pdf.ts";
import { alive, linux, until, visibleOf } from "../support/processes.ts";

const checkout = resolve(import.meta.dirname, "../..");
const bin = (name: string) => join(checkout, "node_modules/.bin", name);
const main = join(checkout, "src/main.ts");
const root = realpathSync(mkdtempSync(join(tmpdir(), "pdfd-real-engine-")));
writeFileSync(join(root, "ok.pdf"), samplePdf({ pages: pageTexts("ok", 3) }));
writeFileSync(join(root, "broken.pdf"), "no PDF at all");
writeFileSync(join(root, "pageless.pdf"), "%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n");
writeFileSync(join(root, "endless.pdf"), endlessPdf());
const title = { text: "Minutes of the meeting", x: 72, baseline: 100, size: 24 };
writeFileSync(join(root, "scans.pdf"), scannedForLong(await picture([title])));
symlinkSync("/etc/passwd", join(root, "link.pdf"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const forms = {
  Bun: [bin("bun"), "--no-env-file", main, "engine"],
  Deno: [bin("deno"), "run", "-A", "--quiet", main, "engine"],
} as const;

function start(command: readonly string[], deadlineMs = 30_000, memoryOf = residentBytes) {
  const events: EngineEvent[] = [];
  const engine = new EngineProcess({
    limits: { deadlineMs, publishGraceMs: 5000, startMs: 30_000, maxBytes: 1e9 },
    timers: systemTimers,
    scope: openScope([root]),
    office: { deadlineMs, avoid: [] },
    fonts: [],
    parent: process.pid,
    spawn: () => spawnChild(command),
    residentBytes: memoryOf,
    processorMs: () => undefined,
    removeTemp,
    log: (event) => void events.push(event),
  });
  return {
    engine,
    events,
    async [Symbol.asyncDispose]() {
      engine[Symbol.dispose]();
      await engine.ended;
      if (linux) expect(alive(engine.pid)).toBe(false);
    },
  };
}

describe.each(Object.entries(forms))("an engine on %s", (form, command) => {
  it("runs tools one after another, and refuses paths outside its scope", async () => {
    await using running = start(command);
    const { engine } = running;
    expect(await engine.run("pdf_list_files", {}, {})).toMatchObject({ folder: root });
    expect(await engine.run("pdf_info", { input: "ok.pdf" }, {})).toMatchObject({ pages: 3 });
    await expect(engine.run("pdf_info", { input: "../x.pdf" }, {})).rejects.toMatchObject({
      code: "validation",
      errors: [{ field: "input" }],
    });
    await expect(engine.run("pdf_info", { input: "link.pdf" }, {})).rejects.toMatchObject({
      code: "validation",
    });
    await expect(engine.run("pdf_info", { input: "broken.pdf" }, {})).rejects.toMatchObject({
      code: "operation_failed",
    });
    const rotate = { input: "ok.pdf", output: "turned.pdf", angle: 90 };
    expect(await engine.run("pdf_rotate_pages", rotate, {})).toMatchObject({
      output: join(root, "turned.pdf"),
    });
    await expect(engine.run("pdf_rotate_pages", rotate, {})).rejects.toMatchObject({ code: "conflict" });
    expect(engine.worn).toBe(false);
    expect(engine.rss).toBeGreaterThan(10_000_000);
    rmSync(join(root, "turned.pdf"));
    expect(readdirSync(root).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("stops an endless document at the time limit", async () => {
    await using running = start(command, 1500);
    const { engine } = running;
    await expect(engine.run("pdf_read_text", { input: "endless.pdf" }, {})).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringContaining("time limit of 1.5 seconds"),
    });
    expect(engine.state).toBe("ended");
  });

  const scans = { input: "scans.pdf", high_accuracy: true, model: "ocr", max_chars: 200_000 };

  // It recognizes pages in the same way on each.
  it.runIf(form === "Bun")("stops at the time limit while recognizing pages", async () => {
    await using running = start(command, 1500);
    const { engine } = running;
    await expect(engine.run("pdf_read_text", scans, {})).rejects.toMatchObject({
      code: "operation_failed",
      message: expect.stringContaining("time limit of 1.5 seconds"),
    });
    expect(engine.state).toBe("ended");
  });

  it.runIf(form === "Bun").each([
    ["its memory is used up", "operation_failed", /memory limit/],
    ["its caller leaves", "cancelled", /./],
  ])("stops while recognizing pages if %s", async (why, code, message) => {
    const leaving = new AbortController();
    let used = 0;
    await using running = start(command, 600_000, (pid) => used || residentBytes(pid));
    const { engine } = running;
    const states: Progress[] = [];
    const onProgress = (state: Progress) => {
      states.push(state);
      if (state.progress < 1) return;
      if (why === "its caller leaves") leaving.abort();
      else used = 2e9;
    };
    const call = engine.run("pdf_read_text", scans, { onProgress, signal: leaving.signal });
    await expect(call).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    // Counts finished pages, so the first report comes before the first page.
    expect(states[0]).toMatchObject({ progress: 0, total: 1000 });
    const counts = states.map(({ progress }) => progress);
    expect(counts).toEqual([...new Set(counts)].sort((a, b) => a - b));
    expect(engine.state).toBe("ended");
  });

  it("answers an unknown tool, and is worn after an unexpected error", async () => {
    await using running = start(command);
    await expect(running.engine.run("pdf_nothing", {}, {})).rejects.toMatchObject({ code: "internal" });
    // Deliberately unvalidated: a parent never sends this.
    const wrong = { input: 5 };
    await expect(running.engine.run("pdf_info", wrong, {})).rejects.toMatchObject({
      code: "operation_failed",
    });
    expect(running.engine.worn).toBe(true);
    expect(running.events.find(({ what }) => what === "fault")?.detail).toMatch(/TypeError/);
  });

  it("is worn once the second reader was used, whose late rejections would end the next call", async () => {
    await using running = start(command);
    const { engine } = running;
    expect(await engine.run("pdf_info", { input: "ok.pdf" }, {})).toMatchObject({ pages: 3 });
    expect(engine.worn).toBe(false);
    const asked = engine.run("pdf_info", { input: "pageless.pdf" }, {});
    await expect(asked).rejects.toMatchObject({ code: "operation_failed" });
    expect(engine.worn).toBe(true);
    expect(running.events.filter(({ what }) => what === "fault")).toEqual([]);
  });

  it.skipIf(!linux)("exposes no password or secret in its command line and environment", async () => {
    await using running = start(command);
    const { engine } = running;
    await engine.run("pdf_list_files", { password: "pass-word-of-a-document" }, {});
    expect(visibleOf(engine.pid)).toContain("PDFD_ENGINE=1");
    expect(visibleOf(engine.pid)).not.toMatch(/SERVICE_|PROXY|proxy|pass-word/);
  });

  it.skipIf(!linux)("exits when its input is closed", async () => {
    const child = spawnChild(command);
    child.write(
      `{"start":{"scope":{"base":"${root}","roots":[]},"parent":${process.pid},"maxBytes":1e9,"fonts":[]}}\n`,
    );
    await new Promise<void>((ready) => child.onOutput(() => ready()));
    child.closeInput();
    await until("it is gone", () => !alive(child.pid));
  });
});
