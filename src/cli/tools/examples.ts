/** A line for each tool's command that works as it stands, for the help. */
import type { Tool } from "../../core/tool.ts";

const examples: Readonly<Record<string, string>> = {
  pdf_list_files: "~/Documents",
  pdf_info: "report.pdf",
  pdf_read_text: "report.pdf --pages 1-3",
  pdf_extract_structure: "report.pdf --format html",
  pdf_merge: "first.pdf second.pdf -o both.pdf",
  pdf_extract_pages: "report.pdf --pages '1, 3-5' -o chosen.pdf",
  pdf_remove_pages: "report.pdf --pages 2 -o shorter.pdf",
  pdf_rotate_pages: "scan.pdf --angle 180 -o upright.pdf",
  pdf_add_page_labels: "report.pdf --text 'Page {page}' -o labelled.pdf",
  pdf_add_watermark: "report.pdf --text Draft -o draft.pdf",
  pdf_split: "report.pdf --pages '1-3, 4-9' -o parts",
  pdf_from_office: "letter.docx -o letter.pdf",
  pdf_remove_metadata: "report.pdf -o clean.pdf",
  pdf_repair: "damaged.pdf -o whole.pdf",
  pdf_protect: "report.pdf --password-file secret.txt -o locked.pdf",
  pdf_unlock: "locked.pdf --password-file secret.txt -o open.pdf",
  pdf_run_pipeline: 'report.pdf --steps \'[{"action":"flatten"}]\' -o flat.pdf',
  pdf_run_batch: '*.pdf --steps \'[{"action":"metadata-clear"}]\' -o clean',
};

/** The arguments behind the name of the command. */
export function exampleOf({ name }: Tool): string {
  return examples[name] ?? "";
}
