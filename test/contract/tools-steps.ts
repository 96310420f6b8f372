/** Pipelines and batches, and what their steps do. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { allText } from "../support/all-text.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { expectNothingWritten, expectObject, expectOk, expectProblem, sharedService } from "./expect.ts";
import { ended, submit } from "./jobs.ts";
import { expectSound, writingRules } from "./rules.ts";
import type { Target } from "./target.ts";

type Step = object;
const rotate: Step = { action: "rotate", options: { angle: 90 } };

/** Steps that no document fits, with the field that says so. */
const badSteps: readonly (readonly [unknown, string])[] = [
  [undefined, "steps"],
  [[], "steps"],
  [Array.from({ length: 11 }, () => rotate), "steps"],
  ["rotate", "steps"],
  [null, "steps"],
  [["rotate"], "steps[0]"],
  [[{}], "steps[0].action"],
  [[rotate, { action: "shrink" }], "steps[1].action"],
  [[{ action: "rotate", options: { angle: 45 } }], "steps[0].options.angle"],
  [[{ action: "rotate", options: { pages: "0" } }], "steps[0].options.pages"],
  [[{ action: "rotate", options: { page: "1" } }], "steps[0].options.page"],
  [[{ action: "rotate", angle: 90 }], "steps[0].angle"],
  [[{ action: "rotate", options: [] }], "steps[0].options"],
  [[{ action: "rotate", options: null }], "steps[0].options"],
  [[{ action: "extract" }], "steps[0].options"],
  [[{ action: "remove", options: { pages: "1,,2" } }], "steps[0].options.pages"],
  [[{ action: "labels", options: { text: "x".repeat(121) } }], "steps[0].options.text"],
  [[{ action: "watermark", options: { text: "" } }], "steps[0].options.text"],
  [[{ action: "watermark", options: {} }], "steps[0].options.text"],
  [[{ action: "crop", options: {} }], "steps[0].options.margins"],
  [[{ action: "crop", options: { margins: -1 } }], "steps[0].options.margins"],
  [[{ action: "crop", options: { margins: 1, box: [0, 0, 9, 9] } }], "steps[0].options.box"],
  [[{ action: "crop", options: { box: [9, 0, 9, 9] } }], "steps[0].options.box"],
  [[{ action: "scale", options: {} }], "steps[0].options.factor"],
  [[{ action: "scale", options: { factor: 10.1 } }], "steps[0].options.factor"],
  [[{ action: "scale", options: { size: "A99" } }], "steps[0].options.size"],
  [[{ action: "scale", options: { factor: 2, fit: "contain" } }], "steps[0].options.fit"],
  [[{ action: "flatten", options: { what: "links" } }], "steps[0].options.what"],
  [[{ action: "metadata-clear", options: { pages: "1" } }], "steps[0].options.pages"],
];

/** A form whose fields do not say how they look, or say what is no longer true: a text, lines, a box that is ticked. */
const staleForm = pagesPdf(["/Annots[10 0 R 11 0 R 12 0 R]/Contents 13 0 R"], {
  root: "/AcroForm<</Fields[10 0 R 11 0 R 12 0 R]/NeedAppearances true/DR<</Font<</Helv 14 0 R>>>>/DA(/Helv 12 Tf 0 g)>>",
  more: {
    10: "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Grace Hopper)/Rect[50 600 250 620]/AP<</N 15 0 R>>>>",
    11: "<</Type/Annot/Subtype/Widget/FT/Tx/Ff 4096/T(lines)/V(first line\\nsecond line)/Rect[50 500 250 580]>>",
    12: "<</Type/Annot/Subtype/Widget/FT/Btn/T(tick)/V/Yes/AS/Yes/MK<</CA(4)>>/Rect[50 450 70 470]>>",
    13: { dict: "", data: "" },
    14: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    15: {
      dict: "/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</Helv 14 0 R>>>>",
      data: "/Tx BMC BT /Helv 12 Tf 2 5 Td (stale) Tj ET EMC",
    },
  },
});

export function steppingTools(target: Target): void {
  describe("tools of steps", () => {
    const service = sharedService(target);
    const rules = writingRules(service);
    const { allowed, freshName, call, expectNewFile, pageTextsOf, dimensionsOf, sharedRules } = rules;
    let folders = 0;
    const freshFolder = () => `batch-${++folders}`;
    beforeAll(() => writeFileSync(allowed("stale.pdf"), staleForm));

    describe("pdf_run_pipeline", () => {
      const run = (steps: unknown, change: object = {}) =>
        call("pdf_run_pipeline", { input: "ok.pdf", steps, output: freshName(), ...change });
      sharedRules("pdf_run_pipeline", { input: "ok.pdf", steps: [rotate] });
      rules.singleInputRules("pdf_run_pipeline", { steps: [rotate] });

      it.each(badSteps)("refuses the steps %j", async (steps, field) => {
        expectProblem(await expectNothingWritten(service(), () => run(steps)), 422, "validation", field);
      });

      it.each([
        [
          [
            { action: "extract", options: { pages: "1-2" } },
            { action: "rotate", options: { pages: "3" } },
          ],
          1,
          "pages",
        ],
        [[{ action: "remove", options: { pages: "1-3" } }], 0, "pages"],
        [[{ action: "crop", options: { margins: 300 } }], 0, "margins"],
        [[{ action: "crop", options: { box: [0, 0, 421, 500] } }], 0, "box"],
        [[rotate, { action: "labels", options: { text: "\u{10FFFD}" } }], 1, "text"],
      ])("refuses %j, which do not fit the document", async (steps, index, option) => {
        const answer = await expectNothingWritten(service(), () => run(steps));
        expectProblem(answer, 422, "validation", `steps[${index}].options.${option}`);
      });

      it("runs ten steps, all nine actions, each on the document as it is by then", async () => {
        const output = freshName();
        const steps = [
          { action: "extract", options: { pages: "3, 1, 2" } },
          { action: "remove", options: { pages: "3" } },
          { action: "rotate", options: { pages: "1", angle: 180 } },
          { action: "crop", options: { margins: { left: 20 } } },
          { action: "scale", options: { factor: 0.5 } },
          { action: "flatten" },
          { action: "labels", options: { text: "no {page} of {total}" } },
          { action: "watermark", options: { text: "MARK" } },
          { action: "rotate", options: { pages: "2" } },
          { action: "metadata-clear" },
        ];
        expectNewFile(await run(steps, { output }), output, 2);
        const [first = "", second = ""] = (await pageTextsOf(output)).map((text) =>
          text.replaceAll(/\s+/g, " "),
        );
        for (const part of ["ok page 3", "no 1 of 2", "MARK"]) expect(first).toContain(part);
        for (const part of ["ok page 1", "no 2 of 2", "MARK"]) expect(second).toContain(part);
        expect(await dimensionsOf(output)).toMatchObject([
          { rotation: 180, width: 200, height: 297.5 },
          { rotation: 90 },
        ]);
        expect(expectOk(await call("pdf_info", { input: output }))).toMatchObject({
          title: "",
          producer: "",
        });
      });

      it("reports its progress, step by step, to the job that runs it", async () => {
        const input = { input: "ok.pdf", steps: [rotate, rotate, rotate], output: freshName() };
        const job = expectObject((await submit(service(), "pdf_run_pipeline", input)).body);
        expect(await ended(service(), job.id)).toMatchObject({
          status: "succeeded",
          progress: { progress: 3, total: 3, message: "3 of 3 steps" },
          result: { pages: 3 },
        });
      });
    });

    describe("the steps", () => {
      const apply = async (input: string, ...steps: readonly Step[]) => {
        const output = freshName();
        expectOk(await call("pdf_run_pipeline", { input, steps, output }));
        return output;
      };

      it("crop shows a part, in points of the page as displayed, and hides the rest without removing it", async () => {
        // two.pdf is turned by 90: displayed 595 wide and 420 high.
        const margins = { top: 20, right: 95, bottom: 0, left: 0 };
        const some = await apply("two.pdf", { action: "crop", options: { pages: "1", margins } });
        const [one, two] = await dimensionsOf(some);
        expect([one?.width, one?.height].map(Number).sort()).toEqual([400, 500]);
        expect([two?.width, two?.height].map(Number).sort()).toEqual([420, 595]);
        const boxed = await apply("ok.pdf", { action: "crop", options: { box: [0, 0, 420, 50] } });
        expect(await dimensionsOf(boxed)).toMatchObject(
          Array.from({ length: 3 }, () => ({ width: 420, height: 50 })),
        );
        expect(await pageTextsOf(boxed)).toEqual(["", "", ""]);
        expect(allText(readFileSync(allowed(boxed)))).toContain("ok page 2");
      });

      it("scale changes content and boxes together, and a named size keeps the orientation", async () => {
        const half = await apply("ok.pdf", { action: "scale", options: { factor: 0.5, pages: "2" } });
        expect((await dimensionsOf(half)).map(({ width, height }) => [width, height])).toEqual([
          [420, 595],
          [210, 297.5],
          [420, 595],
        ]);
        const named = await apply("two.pdf", { action: "scale", options: { size: "A4" } });
        for (const { width, height } of await dimensionsOf(named)) {
          const sides = [Number(width), Number(height)].sort((a, b) => a - b);
          expect(sides.map(Math.round)).toEqual([595, 842]);
        }
        expect((await pageTextsOf(named))[0]).toBe("two page 1");
      });

      it("flatten shows what the form showed, whatever its appearances said, and leaves no field", async () => {
        const flat = await apply("stale.pdf", { action: "flatten" });
        const [text = ""] = await pageTextsOf(flat);
        expect(text).toContain("Grace Hopper");
        expect(text).toMatch(/first line\s+second line/);
        expect(text).not.toContain("stale");
        expect(expectOk(await call("pdf_info", { input: flat })).forms).toEqual([]);
      });
    });

    describe("pdf_run_batch", () => {
      const run = (change: object) =>
        call("pdf_run_batch", {
          inputs: ["ok.pdf"],
          steps: [rotate],
          output_folder: freshFolder(),
          ...change,
        });

      it.each(badSteps)("refuses the steps %j", async (steps, field) => {
        expectProblem(await expectNothingWritten(service(), () => run({ steps })), 422, "validation", field);
      });

      it.each([
        ["no inputs", { inputs: [] }, "inputs"],
        ["51 inputs", { inputs: Array.from({ length: 51 }, () => "ok.pdf") }, "inputs"],
        ["inputs that are a text", { inputs: "ok.pdf" }, "inputs"],
        ["an input that is a number", { inputs: ["ok.pdf", 1] }, "inputs[1]"],
        ["no folder", { output_folder: undefined }, "output_folder"],
        ["a folder outside", { output_folder: "../OUT/parts" }, "output_folder"],
        ["a file as folder", { output_folder: "ok.pdf" }, "output_folder"],
        ["an output", { output: "x.pdf" }, "output"],
        ["overwrite", { overwrite: true }, "overwrite"],
        ...["", "a b", "../x", "a/b", "é", "x\n", "x".repeat(41), 1, null].map(
          (suffix) => [`the suffix ${JSON.stringify(suffix)}`, { suffix }, "suffix"] as const,
        ),
      ] as const)("refuses %s", async (_, change, field) => {
        expectProblem(await expectNothingWritten(service(), () => run(change)), 422, "validation", field);
      });

      it("writes each result under its name, skips what fails, and names it", async () => {
        const output_folder = `${freshFolder()}/deep`;
        const second = join(service().folders.second, "other.pdf");
        const inputs = ["ok.pdf", "broken.pdf", "none.pdf", "../OUT/secret.pdf", second, "./ok.pdf"];
        const steps = [{ action: "extract", options: { pages: "1" } }, rotate];
        const result = expectOk(await run({ inputs, steps, output_folder }));
        const path = (name: string) => join(allowed(output_folder), name);
        const done = (input: string, name: string) => ({
          input,
          output: path(name),
          pages: 1,
          bytes: statSync(path(name)).size,
        });
        expect(result).toEqual({
          outputs: [done(allowed("ok.pdf"), "ok-processed.pdf"), done(second, "other-processed.pdf")],
          failed: [
            { input: allowed("broken.pdf"), error: expect.stringContaining("broken.pdf") },
            { input: allowed("none.pdf"), error: expect.stringContaining("inputs[2]") },
            { input: allowed("../OUT/secret.pdf"), error: expect.stringMatching(/outside/) },
            { input: allowed("ok.pdf"), error: expect.stringContaining("ok-processed.pdf") },
          ],
        });
        expect(readdirSync(allowed(output_folder)).sort()).toEqual([
          "ok-processed.pdf",
          "other-processed.pdf",
        ]);
        expectSound(path("ok-processed.pdf"), 1);
      });

      it("takes a suffix of 1 to 40 characters, and never writes over a file", async () => {
        const output_folder = freshFolder();
        const suffix = "aZ09_-".padEnd(40, "x");
        mkdirSync(allowed(output_folder));
        writeFileSync(join(allowed(output_folder), `ok-${suffix}.pdf`), "taken");
        const { outputs, failed } = expectOk(
          await run({ inputs: ["ok.pdf", "two.pdf"], suffix, output_folder }),
        );
        expect(outputs).toMatchObject([{ input: allowed("two.pdf"), pages: 2 }]);
        expect(failed).toEqual([
          { input: allowed("ok.pdf"), error: expect.stringContaining("already exists") },
        ]);
        expect(readFileSync(join(allowed(output_folder), `ok-${suffix}.pdf`), "utf8")).toBe("taken");
      });

      it("answers 200 where every input fails, and leaves no folder", async () => {
        const output_folder = freshFolder();
        const answer = await expectNothingWritten(service(), () =>
          run({ inputs: ["broken.pdf", "none.pdf"], output_folder }),
        );
        expect(expectOk(answer)).toMatchObject({ outputs: [], failed: [{}, {}] });
        expect(existsSync(allowed(output_folder))).toBe(false);
      });

      it("reports its progress, file by file, to the job that runs it", async () => {
        const input = {
          inputs: ["ok.pdf", "none.pdf", "two.pdf"],
          steps: [rotate],
          output_folder: freshFolder(),
        };
        const job = expectObject((await submit(service(), "pdf_run_batch", input)).body);
        expect(await ended(service(), job.id)).toMatchObject({
          status: "succeeded",
          progress: { progress: 3, total: 3, message: "3 of 3 files" },
          result: {
            outputs: [{ input: allowed("ok.pdf") }, { input: allowed("two.pdf") }],
            failed: [{ input: allowed("none.pdf") }],
          },
        });
      });
    });

    it("pdf_split reports its progress, file by file, to the job that runs it", async () => {
      const input = { input: "ok.pdf", mode: "pages", output_folder: freshFolder() };
      const job = expectObject((await submit(service(), "pdf_split", input)).body);
      expect(await ended(service(), job.id)).toMatchObject({
        status: "succeeded",
        progress: { progress: 3, total: 3 },
        result: { outputs: [{ pages: 1 }, { pages: 1 }, { pages: 1 }] },
      });
    });
  });
}
