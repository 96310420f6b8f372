/** The step `watermark` as a tool. */
import { watermark } from "../../steps/watermark.ts";
import { editTool } from "../shared/edit-tool.ts";

export const pdfAddWatermark = editTool(watermark, {
  name: "pdf_add_watermark",
  title: "Add a watermark",
  description:
    "Writes a new PDF with the text stamped diagonally across the listed pages (omitted: all), above their content and translucent, in any script. Everything else is unchanged; the input is never changed.",
});
