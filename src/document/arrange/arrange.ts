/**
 * Pages placed on sheets. Each is drawn as a form XObject, and what belongs to it follows: annotations and fields,
 * destinations, article beads, viewports, and its content in the tags.
 */
import {
  drawObject,
  endMarkedContent,
  type PDFOperator,
  popGraphicsState,
  pushGraphicsState,
  setLineWidth,
  stroke,
} from "pdf-lib";
import { getOrInsert, pushTo } from "../../core/collections/maps.ts";
import {
  type CosArray,
  type CosDict,
  type CosRef,
  type CosStream,
  type CosValue,
  dictOf,
  fromLatin1,
  isRef,
  name,
  setEntry,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { Composition } from "../assemble/assemble.ts";
import { changeDict, type PageCopy, type SourceDocument } from "../assemble/joins/source-document.ts";
import { writePages } from "../assemble/selection.ts";
import { claimOf } from "../conformance/claim.ts";
import { blackLines } from "../conformance/stamping.ts";
import type { SelectionWriter } from "../edit.ts";
import { type Box, pageBoxes, readBox } from "../pages/boxes.ts";
import { displaySpace } from "../pages/display-space.ts";
import { inverse, type Matrix, multiply, rounded } from "../pages/matrix.ts";
import { defaultAppearances, scaledAnnotation } from "../scale/annotation.ts";
import { type PlaceInside, placedDestination } from "../scale/destinations.ts";
import { movedEntry, movedViewports } from "../scale/scale.ts";
import { turnAnnotation } from "../scale/turned-annotation.ts";
import { beginMarked, contentOf, box as rectangle, transform } from "../stamp/operators.ts";
import { pageForm } from "../stamp/page-form.ts";
import { arrayAt, nameAt, numberAt } from "../typed-get.ts";
import { placeStructure } from "./place-structure.ts";
import type { Sheets } from "./sheets.ts";

export interface Arranged {
  readonly sheets: Sheets;
  /** Whether a hairline is drawn around each page. */
  readonly border: boolean;
  /** Whether each sheet has the label of its first page. */
  readonly labelled: boolean;
  /** Called with the number of sheets that are composed. */
  readonly onSheet?: (done: number) => void;
}

/** Writes pages on sheets. */
export const arrangedWriter =
  (arranged: Arranged): SelectionWriter =>
  (document, pages, sink, context, options) =>
    writePages(document, pages, sink, context, options, (source) => arrangement(source, arranged));

/** A page on its sheet. */
interface Placed extends PlaceInside {
  readonly copy: PageCopy;
  /** Its index among the pages. */
  readonly at: number;
  readonly sheet: number;
  /** The visible part in user space. */
  readonly crop: Box;
}

function arrangement(source: SourceDocument, arranged: Arranged): Composition {
  const { document, cos } = source;
  const { count } = arranged.sheets;
  const all = source.pages.map((copy, k) => placeOf(source, arranged.sheets, copy, k));
  const byCopy = new Map(all.map((one) => [one.copy, one]));
  const firsts = new Map(all.filter(({ copy }) => !copy.repeat).map((one) => [one.copy.page, one]));
  const bySheet = new Map<number, Placed[]>();
  for (const one of all) pushTo(bySheet, one.sheet, one);
  const forms = new Map<string, CosRef>();
  const place = annotationPlacer(source);

  return {
    count,
    resultOf: (k) => all[k]?.sheet ?? 0,
    labels: arranged.labelled ? [...bySheet.values()].flatMap(([first]) => first?.copy ?? []) : undefined,
    annotation(copy, dict) {
      const placed = byCopy.get(copy);
      return placed ? place(dict, placed) : dict;
    },
    destination(page, value) {
      const placed = firsts.get(page);
      return placed ? placedDestination(cos, value, placed) : value;
    },
    structure: (tree, elements, kids) =>
      placeStructure(source, tree, elements, kids, {
        find(page) {
          const form = forms.get(`${page} true`) ?? forms.get(`${page} false`);
          const placed = firsts.get(page);
          return form && placed && { form, page: source.ref(placed.copy.num) };
        },
        matrices: new Map([...firsts].map(([page, { matrix }]) => [document.pages.number(page), matrix])),
      }),
    *compose(page) {
      for (let sheet = 0; sheet < count; sheet++) {
        const placed = bySheet.get(sheet) ?? [];
        const dicts = placed.map(({ copy, at }) => page(copy, at));
        yield composed(source, arranged, placed, dicts, forms);
        arranged.onSheet?.(sheet + 1);
      }
    },
  };
}

function placeOf(source: SourceDocument, { places, count }: Sheets, copy: PageCopy, at: number): Placed {
  const place = places[at];
  if (!place) throw new RangeError(`page ${at + 1} has no place`);
  const { box, sheet } = place;
  const boxes = pageBoxes(source.cos, source.document.pages, copy.page);
  const { width, toUser } = displaySpace(boxes);
  const factor = (box.x1 - box.x0) / width;
  const onSheet: Matrix = [factor, 0, 0, factor, box.x0, box.y0];
  const alone = places.length === count;
  return { copy, at, sheet, box, alone, crop: boxes.cropBox, matrix: multiply(inverse(toUser), onSheet) };
}

/** Bit of /F (table 167). */
const hidden = 1 << 1;

/** Moves annotations to their page's place. One outside the visible part of its page is hidden: it would lie on another page. */
export function annotationPlacer(
  source: SourceDocument,
): (annotation: CosDict, placed: Pick<Placed, "matrix" | "crop">) => CosDict {
  const { cos } = source;
  const appearanceOf = defaultAppearances(cos);
  const turned = new Map<string, CosRef>();
  const add = (key: string, make: () => CosValue) => getOrInsert(turned, key, () => added(source, make()));

  return (annotation, { matrix, crop }) => {
    const made = scaledAnnotation(cos, annotation, matrix, appearanceOf(annotation));
    turnAnnotation(cos, annotation, made, matrix, add);
    const rect = readBox(cos, annotation.get("Rect"));
    const isSeen =
      !rect || (rect.x0 < crop.x1 && rect.x1 > crop.x0 && rect.y0 < crop.y1 && rect.y1 > crop.y0);
    if (!isSeen && nameAt(cos, annotation.get("Subtype")) !== "Popup")
      made.set("F", (numberAt(cos, annotation.get("F")) ?? 0) | hidden);
    return made;
  };
}

/** A new object, in source numbering. */
function added(source: SourceDocument, value: CosValue): CosRef {
  const num = source.fresh();
  source.overrides.set(num, value);
  return source.ref(num);
}

/** Entries that a sheet takes from the first of its pages that has them. */
const firstOf = ["Tabs", "Group", "Trans", "Dur"];
/** The same, but others' are lost. */
const onlyFirst = ["AA", "PresSteps", "SeparationInfo", "TemplateInstantiated", "OutputIntents"];

/** The dictionary of a sheet, and the forms of its pages that aren't written yet. */
function composed(
  source: SourceDocument,
  { sheets, border }: Arranged,
  placed: readonly Placed[],
  dicts: readonly CosDict[],
  forms: Map<string, CosRef>,
): { readonly page: CosDict; readonly forms: ReadonlyMap<number, CosStream> } {
  const { cos } = source;
  const made = new Map<number, CosStream>();
  const page = dictOf({
    Type: name("Page"),
    MediaBox: [0, 0, rounded(sheets.width), rounded(sheets.height)],
  });
  const objects: CosDict = new Map();
  const operators: PDFOperator[] = [];
  const lists = { Annots: [] as CosValue[], VP: [] as CosValue[], B: [] as CosValue[] };

  placed.forEach(({ copy, crop, matrix }, k) => {
    const dict = dicts[k] ?? new Map();
    const form = getOrInsert(forms, `${copy.page} ${dict.has("StructParents")}`, () => {
      const { form, complete } = pageForm(cos, dict, crop);
      if (!complete) source.warn(`page ${copy.page}: content that can't be decoded was left out`);
      const num = source.fresh();
      made.set(num, form);
      return source.ref(num);
    });
    objects.set(`Page${k + 1}`, form);
    operators.push(pushGraphicsState(), transform(matrix), drawObject(`Page${k + 1}`), popGraphicsState());
    lists.Annots.push(...(arrayAt(cos, dict.get("Annots")) ?? []));
    lists.VP.push(...movedViewports(cos, arrayAt(cos, dict.get("VP")) ?? [], matrix));
    lists.B.push(...movedBeads(source, arrayAt(cos, dict.get("B")) ?? [], matrix));
    if (dict.has("TrimBox") || dict.has("ArtBox")) page.set("TrimBox", page.get("MediaBox") ?? null);
    for (const key of [...firstOf, ...onlyFirst]) {
      const value = dict.get(key);
      if (value === undefined) continue;
      if (!page.has(key)) page.set(key, value);
      else if (onlyFirst.includes(key)) source.warn(`${key} of pages after the first on a sheet was dropped`);
    }
  });

  for (const [key, list] of Object.entries(lists)) if (list.length > 0) page.set(key, list);
  const resources = dictOf({ XObject: objects });
  const lines = border ? drawnBorders(source, placed, resources) : "";
  const content = fromLatin1(contentOf(operators) + lines);
  page.set("Resources", resources);
  page.set("Contents", added(source, newStream(new Map(), content, { deflate: true })));

  return { page, forms: made };
}

function movedBeads(source: SourceDocument, beads: CosArray, matrix: Matrix): CosArray {
  for (const bead of beads)
    if (isRef(bead))
      changeDict(source, bead.num, (dict) =>
        setEntry(dict, "R", movedEntry(source.cos, dict, "R", matrix).get("R")),
      );
  return beads;
}

const hairline = 0.25;

/** Lines around pages, which are artifacts in a tagged document. */
function drawnBorders(source: SourceDocument, placed: readonly Placed[], resources: CosDict): string {
  const { space, operators } = blackLines(claimOf(source.cos), "Line");
  if (space) resources.set("ColorSpace", dictOf({ Line: space }));
  const lines = placed.map(({ box: { x0, y0, x1, y1 } }) => rectangle(x0, y0, x1 - x0, y1 - y0));
  return contentOf([
    beginMarked("Artifact"),
    pushGraphicsState(),
    setLineWidth(hairline),
    ...operators,
    ...lines,
    stroke(),
    popGraphicsState(),
    endMarkedContent(),
  ]);
}
