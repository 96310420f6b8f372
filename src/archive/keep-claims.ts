/** Claims after an edit that may have brought anything: each stays only if the document is known to conform to it. */
import type { ByteSource } from "../core/document-io.ts";
import { type Claim, claimOf, noClaim, versionClaims } from "../document/conformance/claim.ts";
import { withdrawClaim } from "../document/conformance/withdraw.ts";
import type { EditSession } from "../document/edit.ts";
import type { PdfDocument } from "../document/open.ts";
import { type Checked, checkDocument } from "./check.ts";
import { claimedProfile } from "./profile.ts";

/** Withdraws what the session's document no longer conforms to. `source` and `before`: the file, and the document in it. */
export function keepClaims(source: ByteSource, before: PdfDocument, session: EditSession): void {
  for (const which of ["pdfa", "pdfua"] as const) {
    const because = broken(source, before, session, { ...noClaim, [which]: claimOf(session.cos)[which] });
    if (because !== undefined) withdrawClaim(session, which, because);
  }
  for (const which of [...versionClaims, "declared"] as const)
    withdrawClaim(session, which, "whether it still conforms can't be checked");
}

/** Why the document doesn't conform to a claim; undefined if it does, or there is none. */
function broken(
  source: ByteSource,
  before: PdfDocument,
  session: EditSession,
  claim: Claim,
): string | undefined {
  if (!claim.pdfa && !claim.pdfua) return undefined;
  const claimed = claimedProfile(claim);
  if (!claimed) return "whether it still conforms can't be checked";
  const check = (document: PdfDocument): Checked =>
    checkDocument(source, document, { profile: claimed.profile, isTagged: claimed.lacks });
  const { violations, notChecked } = check(session.document);
  if (violations.length + notChecked.length === 0) return undefined;
  // The rest is as it was before, whatever was added.
  const known = check(before);
  const countBefore = new Map(known.violations.map(({ rule, count }) => [rule, count]));
  const violation = violations.find(({ rule, count }) => count > (countBefore.get(rule) ?? 0));
  if (violation) return `${violation.message} (${violation.rule})`;
  const unknown = notChecked.find((rule) => !known.notChecked.includes(rule));
  return unknown && `rule ${unknown} can't be checked any more`;
}
