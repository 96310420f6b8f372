/** Office files, with the installed office suite and without one. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docx, odf, paragraph, pptx, slideText, xlsx } from "../office/documents.ts";
import { requireTool } from "../support/tools.ts";
import { expectNothingWritten, expectObject, expectProblem, sharedService } from "./expect.ts";
import { ended, submit } from "./jobs.ts";
import { writingRules } from "./rules.ts";
import type { Target } from "./target.ts";

const documents: Readonly<Record<string, () => Uint8Array>> = {
  "letter.docx": () => docx(paragraph("words of a letter")),
  "table.xlsx": () => xlsx('<row r="1"><c r="A1" t="inlineStr"><is><t>words of a sheet</t></is></c></row>'),
  "slides.pptx": () => pptx(slideText("words of a slide")),
  "letter.odt": () => odf("text", "<text:p>words of an open letter</text:p>"),
};

export function officeTool(target: Target): void {
  describe("pdf_from_office", () => {
    const service = sharedService(target);
    const { allowed, freshName, call, expectNewFile, pageTextsOf } = writingRules(service);
    beforeAll(() => {
      for (const [name, make] of Object.entries(documents)) writeFileSync(allowed(name), make());
      writeFileSync(allowed("disguised.docx"), "<html><body>no Word file</body></html>");
      writeFileSync(allowed("letter.txt"), "text");
    });

    it.each([
      ["missing", undefined],
      ["absent", "none.docx"],
      ["outside", "../OUT/secret.pdf"],
      ["a number", 1],
      ["a PDF", "ok.pdf"],
      ["a text", "letter.txt"],
    ])("refuses an input that is %s", async (_, input) => {
      const answer = await expectNothingWritten(service(), () =>
        call("pdf_from_office", { input, output: freshName() }),
      );
      expectProblem(answer, 422, "validation", "input");
    });

    it.skipIf(requireTool("soffice")).each(Object.keys(documents))("converts %s", async (input) => {
      const output = freshName();
      const answer = await call("pdf_from_office", { input, output });
      expectNewFile(answer, output, 1, { engine: "libreoffice" });
      expect((await pageTextsOf(output))[0]).toMatch(/words of an? /);
    });

    it.skipIf(requireTool("soffice"))("refuses files that don't match their extension", async () => {
      const answer = await expectNothingWritten(service(), () =>
        call("pdf_from_office", { input: "disguised.docx", output: freshName() }),
      );
      expectProblem(answer, 422, "operation_failed");
    });
  });

  describe("pdf_from_office without a converter", () => {
    // The converter exists at startup and is removed before the first document arrives.
    const folder = mkdtempSync(join(tmpdir(), "pdfd-soffice-"));
    const program = join(folder, "soffice");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    const service = sharedService(target, { flags: ["--soffice", program] });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    const { allowed, freshName, call } = writingRules(service);

    it("fails with the command that installs one, in a job too", async () => {
      rmSync(program);
      writeFileSync(allowed("letter.docx"), docx(paragraph("words")));
      const input = { input: "letter.docx", output: freshName() };
      const answer = await expectNothingWritten(service(), () => call("pdf_from_office", input));
      const hint = { kind: "converter", command: expect.stringMatching(/\S/) };
      expect(expectProblem(answer, 422, "operation_failed")).toMatch(/get it with/);
      expect(expectObject(answer.body).hint).toEqual(hint);
      const job = expectObject((await submit(service(), "pdf_from_office", input)).body);
      expect(await ended(service(), job.id)).toMatchObject({
        status: "failed",
        error: { code: "operation_failed", hint },
      });
    });
  });
}
