/** What the statements about writing tools have in common: calls, and results that are judged. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { qpdfCheck, qpdfPages, requireTool } from "../support/tools.ts";
import { type Answer, callTool } from "./client.ts";
import { expectObject, expectOk } from "./expect.ts";
import type { Service } from "./target.ts";

const noQpdf = requireTool("qpdf") !== undefined;

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
