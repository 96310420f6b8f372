/**
 * Where a document lists files outside its name tree: associated files (ISO 32000-2, 14.13) of the document, its pages, their
 * graphics, structure elements, annotations and document parts, and the files of annotations (12.5.6).
 */
import type { CosDocument } from "../../cos/document.ts";
import { matchesIn } from "../../cos/syntax/source-window.ts";
import { type CosDict, type CosValue, isDict, isStream, latin1, ref } from "../../cos/syntax/value.ts";
import { walk } from "../../cos/walk.ts";
import { readNameTree } from "../name-trees.ts";
import type { PdfDocument } from "../open.ts";
import { dictAt, listAt } from "../typed-get.ts";

/** A file specification, or what should be one. */
export interface PlacedSpecification {
  readonly value: CosValue;
  /** 1-based page of the annotation that shows the file. */
  readonly page: number | undefined;
}

/** Nesting of resources, structure elements and document parts. */
const depth = 1000;

/** What a walk meets: an object with entries of its own, a dictionary of objects by name, or an annotation or what it plays. */
type Kind = "object" | "named" | "annotation";

interface Place {
  readonly kind: Kind;
  /** 1-based. */
  readonly page: number | undefined;
}

/** Entries that lead to objects with associated files. Fonts and shadings never do. */
const followed: readonly (readonly [string, Kind])[] = [
  ["Annots", "annotation"],
  ["Resources", "object"],
  ["XObject", "named"],
  ["Pattern", "named"],
  ["Properties", "named"],
  ["DPartRootNode", "object"],
  ["DParts", "object"],
  ["K", "object"],
];

/** Entries of annotations that lead to actions, renditions, clips and rich media. */
const played = ["A", "R", "C", "Next", "Movie", "RichMediaContent"];
/** Their entries that are file specifications; some mean something else elsewhere. */
const specified = ["FS", "D", "F"];

/** All file specifications in these places; one may be listed several times. */
export function fileSpecifications({ cos, catalog, pages }: PdfDocument): PlacedSpecification[] {
  const found: PlacedSpecification[] = [];
  const note = (value: CosValue | undefined, page?: number) => {
    for (const item of listAt(cos, value)) found.push({ value: item, page });
  };

  /** Notes what an object lists, and returns the values to follow. */
  const visit = (dict: CosDict, { kind, page }: Place) => {
    if (kind === "named") return [{ values: [...dict.values()], state: { kind: "object", page } as const }];
    note(dict.get("AF"));
    // In the property list of marked content (14.13.5).
    note(dict.get("MCAF"));
    if (kind === "object") return followed.flatMap(([key, next]) => below(dict, key, { kind: next, page }));

    for (const key of specified) if (dictAt(cos, dict.get(key))?.has("EF")) note(dict.get(key), page);
    if (dict.has("Assets"))
      for (const value of readNameTree(cos, dict.get("Assets")).values()) note(value, page);
    return played.flatMap((key) => below(dict, key, { kind, page }));
  };

  const roots: CosValue[] = [catalog.get("DPartRoot") ?? null];
  const direct = new Map<CosDict, number>();
  for (let page = 1; page <= pages.count; page++) {
    const num = pages.number(page);
    if (num === 0) direct.set(pages.dict(page), page);
    roots.push(num === 0 ? pages.dict(page) : ref(num, cos.generation(num)));
    roots.push(pages.inherited(page).Resources ?? null);
  }
  // The largest tree of many documents is searched only if there can be something in it.
  if (catalog.has("StructTreeRoot") && mentionsFiles(cos)) roots.push(catalog.get("StructTreeRoot") ?? null);

  note(catalog.get("AF"));
  const start: Place = { kind: "object", page: undefined };
  walk(cos, { part: "the embedded files", depth }, roots, start, ({ value, num, state: place }) => {
    const dict = isStream(value) ? value.dict : value;
    if (!isDict(dict)) return undefined;
    const page = (num === 0 ? direct.get(dict) : pages.pageOf(num)) || place.page;
    return visit(dict, { ...place, page });
  });

  return found;
}

function below(dict: CosDict, key: string, state: Place) {
  const value = dict.get(key);
  return value === undefined ? [] : [{ values: [value], state }];
}

/** The key AF, with its characters written in any way (7.3.5). */
const filesKey = /\/(?:A|#41)(?:F|#46)/g;

/** Whether any object may have associated files. */
function mentionsFiles(cos: CosDocument): boolean {
  for (const text of cos.objectStreams()) {
    cos.budget.scan(text.length);
    if (latin1(text).search(filesKey) >= 0) return true;
  }
  cos.budget.scan(cos.source.size);
  return !matchesIn(cos.source, filesKey).next().done;
}
