/** A picture ready for a PDF: coded data and its dictionary entries (ISO 32000-2, 8.9.5). */
import { maxPixelsKept, maxSamplesDecoded } from "../core/limits.ts";
import type { CodedData } from "../document/images/samples.ts";

export interface Picture extends CodedData {
  /** In pixels, as stored: before it is turned. */
  readonly width: number;
  readonly height: number;
  /** Bits per sample; undefined if the data specifies it. */
  readonly bits: number | undefined;
  /** Gray, RGB or CMYK; undefined if the data specifies it. */
  readonly components: 1 | 3 | 4 | undefined;
  /** Colors that samples index, each with this many components. */
  readonly palette?: Uint8Array | undefined;
  /** An ICC profile for the samples, or for the palette. */
  readonly profile?: Uint8Array | undefined;
  /** Opacity as gray samples, in the picture's size. */
  readonly alpha?: (CodedData & { readonly bits: number }) | undefined;
}

/** A file's information about how to show its picture. */
export interface Shown {
  /** Pixels per inch, horizontal and vertical. */
  readonly dpi?: readonly [number, number] | undefined;
  /** EXIF orientation (tag 274): 1 is upright. */
  readonly orientation?: number | undefined;
}

export interface ShownPicture extends Picture, Shown {
  /** Losses and doubts, in words that follow the file's name. */
  readonly warnings?: readonly string[];
}

/** A warning: viewers show the upper part. */
export const cutOff = "is cut off: the lower part of the picture may be missing";

/** Why a file can't be read; its message follows the file's name. */
export class ImageError extends Error {}

/** Throws for impossible dimensions, or ones that couldn't be decoded within a call's memory. */
export function checkSize(width: number, height: number, decodedComponents?: number): void {
  if (width < 1 || height < 1) throw new ImageError("has no pixels");
  const most = decodedComponents === undefined ? maxPixelsKept : maxSamplesDecoded / decodedComponents;
  if (width * height > most)
    throw new ImageError(
      `has ${width} × ${height} pixels; at most ${Math.floor(most / 1e6)} million are supported for its kind`,
    );
}

/** A resolution, if plausible. */
export function dpiOf(x: number, y: number): readonly [number, number] | undefined {
  const isOne = (dpi: number) => dpi >= 1 && dpi <= 100_000;
  return isOne(x) && isOne(y) ? [x, y] : undefined;
}

const spaces: Readonly<Record<string, number>> = { GRAY: 1, "RGB ": 3, CMYK: 4 };

/** The profile, if it has this many components (ICC.1, 7.2). */
export function fittingProfile(profile: Uint8Array | undefined, components: number): Uint8Array | undefined {
  if (profile === undefined || profile.length < 132) return undefined;
  const text = (at: number) => String.fromCharCode(...profile.subarray(at, at + 4));
  return text(36) === "acsp" && spaces[text(16)] === components ? profile : undefined;
}
