/** Turns image files into the pages of a new PDF. */
import * as v from "valibot";
import type { InputFile } from "../../core/document-io.ts";
import { choice, newFileSchema, numberIn, outputField, textField } from "../../core/fields.ts";
import { maxImageBytes, maxImages, maxMargin, maxPages } from "../../core/limits.ts";
import { failed } from "../../core/problem.ts";
import { defineTool, type ToolContext, writes } from "../../core/tool.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { type ImagePages, imagePapers, startImagePages } from "../../images/image-pages.ts";
import { ImageError } from "../../images/picture.ts";
import { readImages } from "../../images/read-images.ts";
import { countProgress } from "../shared/progress.ts";
import { pdfaField, publishAs } from "../shared/publish-as.ts";

/** A PDF may begin with this many other bytes. */
const pdfHead = 1024;

export const pdfFromImages = defineTool({
  name: "pdf_from_images",
  title: "Make a PDF from images",
  description:
    "Makes one PDF from JPEG, PNG, TIFF (all pages), GIF, BMP, WebP, HEIC, AVIF and JPEG 2000 files, one image per page, in the given order. Images keep their quality: JPEG and JPEG 2000 data is embedded unchanged.",
  input: v.strictObject({
    inputs: v.pipe(
      v.array(
        textField(
          "Path of an image. Inside an allowed folder: absolute, or relative to the first allowed folder.",
        ),
      ),
      v.minLength(1, "must name at least 1 image"),
      v.maxLength(maxImages, `must name at most ${maxImages} images`),
      v.description(`Paths of 1 to ${maxImages} images, in page order.`),
      v.examples([["page-1.jpg", "page-2.png"]]),
    ),
    output: outputField,
    page_size: v.optional(
      choice(
        ["image", ...imagePapers],
        "image: the image's size at its own dpi, or 96. Paper takes its image's orientation.",
      ),
      "image",
    ),
    margin: v.optional(numberIn(0, maxMargin, "In points, on each side."), 0),
    fit: v.optional(
      choice(["contain", "actual"], "contain: as large as the paper allows. actual: never enlarged."),
      "contain",
    ),
    pdfa: pdfaField,
  }),
  output: newFileSchema,
  annotations: writes,
  reportsProgress: true,
  async run({ inputs, output, page_size, margin, fit, pdfa }, context) {
    using target = context.files.newFile(output, "output");
    const pages = startImagePages(target, { paper: page_size, margin, enlarges: fit === "contain" });
    const progress = countProgress(context, inputs.length, "files");

    for (const [index, path] of inputs.entries()) {
      using file = context.files.openInput(path, `inputs[${index}]`);
      await addPages(file, pages, context);
      progress(index + 1);
    }

    pages.finish();
    verifyWritten(rereadWhole(target), pages.count);
    const { path, bytes } = await publishAs(target, context, { output, pdfa });

    return { output: path, pages: pages.count, bytes };
  },
});

/** Adds a page for each picture in a file. Throws 422 naming the file if it is unsupported. */
async function addPages(file: InputFile, pages: ImagePages, context: ToolContext): Promise<void> {
  const { path } = file;
  if (file.size > maxImageBytes)
    throw failed(`${path} is larger than ${maxImageBytes / 1e6} MB, the maximum for an image`);
  const data = file.read(0, file.size);
  if (Buffer.from(data.subarray(0, pdfHead)).includes("%PDF-"))
    throw failed((names) => `${path} is a PDF, not an image: ${names.tool("pdf_merge")} combines PDFs`);

  try {
    for await (const picture of readImages(data, context.readers)) {
      if (pages.count === maxPages) throw failed(`the result would have more than ${maxPages} pages`);
      if (pages.add(picture) < 1)
        context.warn(
          `${path} was made smaller: its page would exceed 200 inches, the largest size that readers show`,
          path,
        );
      for (const warning of picture.warnings ?? []) context.warn(`${path} ${warning}`, path);
    }
  } catch (cause) {
    if (!(cause instanceof ImageError)) throw cause;
    throw failed(`${path} ${cause.message}`, { cause });
  }
}
