/** Fixes of dictionaries, wherever they are: actions, images, graphics states, forms, file specifications, fonts' types. */
import {
  type CosDict,
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isRef,
  isStream,
  name,
  withEntries,
  without,
} from "../../cos/syntax/value.ts";
import { chain, type Step, walk } from "../../cos/walk.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { arrayAt, dataOf, dictAt, listAt, nameAt, numberAt, numbersAt } from "../../document/typed-get.ts";
import { allowedActions } from "../table/annotations.ts";
import { changeDicts, type Fixing } from "./fixing.ts";

const intents = new Set(["RelativeColorimetric", "AbsoluteColorimetric", "Perceptual", "Saturation"]);
const namedActions = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
const maxActions = 1000;

/** Whether an action and all that follow it are permitted. */
function isPermitted({ session, family }: Fixing, action: CosValue | undefined): boolean {
  const { cos } = session;
  const allowed = allowedActions({ family });
  for (const { value } of chain(cos, { part: "its actions", depth: maxActions }, action, (one) =>
    isDict(one) ? one.get("Next") : undefined,
  )) {
    if (!isDict(value)) continue;
    const type = nameAt(cos, value.get("S")) ?? "";
    if (!allowed.has(type) || (type === "Named" && !namedActions.has(nameAt(cos, value.get("N")) ?? "")))
      return false;
    if (arrayAt(cos, value.get("Next")))
      return (arrayAt(cos, value.get("Next")) ?? []).every((one) => isPermittedAlone(cos, one, allowed));
  }
  return true;
}

function isPermittedAlone(
  cos: Fixing["session"]["cos"],
  action: CosValue,
  allowed: ReadonlySet<string>,
): boolean {
  const dict = dictAt(cos, action);
  return dict !== undefined && allowed.has(nameAt(cos, dict.get("S")) ?? "") && !dict.has("Next");
}

/** A permitted action without those that aren't; undefined if nothing is left. */
function cleanAction(fixing: Fixing, value: CosValue | undefined): CosValue | undefined {
  const { cos } = fixing.session;
  if (isPermitted(fixing, value)) return value;
  const action = dictAt(cos, value);
  const isScript = ["JavaScript", "Launch"].includes(nameAt(cos, action?.get("S")) ?? "");
  fixing.note(isScript ? "scripts" : "actions");
  const own = action && without(action, ["Next"]);
  return own && isPermitted(fixing, own) ? own : undefined;
}

/** Makes fonts and their descriptors objects of their own, so that they can be replaced. */
export function separateFonts(session: Fixing["session"]): void {
  const isFont = (value: CosValue): value is CosDict =>
    isDict(value) && ["Font", "FontDescriptor"].includes(nameAt(session.cos, value.get("Type")) ?? "");
  const separate = (value: CosValue) => (isFont(value) ? session.add(value) : value);
  changeDicts(session, (dict) => {
    const below = dict.get("DescendantFonts");
    const own = isArray(below) && below.some(isFont);
    if (!own && ![...dict.values()].some(isFont)) return undefined;
    return new Map(
      [...dict].map(([key, value]) => [key, isArray(value) && own ? value.map(separate) : separate(value)]),
    );
  });
}

export function fixDicts(fixing: Fixing): void {
  const { session, family, note } = fixing;
  const { cos } = session;
  const states = graphicsStates(fixing);

  changeDicts(session, (dict, num, stream) => {
    let own = dict;
    const drop = (keys: readonly string[], what: Parameters<Fixing["note"]>[0]) => {
      const there = keys.filter((key) => own.has(key));
      if (there.length === 0) return;
      own = without(own, there);
      note(what);
    };
    const subtype = nameAt(cos, dict.get("Subtype"));
    const type = nameAt(cos, dict.get("Type"));
    const isWidget = subtype === "Widget";

    // Fonts may have these names too.
    if (dictAt(cos, dict.get("A"))?.has("S")) own = fixAction(fixing, own, isWidget);
    const additional = dictAt(cos, dict.get("AA"));
    if (additional && !additional.has("Subtype"))
      own = fixAdditional(fixing, own, isWidget || dict.has("FT"));
    if (type === "Page") drop(["PresSteps"], "other");
    if (stream) {
      if (subtype === "Image") own = fixImage(fixing, own);
      else if (subtype === "Form") drop(family === "a4" ? ["OPI", "Ref"] : ["OPI", "Ref", "PS"], "other");
      if (subtype === "Form" && nameAt(cos, own.get("Subtype2")) === "PS") drop(["Subtype2"], "other");
    }
    if (states.has(num) || states.has(dict) || type === "ExtGState") own = fixState(fixing, own);
    if (type === "Filespec" || (type === "F" && dict.has("EF"))) own = fixFileSpec(fixing, own);
    return own === dict ? undefined : own;
  });
}

function fixAction(fixing: Fixing, dict: CosDict, isWidget: boolean): CosDict {
  const action = dict.get("A");
  if (isWidget) {
    fixing.note("actions");
    return without(dict, ["A"]);
  }
  const kept = cleanAction(fixing, action);
  if (kept === action) return dict;
  return withEntries(dict, { A: kept });
}

/** Actions on events: PDF/A forbids them up to part 3; part 4 allows them in fields, and some in annotations. */
function fixAdditional(fixing: Fixing, dict: CosDict, isField: boolean): CosDict {
  const { family, note, session } = fixing;
  if (family !== "a4") {
    note("scripts");
    return without(dict, ["AA"]);
  }
  const all = dictAt(session.cos, dict.get("AA")) ?? new Map();
  const kept = new Map(
    [...all].flatMap(([key, action]): [string, CosValue][] => {
      if (!isField && !["E", "X", "D", "U", "Fo", "Bl"].includes(key)) return [];
      const own = cleanAction(fixing, action);
      return own === undefined ? [] : [[key, own]];
    }),
  );
  if (kept.size === all.size && [...kept].every(([key, value]) => all.get(key) === value)) return dict;
  note("scripts");
  return kept.size === 0 ? without(dict, ["AA"]) : withEntries(dict, { AA: kept });
}

function fixImage({ session, note }: Fixing, dict: CosDict): CosDict {
  const { cos } = session;
  const gone = ["Alternates", "OPI"].filter((key) => dict.has(key));
  if (cos.resolve(dict.get("Interpolate")) === true) gone.push("Interpolate");
  const intent = nameAt(cos, dict.get("Intent"));
  if (intent !== undefined && !intents.has(intent)) gone.push("Intent");
  if (gone.length === 0) return dict;
  note("images");
  return without(dict, gone);
}

/** Graphics states by number or, if direct, by themselves. */
function graphicsStates({ session }: Fixing): ReadonlySet<number | CosDict> {
  const { cos } = session;
  const found = new Set<number | CosDict>();
  changeDicts(session, (dict) => {
    for (const value of dictAt(cos, dict.get("ExtGState"))?.values() ?? []) {
      if (isRef(value)) found.add(value.num);
      else if (isDict(value)) found.add(value);
    }
    return undefined;
  });
  return found;
}

function fixState({ session, family, usage, note }: Fixing, dict: CosDict): CosDict {
  const { cos } = session;
  const gone = (family === "a4" ? ["TR", "HTO"] : ["TR", "HTP"]).filter((key) => dict.has(key));
  if (dict.has("TR2") && nameAt(cos, dict.get("TR2")) !== "Default") gone.push("TR2");
  const intent = nameAt(cos, dict.get("RI"));
  if (intent !== undefined && !intents.has(intent)) gone.push("RI");
  if (usage.overprintsIcc && numberAt(cos, dict.get("OPM")) === 1 && family !== "a1") gone.push("OPM");
  if (gone.length === 0) return dict;
  note("colors");
  return without(dict, gone);
}

function fixFileSpec({ session, level, note }: Fixing, dict: CosDict): CosDict {
  const { cos } = session;
  const embeds = dictAt(cos, dict.get("EF")) !== undefined;
  const file = dict.get("F") ?? dict.get("UF");
  const missing: Record<string, CosValue | undefined> = {};
  if (embeds && !dict.has("F") && file !== undefined) missing.F = file;
  if (embeds && !dict.has("UF") && file !== undefined) missing.UF = file;
  const relates = level.startsWith("3") || (level.startsWith("4") && embeds);
  if (relates && !dict.has("AFRelationship")) missing.AFRelationship = name("Unspecified");
  if (Object.keys(missing).length === 0) return dict;
  note("attachments");
  return withEntries(dict, missing);
}

/** Streams whose filters or external data PDF/A forbids: their data is compressed again. */
export function fixStreams({ session, note }: Fixing): void {
  const { cos } = session;
  for (let num = 1; num < cos.objectCount; num++) {
    const value = cos.inUse(num) ? cos.object(num) : null;
    if (!isStream(value)) continue;
    const filters = listAt(cos, value.dict.get("Filter")).map((filter) => nameAt(cos, filter));
    if (!filters.includes("LZWDecode") && !filters.includes("LZW")) continue;
    const changed = withoutLzw(cos, value);
    if (!changed) continue;
    session.set(num, changed);
    note("streams");
  }
}

/** The stream with its data decoded up to the first image filter, and compressed without LZW. */
function withoutLzw(cos: Fixing["session"]["cos"], stream: CosStream): CosStream | undefined {
  const data = dataOf(cos, stream);
  if (!data) return undefined;
  const dict = without(stream.dict, ["Filter", "DecodeParms", "Length"]);
  return newStream(dict, data, { deflate: true });
}

/** Entries of the catalog that PDF/A forbids. */
export function fixCatalog(fixing: Fixing): void {
  const { session, family, note } = fixing;
  const { cos } = session;
  const changes: Record<string, CosValue | undefined> = {};
  const drop = (key: string, what: Parameters<Fixing["note"]>[0]) => {
    if (!cos.catalog.has(key)) return;
    changes[key] = undefined;
    note(what);
  };
  const open = cos.catalog.get("OpenAction");
  if (isDict(cos.resolve(open))) {
    const kept = cleanAction(fixing, open);
    if (kept !== open) changes.OpenAction = kept;
  }
  drop("NeedsRendering", "fields");
  drop("Requirements", "other");
  if (cos.catalog.has("Version")) changes.Version = undefined;
  const names = dictAt(cos, cos.catalog.get("Names"));
  if (names) {
    const gone = ["AlternatePresentations", ...(family === "a4" ? [] : ["JavaScript"])].filter((key) =>
      names.has(key),
    );
    if (gone.length > 0) {
      changes.Names = without(names, gone);
      note(gone.includes("JavaScript") ? "scripts" : "other");
    }
  }
  const form = dictAt(cos, cos.catalog.get("AcroForm"));
  if (form) {
    const gone = ["XFA", "NeedAppearances"].filter((key) => form.has(key));
    if (gone.length > 0) {
      changes.AcroForm = without(form, gone);
      note("fields");
    }
  }
  const permissions = dictAt(cos, cos.catalog.get("Perms"));
  if (permissions && [...permissions.keys()].some((key) => key !== "UR3" && key !== "DocMDP"))
    drop("Perms", "signatures");
  if (Object.keys(changes).length > 0) session.setCatalog(changes);
}

const boxes = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"] as const;
const leastSide = 3;
/** What readers take for a page without a size: US Letter. */
const usualSize = [0, 0, 612, 792];

/** Boxes of pages: numbers are direct, as strict readers expect, and boxes without a size are as if they weren't there. */
export function fixBoxes({ session, note }: Fixing): void {
  const { cos } = session;
  for (let page = 1; page <= session.pageCount; page++)
    for (const key of boxes) {
      const isInherited = key === "MediaBox" || key === "CropBox";
      const value = isInherited ? session.attribute(page, key) : session.page(page).get(key);
      const given = arrayAt(cos, value);
      if (!given) continue;
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersAt(cos, given);
      const hasSize = Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0)) >= leastSide;
      if (hasSize && !given.some(isRef)) continue;
      const other = key === "MediaBox" ? usualSize : numbersAt(cos, session.attribute(page, "MediaBox"));
      session.changePage(page).set(key, hasSize ? [x0, y0, x1, y1] : other);
      note("other", page);
    }
}

/** Content's own resources: pages that inherit theirs, and forms, patterns and masks that use those of what draws them. */
export function fixResources({ session, family, note }: Fixing): void {
  if (family === "a1") return;
  const { cos } = session;
  const pages = new Map<CosValue, number>();
  for (let page = 1; page <= session.pageCount; page++) {
    const inherited = session.attribute(page, "Resources");
    if (!session.page(page).has("Resources") && inherited !== undefined)
      session.changePage(page).set("Resources", inherited);
    pages.set(session.page(page), page);
  }
  const rules = { part: "its resources", depth: maxNesting };
  walk(cos, rules, [...pages.keys()], undefined, ({ value, num, state }: Step<Outer | undefined>) => {
    const page = pages.get(value);
    const dict = isStream(value) ? value.dict : value;
    if (!isDict(dict)) return undefined;
    const own = dict.get("Resources");
    if (page !== undefined && own) return [{ values: [own], state: { page, resources: own } }];
    if (!isStream(value))
      return [{ values: drawing.flatMap((key) => [...(dictAt(cos, dict.get(key))?.values() ?? [])]), state }];
    if (nameAt(cos, dict.get("Subtype")) !== "Form" && !dict.has("PatternType")) return undefined;
    if (own) return [{ values: [own], state: state && { ...state, resources: own } }];
    if (!state || num === 0) return undefined;
    session.set(num, { ...value, dict: withEntries(dict, { Resources: state.resources }) });
    note("other", state.page);
    return undefined;
  });
}

/** Where content without resources of its own takes them from. */
interface Outer {
  readonly page: number;
  readonly resources: CosValue;
}

const maxNesting = 100;
/** Entries of resources and graphics states that lead to content: a soft mask's group is among the values of `SMask`. */
const drawing = ["XObject", "Pattern", "ExtGState", "SMask"];

/** Transparency groups of a document without transparency, which PDF/A-1 forbids. */
export function fixGroups({ session, family, usage, note }: Fixing): void {
  if (family !== "a1" || usage.isTransparent) return;
  const { cos } = session;
  changeDicts(session, (dict) => {
    const group = dictAt(cos, dict.get("Group"));
    if (!group || nameAt(cos, group.get("S")) !== "Transparency") return undefined;
    note("other");
    return without(dict, ["Group"]);
  });
}

/** Configurations of layers: names, no automatic states, and an order that lists all. */
export function fixLayers({ session, family, note }: Fixing): void {
  const { cos } = session;
  const layers = dictAt(cos, cos.catalog.get("OCProperties"));
  if (!layers || family === "a1") return;
  const taken = new Set<string>();
  let isChanged = false;
  const fixed = (value: CosValue | undefined, k: number): CosValue => {
    const own = dictAt(cos, value) ?? new Map<string, CosValue>();
    const changes: Record<string, CosValue | undefined> = {};
    const bytes = cos.resolve(own.get("Name"));
    let text =
      isDict(bytes) || bytes === null || typeof bytes !== "object" || !("bytes" in bytes)
        ? ""
        : Buffer.from(bytes.bytes).toString("latin1");
    if (text === "" || taken.has(text)) {
      text = k === 0 ? "Default" : `Configuration ${k}`;
      changes.Name = { kind: "string", bytes: Buffer.from(text, "latin1") };
    }
    taken.add(text);
    if (own.has("AS")) changes.AS = undefined;
    const order = arrayAt(cos, own.get("Order"));
    if (order) {
      const listed = new Set<number>();
      const note = (items: readonly CosValue[], depth: number) => {
        for (const item of items) {
          if (isRef(item)) listed.add(item.num);
          const inner = arrayAt(cos, item);
          if (inner && depth < 50) note(inner, depth + 1);
        }
      };
      note(order, 0);
      const missing = (arrayAt(cos, layers.get("OCGs")) ?? []).filter(
        (item) => isRef(item) && !listed.has(item.num),
      );
      if (missing.length > 0) changes.Order = [...order, ...missing];
    }
    if (Object.keys(changes).length === 0) return value ?? null;
    isChanged = true;
    return withEntries(own, changes);
  };
  const others = arrayAt(cos, layers.get("Configs"));
  const D = fixed(layers.get("D"), 0);
  const Configs = others?.map((one, k) => fixed(one, k + 1));
  if (!isChanged) return;
  note("layers");
  session.setCatalog({ OCProperties: withEntries(layers, { D, ...(Configs && { Configs }) }) });
}
