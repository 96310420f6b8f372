/** Whether a page's pictures can be decoded: engines draw nothing for one that can't. */
import type { Readers } from "../../core/readers.ts";
import { CosError } from "../../cos/syntax/error.ts";
import type { PdfDocument } from "../open.ts";
import { picturesOf } from "../pictures.ts";
import { decodeSamples } from "./samples.ts";

export async function arePicturesReadable(
  document: PdfDocument,
  page: number,
  readers: Pick<Readers, "openPages" | "decodeJpeg">,
): Promise<boolean> {
  try {
    for (const image of picturesOf(document, page))
      if (!(await decodeSamples(document.cos, image, readers))) return false;
    return true;
  } catch (error) {
    if (error instanceof CosError && error.reason !== "work") return false;
    throw error;
  }
}
