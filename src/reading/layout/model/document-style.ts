/** What is known of a whole document when one of its pages is looked at. */
import type { Turn } from "../../../core/page-layout.ts";
import type { Vocabulary } from "../../lines/words/vocabulary.ts";
import type { Outline } from "../outline/outline.ts";
import type { Line } from "./blocks.ts";

export type Edge = "header" | "footer";

export interface RunningPattern {
  readonly edge: Edge;
  /** Distance of the baseline from the top of the page; footers: from its bottom. */
  readonly at: number;
  /** The line with its digits as `#`; undefined: whatever stands there. */
  readonly text: string | undefined;
  /** Its font size, where the text says nothing. */
  readonly size?: number;
}

export interface DocumentStyle {
  /** Font size of running text. */
  readonly bodySize: number;
  /** Running text is bold: boldness then marks nothing. */
  readonly bodyBold: boolean;
  readonly bodyMono: boolean;
  /** Distance of baselines in running text, in font sizes. */
  readonly leading: number;
  readonly running: readonly RunningPattern[];
  /** Of turned text, by its turn. */
  readonly turnedRunning: ReadonlyMap<Turn, readonly RunningPattern[]>;
  /** Of the pages looked at. */
  readonly vocabulary: Vocabulary;
  /** Level of each heading style, by `styleKey`. */
  readonly levels: ReadonlyMap<string, number>;
  /** Level of headings numbered "1"; undefined: numbers do not show levels. */
  readonly numbersFrom?: number | undefined;
  /** The bookmarks' titles. */
  readonly outline: Outline;
  /** Level of headings that the outermost bookmarks name. */
  readonly outlineFrom: number;
  /** Style of a title that the bookmarks name beside the sections. */
  readonly titleKey?: string | undefined;
  /** Numbers of footnotes come again on other pages. */
  readonly notesRestart: boolean;
  /** The structure tree is used. */
  readonly tagged: boolean;
  /** And it names headings. */
  readonly taggedHeadings: boolean;
}

/** Sizes that differ by less are one, rounded in another way. */
export const rounded = (size: number) => Math.round(size * 2) / 2;

/** Style of a heading: size and weight. */
export function styleKey(line: Line): string {
  return `${rounded(line.size)}${line.bold ? "b" : ""}${line.italic ? "i" : ""}${line.runIn ? "r" : ""}`;
}
