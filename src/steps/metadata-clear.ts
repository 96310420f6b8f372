/** Step `metadata-clear` (docs/decisions/0018): removes all traces of who made a document, with what and when, from its bytes. */
import { keepIdentification } from "../document/conformance/withdraw.ts";
import { clearMetadata } from "../document/metadata/clear.ts";
import { defineStep } from "./step.ts";

export const metadataClear = defineStep({
  action: "metadata-clear",
  description:
    "Removes title, author, subject, keywords, creator, producer and dates, XMP metadata of every object, private data of the programs that made the document, and all older revisions. Its PDF/A and PDF/UA claims stay.",
  options: {},
  apply: (session) => keepIdentification(session, clearMetadata),
});
