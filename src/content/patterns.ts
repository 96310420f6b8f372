/** Tiling patterns and soft masks (ISO 32000-2, 8.7.3 and 11.6.5): MuPDF reads text that stands in one, which is rare. */
import { isStream } from "../cos/value.ts";
import { mayShowText } from "./may-show-text.ts";
import type { PageRun } from "./page-run.ts";
import { Unread } from "./unread.ts";

/** Refuses a page that paints with a pattern in which text may stand. */
export function checkPattern(run: PageRun, name: string): void {
  const { cos } = run.shared.document;
  const pattern = cos.resolve(run.scope.find("Pattern", name));
  if (isStream(pattern) && mayShowText(cos, pattern)) throw new Unread("pattern with text");
}
