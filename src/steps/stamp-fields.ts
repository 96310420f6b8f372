/** Fields that stamped text shares. */
import * as v from "valibot";

/** One line: neither line breaks nor other control characters. Uses only escapes that every JSON Schema validator knows. */
const oneLine = (max: number) =>
  new RegExp(String.raw`^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,${max}}$`, "u");

/** A line of text of at most `max` characters (Unicode code points). */
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
