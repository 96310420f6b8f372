/** The text of one page, from what was collected. */

import type { TextBlock } from "../core/text-lines.ts";
import { isDict } from "../cos/syntax/value.ts";
import type { PdfDocument } from "../document/open.ts";
import { memo } from "../document/typed-get.ts";
import { contentWithoutArtifacts } from "./interpreter/content/page-artifacts.ts";
import { contentStreams, joined } from "./interpreter/content/page-source.ts";
import type { Collector } from "./interpreter/device/text-device.ts";
import { collect } from "./interpreter/interpret-page.ts";
import type { DocumentRun } from "./interpreter/page-run.ts";
import { textExtents, textLineReader } from "./lines/collected/line-extents.ts";
import { placedBlocks, plainText, withoutCharacters } from "./lines/collected/plain-text.ts";
import { startsTwice } from "./lines/collected/starts-twice.ts";
import { joinedParagraphs } from "./lines/join-paragraph-lines.ts";
import { nearLines, wovenBlocks } from "./lines/merge-overlapping-text.ts";
import { needsPlaces } from "./lines/page-text.ts";
import { looksDoubled } from "./lines/painted-twice.ts";
import { plainBlocks } from "./lines/plain-blocks.ts";
import { mayBeReversed } from "./lines/right-to-left/bidi.ts";
import { readBlocks, readFromRight, readsByGlyphs } from "./lines/right-to-left/right-to-left.ts";

/** The document says that it is tagged, and has structure. */
const isTagged = memo(({ cos, catalog }: PdfDocument): boolean => {
  const info = cos.resolve(catalog.get("MarkInfo"));
  const root = cos.resolve(catalog.get("StructTreeRoot"));
  if (!isDict(info) || !isDict(root)) return false;
  if (cos.resolve(info.get("Marked")) !== true || cos.resolve(info.get("Suspects")) === true) return false;
  return cos.resolve(root.get("K")) !== null;
});

/** The content of a page; of a tagged document without artifacts. */
function pageContent({ document, onDamage }: DocumentRun, page: number): Uint8Array {
  const contents = document.pages.dict(page).get("Contents");
  const { parts, plain } = contentStreams(document.cos, contents, onDamage);
  return (plain && isTagged(document) ? contentWithoutArtifacts(parts) : undefined) ?? joined(parts);
}

/** Blocks of one page, 1-based, in reading order. Throws `Unread`, and CosError for what is damaged. */
export function readPage(shared: DocumentRun, page: number): TextBlock[] {
  const content = pageContent(shared, page);
  using first = collect(shared, page, content);
  const plain = plainText(first);
  if (!looksDoubled(plain) || !startsTwice(first)) return readCollected(shared, page, content, first, plain);
  using once = collect(shared, page, content, { once: true });
  return readCollected(shared, page, content, once, plainText(once));
}

function readCollected(
  shared: DocumentRun,
  page: number,
  content: Uint8Array,
  collector: Collector,
  plain: string,
): TextBlock[] {
  if (!mayBeReversed(plain)) {
    const fromRight = readFromRight(plain, () => placedBlocks(collector));
    if (fromRight) return fromRight;
    const extents = textExtents(collector);
    const near = nearLines(extents);
    if (near.length === 0 && !needsPlaces(plain)) return joinedParagraphs(plainBlocks(plain), extents);
    const blocks = joinedParagraphs(withoutCharacters(placedBlocks(collector)), extents);
    return wovenBlocks(blocks, near, textLineReader(collector, false), false);
  }
  using glyphs = collect(shared, page, content, { byGlyphs: true });
  const byGlyphs = readsByGlyphs(plainText(glyphs), plain);
  const better = byGlyphs ? glyphs : collector;
  const extents = textExtents(better);
  return readBlocks(joinedParagraphs(placedBlocks(better), extents), {
    woven: (blocks) => wovenBlocks(blocks, nearLines(extents), textLineReader(better, true), true),
    ...(byGlyphs && { told: () => placedBlocks(collector) }),
  });
}
