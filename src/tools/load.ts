/**
 * The registry's tools one by one, for commands: one tool is loaded in a third of the time that all of them take, which
 * is longer than most page work. A test compares this list with the registry's.
 */
import type { Tool } from "../core/tool.ts";

const loaders: Readonly<Record<string, () => Promise<Tool>>> = {
  pdf_list_files: async () => (await import("./pdf-list-files.ts")).pdfListFiles,
  pdf_info: async () => (await import("./pdf-info.ts")).pdfInfo,
  pdf_read_text: async () => (await import("./pdf-read-text.ts")).pdfReadText,
  pdf_extract_structure: async () => (await import("./pdf-extract-structure.ts")).pdfExtractStructure,
  pdf_merge: async () => (await import("./pdf-merge.ts")).pdfMerge,
  pdf_extract_pages: async () => (await import("./pdf-extract-pages.ts")).pdfExtractPages,
  pdf_remove_pages: async () => (await import("./pdf-remove-pages.ts")).pdfRemovePages,
  pdf_rotate_pages: async () => (await import("./pdf-rotate-pages.ts")).pdfRotatePages,
  pdf_add_page_labels: async () => (await import("./pdf-add-page-labels.ts")).pdfAddPageLabels,
  pdf_add_watermark: async () => (await import("./pdf-add-watermark.ts")).pdfAddWatermark,
  pdf_split: async () => (await import("./pdf-split.ts")).pdfSplit,
  pdf_from_office: async () => (await import("./pdf-from-office.ts")).pdfFromOffice,
  pdf_remove_metadata: async () => (await import("./pdf-remove-metadata.ts")).pdfRemoveMetadata,
  pdf_repair: async () => (await import("./pdf-repair.ts")).pdfRepair,
  pdf_protect: async () => (await import("./pdf-protect.ts")).pdfProtect,
  pdf_unlock: async () => (await import("./pdf-unlock.ts")).pdfUnlock,
  pdf_run_pipeline: async () => (await import("./pdf-run-pipeline.ts")).pdfRunPipeline,
  pdf_run_batch: async () => (await import("./pdf-run-batch.ts")).pdfRunBatch,
};

/** Names of the tools that can be loaded, in the registry's order. */
export const loadableTools: readonly string[] = Object.keys(loaders);

/** The tool of this name; undefined when there is none. */
export async function loadTool(name: string): Promise<Tool | undefined> {
  return Object.hasOwn(loaders, name) ? await loaders[name]?.() : undefined;
}
