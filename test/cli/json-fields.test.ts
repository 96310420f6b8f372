/** Fields that are objects or lists of objects: as JSON, from a file, or in a short form. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandOf } from "../../src/cli/tools/tool-command.ts";
import { inputOf } from "../../src/cli/tools/tool-flags.ts";
import { defineTool, reads } from "../../src/core/tool.ts";
import { givenFlags } from "../support/given-flags.ts";

const tool = defineTool({
  name: "pdf_info",
  title: "",
  description: "",
  input: v.strictObject({
    input: v.string(),
    bookmarks: v.nullish(v.array(v.strictObject({ title: v.string(), page: v.number() }))),
    viewer: v.optional(v.strictObject({ layout: v.optional(v.string()) })),
    areas: v.optional(v.array(v.strictObject({ page: v.number(), bbox: v.array(v.number()) }))),
    files: v.optional(v.array(v.strictObject({ path: v.string(), name: v.optional(v.string()) }))),
    invoice: v.optional(v.strictObject({ path: v.string() })),
    images: v.optional(v.strictObject({ max_dpi: v.optional(v.number()), quality: v.optional(v.number()) })),
    paper: v.optional(v.union([v.string(), v.strictObject({ width: v.number(), height: v.number() })])),
  }),
  output: v.strictObject({}),
  annotations: reads,
  run: () => ({}),
});

describe("a JSON field", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pdfd-json-"));
    writeFileSync(join(folder, "list.json"), '[{"title":"One","page":1}]');
    writeFileSync(join(folder, "cut.json"), '[{"title":');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const read = (...args: string[]) => inputOf(tool, givenFlags(commandOf(tool), ["a.pdf", ...args]), {});

  it.each([
    [["--bookmarks", '[{"title":"One","page":1}]'], { bookmarks: [{ title: "One", page: 1 }] }],
    [["--bookmarks", "null"], { bookmarks: null }],
    [["--bookmarks", "[]"], { bookmarks: [] }],
    [
      ["--bookmarks", '{"title":"One","page":1}', "--bookmarks", '[{"title":"Two","page":2}]'],
      {
        bookmarks: [
          { title: "One", page: 1 },
          { title: "Two", page: 2 },
        ],
      },
    ],
    [["--viewer", '{"layout":"one_column"}'], { viewer: { layout: "one_column" } }],
    [
      ["--areas", "1,72,80,300.5,120", "--areas=2,0,-1,10,10"],
      {
        areas: [
          { page: 1, bbox: [72, 80, 300.5, 120] },
          { page: 2, bbox: [0, -1, 10, 10] },
        ],
      },
    ],
    [
      ["--files", "a.xml", "--files", '{"path":"b.csv","name":"c"}'],
      { files: [{ path: "a.xml" }, { path: "b.csv", name: "c" }] },
    ],
    [["--invoice", "factur-x.xml"], { invoice: { path: "factur-x.xml" } }],
    [["--images-dpi", "150", "--images-quality=80"], { images: { max_dpi: 150, quality: 80 } }],
    [["--images-quality", "low"], { images: { quality: "low" } }],
    [["--paper", "A4"], { paper: "A4" }],
    [["--paper", '{"width":100,"height":50}'], { paper: { width: 100, height: 50 } }],
    [["--bookmarks", "none"], { bookmarks: "none" }],
  ])("%j", (args, expected) => {
    expect(read(...args)).toEqual({ input: "a.pdf", ...expected });
  });

  it("comes from a file", () => {
    expect(read("--bookmarks", `@${join(folder, "list.json")}`)).toMatchObject({
      bookmarks: [{ title: "One", page: 1 }],
    });
  });

  it.each([
    [["--bookmarks", "@none.json"], '--bookmarks: "none.json" does not exist'],
    [["--viewer", '{"layout":'], "--viewer: is not JSON: "],
  ])("refuses %j", (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });

  it("names the file that isn't JSON", () => {
    const path = join(folder, "cut.json");
    expect(() => read("--bookmarks", `@${path}`)).toThrow(
      `--bookmarks: ${JSON.stringify(path)} is not JSON: `,
    );
  });
});
