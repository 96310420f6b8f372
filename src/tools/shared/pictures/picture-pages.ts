/** Adds the pictures of image files as pages, for the tools that take images. */
import type { InputFile } from "../../../core/document-io.ts";
import { maxImageBytes, maxPages } from "../../../core/limits.ts";
import { failed } from "../../../core/problem.ts";
import type { ToolContext } from "../../../core/tool.ts";
import type { ImagePages } from "../../../images/image-pages.ts";
import { ImageError } from "../../../images/picture.ts";
import { readImages } from "../../../images/read-images.ts";

/** A PDF may begin with this many other bytes. */
const pdfHead = 1024;

export const looksLikePdf = (file: InputFile): boolean =>
  Buffer.from(file.read(0, pdfHead)).includes("%PDF-");

/** Adds a page for each picture in a file. Throws 422 naming the file if it is unsupported. */
export async function addPicturePages(
  file: InputFile,
  pages: ImagePages,
  context: ToolContext,
): Promise<void> {
  const { path } = file;
  if (file.size > maxImageBytes)
    throw failed(`${path} is larger than ${maxImageBytes / 1e6} MB, the maximum for an image`);

  try {
    for await (const picture of readImages(file.read(0, file.size), context.readers)) {
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
