/** Documents with no pages, a wrong page count or unusable page sizes, run through every tool. */
import { describe, expect, it } from "vitest";
import { lyingCount, noPages, oddBoxes } from "../support/bombs.ts";
import { everyTool } from "../support/every-tool.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { callOrError, withFile } from "../support/run-tool.ts";
import { qpdfPages, requireTool } from "../support/tools.ts";

const noQpdf = requireTool("qpdf") !== undefined;

const calls = everyTool("odd.pdf", "out");
const filesWith = (bytes: Uint8Array) => ({ "odd.pdf": bytes, "ok.pdf": pagesPdf(["", ""]) });

describe.each(Object.entries(noPages))("a document without pages: %s", (_, make) => {
  it("fails in every tool, which writes nothing", async () => {
    for (const { tool, input } of calls) {
      const { result, error, context } = await callOrError(tool, input, filesWith(make()));
      if (tool === "pdf_run_batch")
        expect(result).toMatchObject({ outputs: [], failed: [{ input: "/files/odd.pdf" }] });
      else expect([tool, error]).toMatchObject([tool, { code: "operation_failed" }]);
      expect([...context.files.stored.keys()]).toEqual(["/files/odd.pdf", "/files/ok.pdf"]);
      expect(context.files.open.size).toBe(0);
    }
  });
});

const single = calls.filter(
  ({ tool, writes }) =>
    writes !== undefined && !["pdf_split", "pdf_run_batch", "pdf_render_pages"].includes(tool),
);
const expectedPages = (tool: string, pages: number) =>
  ({
    pdf_merge: pages + 2,
    pdf_extract_pages: 1,
    pdf_remove_pages: pages - 1,
    pdf_arrange_pages: Math.ceil(pages / 2),
  })[tool] ?? pages;

/** Every tool writes the document's pages, or reports a failure. */
async function expectPages(bytes: Uint8Array, pages: number, judge?: typeof qpdfPages): Promise<void> {
  for (const { tool, input, writes } of single) {
    const { result, error, context } = await callOrError(tool, input, filesWith(bytes));
    const written = context.files.stored.get(`/files/${writes}`);
    if (error) {
      // The documents have no field to fill in.
      const code = tool === "pdf_fill_form" ? /^(operation_failed|validation)$/ : /^operation_failed$/;
      expect([tool, error]).toMatchObject([tool, { code: expect.stringMatching(code) }]);
      expect(written).toBeUndefined();
    } else {
      expect([tool, result]).toMatchObject([tool, { pages: expectedPages(tool, pages) }]);
      if (!judge || tool === "pdf_protect" || written === undefined) continue;
      expect([tool, withFile(written, judge)]).toEqual([tool, expectedPages(tool, pages)]);
    }
  }
}

describe("a wrong page count", () => {
  it.each([
    ["2147483647", 3],
    ["-5", 3],
    ["0", 3],
    ["null", 3],
    ["1", 40],
  ])("/Count %s: every tool finds the %i pages or fails", async (count, pages) => {
    const bytes = lyingCount(count, pages);
    const { result, error } = await callOrError("pdf_info", { input: "odd.pdf" }, filesWith(bytes));
    if (error) expect(error).toMatchObject({ code: "operation_failed" });
    else expect(result).toMatchObject({ pages });
    await expectPages(bytes, pages, noQpdf ? undefined : qpdfPages);
  });
});

describe("a page that is", () => {
  it.each(Object.entries(oddBoxes))("%s has a finite size", async (_, entries) => {
    const bytes = lyingCount("2", 2, entries);
    const { result } = await callOrError("pdf_info", { input: "odd.pdf" }, filesWith(bytes));
    const finite = { width: expect.toSatisfy(Number.isFinite), height: expect.toSatisfy(Number.isFinite) };
    const page = expect.objectContaining({ ...finite, rotation: expect.toSatisfy(Number.isFinite) });
    expect(result).toMatchObject({ dimensions: [page, page] });
    // qpdf can't read numbers with 39 digits.
    await expectPages(bytes, 2);
  });
});
