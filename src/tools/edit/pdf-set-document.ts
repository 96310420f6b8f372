/** Sets what a document says about itself: properties, language, bookmarks, page labels, viewer settings, page boxes. */
import * as v from "valibot";
import {
  inputField,
  list,
  newFileEntries,
  outputField,
  passwordField,
  warningsField,
} from "../../core/fields.ts";
import { validate } from "../../core/json/validate.ts";
import { invalid } from "../../core/problem.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { applyDetails, type DetailChanges, planDetails } from "../../document/details/set.ts";
import { utcDate } from "../../document/metadata/dates.ts";
import { withDocument } from "../../recovery/with-repair.ts";
import { copied, editInto, isUnharmed } from "../shared/edit-tool.ts";
import { bookmarkTrees, detailEntries } from "../shared/parts/detail-fields.ts";
import { headingBookmarks } from "../shared/parts/heading-bookmarks.ts";

export const pdfSetDocument = defineTool({
  name: "pdf_set_document",
  title: "Set document properties",
  description:
    "Sets what a PDF says about itself, in the form of pdf_info's `document`; null removes. Fields that are lists replace all. Replaced values may remain in the older revision of the file, removed ones don't.",
  input: v.strictObject({
    input: inputField,
    ...detailEntries,
    output: outputField,
    password: passwordField,
  }),
  output: v.strictObject({
    ...newFileEntries,
    changed: list(v.string(), "The given fields whose value differed."),
    warnings: warningsField,
  }),
  annotations: writes,
  async run({ input, output, password, bookmarks_from_headings: headings, ...fields }, context) {
    const { bookmarks, ...others } = fields;
    const given: DetailChanges = {
      ...others,
      created: inFull(others.created),
      modified: inFull(others.modified),
      bookmarks: bookmarks && validate(bookmarkTrees, { bookmarks }).bookmarks,
    };
    if (headings === undefined && Object.values(given).every((value) => value === undefined))
      throw invalid("title", "or another field is required; give at least one");
    if (headings !== undefined && bookmarks !== undefined)
      throw invalid(
        "bookmarks_from_headings",
        (names) => `can't be combined with ${names.field("bookmarks")}`,
      );

    using source = context.files.openInput(input, "input");
    return await withDocument(source, context, password, async (document) => {
      const wanted = headings
        ? { ...given, bookmarks: await headingBookmarks(document, source.path, headings.max_level, context) }
        : given;
      const changes = planDetails(document, wanted);
      using target = context.files.newFile(output, "output");
      const pages =
        changes.length === 0 && isUnharmed(document)
          ? copied(source, target, document.pages.count, password)
          : await editInto(source, target, context, {
              password,
              opened: document,
              edit: (session) => applyDetails(session, changes, wanted),
            });
      const { path, bytes } = target.publish();
      const names = changes.map(({ field }) =>
        headings && field === "bookmarks" ? "bookmarks_from_headings" : field,
      );
      return { output: path, pages, bytes, changed: names };
    });
  },
});

/** A date to the second. */
const inFull = (date: string | null | undefined) => (date ? utcDate(date) : date);
