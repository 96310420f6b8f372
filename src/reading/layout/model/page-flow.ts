/** One page as a sequence in reading order: lines, and tables in their place. Knows nothing of the document around it. */
import type { Box, Turn } from "../../../core/page-layout.ts";
import type { FoundTable, Line } from "./blocks.ts";

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
  /** Too complex: lines in the engine's order, and no analysis. */
  readonly plain: boolean;
  /** The rule that put the lines in their order. */
  readonly orderedBy: string;
  /** The page has no text of its own: all of it was recognised on its picture. */
  readonly recognised: boolean;
  /** Text that is turned, as pages on which it is upright. */
  readonly turned: readonly TurnedFlow[];
  /** It is the turned text of a page that has upright text. */
  readonly beside: boolean;
}

export interface TurnedFlow {
  readonly turn: Turn;
  readonly flow: PageFlow;
}

/** Whether anything is to be read on a page. */
export const flowHasText = ({ items, turned }: PageFlow) => items.length > 0 || turned.length > 0;
