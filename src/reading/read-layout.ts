/** The layout of one page: lines of words and what is drawn, from what was collected. */
import type { Box, Drawing, Link, PageLayout, Piece, Tag } from "../core/page-layout.ts";
import { contentStreams, joined, pageView } from "./interpreter/content/page-source.ts";
import { flatBlocks, type Line } from "./interpreter/device/blocks.ts";
import type { Collector } from "./interpreter/device/text-device.ts";
import { collect, type ReadOptions } from "./interpreter/interpret-page.ts";
import type { DocumentRun } from "./interpreter/page-run.ts";
import { readLine, wholeText } from "./lines/collected/collected-lines.ts";
import { startsTwice } from "./lines/collected/starts-twice.ts";
import { readPieces } from "./lines/line-pieces.ts";
import { wovenLines } from "./lines/merge-overlapping-lines.ts";
import { looksDoubled } from "./lines/painted-twice.ts";
import { firstRightToLeft, type RawLine } from "./lines/raw-line.ts";
import { hasRightToLeft } from "./lines/right-to-left/bidi.ts";
import { readsByGlyphs } from "./lines/right-to-left/right-to-left.ts";
import { linksOf } from "./links.ts";

interface RawPage {
  readonly lines: readonly RawLine[];
  /** Whether a line may read from right to left. */
  readonly turned: boolean;
  readonly images: readonly { readonly box: Box; readonly tag: Tag | undefined }[];
  readonly drawings: readonly Drawing[];
  /** Whether lines may be painted twice. */
  readonly twice: boolean;
}

function mayTurn({ codes, count }: Collector): boolean {
  for (let at = 0; at < count; at++) if ((codes[at] ?? 0) >= firstRightToLeft) return true;
  return false;
}

function readRaw(shared: DocumentRun, page: number, content: Uint8Array, options: ReadOptions): RawPage {
  using collector = collect(shared, page, content, { ...options, layout: true });
  const images: { box: Box; tag: Tag | undefined }[] = [];
  const drawings: Drawing[] = [];
  const found: { readonly line: Line; readonly tag: Tag | undefined }[] = [];
  for (const { block, tag } of flatBlocks(collector.page)) {
    if (block.kind === "image") images.push({ box: block.box, tag });
    else if (block.kind === "text") for (const line of block.lines) found.push({ line, tag });
    else {
      const { x0, y0, x1, y1, stroked, white } = block;
      // Which colour it is matters to nobody, but white from others.
      drawings.push({ box: { x0, y0, x1, y1 }, stroked, color: white ? 0xffffff : 0 });
    }
  }
  const turned = mayTurn(collector);
  const whole = wholeText(collector);
  const lines = found.map(({ line, tag }) => readLine(collector, whole, line, tag, turned));
  return { lines, turned, images, drawings, twice: startsTwice(collector) };
}

/** Links of one page that are looked at. */
const maxLinks = 5000;

/** Words under a link know its address. */
function withLinks(piece: Piece, links: readonly Link[]): Piece {
  const near = links.filter(({ box }) => box.y1 > piece.box.y0 && box.y0 < piece.box.y1);
  if (near.length === 0) return piece;
  const words = piece.words.map((word) => {
    const [x, y] = [(word.box.x0 + word.box.x1) / 2, (word.box.y0 + word.box.y1) / 2];
    const link = near.find(({ box }) => x >= box.x0 && x <= box.x1 && y >= box.y0 - 0.5 && y <= box.y1 + 0.5);
    return link ? { ...word, uri: link.uri } : word;
  });
  return { ...piece, words };
}

const rawText = ({ lines }: RawPage) =>
  lines.map(({ words }) => words.map(({ text }) => text).join(" ")).join("\n");

/** What is on page `page`, 1-based. Throws `Unread`, and CosError for what is damaged. */
export function readLayout(shared: DocumentRun, page: number): PageLayout {
  const { document } = shared;
  const view = pageView(document, page);
  const contents = document.pages.dict(page).get("Contents");
  const content = joined(contentStreams(document.cos, contents, shared.onDamage).parts);
  let raw = readRaw(shared, page, content, {});
  if (raw.twice && looksDoubled(rawText(raw))) raw = readRaw(shared, page, content, { once: true });
  if (raw.turned && hasRightToLeft(rawText(raw))) {
    const glyphs = readRaw(shared, page, content, { byGlyphs: true });
    if (readsByGlyphs(rawText(glyphs), rawText(raw))) raw = glyphs;
  }
  const { lines, turned, images, drawings } = raw;
  const all = readPieces(wovenLines(lines, turned), turned);
  const links = linksOf(document, page, view);
  const linked = links.length > 0 && links.length <= maxLinks;
  const pieces = linked ? all.map((piece) => withLinks(piece, links)) : all;
  return { page, width: view.width, height: view.height, pieces, images, drawings };
}
