/** Image files that PDF can't hold: an engine decodes them, and their samples are coded again. */
import type { ImageFormat, Readers } from "../core/readers.ts";
import { checkSize, dpiOf, fittingProfile, ImageError, type ShownPicture } from "./picture.ts";
import { pictureOf } from "./samples.ts";

/** Red, green, blue and opacity. */
const mostComponents = 4;

/** The file's picture; of a TIFF, that in directory `index`. */
export async function decodedPicture(
  data: Uint8Array,
  format: ImageFormat,
  readers: Readers,
  index?: number,
): Promise<ShownPicture> {
  const accept = (width: number, height: number) => checkSize(width, height, mostComponents);
  const image = await readers.decodeImage({ data, format, index, accept });
  if (!image) throw new ImageError("is damaged, or of an unsupported kind: its data cannot be read");
  const {
    isWhole,
    hasMore,
    dpi: [across, down],
    orientation,
  } = image;
  const more = format === "heic" ? "has several pictures" : "is animated";

  return {
    ...pictureOf(image, fittingProfile(image.profile, image.components)),
    dpi: dpiOf(across, down),
    orientation,
    warnings: [
      ...(isWhole ? [] : ["is damaged: a part of the picture may be missing"]),
      ...(hasMore ? [`${more}, and only its first picture was used`] : []),
    ],
  };
}
