/** Annotations as PDF/A asks for them: flags, and appearances drawn where there are none. */
import {
  type CosDict,
  type CosValue,
  dictOf,
  isDict,
  isRef,
  isStream,
  name,
  withEntries,
} from "../../cos/syntax/value.ts";
import { drawMissing } from "../../document/flatten/appearance-sheet.ts";
import { chooseAppearance, type RemovedAnnotation } from "../../document/forms/appearance.ts";
import { drawFields } from "../../document/forms/draw-fields.ts";
import { type WidgetFields, widgetFields } from "../../document/forms/widget-fields.ts";
import { annotationsAt, dictAt, nameAt, numberAt, numbersAt } from "../../document/typed-get.ts";
import { PdfObject } from "../object.ts";
import { annotationFact, fieldAttribute } from "../survey/annotations.ts";
import { flags } from "../table/annotations.ts";
import { emptyForm, type Fixing } from "./fixing.ts";

interface Placed {
  readonly page: number;
  readonly num: number;
  /** Its index in the page's list. */
  readonly index: number;
  dict: CosDict;
}

const hiding = flags.invisible | flags.hidden | flags.noView;

/** Sets flags, keeps only normal appearances, and draws missing ones. */
export async function fixAnnotations(fixing: Fixing): Promise<void> {
  const missing: Placed[] = [];
  const fields = widgetFields(fixing.session);
  for (let page = 1; page <= fixing.session.pageCount; page++)
    for (const one of annotationsOf(fixing, page)) {
      const before = one.dict;
      one.dict = fixOne(fixing, one);
      if (one.dict !== before) put(fixing, one);
      if (needsAppearance(fixing, one.dict) || isStale(fixing, one, fields)) missing.push(one);
    }
  if (missing.length > 0) await drawAll(fixing, missing, fields);
}

function annotationsOf({ session }: Fixing, page: number): Placed[] {
  const { cos } = session;
  return (annotationsAt(cos, session.page(page).get("Annots")) ?? []).flatMap((item, index) => {
    const dict = dictAt(cos, item);
    return dict ? [{ page, num: isRef(item) ? item.num : 0, index, dict }] : [];
  });
}

function put({ session }: Fixing, { page, num, index, dict }: Placed): void {
  if (num) {
    session.set(num, dict);
    return;
  }
  const own = session.changePage(page);
  const list = [...(annotationsAt(session.cos, own.get("Annots")) ?? [])];
  list[index] = dict;
  own.set("Annots", list);
}

function fixOne(fixing: Fixing, { page, dict }: Placed): CosDict {
  const { session, family, note } = fixing;
  const { cos } = session;
  const subtype = nameAt(cos, dict.get("Subtype")) ?? "";
  const given = numberAt(cos, dict.get("F"));
  const old = given ?? 0;
  let own = dict;

  if (subtype !== "Popup" || given !== undefined || family === "a1") {
    const wanted = (old | flags.print) & ~(hiding | flags.toggleNoView);
    if (given === undefined || wanted !== old) {
      own = withEntries(own, { F: wanted });
      note("annotations", page);
    }
  }
  if (family === "a1" && own.has("CA") && numberAt(cos, own.get("CA")) === 1)
    own = withEntries(own, { CA: undefined });
  // A hidden annotation stays out of sight: it shows nothing.
  if ((old & hiding) !== 0 && subtype !== "Popup") {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersAt(cos, dict.get("Rect"));
    const nothing = session.add(emptyForm(Math.abs(x1 - x0), Math.abs(y1 - y0)));
    note("appearances", page);
    return withEntries(own, {
      AP: dictOf({ N: isButton(cos, own) ? dictOf({ Off: nothing }) : nothing }),
      AS: isButton(cos, own) ? name("Off") : undefined,
    });
  }
  return fixAppearance(fixing, own, page);
}

const isButton = (cos: Fixing["session"]["cos"], dict: CosDict) =>
  nameAt(cos, dict.get("Subtype")) === "Widget" && nameAt(cos, fieldAttribute(cos, dict, "FT")) === "Btn";

/** Only a normal appearance: with states for buttons, without for others. */
function fixAppearance({ session, note }: Fixing, dict: CosDict, page: number): CosDict {
  const { cos } = session;
  const all = dictAt(cos, dict.get("AP"));
  if (!all) return dict;
  const value = all.get("N");
  const normal = cos.resolve(value);
  const state = nameAt(cos, dict.get("AS"));
  let own: CosValue | undefined = value;
  let as: CosValue | undefined = dict.get("AS");

  if (isButton(cos, dict) && isStream(normal)) {
    own = dictOf({ Normal: value });
    as = name("Normal");
  } else if (isButton(cos, dict) && isDict(normal)) {
    const streams = [...normal].filter(([, one]) => isStream(cos.resolve(one)));
    if (streams.length < normal.size) own = streams.length > 0 ? new Map(streams) : undefined;
  } else if (isDict(normal)) {
    own = state === undefined ? undefined : normal.get(state);
    if (!isStream(cos.resolve(own))) own = undefined;
  } else if (!isStream(normal)) own = undefined;

  if (own === value && all.size === 1) return dict;
  note("appearances", page);
  return withEntries(dict, { AP: own === undefined ? undefined : dictOf({ N: own }), AS: as });
}

function needsAppearance({ session, family }: Fixing, dict: CosDict): boolean {
  const object = PdfObject.at(session.cos, dict);
  if (!object) return false;
  const fact = annotationFact(object);
  if (fact.appearances !== undefined) return false;
  if (fact.subtype === "Widget") return family === "a1" || !fact.isEmpty;
  return !fact.isEmpty && !["Popup", "Link", "Projection"].includes(fact.subtype) && family !== "a1";
}

/** Whether the form says that its appearances are out of date, and this one is. */
function isStale({ session }: Fixing, { num, dict }: Placed, fields: WidgetFields): boolean {
  if (!fields.needAppearances || nameAt(session.cos, dict.get("Subtype")) !== "Widget") return false;
  return chooseAppearance(session.cos, { dict, field: fields.of(num, dict) }, true) === "missing";
}

async function drawAll(fixing: Fixing, missing: readonly Placed[], fields: WidgetFields): Promise<void> {
  const { session, note } = fixing;
  const { cos } = session;
  const removed = missing.map((one): RemovedAnnotation & { readonly placed: Placed } => ({
    page: one.page,
    num: one.num,
    dict: one.dict,
    field: nameAt(cos, one.dict.get("Subtype")) === "Widget" ? fields.of(one.num, one.dict) : undefined,
    placed: one,
  }));
  const widgets = removed.filter(({ dict }) => nameAt(cos, dict.get("Subtype")) === "Widget");
  const others = removed.filter((one) => !widgets.includes(one));
  const drawn = new Map([
    ...(await drawFields(session, widgets)),
    ...(others.length > 0 ? await drawMissing(session, others) : []),
  ]);

  for (const one of removed) {
    const look = drawn.get(one);
    const { placed } = one;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersAt(cos, one.dict.get("Rect"));
    const shown = look?.value ?? session.add(emptyForm(Math.abs(x1 - x0), Math.abs(y1 - y0)));
    // What no engine can draw showed nothing before.
    if (!look && !widgets.includes(one)) continue;
    const state = nameAt(cos, one.dict.get("AS")) ?? "Off";
    placed.dict = withEntries(look?.annotation ?? one.dict, {
      AP: dictOf({ N: isButton(cos, one.dict) ? dictOf({ [state]: shown }) : shown }),
      ...(isButton(cos, one.dict) && { AS: name(state) }),
    });
    put(fixing, placed);
    note("appearances", one.page);
  }
}
