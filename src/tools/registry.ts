/**
 * Every tool, once: its name, its group, an example for the help, and how to load it. The order is the order everywhere.
 * A command loads its tool alone, because loading all of them takes longer than most page work.
 */
import type { Tool } from "../core/tool.ts";

/** `--tools` offers tools by name or by group. */
export type ToolGroup = "read" | "convert" | "edit";

export interface ToolEntry {
  readonly name: string;
  readonly group: ToolGroup;
  /** Whether the specification names it: the group `spec`. */
  readonly spec: boolean;
  /** Arguments of its command that work as written. */
  readonly example: string;
  load(): Promise<Tool>;
}

/** A tool that the specification names. */
function specified(name: string, group: ToolGroup, example: string, load: () => Promise<Tool>): ToolEntry {
  return { name, group, spec: true, example, load };
}

export const registry: readonly ToolEntry[] = [
  specified(
    "pdf_list_files",
    "read",
    "~/Documents",
    async () => (await import("./read/pdf-list-files.ts")).pdfListFiles,
  ),
  specified("pdf_info", "read", "report.pdf", async () => (await import("./read/pdf-info.ts")).pdfInfo),
  specified(
    "pdf_read_text",
    "read",
    "report.pdf --pages 1-3",
    async () => (await import("./read/pdf-read-text.ts")).pdfReadText,
  ),
  specified(
    "pdf_extract_structure",
    "read",
    "report.pdf --format html",
    async () => (await import("./read/pdf-extract-structure.ts")).pdfExtractStructure,
  ),
  specified(
    "pdf_merge",
    "edit",
    "first.pdf second.pdf -o both.pdf",
    async () => (await import("./edit/pdf-merge.ts")).pdfMerge,
  ),
  specified(
    "pdf_extract_pages",
    "edit",
    "report.pdf --pages '1, 3-5' -o chosen.pdf",
    async () => (await import("./edit/pdf-extract-pages.ts")).pdfExtractPages,
  ),
  specified(
    "pdf_remove_pages",
    "edit",
    "report.pdf --pages 2 -o shorter.pdf",
    async () => (await import("./edit/pdf-remove-pages.ts")).pdfRemovePages,
  ),
  specified(
    "pdf_rotate_pages",
    "edit",
    "scan.pdf --angle 180 -o upright.pdf",
    async () => (await import("./edit/pdf-rotate-pages.ts")).pdfRotatePages,
  ),
  specified(
    "pdf_add_page_labels",
    "edit",
    "report.pdf --text 'Page {page}' -o labelled.pdf",
    async () => (await import("./edit/pdf-add-page-labels.ts")).pdfAddPageLabels,
  ),
  specified(
    "pdf_add_watermark",
    "edit",
    "report.pdf --text Draft -o draft.pdf",
    async () => (await import("./edit/pdf-add-watermark.ts")).pdfAddWatermark,
  ),
  specified(
    "pdf_split",
    "edit",
    "report.pdf --pages '1-3, 4-9' -o parts",
    async () => (await import("./edit/pdf-split.ts")).pdfSplit,
  ),
  specified(
    "pdf_from_office",
    "convert",
    "letter.docx -o letter.pdf",
    async () => (await import("./convert/pdf-from-office.ts")).pdfFromOffice,
  ),
  specified(
    "pdf_remove_metadata",
    "edit",
    "report.pdf -o clean.pdf",
    async () => (await import("./edit/pdf-remove-metadata.ts")).pdfRemoveMetadata,
  ),
  specified(
    "pdf_repair",
    "edit",
    "damaged.pdf -o whole.pdf",
    async () => (await import("./edit/pdf-repair.ts")).pdfRepair,
  ),
  specified(
    "pdf_protect",
    "edit",
    "report.pdf --password-file secret.txt -o locked.pdf",
    async () => (await import("./edit/pdf-protect.ts")).pdfProtect,
  ),
  specified(
    "pdf_unlock",
    "edit",
    "locked.pdf --password-file secret.txt -o open.pdf",
    async () => (await import("./edit/pdf-unlock.ts")).pdfUnlock,
  ),
  specified(
    "pdf_run_pipeline",
    "edit",
    'report.pdf --steps \'[{"action":"flatten"}]\' -o flat.pdf',
    async () => (await import("./edit/pdf-run-pipeline.ts")).pdfRunPipeline,
  ),
  specified(
    "pdf_run_batch",
    "edit",
    '*.pdf --steps \'[{"action":"metadata-clear"}]\' -o clean',
    async () => (await import("./edit/pdf-run-batch.ts")).pdfRunBatch,
  ),
  {
    name: "pdf_search",
    group: "read",
    spec: false,
    example: "'net income' report.pdf invoices",
    load: async () => (await import("./read/pdf-search.ts")).pdfSearch,
  },
  {
    name: "pdf_find_leaks",
    group: "read",
    spec: false,
    example: "report.pdf",
    load: async () => (await import("./read/pdf-find-leaks.ts")).pdfFindLeaks,
  },
  {
    name: "pdf_fill_form",
    group: "edit",
    spec: false,
    example: "form.pdf --set name=Ada --set agree=true -o filled.pdf",
    load: async () => (await import("./edit/pdf-fill-form.ts")).pdfFillForm,
  },
  {
    name: "pdf_redact",
    group: "edit",
    spec: false,
    example: "report.pdf --text 'Jane Doe' -o redacted.pdf",
    load: async () => (await import("./edit/pdf-redact.ts")).pdfRedact,
  },
  {
    name: "pdf_optimize",
    group: "edit",
    spec: false,
    example: "report.pdf -o smaller.pdf",
    load: async () => (await import("./edit/pdf-optimize.ts")).pdfOptimize,
  },
  {
    name: "pdf_render_pages",
    group: "convert",
    spec: false,
    example: "report.pdf --pages 1-3 --dpi 200 -o pictures",
    load: async () => (await import("./convert/pdf-render-pages.ts")).pdfRenderPages,
  },
  {
    name: "pdf_from_images",
    group: "convert",
    spec: false,
    example: "page-1.jpg page-2.png --page-size A4 -o scans.pdf",
    load: async () => (await import("./convert/pdf-from-images.ts")).pdfFromImages,
  },
  {
    name: "pdf_add_text_layer",
    group: "convert",
    spec: false,
    example: "scan.pdf -o searchable.pdf",
    load: async () => (await import("./convert/pdf-add-text-layer.ts")).pdfAddTextLayer,
  },
];

/** Tools that exist for MCP alone, because they answer with something that only an agent can take. */
export const agentRegistry: readonly ToolEntry[] = [
  {
    name: "pdf_view_page",
    group: "read",
    spec: false,
    example: "",
    load: async () => (await import("./read/pdf-view-page.ts")).pdfViewPage,
  },
];

const groups = ["read", "convert", "edit", "spec"] as const;

/** What `--tools` may name besides tools. */
export const groupNames: readonly string[] = groups;

/** Names of the tools of a group; undefined where there is no such group. */
export function groupTools(group: string): readonly string[] | undefined {
  if (!groupNames.includes(group)) return undefined;
  return [...registry, ...agentRegistry]
    .filter((entry) => (group === "spec" ? entry.spec : entry.group === group))
    .map(({ name }) => name);
}

/** The tool of this name, loaded alone; undefined when there is none. */
export async function loadTool(name: string): Promise<Tool | undefined> {
  return await registry.find((entry) => entry.name === name)?.load();
}
