/** Patterns (ISO 32000-2, 8.7): MuPDF reads text that stands in one, which is rare. */
import { isDict, isStream } from "../cos/value.ts";
import { mayShowText } from "./may-show-text.ts";
import type { PageRun } from "./page-run.ts";
import { Unread } from "./unread.ts";

/** What kind of pattern a name stands for; undefined when it is not there. Refuses a page where text may stand in it. */
export function checkPattern(run: PageRun, name: string): "tiling" | "shading" | undefined {
  const { cos } = run.shared.document;
  const pattern = cos.resolve(run.scope.find("Pattern", name));
  if (isStream(pattern)) {
    if (mayShowText(cos, pattern)) throw new Unread("pattern with text");
    return "tiling";
  }
  return isDict(pattern) ? "shading" : undefined;
}
