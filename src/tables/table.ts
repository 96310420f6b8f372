/** A table as data: texts of cells, and how certain they are. */
import type { Box } from "../core/page-layout.ts";

export interface TableCell {
  readonly text: string;
  readonly rowSpan: number;
  readonly colSpan: number;
}

export interface ReadTable {
  /** Where it is: one part per page and column. */
  readonly parts: readonly { readonly page: number; readonly box: Box }[];
  /** Positions covered by a span from above or the left have no cell. */
  readonly rows: readonly (readonly TableCell[])[];
  readonly columns: number;
  readonly headRows: number;
  readonly caption?: string;
  /** Whether two independent kinds of evidence show each row and column. */
  readonly certain: boolean;
  readonly doubts: readonly string[];
}
