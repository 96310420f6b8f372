/** Embedded files that must be PDF/A themselves (ISO 19005-2, 6.8; ISO 19005-4, 6.9). */
import { sourceOf } from "../core/document-io.ts";
import { CosError } from "../cos/syntax/error.ts";
import { claimOf } from "../document/conformance/claim.ts";
import { openStrictly } from "../document/open.ts";
import { dataOf } from "../document/typed-get.ts";
import { checkDocument } from "./check.ts";
import type { PdfObject } from "./object.ts";
import { claimedProfile, type Profile } from "./profile.ts";

const maxDepth = 3;
const maxBytes = 256 * 1024 * 1024;

/** Whether an embedded file is PDF/A of a part that the profile allows; undefined: it can't be told. */
export function isArchivedFile(file: PdfObject, profile: Profile, depth: number): boolean | undefined {
  if (depth >= maxDepth) return undefined;
  const bytes = file.stream && dataOf(file.cos, file.stream, maxBytes);
  if (!bytes) return undefined;
  const source = sourceOf(bytes);
  try {
    const document = openStrictly(source);
    const claim = claimOf(document.cos);
    const claimed = claim.pdfa && claimedProfile({ ...claim, pdfua: undefined });
    const parts = profile === "pdfa-4" ? "124" : "12";
    if (!claimed || !claim.pdfa || !parts.includes(claim.pdfa.part)) return false;
    file.cos.budget.spend(bytes.length);
    const { violations, notChecked } = checkDocument(source, document, { profile: claimed.profile, depth: depth + 1 });
    if (violations.length > 0) return false;
    return notChecked.length === 0 && !claimed.lacks ? true : undefined;
  } catch (error) {
    if (error instanceof CosError) return false;
    throw error;
  }
}
