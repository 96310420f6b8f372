/** The document model that every format is written from. */
import type { Box, Tag, Turn, Word } from "../../../core/page-layout.ts";

/** A footnote that a mark in the text leads to. */
export interface Note {
  /** As printed: "1", "*". */
  readonly mark: string;
  /** Its name in the document: the number, or, where marks come again, page and place. */
  readonly label: string;
  /** 1-based. */
  readonly page: number;
  /** Place among the notes of its page, from 1. */
  readonly place: number;
}

/** A word of the text; a mark knows its note. */
export interface TextWord extends Word {
  readonly note?: Note;
  /** A line is drawn through it. */
  readonly struck?: boolean;
}

/** How text stands to its line: small above it, or below. */
export type Script = "sup" | "sub" | undefined;

/** A run of text in one style. */
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

/** What a reader sees as one line of one column. */
export interface Line {
  readonly words: readonly TextWord[];
  readonly text: string;
  readonly box: Box;
  readonly baseline: number;
  readonly size: number;
  /** Most of its characters are. */
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly horizontal: boolean;
  readonly turn?: Turn | undefined;
  readonly rightToLeft: boolean;
  readonly tag: Tag | undefined;
  /** Place in the content stream. */
  readonly order: number;
  /** A heading that the paragraph goes on behind, on the same line. */
  readonly runIn?: boolean;
}

/** Whether it is too small for anybody to see: it has no part in how the document is set. */
export const isTiny = ({ words }: Line): boolean => words.every(({ hidden }) => hidden === "size");

export interface Cell {
  readonly lines: readonly Line[];
  readonly box: Box;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly header: boolean;
  /** The element of the structure tree that it is: the same on every page that it stands on. */
  readonly tagKey?: string;
}

/** Rows of cells; places covered by a span above or to the left have no cell of their own. */
export interface Table {
  readonly rows: readonly (readonly Cell[])[];
  readonly columns: number;
}

/** A table on a page and the lines that it holds. */
export interface FoundTable {
  /** The rule that found it; on its way there it has none. */
  readonly rule?: string;
  readonly table: Table;
  readonly box: Box;
  readonly lines: readonly Line[];
}

export interface ListItem {
  /** As printed: "•", "1.", "(a)". */
  readonly marker: string;
  readonly ordered: boolean;
  /** 0 at the top. */
  readonly depth: number;
  readonly lines: readonly Line[];
  /** Further paragraphs and code of the item, behind its lines. */
  readonly parts?: readonly Block[];
  /** The rules by which its marker begins it; of tagged lists there is none. */
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
  /** Footnotes: what a mark in the text leads to. */
  readonly note?: Note;
  /** The same element of the structure tree on another page has the same key. */
  readonly tagKey?: string | undefined;
  /** The name of the rule that made it a heading, a table, a header or a footer, for whoever looks at the analysis. */
  readonly rule?: string | undefined;
  /** It goes on what the block before it began (over a column or page border). */
  readonly continues?: boolean;
}
