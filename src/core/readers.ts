/**
 * The engines that read documents, by interface: `readers/` implements it with MuPDF and unpdf, loaded on first use.
 * Page operations must not need it: loading an engine costs more than most of them take.
 */
import type { ByteSource } from "./document-io.ts";
import type { Box, Face, PageReader } from "./page-layout.ts";
import type { GrayImage, PageImage } from "./page-reading.ts";

/** A line as an engine prints it, in the page's space as it is shown. */
export interface PlainLine {
  readonly text: string;
  readonly box: Box;
  readonly baseline: number;
  readonly size: number;
  /** Its font as the engine reports it. */
  readonly font: Face;
  /** Along the page. */
  readonly horizontal: boolean;
}

/** A page as an engine prints it. */
export interface PlainPage extends PageSize {
  readonly blocks: readonly { readonly lines: readonly PlainLine[] }[];
  readonly images: readonly Box[];
}

export interface PlainReader extends Disposable {
  /** 0: the engine finds no page. */
  readonly pageCount: number;
  /** 1-based. Throws 422 `operation_failed` for a page that cannot be read. */
  page(page: number): Promise<PlainPage>;
}

export interface PageText {
  /** 1-based. */
  readonly page: number;
  readonly text: string;
}

/** Gives the text of a page in reading order. */
export type TextReader = PageReader<string>;

/** Points, or pixels. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Part of a page, to be drawn as a picture file. */
export interface Picture {
  /** What is drawn, in points on the page as shown. */
  readonly box: Box;
  /** Pixels per point. */
  readonly scale: number;
  /** The size of the picture. */
  readonly pixels: PageSize;
  readonly gray: boolean;
  /** Whether annotations are drawn; form fields always are. */
  readonly annotations: boolean;
  /** Of a JPEG: 1 to 100. A PNG has none. */
  readonly quality?: number | undefined;
}

/** Draws pages as pictures; pages are 1-based. Throws 422 `operation_failed` for a page that cannot be drawn. */
export interface PageRenderer extends Disposable {
  readonly pageCount: number;
  /** The page as it is shown, in points. */
  size(page: number): PageSize;
  /** A picture of exactly this size in pixels, on white; undefined when all of it has one colour. */
  draw(page: number, pixels: PageSize): PageImage | undefined;
  /** The same in shades of gray. */
  drawGray(page: number, pixels: PageSize): GrayImage | undefined;
  /** The bytes of a PNG or, with a quality, of a JPEG; on white. */
  picture(page: number, picture: Picture): Promise<Uint8Array>;
}

/** A box to be drawn over a page, in its space as it is shown. */
export interface MarkedBox {
  readonly box: Box;
  /** Stands at its upper left corner. */
  readonly label: string;
  /** Red, green, blue, 0 to 1. */
  readonly color: readonly [number, number, number];
}

/** Samples of 8 bits, row by row, shades of gray or red, green and blue. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3;
  readonly data: Uint8Array;
}

/** An image file as an engine decoded it. */
export interface DecodedImage extends PageSize {
  /** Gray, RGB or CMYK, 8 bits each. */
  readonly components: 1 | 3 | 4;
  readonly samples: Uint8Array;
  /** Opacity of each pixel. */
  readonly alpha?: Uint8Array | undefined;
}

export interface Readers {
  /** The first picture of a TIFF, GIF or BMP file, or a WebP that is not animated; undefined where it is damaged. */
  decodeImage(data: Uint8Array): Promise<DecodedImage | undefined>;
  /** The samples of JPEG data; undefined where it is damaged, or of other colors. */
  decodeJpeg(data: Uint8Array): Promise<Samples | undefined>;
  /** JPEG data of samples; quality is 1 to 100. */
  encodeJpeg(samples: Samples, quality: number): Promise<Uint8Array>;
  /** MuPDF's lines of text. Throws 422 `operation_failed` when the document needs another password or cannot be read. */
  openMupdfText(source: ByteSource, password?: string): Promise<PlainReader>;
  /** The text of pages as pdf.js gives it; undefined for a document that none of the forms of its password opens. */
  openPdfjsText(source: ByteSource, passwords?: readonly string[]): Promise<TextReader | undefined>;
  /** Opens a document for pictures of its pages. Throws like `openMupdfText`. */
  openPages(source: ByteSource, password?: string): Promise<PageRenderer>;
  /** A PNG of a page, 1-based, with boxes drawn over it. Throws 422 `operation_failed` when it cannot be drawn. */
  drawBoxes(source: ByteSource, page: number, boxes: readonly MarkedBox[]): Promise<Uint8Array>;
  /** A TrueType font with Chinese, Japanese and Korean characters and many symbols, for what is stamped. */
  fallbackFont(): Promise<Uint8Array>;
  /** Folders with further fonts for what is stamped, best first: those the user named, then the system's. */
  fontFolders(): readonly string[];
  /**
   * Draws annotations and form fields that bring no appearance of their own: a copy of a small document in which those of
   * its only page have appearances. An annotation that cannot be drawn has none in the copy.
   */
  drawAppearances(source: ByteSource): Promise<ByteSource>;
}
