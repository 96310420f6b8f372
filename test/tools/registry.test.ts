/** A new tool is in every handwritten list; each title names the file to extend. */
import { expect, it } from "vitest";
import { tools } from "../../src/tools/index.ts";
import { loadTool, registry } from "../../src/tools/registry.ts";
import { columns } from "../fidelity/table.ts";
import { everyTool } from "../support/every-tool.ts";

const names = tools.map(({ name }) => name);

/** Tools that write other files than PDFs. */
const otherFiles = ["pdf_render_pages", "pdf_extract_attachments", "pdf_extract_tables"];

/** Tools whose input isn't a PDF. */
const others = ["pdf_list_files", "pdf_from_office", "pdf_from_images"];

it("has a valid name, title, description and properties", () => {
  for (const { name, title, description, annotations, reportsProgress, lane } of tools) {
    expect(name).toMatch(/^pdf_[a-z]+(_[a-z]+)*$/);
    expect(title, name).toMatch(/^[A-Z].{3,60}[^.]$/);
    expect(description, name).toMatch(/^[A-Z].{30,600}\.$/);
    expect(annotations.idempotentHint, name).toBe(annotations.readOnlyHint);
    expect(annotations.destructiveHint || annotations.openWorldHint, name).toBe(false);
    expect([typeof reportsProgress, lane === "office"], name).toEqual([
      "boolean",
      name === "pdf_from_office",
    ]);
  }
  expect(new Set(names).size).toBe(names.length);
});

it("reports progress if its work is long", () => {
  const reporting = tools.filter(({ reportsProgress }) => reportsProgress).map(({ name }) => name);
  expect(reporting.toSorted()).toEqual([
    ...["pdf_add_text_layer", "pdf_arrange_pages", "pdf_extract_tables", "pdf_from_images", "pdf_make_pdfa"],
    ...["pdf_merge", "pdf_optimize", "pdf_redact", "pdf_render_pages", "pdf_run_batch", "pdf_run_pipeline"],
    ...["pdf_search", "pdf_split"],
  ]);
});

it("is loaded by its name alone: src/tools/registry.ts", async () => {
  expect(registry.map(({ name }) => name)).toEqual(names);
  for (const tool of tools) expect(await loadTool(tool.name)).toBe(tool);
  for (const name of ["pdf_", "pdf_none", "toString", "__proto__", "constructor"])
    expect(await loadTool(name), name).toBeUndefined();
});

it("gets hostile documents: test/support/every-tool.ts", () => {
  const called = new Set(everyTool("a.pdf", "out").map(({ tool }) => tool));
  expect(names.filter((name) => !called.has(name) && !others.includes(name))).toEqual([]);
});

it("declares what it keeps of a document: test/fidelity/table.ts", () => {
  const writers = tools.filter(
    ({ name, annotations }) => !annotations.readOnlyHint && ![...others, ...otherFiles].includes(name),
  );
  const promised: readonly string[] = columns;
  expect(writers.map(({ name }) => name).filter((name) => !promised.includes(name))).toEqual([]);
});
