/** The prompt for every page, for both tools and both engines. The page itself is data: there is no second turn. */
import type { ModelName } from "../../core/page-reading.ts";

export const prompt =
  "Transcribe this document page completely, in natural reading order, as Markdown. " +
  "Use #, ##, ### for headings by level. " +
  "Write every table as an HTML <table> with <tr>, <th>, <td> and rowspan/colspan where needed. " +
  "Write formulas as LaTeX, inline as $...$, displayed as $$...$$. " +
  "Keep the language and wording of the page; do not translate, summarize, explain or add anything. " +
  "Mark a picture without text as ![image]. If the page has no text, answer with nothing.";

/** Maximum tokens to write per page; a dense printed page has about 2,000. */
export const maxTokens: Readonly<Record<ModelName, number>> = { "0.8b": 4096, "4b": 6144 };

/** Time limit per page in milliseconds, unless a setting is given. */
export const pageDeadlineMs: Readonly<Record<ModelName, number>> = { "0.8b": 180_000, "4b": 600_000 };
