/** The outline as a reader sees it: titles with levels and pages. */
import { bytesAt, dictAt } from "./get.ts";
import type { PdfDocument } from "./open.ts";
import { readOutline } from "./outline.ts";
import { decodeText } from "./text-string.ts";

export interface Bookmark {
  readonly title: string;
  /** 1 at the top. */
  readonly level: number;
  /** 1-based; undefined when it leads to no page of the document. */
  readonly page: number | undefined;
}

/** The first `most` bookmarks in the outline's order. */
export function bookmarks(document: PdfDocument, most: number): Bookmark[] {
  const { items } = readOutline(document);
  const levels: number[] = [];
  return items.slice(0, most).map(({ num, parent, page }) => {
    const level = parent < 0 ? 1 : (levels[parent] ?? 0) + 1;
    levels.push(level);
    const bytes = bytesAt(document.cos, dictAt(document.cos, document.cos.object(num))?.get("Title"));
    const title = bytes
      ? decodeText(bytes)
          .toWellFormed()
          .replaceAll(/[\s\p{Cc}]+/gu, " ")
          .trim()
      : "";
    return { title, level, page };
  });
}
