/** Merge, extract, remove, rotate and split: the tools that write new files from pages. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageTexts } from "../support/pdf.ts";
import type { Answer } from "./client.ts";
import { expectNothingWritten, expectOk, expectProblem, sharedService } from "./expect.ts";
import { expectSound, writingRules } from "./rules.ts";
import type { Target } from "./target.ts";
import { badSelectors } from "./tools-read.ts";

export function writingTools(target: Target): void {
  describe("tools that write", () => {
    const service = sharedService(target);
    const rules = writingRules(service);
    const { allowed, freshName, call, expectNewFile, pageTextsOf, sharedRules, singleInputRules } = rules;
    const rotations = async (input: string) =>
      (await rules.dimensionsOf(input)).map(({ rotation }) => rotation);

    describe("pdf_merge", () => {
      const inputs = ["two.pdf", "ok.pdf"];
      const run = (change: object) => call("pdf_merge", { inputs, output: freshName(), ...change });
      sharedRules("pdf_merge", { inputs });

      it("combines in the order given", async () => {
        const output = freshName();
        expectNewFile(await run({ output }), output, 5);
        expect(await pageTextsOf(output)).toEqual([...pageTexts("two", 2), ...pageTexts("ok", 3)]);
      });

      it("takes a file twice, and files of several folders", async () => {
        const output = freshName();
        const other = join(service().folders.second, "other.pdf");
        expectNewFile(await run({ output, inputs: ["ok.pdf", other, "ok.pdf"] }), output, 7);
      });

      it.each([[[]], [["ok.pdf"]], ["ok.pdf"], [null]])("refuses inputs %j", async (given) => {
        expectProblem(await run({ inputs: given }), 422, "validation", "inputs");
      });

      it("names the input that is at fault", async () => {
        const missing = ["ok.pdf", "none.pdf"];
        expectProblem(await run({ inputs: missing }), 422, "validation", "inputs[1]");
        expectProblem(await run({ inputs: ["ok.pdf", 1] }), 422, "validation", "inputs[1]");
        const broken = await expectNothingWritten(service(), () => run({ inputs: ["ok.pdf", "broken.pdf"] }));
        expect(expectProblem(broken, 422, "operation_failed")).toContain("broken.pdf");
      });
    });

    describe("pdf_extract_pages", () => {
      const run = (change: object) =>
        call("pdf_extract_pages", { input: "ok.pdf", pages: "1", output: freshName(), ...change });
      sharedRules("pdf_extract_pages", { input: "ok.pdf", pages: "1" });
      singleInputRules("pdf_extract_pages", { pages: "1" });

      it("copies pages in the order listed, a page as often as listed", async () => {
        const output = freshName();
        expectNewFile(await run({ output, pages: "3, 1-2, 3" }), output, 4);
        const texts = [3, 1, 2, 3].map((page) => `ok page ${page}`);
        expect(await pageTextsOf(output)).toEqual(texts);
      });

      it.each([...badSelectors, undefined])("refuses pages %j", async (pages) => {
        expectProblem(await run({ pages }), 422, "validation", "pages");
      });
    });

    describe("pdf_remove_pages", () => {
      const run = (change: object) =>
        call("pdf_remove_pages", { input: "ok.pdf", pages: "2", output: freshName(), ...change });
      sharedRules("pdf_remove_pages", { input: "ok.pdf", pages: "2" });
      singleInputRules("pdf_remove_pages", { pages: "1" });

      it("leaves the other pages, however often one is listed", async () => {
        const output = freshName();
        expectNewFile(await run({ output, pages: "2, 2-2" }), output, 2);
        expect(await pageTextsOf(output)).toEqual(["ok page 1", "ok page 3"]);
        expect(readFileSync(allowed(output), "latin1")).not.toContain("ok page 2");
      });

      it("keeps at least one page", async () => {
        expectProblem(
          await expectNothingWritten(service(), () => run({ pages: "1-3" })),
          422,
          "validation",
          "pages",
        );
      });

      it.each([...badSelectors, undefined])("refuses pages %j", async (pages) => {
        expectProblem(await run({ pages }), 422, "validation", "pages");
      });
    });

    describe("pdf_rotate_pages", () => {
      const run = (change: object) =>
        call("pdf_rotate_pages", { input: "ok.pdf", output: freshName(), ...change });
      sharedRules("pdf_rotate_pages", { input: "ok.pdf" });
      singleInputRules("pdf_rotate_pages", {});

      it("turns every page by 90 degrees by default", async () => {
        const output = freshName();
        expectNewFile(await run({ output }), output, 3);
        expect(await rotations(output)).toEqual([90, 90, 90]);
      });

      it.each([90, 180, 270])("turns the pages of the selector by %i degrees", async (angle) => {
        const output = freshName();
        expectNewFile(await run({ output, angle, pages: "3, 1" }), output, 3);
        expect(await rotations(output)).toEqual([angle, 0, angle]);
      });

      it("turns relative to what is shown", async () => {
        const output = freshName();
        expectNewFile(await run({ input: "two.pdf", output, angle: 270, pages: "1" }), output, 2);
        expect(await rotations(output)).toEqual([0, 90]);
      });

      it.each([0, 45, 91, 360, -90, "90", 90.5, null, true])("refuses angle %j", async (angle) => {
        expectProblem(await run({ angle }), 422, "validation", "angle");
      });

      it.each(badSelectors)("refuses pages %j", async (pages) => {
        expectProblem(await run({ pages }), 422, "validation", "pages");
      });
    });

    describe("pdf_split", () => {
      let folders = 0;
      const freshFolder = () => `parts-${++folders}`;
      const run = (change: object) =>
        call("pdf_split", { input: "ok.pdf", output_folder: freshFolder(), ...change });

      const expectParts = (answer: Answer, folder: string, parts: Readonly<Record<string, number>>): void => {
        const { outputs } = expectOk(answer);
        expect(outputs).toEqual(
          Object.entries(parts).map(([name, pages]) => {
            const output = join(allowed(folder), name);
            return { output, pages, bytes: statSync(output).size };
          }),
        );
        expect(readdirSync(allowed(folder)).sort()).toEqual(Object.keys(parts).sort());
        for (const [name, pages] of Object.entries(parts)) expectSound(join(allowed(folder), name), pages);
      };

      it("writes one file for each range by default, in a folder that it creates", async () => {
        const output_folder = `${freshFolder()}/deep`;
        const answer = await run({ pages: "2-3, 1", output_folder });
        expectParts(answer, output_folder, { "ok-pages-2-3.pdf": 2, "ok-page-1.pdf": 1 });
        expect(await pageTextsOf(`${output_folder}/ok-pages-2-3.pdf`)).toEqual(["ok page 2", "ok page 3"]);
      });

      it("gives a repeated range a name of its own", async () => {
        const output_folder = freshFolder();
        const answer = await run({ mode: "ranges", pages: "1,1,1", output_folder });
        expectParts(answer, output_folder, {
          "ok-page-1.pdf": 1,
          "ok-page-1-2.pdf": 1,
          "ok-page-1-3.pdf": 1,
        });
      });

      it("writes one file for each page", async () => {
        const output_folder = freshFolder();
        expectParts(await run({ mode: "pages", output_folder }), output_folder, {
          "ok-page-1.pdf": 1,
          "ok-page-2.pdf": 1,
          "ok-page-3.pdf": 1,
        });
      });

      it("names single pages by their number in the document", async () => {
        const output_folder = freshFolder();
        const answer = await run({ mode: "pages", pages: "3", output_folder });
        expectParts(answer, output_folder, { "ok-page-3.pdf": 1 });
        expect(await pageTextsOf(`${output_folder}/ok-page-3.pdf`)).toEqual(["ok page 3"]);
      });

      it("writes nothing when one of the names is taken", async () => {
        const output_folder = freshFolder();
        mkdirSync(allowed(output_folder));
        writeFileSync(join(allowed(output_folder), "ok-page-2.pdf"), "taken");
        const answer = await expectNothingWritten(service(), () => run({ mode: "pages", output_folder }));
        expectProblem(answer, 409, "conflict", "output_folder");
      });

      it("leaves no folder behind when it fails", async () => {
        const output_folder = `${freshFolder()}/deep`;
        const broken = await expectNothingWritten(service(), () =>
          run({ input: "broken.pdf", mode: "pages", output_folder }),
        );
        expectProblem(broken, 422, "operation_failed");
        const beyond = await expectNothingWritten(service(), () => run({ pages: "1,9", output_folder }));
        expectProblem(beyond, 422, "validation", "pages");
        expect(existsSync(allowed(output_folder))).toBe(false);
      });

      it.each([
        ["pages is missing in mode ranges", {}, "pages"],
        ["mode is unknown", { mode: "bookmarks", pages: "1" }, "mode"],
        ["mode is null", { mode: null, pages: "1" }, "mode"],
        ["the folder is outside", { pages: "1", output_folder: "../OUT/parts" }, "output_folder"],
        ["the folder is a file", { pages: "1", output_folder: "ok.pdf" }, "output_folder"],
        ["the folder lies below a file", { pages: "1", output_folder: "ok.pdf/x" }, "output_folder"],
        ["the folder is missing", { pages: "1", output_folder: undefined }, "output_folder"],
        ["the input is missing", { pages: "1", input: "none.pdf" }, "input"],
        ["a field is unknown", { pages: "1", output: "x.pdf" }, "output"],
      ])("refuses when %s", async (_, change, field) => {
        expectProblem(await expectNothingWritten(service(), () => run(change)), 422, "validation", field);
      });

      it.each(badSelectors)("refuses pages %j", async (pages) => {
        expectProblem(await run({ pages }), 422, "validation", "pages");
      });
    });
  });
}

/** What the disk of each runtime decides. */
export function oneNameOnce(target: Target): void {
  describe("one name for many calls", () => {
    const { allowed, call } = writingRules(sharedService(target));

    it("writes 50 calls for one name once: one answer 200, 49 answers 409", async () => {
      mkdirSync(allowed("race"));
      symlinkSync("race", allowed("race-link"));
      const spellings = [
        "race/x.pdf",
        "./race/x.pdf",
        "race/../race/x.pdf",
        "race-link/x.pdf",
        allowed("race/x.pdf"),
      ];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, k) =>
          call("pdf_extract_pages", {
            input: "ok.pdf",
            pages: "1-2",
            output: spellings[k % spellings.length],
          }),
        ),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      for (const answer of answers)
        if (answer.status !== 200) expectProblem(answer, 409, "conflict", "output");
      expect(readdirSync(allowed("race"))).toEqual(["x.pdf"]);
      expectSound(allowed("race/x.pdf"), 2);
    });
  });
}
