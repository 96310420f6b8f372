/** Invisible text on pages: an agent that reads it is warned, since it may be meant for the agent alone. */

import { getOrInsert } from "../../core/collections/maps.ts";
import type { HiddenReason, HiddenText } from "../../core/page-layout.ts";
import { inPages, pageRanges } from "../../core/page-selector.ts";
import type { ToolContext } from "../../core/tool.ts";

const words: Readonly<Record<HiddenReason, string>> = {
  color: "in the color behind it",
  size: "smaller than 1 point",
  covered: "covered",
  invisible: "invisible",
  off_page: "off the page",
  layer: "in a hidden layer",
};

export class HiddenTexts {
  readonly #reasons = new Map<number, Set<HiddenReason>>();

  readonly #artifacts = new Set<number>();

  addArtifacts(page: number): void {
    this.#artifacts.add(page);
  }

  /** Punctuation alone is ignored. */
  add(page: number, texts: readonly HiddenText[]): void {
    for (const { reason, text } of texts) {
      if (!/[\p{L}\p{N}]/u.test(text)) continue;
      getOrInsert(this.#reasons, page, () => new Set()).add(reason);
    }
  }

  /** Lists the pages that are in the answer. */
  warn(isGiven: (page: number) => boolean, warn: ToolContext["warn"]): void {
    const given = (pages: Iterable<number>) => [...pages].filter(isGiven).sort((a, b) => a - b);
    const pages = given(this.#reasons.keys());
    const found = new Set(pages.flatMap((page) => [...(this.#reasons.get(page) ?? [])]));
    const reasons = [...found].map((reason) => words[reason]).join(", ");
    if (pages.length > 0) warn(`${they(pages)} text in the answer that people can't see (${reasons})`);
    const without = given(this.#artifacts);
    if (without.length > 0)
      warn(
        `${they(without)} text that the document marks as page furniture, such as headers; it was omitted`,
      );
  }
}

const they = (pages: readonly number[]) =>
  `${inPages(pageRanges(pages))} ${pages.length === 1 ? "has" : "have"}`;
