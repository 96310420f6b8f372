/** Several pages on a sheet, booklets, and pages on other paper. */
import * as v from "valibot";
import {
  choice,
  count,
  flag,
  help,
  inputField,
  integerIn,
  newFileEntries,
  optionalPagesField,
  outputField,
  passwordField,
  warningsField,
} from "../../core/fields.ts";
import { maxMargin, maxPages } from "../../core/limits.ts";
import { listPages } from "../../core/page-selector.ts";
import { invalid } from "../../core/problem.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { arrangedWriter } from "../../document/arrange/arrange.ts";
import { planSheets, type Sheets } from "../../document/arrange/sheets.ts";
import { writePages } from "../../document/assemble/selection.ts";
import type { PdfDocument } from "../../document/open.ts";
import { pageBoxes } from "../../document/pages/boxes.ts";
import { displaySpace } from "../../document/pages/display-space.ts";
import { paperSize } from "../../document/scale/paper.ts";
import { verifyWritten } from "../../document/verify.ts";
import { refuseDynamicXfa } from "../../document/xfa.ts";
import { withDocument } from "../../recovery/with-repair.ts";
import { paperField } from "../../steps/scale.ts";
import { copied, editInto, isUnharmed } from "../shared/edit-tool.ts";
import { countProgress } from "../shared/progress.ts";

const within = v.pipe(v.number(), v.minValue(0), v.maxValue(maxMargin));
const options = {
  per_sheet: v.optional(choice([1, 2, 4, 6, 8, 9, 16], "Default: 1, for other paper.")),
  booklet: v.optional(flag("Two pages a side, folded in the middle, with blank pages at the end."), false),
  signature: v.optional(
    v.pipe(
      integerIn(4, maxPages, "Pages of a booklet folded together, a multiple of 4. Default: all."),
      v.multipleOf(4, "must be a multiple of 4"),
    ),
  ),
  paper: v.optional(paperField("Default: the first page's. Turned if that shows the first page larger.")),
  order: v.optional(
    v.pipe(v.picklist(["rows", "columns"]), help("How pages follow each other on a sheet.")),
    "rows",
  ),
  right_to_left: v.optional(v.pipe(v.boolean(), help("Mirrors the order.")), false),
  margin: v.optional(v.pipe(within, help("Points at the edges of a sheet.")), 0),
  gap: v.optional(v.pipe(within, v.description("Points. Default: 12; booklet: 0."))),
  border: v.optional(v.pipe(v.boolean(), help("A hairline around each page.")), false),
};
const given = v.object(options);
type Options = v.InferOutput<typeof given>;

export const pdfArrangePages = defineTool({
  name: "pdf_arrange_pages",
  title: "Arrange pages on sheets",
  description:
    "Places several pages on a sheet, makes booklets, or puts pages on other paper, scaled to fit. Links, bookmarks, fields, comments and tags follow their pages.",
  input: v.strictObject({
    input: inputField,
    pages: optionalPagesField,
    ...options,
    output: outputField,
    password: passwordField,
  }),
  output: v.strictObject({
    ...newFileEntries,
    blank_added: count("Blank pages at the end of a booklet."),
    warnings: warningsField,
  }),
  annotations: writes,
  reportsProgress: true,
  async run({ input, pages, output, password, ...wanted }, context) {
    if (wanted.booklet && wanted.per_sheet !== undefined)
      throw invalid(
        "booklet",
        (names) => `can't be combined with ${names.field("per_sheet")}; give one of them`,
      );
    if (wanted.signature !== undefined && !wanted.booklet)
      throw invalid("signature", (names) => `only works with ${names.field("booklet")}`);

    using source = context.files.openInput(input, "input");
    return await withDocument(source, context, password, async (document) => {
      refuseDynamicXfa(document, source.path);
      const chosen = listPages(pages, document.pages.count);
      const sheets = isCopy(wanted) ? undefined : sheetsOf(document, chosen, wanted);
      using target = context.files.newFile(output, "output");
      const result = { pages: sheets?.count ?? chosen.length, blank_added: sheets?.blanks ?? 0 };

      const onSheet = countProgress(context, result.pages, "pages");

      if (!sheets && pages === undefined && isUnharmed(document))
        copied(source, target, document.pages.count, password);
      else
        await editInto(source, target, context, {
          password,
          opened: document,
          edit(session) {
            if (sheets)
              session.select(
                chosen,
                arrangedWriter({ sheets, border: wanted.border, labelled: !wanted.booklet, onSheet }),
              );
            else if (pages !== undefined) session.select(chosen, writePages);
          },
          verify: (written) => verifyWritten(written, result.pages, password),
        });
      onSheet(result.pages);
      const { path, bytes } = target.publish();

      return { output: path, bytes, ...result };
    });
  },
});

/** Whether every page would be its own sheet. */
function isCopy({ per_sheet = 1, booklet, paper, margin, border }: Options): boolean {
  return per_sheet === 1 && !booklet && paper === undefined && margin === 0 && !border;
}

function sheetsOf(document: PdfDocument, pages: readonly number[], wanted: Options): Sheets {
  const { per_sheet = 1, booklet, signature, paper, order, right_to_left, margin, gap } = wanted;
  const sizes = pages.map((page) => displaySpace(pageBoxes(document.cos, document.pages, page)));
  const [first = { width: 612, height: 792 }] = sizes;
  return planSheets(sizes, {
    perSheet: booklet ? undefined : per_sheet,
    signature,
    paper: typeof paper === "string" ? paperSize(paper) : (paper ?? first),
    order,
    rightToLeft: right_to_left,
    margin,
    gap: gap ?? (booklet ? 0 : 12),
  });
}
