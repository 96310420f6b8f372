/** Step `flatten`: form fields and annotations become part of the pages. */
import * as v from "valibot";
import { choice, optionalPagesField } from "../core/fields.ts";
import { pageSet } from "../core/page-selector.ts";
import { refuseDynamicXfa } from "../document/xfa.ts";
import { defineStep } from "./step.ts";

export const flatten = defineStep({
  action: "flatten",
  description:
    "Makes form fields and annotations part of the pages, as displayed: they remain visible and readable, but can't be changed. Links stay links; nothing becomes an image.",
  options: {
    pages: optionalPagesField,
    what: v.optional(
      choice(
        ["all", "forms", "annotations"],
        "What to flatten: form fields, other annotations (comments, stamps), or all.",
        "forms",
      ),
      "all",
    ),
  },
  async apply(session, { pages, what }) {
    refuseDynamicXfa(session.document);
    const { flattenPages } = await import("../document/flatten/flatten.ts");
    await flattenPages(session, pageSet(pages, session.pageCount), what);
  },
});
