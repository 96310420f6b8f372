/** The known facts about a whole document when analyzing one of its pages. */
import type { Turn } from "../../../core/page-layout.ts";
import type { Vocabulary } from "../../lines/words/vocabulary.ts";
import type { Outline } from "../outline/outline.ts";
import type { Block, Line } from "./blocks.ts";
import type { PageFlow } from "./page-flow.ts";

export type Edge = "header" | "footer";

export interface RunningPattern {
  readonly edge: Edge;
  /** Distance of the baseline from the top of the page; for footers, from its bottom. */
  readonly at: number;
  /** The line with its digits as `#`; undefined: any text at this position. */
  readonly text: string | undefined;
  /** Its font size, if the text doesn't matter. */
  readonly size?: number;
}

export interface DocumentStyle {
  readonly bodySize: number;
  /** Whether body text is bold, so that boldness marks nothing. */
  readonly bodyBold: boolean;
  readonly bodyMono: boolean;
  /** Distance of baselines in body text, in font sizes. */
  readonly leading: number;
  readonly running: readonly RunningPattern[];
  /** For rotated text, by its turn. */
  readonly turnedRunning: ReadonlyMap<Turn, readonly RunningPattern[]>;
  readonly vocabulary: Vocabulary;
  /** Level of each heading style, by `styleKey`. */
  readonly levels: ReadonlyMap<string, number>;
  /** Level of headings numbered "1"; undefined: numbers don't indicate levels. */
  readonly numbersFrom?: number | undefined;
  readonly outline: Outline;
  /** Level of headings named by the outermost bookmarks. */
  readonly outlineFrom: number;
  /** Style of a title that the bookmarks list next to the sections. */
  readonly titleKey?: string | undefined;
  /** Whether footnote numbers recur on other pages. */
  readonly notesRestart: boolean;
  /** Whether the structure tree is used. */
  readonly tagged: boolean;
  /** Whether it also identifies headings. */
  readonly taggedHeadings: boolean;
  /** The blocks of pages that it was determined from, if it changes nothing but the levels of their headings. */
  readonly sampled?: Pick<WeakMap<PageFlow, readonly Block[]>, "get"> | undefined;
}

/** Sizes that differ by less are equal, rounded differently. */
export const rounded = (size: number) => Math.round(size * 2) / 2;

export function styleKey(line: Line): string {
  return `${rounded(line.size)}${line.bold ? "b" : ""}${line.italic ? "i" : ""}${line.runIn ? "r" : ""}`;
}
