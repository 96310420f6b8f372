/** Shows a page as a picture in the answer: only for MCP, whose models see pictures. */
import { Buffer } from "node:buffer";
import * as v from "valibot";
import {
  count,
  inputField,
  integerIn,
  pageNumber,
  partField,
  passwordField,
  warningsField,
} from "../../core/fields.ts";
import { maxViewBytes, viewSize } from "../../core/limits.ts";
import type { Box } from "../../core/page-layout.ts";
import { pageSet } from "../../core/page-selector.ts";
import type { PageRenderer } from "../../core/readers.ts";
import { defineTool, reads } from "../../core/tool.ts";
import { withDocument } from "../../recovery/with-repair.ts";
import { openDrawing } from "../shared/pictures/open-drawing.ts";
import { boxOnPage, frameOf, type PictureFrame, rounded } from "../shared/pictures/page-picture.ts";

/** JPEG qualities to try while the picture is too large; after that, it is scaled down. */
const qualities = [85, 60, 40] as const;
/** Scaling factor for a picture that is still too large. */
const shrink = 0.75;
/** A PNG is exact: a JPEG replaces it only if it has at most this fraction of its bytes. */
const worthLosing = 0.5;

/** A picture that fits into an answer, and how that was achieved. */
interface View {
  readonly frame: PictureFrame;
  readonly mimeType: "image/png" | "image/jpeg";
  readonly bytes: Uint8Array;
  readonly quality?: number;
}

export const pdfViewPage = defineTool({
  name: "pdf_view_page",
  title: "View a page",
  description:
    "Shows one page of a PDF, or the part in bbox, as an image. The bbox of anything that pdf_extract_structure or pdf_search returned can be viewed.",
  input: v.strictObject({
    input: inputField,
    page: v.optional(pageNumber("Counted from 1."), 1),
    bbox: v.optional(partField("Only this part, [x0, y0, x1, y1]")),
    max_size: v.optional(
      integerIn(viewSize.min, viewSize.max, "Length of the longer side in pixels."),
      viewSize.default,
    ),
    password: passwordField,
  }),
  output: v.strictObject({
    page: pageNumber(),
    width: count("In pixels."),
    height: count("In pixels."),
    dpi: v.pipe(v.number(), v.description("Pixels per inch.")),
    bbox: v.pipe(v.array(v.number()), v.description("The area shown, [x0, y0, x1, y1] in points.")),
    image: v.strictObject({ mime_type: v.string(), data: v.string() }),
    warnings: warningsField,
  }),
  annotations: reads,
  async run({ input, page, bbox, max_size, password }, context) {
    using source = context.files.openInput(input, "input");
    return await withDocument(source, context, password, async (document) => {
      pageSet(String(page), document.pages.count, { field: "page" });
      using renderer = await openDrawing(document, context.readers);
      const box = boxOnPage(renderer.size(page), bbox, page);
      const view = await fittingView(renderer, page, box, max_size);
      const { scale, pixels } = view.frame;

      if (view.quality !== undefined && view.quality < qualities[0])
        context.warn(
          `the image was reduced to ${pixels.width} × ${pixels.height} pixels at JPEG quality ${view.quality} to stay below ${maxViewBytes / 1e6} MB; view a smaller bbox for detail`,
        );

      return {
        page,
        ...pixels,
        dpi: rounded(scale * 72),
        bbox: [box.x0, box.y0, box.x1, box.y1].map(rounded),
        image: { mime_type: view.mimeType, data: Buffer.from(view.bytes).toString("base64") },
      };
    });
  },
});

/** PNG, or JPEG if it is much smaller; if both are too large, quality and then size are reduced. */
async function fittingView(renderer: PageRenderer, page: number, box: Box, maxSize: number): Promise<View> {
  const draw = (frame: PictureFrame, quality?: number) =>
    renderer.picture(page, { ...frame, gray: false, annotations: true, quality });
  const full = frameOf(box, { maxSize });
  const png = await draw(full);
  const [best] = qualities;
  const jpeg = await draw(full, best);
  if (png.length <= maxViewBytes && jpeg.length > png.length * worthLosing)
    return { frame: full, mimeType: "image/png", bytes: png };
  if (jpeg.length <= maxViewBytes) return { frame: full, mimeType: "image/jpeg", bytes: jpeg, quality: best };

  for (let size = maxSize; ; size = Math.round(size * shrink)) {
    const frame = frameOf(box, { maxSize: size });
    for (const quality of qualities) {
      const bytes = await draw(frame, quality);
      // A picture of the minimum size has 4,096 pixels: its bytes fit in any case.
      if (bytes.length <= maxViewBytes || size <= viewSize.min)
        return { frame, mimeType: "image/jpeg", bytes, quality };
    }
  }
}
