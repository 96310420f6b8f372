/** Lists PDF files by name and attributes. */
import * as v from "valibot";
import { count, list, text, textField } from "../../core/fields.ts";
import { defineTool, reads } from "../../core/tool.ts";

export const pdfListFiles = defineTool({
  name: "pdf_list_files",
  title: "List PDF files",
  description:
    "Lists the PDF files in one folder (not in its subfolders), in natural name order, with size and modification time. Reads no file.",
  input: v.strictObject({
    folder: v.optional(
      v.pipe(
        textField(
          "Folder; omitted: the first allowed folder. Inside an allowed folder: absolute, or relative to the first.",
        ),
        v.examples(["reports"]),
      ),
    ),
  }),
  output: v.strictObject({
    folder: text("Absolute path of the folder."),
    files: list(
      v.strictObject({
        path: text("Absolute path."),
        bytes: count("Size in bytes."),
        modified: text("Modification time, ISO 8601 in UTC."),
      }),
      "PDF files: regular files whose name ends in .pdf in any case.",
    ),
  }),
  annotations: reads,
  run({ folder }, { files }) {
    const found = files.listPdf(folder, "folder");
    return { folder: found.folder, files: [...found.files] };
  },
});
