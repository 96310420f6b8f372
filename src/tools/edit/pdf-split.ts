/** Splits a document into files that appear together or not at all. */
import * as v from "valibot";
import { settledTogether } from "../../core/document-io.ts";
import {
  choice,
  inputField,
  list,
  newFileEntries,
  optionalPagesField,
  outputFolderField,
  passwordField,
  warningsField,
} from "../../core/fields.ts";
import { pageSet, pagesOf, rangesWithin } from "../../core/page-selector.ts";
import { invalid } from "../../core/problem.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { writePages } from "../../document/assemble/selection.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { refuseDynamicXfa } from "../../document/xfa.ts";
import { openDocument } from "../../recovery/open-document.ts";
import { withRepair } from "../../recovery/with-repair.ts";
import type { NewFileResult } from "../shared/edit-tool.ts";
import { countProgress } from "../shared/progress.ts";

type Mode = "ranges" | "pages";

/** One result file: its name and its pages, 1-based. */
interface Piece {
  readonly name: string;
  readonly pages: readonly number[];
}

export const pdfSplit = defineTool({
  name: "pdf_split",
  title: "Split a PDF",
  description:
    "Splits one PDF into several new files in output_folder: one for each comma-separated range of `pages` (`<name>-pages-<a>-<b>.pdf`, a single page `<name>-page-<a>.pdf`), or in mode `pages` one for each page (`<name>-page-<n>.pdf`). All files appear together or none; the input is never changed.",
  input: v.strictObject({
    input: inputField,
    pages: v.pipe(
      optionalPagesField,
      v.description(
        "Mode `ranges` (required there): comma-separated ranges, one file each, for example `1-3, 4-9`. Mode `pages`: the pages to write; omitted: every page.",
      ),
    ),
    mode: v.optional(
      choice(
        ["ranges", "pages"],
        "`ranges`: one file per comma-separated range; `pages`: one file per page.",
        "ranges",
      ),
      "ranges",
    ),
    output_folder: outputFolderField,
    password: passwordField,
  }),
  output: v.strictObject({
    outputs: list(v.strictObject(newFileEntries), "The new files, in page order."),
    warnings: warningsField,
  }),
  annotations: writes,
  reportsProgress: true,
  async run({ input, pages, mode, output_folder, password }, context) {
    if (mode === "ranges" && pages === undefined)
      throw invalid(
        "pages",
        (names) =>
          `is required in mode ranges; write ranges like 1-3, 4-9, or use ${names.field("mode")} pages`,
      );
    using source = context.files.openInput(input, "input");
    const warnings = new Set<string>();
    let progress: ((done: number) => void) | undefined;
    const outputs = await withRepair(source.path, async (damage) => {
      const document = await openDocument(source, context, { password, damage });
      refuseDynamicXfa(document, source.path);
      const pieces = piecesOf(source.stem, mode, pages, document.pages.count);
      const { budget } = document.cos;
      budget.during("a file for each part", () => budget.spend(stepsPerFile * pieces.length));
      using folder = context.files.newFolder(output_folder, "output_folder");
      folder.reserve(pieces.map(({ name }) => name));
      progress ??= countProgress(context, pieces.length, "files");
      const written: NewFileResult[] = [];
      let settling = Promise.resolve();

      for (const piece of pieces) {
        const file = folder.create(piece.name);
        writePages(document, piece.pages, file, { warn: (message) => warnings.add(message) });
        verifyWritten(rereadWhole(file), piece.pages.length, password);
        written.push({ output: file.path, pages: piece.pages.length, bytes: file.position });
        progress(written.length);
        if (written.length % settledTogether === 0) {
          await settling;
          settling = folder.settle();
          // The error surfaces where the promise is awaited.
          settling.catch(() => {});
        }
      }

      await settling;
      await folder.settle();
      folder.publishAll();

      return written;
    });
    // The same loss in hundreds of files is a single warning.
    for (const message of warnings) context.warn(message);

    return { outputs };
  },
});

/** Work steps per file: creating, rereading and publishing one takes half a millisecond. */
const stepsPerFile = 1500;

function piecesOf(stem: string, mode: Mode, pages: string | undefined, total: number): Piece[] {
  if (mode === "pages")
    return [...pageSet(pages, total)].map((page) => ({ name: `${stem}-page-${page}.pdf`, pages: [page] }));

  const used = new Map<string, number>();
  return rangesWithin(pages ?? "", total).map((range) => {
    const { first, last, step } = range;
    const everyOther = first === 1 ? "odd" : "even";
    const numbers = step === 1 ? `${first}-${last}` : everyOther;
    const base = first === last ? `${stem}-page-${first}` : `${stem}-pages-${numbers}`;
    const times = (used.get(base) ?? 0) + 1;
    used.set(base, times);
    const name = times === 1 ? `${base}.pdf` : `${base}-${times}.pdf`;
    return { name, pages: pagesOf(range) };
  });
}
