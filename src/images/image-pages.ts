/** Creates a document with one picture per page. */
import type { ByteSink } from "../core/document-io.ts";
import { bytesString, type CosValue, dictOf, fromLatin1, name, ref } from "../cos/syntax/value.ts";
import { Rewriter } from "../cos/write/rewrite.ts";
import { newStream } from "../cos/write/serialize.ts";
import { createPageTreeWriter } from "../document/assemble/page-tree-writer.ts";
import type { CodedData } from "../document/images/samples.ts";
import { type PaperSize, paperSize } from "../document/scale/paper.ts";
import type { ShownPicture } from "./picture.ts";

export const imagePapers = ["A3", "A4", "A5", "B5", "Letter", "Legal", "Tabloid"] as const;

/** How pictures are placed on their pages. */
export interface Arrangement {
  /** `image`: the page has the picture's own size. */
  readonly paper: (typeof imagePapers)[number] | "image";
  /** In points, on each side. */
  readonly margin: number;
  /** Whether to enlarge pictures smaller than the paper. */
  readonly enlarges: boolean;
}

/** For a picture without a resolution, as browsers show it. */
const usualDpi = 96;
/** ISO 32000-1, annex C: readers show pages of 3 to 14,400 units. */
const [leastSide, mostSide] = [3, 14_400];

/** The page, and the picture on it by its lower left corner. */
interface Place {
  readonly page: PaperSize;
  readonly picture: PaperSize & { readonly x: number; readonly y: number };
}

export interface ImagePages {
  readonly count: number;
  /** Returns the factor by which the picture was reduced to fit the largest page that readers show; 1: not reduced. */
  add(picture: ShownPicture): number;
  finish(): void;
}

export function startImagePages(sink: ByteSink, arrangement: Arrangement): ImagePages {
  const rewriter = new Rewriter(sink, { version: "1.5", objectStreams: true });
  const tree = createPageTreeWriter(rewriter);
  return {
    get count() {
      return tree.count;
    },
    add(picture) {
      const { place, reduced } = placeOf(picture, arrangement);
      const num = rewriter.reserve();
      const image = addImage(rewriter, picture);
      const content = `q ${matrixOf(place, picture.orientation ?? 1)} cm /Im0 Do Q`;
      rewriter.set(
        num,
        dictOf({
          Type: name("Page"),
          Parent: ref(tree.add(num)),
          MediaBox: [0, 0, rounded(place.page.width), rounded(place.page.height)],
          Resources: dictOf({ XObject: dictOf({ Im0: ref(image) }) }),
          Contents: ref(rewriter.add(newStream(new Map(), fromLatin1(content)))),
        }),
      );

      return reduced;
    },
    finish() {
      const root = rewriter.add(dictOf({ Type: name("Catalog"), Pages: ref(tree.finish()) }));
      rewriter.finish({ root });
    },
  };
}

const rounded = (points: number) => Math.round(points * 1000) / 1000;

/** From 5 on, a picture is shown on its side. */
const isTurned = (orientation = 1) => orientation >= 5;

function placeOf(
  { width, height, dpi = [usualDpi, usualDpi], orientation }: ShownPicture,
  { paper, margin, enlarges }: Arrangement,
): { readonly place: Place; readonly reduced: number } {
  const [across, down] = [(width / dpi[0]) * 72, (height / dpi[1]) * 72];
  const own = isTurned(orientation) ? { width: down, height: across } : { width: across, height: down };

  if (paper === "image") {
    const most = (mostSide - 2 * margin) / Math.max(own.width, own.height);
    // Tiny pictures are enlarged to the smallest page that readers show.
    const least = Math.max(1, leastSide / (Math.min(own.width, own.height) + 2 * margin));
    const by = Math.min(least, most);
    const picture = { width: own.width * by, height: own.height * by, x: margin, y: margin };
    const side = (length: number) => Math.max(length + 2 * margin, leastSide);
    const page = { width: side(picture.width), height: side(picture.height) };
    return { place: { page, picture }, reduced: Math.min(1, most) };
  }

  const upright = paperSize(paper);
  const page = own.width > own.height ? { width: upright.height, height: upright.width } : upright;
  const fitting = Math.min((page.width - 2 * margin) / own.width, (page.height - 2 * margin) / own.height);
  const by = enlarges ? fitting : Math.min(fitting, 1);
  const [w, h] = [own.width * by, own.height * by];
  const picture = { width: w, height: h, x: (page.width - w) / 2, y: (page.height - h) / 2 };

  return { place: { page, picture }, reduced: 1 };
}

/** Maps an image's unit square to its position, turned and mirrored according to EXIF (tag 274). */
function matrixOf({ picture: { x, y, width: w, height: h } }: Place, orientation: number): string {
  const [right, top] = [x + w, y + h];
  const matrices: Readonly<Record<number, readonly number[]>> = {
    1: [w, 0, 0, h, x, y],
    2: [-w, 0, 0, h, right, y],
    3: [-w, 0, 0, -h, right, top],
    4: [w, 0, 0, -h, x, top],
    5: [0, -h, -w, 0, right, top],
    6: [0, -h, w, 0, x, top],
    7: [0, h, w, 0, x, y],
    8: [0, h, -w, 0, right, y],
  };
  return (matrices[orientation] ?? [w, 0, 0, h, x, y]).map(rounded).join(" ");
}

/** Writes the image with its profile and soft mask; returns its number. */
function addImage(rewriter: Rewriter, picture: ShownPicture): number {
  const { width, height, bits, alpha } = picture;
  const size = { Type: name("XObject"), Subtype: name("Image"), Width: width, Height: height };
  const add = ({ data, entries }: CodedData, own: Parameters<typeof dictOf>[0]) =>
    rewriter.add(newStream(dictOf({ ...size, ...own, ...entries }), data));
  const mask = alpha && add(alpha, { ColorSpace: name("DeviceGray"), BitsPerComponent: alpha.bits });
  return add(picture, {
    ColorSpace: colorSpace(rewriter, picture),
    BitsPerComponent: bits,
    SMask: mask === undefined ? undefined : ref(mask),
  });
}

const devices = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" } as const;

function colorSpace(
  rewriter: Rewriter,
  { components, profile, palette }: ShownPicture,
): CosValue | undefined {
  if (components === undefined) return undefined;

  const device = name(devices[components]);
  const base = profile
    ? [
        name("ICCBased"),
        ref(
          rewriter.add(newStream(dictOf({ N: components, Alternate: device }), profile, { deflate: true })),
        ),
      ]
    : device;
  if (!palette) return base;

  return [name("Indexed"), base, palette.length / components - 1, bytesString(palette)];
}
