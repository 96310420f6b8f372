/** The text of one page, from what was collected. */
import { isDict } from "../cos/value.ts";
import { memo } from "../pdf/get.ts";
import type { PdfDocument } from "../pdf/open.ts";
import { mayBeReversed } from "../readers/text/bidi.ts";
import { looksDoubled } from "../readers/text/doubled.ts";
import type { TextBlock } from "../readers/text/lines.ts";
import { contentWithoutArtifacts } from "../readers/text/page-artifacts.ts";
import { needsPlaces } from "../readers/text/page-text.ts";
import { plainBlocks } from "../readers/text/plain-blocks.ts";
import { readBlocks, readFromRight, readsByGlyphs } from "../readers/text/right-to-left.ts";
import { joinedParagraphs } from "../readers/wide-lines.ts";
import { nearLines, wovenBlocks } from "../readers/woven-text.ts";
import { collect } from "./collect.ts";
import type { Collector } from "./collector.ts";
import { startsTwice } from "./doubled-lines.ts";
import { textExtents, textLineReader } from "./near-lines.ts";
import type { DocumentRun } from "./page-run.ts";
import { contentStreams, joined } from "./page-source.ts";
import { placedBlocks, plainText, withoutCharacters } from "./plain-text.ts";

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
