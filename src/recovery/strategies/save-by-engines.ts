/** Documents rewritten in memory by an engine: MuPDF, which repairs files on opening, or pdf.js, which finds more pages. */
import { Buffer } from "node:buffer";
import { partitionPoint } from "../../core/collections/partition-point.ts";
import type { ByteSource } from "../../core/document-io.ts";
import { sourceOf } from "../../core/document-io.ts";
import type { PdfDocument } from "../../document/open.ts";
import { saveCopy } from "../../engines/mupdf/save-copy.ts";
import { openSecondReader } from "../../engines/pdfjs/pdfjs.ts";
import { type OpenAttempt, openRecovered } from "./open-attempt.ts";
import { type Salvage, salvage } from "./salvage.ts";

/** MuPDF searches for the objects itself: the cross-reference, which is wrong or hides objects, is withheld from it. */
export async function mupdfSave(attempt: OpenAttempt): Promise<PdfDocument | undefined> {
  const source = withoutXref(withoutDamagedPacks(attempt.once(salvage)));
  const bytes = await saveCopy(source, attempt.password);
  return bytes && openRecovered(attempt, sourceOf(bytes));
}

export async function pdfjsRewrite(attempt: OpenAttempt): Promise<PdfDocument | undefined> {
  using second = await openSecondReader(withoutDamagedPacks(attempt.once(salvage)));
  if (!second) return undefined;
  try {
    return openRecovered(attempt, sourceOf(await second.rewrite()));
  } catch {
    // It can read more than it can write.
    return undefined;
  }
}

/**
 * The same with the data of damaged object streams blanked. Their intact objects were found earlier; engines continue past the
 * damage, where they meet objects of any size and numbers in the millions, each of which costs memory.
 */
export function withoutDamagedPacks({
  source,
  damagedPacks,
}: Pick<Salvage, "source" | "damagedPacks">): ByteSource {
  if (damagedPacks.length === 0) return source;

  /** The first one that ends after an offset: they are in file order, and a hostile file has very many. */
  const firstAfter = (place: number) =>
    partitionPoint(damagedPacks.length, (at) => {
      const pack = damagedPacks[at];
      return pack !== undefined && pack.offset + pack.length <= place;
    });

  return {
    size: source.size,
    read(offset, length) {
      // A copy: we must not change the source's bytes.
      const bytes = new Uint8Array(source.read(offset, length));
      for (let at = firstAfter(offset); ; at++) {
        const pack = damagedPacks[at];
        if (!pack || pack.offset >= offset + bytes.length) return bytes;
        bytes.fill(0x20, Math.max(0, pack.offset - offset), pack.offset + pack.length - offset);
      }
    },
  };
}

const keyword = Buffer.from("startxref");

/** The same bytes with every `startxref` made unreadable, wherever reads begin and end. */
export function withoutXref(source: ByteSource): ByteSource {
  const margin = keyword.length - 1;
  return {
    size: source.size,
    read(offset, length) {
      const from = Math.max(0, offset - margin);
      // A copy: we must not change the source's bytes.
      const bytes = new Uint8Array(source.read(from, offset - from + length + margin));
      const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let at = view.indexOf(keyword); at >= 0; at = view.indexOf(keyword, at + keyword.length))
        view.fill(0x20, at, at + keyword.length);
      return bytes.subarray(offset - from, offset - from + length);
    },
  };
}
