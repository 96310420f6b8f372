/** A page as a sequence in reading order: lines, and tables in place. Knows nothing about the rest of the document. */
import type { Box, Turn } from "../../../core/page-layout.ts";
import type { FoundTable, Line } from "./blocks.ts";
import type { Rules } from "./rules.ts";

export type FlowItem =
  | { readonly kind: "line"; readonly line: Line; readonly box: Box }
  | { readonly kind: "table"; readonly found: FoundTable; readonly box: Box };

export interface PageFlow {
  readonly page: number;
  readonly width: number;
  readonly height: number;
  readonly items: readonly FlowItem[];
  /** The engine's pieces as lines, not joined. */
  readonly raw: readonly Line[];
  readonly images: readonly Box[];
  /** Numbers of its lines, in the margin. */
  readonly numbers: readonly Line[];
  /** Its drawn lines and areas, in the position of its items. */
  readonly rules: Rules;
  /** Why text that looked like a table isn't one: names of vetoes. */
  readonly vetoed: readonly string[];
  /** Too complex: lines in the engine's order, without analysis. */
  readonly plain: boolean;
  /** Whether the page has no text of its own: all of it was recognized on its picture. */
  readonly recognized: boolean;
  /** Rotated text, as pages on which it is upright. */
  readonly turned: readonly TurnedFlow[];
  /** Whether it is the rotated text of a page with upright text. */
  readonly beside: boolean;
}

export interface TurnedFlow {
  readonly turn: Turn;
  readonly flow: PageFlow;
}

/** Whether a page has anything to read. */
export const flowHasText = ({ items, turned }: PageFlow) => items.length > 0 || turned.length > 0;
