/** What of a page is read: its content, and how it is shown. */
import type { CosDocument } from "../../../cos/document.ts";
import type { CosError, OnDamage } from "../../../cos/syntax/error.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isNamed,
  isStream,
} from "../../../cos/syntax/value.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { boxesOf, type PageBoxes } from "../../../document/pages/boxes.ts";
import { tidyContent } from "../../../document/pages/sanitize-content.ts";
import { maxStreamBytes, maxStreams } from "../state/limits.ts";
import { Unread } from "../state/unsupported.ts";

/** The decoded streams of a page's content, in order. */
export interface ContentStreams {
  readonly parts: readonly Uint8Array[];
  /** All are there, and are deflated or as they are: only then is anything left out of them. */
  readonly plain: boolean;
}

function isPlain(cos: CosDocument, { dict }: CosStream): boolean {
  if (cos.resolve(dict.get("DecodeParms")) !== null) return false;
  const filter = cos.resolve(dict.get("Filter"));
  if (isArray(filter)) return filter.length === 1 && isNamed(cos.resolve(filter[0]), "FlateDecode");
  return filter === null || isNamed(filter, "FlateDecode");
}

/** Throws `Unread`. Of a stream that is damaged, what is before the damage; `onDamage` is told. */
export function contentStreams(
  cos: CosDocument,
  contents: CosValue | undefined,
  onDamage: OnDamage,
): ContentStreams {
  const value = cos.resolve(contents);
  if (value === null) return { parts: [], plain: true };
  const list = isArray(value) ? value : [value];
  if (list.length > maxStreams) throw new Unread("streams");
  const parts: Uint8Array[] = [];
  let plain = true;
  let room = maxStreamBytes;
  for (const item of list) {
    const stream = cos.resolve(item);
    if (!isStream(stream)) {
      if (stream !== null) throw new Unread("content that is no stream");
      plain = false;
      continue;
    }
    plain &&= isPlain(cos, stream);
    const part = contentOf(cos, stream, Math.max(1, room), onDamage);
    room -= part.length;
    parts.push(part);
  }
  return { parts, plain };
}

/** Decoded content; where it is damaged, what is before the damage, tidied. Throws CosError `limit` and `filter`. */
export function contentOf(
  cos: CosDocument,
  stream: CosStream,
  limit: number,
  onDamage: OnDamage,
): Uint8Array {
  let damage: CosError | undefined;
  const bytes = cos.decode(stream, limit, (error) => {
    damage = error;
  });
  if (damage === undefined) return bytes;
  onDamage(damage);
  return tidyContent(bytes);
}

/** Streams as one: the end of each ends a token (7.8.2). */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
    whole[at++] = 0x0a;
  }
  return whole;
}

export interface PageView {
  /** From user space to the page as shown: points, origin top left, y downwards. */
  readonly matrix: readonly [number, number, number, number, number, number];
  readonly width: number;
  readonly height: number;
}

/** How a page is shown. Throws `Unread` for boxes and turns that readers understand in several ways. */
export function pageView({ cos, pages }: PdfDocument, page: number): PageView {
  const dict = pages.dict(page);
  const inherited = pages.inherited(page);
  const boxes = boxesOf(cos, dict, inherited);
  checkBoxes(cos, dict, inherited, boxes);
  const { cropBox, rotation, userUnit: unit } = boxes;
  const { x0, y0, x1, y1 } = cropBox;
  const [across, up] = [(x1 - x0) * unit, (y1 - y0) * unit];
  if (across < 1 || up < 1) throw new Unread("boxes");
  if (rotation === 0)
    return { matrix: [unit, 0, 0, -unit, -x0 * unit, y1 * unit], width: across, height: up };
  if (rotation === 90)
    return { matrix: [0, unit, unit, 0, -y0 * unit, -x0 * unit], width: up, height: across };
  if (rotation === 180)
    return { matrix: [-unit, 0, 0, unit, x1 * unit, -y0 * unit], width: across, height: up };
  return { matrix: [0, -unit, -unit, 0, y1 * unit, x1 * unit], width: up, height: across };
}

function checkBoxes(
  cos: CosDocument,
  dict: CosDict,
  inherited: { readonly CropBox?: CosValue; readonly Rotate?: CosValue },
  { mediaBox, cropBox, rotation }: PageBoxes,
): void {
  const rotate = cos.resolve(dict.get("Rotate")) ?? cos.resolve(inherited.Rotate);
  if (rotate !== null && (typeof rotate !== "number" || ((rotate % 360) + 360) % 360 !== rotation))
    throw new Unread("rotation");
  const crop = cos.resolve(dict.get("CropBox")) ?? cos.resolve(inherited.CropBox);
  if (crop === null) return;
  const list = isArray(crop) ? crop.map((item) => cos.resolve(item)) : [];
  const [a, b, c, d] = list;
  if (typeof a !== "number" || typeof b !== "number" || typeof c !== "number" || typeof d !== "number")
    throw new Unread("boxes");
  // A CropBox beside its MediaBox.
  const same = (one: number, other: number) => Math.abs(one - other) < 1e-6;
  const { x0, x1, y0, y1 } = cropBox;
  const fits =
    same(x0, Math.max(Math.min(a, c), mediaBox.x0)) &&
    same(x1, Math.min(Math.max(a, c), mediaBox.x1)) &&
    same(y0, Math.max(Math.min(b, d), mediaBox.y0)) &&
    same(y1, Math.min(Math.max(b, d), mediaBox.y1));
  if (!fits) throw new Unread("boxes");
}

/** The resources of a page, its own or inherited. */
export function pageResources({ cos, pages }: PdfDocument, page: number): CosDict | undefined {
  const value = cos.resolve(pages.attribute(page, "Resources"));
  return isDict(value) ? value : undefined;
}
