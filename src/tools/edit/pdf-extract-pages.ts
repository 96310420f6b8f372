/** The step `extract` as a tool. */
import { extract } from "../../steps/extract.ts";
import { editTool } from "../shared/edit-tool.ts";

export const pdfExtractPages = editTool(extract, {
  name: "pdf_extract_pages",
  title: "Extract pages",
  description:
    "Copies the listed pages, in the listed order, into one new PDF, with their links, bookmarks, form fields, labels and tags. Data that only other pages need is left out; the input is never changed.",
});
