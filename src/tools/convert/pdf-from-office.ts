/** Converts office files with LibreOffice (docs/decisions/0014). */
import * as v from "valibot";
import type { ByteSink, ByteSource } from "../../core/document-io.ts";
import { inputField, newFileEntries, outputField, warningsField } from "../../core/fields.ts";
import { inPages, pageRanges } from "../../core/page-selector.ts";
import { failed } from "../../core/problem.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import { embeddedFonts } from "../../document/metadata/embedded-fonts.ts";
import type { PdfDocument } from "../../document/open.ts";
import { openWritten, rereadWhole, verifyWritten } from "../../document/verify.ts";
import { formatOf } from "../../office/formats.ts";
import { standIns } from "../../office/stand-ins.ts";
import { openContentText } from "../../reading/open.ts";
import { pdfaField, publishAs } from "../shared/publish-as.ts";

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
    pdfa: pdfaField,
  }),
  output: v.strictObject({
    ...newFileEntries,
    engine: v.pipe(v.literal("libreoffice"), v.description("The converter that was used.")),
    warnings: warningsField,
  }),
  annotations: writes,
  lane: "office",
  async run({ input, output, pdfa }, context) {
    using file = context.files.openInput(input, "input");
    using target = context.files.newFile(output, "output");
    using converted = await context.office.convert(file);
    const document = openWritten(converted.pdf);
    const pages = document.pages.count;
    if (pages === 0) throw failed(`${file.path} has no printable content: the result would have no pages`);

    const warning = standIns(converted.fonts, embeddedFonts(document.cos));
    if (warning !== undefined) context.warn(warning);

    for (const message of converted.warnings) context.warn(message);
    if (formatOf(file.path, "input").part === "calc") await warnNarrow(document, context);

    copy(converted.pdf, target);
    verifyWritten(rereadWhole(target), pages);
    const { path, bytes } = await publishAs(target, context, { output, pdfa });

    return { output: path, pages, bytes, engine: "libreoffice" as const };
  },
});

/** Calc draws ### for a value that is wider than its column, and the narrowest show only two of them. */
const narrow = /(?<!\S)#{2,3}(?!\S)/g;

async function warnNarrow(document: PdfDocument, context: ToolContext): Promise<void> {
  using reader = openContentText(document, { engines: context.readers });
  const found: number[] = [];
  let cells = 0;
  for (let page = 1; page <= document.pages.count; page++) {
    const count = (await reader.page(page)).match(narrow)?.length ?? 0;
    if (count > 0) found.push(page);
    cells += count;
  }
  if (cells === 0) return;
  const are = cells === 1 ? "1 cell shows" : `${cells} cells show`;
  context.warn(
    `${are} ### instead of a value that is wider than its column, on ${inPages(pageRanges(found))}: widen the columns and convert again`,
  );
}

function copy(from: ByteSource, to: ByteSink): void {
  for (let at = 0; at < from.size; at += chunkBytes) to.write(from.read(at, chunkBytes));
}
