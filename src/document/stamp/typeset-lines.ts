/** Typesets the texts of stamps. */
import { invalid } from "../../core/problem.ts";
import type { Line } from "../../typeset/typeset.ts";
import { typeset } from "../../typeset/typeset.ts";
import type { EditSession } from "../edit.ts";

/** Lines for texts; characters that no font has are 422 on `text`, naming them. */
export async function linesOf(session: EditSession, texts: readonly string[]): Promise<readonly Line[]> {
  const { lines, missing } = await typeset(texts, session.context.readers);
  if (missing.length > 0)
    throw invalid(
      "text",
      `no font has ${missing.map(named).join(", ")}; remove it, or use --font-dir with a folder of fonts that have it`,
    );
  if (lines.every(({ ink }) => !ink)) throw invalid("text", "must have visible characters");
  return lines;
}

/** `U+1F600 😀`, with each code point of a combination. */
function named(characters: string): string {
  const codes = [...characters].map(
    (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  return `${codes.join(" ")} "${characters}"`;
}
