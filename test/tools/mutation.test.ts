/**
 * Runs randomly damaged files through every tool. Each call answers in time: with a correct result, or with a 422 and
 * no file written. No call throws an unexpected error, and no output needs repair. PDFD_ROUNDS=1000 runs overnight.
 */
import { describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { openStrictly } from "../../src/document/open.ts";
import { lazyReaders } from "../../src/run/lazy-readers.ts";
import { findTool } from "../../src/tools/index.ts";
import { everyField, everyTool } from "../support/every-tool.ts";
import { memorySource, testContext } from "../support/memory-files.ts";
import { damaged, randomNumbers } from "../support/mutate.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { runProgram } from "../support/run-program.ts";
import { withFile } from "../support/run-tool.ts";
import { requireTool } from "../support/tools.ts";

/** Each seed gives other damage; a failure names the seed, file and round that reproduce it. */
const seed = Number(process.env.PDFD_SEED ?? 20_260_113);
const rounds = Number(process.env.PDFD_ROUNDS ?? 2);
/** Processor time in milliseconds: far more than any call needs for so small a file, and less than an endless loop. */
const limitMs = 15_000;

/** The document rewritten by qpdf, with object streams or encryption. */
function byQpdf(bytes: Uint8Array, ...args: string[]): Uint8Array {
  return withFile(bytes, (path) => runProgram("qpdf", [path, ...args, "-"]).stdout);
}

const rich = richPdf({ label: "A", pages: 3, extras: ["media", "boxes"] });
const noQpdf = requireTool("qpdf") !== undefined;
const files: Readonly<Record<string, Uint8Array>> = {
  plain: samplePdf({ pages: pageTexts("plain", 3), info: "/Title(T)", field: everyField }),
  rich,
  signed: richPdf({ label: "S", pages: 2, extras: ["signature"] }),
  ...(!noQpdf && {
    packed: byQpdf(rich, "--object-streams=generate"),
    encrypted: byQpdf(rich, "--encrypt", "", "owner", "256", "--"),
  }),
};
const other = samplePdf({ pages: pageTexts("ok", 3) });
const readers = lazyReaders();
// Readers have their own tests, and text is the slowest part of a round. The files have no attachments to extract.
const calls = everyTool("in.pdf", "out").filter(
  ({ writes, tool }) => (writes !== undefined || tool === "pdf_info") && tool !== "pdf_extract_attachments",
);

async function tryOut(bytes: Uint8Array, tool: string, input: object): Promise<"done" | "refused"> {
  const found = findTool(tool);
  if (!found) throw new Error(`no ${tool}`);
  const context = testContext({ "in.pdf": bytes, "ok.pdf": other }, readers);
  const outputs = () => [...context.files.stored.keys()].filter((path) => path.includes("/out-"));
  try {
    const result = await found.run(validate(found.input, input), context);
    validate(found.output, result);
    for (const path of outputs()) {
      const written = context.files.stored.get(path) ?? new Uint8Array();
      if (tool === "pdf_render_pages") {
        expect(Buffer.from(written.subarray(1, 4)).toString(), path).toBe("PNG");
        continue;
      }
      const { pages } = openStrictly(memorySource(written), tool === "pdf_protect" ? "secret" : undefined);
      expect(pages.count, path).toBeGreaterThan(0);
      expect(pages.inconsistencies, path).toEqual([]);
    }
    return outputs().length > 0 || tool === "pdf_info" ? "done" : "refused";
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(["operation_failed", "validation"]).toContain(error.code);
    expect(outputs()).toEqual([]);
    return "refused";
  } finally {
    expect(context.files.open.size).toBe(0);
  }
}

describe.each(Object.keys(files))("damage of a %s file", (kind) => {
  it("gets an answer from every tool in time", { timeout: 60_000 + rounds * 20_000 }, async () => {
    const original = files[kind] ?? new Uint8Array();
    const outcomes = { done: 0, refused: 0 };
    for (const { tool, input } of calls)
      expect([tool, await tryOut(original, tool, input)]).toEqual([
        tool,
        kind === "encrypted" && tool === "pdf_merge" ? "refused" : "done",
      ]);
    for (let round = 0; round < rounds; round++) {
      const bytes = damaged(original, randomNumbers(seed + round * 7919));
      for (const { tool, input } of calls) {
        const before = process.cpuUsage();
        try {
          outcomes[await tryOut(bytes, tool, input)]++;
        } catch (error) {
          throw new Error(`PDFD_SEED=${seed}, ${kind}, round ${round}, ${tool}`, { cause: error });
        }
        const { user, system } = process.cpuUsage(before);
        const where = `PDFD_SEED=${seed}, ${kind}, round ${round}, ${tool}`;
        expect((user + system) / 1000, where).toBeLessThan(limitMs);
      }
    }
    // Much of the damage is tolerable: if every call were refused, this test would prove nothing.
    expect(outcomes.done).toBeGreaterThan(rounds * calls.length * 0.2);
  });
});
