/** Whether a document conforms to PDF/A or PDF/UA, and what to look at before it is printed or published. */
import * as v from "valibot";
import { checkDocument } from "../../archive/check.ts";
import { claimedProfile, claimNames, type Profile, profiles } from "../../archive/profile.ts";
import { violationSchema } from "../../core/api-schemas.ts";
import { inputField, list, passwordField, warningsField } from "../../core/fields.ts";
import { invalid } from "../../core/problem.ts";
import { defineTool, reads } from "../../core/tool.ts";
import { type Claim, claimOf } from "../../document/conformance/claim.ts";
import { withDocument } from "../../recovery/with-repair.ts";
import { violationOf } from "../shared/violations.ts";

export const pdfCheck = defineTool({
  name: "pdf_check",
  title: "Check conformance",
  description:
    "Checks a PDF against PDF/A, PDF/UA-1 or, with lint, what print and web need, and lists what is wrong by rule. Changes nothing.",
  input: v.strictObject({
    input: inputField,
    profile: v.optional(
      v.pipe(v.picklist(["claimed", ...profiles]), v.description("Default: what the document claims.")),
      "claimed",
    ),
    password: passwordField,
  }),
  output: v.strictObject({
    profile: v.picklist(profiles),
    conforms: v.pipe(v.nullable(v.boolean()), v.description("null: only rules in not_checked could fail.")),
    violations: list(violationSchema, "By rule."),
    not_checked: list(v.string(), "Rules that nothing here can judge in this document."),
    claims: list(v.string(), "What the document claims."),
    warnings: warningsField,
  }),
  annotations: reads,
  async run({ input, profile, password }, context) {
    using source = context.files.openInput(input, "input");
    return await withDocument(source, context, password, async (document) => {
      const claim = claimOf(document.cos);
      const chosen = profile === "claimed" ? ownProfile(claim) : { profile, lacks: false };
      const { violations, notChecked } = checkDocument(source, document, {
        profile: chosen.profile,
        isTagged: chosen.lacks,
      });
      return {
        profile: chosen.profile,
        conforms: verdictOf(violations, notChecked),
        violations: violations.map(violationOf),
        not_checked: [...notChecked],
        claims: [...claimNames(claim)],
      };
    });
  },
});

/** null: only rules that weren't checked could fail. */
function verdictOf(violations: readonly unknown[], notChecked: readonly unknown[]): boolean | null {
  if (violations.length > 0) return false;
  return notChecked.length > 0 ? null : true;
}

function ownProfile(claim: Claim): { readonly profile: Profile; readonly lacks: boolean } {
  const names = claimNames(claim);
  if (names.length === 0)
    throw invalid("profile", "the document claims neither PDF/A nor PDF/UA: name a profile, such as pdfa-2b");
  const found = claimedProfile(claim);
  if (found) return found;
  throw invalid(
    "profile",
    `the document claims ${names[0]}, which can't be checked: name one of ${profiles.join(", ")}`,
  );
}
