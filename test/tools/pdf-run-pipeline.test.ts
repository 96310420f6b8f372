import { describe, expect, it } from "vitest";
import { jsonSchema } from "../../src/core/json/schema.ts";
import { validate } from "../../src/core/json/validate.ts";
import { toProblem } from "../../src/core/problem.ts";
import { openStrictly } from "../../src/document/open.ts";
import { dictAt } from "../../src/document/typed-get.ts";
import { pdfRunPipeline } from "../../src/tools/edit/pdf-run-pipeline.ts";
import { memorySource, testContext } from "../support/memory-files.ts";
import { pageTexts, samplePdf } from "../support/pdf.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { openPdfjs, textOf } from "../support/pdfjs.ts";
import { richPdf } from "../support/rich-pdf.ts";
import { runSteps } from "../support/run-steps.ts";

const actions = [
  "extract",
  "remove",
  "rotate",
  "crop",
  "scale",
  "flatten",
  "labels",
  "watermark",
  "metadata-clear",
];

const five = samplePdf({
  pages: pageTexts("text", 5),
  info: "/Title(Secret title)/Author(Secret author)",
});

async function texts(bytes: Uint8Array): Promise<string[]> {
  const document = await openPdfjs(bytes);
  const found: string[] = [];
  for (let page = 1; page <= document.numPages; page++) found.push(await textOf(document, page));
  await document.destroy();
  return found;
}

function problemsOf(steps: unknown) {
  try {
    validate(pdfRunPipeline.input, { input: "a.pdf", output: "b.pdf", steps });
  } catch (error) {
    return toProblem(error, "1");
  }
  throw new Error("it was taken");
}

describe("pdf_run_pipeline", () => {
  it("describes each step and its options in the JSON Schema", () => {
    const text = JSON.stringify(jsonSchema(pdfRunPipeline.input, "input"));
    for (const action of actions) expect(text).toContain(`{"const":"${action}"}`);
  });

  it("applies each step to the result of the previous one", async () => {
    const { written, states } = await runSteps(five, [
      { action: "remove", options: { pages: "1" } },
      { action: "extract", options: { pages: "4, 1" } },
      { action: "rotate", options: { pages: "1", angle: 180 } },
      { action: "labels", options: { text: "no {page} of {total}" } },
    ]);
    const shown = await texts(written);
    expect(shown.map((text) => text.replace(/\s+/g, " "))).toEqual([
      expect.stringMatching(/text page 5.*no 1 of 2/),
      expect.stringMatching(/text page 2.*no 2 of 2/),
    ]);
    const { pages } = openStrictly(memorySource(written));
    expect([1, 2].map((page) => pages.attribute(page, "Rotate") ?? 0)).toEqual([180, 0]);
    expect(states.at(-1)).toEqual({ progress: 4, total: 4, message: "4 of 4 steps" });
    for (const [k, { progress }] of states.entries())
      expect(progress).toBeGreaterThan(states[k - 1]?.progress ?? 0);
  });

  it("stamps copies of a page separately, on top of their shared stamps", async () => {
    const { written, pages, cos } = await runSteps(five, [
      { action: "labels", options: { text: "label" } },
      { action: "watermark", options: { text: "BOTH" } },
      { action: "extract", options: { pages: "2, 2, 3" } },
      { action: "watermark", options: { text: "FIRST", pages: "1" } },
      { action: "labels", options: { text: "LAST", pages: "2" } },
    ]);
    const shown = (await texts(written)).map((text) => text.replace(/\s+/g, " "));
    expect(shown).toEqual([
      expect.stringMatching(/page 2.*label.*BOTH.*FIRST/),
      expect.stringMatching(/page 2.*label.*BOTH.*LAST/),
      expect.stringMatching(/page 3.*label.*BOTH/),
    ]);
    expect(shown[1]).not.toContain("FIRST");
    expect(shown[0]).not.toContain("LAST");
    expect(shown[2]).not.toMatch(/FIRST|LAST/);
    // Each page's resources name its own stamps and no others.
    const stampsOf = (page: number) => {
      const resources = dictAt(cos, pages.attribute(page, "Resources"));
      const names = (kind: string) => [...(dictAt(cos, resources?.get(kind))?.keys() ?? [])];
      return [...names("Font"), ...names("XObject")].filter((name) => name.startsWith("Stamp"));
    };
    expect([1, 2, 3].map(stampsOf)).toEqual([
      ["Stamp1", "Stamp1", "Stamp2"],
      ["Stamp1", "Stamp2", "Stamp1"],
      ["Stamp1", "Stamp1"],
    ]);
  });

  it("runs ten steps with every action", async () => {
    const { written, pages } = await runSteps(five, [
      { action: "extract", options: { pages: "1-4" } },
      { action: "remove", options: { pages: "4" } },
      { action: "rotate", options: { angle: 90 } },
      { action: "crop", options: { margins: 10 } },
      { action: "scale", options: { size: "A4" } },
      { action: "flatten" },
      { action: "labels", options: {} },
      { action: "watermark", options: { text: "DRAFT" } },
      { action: "rotate", options: { pages: "2-3", angle: 270 } },
      { action: "metadata-clear" },
    ]);
    expect(pages.count).toBe(3);
    expect((await texts(written))[2]).toMatch(/text page 3/);
    expect(Buffer.from(written).toString("latin1")).not.toContain("Secret");
  });

  it("treats a page extracted twice as two pages", async () => {
    const { written, pages } = await runSteps(five, [
      { action: "extract", options: { pages: "2, 2" } },
      { action: "rotate", options: { pages: "2" } },
      { action: "labels", options: { text: "label {page}" } },
    ]);
    expect([1, 2].map((page) => pages.attribute(page, "Rotate") ?? 0)).toEqual([0, 90]);
    const shown = await texts(written);
    expect(shown[0]).toMatch(/label 1/);
    expect(shown[1]).toMatch(/label 2/);
  });

  describe.each([
    ["extract", { pages: "1" }],
    ["remove", { pages: "2" }],
  ])("metadata-clear and %s", (action, options) => {
    const secret = pagesPdf(["/PieceInfo<</X<</Private(hidden one)>>>>/Contents 10 0 R", "", ""], {
      root: "/Metadata 11 0 R",
      trailer: "/Info 12 0 R/ID[<AABBCCDD><AABBCCDD>]",
      more: {
        10: { dict: "", data: "0 0 9 9 re f" },
        11: { dict: "/Type/Metadata/Subtype/XML", data: "<x>hidden two</x>" },
        12: "<</Title(hidden three)>>",
      },
    });
    const clear = { action: "metadata-clear" };
    const choose = { action, options };

    it.each([
      ["after", [choose, clear]],
      ["before", [clear, choose]],
    ])("leave no metadata, clearing %s the other step", async (_, steps) => {
      const { written, cos } = await runSteps(secret, steps);
      expect(cos.trailer.has("Info")).toBe(false);
      const text = Buffer.from(written).toString("latin1");
      expect(text).not.toMatch(/hidden|Metadata|PieceInfo|AABBCCDD/i);
    });
  });

  it("clears every copy of a page", async () => {
    const bytes = pagesPdf(["/PieceInfo<</X<</Private(hidden)>>>>"]);
    const { written } = await runSteps(bytes, [
      { action: "extract", options: { pages: "1, 1, 1" } },
      { action: "metadata-clear" },
    ]);
    expect(Buffer.from(written).toString("latin1")).not.toMatch(/hidden|PieceInfo/);
  });

  it("works on a document with every feature", async () => {
    const { pages, warnings } = await runSteps(richPdf({ label: "rich", pages: 6 }), [
      { action: "rotate", options: { pages: "1-2" } },
      { action: "extract", options: { pages: "2-5" } },
      { action: "crop", options: { margins: 20, pages: "1" } },
      { action: "scale", options: { factor: 0.5 } },
      { action: "metadata-clear" },
    ]);
    expect(pages.count).toBe(4);
    expect(warnings).toEqual([]);
  });

  it("names the option that doesn't fit the document, and writes nothing", async () => {
    const context = testContext({ "a.pdf": five });
    const steps = [
      { action: "extract", options: { pages: "1-2" } },
      { action: "rotate", options: { pages: "3" } },
    ];
    const fields = validate(pdfRunPipeline.input, { input: "a.pdf", output: "b.pdf", steps });
    await expect(pdfRunPipeline.run(fields, context)).rejects.toMatchObject({
      code: "validation",
      message: "steps[1].options.pages: can't select page 3: the document has 2 pages",
      errors: [{ field: "steps[1].options.pages" }],
    });
    expect([...context.files.stored.keys()]).toEqual(["/files/a.pdf"]);
    expect(context.files.open.size).toBe(0);
  });

  it("lists every action if one is unknown", () => {
    const problem = problemsOf([{ action: "extract", options: { pages: "1" } }, { action: "shrink" }]);
    expect(problem).toMatchObject({ status: 422, errors: [{ field: "steps[1].action" }] });
    for (const action of actions) expect(problem.errors?.[0]?.message).toContain(action);
  });
});
