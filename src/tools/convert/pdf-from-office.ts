/** Converts office files with LibreOffice (docs/decisions/0014). */
import * as v from "valibot";
import type { ByteSink, ByteSource } from "../../core/document-io.ts";
import { inputField, newFileEntries, outputField, warningsField } from "../../core/fields.ts";
import { failed } from "../../core/problem.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { embeddedFonts } from "../../document/metadata/embedded-fonts.ts";
import { openWritten, rereadWhole, verifyWritten } from "../../document/verify.ts";
import { standIns } from "../../office/stand-ins.ts";

/** Bytes copied at a time. */
const chunkBytes = 1 << 20;

export const pdfFromOffice = defineTool({
  name: "pdf_from_office",
  title: "Convert an office file to PDF",
  description:
    "Converts a Word, Excel, PowerPoint or OpenDocument file (.docx, .xlsx, .pptx, .odt, .ods, .odp) to a new PDF with this computer's LibreOffice. Linked content is never loaded, and no macros run. Replaced fonts are listed in the warnings. The input is never changed.",
  input: v.strictObject({
    input: v.pipe(
      inputField,
      v.description(
        "Path of the office file. Inside an allowed folder: absolute, or relative to the first allowed folder.",
      ),
      v.examples(["letter.docx"]),
    ),
    output: outputField,
  }),
  output: v.strictObject({
    ...newFileEntries,
    engine: v.pipe(v.literal("libreoffice"), v.description("The converter that was used.")),
    warnings: warningsField,
  }),
  annotations: writes,
  lane: "office",
  async run({ input, output }, context) {
    using file = context.files.openInput(input, "input");
    using target = context.files.newFile(output, "output");
    using converted = await context.office.convert(file);
    const document = openWritten(converted.pdf);
    const pages = document.pages.count;
    if (pages === 0) throw failed(`${file.path} has no printable content: the result would have no pages`);

    const warning = standIns(converted.fonts, embeddedFonts(document.cos));
    if (warning !== undefined) context.warn(warning);

    if (converted.hasDeletions)
      context.warn(
        "The document has tracked changes: deleted or moved text appears in the PDF, struck through",
      );

    copy(converted.pdf, target);
    verifyWritten(rereadWhole(target), pages);
    const { path, bytes } = target.publish();

    return { output: path, pages, bytes, engine: "libreoffice" as const };
  },
});

function copy(from: ByteSource, to: ByteSink): void {
  for (let at = 0; at < from.size; at += chunkBytes) to.write(from.read(at, chunkBytes));
}
