/** The tools that only read. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { samplePdf } from "../support/pdf.ts";
import { ask, callTool } from "./client.ts";
import { expectNothingWritten, expectObject, expectOk, expectProblem, sharedService } from "./expect.ts";
import type { Target } from "./target.ts";

export function readingTools(target: Target): void {
  describe("tools that read", () => {
    const service = sharedService(target);
    const allowed = (name: string) => join(service().folders.allowed, name);

    describe("pdf_list_files", () => {
      const list = (input: object) => callTool(service(), "pdf_list_files", input);

      it("lists the first allowed folder when none is named", async () => {
        const { folder, files } = expectOk(await list({}));
        expect(folder).toBe(service().folders.allowed);
        const names = ["broken.pdf", "form.pdf", "ok.pdf", "two.pdf"];
        expect(files).toEqual(
          names.map((name) => ({
            path: allowed(name),
            bytes: expect.any(Number),
            modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
          })),
        );
      });

      it("lists regular PDF files of one folder, in natural order, links out of the scope left out", async () => {
        const folder = join(service().folders.second, "list");
        mkdirSync(join(folder, "folder.pdf"), { recursive: true });
        for (const name of ["p10.pdf", "p2.PDF", "p1.pdf", "p1.txt", "pdf"])
          writeFileSync(join(folder, name), "x");
        symlinkSync(join(service().folders.outside, "secret.pdf"), join(folder, "away.pdf"));
        const { files } = expectOk(await list({ folder }));
        expect(files).toEqual(
          ["p1.pdf", "p2.PDF", "p10.pdf"].map((name) =>
            expect.objectContaining({ path: join(folder, name) }),
          ),
        );
      });

      it.each([
        ["a file", "ok.pdf"],
        ["a missing folder", "none"],
        ["a folder outside", "../OUT"],
        ["a sibling whose name begins alike", "../A_evil"],
        ["an empty name", ""],
      ])("refuses %s", async (_, folder) => {
        expectProblem(await list({ folder }), 422, "validation", "folder");
      });
    });

    describe("pdf_info", () => {
      const info = (input: object) => callTool(service(), "pdf_info", input);

      it("gives pages, properties and dimensions", async () => {
        const result = expectOk(await expectNothingWritten(service(), () => info({ input: "ok.pdf" })));
        expect(result).toMatchObject({
          pages: 3,
          title: "Contract title",
          author: "Ada",
          subject: "Sub",
          keywords: "k1, k2",
          creator: "By hand",
          producer: "Test",
          forms: [],
        });
        expect(result.dimensions).toEqual(
          [1, 2, 3].map((page) => expect.objectContaining({ page, width: 420, height: 595, rotation: 0 })),
        );
      });

      it("gives empty strings for what the file does not say", async () => {
        const input = join(service().folders.second, "other.pdf");
        const empty = { title: "", author: "", subject: "", keywords: "", creator: "", producer: "" };
        expect(expectOk(await info({ input }))).toMatchObject(empty);
      });

      it("gives rotation and form fields", async () => {
        const { dimensions } = expectOk(await info({ input: "two.pdf" }));
        expect(dimensions).toMatchObject([{ rotation: 90 }, { rotation: 90 }]);
        const { forms } = expectOk(await info({ input: "form.pdf" }));
        expect(forms).toMatchObject([
          { name: "name", type: "text", value: "value", page: 1, required: false, read_only: false },
        ]);
      });

      it("fails on what is not a PDF", async () => {
        expectProblem(await info({ input: "broken.pdf" }), 422, "operation_failed");
      });

      it.each([
        ["input is missing", {}, "input"],
        ["input is null", { input: null }, "input"],
        ["input is a number", { input: 1 }, "input"],
        ["a field is unknown", { input: "ok.pdf", page: "1" }, "page"],
        ["a field is __proto__", JSON.parse('{"input":"ok.pdf","__proto__":{"a":1}}'), "__proto__"],
      ])("refuses when %s", async (_, input, field) => {
        expectProblem(await info(input), 422, "validation", field);
      });
    });

    describe("pdf_read_text", () => {
      const read = (input: object) => callTool(service(), "pdf_read_text", { input: "ok.pdf", ...input });

      it("reads every page by default", async () => {
        const result = expectOk(await expectNothingWritten(service(), () => read({})));
        expect(result).toMatchObject({ total_pages: 3, has_text: true, truncated: false });
        expect(result.pages).toEqual(
          [1, 2, 3].map((page) => ({ page, text: expect.stringContaining(`ok page ${page}`) })),
        );
      });

      it("reads the pages asked for", async () => {
        const { pages, total_pages } = expectOk(await read({ pages: "2-3" }));
        expect(total_pages).toBe(3);
        expect(pages).toMatchObject([{ page: 2 }, { page: 3 }]);
      });

      it("cuts at max_chars and can be resumed without loss or repetition", async () => {
        const texts = [1, 2, 3].map((page) => `${page} `.repeat(40).trim());
        writeFileSync(allowed("long.pdf"), samplePdf({ pages: texts }));
        const whole = expectOk(await read({ input: "long.pdf" }));
        expect(whole.truncated).toBe(false);
        const cut = expectOk(await read({ input: "long.pdf", max_chars: 100 }));
        expect(cut).toMatchObject({ truncated: true, total_pages: 3, has_text: true });
        const first = pageList(cut.pages);
        expect(first.map(({ text }) => text).join("").length).toBeLessThanOrEqual(100);
        const last = first.at(-1)?.page ?? 0;
        expect(pageList(whole.pages).at(0)?.text).toBe(first[0]?.text);
        expect(last).toBeLessThan(3);
      });

      it("says has_text false for pages without text", async () => {
        writeFileSync(allowed("blank.pdf"), samplePdf({ pages: ["", ""] }));
        expect(expectOk(await read({ input: "blank.pdf" }))).toMatchObject({
          has_text: false,
          truncated: false,
        });
      });

      it.each([100, 20_000, 200_000])("takes max_chars %j", async (max_chars) => {
        expectOk(await read({ max_chars }));
      });

      it.each([99, 200_001, 0, -1, 100.5, "100", true, null])("refuses max_chars %j", async (max_chars) => {
        expectProblem(await read({ max_chars }), 422, "validation", "max_chars");
      });

      it.each(["1e999", "9007199254740993"])("refuses max_chars written %s", async (number) => {
        const body = `{"input":"ok.pdf","max_chars":${number}}`;
        const answer = await ask(service(), "/v1/tools/pdf_read_text", { body });
        expectProblem(answer, 422, "validation", "max_chars");
      });

      it.each(badSelectors)("refuses pages %j", async (pages) => {
        expectProblem(await read({ pages }), 422, "validation", "pages");
      });

      it("takes a selector of 200 characters and refuses 201", async () => {
        const pages = `${"1,".repeat(99)} 1`;
        expect(pages).toHaveLength(200);
        expectOk(await read({ pages }));
        expectProblem(await read({ pages: `${pages} ` }), 422, "validation", "pages");
      });

      it.each(["1-3", " 1 , 3 ", "1 - 2", "\t1\n"])("takes pages %j", async (pages) => {
        expectOk(await read({ pages }));
      });
    });
  });
}

/** Never a page, never "every page", never an array of that size. */
export const badSelectors = [
  "",
  "0",
  "-1",
  "4",
  "1-4",
  "3-1",
  "1,,2",
  "1,",
  ",",
  " ",
  "1;2",
  "all",
  "1-",
  "1-2-3",
  "1.5",
  "+1",
  "1e1",
  "٣",
  "１",
  "1–3",
  "1-2147483647",
  "1-99999999999999999999",
  1,
  ["1"],
  null,
];

function pageList(value: unknown): readonly { readonly page: number; readonly text: string }[] {
  expect(Array.isArray(value)).toBe(true);
  return [...Object(value)].map((entry) => {
    const { page, text } = expectObject(entry);
    return { page: Number(page), text: String(text) };
  });
}
