/**
 * The lists that have a row for every tool, step or kind of leak. A new one without its row fails here by name, and so does an
 * exception that no longer is one.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { hidingPlaces } from "../src/redact/hiding-places.ts";
import { leakKinds } from "../src/redact/leaks/leak.ts";
import { steps } from "../src/steps/index.ts";
import { registry } from "../src/tools/registry.ts";
import { calls } from "./conformance/operations.ts";
import { columns } from "./fidelity/table.ts";
import { everyTool } from "./support/every-tool.ts";

const tools = registry.map(({ name }) => name);
const actions = steps.map(({ action }) => action);

/** Actions that calls of pipelines run. */
const stepsOf = (inputs: readonly object[]): string[] =>
  inputs.flatMap((input) =>
    "steps" in input && Array.isArray(input.steps) ? input.steps.map(({ action }) => String(action)) : [],
  );
const conforming = Object.values(calls);

/** Tools without a PDF to open, in lists of calls on documents. */
const noDocument = {
  pdf_list_files: "takes a folder",
  pdf_from_office: "takes an office file",
  pdf_from_images: "takes images",
};
/** Tools that write no document made from another. */
const noResult = {
  ...noDocument,
  pdf_info: "reads",
  pdf_read_text: "reads",
  pdf_extract_structure: "reads",
  pdf_search: "reads",
  pdf_find_leaks: "reads",
  pdf_check: "judges",
  pdf_check_signatures: "judges",
  pdf_extract_tables: "reads",
  pdf_render_pages: "writes images",
  pdf_extract_attachments: "writes attached files",
};
/** Steps that are columns or rows under their tool's name. */
const asTools = {
  extract: "pdf_extract_pages",
  remove: "pdf_remove_pages",
  rotate: "pdf_rotate_pages",
  labels: "pdf_add_page_labels",
  watermark: "pdf_add_watermark",
  "metadata-clear": "pdf_remove_metadata",
};

/** What a list is about, the names it has, and the names it needs no row for, with the reason. */
const lists: readonly (readonly [
  list: string,
  all: readonly string[],
  has: readonly string[],
  except: Readonly<Record<string, string>>,
])[] = [
  ["test/support/every-tool.ts", tools, everyTool("a.pdf", "b").map(({ tool }) => tool), noDocument],
  ["test/fidelity/table.ts, tools", tools, columns, noResult],
  ["test/fidelity/table.ts, steps", actions, columns, asTools],
  [
    "test/conformance/operations.ts, tools",
    tools,
    conforming.map(({ tool }) => tool),
    {
      ...noResult,
      pdf_remove_pages: "as extracting the others",
      pdf_protect: "veraPDF opens no encrypted file",
      pdf_fill_form: "the files have no fields",
      pdf_run_batch: "as the pipelines",
      pdf_make_pdfa: "makes a claim of its own",
    },
  ],
  [
    "test/conformance/operations.ts, steps",
    actions,
    stepsOf(conforming.map(({ fields }) => fields)),
    { extract: asTools.extract, remove: asTools.remove, watermark: asTools.watermark },
  ],
];

const missing = (all: readonly string[], has: readonly string[]) => all.filter((name) => !has.includes(name));

describe.each(lists)("%s", (_, all, has, except) => {
  it("has its row for each, except where a reason is given", () => {
    expect(missing(all, [...has, ...Object.keys(except)])).toEqual([]);
  });

  it("has no exception that isn't one", () => {
    expect(Object.keys(except).filter((name) => !all.includes(name) || has.includes(name))).toEqual([]);
  });
});

describe("what lists refer to", () => {
  it("are tools: those that stand for steps", () => {
    expect(missing(Object.values(asTools), columns)).toEqual([]);
  });

  it("are examples: every kind of leak in the tests of pdf_find_leaks", () => {
    const source = readFileSync(resolve(import.meta.dirname, "tools/pdf-find-leaks.test.ts"), "utf8");
    // Its table of hiding places has a planted secret for each.
    const planted = new Set(Object.values(hidingPlaces).map(({ kind }) => kind));
    expect(leakKinds.filter((kind) => !planted.has(kind) && !source.includes(`"${kind}"`))).toEqual([]);
  });
});
