/**
 * The interface of the engines that read documents: `engines/` implements it with MuPDF and unpdf, loaded on first use. Page
 * operations must not need it: loading an engine costs more than most of those take.
 */
import type { ByteSource } from "./document-io.ts";
import type { Box, Face, PageReader } from "./page-layout.ts";
import type { GrayImage, PageImage } from "./page-reading.ts";
import { ProblemError } from "./problem.ts";

/** A line as reported by an engine, in the coordinates of the displayed page. */
export interface PlainLine {
  readonly text: string;
  readonly box: Box;
  readonly baseline: number;
  readonly size: number;
  /** Its font, as reported by the engine. */
  readonly font: Face;
  /** Along the page. */
  readonly horizontal: boolean;
}

/** A page as reported by an engine. */
export interface PlainPage extends PageSize {
  readonly blocks: readonly { readonly lines: readonly PlainLine[] }[];
  readonly images: readonly Box[];
}

export interface PlainReader extends Disposable {
  /** 0 if the engine finds no pages. */
  readonly pageCount: number;
  /** 1-based. Throws 422 `operation_failed` if the page can't be read. */
  page(page: number): Promise<PlainPage>;
}

export interface PageText {
  /** 1-based. */
  readonly page: number;
  readonly text: string;
}

/** Reads the text of pages in reading order. */
export type TextReader = PageReader<string>;

/** In points or pixels. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Part of a page to be rendered as an image file. */
export interface Picture {
  /** The area to render, in points on the displayed page. */
  readonly box: Box;
  /** Pixels per point. */
  readonly scale: number;
  /** The picture's size. */
  readonly pixels: PageSize;
  readonly gray: boolean;
  /** Whether to draw annotations; form fields are always drawn. */
  readonly annotations: boolean;
  /** For a JPEG, 1 to 100. A PNG has none. */
  readonly quality?: number | undefined;
}

/** A letter on the displayed page, in points. */
export interface InkedLetter {
  readonly text: string;
  readonly box: Box;
  /** Its origin. */
  readonly x: number;
  readonly y: number;
}

/** The ink of a letter, in whole pixels, and how much of it the page shows. */
export interface SeenInk {
  readonly ink: number;
  readonly seen: number;
}

/** A page takes too long to draw. It is not drawn; others can be. */
export class TooCostlyError extends ProblemError {
  constructor(page: number, why?: string) {
    super("operation_failed", `page ${page} takes too long to draw${why === undefined ? "" : `: ${why}`}`);
  }
}

/**
 * Renders pages as pictures; pages are 1-based. Throws 422 `operation_failed` if a page can't be drawn, as a `TooCostlyError` if
 * that takes too long.
 */
export interface PageRenderer extends Disposable {
  readonly pageCount: number;
  /** The size of the displayed page in points. */
  size(page: number): PageSize;
  /** A picture of exactly this size in pixels, on white; undefined if it has only one color. */
  draw(page: number, pixels: PageSize): PageImage | undefined;
  /** The same in shades of gray. */
  drawGray(page: number, pixels: PageSize): GrayImage | undefined;
  /** A PNG or, with a quality, a JPEG; on white. */
  picture(page: number, picture: Picture): Promise<Uint8Array>;
  /** The samples of a picture with all annotations: 8 bits of gray, or of red, green and blue each; in `into` if they fit exactly. */
  samples(page: number, picture: Omit<Picture, "annotations">, into?: Uint8Array): Uint8Array;
  /** The text that is drawn, line by line, with that of all annotations. */
  text(page: number): string;
  /** For each letter, how much of its ink makes a difference to the page; undefined if nothing is drawn there. */
  seenInk(page: number, letters: readonly InkedLetter[]): (SeenInk | undefined)[];
}

/** A box to be drawn over the displayed page. */
export interface MarkedBox {
  readonly box: Box;
  /** Shown at its upper left corner. */
  readonly label: string;
  /** Red, green, blue, 0 to 1. */
  readonly color: readonly [number, number, number];
}

/** 8-bit samples, row by row, grayscale or red, green and blue. */
export interface Samples {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3;
  readonly data: Uint8Array;
}

/** Formats of image files that are decoded; `jpc` is a JPEG 2000 codestream without boxes. */
export type ImageFormat = "avif" | "bmp" | "gif" | "heic" | "jp2" | "jpc" | "tiff" | "webp";

export interface ImageFile {
  readonly data: Uint8Array;
  readonly format: ImageFormat;
  /** Of a TIFF's directories, from 0; by default the first. */
  readonly index?: number | undefined;
  /** Called with the picture's size in pixels before it is decoded, except for a TIFF; throws if it is too large. */
  readonly accept: (width: number, height: number) => void;
}

/** An image file decoded by an engine. */
export interface DecodedImage extends PageSize {
  /** Gray, RGB or CMYK, 8 bits each. */
  readonly components: 1 | 3 | 4;
  readonly samples: Uint8Array;
  /** Opacity of each pixel. */
  readonly alpha?: Uint8Array | undefined;
  /** The file's ICC profile, which need not fit the components. */
  readonly profile?: Uint8Array | undefined;
  /** Pixels per inch, horizontal and vertical; 0 if unknown. */
  readonly dpi: readonly [number, number];
  /** EXIF orientation (tag 274); undefined if unknown. */
  readonly orientation?: number | undefined;
  /** False if data is missing or damaged: a part of the picture has any color. */
  readonly isWhole: boolean;
  /** Whether the file has more pictures, as an animation does; false for a TIFF. */
  readonly hasMore: boolean;
}

/** A barcode, QR code or another code on a picture. */
export interface Barcode {
  readonly text: string;
  /** In pixels. */
  readonly box: Box;
}

export interface Readers {
  /** The barcodes on a picture, from the top. */
  readBarcodes(image: GrayImage): Promise<Barcode[]>;
  /** The first picture of a file, or a TIFF's page; undefined if there is none, or nothing of it can be decoded. */
  decodeImage(file: ImageFile): Promise<DecodedImage | undefined>;
  /** Decodes JPEG data; undefined if it is damaged or in another color space. */
  decodeJpeg(data: Uint8Array): Promise<Samples | undefined>;
  /** Encodes samples as JPEG; quality is 1 to 100. */
  encodeJpeg(samples: Samples, quality: number): Promise<Uint8Array>;
  /** MuPDF's text lines. Throws 422 `operation_failed` if the document needs another password or can't be read. */
  openMupdfText(source: ByteSource, password?: string): Promise<PlainReader>;
  /** Page text from pdf.js; undefined if no form of the password opens the document. */
  openPdfjsText(source: ByteSource, passwords?: readonly string[]): Promise<TextReader | undefined>;
  /** Opens a document for rendering. Throws like `openMupdfText`. */
  openPages(source: ByteSource, password?: string): Promise<PageRenderer>;
  /** A PNG of a page, 1-based, with boxes drawn over it. Throws 422 `operation_failed` if it can't be drawn. */
  drawBoxes(source: ByteSource, page: number, boxes: readonly MarkedBox[]): Promise<Uint8Array>;
  /** A TrueType font with Chinese, Japanese and Korean characters and many symbols, for stamped text. */
  fallbackFont(): Promise<Uint8Array>;
  /** A CFF program as wide as one of the standard 14 fonts, by that font's name. */
  standardProgram(name: string): Promise<Uint8Array>;
  /** Folders with more fonts for stamped text, best first: the user's, then the system's. */
  fontFolders(): readonly string[];
  /**
   * Draws annotations and form fields without appearances: returns a copy of a small document in which those on its only page
   * have appearances. An annotation that can't be drawn has none in the copy.
   */
  drawAppearances(source: ByteSource): Promise<ByteSource>;
}
