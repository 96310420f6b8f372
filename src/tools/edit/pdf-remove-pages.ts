/** The step `remove` as a tool. */
import { remove } from "../../steps/remove.ts";
import { editTool } from "../shared/edit-tool.ts";

export const pdfRemovePages = editTool(remove, {
  name: "pdf_remove_pages",
  title: "Remove pages",
  description:
    "Writes a new PDF without the listed pages; at least one page must remain. The removed content is not in the result; links to removed pages are removed too. The input is never changed.",
});
