/**
 * A page as seen by an engine, before any analysis: words with positions and fonts, drawings, and tags. All positions are in
 * points from the top left, as the page is displayed.
 */

/** A rectangle: x0 ≤ x1, y0 ≤ y1. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface Face {
  /** Its name in the document, without the subset prefix. */
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
}

/**
 * Why text is invisible: because of its color, its size, something painted over it, its mode or clip, or because it is off the
 * page or in a hidden layer.
 */
export const hiddenReasons = ["color", "size", "covered", "invisible", "off_page", "layer"] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

/** Invisible text, and why it is. */
export interface HiddenText {
  readonly reason: HiddenReason;
  readonly text: string;
  readonly box: Box;
}

/**
 * Why text may be invisible, which only the page's picture shows: something painted over it, its color, its clip, or the picture
 * below it, which may not show what this text, invisible itself, says it does.
 */
export const doubts = ["covered", "color", "clip", "layer"] as const;
export type Doubt = (typeof doubts)[number];

/** Text that may be invisible. */
export interface DoubtfulText {
  readonly doubt: Doubt;
  /** With those of spaces. */
  readonly letters: readonly Letter[];
  /** Whether it begins and ends with whole words. */
  readonly begins: boolean;
  readonly ends: boolean;
}

/** A character on a page, as painted. */
export interface Letter {
  readonly text: string;
  /** Along the line, its own part of the glyph, since each letter of a ligature has one; across it, the font's ascent and descent. */
  readonly box: Box;
  /** The start of its glyph, which all letters in the glyph share. */
  readonly x: number;
  readonly y: number;
}

/** Characters between spaces, in one font and size. */
export interface Word {
  readonly text: string;
  readonly box: Box;
  readonly baseline: number;
  readonly size: number;
  readonly face: Face;
  /** A space precedes it (a font change inside a word also begins a Word). */
  readonly spaced: boolean;
  /** Address of the link that covers it. */
  readonly uri?: string | undefined;
  /** For a word recognized on a picture: the recognizer's confidence, 0 to 1. */
  readonly confidence?: number;
  /** An annotation shows it, like the value of a form field: it isn't part of the page's content. */
  readonly annotation?: boolean;
  /** Why it is invisible. */
  readonly hidden?: HiddenReason | undefined;
  /** Its characters in reading order; absent unless requested, or if an engine doesn't report their positions. */
  readonly letters?: () => readonly Letter[];
}

/** An element of the document's structure tree (ISO 32000-2, 14.7). */
export interface Tag {
  /** Standard type: P, H1, Table, TR, …; or `artifactType`. */
  readonly type: string;
  readonly parent: Tag | undefined;
  /** Index among the parent's children. */
  readonly index: number;
  /** Indexes from the root: the same element has the same key on every page. */
  readonly key: string;
}

/** The standard element types (14.8.4) of PDF 1.7 and PDF 2.0. */
export const standardTypes: ReadonlySet<string> = new Set(
  "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private DocumentFragment Aside Title FENote Sub P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Em Strong Ruby RB RT RP Warichu WT WP Figure Formula Form Artifact".split(
    " ",
  ),
);

/** Content marked as not part of the document (14.8.2.2), such as running heads, has only a tag of this type. */
export const artifactType = "Artifact";

/** Clockwise rotation of text on its page, in degrees. */
export type Turn = 90 | 180 | 270;

/** A run of words that the engine put on one line: never two columns, often less than a visual line. */
export interface Piece {
  readonly words: readonly Word[];
  readonly box: Box;
  /** For rotated text, measured across its direction, increasing from line to line. */
  readonly baseline: number;
  /** The font size of its largest part. */
  readonly size: number;
  /** Left to right or right to left along the page; false if rotated, slanted, or vertical. */
  readonly horizontal: boolean;
  /** For text that reads downward, upside down or upward; vertical writing reads downward. Otherwise undefined. */
  readonly turn?: Turn | undefined;
  readonly rightToLeft: boolean;
  readonly tag: Tag | undefined;
}

/** An area that links out of the document. */
export interface Link {
  readonly box: Box;
  readonly uri: string;
}

/** A drawing: a line (stroked or a thin rectangle) or an area. */
export interface Drawing {
  readonly box: Box;
  readonly stroked: boolean;
}

export interface PageLayout {
  /** 1-based. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** In content stream order. */
  readonly pieces: readonly Piece[];
  readonly images: readonly Box[];
  readonly drawings: readonly Drawing[];
  /** The page has no text of its own: its words were recognized on its picture. */
  readonly recognized?: boolean;
}

/** Reads pages, each as a `Page`. */
export interface PageReader<Page> extends Disposable {
  readonly pageCount: number;
  /** 1-based. Throws 422 `operation_failed` if the page can't be read. */
  page(page: number): Page | Promise<Page>;
}

export type LayoutReader = PageReader<PageLayout>;

/** A line's position on the page. */
export interface Place {
  readonly box: Box;
  /** Font size in points. */
  readonly size: number;
}

/** A line of a page's text. Each step of `reading/lines` turns blocks of lines into such blocks, in reading order. */
export interface TextLine {
  readonly text: string;
  readonly place?: Place;
  /** The painted lines it was made from, in reading order: only if letters were requested. */
  readonly sources?: readonly LineSource[];
}

/** A painted line, whose words may know their letters. */
export interface LineSource {
  readonly words: readonly Word[];
}

export interface TextBlock {
  readonly lines: readonly TextLine[];
}

/** A line of a paragraph, and its start in the paragraph's text. */
export interface ParagraphLine extends TextLine {
  readonly start: number;
}

/** A block in pdf_read_text's output. */
export interface Paragraph {
  readonly text: string;
  readonly lines: readonly ParagraphLine[];
}

/** A character and its position. Generated spaces are characters too. */
export interface PlacedCharacter {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly letter?: Letter | undefined;
}
