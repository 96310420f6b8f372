/** Lines drawn on a page. */
import type { Box } from "../../../core/page-layout.ts";

export interface Rule {
  /** Its position across its direction: y for a horizontal one. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Rules {
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
  /** Filled areas with the size of cells or rows. */
  readonly fills: readonly Box[];
}
