/** Warns about pages that are pictures without text, instead of silently skipping them. */
import type { Message } from "../../core/message.ts";
import { modelNames, recognizerName } from "../../core/page-reading.ts";
import type { PdfDocument } from "../../document/open.ts";
import { showsPicture } from "../../document/pictures.ts";

/** Ranges listed in a warning; further ones are summarized. */
const mostRanges = 10;

/** 1-3, 5 for ascending numbers; beyond `most` ranges, "others". */
export function pageRanges(pages: readonly number[], most = mostRanges): string {
  const found: { first: number; last: number }[] = [];
  for (const page of pages) {
    const open = found.at(-1);
    if (open && open.last === page - 1) open.last = page;
    else found.push({ first: page, last: page });
  }
  const named = found.slice(0, most).map(({ first, last }) => (first === last ? first : `${first}-${last}`));
  return found.length > most ? `${named.join(", ")} and others` : named.join(", ");
}

/** Lists the pages without text, ascending, that are pictures, and how to read them. */
export function warnPictures(
  document: PdfDocument,
  withoutText: readonly number[],
  warn: (message: Message) => void,
): void {
  const pictures = withoutText.filter((page) => showsPicture(document, page));
  if (pictures.length === 0) return;
  const pages = pageRanges(pictures);
  const [what, they] =
    pictures.length === 1 ? [`page ${pages} is a picture`, "it"] : [`pages ${pages} are pictures`, "them"];
  warn(
    ({ field }) =>
      `${what} without text; ${field("high_accuracy")} with ${field("model")} "${recognizerName}" reads ${they}, or a model that is downloaded once (${modelNames.join(", ")})`,
  );
}
