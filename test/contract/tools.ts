/** How all tools treat their input and output files. test/tools covers everything else. */
import { existsSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { docx, paragraph } from "../office/documents.ts";
import { everyTool } from "../support/every-tool.ts";
import { expectNothingWritten, expectObject, expectOk, expectProblem, sharedService } from "./expect.ts";
import { ended, submit } from "./jobs.ts";
import { writingRules } from "./rules.ts";
import type { Target } from "./target.ts";

const calls = everyTool("form.pdf", "rules");

export function toolRules(target: Target): void {
  describe("all tools", () => {
    const service = sharedService(target);
    const { allowed, call } = writingRules(service);
    beforeAll(() => writeFileSync(allowed("letter.docx"), docx(paragraph("words"))));
    const refused = async (
      tool: string,
      input: object,
      ...problem: [status: number, code: string, field?: string]
    ) => expectProblem(await expectNothingWritten(service(), () => call(tool, input)), ...problem);

    const fromOffice = { tool: "pdf_from_office", input: { input: "letter.docx", output: "x.pdf" } };
    it.each([...calls, fromOffice].filter(({ input }) => "output" in input))(
      "$tool overwrites no file, and writes nothing in forbidden places",
      async ({ tool, input }) => {
        for (const output of ["ok.pdf", "./two.pdf", allowed("broken.pdf")])
          await refused(tool, { ...input, output }, 409, "conflict", "output");
        for (const output of ["../OUT/new.pdf", "no/such/new.pdf", "", "a\0.pdf"])
          await refused(tool, { ...input, output }, 422, "validation", "output");
      },
    );

    it.each(calls.filter(({ input }) => "output_folder" in input))(
      "$tool creates no folder in forbidden places, and leaves none if it fails",
      async ({ tool, input }) => {
        for (const output_folder of ["../OUT/parts", "ok.pdf", "ok.pdf/x"])
          await refused(tool, { ...input, output_folder }, 422, "validation", "output_folder");
        const output_folder = "not/made";
        if ("input" in input)
          await refused(tool, { ...input, output_folder, input: "broken.pdf" }, 422, "operation_failed");
        else {
          const answer = await call(tool, { ...input, output_folder, inputs: ["broken.pdf", "none.pdf"] });
          expect(expectOk(answer)).toMatchObject({ outputs: [], failed: [{}, {}] });
        }
        expect(existsSync(allowed("not"))).toBe(false);
      },
    );

    it.each(calls.filter(({ input }) => "input" in input))(
      "$tool reads nothing outside, and no file that isn't a document",
      async ({ tool, input }) => {
        await refused(tool, { ...input, input: "../OUT/secret.pdf" }, 422, "validation", "input");
        await refused(tool, { ...input, input: "broken.pdf" }, 422, "operation_failed");
      },
    );

    it.each(calls.filter(({ writes }) => writes === undefined))(
      "$tool writes nothing",
      async ({ tool, input }) => {
        expectOk(await expectNothingWritten(service(), () => call(tool, input)));
      },
    );

    const rotate = { action: "rotate" };
    it.each([
      [
        "pdf_run_pipeline",
        { input: "ok.pdf", steps: [rotate, rotate, rotate], output: "steps.pdf" },
        "steps",
      ],
      [
        "pdf_run_batch",
        { inputs: ["ok.pdf", "none.pdf", "two.pdf"], steps: [rotate], output_folder: "b" },
        "files",
      ],
      ["pdf_split", { input: "ok.pdf", mode: "pages", output_folder: "parts" }, "files"],
    ])("%s reports its progress to its job", async (tool, input, what) => {
      const job = expectObject((await submit(service(), tool, input)).body);
      expect(await ended(service(), job.id)).toMatchObject({
        status: "succeeded",
        progress: { progress: 3, total: 3, message: `3 of 3 ${what}` },
      });
    });
  });
}
