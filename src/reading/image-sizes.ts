/** The largest size at which a document draws each image, in points. */
import type { CosDocument } from "../cos/document.ts";
import { operatorCode } from "../cos/syntax/content/operators.ts";
import { isOfContent } from "../cos/syntax/content/unsupported.ts";
import { CosError } from "../cos/syntax/error.ts";
import { type CosValue, isDict, isNamed, isRef, isStream } from "../cos/syntax/value.ts";
import { walk } from "../cos/walk.ts";
import type { PdfDocument } from "../document/open.ts";
import { pageContent } from "./interpreter/content/page-source.ts";
import { documentRun, watchPage } from "./interpreter/interpret-page.ts";
import type { Watcher } from "./interpreter/page-run.ts";

const draw = operatorCode("Do");
const ignore = () => {};

/**
 * Width and height by number. An image missing here isn't drawn, or also somewhere unread, at a size that nobody knows: in a
 * pattern, a glyph, a soft mask, an annotation, a layer that is off, or a page that can't be read.
 */
export function imageSizes(document: PdfDocument): Map<number, readonly [width: number, height: number]> {
  const sizes = new Map<number, readonly [number, number]>();
  const { cos, pages } = document;
  const unread = unreadPlaces(cos);

  const watcher: Watcher = {
    ...{ begin: ignore, glyph: ignore, after: ignore, end: ignore },
    before({ scope, lexer, state }, code) {
      const drawn = code === draw ? scope.find("XObject", lexer.name) : undefined;
      const image = isRef(drawn) ? cos.resolve(drawn) : null;
      if (!isRef(drawn) || !isStream(image) || !isNamed(image.dict.get("Subtype"), "Image")) return;
      const [width, height] = sizes.get(drawn.num) ?? [0, 0];
      const { a, b, c, d } = state;
      sizes.set(drawn.num, [Math.max(width, Math.hypot(a, b)), Math.max(height, Math.hypot(c, d))]);
    },
  };

  const run = documentRun(document, ignore);
  for (let page = 1; page <= pages.count; page++)
    try {
      watchPage(run, page, pageContent(document, page, ignore), watcher);
    } catch (error) {
      if (!isOfContent(error)) throw error;
      unread.push(pages.attribute(page, "Resources") ?? null);
    }

  for (const num of imagesBelow(cos, unread)) sizes.delete(num);
  return sizes;
}

/** Nesting of dictionaries in one object, and of resources. */
const depth = 50;

/** What draws on its own: tiling patterns, glyphs, soft masks, appearances of annotations, and forms of a layer. */
function unreadPlaces(cos: CosDocument): CosValue[] {
  const places: CosValue[] = [];

  for (let root = 1; root < cos.objectCount; root++)
    walk(cos, { part: "the uses of images", depth }, [objectAt(cos, root)], null, ({ value, num }) => {
      const dict = isStream(value) ? value.dict : value;
      if (num !== 0 || !isDict(dict)) return undefined;
      const subtype = cos.resolve(dict.get("Subtype"));
      const drawsAlone =
        cos.resolve(dict.get("PatternType")) === 1 ||
        isNamed(subtype, "Type3") ||
        (isNamed(subtype, "Form") && dict.has("OC"));
      if (drawsAlone) places.push(dict.get("Resources") ?? null);
      const mask = cos.resolve(dict.get("S"));
      const isMask = isNamed(mask, "Alpha") || isNamed(mask, "Luminosity");
      places.push(dict.get("AP") ?? null, (isMask ? dict.get("G") : undefined) ?? null);
      return [{ values: [...dict.values()].filter((one) => !isRef(one)), state: null }];
    });

  return places;
}

/** An object; null if it can't be read, so that nothing draws it. */
function objectAt(cos: CosDocument, num: number): CosValue {
  try {
    return cos.inUse(num) ? cos.object(num) : null;
  } catch (error) {
    if (error instanceof CosError) return null;
    throw error;
  }
}

/** The images that streams and resources refer to. */
function imagesBelow(cos: CosDocument, places: readonly CosValue[]): Set<number> {
  const images = new Set<number>();
  walk(cos, { part: "the uses of images", depth }, places, null, ({ value, num }) => {
    if (isDict(value)) return [{ values: [...value.values()], state: null }];
    if (!isStream(value)) return undefined;
    if (isNamed(cos.resolve(value.dict.get("Subtype")), "Image")) images.add(num);
    return [{ values: [value.dict.get("Resources") ?? null], state: null }];
  });
  return images;
}
