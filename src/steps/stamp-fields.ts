/** What the fields of stamped text have in common, and how their text becomes lines. */
import * as v from "valibot";
import { invalid } from "../core/problem.ts";
import type { EditSession } from "../document/edit.ts";
import type { Line } from "../typeset/typeset.ts";
import { typeset } from "../typeset/typeset.ts";

/** One line: neither line breaks nor other control characters. In JSON Schema's own words: escapes that every validator knows. */
const oneLine = (max: number) =>
  new RegExp(String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,${max}}$`, "u");

/** Text of one line, at most `max` characters (Unicode code points). */
export const stampText = (max: number, description: string) =>
  v.pipe(
    v.string(),
    v.check((text: string) => text.isWellFormed(), "must be well-formed Unicode text"),
    v.regex(
      oneLine(max),
      `must be one line of 1 to ${max} characters, without tabs and other control characters`,
    ),
    v.description(description),
  );

/** Lines for texts; characters that no font has are 422 on `text`, naming them. */
export async function linesOf(session: EditSession, texts: readonly string[]): Promise<readonly Line[]> {
  const { lines, missing } = await typeset(texts, session.context.readers);
  if (missing.length > 0)
    throw invalid(
      "text",
      `no font has ${missing.map(named).join(", ")}; leave it out, or start with --font-dir and a folder of fonts that have it`,
    );
  return lines;
}

/** `U+1F600 😀`, each code point of a combination. */
function named(characters: string): string {
  const codes = [...characters].map(
    (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  return `${codes.join(" ")} "${characters}"`;
}
