/**
 * From a page's content to lines and tables in reading order: passes over one page. `pdfd debug-structure
 * --stage <name>` shows the page after each. The lines' roles in the document are decided later: `blocks/page-blocks.ts`.
 */

import type { PageLayout } from "../../core/page-layout.ts";
import { lineNumbers } from "../lines/line-numbers.ts";
import { orderLines } from "./columns/column-rules.ts";
import { joinPieces } from "./columns/join-pieces.ts";
import { type JustifiedLines, joinJustified } from "./columns/justified.ts";
import { findRules, withTextRules } from "./columns/rules.ts";
import { unwoven } from "./columns/woven.ts";
import { withMarkers } from "./markers/bullets.ts";
import type { FoundTable, Line } from "./model/blocks.ts";
import { pieceLines } from "./model/line.ts";
import type { PageFlow } from "./model/page-flow.ts";
import type { Rules } from "./model/rules.ts";
import { findTables } from "./tables/find-tables.ts";

/** A page as far as it has been analyzed. */
export interface PageModel extends Pick<PageFlow, "raw" | "numbers"> {
  readonly layout: PageLayout;
  readonly rules: Rules;
  /** Lines that are justified word by word. */
  readonly justified: JustifiedLines["justified"];
  readonly tables: readonly FoundTable[];
  readonly vetoed: readonly string[];
  /** Upright lines outside tables. */
  readonly lines: readonly Line[];
  readonly orderedBy: string;
}

export const passNames = [
  "lines",
  "numbers",
  "justified",
  "tables",
  "woven",
  "pieces",
  "labels",
  "columns",
] as const;
export type PassName = (typeof passNames)[number];

interface Pass {
  readonly name: PassName;
  readonly why: string;
  readonly run: (page: PageModel) => Partial<PageModel>;
}

export const isTurned = ({ turn }: Line) => turn !== undefined;

const joinedPieces: Pass = {
  name: "pieces",
  why: "Pieces on one baseline, with nothing but spaces between them, are a line.",
  run: ({ lines }) => ({ lines: joinPieces(lines) }),
};

export const passes: readonly Pass[] = [
  {
    name: "lines",
    why: "Lines that are drawn, or made of symbols, are rules; those through words strike them out.",
    run({ layout, raw }) {
      const { rules, lines: marked } = withTextRules(findRules(layout.drawings, layout), raw);
      // On a picture, the bars and bows of a word's letters look like a line through it.
      const lines = layout.recognized ? raw : marked;
      return { rules, raw: lines, lines };
    },
  },
  {
    name: "numbers",
    why: "Line numbers in the margin are not part of the text beside them.",
    run({ lines }) {
      const numbers = lineNumbers(lines);
      return numbers.size > 0
        ? { numbers: [...numbers], lines: lines.filter((line) => !numbers.has(line)) }
        : {};
    },
  },
  {
    name: "justified",
    why: "Words that fill their line with wide spaces are text, not cells.",
    run: ({ lines }) => joinJustified(lines),
  },
  {
    name: "tables",
    why: "Tables are found before lines are joined: a line joined across two columns would hide them.",
    run({ rules, lines, justified }) {
      const { tables, vetoed } = findTables(rules, { lines, justified });
      const inTable = new Set(tables.flatMap((table) => table.lines));
      return { tables, vetoed, lines: lines.filter((line) => !inTable.has(line) && !isTurned(line)) };
    },
  },
  {
    name: "woven",
    why: "Body text in columns that were painted row by row is put together before its rows are joined.",
    run: ({ lines }) => ({ lines: unwoven(lines) }),
  },
  joinedPieces,
  {
    name: "labels",
    why: "Marks and numbers that are painted by themselves go before the line that they belong to.",
    run: ({ lines, layout }) => ({ lines: withMarkers(lines, layout.drawings) }),
  },
  {
    name: "columns",
    why: "The order is the author's, unless it moves back up the page.",
    run({ lines }) {
      const ordered = orderLines(lines);
      return ordered ? { lines: ordered.answer, orderedBy: ordered.rule } : {};
    },
  },
];

/** A page with more pieces is read as plain lines. */
const maxPieces = 6000;

export const isPlain = ({ pieces }: PageLayout) => pieces.length > maxPieces;

/** A page after all passes, or after the named one. */
export function analysed(layout: PageLayout, last?: PassName): PageModel {
  const raw = pieceLines(layout.pieces);
  const orderedBy = "too many lines";
  const page: PageModel = {
    layout,
    raw,
    rules: { horizontal: [], vertical: [], fills: [] },
    numbers: [],
    justified: new Set(),
    tables: [],
    vetoed: [],
    lines: raw,
    orderedBy,
  };

  for (const pass of isPlain(layout) ? [joinedPieces] : passes) {
    Object.assign(page, pass.run(page));
    if (pass.name === last) break;
  }

  return page;
}
