/**
 * A page as an engine sees it, before any analysis: words with places and fonts, what is drawn, what is tagged. All places in
 * points, origin top left, as the page is shown.
 */

/** A rectangle: x0 ≤ x1, y0 ≤ y1. */
export interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface Face {
  /** As the document calls it, without the subset's prefix. */
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
}

/** Why text can't be seen: by its color, its size, what is painted over it, its mode or clip; as it is off the page or in a layer that is off. */
export const hiddenReasons = ["color", "size", "covered", "invisible", "off_page", "layer"] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

/** Text that nobody can see, and why. */
export interface HiddenText {
  readonly reason: HiddenReason;
  readonly text: string;
  readonly box: Box;
}

/** A character of a page, as it was painted. */
export interface Letter {
  readonly text: string;
  /** Along the line its own part of its glyph, as each letter of a ligature has one; across it, the font's ascent and descent. */
  readonly box: Box;
  /** Where its glyph begins, which letters of one glyph have in common. */
  readonly x: number;
  readonly y: number;
}

/** Characters between spaces in one font and size. */
export interface Word {
  readonly text: string;
  readonly box: Box;
  readonly baseline: number;
  readonly size: number;
  readonly face: Face;
  /** A space stands before it (a change of font inside a word begins a Word too). */
  readonly spaced: boolean;
  /** Address of the link that lies over it. */
  readonly uri?: string | undefined;
  /** Of a word that was recognised on a picture: how sure the recogniser is, 0 to 1. */
  readonly confidence?: number;
  /** An annotation shows it, as the value of a form field: it is no part of the page's content. */
  readonly annotation?: boolean;
  /** Why it can't be seen. */
  readonly hidden?: HiddenReason | undefined;
  /** Its characters in reading order; absent unless they were asked for, and where an engine does not tell their places. */
  readonly letters?: () => readonly Letter[];
}

/** An element of the document's structure tree (ISO 32000-2, 14.7). */
export interface Tag {
  /** Standard type: P, H1, Table, TR, …; or `artifactType`. */
  readonly type: string;
  readonly parent: Tag | undefined;
  /** Place among the parent's kids. */
  readonly index: number;
  /** Places from the root on: the same element has the same key on every page. */
  readonly key: string;
}

/** The standard types of elements (14.8.4), those of PDF 1.7 and of PDF 2.0. */
export const standardTypes: ReadonlySet<string> = new Set(
  "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private DocumentFragment Aside Title FENote Sub P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Em Strong Ruby RB RT RP Warichu WT WP Figure Formula Form Artifact".split(
    " ",
  ),
);

/** What the content marks as no part of the document (14.8.2.2), as running heads are, has a tag of this type, and no other. */
export const artifactType = "Artifact";

/** Quarter turns by which text is turned on its page, in degrees clockwise. */
export type Turn = 90 | 180 | 270;

/** A run of words that the engine put on one line: never two columns, often less than what a reader sees as the line. */
export interface Piece {
  readonly words: readonly Word[];
  readonly box: Box;
  /** Where it is turned, measured across its direction, growing from line to line. */
  readonly baseline: number;
  /** The largest part's font size. */
  readonly size: number;
  /** Left to right or right to left along the page; false: turned, at an angle, or vertical. */
  readonly horizontal: boolean;
  /** Of text that reads downwards, upside down or upwards; vertical writing reads downwards. Else undefined. */
  readonly turn?: Turn | undefined;
  readonly rightToLeft: boolean;
  readonly tag: Tag | undefined;
}

/** An area that leads out of the document. */
export interface Link {
  readonly box: Box;
  readonly uri: string;
}

/** Something drawn: a line (stroked or a thin rectangle) or an area. */
export interface Drawing {
  readonly box: Box;
  readonly stroked: boolean;
}

export interface PageLayout {
  /** 1-based. */
  readonly page: number;
  readonly width: number;
  readonly height: number;
  /** In the order of the content stream. */
  readonly pieces: readonly Piece[];
  readonly images: readonly { readonly box: Box; readonly tag: Tag | undefined }[];
  readonly drawings: readonly Drawing[];
  /** The page has no text of its own: its words were recognised on its picture. */
  readonly recognised?: boolean;
}

/** Reads pages, each as a `Page`. */
export interface PageReader<Page> extends Disposable {
  readonly pageCount: number;
  /** 1-based. Throws 422 `operation_failed` when the page cannot be read. */
  page(page: number): Page | Promise<Page>;
}

export type LayoutReader = PageReader<PageLayout>;

/** Where a line is on the page. */
export interface Place {
  readonly box: Box;
  /** Size of its font in points. */
  readonly size: number;
}

/** A line of the text of a page. Each step of `reading/lines` makes blocks of lines of such blocks, in reading order. */
export interface TextLine {
  readonly text: string;
  readonly place?: Place;
  /** The painted lines that it was made of, in reading order: where letters are asked for. */
  readonly sources?: readonly LineSource[];
}

/** A painted line, whose words may know their letters. */
export interface LineSource {
  readonly words: readonly Word[];
}

export interface TextBlock {
  readonly lines: readonly TextLine[];
}

/** A line of a paragraph, and where it starts in the paragraph's text. */
export interface ParagraphLine extends TextLine {
  readonly start: number;
}

/** A block as pdf_read_text gives it. */
export interface Paragraph {
  readonly text: string;
  readonly lines: readonly ParagraphLine[];
}

/** One character where it stands. Spaces that nobody wrote are characters too. */
export interface PlacedCharacter {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly letter?: Letter | undefined;
}
