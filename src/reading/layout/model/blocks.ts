/** The document model from which every format is written. */
import type { Box, Tag, Turn, Word } from "../../../core/page-layout.ts";

/** A footnote referenced by a mark in the text. */
export interface Note {
  /** As printed: "1", "*". */
  readonly mark: string;
  /** Its name in the document: the number or, if marks recur, page and position. */
  readonly label: string;
  /** 1-based. */
  readonly page: number;
  /** Index among its page's notes, from 1. */
  readonly place: number;
}

/** A word of the text; a mark knows its note. */
export interface TextWord extends Word {
  readonly note?: Note;
  /** Whether a line is drawn through it. */
  readonly struck?: boolean;
}

/** The position of text relative to its line: small and above it, or below. */
export type Script = "sup" | "sub" | undefined;

export interface Span {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly uri?: string | undefined;
  readonly note?: Note | undefined;
  readonly struck?: boolean | undefined;
  readonly script?: Script;
}

/** What a reader sees as a line in one column. */
export interface Line {
  readonly words: readonly TextWord[];
  readonly text: string;
  readonly box: Box;
  readonly baseline: number;
  readonly size: number;
  /** Whether most of its characters are. */
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly horizontal: boolean;
  readonly turn?: Turn | undefined;
  readonly rightToLeft: boolean;
  readonly tag: Tag | undefined;
  /** Position in the content stream. */
  readonly order: number;
  /** Whether it is a heading after which the paragraph continues on the same line. */
  readonly runIn?: boolean;
}

/** Whether it is too small to see, and so irrelevant for the document's style. */
export const isTiny = ({ words }: Line): boolean => words.every(({ hidden }) => hidden === "size");

export const lettersOf = (lines: readonly Line[]) => lines.reduce((sum, { text }) => sum + text.length, 0);

export interface Cell {
  readonly lines: readonly Line[];
  readonly box: Box;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly header: boolean;
  /** The structure element that it is: the same on every page where it appears. */
  readonly tagKey?: string;
}

/** Rows of cells; positions covered by a span from above or the left have no cell. */
export interface Table {
  readonly rows: readonly (readonly Cell[])[];
  readonly columns: number;
}

export interface FoundTable {
  /** The rule that found it; none while it is being built. */
  readonly rule?: string;
  readonly table: Table;
  readonly box: Box;
  readonly lines: readonly Line[];
}

export interface ListItem {
  /** As printed: "•", "1.", "(a)". */
  readonly marker: string;
  readonly ordered: boolean;
  /** 0 for the top level. */
  readonly depth: number;
  readonly lines: readonly Line[];
  /** Additional paragraphs and code of the item, after its lines. */
  readonly parts?: readonly Block[];
  /** The rule that made its marker begin it; none in tagged lists. */
  readonly rule?: string | undefined;
}

type BlockType =
  | "heading"
  | "paragraph"
  | "list"
  | "table"
  | "image"
  | "caption"
  | "code"
  | "formula"
  | "footnote"
  | "header"
  | "footer";

export interface Block {
  readonly type: BlockType;
  /** 1-based. */
  readonly page: number;
  readonly box: Box;
  readonly lines: readonly Line[];
  /** Headings: 1 to 6. */
  readonly level?: number;
  readonly items?: readonly ListItem[];
  readonly table?: Table;
  /** For a table that continues after a page or column break: its parts. */
  readonly parts?: readonly Block[];
  /** For footnotes: the reference target. */
  readonly note?: Note;
  /** The same structure element on another page has the same key. */
  readonly tagKey?: string | undefined;
  /** The name of the rule that made it a heading, a table, a header or a footer, for inspecting the analysis. */
  readonly rule?: string | undefined;
}

/** A block with other lines, in its items and cells too; and in other boxes. */
export function mapBlock(block: Block, line: (own: Line) => Line, box = (own: Box) => own): Block {
  const lines = (own: readonly Line[]) => own.map(line);
  const cell = (own: Cell): Cell => ({ ...own, box: box(own.box), lines: lines(own.lines) });
  const parts = ({ parts: own }: ListItem) => own && { parts: own.map((part) => mapBlock(part, line, box)) };
  const { items, table } = block;
  return {
    ...block,
    box: box(block.box),
    ...(items && { items: items.map((item) => ({ ...item, lines: lines(item.lines), ...parts(item) })) }),
    ...(table && { table: { ...table, rows: table.rows.map((row) => row.map(cell)) } }),
    lines: lines(block.lines),
  };
}
