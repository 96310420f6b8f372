/** A page's content: its lines in blocks in reading order, and drawings. Its text and layout are made from this. */
import { centerX, centerY } from "../core/geometry.ts";
import type { Box, DoubtfulText, Drawing, HiddenText, Link, PageLayout, Tag } from "../core/page-layout.ts";
import { type PageContent, pageContent, pageView } from "./interpreter/content/page-source.ts";
import { flatBlocks, type Line } from "./interpreter/device/blocks.ts";
import { type CollectOptions, collect } from "./interpreter/interpret-page.ts";
import type { DocumentRun } from "./interpreter/page-run.ts";
import { withAnnotations } from "./lines/annotations.ts";
import { doubtfulTexts, hiddenTexts, readLine, standsIn } from "./lines/collected-lines.ts";
import { withDropCaps } from "./lines/drop-caps.ts";
import { mergeOverlappingLines } from "./lines/merge-overlapping-lines.ts";
import { isPaintedTwice } from "./lines/painted-twice.ts";
import type { RawBlock, RawLine } from "./lines/raw-line.ts";
import { mayLeadFromRight, readRightToLeft, readsByGlyphs } from "./lines/right-to-left/right-to-left.ts";
import { withRuby } from "./lines/ruby.ts";
import { linksOf } from "./links.ts";

export interface ReadPage {
  readonly blocks: readonly RawBlock[];
  readonly images: readonly Box[];
  readonly drawings: readonly Drawing[];
  /** Invisible text in its lines, if it was looked for. */
  readonly hidden: readonly HiddenText[];
  /** Text that may be invisible, if it was looked for. */
  readonly doubtful: readonly DoubtfulText[];
  /** How many of its characters repeat text in an image, as recognition writes them. */
  readonly textLayer: number;
  /** Whether it has right-to-left letters. */
  readonly rightToLeft: boolean;
  /** Whether text was omitted because it is marked as an artifact. */
  readonly artifactsLeftOut: boolean;
}

const textsOf = ({ blocks }: ReadPage) => blocks.flatMap(({ lines }) => lines.map(({ text }) => text));

const asAnnotation = (line: RawLine): RawLine => ({
  ...line,
  words: line.words.map((word) => ({ ...word, annotation: true })),
});

/** The page as painted. `withCharacters`: lines include their characters, which right-to-left text needs. */
function paintedPage(
  shared: DocumentRun,
  page: number,
  content: PageContent,
  options: CollectOptions,
  withCharacters: boolean,
): ReadPage {
  const device = collect(shared, page, content, options);
  const { rightToLeft, artifactsLeftOut } = device;
  const blocks: RawBlock[] = [];
  let spaces: Line | undefined;

  const read = (line: Line, tag: Tag | undefined): RawLine[] => {
    const own = readLine(device, line, tag, {
      characters: rightToLeft || withCharacters,
      letters: options.letters === true,
    });
    const before = spaces;
    spaces = own === undefined ? line : undefined;
    if (own === undefined) return [];
    return [before && standsIn(device, before, own) ? { ...own, overSpaces: true } : own];
  };

  const images: Box[] = [];
  const drawings: Drawing[] = device.drawings;
  const hidden: HiddenText[] = [];
  const doubtful: DoubtfulText[] = [];
  const apart: RawLine[] = [];

  for (const { block, tag, apart: isApart } of flatBlocks(device.page)) {
    if (block.kind === "image") images.push(block.box);
    else if (block.kind === "text") {
      const lines = block.lines.flatMap((line) => read(line, tag));
      if (isApart) apart.push(...lines.map(asAnnotation));
      else blocks.push({ lines });
      for (const line of block.lines) {
        hidden.push(...hiddenTexts(device, line));
        doubtful.push(...doubtfulTexts(device, line));
      }
    } else drawings.push(block);
  }

  return {
    blocks: withAnnotations(withDropCaps(mergeOverlappingLines(withRuby(slantedLast(blocks)))), apart),
    images,
    drawings,
    hidden,
    doubtful,
    textLayer: device.recognized,
    rightToLeft,
    artifactsLeftOut,
  };
}

/** Text at an angle isn't read with the text that it is painted over or under: a watermark is often painted first. */
function slantedLast(blocks: readonly RawBlock[]): readonly RawBlock[] {
  const isSlanted = ({ lines }: RawBlock) =>
    lines.length > 0 && lines.every(({ horizontal, turn }) => !horizontal && turn === undefined);
  if (!blocks.some(isSlanted)) return blocks;
  return [...blocks.filter((block) => !isSlanted(block)), ...blocks.filter(isSlanted)];
}

/** Page `page`, 1-based, read with `options`. Throws `Unsupported`, and CosError for damage. */
export function readPage(shared: DocumentRun, page: number, options: CollectOptions): ReadPage {
  const read = readPainted(shared, page, options);
  if (read.hidden.length > 0) shared.onHidden?.(read.hidden);
  if (read.artifactsLeftOut) shared.onArtifacts?.();
  return read;
}

function readPainted(shared: DocumentRun, page: number, options: CollectOptions): ReadPage {
  const content = pageContent(shared.document, page, shared.onDamage);
  const painted = (how: CollectOptions, withCharacters = false) =>
    paintedPage(shared, page, content, how, withCharacters);
  let found = painted(options);
  if (isPaintedTwice(found.blocks)) found = painted({ ...options, withoutDuplicates: true });

  const texts = textsOf(found);
  if (!found.rightToLeft && !mayLeadFromRight(texts)) return found;
  shared.onPartial?.();

  if (found.rightToLeft) {
    const glyphs = painted({ ...options, byGlyphs: true });
    const byGlyphs = readsByGlyphs(textsOf(glyphs).join("\n"), texts.join("\n"));
    return byGlyphs
      ? { ...glyphs, blocks: readRightToLeft(glyphs.blocks, found.blocks) }
      : { ...found, blocks: readRightToLeft(found.blocks, undefined) };
  }

  const whole = painted(options, true);

  return { ...whole, blocks: readRightToLeft(whole.blocks, undefined) };
}

/** Maximum links of a page to examine. */
const maxLinks = 5000;

/** Words in a link's area know its address. */
function withLinks(piece: RawLine, links: readonly Link[]): RawLine {
  const near = links.filter(({ box }) => box.y1 > piece.box.y0 && box.y0 < piece.box.y1);
  if (near.length === 0) return piece;
  const words = piece.words.map((word) => {
    const [x, y] = [centerX(word.box), centerY(word.box)];
    const link = near.find(({ box }) => x >= box.x0 && x <= box.x1 && y >= box.y0 - 0.5 && y <= box.y1 + 0.5);
    return link ? { ...word, uri: link.uri } : word;
  });
  return { ...piece, words };
}

interface OwnLayout extends PageLayout {
  readonly pieces: readonly RawLine[];
}

/** The content of page `page`, 1-based. Throws `Unsupported`, and CosError for damage. */
export function readLayout(shared: DocumentRun, page: number, options: CollectOptions = {}): OwnLayout {
  const { document } = shared;
  const view = pageView(document, page);
  const { blocks, images, drawings } = readPage(shared, page, { ...options, layout: true });
  const lines = blocks.flatMap((block) => block.lines);
  const links = linksOf(document, page, view);
  const linked = links.length > 0 && links.length <= maxLinks;
  const pieces = linked ? lines.map((line) => withLinks(line, links)) : lines;
  return { page, width: view.width, height: view.height, pieces, images, drawings };
}
