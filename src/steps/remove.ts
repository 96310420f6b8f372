/** Step `remove`: all pages but the chosen ones. */
import * as v from "valibot";
import { pagesField } from "../core/fields.ts";
import { pageSet } from "../core/page-selector.ts";
import { invalid } from "../core/problem.ts";
import { writePages } from "../document/assemble/selection.ts";
import { refuseDynamicXfa } from "../document/xfa.ts";
import { blankIn } from "./blank-in.ts";
import { defineStep } from "./step.ts";

export const remove = defineStep({
  action: "remove",
  description: "Removes the listed pages; at least one page must remain.",
  options: {
    pages: v.pipe(
      pagesField,
      v.description("Such as `2, blank`. Pages or ranges, counted from 1; also end, odd, even, blank."),
    ),
  },
  async apply(session, { pages }) {
    refuseDynamicXfa(session.document);
    const gone = pageSet(pages, session.pageCount, await blankIn(session, pages));
    if (gone.size === session.pageCount)
      throw invalid("pages", `would remove all ${gone.size} pages; at least one must remain`);
    const kept: number[] = [];
    for (let page = 1; page <= session.pageCount; page++) if (!gone.has(page)) kept.push(page);
    session.select(kept, writePages);
  },
});
