/** The layout of one page, without MuPDF: the same steps as in readers/mupdf-layout.ts on what our own interpreter collects. */
import type { Box, Drawing, PageLayout, Tag } from "../core/page-layout.ts";
import { firstRightToLeft } from "../readers/raw-line.ts";
import { layoutOf, type RawPage, type ReadOptions } from "../readers/raw-page.ts";
import { flatBlocks, type Line } from "./blocks.ts";
import { collect } from "./collect.ts";
import type { Collector } from "./collector.ts";
import { startsTwice } from "./doubled-lines.ts";
import { linksOf } from "./links.ts";
import type { DocumentRun } from "./page-run.ts";
import { contentStreams, joined, pageView } from "./page-source.ts";
import { readLine, wholeText } from "./raw-lines.ts";

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

/** What is on page `page`, 1-based. Throws `Unread`, and CosError for what is damaged. */
export function readLayout(shared: DocumentRun, page: number): PageLayout {
  const { document } = shared;
  const view = pageView(document, page);
  const contents = document.pages.dict(page).get("Contents");
  const content = joined(contentStreams(document.cos, contents, shared.onDamage).parts);
  const links = linksOf(document, page, view);
  return layoutOf(page, view, links, (options) => readRaw(shared, page, content, options));
}
