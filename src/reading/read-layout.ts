/** The layout of a page: lines of words and drawings, from the collected content. */
import type { Link, PageLayout, Piece } from "../core/page-layout.ts";
import { pageView } from "./interpreter/content/page-source.ts";
import type { CollectOptions } from "./interpreter/interpret-page.ts";
import type { DocumentRun } from "./interpreter/page-run.ts";
import { linksOf } from "./links.ts";
import { readPage } from "./read-page.ts";

/** Maximum links of a page to examine. */
const maxLinks = 5000;

/** Words in a link's area know its address. */
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

/** The content of page `page`, 1-based. Throws `Unsupported`, and CosError for damage. */
export function readLayout(shared: DocumentRun, page: number, options: CollectOptions = {}): PageLayout {
  const { document } = shared;
  const view = pageView(document, page);
  const { blocks, images, drawings } = readPage(shared, page, { ...options, layout: true });
  const lines = blocks.flatMap((block) => block.lines);
  const links = linksOf(document, page, view);
  const linked = links.length > 0 && links.length <= maxLinks;
  const pieces = linked ? lines.map((line) => withLinks(line, links)) : lines;
  return { page, width: view.width, height: view.height, pieces, images, drawings };
}
