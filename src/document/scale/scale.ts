/** Scales pages: content, patterns, boxes, annotations, and every destination on them. */
import { clip, endPath, type PDFOperator } from "pdf-lib";
import { getOrInsert, pushTo } from "../../core/collections/maps.ts";
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosArray,
  type CosDict,
  type CosRef,
  type CosValue,
  fromLatin1,
  isArray,
  isDict,
  isRef,
  isStream,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { union } from "../../typeset/outlines.ts";
import type { EditSession } from "../edit.ts";
import { type Box, readBox } from "../pages/boxes.ts";
import { boxArray, type Matrix, multiply, transformBox } from "../pages/matrix.ts";
import { box, contentOf, transform } from "../stamp/operators.ts";
import { annotationsAt, arrayAt, dictAt, matrixAt } from "../typed-get.ts";
import { defaultAppearances, scaledAnnotation } from "./annotation.ts";
import { scaleDestinations } from "./destinations.ts";

export interface PageScale {
  /** Without rotation: only scales and offsets are set. */
  readonly matrix: Matrix;
  /** The visible area afterward; by default, the scaled CropBox. */
  readonly crop?: Box;
}

export interface Scaler {
  scale(page: number, scale: PageScale): void;
  /** After all pages: adapts references to them. */
  finish(): void;
}

/** Boxes without defaults: scaled if a page has them. */
const otherBoxes = ["BleedBox", "TrimBox", "ArtBox"] as const;

export function createScaler(session: EditSession): Scaler {
  const { cos } = session;
  const moved = new Map<number, Matrix>();
  const prefixes = new Map<string, CosRef>();
  const scaledPatterns = createPatternScaler(session);
  const annotations = createAnnotationScaler(session);

  const prefix = (content: string): CosRef =>
    getOrInsert(prefixes, content, () => session.add(newStream(new Map(), fromLatin1(content))));

  return {
    scale(page, wanted) {
      const { matrix } = wanted;
      const dict = session.changePage(page);
      const content = contentOf([...scaleBoxes(session, page, wanted), transform(matrix)]);
      const old = dict.get("Contents");
      const contents = cos.resolve(old);
      if (isArray(contents)) dict.set("Contents", [prefix(content), ...contents]);
      else if (old !== undefined && isStream(contents)) dict.set("Contents", [prefix(content), old]);
      const resources = scaledPatterns(session.attribute(page, "Resources"), matrix);
      if (resources !== undefined) dict.set("Resources", resources);
      annotations.scale(page, matrix);
      scaleBeads(session, dict, matrix);
      const viewports = arrayAt(cos, dict.get("VP"));
      if (viewports) dict.set("VP", movedViewports(cos, viewports, matrix));
      const num = session.objectOf(page);
      if (num !== 0) moved.set(num, matrix);
    },
    finish() {
      annotations.finish();
      scaleDestinations(session, moved);
    },
  };
}

/** Scales a page's boxes; returns operators that clip its content if there is now more to see. */
function scaleBoxes(session: EditSession, page: number, { matrix, crop }: PageScale): PDFOperator[] {
  const { cos } = session;
  const dict = session.changePage(page);
  const { mediaBox, cropBox } = session.boxes(page);
  const media = transformBox(matrix, mediaBox);
  dict.set("MediaBox", boxArray(union([media, crop]) ?? media));
  if (crop) dict.set("CropBox", boxArray(crop));
  else if (cos.resolve(session.attribute(page, "CropBox")) !== null)
    dict.set("CropBox", boxArray(transformBox(matrix, cropBox)));

  for (const key of otherBoxes) {
    const box = readBox(cos, dict.get(key));
    if (box) dict.set(key, boxArray(transformBox(matrix, box)));
  }

  // Content beyond the old CropBox may never have been meant to be visible.
  const shown = transformBox(matrix, cropBox);
  return crop && hasBands(shown, crop) ? clipTo(shown) : [];
}

function createAnnotationScaler(session: EditSession) {
  const { cos } = session;
  const appearanceOf = defaultAppearances(cos);
  const shared = sharedAnnotations(session);
  /** Annotations of several pages by number: each scaled page, and its matrix. */
  const places = new Map<number, { readonly page: number; readonly matrix: Matrix }[]>();

  const scaled = (annotation: CosDict, matrix: Matrix) =>
    scaledAnnotation(cos, annotation, matrix, appearanceOf(annotation));

  return {
    scale(page: number, matrix: Matrix): void {
      const dict = session.changePage(page);
      let own = false;
      const entries = annotationsAt(cos, dict.get("Annots"))?.map((entry): CosValue => {
        const annotation = dictAt(cos, entry);
        if (!annotation) return entry;
        if (!isRef(entry)) {
          own = true;
          return scaled(annotation, matrix);
        }
        if (!shared.has(entry.num)) session.set(entry.num, scaled(annotation, matrix));
        else pushTo(places, entry.num, { page, matrix });
        return entry;
      });
      if (own && entries) dict.set("Annots", entries);
    },
    /** An annotation at the same position on all its pages stays one object: a form field has only one. */
    finish(): void {
      for (const [num, list] of places) {
        const annotation = dictAt(cos, cos.object(num));
        const [first] = list;
        if (!annotation || !first) continue;
        const alike = list.every(({ matrix }) => matrix.every((value, k) => value === first.matrix[k]));
        if (alike && list.length === shared.get(num)) {
          session.set(num, scaled(annotation, first.matrix));
          continue;
        }
        for (const { page, matrix } of list) {
          const dict = session.changePage(page);
          const copy = session.add(scaled(annotation, matrix));
          dict.set("Annots", replaced(annotationsAt(cos, dict.get("Annots")) ?? [], num, copy));
        }
      }
    },
  };
}

function replaced(list: readonly CosValue[], num: number, by: CosRef): CosValue[] {
  return list.map((entry) => (isRef(entry) && entry.num === num ? by : entry));
}

/** Anything less is rounding, not a band. */
const leastBand = 0.01;

function hasBands(shown: Box, crop: Box): boolean {
  return (
    shown.x0 - crop.x0 > leastBand ||
    shown.y0 - crop.y0 > leastBand ||
    crop.x1 - shown.x1 > leastBand ||
    crop.y1 - shown.y1 > leastBand
  );
}

const clipTo = ({ x0, y0, x1, y1 }: Box): PDFOperator[] => [box(x0, y0, x1 - x0, y1 - y0), clip(), endPath()];

/** Annotations listed in several places, with the number of places: changing one must not move the other. */
function sharedAnnotations(session: EditSession): ReadonlyMap<number, number> {
  const seen = new Set<number>();
  const shared = new Map<number, number>();
  for (let page = 1; page <= session.pageCount; page++) {
    for (const entry of annotationsAt(session.cos, session.page(page).get("Annots")) ?? []) {
      if (!isRef(entry)) continue;
      if (seen.has(entry.num)) shared.set(entry.num, (shared.get(entry.num) ?? 1) + 1);
      seen.add(entry.num);
    }
  }
  return shared;
}

/**
 * Patterns in a page's content are anchored to the page's initial coordinate system, whatever `cm` says (ISO 32000-2, 8.7.2):
 * their matrices are scaled. Those in form XObjects are anchored to the form and follow automatically. Returns resources with
 * scaled patterns; undefined if there are none.
 */
function createPatternScaler(
  session: EditSession,
): (resources: CosValue | undefined, matrix: Matrix) => CosValue | undefined {
  const { cos } = session;
  const known = new Map<string, CosValue>();

  const pattern = (value: CosValue, matrix: Matrix): CosValue => {
    const found = cos.resolve(value);
    const dict = isStream(found) ? found.dict : found;
    if (!isDict(dict)) return value;
    const own = new Map(dict).set("Matrix", [...multiply(matrixAt(session.cos, dict.get("Matrix")), matrix)]);
    return session.add(isStream(found) ? { ...found, dict: own } : own);
  };

  /** The changed object, created once per matrix. */
  const once = (value: CosValue | undefined, matrix: Matrix, make: () => CosValue): CosValue =>
    isRef(value) ? getOrInsert(known, `${value.num} at ${matrix.join(" ")}`, make) : make();
  return (resources, matrix) => {
    const dict = dictAt(cos, resources);
    const own = dictAt(cos, dict?.get("Pattern"));
    if (!dict || !own || own.size === 0) return undefined;

    return once(resources, matrix, () => {
      const entries: CosDict = new Map();
      for (const [key, value] of own)
        entries.set(
          key,
          once(value, matrix, () => pattern(value, matrix)),
        );
      return session.add(new Map(dict).set("Pattern", entries));
    });
  };
}

/** Beads of article threads (12.4.3). */
function scaleBeads(session: EditSession, dict: CosDict, matrix: Matrix): void {
  for (const entry of arrayAt(session.cos, dict.get("B")) ?? []) {
    const bead = dictAt(session.cos, entry);
    const moved = bead && movedEntry(session.cos, bead, "R", matrix);
    if (isRef(entry) && moved && moved !== bead) session.set(entry.num, moved);
  }
}

/** A dictionary with its box moved; the same one if it has none. */
export function movedEntry(cos: CosDocument, dict: CosDict, key: "R" | "BBox", matrix: Matrix): CosDict {
  const box = readBox(cos, dict.get(key));
  return box ? new Map(dict).set(key, boxArray(transformBox(matrix, box))) : dict;
}

/** Viewports (12.9), areas for measuring, of a page placed by `matrix`. */
export function movedViewports(cos: CosDocument, list: CosArray, matrix: Matrix): CosValue[] {
  return list.map((entry) => {
    const viewport = dictAt(cos, entry);
    return viewport ? movedEntry(cos, viewport, "BBox", matrix) : entry;
  });
}
