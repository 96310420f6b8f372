/** Renders pages, or a part of each, as image files. */
import * as v from "valibot";
import {
  choice,
  count,
  flag,
  inputField,
  integerIn,
  list,
  numberIn,
  optionalPagesField,
  outputFolderField,
  pageNumber,
  partField,
  passwordField,
  text,
  warningsField,
} from "../../core/fields.ts";
import { maxPixels, renderDpi, renderSize } from "../../core/limits.ts";
import { pageSet } from "../../core/page-selector.ts";
import { invalid } from "../../core/problem.ts";
import { type PageRenderer, TooCostlyError } from "../../core/readers.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { withDocument } from "../../recovery/with-repair.ts";
import { openDrawing } from "../shared/pictures/open-drawing.ts";
import {
  type Bbox,
  boxOnPage,
  frameOf,
  type PictureFrame,
  type Resolution,
} from "../shared/pictures/page-picture.ts";
import { countProgress } from "../shared/progress.ts";

/** Default JPEG quality. */
const usualQuality = 85;

const entries = {
  input: inputField,
  pages: optionalPagesField,
  bbox: v.optional(partField("Only this part of each page, [x0, y0, x1, y1]")),
  dpi: v.optional(
    numberIn(
      renderDpi.min,
      renderDpi.max,
      `Pixels per inch; ${renderDpi.default} if max_size is omitted.`,
      150,
    ),
  ),
  max_size: v.optional(
    integerIn(renderSize.min, renderSize.max, "The longer side in pixels, instead of dpi.", 1600),
  ),
  format: v.optional(choice(["png", "jpeg"], "png or jpeg."), "png"),
  quality: v.optional(integerIn(1, 100, `JPEG quality; default ${usualQuality}.`)),
  color: v.optional(choice(["rgb", "gray"], "rgb or gray."), "rgb"),
  annotations: v.optional(
    flag(
      "Whether to draw annotations. Form fields are always drawn.",
      "Don't draw annotations. Form fields are always drawn.",
    ),
    true,
  ),
  output_folder: outputFolderField,
  password: passwordField,
};

const picture = v.strictObject({
  output: text("Absolute path of the image."),
  page: pageNumber(),
  width: v.pipe(count("In pixels."), v.examples([1240])),
  height: v.pipe(count("In pixels."), v.examples([1754])),
  bytes: count("Size of the image file in bytes."),
});

export const pdfRenderPages = defineTool({
  name: "pdf_render_pages",
  title: "Render pages as images",
  description:
    "Draws pages of a PDF, or a part of each, as PNG or JPEG files in output_folder (`<name>-page-<n>.png` or `.jpg`). A bbox from another tool draws exactly that part. All files appear together or none.",
  input: v.strictObject(entries),
  output: v.strictObject({ outputs: list(picture, "The images, in page order."), warnings: warningsField }),
  annotations: writes,
  reportsProgress: true,
  async run({ input, pages, password, output_folder, ...options }, context) {
    const resolution = resolutionOf(options.dpi, options.max_size);
    if (options.format === "png" && options.quality !== undefined)
      throw invalid("quality", "applies only to format jpeg; a png is lossless");

    const quality = options.format === "jpeg" ? (options.quality ?? usualQuality) : undefined;
    const gray = options.color === "gray";
    using source = context.files.openInput(input, "input");

    return await withDocument(source, context, password, async (document) => {
      const chosen = [...pageSet(pages, document.pages.count)];
      using renderer = await openDrawing(document, context.readers);
      const frames = chosen.map((page) => checkedFrame(renderer, page, options.bbox, resolution));
      const suffix = options.format === "png" ? "png" : "jpg";
      const names = chosen.map((page) => `${source.stem}-page-${page}.${suffix}`);
      using folder = context.files.newFolder(output_folder, "output_folder");
      folder.reserve(names);

      const progress = countProgress(context, chosen.length, "pages");
      const outputs: v.InferOutput<typeof picture>[] = [];

      for (const [at, frame] of frames.entries()) {
        const page = chosen[at] ?? 0;
        const { annotations } = options;
        const bytes = await renderer
          .picture(page, { ...frame, gray, annotations, quality })
          .catch((error: unknown) => {
            // Others may be drawn.
            if (!(error instanceof TooCostlyError) || (at + 1 === frames.length && outputs.length === 0))
              throw error;
            context.warn(`${error.message}, so there is no image of it`);
          });
        if (bytes === undefined) continue;
        const file = folder.create(names[at] ?? "");
        file.write(bytes);
        outputs.push({ output: file.path, page, ...frame.pixels, bytes: bytes.length });
        progress(outputs.length);
        await folder.settle();
      }

      folder.publishAll();
      return { outputs };
    });
  },
});

function resolutionOf(dpi: number | undefined, maxSize: number | undefined): Resolution {
  if (maxSize === undefined) return { dpi: dpi ?? renderDpi.default };
  if (dpi === undefined) return { maxSize };
  throw invalid("max_size", (names) => `cannot be given together with ${names.field("dpi")}`);
}

/** A page's frame, before anything is drawn. Throws 422 if the picture would be too large. */
function checkedFrame(
  renderer: PageRenderer,
  page: number,
  bbox: Bbox | undefined,
  resolution: Resolution,
): PictureFrame {
  const frame = frameOf(boxOnPage(renderer.size(page), bbox, page), resolution);
  const { width, height } = frame.pixels;
  if (width * height > maxPixels)
    throw invalid(
      "dpi" in resolution ? "dpi" : "max_size",
      `would make page ${page} an image of ${width} × ${height} pixels; at most ${maxPixels / 1e6} megapixels are drawn`,
    );
  return frame;
}
