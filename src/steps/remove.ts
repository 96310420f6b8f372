/** Step `remove`: all pages but the chosen ones. */
import { pagesField } from "../core/fields.ts";
import { pageSet } from "../core/page-selector.ts";
import { invalid } from "../core/problem.ts";
import { writePages } from "../document/assemble/selection.ts";
import { refuseDynamicXfa } from "../document/xfa.ts";
import { defineStep } from "./step.ts";

export const remove = defineStep({
  action: "remove",
  description: "Removes the listed pages; at least one page must remain.",
  options: { pages: pagesField },
  apply(session, { pages }) {
    refuseDynamicXfa(session.document);
    const gone = pageSet(pages, session.pageCount);
    if (gone.size === session.pageCount)
      throw invalid("pages", `would remove all ${gone.size} pages; at least one must remain`);
    const kept: number[] = [];
    for (let page = 1; page <= session.pageCount; page++) if (!gone.has(page)) kept.push(page);
    session.select(kept, writePages);
  },
});
