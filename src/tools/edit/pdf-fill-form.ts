/** Fills in a form. */
import * as v from "valibot";
import {
  count,
  inputField,
  newFileEntries,
  outputField,
  passwordField,
  warningsField,
  wellFormed,
} from "../../core/fields.ts";
import { maxFilledFields } from "../../core/limits.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import type { GivenValue } from "../../document/forms/field-input.ts";
import { inWarning } from "../../document/forms/fields.ts";
import { type FilledFields, fillFields, verifyFilled } from "../../document/forms/fill.ts";
import { signaturesPermit } from "../../document/forms/signed-forms.ts";
import { verifyWritten } from "../../document/verify.ts";
import { refuseToFill } from "../../document/xfa.ts";
import { editFile } from "../shared/edit-tool.ts";

const textValue = v.pipe(v.string(), wellFormed);

const fieldsField = v.pipe(
  v.record(
    v.string(),
    v.union(
      [textValue, v.number(), v.boolean(), v.array(textValue), v.null()],
      "must be a string, a number, true, false, a list of strings, or null",
    ),
  ),
  v.check((fields) => Object.keys(fields).length > 0, "must name a field"),
  v.check(
    (fields) => Object.keys(fields).length <= maxFilledFields,
    `must name at most ${maxFilledFields} fields`,
  ),
  v.description(
    "Values by the full names that pdf_info lists. Check box: true or false; choice, radio: an option's value or label; several choices: a list; null empties.",
  ),
  v.examples([{ "person.name": "Ada", agree: true }]),
);

export const pdfFillForm = defineTool({
  name: "pdf_fill_form",
  title: "Fill in a form",
  description:
    "Fills in form fields so that every viewer shows the same values. Nothing is written unless every value is valid. Scripts aren't run; fields that have them are listed in warnings.",
  input: v.strictObject({
    input: inputField,
    fields: fieldsField,
    output: outputField,
    flatten: v.optional(v.pipe(v.boolean(), v.description("Makes the fields part of the pages.")), false),
    password: passwordField,
  }),
  output: v.strictObject({
    ...newFileEntries,
    filled: count("Fields that were set or emptied."),
    warnings: warningsField,
  }),
  annotations: writes,
  commandTakes: "rows",
  async run({ input, output, fields, flatten, password }, context) {
    const given = new Map<string, GivenValue>(Object.entries(fields));
    let filled: FilledFields = { values: new Map(), unseen: [] };
    let isPermitted = false;
    const file = await editFile(input, output, context, {
      password,
      isPermitted(document) {
        isPermitted = !flatten && signaturesPermit(document, given.keys());
        return isPermitted;
      },
      async edit(session) {
        refuseToFill(session.document);
        filled = await fillFields(session, given);
        warnOfUnseen(filled.unseen, flatten, context);
        // Old values must not stay in the file; in a signed one, all bytes stay.
        if (!isPermitted) session.requireRewrite();
        if (!flatten) return;
        const { flattenPages } = await import("../../document/flatten/flatten.ts");
        const pages = new Set(Array.from({ length: session.pageCount }, (_, k) => k + 1));
        await flattenPages(session, pages, "forms");
      },
      verify(written, pages) {
        const document = verifyWritten(written, pages, password);
        if (!flatten) verifyFilled(document, given, filled.values);
        return document;
      },
    });

    return { ...file, filled: given.size - (flatten ? filled.unseen.length : 0) };
  },
});

/** Values that no page shows: in a flattened form they are nowhere. */
function warnOfUnseen(names: readonly string[], flatten: boolean, context: ToolContext): void {
  if (names.length === 0) return;
  const fields = inWarning(new Set(names));
  context.warn(
    flatten
      ? `No page shows the ${fields}: the value is not in the new file.`
      : `No page shows the ${fields}: the value is in the file, but nobody sees it.`,
  );
}
