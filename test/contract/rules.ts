/** What the statements about writing tools have in common: calls, results that are judged, and rules that many tools share. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { qpdfCheck, qpdfPages, requireTool } from "../support/tools.ts";
import { type Answer, callTool } from "./client.ts";
import { expectNothingWritten, expectObject, expectOk, expectProblem } from "./expect.ts";
import type { Service } from "./target.ts";

const noQpdf = requireTool("qpdf") !== undefined;

export type Rules = ReturnType<typeof writingRules>;

/** For one service; its names of new files are its own. */
export function writingRules(service: () => Service) {
  let names = 0;
  const allowed = (name: string) => join(service().folders.allowed, name);
  const freshName = () => `new-${++names}.pdf`;
  const call = (tool: string, input: object) => callTool(service(), tool, input);

  return {
    allowed,
    freshName,
    call,

    /** 200 with a NewFile that is what the disk and, where it is there, qpdf say; `more`: further fields. */
    expectNewFile(answer: Answer, name: string, pages: number, more: object = {}, password?: string): void {
      const result = expectOk(answer);
      const bytes = statSync(allowed(name)).size;
      expect(result).toEqual({ output: allowed(name), pages, bytes, ...more });
      expectSound(allowed(name), pages, password);
    },

    /** Text of each page, through the service's own reader. */
    async pageTextsOf(input: string): Promise<string[]> {
      const { pages } = expectOk(await call("pdf_read_text", { input }));
      return [...Object(pages)].map((page) => String(expectObject(page).text).trim());
    },

    /** Of each page: what pdf_info says under `dimensions`. */
    async dimensionsOf(input: string): Promise<Record<string, unknown>[]> {
      const { dimensions } = expectOk(await call("pdf_info", { input }));
      return [...Object(dimensions)].map(expectObject);
    },

    /** The rules that all tools with `output` share. */
    sharedRules(tool: string, fields: object): void {
      const run = (change: object) => call(tool, { ...fields, output: freshName(), ...change });

      it("refuses an existing output and leaves it as it is", async () => {
        for (const output of ["ok.pdf", "./two.pdf", allowed("broken.pdf")])
          expectProblem(
            await expectNothingWritten(service(), () => run({ output })),
            409,
            "conflict",
            "output",
          );
      });

      it.each([
        ["outside", "../OUT/new.pdf"],
        ["in a missing folder", "no/such/new.pdf"],
        ["empty", ""],
        ["a number", 5],
        ["null", null],
        ["with NUL", "a\u0000.pdf"],
      ])("refuses an output that is %s", async (_, output) => {
        expectProblem(
          await expectNothingWritten(service(), () => run({ output })),
          422,
          "validation",
          "output",
        );
      });

      it("needs its output, and refuses a field that it does not know", async () => {
        expectProblem(await call(tool, fields), 422, "validation", "output");
        for (const extra of ["extra", "overwrite"])
          expectProblem(
            await expectNothingWritten(service(), () => run({ [extra]: true })),
            422,
            "validation",
            extra,
          );
      });
    },

    /** The rules that all tools with one PDF as `input` share. */
    singleInputRules(tool: string, fields: object): void {
      it("needs an input that exists and is a document", async () => {
        const run = (change: object) =>
          expectNothingWritten(service(), () => call(tool, { ...fields, output: freshName(), ...change }));
        expectProblem(await run({}), 422, "validation", "input");
        expectProblem(await run({ input: "none.pdf" }), 422, "validation", "input");
        expectProblem(await run({ input: "../OUT/secret.pdf" }), 422, "validation", "input");
        expectProblem(await run({ input: 1 }), 422, "validation", "input");
        expectProblem(await run({ input: "broken.pdf" }), 422, "operation_failed");
      });
    },
  };
}

/** The file is whole, and has that many pages, for a reader that is not ours. */
export function expectSound(path: string, pages: number, password?: string): void {
  expect(statSync(path).mode & 0o111, "a document is never executable").toBe(0);
  if (noQpdf) return;
  const { exit, output } = qpdfCheck(path, password);
  expect(exit, output).toBe(0);
  expect(qpdfPages(path, password)).toBe(pages);
}
