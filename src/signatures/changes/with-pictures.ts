/** Adds to changes what pictures of the pages show. */
import type { Box } from "../../core/page-layout.ts";
import type { PdfDocument } from "../../document/open.ts";
import type { Change } from "./change.ts";
import type { PagePictures, PictureComparer } from "./pictures.ts";

/** Boxes of replaced content, and doubts about what covers signed content. */
export async function withPictures(
  changes: readonly Change[],
  signed: PdfDocument,
  now: PdfDocument,
  comparer: PictureComparer,
): Promise<{ readonly list: readonly Change[]; readonly doubts: readonly string[] }> {
  const pictures = new Map<number, PagePictures | undefined>();
  const doubts = new Set<string>();
  const picturesOf = async (page: number) => {
    if (!pictures.has(page)) {
      const same = signed.pages.pageOf(now.pages.number(page));
      pictures.set(page, await comparer.compare(signed, same || Math.min(page, signed.pages.count), page));
    }
    return pictures.get(page);
  };

  const list: Change[] = [];
  for (const change of changes) {
    const { kind, page, box } = change;
    const isContent = kind === "content" && page !== undefined;
    const isOver = change.isOver === true && page !== undefined && box !== undefined;
    const isLook = change.isLook === true && page !== undefined && box !== undefined;
    const isDrawn = isContent || isOver || isLook;
    const seen = isDrawn ? await picturesOf(page) : undefined;
    if (isDrawn && !seen) doubts.add(`page ${page} couldn't be drawn to compare its revisions`);
    if (isOver && seen?.covers(box)) doubts.add(`${change.detail}, and covers content of page ${page}`);
    if (isContent && seen) list.push(contentChange(change, seen.changed));
    else if (isLook && seen && !seen.differsIn(box))
      list.push({ ...change, nature: "usual", isDoubtful: false });
    else list.push(change);
  }
  return { list, doubts: [...doubts] };
}

function contentChange(change: Change, box: Box | undefined): Change {
  return box ? { ...change, box } : { ...change, detail: `${change.detail}, but it looks the same` };
}
