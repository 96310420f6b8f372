/** The step `metadata-clear` as a tool. */
import { metadataClear } from "../../steps/metadata-clear.ts";
import { editTool } from "../shared/edit-tool.ts";

export const pdfRemoveMetadata = editTool(metadataClear, {
  name: "pdf_remove_metadata",
  title: "Remove metadata",
  description:
    "Writes a copy without author, title, subject, keywords, creator, producer and dates, without XMP metadata anywhere in the file and without older revisions. Nothing visible changes, and any PDF/A or PDF/UA claim stays.",
});
