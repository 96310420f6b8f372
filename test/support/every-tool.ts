/** One call of every tool that takes a PDF, for arbitrary files. */

export interface ToolCall {
  readonly tool: string;
  readonly input: object;
  /** The path that the call may write, below the first allowed folder; undefined for tools that only read. */
  readonly writes?: string;
}

/** The text field that a call fills in, which `richPdf` has. */
export const everyField = "person";

/** `name`: the file, in the first allowed folder along with ok.pdf; `prefix` makes the output names unique. */
export function everyTool(name: string, prefix: string): readonly ToolCall[] {
  const file = { input: name };
  const output = (tool: string, fields: object = file, suffix = ".pdf"): ToolCall => {
    const writes = `${prefix}-${tool}${suffix}`;
    return { tool, input: { ...fields, output: writes }, writes };
  };
  const folder = (tool: string, fields: object): ToolCall => {
    const writes = `${prefix}-${tool}`;
    return { tool, input: { ...fields, output_folder: writes }, writes };
  };
  const steps = [
    { action: "rotate", options: { angle: 180 } },
    { action: "scale", options: { size: "A4" } },
    { action: "crop", options: { margins: 1 } },
    { action: "flatten" },
    { action: "labels" },
  ];
  return [
    { tool: "pdf_info", input: file },
    { tool: "pdf_read_text", input: file },
    { tool: "pdf_extract_structure", input: { ...file, format: "html" } },
    { tool: "pdf_search", input: { ...file, query: "page" } },
    { tool: "pdf_extract_tables", input: { ...file, bbox: [0, 0, 200, 200] } },
    output("pdf_merge", { inputs: ["ok.pdf", name] }),
    output("pdf_extract_pages", { ...file, pages: "1" }),
    output("pdf_remove_pages", { ...file, pages: "1" }),
    output("pdf_rotate_pages"),
    output("pdf_add_page_labels"),
    output("pdf_add_watermark", { ...file, text: "mark" }),
    folder("pdf_split", { ...file, mode: "pages" }),
    output("pdf_remove_metadata"),
    output("pdf_repair"),
    output("pdf_protect", { ...file, password: "secret" }),
    output("pdf_unlock", { ...file, password: "" }),
    output("pdf_run_pipeline", { ...file, steps }),
    { tool: "pdf_find_leaks", input: file },
    { tool: "pdf_check", input: { ...file, profile: "pdfa-2b" } },
    { tool: "pdf_check_signatures", input: file },
    output("pdf_make_pdfa", { ...file, level: "3b" }),
    output("pdf_fill_form", { ...file, fields: { [everyField]: "Ada" } }),
    output("pdf_add_text_layer", { ...file, pages: "1" }),
    output("pdf_optimize"),
    output("pdf_redact", { ...file, areas: [{ page: 1, bbox: [0, 0, 300, 300] }] }),
    folder("pdf_render_pages", { ...file, pages: "1", max_size: 400 }),
    folder("pdf_extract_attachments", file),
    output("pdf_attach", { ...file, files: [{ path: name, name: "pdfd attached.pdf" }] }),
    output("pdf_set_document", {
      ...file,
      title: "Title",
      custom: { own: "value" },
      bookmarks: null,
      open: { page: 1 },
    }),
    output("pdf_arrange_pages", { ...file, per_sheet: 2, border: true }),
    output("pdf_overlay", { ...file, stamp: name, under: true, opacity: 0.5, rotate: 90 }),
    folder("pdf_run_batch", { inputs: [name], steps: [{ action: "flatten" }] }),
  ];
}
