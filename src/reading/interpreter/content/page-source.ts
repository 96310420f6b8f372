/** A page's content, and how it is displayed. */
import type { CosDocument } from "../../../cos/document.ts";
import { Unsupported } from "../../../cos/syntax/content/unsupported.ts";
import { type CosError, type OnDamage, reportDamage } from "../../../cos/syntax/error.ts";
import { type CosDict, type CosStream, isArray, isStream, latin1 } from "../../../cos/syntax/value.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { pageBoxes } from "../../../document/pages/boxes.ts";
import { displaySpace } from "../../../document/pages/display-space.ts";
import { type Matrix, transformBox } from "../../../document/pages/matrix.ts";
import { sanitizeContent } from "../../../document/pages/sanitize-content.ts";
import { dictAt } from "../../../document/typed-get.ts";
import { formCacheBytes, maxStreamBytes, maxStreams } from "../state/limits.ts";

/** The decoded streams of a page's content, in order. Throws `Unsupported`. A damaged one ends at the damage, or is empty. */
function contentStreams(
  { cos, pages }: PdfDocument,
  page: number,
  onDamage: OnDamage,
): readonly Uint8Array[] {
  const value = cos.resolve(pages.dict(page).get("Contents"));
  const list = isArray(value) ? value : [value];
  if (list.length > maxStreams) throw new Unsupported("streams");

  const parts: Uint8Array[] = [];
  let room = maxStreamBytes;

  for (const item of list) {
    const stream = cos.resolve(item);
    if (stream === null) continue;
    if (!isStream(stream)) {
      reportDamage(onDamage, "the content is no stream");
      continue;
    }
    const part = contentOf(cos, stream, Math.max(1, room), onDamage);
    room -= part.length;
    parts.push(part);
  }

  return parts;
}

/** A page's content, and the offset where later additions to the finished page begin. */
export interface PageContent {
  readonly bytes: Uint8Array;
  readonly ownEnd: number;
}

/** Throws like `contentStreams`; calls `onDamage` for each damaged stream. */
export function pageContent(document: PdfDocument, page: number, onDamage: OnDamage): PageContent {
  const parts = contentStreams(document, page, onDamage);
  const bytes = joined(parts);
  const added = parts.slice(parts.length - addedLater(parts));
  return { bytes, ownEnd: added.reduce((end, part) => end - part.length - 1, bytes.length) };
}

/** Number of final streams that were added to a finished page, preceded by as many with only `q`: labels and watermarks. */
function addedLater(parts: readonly Uint8Array[]): number {
  const before = parts.findIndex((part) => latin1(part.subarray(0, 8)).trim() !== "q");
  return before > 0 && parts.length > 2 * before ? before : 0;
}

/** Decoded content; if damaged, the part before the damage, cleaned. Throws CosError `limit` and `filter`. */
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
  return sanitizeContent(bytes);
}

/** Reads the content of forms, each once: letterheads and logos recur on every page. Throws and warns like `contentOf`. */
export function formReader(cos: CosDocument, onDamage: OnDamage): (form: CosStream) => Uint8Array {
  const known = new Map<CosStream, { readonly content: Uint8Array; readonly damage: CosError | undefined }>();
  let bytes = 0;
  return (form) => {
    let read = known.get(form);

    if (!read) {
      let damage: CosError | undefined;
      const content = contentOf(cos, form, maxStreamBytes, (error) => {
        damage = error;
      });
      read = { content, damage };
      bytes += content.length;
      if (bytes > formCacheBytes) {
        known.clear();
        bytes = 0;
      } else known.set(form, read);
    }

    if (read.damage) onDamage(read.damage);
    return read.content;
  };
}

/** Concatenated streams: the end of each ends a token (7.8.2). */
function joined(parts: readonly Uint8Array[]): Uint8Array {
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
  /** From user space to the displayed page: points, origin top left, y downward. */
  readonly matrix: Matrix;
  readonly width: number;
  readonly height: number;
}

/** Directions of the user space axes on the displayed page, by rotation. */
const axes = { 0: [1, 0, 0, -1], 90: [0, 1, 1, 0], 180: [-1, 0, 0, 1], 270: [0, -1, -1, 0] } as const;

/** A page's display. Throws `Unsupported` if it has no size. */
export function pageView({ cos, pages }: PdfDocument, page: number): PageView {
  const boxes = pageBoxes(cos, pages, page);
  const { width, height } = displaySpace(boxes);
  if (width < 1 || height < 1) throw new Unsupported("boxes");
  const [a = 0, b = 0, c = 0, d = 0] = axes[boxes.rotation].map((part) => part * boxes.userUnit);
  const { x0, y0 } = transformBox([a, b, c, d, 0, 0], boxes.cropBox);
  return { matrix: [a, b, c, d, -x0, -y0], width, height };
}

/** A page's resources, own or inherited. */
export function pageResources({ cos, pages }: PdfDocument, page: number): CosDict | undefined {
  return dictAt(cos, pages.attribute(page, "Resources"));
}
