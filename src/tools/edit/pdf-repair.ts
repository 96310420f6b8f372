/** Writes a recovered copy, and lists the faults. */
import * as v from "valibot";
import { type ByteSource, joined, sourceOf } from "../../core/document-io.ts";
import {
  inputField,
  list,
  newFileEntries,
  outputField,
  passwordField,
  warningsField,
} from "../../core/fields.ts";
import { failed } from "../../core/problem.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { withdrawAllClaims } from "../../document/conformance/withdraw.ts";
import type { EditSession } from "../../document/edit.ts";
import { translateErrors } from "../../document/translate-errors.ts";
import { isComplete } from "../../recovery/completeness.ts";
import { diagnose } from "../../recovery/diagnose.ts";
import { repairStreams } from "../../recovery/edits/damaged-streams.ts";
import { completePageTypes, dropMissingContents } from "../../recovery/edits/missing-entries.ts";
import { type Fault, faults, inOrder, type Note, warningOf } from "../../recovery/faults.ts";
import { recover } from "../../recovery/open-document.ts";
import { openAttempt } from "../../recovery/strategies/open-attempt.ts";
import { withRepair } from "../../recovery/with-repair.ts";
import { editInto } from "../shared/edit-tool.ts";

const words = Object.entries(faults).map(([word, meaning]) => `\`${word}\` (${meaning})`);

export const pdfRepair = defineTool({
  name: "pdf_repair",
  title: "Repair a PDF",
  description:
    "Rewrites a damaged PDF with a new cross-reference table, recovering every page that can be found, and lists the repairs. An intact document is rewritten unchanged. Encryption and permissions stay.",
  input: v.strictObject({ input: inputField, output: outputField, password: passwordField }),
  output: v.strictObject({
    ...newFileEntries,
    fixed: list(
      v.picklist(Object.keys(faults) as Fault[]),
      `The repairs; empty for an intact document. Values: ${words.join("; ")}.`,
    ),
    warnings: warningsField,
  }),
  annotations: writes,
  async run({ input, output, password }, context) {
    using file = context.files.openInput(input, "input");
    if (file.size === 0) throw failed(`${file.path} is empty: there is nothing to repair`);

    const attempt = openAttempt(file, { password, work: context.work });
    const diagnosis = await translateErrors(file.path, () => diagnose(attempt), attempt);
    const source = attempt.headerAt < 0 ? withHeader(file) : file;

    return await withRepair(file.path, async (damage) => {
      using target = context.files.newFile(output, "output");
      const fixed = new Set<Fault>(diagnosis.faults);
      let opened = damage ? undefined : diagnosis.document;

      if (!opened) {
        const start =
          source === file && !damage
            ? attempt
            : openAttempt(source, { password, damage, work: context.work });
        const { document, notes } = await recover(start, file.path);
        opened = document;
        for (const note of notes.filter(isNews)) context.warn(warningOf(note, file.path));
      }

      const pages = await editInto(source, target, context, {
        opened,
        password,
        edit(session) {
          rebuild(session);
          const { any, pages } = repairStreams(session);
          if (any) fixed.add("stream_data");
          for (const page of pages)
            context.warn(`page ${page}: its content was damaged; text or drawings may be missing or wrong`);
          const isDamaged = fixed.size > 0;
          // A missing object counts as null, so intact documents may have these too; readers complain anyway.
          if (dropMissingContents(session)) fixed.add("object");
          if (isDamaged) withdrawAllClaims(session, () => !isComplete(session.document, fixed));
        },
      });
      const { path, bytes } = target.publish();

      return { output: path, pages, bytes, fixed: inOrder(fixed) };
    });
  },
});

/** `fixed` shows that the document was damaged, so that warning is dropped. */
const isNews = (note: Note): boolean => note === "protection_lost";

/** Rewrites everything, including the page tree with its types. */
function rebuild(session: EditSession): void {
  session.requireRewrite();
  completePageTypes(session);
}

/** Puts a header before a file that lost it: readers look for the header first. */
function withHeader(file: ByteSource & { readonly path: string }): ByteSource & { readonly path: string } {
  const header = sourceOf(new TextEncoder().encode("%PDF-1.7\n"));
  return { path: file.path, ...joined(header, file) };
}
