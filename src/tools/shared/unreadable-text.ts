/** Detects text that a document doesn't reveal: it is damaged, or its fonts don't map shapes to letters. */
import type { Message } from "../../core/message.ts";
import type { ToolContext } from "../../core/tool.ts";
import type { ContentOptions } from "../../reading/open.ts";
import type { HiddenTexts } from "./hidden-texts.ts";

/** The share of unreadable characters above which there is a warning. */
const mostUnreadable = 0.1;

/** Counts characters, and the unknown ones among them (U+FFFD). */
export class UnknownCharacters {
  unknown = 0;
  shown = 0;

  add(text: string): void {
    this.unknown += text.split("\ufffd").length - 1;
    this.shown += text.length - (text.match(/\s/g)?.length ?? 0);
  }
}

/** Warns if more than a tenth of the characters read are unknown. */
export function warnUnreadable(
  { unknown, shown }: UnknownCharacters,
  warn: (message: Message) => void,
): void {
  if (unknown <= mostUnreadable * shown) return;
  const part = Math.round((100 * unknown) / shown);
  warn(
    ({ field }) =>
      `${part} % of the characters are unknown: the document's fonts do not map shapes to letters, and the rest of the text may be wrong too; ${field("high_accuracy")} reads the page images instead`,
  );
}

/**
 * Options for reading a document's content: MuPDF reads pages that our own interpreter leaves to it, and the caller is warned
 * of damage.
 */
export function contentOptions({ readers, warn, debug }: ToolContext, hidden?: HiddenTexts): ContentOptions {
  return {
    engines: readers,
    damaged: (page) => warn(`page ${page} is damaged: text may be missing or wrong`),
    ...(hidden && {
      hidden: (page, texts) => hidden.add(page, texts),
      artifacts: (page) => hidden.addArtifacts(page),
    }),
    left: (page, reason) => debug(`page ${page} is left to MuPDF: ${reason}`),
  };
}
