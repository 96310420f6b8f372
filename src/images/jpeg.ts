/** JPEG files, embedded unchanged (ISO/IEC 10918-1, annex B; ISO 32000-2, 7.4.8). */
import { asBuffer } from "../cos/syntax/source-window.ts";
import { dictOf, name } from "../cos/syntax/value.ts";
import {
  checkSize,
  cutOff,
  dpiOf,
  fittingProfile,
  ImageError,
  type Shown,
  type ShownPicture,
} from "./picture.ts";
import { exifShown } from "./tiff-fields.ts";

const [startOfScan, endOfImage, app0, app1, app2, app14] = [0xda, 0xd9, 0xe0, 0xe1, 0xe2, 0xee];
/** Baseline, extended and progressive, Huffman coded: the frames that DCTDecode supports. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);

interface Segment {
  readonly marker: number;
  /** Without its marker and length. */
  readonly body: Buffer;
}

/** The segments before the first scan, and where it begins. */
function segmentsOf(file: Buffer): { readonly segments: Segment[]; readonly scan: number } {
  const segments: Segment[] = [];

  for (let at = 2; ; ) {
    if (file.readUInt8(at) !== 0xff) throw new ImageError("is damaged: a JPEG without its picture");
    const marker = file.readUInt8(at + 1);
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === startOfScan) return { segments, scan: at };
    const length = file.readUInt16BE(at + 2);
    segments.push({ marker, body: file.subarray(at + 4, at + 2 + length) });
    at += 2 + length;
  }
}

const begins = (body: Buffer, text: string) => body.toString("latin1", 0, text.length) === text;

/** A profile may be split over several numbered segments (ICC.1, B.4). */
function profileOf(segments: readonly Segment[]): Uint8Array | undefined {
  const parts = segments
    .filter(({ marker, body }) => marker === app2 && begins(body, "ICC_PROFILE\0"))
    .map(({ body }) => body.subarray(12))
    .toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  return parts.length === 0 ? undefined : Buffer.concat(parts.map((part) => part.subarray(2)));
}

function shownOf(segments: readonly Segment[]): Shown {
  const exif = segments.find(({ marker, body }) => marker === app1 && begins(body, "Exif\0\0"));
  const shown = exifShown(exif?.body.subarray(6));
  const jfif = segments.find(({ marker, body }) => marker === app0 && begins(body, "JFIF\0"));
  const unit = jfif && { 1: 1, 2: 2.54 }[jfif.body.readUInt8(7)];
  if (!jfif || unit === undefined) return shown;
  const dpi = dpiOf(jfif.body.readUInt16BE(8) * unit, jfif.body.readUInt16BE(10) * unit);
  return { ...shown, dpi: dpi ?? shown.dpi };
}

export function jpegPicture(data: Uint8Array): ShownPicture {
  const file = asBuffer(data);
  const { segments, scan } = segmentsOf(file);
  const frame = segments.find(({ marker }) => frames.has(marker) || otherFrames.has(marker));
  if (!frame || otherFrames.has(frame.marker) || frame.body.readUInt8(0) !== 8)
    throw new ImageError("is a kind of JPEG that PDF does not support: lossless, arithmetic-coded or 12-bit");

  const [height, width] = [frame.body.readUInt16BE(1), frame.body.readUInt16BE(3)];
  const components = frame.body.readUInt8(5);
  checkSize(width, height);
  if (components !== 1 && components !== 3 && components !== 4)
    throw new ImageError(`is damaged: a JPEG with ${components} components`);

  const isAdobe = segments.some(({ marker, body }) => marker === app14 && begins(body, "Adobe"));
  // Adobe's programs store CMYK inverted, and identify themselves with this segment.
  const Decode = isAdobe && components === 4 ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined;
  const ids = [6, 9, 12].map((at) => String.fromCharCode(frame.body[at] ?? 0)).join("");
  // Without the segment, readers take three components as YCbCr unless the dictionary says otherwise.
  const isRgb = components === 3 && !isAdobe && ids === "RGB";
  const found = profileOf(segments);
  const profile = fittingProfile(found, components);
  // A thumbnail before the scan ends too.
  const isWhole = file.indexOf(Buffer.from([0xff, endOfImage]), scan) > 0;

  return {
    width,
    height,
    bits: 8,
    components,
    data,
    profile,
    entries: {
      Filter: name("DCTDecode"),
      DecodeParms: isRgb ? dictOf({ ColorTransform: 0 }) : undefined,
      Decode,
    },
    ...shownOf(segments),
    warnings: [
      ...(isWhole ? [] : [cutOff]),
      ...(found && !profile ? ["has a color profile that does not match its colors, which was omitted"] : []),
    ],
  };
}
