/** Warns about pages that are pictures without text, instead of silently skipping them. */

import type { Message } from "../../../core/message.ts";
import { modelNames, recognizerName } from "../../../core/page-reading.ts";
import { inPages, pageRanges } from "../../../core/page-selector.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { showsPicture } from "../../../document/pictures.ts";

/** Lists the pages without text, ascending, that are pictures, and how to read them. */
export function warnPictures(
  document: PdfDocument,
  withoutText: readonly number[],
  warn: (message: Message) => void,
): void {
  const pictures = withoutText.filter((page) => showsPicture(document, page));
  if (pictures.length === 0) return;
  const [are, they] = pictures.length === 1 ? ["is a picture", "it"] : ["are pictures", "them"];
  warn(
    ({ field }) =>
      `${inPages(pageRanges(pictures))} ${are} without text; ${field("high_accuracy")} with ${field("model")} "${recognizerName}" reads ${they}, or a model that is downloaded once (${modelNames.join(", ")})`,
  );
}
