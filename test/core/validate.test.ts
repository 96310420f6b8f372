import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { inputField, optionalPagesField, outputField, pagesField } from "../../src/core/fields.ts";
import { fieldName, validate } from "../../src/core/json/validate.ts";
import { ProblemError } from "../../src/core/problem.ts";
import { processorTime } from "../support/processor-time.ts";

const rotate = v.strictObject({
  input: inputField,
  pages: optionalPagesField,
  angle: v.optional(v.picklist([90, 180, 270]), 90),
  output: outputField,
});
const read = v.strictObject({
  input: inputField,
  max_chars: v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(200_000)), 20_000),
  format: v.optional(v.picklist(["markdown", "html"]), "markdown"),
  high_accuracy: v.optional(v.boolean(), false),
});
const crop = v.strictObject({
  action: v.literal("crop"),
  options: v.optional(v.strictObject({ pages: v.optional(v.string()) })),
});
const turn = v.strictObject({
  action: v.literal("rotate"),
  options: v.strictObject({ angle: v.picklist([90, 180]) }),
});
const pipeline = v.strictObject({
  steps: v.pipe(v.array(v.variant("action", [crop, turn])), v.minLength(1), v.maxLength(2)),
});
const merge = v.strictObject({ inputs: v.pipe(v.array(inputField), v.minLength(2)) });
const suffix = v.strictObject({ suffix: v.pipe(v.string(), v.regex(/^[a-z]{1,4}$/)) });
const free = v.strictObject({ folder: v.optional(v.string()) });

/** The errors of a refusal as `field: message` lines. */
function faults(schema: v.GenericSchema, input: unknown, prefix?: string): string[] {
  try {
    validate(schema, input, prefix);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(error.code).toBe("validation");
    return (error.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
  }
  return [];
}

describe("validate", () => {
  it("returns the output with defaults", () => {
    expect(validate(rotate, { input: "a.pdf", output: "b.pdf" })).toEqual({
      input: "a.pdf",
      output: "b.pdf",
      angle: 90,
    });
  });

  it.each<[string, v.GenericSchema, unknown, string[]]>([
    ["missing", rotate, { input: "a" }, ["output: is required"]],
    [
      "all faults at once",
      rotate,
      { angle: 91, pages: 3 },
      [
        "input: is required",
        "pages: must be a string, not a number; put it in quotation marks",
        "angle: must be one of 90, 180, 270",
        "output: is required",
      ],
    ],
    [
      "unknown",
      rotate,
      { input: "a", output: "b", page: "1" },
      ["page: is not a known field; known fields: input, pages, angle, output"],
    ],
    [
      "null is not omitted",
      rotate,
      { input: "a", output: "b", pages: null },
      ["pages: must be a string, not null"],
    ],
    ["null body", rotate, null, ["body: must be an object, not null"]],
    ["array body", free, [], ["body: must be an object, not an array"]],
    ["string body", free, "x", ["body: must be an object, not a string"]],
    ["low", read, { input: "a", max_chars: 99 }, ["max_chars: must be at least 100"]],
    ["high", read, { input: "a", max_chars: 200_001 }, ["max_chars: must be at most 200000"]],
    ["fraction", read, { input: "a", max_chars: 100.5 }, ["max_chars: must be a whole number"]],
    [
      "boolean",
      read,
      { input: "a", high_accuracy: 1 },
      ["high_accuracy: must be true or false, not a number"],
    ],
    ["choice", read, { input: "a", format: "pdf" }, ["format: must be one of markdown, html"]],
    [
      "string length",
      v.strictObject({ pages: pagesField }),
      { pages: "" },
      ["pages: must have at least 1 character"],
    ],
    [
      "string length, above",
      v.strictObject({ pages: pagesField }),
      { pages: "1".repeat(201) },
      ["pages: must have at most 200 characters"],
    ],
    [
      "item",
      merge,
      { inputs: ["a", "b", 3] },
      ["inputs[2]: must be a string, not a number; put it in quotation marks"],
    ],
    [
      "missing item",
      v.strictObject({ box: v.strictTuple([v.number(), v.number()]) }),
      { box: [1] },
      ["box[1]: is required"],
    ],
    ["item count", merge, { inputs: ["a"] }, ["inputs: must have at least 2 items"]],
    [
      "values that only lack, or have, quotation marks",
      rotate,
      { input: "a", output: "b", angle: "90", pages: [1, 2] },
      [
        'pages: must be a string, not an array; write it as "1, 2"',
        "angle: must be one of 90, 180, 270; leave out the quotation marks",
      ],
    ],
    ["array wanted", merge, { inputs: "a" }, ["inputs: must be an array, not a string"]],
    ["pattern", suffix, { suffix: "../x" }, ["suffix: must match ^[a-z]{1,4}$"]],
    ["pattern and a trailing line feed", suffix, { suffix: "x\n" }, ["suffix: must match ^[a-z]{1,4}$"]],
    [
      "own message",
      rotate,
      { input: "\ud800", output: "b" },
      ["input: must be well-formed Unicode text without NUL"],
    ],
    [
      "nested",
      pipeline,
      { steps: [{ action: "rotate", options: { angle: 7 } }] },
      ["steps[0].options.angle: must be one of 90, 180"],
    ],
    [
      "unknown action",
      pipeline,
      { steps: [{ action: "fly" }] },
      ["steps[0].action: must be one of crop, rotate"],
    ],
    ["no action", pipeline, { steps: [{}] }, ["steps[0].action: is required: one of crop, rotate"]],
    [
      "array where an object of options belongs",
      pipeline,
      { steps: [{ action: "crop", options: [] }] },
      ["steps[0].options: must be an object, not an array"],
    ],
    [
      "an option of another action",
      pipeline,
      { steps: [{ action: "rotate", options: { angle: 90, pgs: "1" } }] },
      ["steps[0].options.pgs: is not a known field; known fields: angle"],
    ],
    ["odd names", free, { "a b": 1 }, ['["a b"]: is not a known field; known fields: folder']],
  ])("refuses: %s", (_, schema, input, expected) => {
    expect(faults(schema, input)).toEqual(expected);
  });

  it("refuses names of Object.prototype like any other unknown field", () => {
    const body: unknown = JSON.parse('{"__proto__":{"folder":"x"},"constructor":1,"toString":2}');
    expect(faults(free, body).map((line) => line.split(":")[0])).toEqual([
      "__proto__",
      "constructor",
      "toString",
    ]);
    expect(Reflect.get({}, "folder")).toBeUndefined();
  });

  it("prefixes every field", () => {
    expect(faults(rotate, { output: "b" }, "input")).toEqual(["input.input: is required"]);
    expect(faults(rotate, [], "input")).toEqual(["input: must be an object, not an array"]);
  });

  it("never repeats a value", () => {
    expect(
      faults(v.strictObject({ password: v.pipe(v.string(), v.maxLength(5)) }), {
        password: "hunter2-secret",
      }).join(),
    ).not.toContain("hunter2");
  });

  it("lists a limited number of faults, and is quick with a huge body", () => {
    expect(faults(merge, { inputs: Array.from({ length: 400 }, () => 1) })).toHaveLength(50);
    const started = processorTime();
    expect(faults(merge, { inputs: Array.from({ length: 500_000 }, () => 1) })).toHaveLength(1);
    expect(processorTime() - started).toBeLessThan(1000);
  });

  it("refuses nesting that could overflow recursive code", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(faults(free, { folder: deep })).toEqual(["body: must nest at most 80 levels"]);
  });

  it("shortens a caller's own field names", () => {
    expect(fieldName(["x".repeat(500)]).length).toBeLessThan(100);
  });
});
