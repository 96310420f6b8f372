/** Lines of a column that belong together by position and style, not yet classified. */
import type { Line } from "./blocks.ts";

/** Edges of a line's column, computed on demand. */
export type Edges = () => { readonly left: number; readonly right: number };

export interface Marker {
  readonly text: string;
  readonly ordered: boolean;
  /** Left edge of the text after the marker. */
  readonly textFrom: number;
}

export interface OpenItem {
  readonly marker: Marker;
  readonly lines: Line[];
  /** The rule that made its marker begin it. */
  readonly rule?: string | undefined;
}

export interface Group {
  readonly lines: Line[];
  readonly kind: "text" | "code" | "list";
  readonly items?: OpenItem[];
  /** Space above it, in font sizes. */
  readonly above: number;
  /** The column of its first line. */
  readonly column: Edges;
}
