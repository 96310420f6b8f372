/** What the fields of stamped text have in common, and how their text becomes lines. */
import * as v from "valibot";
import { invalid } from "../core/problem.ts";
import type { Line } from "../fonts/typeset.ts";
import { typeset } from "../fonts/typeset.ts";
import type { EditSession } from "../pdf/edit.ts";

const controls = /[\p{Cc}\u2028\u2029]/u;

/** Text of one line, at most `max` characters (Unicode code points). */
export const stampText = (max: number, description: string) =>
  v.pipe(
    v.string(),
    v.check((text: string) => text.isWellFormed(), "must be well-formed Unicode text"),
    v.check((text: string) => text !== "", "must have at least 1 character"),
    v.check((text: string) => [...text].length <= max, `must have at most ${max} characters`),
    v.check(
      (text: string) => !controls.test(text),
      "must be one line: line breaks, tabs and other control characters cannot be shown",
    ),
    v.description(description),
  );

/** Lines for texts; characters that no font has are 422 on `text`, naming them. */
export async function linesOf(session: EditSession, texts: readonly string[]): Promise<readonly Line[]> {
  const { lines, missing } = await typeset(texts, () => session.context.readers.fallbackFont());
  if (missing.length > 0) throw invalid("text", `no font has ${missing.map(named).join(", ")}; leave it out`);
  return lines;
}

/** `U+1F600 😀`, each code point of a combination. */
function named(characters: string): string {
  const codes = [...characters].map(
    (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  return `${codes.join(" ")} "${characters}"`;
}
