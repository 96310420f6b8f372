/** pdf_extract_structure with a model: tables as HTML, formulas as LaTeX. */

import type { LayoutReader } from "../../../core/page-layout.ts";
import { ProblemError } from "../../../core/problem.ts";
import type { Extract, ExtractOptions } from "../../../reading/extract.ts";
import { pageKind } from "../../../reading/formats/json.ts";
import { pageFlow } from "../../../reading/layout/flow.ts";
import { extractModelText, type PageFacts } from "../../../reading/model-output/extract.ts";
import type { ModelPages } from "./model-pages.ts";

export type ModelStructureOptions = Omit<ExtractOptions, "taggedTables">;

export function extractModelStructure(
  source: ModelPages,
  layout: LayoutReader,
  options: ModelStructureOptions,
): Promise<Extract> {
  // Faults in the page tree show up before a page is read, not minutes later.
  const rotations = new Map(options.pages.map((page) => [page, options.rotation(page)]));
  return extractModelText({
    ...options,
    pageCount: layout.pageCount,
    read: (page) => source.read(page),
    facts: (page) => factsOf(layout, page, rotations.get(page) ?? 0),
  });
}

/** A page's layout follows from its content, as without a model. */
async function factsOf(layout: LayoutReader, page: number, rotation: number): Promise<PageFacts> {
  try {
    const flow = pageFlow(await layout.page(page));
    return { width: flow.width, height: flow.height, rotation, kind: pageKind(flow) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { width: 0, height: 0, rotation, kind: "scanned" };
  }
}
