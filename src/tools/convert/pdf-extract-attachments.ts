/** Writes the files embedded in a document to a folder. */
import * as v from "valibot";
import {
  count,
  inputField,
  list,
  outputFolderField,
  passwordField,
  text,
  textField,
  warningsField,
} from "../../core/fields.ts";
import { safeFileNames } from "../../core/file-names.ts";
import { failed, invalid } from "../../core/problem.ts";
import { defineTool, writes } from "../../core/tool.ts";
import {
  type AttachedFile,
  attachedFiles,
  describeAttachment,
  unknownAttachment,
} from "../../document/attachments/attachments.ts";
import { copyAttachment } from "../../document/attachments/copy.ts";
import { withDocument } from "../../recovery/with-repair.ts";

const output = v.strictObject({
  output: text("Absolute path of the file."),
  name: text("The attachment's name as in pdf_info."),
  bytes: count("Size of the file in bytes."),
  mime: v.optional(text("Media type according to the document.")),
  relationship: v.optional(text("How it relates to the document, as in pdf_info.")),
  sha256: text("SHA-256 of its bytes, in hexadecimal digits."),
});

export const pdfExtractAttachments = defineTool({
  name: "pdf_extract_attachments",
  title: "Extract attachments",
  description:
    "Writes the files embedded in a PDF to output_folder, byte for byte, under safe names. They are never opened. All files appear together or none.",
  input: v.strictObject({
    input: inputField,
    names: v.optional(
      v.pipe(
        v.array(textField("A name.")),
        v.check((names) => names.length > 0, "must name an attachment; omit it for all"),
        v.description("Names as in pdf_info; omitted: all."),
      ),
    ),
    output_folder: outputFolderField,
    password: passwordField,
  }),
  output: v.strictObject({
    outputs: list(output, "The files, in the order of pdf_info."),
    warnings: warningsField,
  }),
  annotations: writes,
  async run({ input, names, password, output_folder }, context) {
    using source = context.files.openInput(input, "input");
    return await withDocument(source, context, password, async (document) => {
      using folder = context.files.newFolder(output_folder, "output_folder");
      const all = attachedFiles(document);
      if (all.length === 0) throw failed(`${source.path} has no attachments`);
      const files = chosen(all, names);
      const outputNames = safeFileNames(files.map(({ name }) => name));
      folder.reserve(outputNames);
      const outputs: v.InferOutput<typeof output>[] = [];

      for (const [at, attachment] of files.entries()) {
        const file = folder.create(outputNames[at] ?? "");
        const sha256 = await copyAttachment(document, attachment, file, context);
        const { mime, relationship } = describeAttachment(document.cos, attachment);
        outputs.push({
          output: file.path,
          name: attachment.name,
          bytes: file.position,
          ...(mime !== undefined && { mime }),
          ...(relationship !== undefined && { relationship }),
          sha256,
        });
        await folder.settle();
      }

      folder.publishAll();
      return { outputs };
    });
  },
});

/** The attachments with these names, in document order. Throws 422 on `names[i]` for an unknown one. */
function chosen(all: readonly AttachedFile[], names: readonly string[] | undefined): readonly AttachedFile[] {
  if (!names) return all;
  const known = new Set(all.map(({ name }) => name));
  for (const [at, name] of names.entries())
    if (!known.has(name)) throw invalid(`names[${at}]`, unknownAttachment(name, all));
  const wanted = new Set(names);
  return all.filter(({ name }) => wanted.has(name));
}
