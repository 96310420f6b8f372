/** Step `metadata-clear` (docs/decisions/0018): who made a document, with what and when, is gone from all of its bytes. */
import { keepIdentification } from "../document/conformance/withdraw.ts";
import { clearMetadata } from "../document/metadata/clear.ts";
import { defineStep } from "./step.ts";

export const metadataClear = defineStep({
  action: "metadata-clear",
  description:
    "Removes title, author, subject, keywords, creator, producer and dates, XMP metadata of every object, private data of the programs that made the document, and all older revisions. What the document claims of PDF/A and PDF/UA stays.",
  options: {},
  apply: (session) => keepIdentification(session, clearMetadata),
});
