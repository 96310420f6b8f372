/**
 * An engine draws missing appearances of annotations, in a small document with nothing else. forms/draw-fields.ts draws those
 * of form fields.
 */
import type { ByteSource } from "../../core/document-io.ts";
import { ProblemError } from "../../core/problem.ts";
import { type CosDocument, openCos } from "../../cos/document.ts";
import {
  type CosDict,
  type CosRef,
  type CosValue,
  dictOf,
  isArray,
  isDict,
  isRef,
  isStream,
  name,
} from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import { type ChosenAppearance, chooseAppearance, type RemovedAnnotation } from "../forms/appearance.ts";
import { onePage } from "../one-page.ts";
import { arrayAt, dictAt } from "../typed-get.ts";
import { layoutSteps, mostLayoutSteps } from "./layout-cost.ts";

/** Entries that describe an annotation's appearance. */
const looks = (
  "Subtype Rect F Contents C IC Border BS BE RD QuadPoints L LE LL LLE LLO Cap CP CO Vertices " +
  "InkList Path DA DS RC Q CL IT Name Sy CA ca OverlayText Rotate"
).split(" ");
/** Annotations per sheet: ten times as many would fill the engine's memory. */
const mostAtOnce = 2000;

/** The appearances of `missing`; those that can't be drawn are omitted, with a warning. */
export async function drawMissing(
  session: EditSession,
  missing: readonly RemovedAnnotation[],
): Promise<Map<RemovedAnnotation, ChosenAppearance>> {
  const drawn = new Map<RemovedAnnotation, ChosenAppearance>();

  let steps = 0;
  // Widgets of a field share its texts.
  const known = new Map<CosValue, number>();
  const drawable = missing.filter(({ dict }) => {
    const own = layoutSteps(session.cos, dict, known);
    const fits = steps + own <= mostLayoutSteps;
    if (fits) steps += own;
    return fits;
  });

  for (let from = 0; from < drawable.length; from += mostAtOnce) {
    const some = drawable.slice(from, from + mostAtOnce);
    const cos = await drawnSheet(session, some);
    if (!cos) continue;
    const copy = copier(session, cos);
    const annotations = arrayAt(cos, firstPage(cos)?.get("Annots")) ?? [];
    some.forEach((one, k) => {
      const dict = dictAt(cos, annotations[k]);
      const look = dict && chooseAppearance(cos, { dict, field: undefined }, false);
      if (!dict || !look || look === "missing") return;
      const value = look.value && copy(look.value);
      if (!value || !isRef(value)) return;
      const stream = session.cos.resolve(value);
      // The engine may have enlarged the rectangle around its drawing.
      const annotation = new Map(one.dict).set("Rect", dict.get("Rect") ?? null);
      if (isStream(stream)) drawn.set(one, { value, stream, annotation });
    });
  }

  const lost = missing.length - drawn.size;
  if (lost > 0)
    session.context.warn(
      `${lost} ${lost === 1 ? "annotation has" : "annotations have"} no appearance and could not be drawn`,
    );

  return drawn;
}

async function drawnSheet(
  session: EditSession,
  missing: readonly RemovedAnnotation[],
): Promise<CosDocument | undefined> {
  try {
    const { readers, work } = session.context;
    return openCos(await readers.drawAppearances(sheet(session, missing)), { work });
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

function firstPage(cos: CosDocument): CosDict | undefined {
  const pages = dictAt(cos, cos.catalog.get("Pages"));
  return dictAt(cos, arrayAt(cos, pages?.get("Kids"))?.[0]);
}

/** A page with the annotations, in order, without their old appearances. */
function sheet({ cos }: EditSession, missing: readonly RemovedAnnotation[]): ByteSource {
  return onePage(cos, [612, 792], (add) => ({
    Annots: missing.map(({ dict }) => {
      const kept = looks.map((key) => [key, dict.get(key)] as const);
      return add(dictOf({ Type: name("Annot"), ...Object.fromEntries(kept) }));
    }),
  }));
}

/** Copies values of another document into the session, each object once. */
function copier(session: EditSession, cos: CosDocument): (value: CosValue) => CosValue {
  const copied = new Map<number, CosRef>();
  const waiting: CosRef[] = [];

  /** One object's value; objects it refers to are queued. */
  const copy = (value: CosValue): CosValue => {
    if (isRef(value)) {
      const known = copied.get(value.num) ?? session.add(null);
      if (!copied.has(value.num)) waiting.push(value);
      copied.set(value.num, known);
      return known;
    }
    if (isArray(value)) return value.map(copy);
    if (isDict(value)) return copyDict(value);
    if (!isStream(value)) return value;
    return { ...value, dict: copyDict(value.dict) };
  };

  const copyDict = (dict: CosDict): CosDict =>
    new Map(Array.from(dict, ([key, value]): [string, CosValue] => [key, copy(value)]));
  return (value) => {
    const made = copy(value);
    for (let next = waiting.pop(); next; next = waiting.pop())
      session.set(copied.get(next.num)?.num ?? 0, copy(cos.resolve(next)));
    return made;
  };
}
