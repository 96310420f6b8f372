/** The step `rotate` as a tool. */
import { rotate } from "../../steps/rotate.ts";
import { editTool } from "../shared/edit-tool.ts";

export const pdfRotatePages = editTool(rotate, {
  name: "pdf_rotate_pages",
  title: "Rotate pages",
  description:
    "Writes a new PDF in which the listed pages (omitted: all) are rotated clockwise by 90, 180 or 270 degrees, relative to their current rotation. Everything else is unchanged; the input is never changed.",
});
