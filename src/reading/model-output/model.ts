/** A parsed page from a model. Texts of blocks are one paragraph of Markdown, already harmless (`inline.ts`). */

export interface ModelCell {
  /** Inline Markdown. */
  readonly text: string;
  readonly header: boolean;
  readonly rowSpan: number;
  readonly colSpan: number;
}

export interface ModelItem {
  /** As written: "-", "1.". */
  readonly marker: string;
  readonly ordered: boolean;
  /** 0 for the top level. */
  readonly depth: number;
  readonly text: string;
}

export type ModelBlock =
  | { readonly type: "heading"; readonly level: number; readonly text: string }
  | { readonly type: "paragraph"; readonly text: string }
  | { readonly type: "list"; readonly items: readonly ModelItem[] }
  | { readonly type: "table"; readonly rows: readonly (readonly ModelCell[])[] }
  /** LaTeX without its dollars. */
  | { readonly type: "formula"; readonly latex: string }
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "image"; readonly text: string };
