/** Shared by the tests of writing tools: calls, and checks of their results. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { qpdfCheck, qpdfPages, requireTool } from "../support/tools.ts";
import { type Answer, callTool } from "./client.ts";
import { expectObject, expectOk } from "./expect.ts";
import type { Service } from "./target.ts";

const noQpdf = requireTool("qpdf") !== undefined;

/** Rules for one service, with its own new file names. */
export function writingRules(service: () => Service) {
  let names = 0;
  const allowed = (name: string) => join(service().folders.allowed, name);
  const freshName = () => `new-${++names}.pdf`;
  const call = (tool: string, input: object) => callTool(service(), tool, input);

  return {
    allowed,
    freshName,
    call,

    /** Expects 200 with a NewFile that matches the disk and, if installed, qpdf; `more`: further fields. */
    expectNewFile(answer: Answer, name: string, pages: number, more: object = {}, password?: string): void {
      const result = expectOk(answer);
      const bytes = statSync(allowed(name)).size;
      expect(result).toEqual({ output: allowed(name), pages, bytes, ...more });
      expectSound(allowed(name), pages, password);
    },

    /** The text of each page, from the service's own reader. */
    async pageTextsOf(input: string): Promise<string[]> {
      const { pages } = expectOk(await call("pdf_read_text", { input }));
      return [...Object(pages)].map((page) => String(expectObject(page).text).trim());
    },
  };
}

/** Expects an independent reader to find the file intact, with this many pages. */
export function expectSound(path: string, pages: number, password?: string): void {
  expect(statSync(path).mode & 0o111, "a document is never executable").toBe(0);
  if (noQpdf) return;
  const { exit, output } = qpdfCheck(path, password);
  expect(exit, output).toBe(0);
  expect(qpdfPages(path, password)).toBe(pages);
}
