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
  /** Arguments of its command that work as written. */
  readonly example: string;
  /** Its module. */
  readonly load: () => Promise<object>;
}

/** Makers of the entries of a group. */
const entryOf =
  (group: ToolGroup) =>
  (name: string, example: string, load: ToolEntry["load"]): ToolEntry => ({ name, group, example, load });
const [read, convert, edit] = [entryOf("read"), entryOf("convert"), entryOf("edit")];

/** How many tools the specification names; they are the first. */
const specified = 18;

export const registry: readonly ToolEntry[] = [
  read("pdf_list_files", "~/Documents", () => import("./read/pdf-list-files.ts")),
  read("pdf_info", "report.pdf", () => import("./read/pdf-info.ts")),
  read("pdf_read_text", "report.pdf --pages 1-3", () => import("./read/pdf-read-text.ts")),
  read("pdf_extract_structure", "report.pdf --format html", () => import("./read/pdf-extract-structure.ts")),
  edit("pdf_merge", "first.pdf second.pdf -o both.pdf", () => import("./edit/pdf-merge.ts")),
  edit("pdf_extract_pages", "a.pdf --pages 1,3-5 -o chosen.pdf", () => import("./edit/pdf-extract-pages.ts")),
  edit("pdf_remove_pages", "report.pdf --pages 2 -o shorter.pdf", () => import("./edit/pdf-remove-pages.ts")),
  edit("pdf_rotate_pages", "scan.pdf --angle 180 -o upright.pdf", () => import("./edit/pdf-rotate-pages.ts")),
  edit(
    "pdf_add_page_labels",
    "a.pdf --text 'Page {page}' -o b.pdf",
    () => import("./edit/pdf-add-page-labels.ts"),
  ),
  edit("pdf_add_watermark", "a.pdf --text Draft -o draft.pdf", () => import("./edit/pdf-add-watermark.ts")),
  edit("pdf_split", "report.pdf --pages '1-3, 4-9' -o parts", () => import("./edit/pdf-split.ts")),
  convert("pdf_from_office", "letter.docx -o letter.pdf", () => import("./convert/pdf-from-office.ts")),
  edit("pdf_remove_metadata", "report.pdf -o clean.pdf", () => import("./edit/pdf-remove-metadata.ts")),
  edit("pdf_repair", "damaged.pdf -o whole.pdf", () => import("./edit/pdf-repair.ts")),
  edit(
    "pdf_protect",
    "a.pdf --password-file secret.txt -o locked.pdf",
    () => import("./edit/pdf-protect.ts"),
  ),
  edit("pdf_unlock", "locked.pdf --password-file secret.txt -o a.pdf", () => import("./edit/pdf-unlock.ts")),
  edit(
    "pdf_run_pipeline",
    'report.pdf --steps \'[{"action":"flatten"}]\' -o flat.pdf',
    () => import("./edit/pdf-run-pipeline.ts"),
  ),
  edit(
    "pdf_run_batch",
    '*.pdf --steps \'[{"action":"metadata-clear"}]\' -o clean',
    () => import("./edit/pdf-run-batch.ts"),
  ),
  read("pdf_search", "'net income' report.pdf invoices", () => import("./read/pdf-search.ts")),
  read("pdf_find_leaks", "report.pdf", () => import("./read/pdf-find-leaks.ts")),
  edit("pdf_fill_form", "form.pdf --set name=Ada -o filled.pdf", () => import("./edit/pdf-fill-form.ts")),
  edit("pdf_redact", "report.pdf --text 'Jane Doe' -o redacted.pdf", () => import("./edit/pdf-redact.ts")),
  edit("pdf_optimize", "report.pdf -o smaller.pdf", () => import("./edit/pdf-optimize.ts")),
  convert(
    "pdf_render_pages",
    "a.pdf --pages 1-3 --dpi 200 -o pictures",
    () => import("./convert/pdf-render-pages.ts"),
  ),
  convert(
    "pdf_from_images",
    "a.jpg b.png --page-size A4 -o scans.pdf",
    () => import("./convert/pdf-from-images.ts"),
  ),
  convert("pdf_add_text_layer", "scan.pdf -o readable.pdf", () => import("./convert/pdf-add-text-layer.ts")),
  convert(
    "pdf_extract_attachments",
    "invoice.pdf -o files",
    () => import("./convert/pdf-extract-attachments.ts"),
  ),
  edit(
    "pdf_attach",
    `report.pdf --files '[{"path":"data.csv"}]' -o both.pdf`,
    () => import("./edit/pdf-attach.ts"),
  ),
  edit("pdf_set_document", "a.pdf --title Report -o titled.pdf", () => import("./edit/pdf-set-document.ts")),
  convert("pdf_extract_tables", "report.pdf -o tables.xlsx", () => import("./convert/pdf-extract-tables.ts")),
  read("pdf_check", "report.pdf --profile pdfa-2b", () => import("./read/pdf-check.ts")),
  convert("pdf_make_pdfa", "report.pdf -o archive.pdf", () => import("./convert/pdf-make-pdfa.ts")),
  read("pdf_check_signatures", "contract.pdf --trust ca.pem", () => import("./read/pdf-check-signatures.ts")),
  edit(
    "pdf_arrange_pages",
    "report.pdf --per-sheet 2 --paper A4 -o two-up.pdf",
    () => import("./edit/pdf-arrange-pages.ts"),
  ),
  edit(
    "pdf_overlay",
    "letter.pdf --stamp letterhead.pdf --under -o sent.pdf",
    () => import("./edit/pdf-overlay.ts"),
  ),
];

/** Tools that exist only in MCP, because only agents can use their answers. */
export const agentRegistry: readonly ToolEntry[] = [
  read("pdf_view_page", "", () => import("./read/pdf-view-page.ts")),
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
  const chosen =
    group === "spec"
      ? registry.slice(0, specified)
      : [...registry, ...agentRegistry].filter((entry) => entry.group === group);
  return chosen.map(({ name }) => name);
}

/** Loads only the tool with this name; undefined if there is none. */
export async function loadTool(name: string): Promise<Tool | undefined> {
  const entry = registry.find((one) => one.name === name);
  return entry && (await toolOf(entry));
}
