/**
 * Every tool, once: its name, its group, an example for the help, and how to load it. This order is used everywhere. A command
 * loads only its own tool, because loading all of them takes longer than most page work.
 */
import type { Tool } from "../core/tool.ts";

/** `--tools` offers tools by name or group. */
export type ToolGroup = "read" | "convert" | "edit";

export interface ToolEntry {
  readonly name: string;
  readonly group: ToolGroup;
  /** Whether the specification includes it: the group `spec`. */
  readonly spec: boolean;
  /** Arguments of its command that work as written. */
  readonly example: string;
  /** Its module. */
  readonly load: () => Promise<object>;
}

type EntryMaker = (name: string, group: ToolGroup, example: string, load: ToolEntry["load"]) => ToolEntry;

/** A tool that the specification names, and one of ours. */
const spec: EntryMaker = (name, group, example, load) => ({ name, group, spec: true, example, load });
const more: EntryMaker = (name, group, example, load) => ({ name, group, spec: false, example, load });

export const registry: readonly ToolEntry[] = [
  spec("pdf_list_files", "read", "~/Documents", () => import("./read/pdf-list-files.ts")),
  spec("pdf_info", "read", "report.pdf", () => import("./read/pdf-info.ts")),
  spec("pdf_read_text", "read", "report.pdf --pages 1-3", () => import("./read/pdf-read-text.ts")),
  spec(
    "pdf_extract_structure",
    "read",
    "report.pdf --format html",
    () => import("./read/pdf-extract-structure.ts"),
  ),
  spec("pdf_merge", "edit", "first.pdf second.pdf -o both.pdf", () => import("./edit/pdf-merge.ts")),
  spec(
    "pdf_extract_pages",
    "edit",
    "report.pdf --pages '1, 3-5' -o chosen.pdf",
    () => import("./edit/pdf-extract-pages.ts"),
  ),
  spec(
    "pdf_remove_pages",
    "edit",
    "report.pdf --pages 2 -o shorter.pdf",
    () => import("./edit/pdf-remove-pages.ts"),
  ),
  spec(
    "pdf_rotate_pages",
    "edit",
    "scan.pdf --angle 180 -o upright.pdf",
    () => import("./edit/pdf-rotate-pages.ts"),
  ),
  spec(
    "pdf_add_page_labels",
    "edit",
    "report.pdf --text 'Page {page}' -o labelled.pdf",
    () => import("./edit/pdf-add-page-labels.ts"),
  ),
  spec(
    "pdf_add_watermark",
    "edit",
    "report.pdf --text Draft -o draft.pdf",
    () => import("./edit/pdf-add-watermark.ts"),
  ),
  spec("pdf_split", "edit", "report.pdf --pages '1-3, 4-9' -o parts", () => import("./edit/pdf-split.ts")),
  spec(
    "pdf_from_office",
    "convert",
    "letter.docx -o letter.pdf",
    () => import("./convert/pdf-from-office.ts"),
  ),
  spec(
    "pdf_remove_metadata",
    "edit",
    "report.pdf -o clean.pdf",
    () => import("./edit/pdf-remove-metadata.ts"),
  ),
  spec("pdf_repair", "edit", "damaged.pdf -o whole.pdf", () => import("./edit/pdf-repair.ts")),
  spec(
    "pdf_protect",
    "edit",
    "report.pdf --password-file secret.txt -o locked.pdf",
    () => import("./edit/pdf-protect.ts"),
  ),
  spec(
    "pdf_unlock",
    "edit",
    "locked.pdf --password-file secret.txt -o open.pdf",
    () => import("./edit/pdf-unlock.ts"),
  ),
  spec(
    "pdf_run_pipeline",
    "edit",
    'report.pdf --steps \'[{"action":"flatten"}]\' -o flat.pdf',
    () => import("./edit/pdf-run-pipeline.ts"),
  ),
  spec(
    "pdf_run_batch",
    "edit",
    '*.pdf --steps \'[{"action":"metadata-clear"}]\' -o clean',
    () => import("./edit/pdf-run-batch.ts"),
  ),
  more("pdf_search", "read", "'net income' report.pdf invoices", () => import("./read/pdf-search.ts")),
  more("pdf_find_leaks", "read", "report.pdf", () => import("./read/pdf-find-leaks.ts")),
  more(
    "pdf_fill_form",
    "edit",
    "form.pdf --set name=Ada --set agree=true -o filled.pdf",
    () => import("./edit/pdf-fill-form.ts"),
  ),
  more(
    "pdf_redact",
    "edit",
    "report.pdf --text 'Jane Doe' -o redacted.pdf",
    () => import("./edit/pdf-redact.ts"),
  ),
  more("pdf_optimize", "edit", "report.pdf -o smaller.pdf", () => import("./edit/pdf-optimize.ts")),
  more(
    "pdf_render_pages",
    "convert",
    "report.pdf --pages 1-3 --dpi 200 -o pictures",
    () => import("./convert/pdf-render-pages.ts"),
  ),
  more(
    "pdf_from_images",
    "convert",
    "page-1.jpg page-2.png --page-size A4 -o scans.pdf",
    () => import("./convert/pdf-from-images.ts"),
  ),
  more(
    "pdf_add_text_layer",
    "convert",
    "scan.pdf -o searchable.pdf",
    () => import("./convert/pdf-add-text-layer.ts"),
  ),
];

/** Tools that exist only in MCP, because only agents can use their answers. */
export const agentRegistry: readonly ToolEntry[] = [
  more("pdf_view_page", "read", "", () => import("./read/pdf-view-page.ts")),
];

/** The tool of an entry, loaded alone. */
export async function toolOf({ name, load }: ToolEntry): Promise<Tool> {
  const exported: readonly unknown[] = Object.values(await load());
  const tool = exported.find((value): value is Tool => Object(value).name === name && "run" in Object(value));
  if (!tool) throw new Error(`the module of ${name} has no such tool`);
  return tool;
}

const groups = ["read", "convert", "edit", "spec"] as const;

/** Values that `--tools` accepts in addition to tool names. */
export const groupNames: readonly string[] = groups;

/** Names of a group's tools; undefined if there is no such group. */
export function groupTools(group: string): readonly string[] | undefined {
  if (!groupNames.includes(group)) return undefined;
  return [...registry, ...agentRegistry]
    .filter((entry) => (group === "spec" ? entry.spec : entry.group === group))
    .map(({ name }) => name);
}

/** Loads only the tool with this name; undefined if there is none. */
export async function loadTool(name: string): Promise<Tool | undefined> {
  const entry = registry.find((one) => one.name === name);
  return entry && (await toolOf(entry));
}
