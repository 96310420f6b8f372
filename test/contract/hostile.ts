/** Documents meant to hang, exhaust or fool a reader, sent through the service. */
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { maxEngineBytes } from "../../src/core/limits.ts";
import { nestedForms } from "../engines/nested-forms.ts";
import { memoryBombs, noPages } from "../support/bombs.ts";
import { everyTool } from "../support/every-tool.ts";
import { endlessPdf } from "../support/pdf.ts";
import {
  alive,
  childrenOf,
  holdsOpen,
  linux,
  peakMemoryOf,
  processorTimeOf,
  until,
} from "../support/processes.ts";
import { callTool } from "./client.ts";
import { expectNothingWritten, expectOk, expectProblem, sharedService } from "./expect.ts";
import type { Target } from "./target.ts";

/** Long enough for any honest call on a busy computer, short enough to wait for. */
const deadlineMs = 4000;

/** One tool for each way to open a document. */
const eachKind = new Set(
  "pdf_info pdf_read_text pdf_render_pages pdf_merge pdf_rotate_pages pdf_repair pdf_run_batch".split(" "),
);

export function hostileDocuments(target: Target): void {
  describe("hostile documents", () => {
    const limited = sharedService(target, { flags: ["--deadline", String(deadlineMs / 1000)] });
    // For calls that must not be ended, however slow the computer is.
    const patient = sharedService(target, { flags: ["--deadline", "60"] });
    let service = limited;
    const allowed = (name: string) => join(service().folders.allowed, name);
    const put = (name: string, bytes: Uint8Array) => writeFileSync(allowed(name), bytes);
    const call = (tool: string, input: object) => callTool(service(), tool, input);
    const parent = () => service().process?.pid ?? 0;
    // Removes each test's files, even after a failure.
    let given: readonly string[] = [];
    beforeAll(() => {
      given = readdirSync(service().folders.allowed);
    });
    afterEach(() => {
      for (const name of readdirSync(service().folders.allowed))
        if (!given.includes(name)) rmSync(allowed(name), { recursive: true, force: true });
      service = limited;
    });
    /** The text and the structure of ok.pdf. */
    const soundAnswers = async () => [
      expectOk(await call("pdf_read_text", { input: "ok.pdf" })),
      expectOk(await call("pdf_extract_structure", { input: "ok.pdf", format: "json" })),
    ];

    it.skipIf(!linux)("that never end stop at the time limit and use no more processor time", async () => {
      put("laughs.pdf", endlessPdf());
      const started = performance.now();
      const running = ["pdf_read_text", "pdf_extract_structure"].map((tool) =>
        call(tool, { input: "laughs.pdf" }),
      );
      const engines = await until("both calls run", () => {
        const pids = childrenOf(parent()).filter((pid) => holdsOpen(pid, "laughs.pdf"));
        return pids.length === 2 && pids;
      });
      for (const answer of await Promise.all(running)) {
        expect(expectProblem(answer, 422, "operation_failed")).toContain("time limit");
        expect(answer.body).toMatchObject({ reason: "limit" });
        expect(performance.now() - started).toBeGreaterThan(deadlineMs - 100);
      }
      await until("the engines end", () => !engines.some(alive));
      // A call just ended by the limit isn't tried again.
      const again = await call("pdf_read_text", { input: "laughs.pdf" });
      expect(expectProblem(again, 422, "operation_failed")).toMatch(/^not run: /);
      expect(again.body).toMatchObject({ reason: "limit" });
      const busy = () => childrenOf(parent()).reduce((sum, pid) => sum + processorTimeOf(pid), 0);
      // New engines replace the old ones; nothing else may still run.
      await until("no engine is busy", async () => {
        const before = busy();
        await new Promise((next) => setTimeout(next, 300));
        return busy() - before < 0.06;
      });
    });

    it("with nested forms are read or refused, and the next call still works", async () => {
      service = patient;
      const before = await soundAnswers();
      for (const depth of [20, 25, 30, 35, 95, 3000]) {
        put("nested.pdf", nestedForms(depth));
        const answer = await call("pdf_read_text", { input: "nested.pdf" });
        if (depth <= 35) expect(JSON.stringify(expectOk(answer).pages)).toContain("deep");
        else if (answer.status !== 200) expectProblem(answer, 422, "operation_failed");
        expect(await soundAnswers()).toEqual(before);
      }
    });

    const bombs = Object.entries(memoryBombs);
    it.skipIf(!linux)(
      "with high memory use stay below an engine's limit and cost the service nothing",
      async () => {
        const before = peakMemoryOf(parent());
        let most = 0;
        const look = () => {
          most = Math.max(most, ...childrenOf(parent()).map(peakMemoryOf));
        };
        const watch = setInterval(look, 50);
        try {
          await Promise.all(
            bombs.map(async ([name, make], k) => {
              put(`bomb-${k}.pdf`, make());
              for (const tool of ["pdf_read_text", "pdf_repair"]) {
                const output = `of-bomb-${k}.pdf`;
                const writes = tool === "pdf_repair";
                const answer = await call(tool, { input: `bomb-${k}.pdf`, ...(writes && { output }) });
                if (answer.status !== 200) expectProblem(answer, 422, "operation_failed");
                expect(existsSync(allowed(output)), name).toBe(writes && answer.status === 200);
                rmSync(allowed(output), { force: true });
              }
            }),
          );
        } finally {
          clearInterval(watch);
        }
        // Once more at the end: a call shorter than the interval is over before the first look.
        look();
        expect(most).toBeGreaterThan(0);
        expect(most).toBeLessThan(1.1 * maxEngineBytes);
        expect(peakMemoryOf(parent()) - before).toBeLessThan(50_000_000);
        expectOk(await call("pdf_info", { input: "ok.pdf" }));
      },
    );

    it("without pages fail in each way to open one, and nothing is written", async () => {
      service = patient;
      // The most deeply nested one, for each way to open a document: the possible depth differs between runtimes.
      put("nested.pdf", noPages["100,000 brackets"]?.() ?? new Uint8Array());
      const tried = everyTool("nested.pdf", "nested").filter(({ tool }) => eachKind.has(tool));
      await expectNothingWritten(service(), () =>
        Promise.all(
          tried.map(async ({ tool, input }) => {
            const answer = await call(tool, input);
            if (tool === "pdf_run_batch")
              expect(expectOk(answer)).toMatchObject({
                outputs: [],
                failed: [{ input: allowed("nested.pdf") }],
              });
            else expectProblem(answer, 422, "operation_failed");
          }),
        ),
      );
    });
  });
}
