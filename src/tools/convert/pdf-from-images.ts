/** Turns image files into the pages of a new PDF. */
import * as v from "valibot";
import { choice, newFileSchema, numberIn, outputField, textField } from "../../core/fields.ts";
import { maxImages, maxMargin } from "../../core/limits.ts";
import { failed } from "../../core/problem.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { rereadWhole, verifyWritten } from "../../document/verify.ts";
import { imagePapers, startImagePages } from "../../images/image-pages.ts";
import { addPicturePages, looksLikePdf } from "../shared/pictures/picture-pages.ts";
import { countProgress } from "../shared/progress.ts";
import { pdfaField, publishAs } from "../shared/publish-as.ts";

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
      if (looksLikePdf(file))
        throw failed(
          (names) => `${file.path} is a PDF, not an image: ${names.tool("pdf_merge")} combines PDFs`,
        );
      await addPicturePages(file, pages, context);
      progress(index + 1);
    }

    pages.finish();
    verifyWritten(rereadWhole(target), pages.count);
    const { path, bytes } = await publishAs(target, context, { output, pdfa });

    return { output: path, pages: pages.count, bytes };
  },
});
