/** The step `labels` as a tool. */
import { labels } from "../../steps/labels.ts";
import { editTool } from "../shared/edit-tool.ts";

export const pdfAddPageLabels = editTool(labels, {
  name: "pdf_add_page_labels",
  title: "Add page labels",
  description:
    "Writes a new PDF with page numbers or a footer on the listed pages (omitted: all), at the bottom center unless position says otherwise, in any script. {page} and {total} in the text are replaced. Everything else is unchanged; the input is never changed.",
});
