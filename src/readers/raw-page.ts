/** A page as an engine found it, lines of words and what is drawn, and the steps from there to its layout, for every engine. */
import type { Box, Drawing, PageLayout, Piece, Tag } from "../core/page-layout.ts";
import type { PageSize } from "../core/readers.ts";
import { readPieces } from "./line-pieces.ts";
import type { RawLine } from "./raw-line.ts";
import { hasRightToLeft } from "./text/bidi.ts";
import { looksDoubled } from "./text/doubled.ts";
import { readsByGlyphs } from "./text/right-to-left.ts";
import { wovenLines } from "./woven-lines.ts";

export interface RawPage {
  readonly lines: readonly RawLine[];
  /** Whether a line may read from right to left. */
  readonly turned: boolean;
  readonly images: readonly { readonly box: Box; readonly tag: Tag | undefined }[];
  readonly drawings: readonly Drawing[];
  /** Whether lines may be painted twice. */
  readonly twice: boolean;
}

/** How characters are told. */
export interface ReadOptions {
  /** One that stands where the same one stands already is left out: text made bold by painting it twice. */
  readonly once?: boolean;
  /** By their glyphs alone, not by what `ActualText` says of them. */
  readonly byGlyphs?: boolean;
}

/** An area that leads out of the document. */
export interface Link {
  readonly box: Box;
  readonly uri: string;
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

/** The layout of page `page`, 1-based. `read` is asked again where text is painted twice, or reads from right to left. */
export function layoutOf(
  page: number,
  { width, height }: PageSize,
  links: readonly Link[],
  read: (options: ReadOptions) => RawPage,
): PageLayout {
  let raw = read({});
  if (raw.twice && looksDoubled(rawText(raw))) raw = read({ once: true });
  if (raw.turned && hasRightToLeft(rawText(raw))) {
    const glyphs = read({ byGlyphs: true });
    if (readsByGlyphs(rawText(glyphs), rawText(raw))) raw = glyphs;
  }
  const { lines, turned, images, drawings } = raw;
  const all = readPieces(wovenLines(lines, turned), turned);
  const linked = links.length > 0 && links.length <= maxLinks;
  const pieces = linked ? all.map((piece) => withLinks(piece, links)) : all;
  return { page, width, height, pieces, images, drawings };
}
