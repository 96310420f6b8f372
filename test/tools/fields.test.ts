/** The input that each tool accepts, and the field it names when it refuses; shared by all tools. */
import { describe, expect, it } from "vitest";
import { everyTool } from "../support/every-tool.ts";
import { pagesPdf } from "../support/pdf-builder.ts";
import { callOrError } from "../support/run-tool.ts";

const three = pagesPdf(["/Annots[10 0 R]", "", ""], {
  root: "/AcroForm<</Fields[10 0 R]>>/Names<</EmbeddedFiles<</Names[(a.txt)<</EF<</F 11 0 R>>>>]>>>>",
  more: { 10: "<</Subtype/Widget/FT/Tx/T(person)/Rect[0 0 100 20]>>", 11: { dict: "", data: "x" } },
});
const files = { "a.pdf": three, "ok.pdf": three };
/** A valid call of each tool. */
const calls = everyTool("a.pdf", "out");
const fieldsOf = new Map<string, object>(calls.map(({ tool, input }) => [tool, input]));
const having = (field: string) => calls.filter(({ input }) => field in input).map(({ tool }) => tool);
const reading = ["pdf_read_text", "pdf_extract_structure"];

async function refusal(tool: string, change: object): Promise<unknown> {
  const { error, context } = await callOrError(tool, { ...fieldsOf.get(tool), ...change }, files);
  expect([...context.files.stored.keys()]).toEqual(["/files/a.pdf", "/files/ok.pdf"]);
  expect(context.files.open.size).toBe(0);
  return error;
}

async function expectRefused(tool: string, change: object, field: string): Promise<void> {
  const errors = expect.arrayContaining([{ field, message: expect.stringMatching(/\S/) }]);
  expect([tool, await refusal(tool, change)]).toMatchObject([tool, { code: "validation", errors }]);
}

describe.each(calls)("$tool", ({ tool, input }) => {
  it("accepts its fields and no others", async () => {
    expect((await callOrError(tool, input, files)).error).toBeUndefined();
    for (const field of ["extra", "overwrite", "__proto__"])
      await expectRefused(tool, JSON.parse(`{"${field}":true}`), field);
  });
});

describe("every tool with the field refuses", () => {
  it.each(["input", "output", "output_folder", "inputs", "steps"])(
    "a missing %s and one of another type",
    async (field) => {
      for (const tool of having(field))
        for (const value of [undefined, null, 5]) await expectRefused(tool, { [field]: value }, field);
    },
  );

  it("an input that doesn't exist or isn't a document", async () => {
    for (const tool of having("input")) {
      await expectRefused(tool, { input: "none.pdf" }, "input");
      const broken = await callOrError(tool, { ...fieldsOf.get(tool) }, { "a.pdf": Buffer.from("no PDF") });
      expect([tool, broken.error]).toMatchObject([tool, { code: "operation_failed" }]);
    }
  });

  const selecting = [...having("pages"), ...reading, "pdf_rotate_pages", "pdf_split"];
  const stamping = ["pdf_add_page_labels", "pdf_add_watermark"];

  it.each(["", "0", "1,,2", "3-1-2", "all", "4", "1-4", 1, ["1"], null, `${"1,".repeat(99)}  1`])(
    "the pages %j",
    async (pages) => {
      for (const tool of new Set([...selecting, ...stamping])) await expectRefused(tool, { pages }, "pages");
    },
  );

  it("a descending page range if the order has no effect", async () => {
    for (const tool of selecting.filter((name) => name !== "pdf_extract_pages"))
      await expectRefused(tool, { pages: "3-1" }, "pages");
    const input = { input: "a.pdf", pages: "end-2", output: "new.pdf" };
    expect((await callOrError("pdf_extract_pages", input, files)).result).toMatchObject({ pages: 2 });
  });

  it("a selector of 201 characters, but accepts 200", async () => {
    const pages = `${"1,".repeat(99)} 1`;
    expect(pages).toHaveLength(200);
    expect((await callOrError("pdf_read_text", { input: "a.pdf", pages }, files)).error).toBeUndefined();
    await expectRefused("pdf_read_text", { pages: `${pages} ` }, "pages");
  });
});

/** Readers may treat the last two as another password, so they are refused. */
const passwords = ["x".repeat(128), 1, null, "a\0b", "a\ud800"];

describe("single fields", () => {
  const texts = ["", " \n", "a\nb", "a\tb", "\0", "a\u2028b", "\ud800", 7, null, ["x"]];
  const rows: readonly (readonly [tool: string, field: string, values: readonly unknown[]])[] = [
    ["pdf_read_text", "max_chars", [99, 200_001, 0, -1, 100.5, "100", true, null, 1 / 0, 2 ** 53 + 1]],
    ["pdf_extract_structure", "max_chars", [99, 400_001, 0, -1, 100.5, "100", null]],
    ["pdf_extract_structure", "format", ["text", "", "JSON", 1, null]],
    ["pdf_extract_structure", "high_accuracy", ["true", 1, null]],
    ["pdf_extract_structure", "model", ["9b", "", 4, null]],
    ["pdf_read_text", "model", ["5b", "", 4, null]],
    ["pdf_read_text", "language", ["", "xyz", "german", "de+", "de,en", "x".repeat(101), 1, null]],
    ["pdf_merge", "inputs", [[], ["ok.pdf"], "ok.pdf"]],
    ["pdf_rotate_pages", "angle", [0, 45, 91, 360, -90, "90", 90.5, null, true]],
    ["pdf_split", "mode", ["bookmark", null]],
    ["pdf_split", "count", [0, 1.5, "2", null]],
    ["pdf_split", "max_bytes", [0, 1.5, "2", null]],
    ["pdf_split", "level", [0, 33, "1", null]],
    ["pdf_split", "pattern", ["", "x".repeat(501), 1, null]],
    ["pdf_split", "keep_separators", ["true", 1, null]],
    ["pdf_split", "name", ["", "x".repeat(201), "{page}", "{}", "{Title}", "a\0b", 1, null]],
    ["pdf_protect", "password", [undefined, "", "é".repeat(64), "\u200b", ...passwords]],
    ["pdf_unlock", "password", passwords],
    ["pdf_add_page_labels", "text", [...texts, "𝔸".repeat(121)]],
    ["pdf_add_watermark", "text", [undefined, ...texts, "𝔸".repeat(61)]],
    ["pdf_add_page_labels", "position", ["bottom", null]],
    ["pdf_add_page_labels", "start", [-1, 1.5]],
    ["pdf_add_page_labels", "digits", [0, 13, 1.5, "6", null]],
    ["pdf_add_page_labels", "continue", [true]],
    ["pdf_add_page_labels", "size", [0]],
    ["pdf_add_page_labels", "margin", [-1]],
    ["pdf_add_watermark", "opacity", [0, 1.1]],
    ["pdf_add_watermark", "color", ["red"]],
    ["pdf_add_watermark", "size", [0, 0.5]],
    ["pdf_add_watermark", "angle", [3]],
    ["pdf_add_watermark", "position", ["top"]],
    ["pdf_redact", "areas", [Array.from({ length: 10_001 }, () => ({ page: 1, bbox: [0, 0, 1, 1] })), "all"]],
    ["pdf_redact", "text", [Array.from({ length: 101 }, () => "a"), "name", null]],
    ["pdf_redact", "patterns", [Array.from({ length: 101 }, () => "a"), "a", null]],
    ["pdf_redact", "kinds", ["email", null]],
    ["pdf_redact", "match_case", ["true", null]],
    ["pdf_redact", "whole_words", ["true", null]],
    ["pdf_redact", "high_accuracy", ["true", null]],
    ["pdf_redact", "model", ["0.8b", null]],
    ["pdf_redact", "fill", ["red", null]],
    ["pdf_redact", "label", ["", "x".repeat(41), null]],
    ["pdf_redact", "attachments", ["drop", null]],
    ["pdf_redact", "dry_run", ["true", 1, null]],
    ["pdf_render_pages", "bbox", [[5, 0, 1, 1], [0, 5, 1, 1], "0,0,1,1", 5, null]],
    ["pdf_render_pages", "dpi", [17, 1201, "150", null]],
    ["pdf_render_pages", "max_size", [15, 10_001, 100.5, null]],
    ["pdf_render_pages", "format", ["webp", null]],
    ["pdf_render_pages", "quality", [0, 101, 85.5, null]],
    ["pdf_render_pages", "color", ["cmyk", null]],
    ["pdf_render_pages", "annotations", ["false", null]],
    ["pdf_extract_tables", "bbox", [[5, 0, 1, 1], "0,0,1,1", null]],
    ["pdf_extract_tables", "format", ["html", null]],
    ["pdf_extract_tables", "output", [5, null]],
    ["pdf_extract_tables", "tables", [[], "a", null]],
    ["pdf_extract_tables", "join_pages", ["true", null]],
    ["pdf_extract_tables", "max_chars", [99, 400_001, null]],
    ["pdf_add_text_layer", "existing_text", ["remove", null]],
    ["pdf_add_text_layer", "turn_upright", ["true", null]],
    ["pdf_from_images", "inputs", [[], "a.png", Array.from({ length: 10_001 }, () => "a.png"), null]],
    ["pdf_from_images", "page_size", ["A6", "a4", null]],
    ["pdf_from_images", "margin", [-1, 201, "1", null]],
    ["pdf_from_images", "fit", ["stretch", null]],
    ["pdf_from_images", "pdfa", ["2a", "pdfa-2b", null]],
    ["pdf_add_text_layer", "pdfa", ["2a", "pdfa-2b", null]],
    ["pdf_extract_attachments", "names", [[], "a.txt", null]],
    ["pdf_check_signatures", "trust", ["ca.pem", null, Array(101).fill("a.pem")]],
    ["pdf_attach", "files", [[], "ok.pdf", Array.from({ length: 101 }, () => ({ path: "ok.pdf" })), null]],
    ["pdf_attach", "remove", [[], "a.txt", null]],
    ["pdf_arrange_pages", "per_sheet", [0, 3, 17, "2", null]],
    ["pdf_arrange_pages", "booklet", ["true", null]],
    ["pdf_arrange_pages", "signature", [0, 2, 6, "4", null]],
    ["pdf_arrange_pages", "paper", ["a4", "B5", 5, null]],
    ["pdf_arrange_pages", "order", ["row", null]],
    ["pdf_arrange_pages", "right_to_left", ["true", null]],
    ["pdf_arrange_pages", "margin", [-1, 201, "1", null]],
    ["pdf_arrange_pages", "gap", [-1, 201, "1", null]],
    ["pdf_arrange_pages", "border", ["true", null]],
    ["pdf_overlay", "stamp", [undefined, 1, null]],
    ["pdf_overlay", "stamp_password", ["x".repeat(128), null]],
    ["pdf_overlay", "stamp_pages", ["last", "1", null]],
    ["pdf_overlay", "under", ["true", null]],
    ["pdf_overlay", "position", ["top", "bbox", null]],
    ["pdf_overlay", "bbox", [[0, 0, 0, 9], [9, 9, 1, 1], "1,2,3,4", null]],
    ["pdf_overlay", "width", [0, "10", null]],
    ["pdf_overlay", "opacity", [-0.1, 1.1, "1", null]],
    ["pdf_overlay", "rotate", ["90", null]],
    ["pdf_run_batch", "inputs", [[], Array.from({ length: 51 }, () => "a.pdf"), "a.pdf"]],
    ["pdf_run_batch", "suffix", ["", "a b", "../x", "a/b", "é", "x\n", "x".repeat(41), 1, null]],
  ];
  it.each(rows)("%s refuses a wrong %s", async (tool, field, values) => {
    for (const value of values) await expectRefused(tool, { [field]: value }, field);
  });

  const most: readonly (readonly [tool: string, change: object])[] = [
    ...[100, 200_000].map((max_chars) => ["pdf_read_text", { max_chars }] as const),
    ...[100, 400_000].map((max_chars) => ["pdf_extract_structure", { max_chars }] as const),
    ...[100, 400_000].map((max_chars) => ["pdf_extract_tables", { max_chars }] as const),
    ["pdf_add_page_labels", { text: "ж".repeat(120) }],
    ["pdf_add_watermark", { text: "ж".repeat(60) }],
    ["pdf_run_batch", { suffix: "aZ09_-".padEnd(40, "x") }],
    ["pdf_protect", { password: "x".repeat(127) }],
  ];
  it.each(most)("%s accepts its limits: %j", async (tool, change) => {
    const { error } = await callOrError(tool, { ...fieldsOf.get(tool), ...change }, files);
    expect(error).toBeUndefined();
  });

  it.each([
    ["pdf_merge", { inputs: ["ok.pdf", "none.pdf"] }, "inputs[1]"],
    ["pdf_merge", { inputs: ["ok.pdf", 1] }, "inputs[1]"],
    ["pdf_run_batch", { inputs: ["ok.pdf", 1] }, "inputs[1]"],
    ["pdf_split", { mode: undefined, pages: undefined }, "pages"],
    ["pdf_split", { mode: "every", pages: undefined }, "count"],
    ["pdf_split", { mode: "size", pages: undefined }, "max_bytes"],
    ["pdf_split", { mode: "text", pages: undefined }, "pattern"],
    ["pdf_split", { count: 1 }, "count"],
    ["pdf_split", { max_bytes: 1 }, "max_bytes"],
    ["pdf_split", { level: 1 }, "level"],
    ["pdf_split", { pattern: "x" }, "pattern"],
    ["pdf_split", { keep_separators: false }, "keep_separators"],
    ["pdf_split", { mode: "every", count: 1, pages: "1" }, "pages"],
    ["pdf_split", { mode: "text", pattern: "(", pages: undefined }, "pattern"],
    ["pdf_fill_form", { fields: {} }, "fields"],
    ["pdf_fill_form", { fields: { none: "x" } }, "fields.none"],
    ["pdf_fill_form", { fields: { person: {} } }, "fields.person"],
    ["pdf_fill_form", { fields: { person: [1] } }, "fields.person"],
    ["pdf_fill_form", { fields: { person: true } }, "fields.person"],
    ["pdf_fill_form", { fields: { person: "a\nb" } }, "fields.person"],
    ["pdf_fill_form", { flatten: "yes" }, "flatten"],
    ["pdf_optimize", { images: {} }, "images"],
    ["pdf_optimize", { max_bytes: 0 }, "max_bytes"],
    ["pdf_optimize", { max_bytes: 1.5 }, "max_bytes"],
    ["pdf_optimize", { images: { max_dpi: 35 } }, "images.max_dpi"],
    ["pdf_optimize", { images: { max_dpi: 1201 } }, "images.max_dpi"],
    ["pdf_optimize", { images: { quality: 0 } }, "images.quality"],
    ["pdf_optimize", { images: { quality: 101 } }, "images.quality"],
    ["pdf_optimize", { images: { dpi: 100 } }, "images.dpi"],
    ["pdf_extract_attachments", { names: ["a.txt", 1] }, "names[1]"],
    ["pdf_check_signatures", { trust: ["none.pem"] }, "trust[0]"],
    ["pdf_check_signatures", { trust: ["a.pdf"] }, "trust[0]"],
    ["pdf_attach", { files: undefined }, "files"],
    ["pdf_attach", { files: [{}] }, "files[0].path"],
    ["pdf_attach", { files: [{ path: "none" }] }, "files[0].path"],
    ["pdf_attach", { files: [{ path: "ok.pdf", name: "" }] }, "files[0].name"],
    ["pdf_attach", { files: [{ path: "ok.pdf", name: "a/b" }] }, "files[0].name"],
    ["pdf_attach", { files: [{ path: "ok.pdf", name: "a\\b" }] }, "files[0].name"],
    ["pdf_attach", { files: [{ path: "ok.pdf", name: "a\nb" }] }, "files[0].name"],
    ["pdf_attach", { files: [{ path: "ok.pdf", name: "x".repeat(256) }] }, "files[0].name"],
    ["pdf_attach", { files: [{ path: "ok.pdf", relationship: "schema" }] }, "files[0].relationship"],
    ["pdf_attach", { files: [{ path: "ok.pdf", mime: "text" }] }, "files[0].mime"],
    ["pdf_attach", { invoice: {} }, "invoice.path"],
    ["pdf_attach", { invoice: { path: "none" } }, "invoice.path"],
    ["pdf_attach", { invoice: { path: "ok.pdf", level: "comfort" } }, "invoice.level"],
    ["pdf_attach", { invoice: { path: "ok.pdf", relationship: "schema" } }, "invoice.relationship"],
    ["pdf_arrange_pages", { booklet: true }, "booklet"],
    ["pdf_arrange_pages", { signature: 8 }, "signature"],
    ["pdf_arrange_pages", { per_sheet: 16, gap: 200 }, "gap"],
    ["pdf_arrange_pages", { paper: { width: 30, height: 30 } }, "margin"],
    ["pdf_arrange_pages", { paper: { width: 2, height: 9 } }, "paper.width"],
    ["pdf_overlay", { stamp: "none.pdf" }, "stamp"],
    ["pdf_overlay", { bbox: [0, 0, 9, 9], position: "top-left" }, "bbox"],
    ["pdf_overlay", { bbox: [0, 0, 9, 9], width: 9 }, "width"],
    ["pdf_overlay", { position: "fill", width: 9 }, "width"],
    ["pdf_overlay", { bbox: [5000, 0, 5009, 9] }, "bbox"],
    ["pdf_run_batch", { output: "x.pdf" }, "output"],
    ["pdf_split", { output: "x.pdf" }, "output"],
  ])("%s refuses %j", async (tool, change, field) => {
    await expectRefused(tool, change, field);
  });
});

const rotate = { action: "rotate", options: { angle: 90 } };
/** Steps that are invalid for any document, and the field named in the error. */
const badSteps: readonly (readonly [steps: unknown, field: string])[] = [
  [[], "steps"],
  [Array.from({ length: 11 }, () => rotate), "steps"],
  ["rotate", "steps"],
  [["rotate"], "steps[0]"],
  [[{}], "steps[0].action"],
  [[rotate, { action: "shrink" }], "steps[1].action"],
  [[{ action: "rotate", options: { angle: 45 } }], "steps[0].options.angle"],
  [[{ action: "rotate", options: { pages: "0" } }], "steps[0].options.pages"],
  [[{ action: "rotate", options: { angle: 90, page: "1" } }], "steps[0].options.page"],
  [[{ action: "rotate", angle: 90 }], "steps[0].angle"],
  [[{ action: "rotate", options: [] }], "steps[0].options"],
  [[{ action: "rotate", options: null }], "steps[0].options"],
  [[{ action: "extract" }], "steps[0].options"],
  [[{ action: "extract", options: {} }], "steps[0].options.pages"],
  [[{ action: "remove", options: { pages: "1,,2" } }], "steps[0].options.pages"],
  [[{ action: "remove", options: { pages: "5-2" } }], "steps[0].options.pages"],
  [[{ action: "labels", options: { text: "x".repeat(121) } }], "steps[0].options.text"],
  [[{ action: "watermark", options: { text: "" } }], "steps[0].options.text"],
  [[{ action: "watermark", options: { text: "x".repeat(61) } }], "steps[0].options.text"],
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

it.each(badSteps)("pipeline and batch refuse the steps %j", async (steps, field) => {
  for (const tool of ["pdf_run_pipeline", "pdf_run_batch"]) await expectRefused(tool, { steps }, field);
});

it("a pipeline refuses what only a batch can do: to count on", async () => {
  const steps = [{ action: "labels", options: { continue: true } }];
  await expectRefused("pdf_run_pipeline", { steps }, "steps[0].options.continue");
});

/** Steps that would be valid for another document. */
it.each([
  [
    [
      { action: "extract", options: { pages: "1-2" } },
      { action: "rotate", options: { pages: "3" } },
    ],
    "steps[1].options.pages",
  ],
  [[{ action: "remove", options: { pages: "1-3" } }], "steps[0].options.pages"],
  [[{ action: "crop", options: { margins: 400 } }], "steps[0].options.margins"],
  [[{ action: "crop", options: { box: [0, 0, 613, 500] } }], "steps[0].options.box"],
  [[rotate, { action: "labels", options: { text: "\u{10FFFD}" } }], "steps[1].options.text"],
])("a pipeline names the option that doesn't fit the document: %j", async (steps, field) => {
  await expectRefused("pdf_run_pipeline", { steps }, field);
});
