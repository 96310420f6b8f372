/** A picture as it goes into a PDF: coded data and what its dictionary says of it (ISO 32000-2, 8.9.5). */
import { maxPixelsKept, maxSamplesDecoded } from "../core/limits.ts";
import type { CosValue } from "../cos/syntax/value.ts";

type Entries = Readonly<Record<string, CosValue | undefined>>;

export interface CodedData {
  readonly data: Uint8Array;
  /** /Filter with its parameters, and whatever else the data needs. */
  readonly entries: Entries;
}

export interface Picture extends CodedData {
  /** In pixels, as stored: before it is turned. */
  readonly width: number;
  readonly height: number;
  /** Of one sample; undefined where the data itself says so. */
  readonly bits: number | undefined;
  /** Gray, RGB or CMYK; undefined where the data itself says so. */
  readonly components: 1 | 3 | 4 | undefined;
  /** Colors that samples index, of as many components. */
  readonly palette?: Uint8Array | undefined;
  /** An ICC profile of the samples, or of the palette. */
  readonly profile?: Uint8Array | undefined;
  /** Opacity as samples of gray, of the picture's size. */
  readonly alpha?: (CodedData & { readonly bits: number }) | undefined;
}

/** What a file says about how a picture is shown. */
export interface Shown {
  /** Pixels per inch, across and down. */
  readonly dpi?: readonly [number, number] | undefined;
  /** As EXIF counts (orientation, tag 274): 1 is upright. */
  readonly orientation?: number | undefined;
}

export interface ShownPicture extends Picture, Shown {
  /** What of the file is lost or in doubt, in words that follow its name. */
  readonly warnings?: readonly string[];
}

/** Why a file is not read; its message follows the file's name. */
export class ImageError extends Error {}

/** Throws for dimensions that no picture has, or that would not be decoded within the memory of a call. */
export function checkSize(width: number, height: number, decodedComponents?: number): void {
  if (width < 1 || height < 1) throw new ImageError("has no pixels");
  const most = decodedComponents === undefined ? maxPixelsKept : maxSamplesDecoded / decodedComponents;
  if (width * height > most)
    throw new ImageError(
      `has ${width} × ${height} pixels; at most ${Math.floor(most / 1e6)} million are taken of its kind`,
    );
}

/** A resolution, where it can be one. */
export function dpiOf(x: number, y: number): readonly [number, number] | undefined {
  const isOne = (dpi: number) => dpi >= 1 && dpi <= 100_000;
  return isOne(x) && isOne(y) ? [x, y] : undefined;
}

const spaces: Readonly<Record<string, number>> = { GRAY: 1, "RGB ": 3, CMYK: 4 };

/** The profile, where it is one for so many components (ICC.1, 7.2). */
export function fittingProfile(profile: Uint8Array | undefined, components: number): Uint8Array | undefined {
  if (profile === undefined || profile.length < 132) return undefined;
  const text = (at: number) => String.fromCharCode(...profile.subarray(at, at + 4));
  return text(36) === "acsp" && spaces[text(16)] === components ? profile : undefined;
}
