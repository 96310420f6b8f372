/** Schemas shared by tool inputs and results. Their descriptions appear in OpenAPI, MCP and --help. */
import * as v from "valibot";
import { maxPasswordLength, maxSelectorLength } from "./limits.ts";

/** Text that can be a path, a label or a password: no NUL, no lone surrogates (they would silently change). */
export const wellFormed = v.check(
  (text: string) => text.isWellFormed() && !text.includes("\0"),
  "must be well-formed Unicode text without NUL",
);

/** Text from a caller. */
export const textField = (description: string) => v.pipe(v.string(), wellFormed, v.description(description));

export const inputField = textField(
  "PDF path. Inside an allowed folder: absolute, or relative to the first allowed folder.",
);
export const outputFolderField = textField(
  "Folder for the new files. Inside an allowed folder; created if missing.",
);

/** The description of a field whose name says enough: lists for agents omit it. */
export const help = <Input>(text: string) => v.metadata<Input, { readonly help: string }>({ help: text });

export const outputField = v.pipe(
  v.string(),
  wellFormed,
  help("Path of the new file. Inside an allowed folder; must not exist yet; its folder must exist."),
);

const passwordOf = (document: string) =>
  v.optional(
    v.pipe(
      v.string(),
      wellFormed,
      v.maxLength(maxPasswordLength),
      help(`Password of the ${document}. User or owner password, at most 127 characters.`),
    ),
    "",
  );

/** `password` of tools that read or edit a single document. */
export const passwordField = passwordOf("input");
/** The password of a stamp. */
export const stampPasswordField = passwordOf("stamp");

const selectorField = (description: string) =>
  v.pipe(
    v.string(),
    wellFormed,
    v.maxLength(maxSelectorLength),
    v.description(description),
    v.examples(["1, 3-5"]),
  );

/** `pages`, required: 1 to 200 characters. */
export const pagesField = v.pipe(
  selectorField("Such as `1, 3-5`. Pages or ranges, counted from 1; also end (`3-end`), odd, even."),
  v.minLength(1),
);

/** `pages`, optional; by default, every page. */
export const optionalPagesField = v.optional(
  selectorField(
    "Such as `1, 3-5`. Pages or ranges, counted from 1; also end (`3-end`), odd, even; omitted: every page.",
  ),
);

/** `[x0, y0, x1, y1]`: a part of a page. */
export const bboxField = (description: string) =>
  v.pipe(
    v.strictTuple([v.number(), v.number(), v.number(), v.number()], "must be four numbers, [x0, y0, x1, y1]"),
    v.check(([x0, y0, x1, y1]) => x0 <= x1 && y0 <= y1, "must have x0 ≤ x1 and y0 ≤ y1"),
    v.description(`${description} in points from the top left of the displayed page.`),
    v.examples([[36, 36, 300, 200]]),
  );

/** The same for a part that is drawn: it has an area. */
export const partField = (description: string) =>
  v.pipe(
    bboxField(description),
    v.check(([x0, y0, x1, y1]) => x0 < x1 && y0 < y1, "must have a width and a height: x0 < x1 and y0 < y1"),
  );

/** An integer of at least 0. */
export const count = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));

/** The number of a page of a document. */
export const pageNumber = (description = "Counted from 1.") =>
  v.pipe(v.number(), v.integer(), v.minValue(1), v.description(description));

/** A description and examples, if there are any. */
const about = <T>(description: string, examples: readonly T[]) =>
  v.metadata<T, Record<string, unknown>>({ description, ...(examples.length > 0 && { examples }) });

/** A number within bounds. */
export const numberIn = (min: number, max: number, description: string, ...examples: readonly number[]) =>
  v.pipe(v.number(), v.minValue(min), v.maxValue(max), about<number>(description, examples));

/** An integer within bounds. */
export const integerIn = (min: number, max: number, description: string, ...examples: readonly number[]) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max), about<number>(description, examples));

/** One of several words or numbers. */
export const choice = <const Option extends string | number>(
  options: readonly Option[],
  description: string,
  ...examples: readonly Option[]
) => v.pipe(v.picklist(options), about<Option>(description, examples));

/** Text in a result. */
export const text = (description: string) => v.pipe(v.string(), v.description(description));

/** A boolean. For one that is on by default, `negated` describes the command line's switch that turns it off. */
export const flag = (description: string, negated = "") =>
  v.pipe(v.boolean(), v.metadata({ description, ...(negated !== "" && { negated }) }));

/** A list in a result. */
export const list = <const Item extends v.GenericSchema>(item: Item, description: string) =>
  v.pipe(v.array(item), v.description(description));

/** `warnings` of every result: losses and doubts in words; absent if there are none. */
export const warningsField = v.optional(
  list(v.string(), "Anything lost or in doubt. Absent if there is nothing to report."),
);

/** The result of tools that write a single file. */
export const newFileEntries = {
  output: text("Absolute path of the new file."),
  pages: count("Pages in the new file."),
  bytes: count("Size of the new file in bytes."),
};

export const newFileSchema = v.strictObject({ ...newFileEntries, warnings: warningsField });
