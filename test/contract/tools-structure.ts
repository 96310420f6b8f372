/** Structure in three formats, and the section tree. */
import { writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { pagesPdf } from "../support/pdf-builder.ts";
import { htmlFault } from "../support/structure-check.ts";
import { callTool } from "./client.ts";
import { expectNothingWritten, expectObject, expectOk, expectProblem, sharedService } from "./expect.ts";
import { writingRules } from "./rules.ts";
import type { Target } from "./target.ts";
import { badSelectors } from "./tools-read.ts";

const line = (y: number, size: number, words: string) => `BT /F ${size} Tf 72 ${y} Td (${words}) Tj ET\n`;
const prose = "The river runs to the sea and the sea is never full of it.";
/** What stands on every page alike would be a running line: each has words of its own. */
const page = (title: string, words: string, more = "") => ({
  dict: "",
  data: line(700, 24, title) + line(660, 11, words) + line(646, 11, `So much for ${title}.`) + more,
});

/** Three pages with a heading each, two bookmarks, and text that would be markup. */
const report = pagesPdf(
  [10, 11, 12].map((content) => `/Contents ${content} 0 R/Resources<</Font<</F 13 0 R>>>>`),
  {
    root: "/Outlines 14 0 R",
    more: {
      10: page("First part", prose, line(600, 11, "<script>alert\\(1\\)</script> & more")),
      11: page("Second part", "Mills were built along it, and towns around the mills."),
      12: page("Third part", "Nobody alive remembers where the old bridge stood."),
      13: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
      14: "<</First 15 0 R/Last 16 0 R/Count 2>>",
      15: "<</Title(One)/Parent 14 0 R/Next 16 0 R/Dest[3 0 R/Fit]/First 17 0 R/Last 17 0 R/Count 1>>",
      16: "<</Title(Two)/Parent 14 0 R/Prev 15 0 R/Dest[5 0 R/Fit]>>",
      17: "<</Title(One and a half)/Parent 15 0 R/Dest[4 0 R/Fit]>>",
    },
  },
);

export function structureTool(target: Target): void {
  describe("pdf_extract_structure", () => {
    const service = sharedService(target);
    const { allowed } = writingRules(service);
    const extract = (input: object = {}) =>
      callTool(service(), "pdf_extract_structure", { input: "report.pdf", ...input });
    beforeAll(() => {
      writeFileSync(allowed("report.pdf"), report);
      writeFileSync(
        allowed("plain.pdf"),
        Buffer.from(report).toString("latin1").replace("/Outlines 14 0 R", " ".repeat(16)),
        "latin1",
      );
      writeFileSync(allowed("blank.pdf"), pagesPdf(["", ""]));
    });

    it("gives Markdown by default, with every field", async () => {
      const result = expectOk(await expectNothingWritten(service(), () => extract()));
      expect(result).toMatchObject({ format: "markdown", total_pages: 3, has_text: true, truncated: false });
      const content = String(result.content);
      for (const title of ["First part", "Second part", "Third part"])
        expect(content).toMatch(new RegExp(`^#{1,6} ${title}$`, "m"));
      expect(content).toContain(prose);
      expect(content).not.toMatch(/^<script>/m);
    });

    it("gives HTML, escaped and well-formed", async () => {
      const { format, content } = expectOk(await extract({ format: "html" }));
      expect(format).toBe("html");
      expect(content).toMatch(/<h\d>First part<\/h\d>/);
      expect(content).toContain("&lt;script&gt;");
      expect(content).not.toContain("<script>");
      expect(htmlFault(String(content))).toBeUndefined();
    });

    it("gives JSON with lines in their places and fonts", async () => {
      const { format, content } = expectOk(await extract({ format: "json", pages: "1, 3" }));
      expect(format).toBe("json");
      const document = expectObject(JSON.parse(String(content)));
      expect(document).toMatchObject({ version: 1, unit: "pt", origin: "top-left" });
      const pages = [...Object(document.pages)].map(expectObject);
      expect(pages).toMatchObject([
        { page: 1, width: 612, height: 792, rotation: 0, has_text: true, kind: "text" },
        { page: 3 },
      ]);
      const [heading] = [...Object(pages[0]?.blocks)].map(expectObject);
      expect(heading).toMatchObject({
        type: "heading",
        level: expect.any(Number),
        text: "First part",
        lines: [{ text: "First part", font: expect.stringContaining("Helvetica"), size: 24 }],
      });
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: number[] = [...Object(heading?.bbox)];
      expect(x0).toBeCloseTo(72, -1);
      expect([y0 > 60, y1 < 110, x1 > x0]).toEqual([true, true, true]);
    });

    it("gives the sections of the bookmarks, nested, each up to where the next begins", async () => {
      const { sections } = expectOk(await extract({ pages: "2" }));
      const section = (
        title: string,
        level: number,
        startPage: number,
        endPage: number,
        children: object[],
      ) => ({
        ...{ id: expect.stringMatching(/\S/), title, level, startPage, endPage, children },
      });
      expect(sections).toEqual([
        section("One", 1, 1, 2, [section("One and a half", 2, 2, 2, [])]),
        section("Two", 1, 3, 3, []),
      ]);
    });

    it("gives the sections of the headings where there are no bookmarks", async () => {
      const { sections } = expectOk(await extract({ input: "plain.pdf" }));
      expect(sections).toMatchObject([
        { title: "First part", level: 1, startPage: 1, endPage: 1 },
        { title: "Second part", startPage: 2, endPage: 2 },
        { title: "Third part", startPage: 3, endPage: 3 },
      ]);
    });

    it.each(["markdown", "html", "json"])(
      "cuts %s at max_chars so that it can be gone on with",
      async (format) => {
        const whole = expectOk(await extract({ format }));
        expect(whole).toMatchObject({ truncated: false, next_page: null });
        const size = Math.ceil(String(whole.content).length / 2);
        const first = expectOk(await extract({ format, max_chars: Math.max(100, size) }));
        expect(first.truncated).toBe(true);
        expect(String(first.content).length).toBeLessThanOrEqual(Math.max(100, size));
        expect(first.next_page).toBeGreaterThan(1);
        if (format === "json") JSON.parse(String(first.content));
        if (format === "html") expect(htmlFault(String(first.content))).toBeUndefined();
        const rest = expectOk(await extract({ format, pages: `${first.next_page}-3` }));
        const both = String(first.content) + String(rest.content);
        for (const title of ["First part", "Second part", "Third part"])
          expect(both.split(title).length - 1, title).toBe(String(whole.content).split(title).length - 1);
      },
    );

    it("says has_text false for pages without text, in each format", async () => {
      for (const format of ["markdown", "html", "json"])
        expect(expectOk(await extract({ input: "blank.pdf", format }))).toMatchObject({
          has_text: false,
          truncated: false,
          sections: [],
        });
    });

    it.each([100, 60_000, 400_000])("takes max_chars %j", async (max_chars) => {
      expectOk(await extract({ max_chars }));
    });

    it.each([
      ...[99, 400_001, 0, -1, 100.5, "100", null].map((max_chars) => [{ max_chars }, "max_chars"] as const),
      ...["text", "", "JSON", 1, null].map((format) => [{ format }, "format"] as const),
      ...["true", 1, null].map((high_accuracy) => [{ high_accuracy }, "high_accuracy"] as const),
      ...["9b", "", 4, null].map((model) => [{ high_accuracy: true, model }, "model"] as const),
      ...badSelectors.map((pages) => [{ pages }, "pages"] as const),
      [{ page: "1" }, "page"],
      [{ input: undefined }, "input"],
      [{ input: "none.pdf" }, "input"],
      [{ input: "../OUT/secret.pdf" }, "input"],
    ] as const)("refuses %j", async (change, field) => {
      expectProblem(await extract(change), 422, "validation", field);
    });

    it("fails on what is not a PDF", async () => {
      expectProblem(await extract({ input: "broken.pdf" }), 422, "operation_failed");
    });
  });
}
