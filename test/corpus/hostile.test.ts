/**
 * Runs hostile files of the corpus through every tool over HTTP: each must get an answer in time, a complete file or none,
 * and leave nothing.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { maxPaused, maxRunning } from "../../src/core/limits.ts";
import { ask, callTool } from "../contract/client.ts";
import { expectOk, expectProblem, sharedService, snapshot } from "../contract/expect.ts";
import { executable } from "../contract/target.ts";
import { corpusPath, corpusPdfs, everyNth } from "../support/corpus.ts";
import { everyField, everyTool } from "../support/every-tool.ts";
import { childrenOf, linux, memoryOf, until } from "../support/processes.ts";
import { qpdfPages, requireTool } from "../support/tools.ts";

const skip = requireTool("qpdf");
const hostile = corpusPdfs().filter(({ category }) => category === "h-hostile");
// From the end: the first ones take longest.
const files = skip === undefined ? everyNth(hostile.toReversed(), 32) : [];
const deadlineMs = 8000;
/** Idle engines stay for a minute; engines being replaced exit quickly. */
const mostEngines = maxRunning + 1 + maxPaused;

describe.skipIf(skip)("hostile files of the corpus", () => {
  const service = sharedService(executable, { flags: ["--deadline", String(deadlineMs / 1000)] });
  const allowed = (name: string) => join(service().folders.allowed, name);
  let first = 0;
  afterEach(() => {
    for (const name of readdirSync(service().folders.allowed))
      if (name.startsWith("made-")) rmSync(allowed(name), { recursive: true, force: true });
  });

  it.each(files.map((file) => [file.id, file] as const))(
    "%s",
    async (_, { file }) => {
      copyFileSync(corpusPath(file), allowed("hostile.pdf"));
      const before = snapshot(service().folders.root);
      first ||= linux ? memoryOf(service().process?.pid ?? 0) : 0;
      const calls = everyTool("hostile.pdf", "made");
      const started = performance.now();
      const answers = await Promise.all(
        calls.map(async (call) => ({ ...call, answer: await callTool(service(), call.tool, call.input) })),
      );
      // Four calls run at a time: each waits at most for all calls before it, and none exceeds its own limit by much.
      const turns = Math.ceil(calls.length / 4);
      expect(performance.now() - started).toBeLessThan(turns * 2 * deadlineMs);

      for (const { tool, writes, answer } of answers) {
        const own =
          tool === "pdf_remove_pages" &&
          answer.status === 422 &&
          answer.text.includes("at least one must remain");
        if (own) expectProblem(answer, 422, "validation", "pages");
        else if (tool === "pdf_fill_form" && answer.text.includes("fields."))
          expectProblem(answer, 422, "validation", `fields.${everyField}`);
        else if (answer.status !== 200) expectProblem(answer, 422, "operation_failed");
        if (writes === undefined) continue;
        const path = allowed(writes);
        const { pages, outputs } = Object(answer.body);
        const made = answer.status === 200 && (outputs === undefined || outputs.length > 0);
        expect([tool, existsSync(path)]).toEqual([tool, made]);
        // Images have no pages for qpdf to count.
        const isPdf = tool !== "pdf_render_pages";
        const promised = isPdf ? (outputs ?? (made ? [{ output: path, pages }] : [])) : [];
        // With nothing to save, the output is a copy as damaged as its input.
        if (tool === "pdf_optimize" && made && readFileSync(path).equals(readFileSync(corpusPath(file)))) {
          rmSync(path);
          continue;
        }
        const password = tool === "pdf_protect" ? "secret" : "";
        for (const one of promised.slice(0, 3))
          expect([tool, qpdfPages(one.output, password)]).toEqual([tool, one.pages]);
        if (outputs && made) expect(readdirSync(path)).toHaveLength(outputs.length);
        rmSync(path, { recursive: true, force: true });
      }
      // Inputs are unchanged, nothing is written outside, and no temporary file remains.
      expect(snapshot(service().folders.root)).toEqual(before);
      expectOk(await ask(service(), "/openapi.json"));
      if (!linux) return;
      expect(memoryOf(service().process?.pid ?? 0) - first).toBeLessThan(50_000_000);
      const engines = () => childrenOf(service().process?.pid ?? 0).length;
      await until("there are no more engines than calls may use", () => engines() <= mostEngines);
    },
    20 * deadlineMs,
  );
});
