/** Small objects compressed together, and the cross-reference with them (ISO 32000-2, 7.5.7 and 7.5.8). */

import { latin1 } from "../../cos/syntax/value.ts";
import { bytesAt, dictAt } from "../../document/typed-get.ts";
import type { Draft, Measure } from "../draft.ts";

export const objectStreams: Measure = {
  name: "object_streams",
  why: "Dictionaries repeat the same keys, and a row of a cross-reference table takes 20 bytes.",
  // The writer asks `mayPack`.
  apply() {},
};

/** PDF/A-1 and the parts of PDF/X before 4 are built on PDF 1.4, which has no object streams. */
export function mayPack({ claim, cos }: Draft): boolean {
  if (claim.pdfa?.part === "1") return false;
  const version = bytesAt(cos, dictAt(cos, cos.trailer.get("Info"))?.get("GTS_PDFXVersion"));
  return !version || !/^PDF\/X-[123]/.test(latin1(version));
}
