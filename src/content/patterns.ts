/** Patterns (ISO 32000-2, 8.7): text that stands in one is rare, and left to the fallback. */
import { isDict, isStream } from "../cos/value.ts";
import { mayShowText } from "./may-show-text.ts";
import type { PageRun } from "./page-run.ts";
import { Unread } from "./unread.ts";

/** Whether a name stands for a pattern. Refuses a page where text may stand in it. */
export function checkPattern(run: PageRun, name: string): boolean {
  const { cos } = run.shared.document;
  const pattern = cos.resolve(run.scope.find("Pattern", name));
  if (isStream(pattern) && mayShowText(cos, pattern)) throw new Unread("pattern with text");
  return isStream(pattern) || isDict(pattern);
}
