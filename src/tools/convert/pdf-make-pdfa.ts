/** Writes a copy that conforms to PDF/A. */
import * as v from "valibot";
import { changeKinds } from "../../archive/make/fixing.ts";
import { levels } from "../../archive/profile.ts";
import {
  count,
  flag,
  inputField,
  list,
  newFileEntries,
  outputField,
  passwordField,
  text,
  warningsField,
} from "../../core/fields.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { withDocument } from "../../recovery/with-repair.ts";
import { archiveDocument } from "../shared/archive-document.ts";
import { countProgress } from "../shared/progress.ts";
import { selectorOf } from "../shared/violations.ts";

const resultSchema = v.strictObject({
  ...newFileEntries,
  level: v.picklist(levels),
  changed: list(
    v.strictObject({
      what: v.picklist(changeKinds),
      count: count("How many."),
      pages: v.optional(text("Selector of the pages.")),
    }),
    "The kind of change.",
  ),
  verified: list(v.string(), "The checks that the new file passed."),
  warnings: warningsField,
});

export const pdfMakePdfa = defineTool({
  name: "pdf_make_pdfa",
  title: "Make PDF/A",
  description:
    "Writes a copy for archiving that conforms to PDF/A and keeps text, links, fields, bookmarks, tags and comments. Refuses what it can't convert without loss, and lists why.",
  input: v.strictObject({
    input: inputField,
    output: outputField,
    level: v.optional(v.pipe(v.picklist(levels), v.description("3b and 4f may have any attachments.")), "2b"),
    substitute_fonts: v.optional(
      flag(
        "Whether fonts that aren't embedded get equally wide ones.",
        "Don't accept fonts that aren't embedded",
      ),
      true,
    ),
    password: passwordField,
  }),
  output: resultSchema,
  annotations: writes,
  reportsProgress: true,
  async run({ input, output, level, substitute_fonts, password }, context) {
    using source = context.files.openInput(input, "input");
    return await withDocument(source, context, password, async (document) => {
      using target = context.files.newFile(output, "output");
      const { changes, verified } = await archiveDocument(document, source, target, context, {
        level,
        substituteFonts: substitute_fonts,
        password,
        onPage: countProgress(context, document.pages.count, "pages"),
      });
      await context.pause();
      const { path, bytes } = target.publish();
      return {
        output: path,
        pages: document.pages.count,
        bytes,
        level,
        changed: changes.map(({ what, count: times, pages }) => ({
          what,
          count: times,
          ...(pages.length > 0 && { pages: selectorOf(pages) }),
        })),
        verified: [...verified],
      };
    });
  },
});
