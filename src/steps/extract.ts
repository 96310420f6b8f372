/** Step `extract`: chosen pages, in the order chosen. */
import * as v from "valibot";
import { pagesField } from "../core/fields.ts";
import { listPages } from "../core/page-selector.ts";
import { writePages } from "../document/assemble/selection.ts";
import { refuseDynamicXfa } from "../document/xfa.ts";
import { blankIn } from "./blank-in.ts";
import { defineStep } from "./step.ts";

export const extract = defineStep({
  action: "extract",
  description:
    "Keeps the listed pages, in the listed order; a page may be listed more than once, and `5-1` reverses the order.",
  options: {
    pages: v.pipe(
      pagesField,
      v.description(
        "Pages or ranges in the order of the result, for example `5, 1-3`; `end-1` reverses. Counted from 1; also odd, even, blank.",
      ),
    ),
  },
  async apply(session, { pages }) {
    refuseDynamicXfa(session.document);
    session.select(listPages(pages, session.pageCount, await blankIn(session, pages)), writePages);
  },
});
