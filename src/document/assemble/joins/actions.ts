/** Actions (ISO 32000-2, 12.6) of a document whose pages, names or fields change: actions on a removed page are removed too. */
import {
  bytesString,
  type CosDict,
  type CosValue,
  fromLatin1,
  isArray,
  isDict,
  isRef,
  latin1,
  withEntries,
} from "../../../cos/syntax/value.ts";
import { createDescent, type Descent } from "../../../cos/walk.ts";
import { bytesAt, dictAt, memo, nameAt, refNumber } from "../../typed-get.ts";
import { adaptDestination } from "./destinations.ts";
import { followEmbedded } from "./embedded-targets.ts";
import { followFields } from "./forms/field-names.ts";
import { followScript } from "./scripts.ts";
import type { PlannedSource } from "./source-document.ts";
import { followThread } from "./threads.ts";

/** Actions chained through `Next`, and in one list; more is a loop or an attack. */
export const maxChain = 100;

/** Results for actions that are objects, for one part. */
const adaptedActions = memo(
  (_: PlannedSource) => new Map<number, { readonly value: CosValue | undefined }>(),
);

/** The adapted action (source numbering): the same value if nothing changes, undefined if nothing is left. */
export function adaptAction(source: PlannedSource, action: CosValue): CosValue | undefined {
  const descent = createDescent(source.cos, { part: "the actions", depth: maxChain });
  return adaptChain(source, action, descent, true);
}

/** A shared action is adapted once: `Next` may lead to it in countless ways. */
function adaptChain(
  source: PlannedSource,
  action: CosValue,
  descent: Descent,
  top: boolean,
): CosValue | undefined {
  const known = adaptedActions(source);
  const num = isRef(action) ? action.num : 0;
  const before = known.get(num);
  if (before) return before.value;

  const adapt = (dict: CosValue): CosValue | undefined => {
    const made = isDict(dict) ? adaptDict(source, dict, descent) : dict;
    if (made === dict) return action;
    return made === undefined || top || num === 0 ? made : newObject(source, made);
  };

  const value = descent.into(action, adapt, undefined);
  if (num !== 0) known.set(num, { value });

  return value;
}

function adaptDict(source: PlannedSource, dict: CosDict, descent: Descent): CosValue | undefined {
  const next = dict.get("Next");
  const follows = next === undefined ? undefined : adaptNext(source, next, descent);
  const own = adaptOwn(source, dict);
  if (own === undefined) return follows;
  if (own === dict && follows === next) return dict;
  return withEntries(own, { Next: follows });
}

function adaptNext(source: PlannedSource, next: CosValue, descent: Descent): CosValue | undefined {
  const found = isRef(next) ? source.cos.resolve(next) : next;
  if (!isArray(found)) return adaptChain(source, next, descent, false);
  const list = found.slice(0, maxChain).map((entry) => adaptChain(source, entry, descent, false));
  if (list.length === found.length && list.every((entry, k) => entry === found[k])) return next;
  const left = list.filter((entry) => entry !== undefined);
  return left.length === 0 ? undefined : left;
}

function newObject(source: PlannedSource, value: CosValue): CosValue {
  const num = source.fresh();
  source.overrides.set(num, value);
  return source.ref(num);
}

/** Changes by type of action; others stay. */
const byType: ReadonlyMap<string, (source: PlannedSource, dict: CosDict) => CosDict | undefined> = new Map([
  ["GoTo", adaptGoTo],
  ["GoToE", (source, dict) => followEmbedded(source, dict)],
  // Document parts are dropped.
  ["GoToDp", () => undefined],
  ["Thread", followThread],
  ["URI", followLink],
  ["Hide", (source, dict) => adaptFields(source, dict, "T")],
  ["SubmitForm", (source, dict) => adaptFields(source, dict, "Fields") ?? noFields(dict)],
  ["ResetForm", (source, dict) => adaptFields(source, dict, "Fields") ?? noFields(dict)],
  ["JavaScript", adaptScript],
  ["Rendition", (source, dict) => withAnnotation(source, dict, "AN") && adaptScript(source, dict)],
  ["Movie", (source, dict) => withAnnotation(source, dict, "Annotation")],
  ["GoTo3DView", (source, dict) => withAnnotation(source, dict, "TA")],
  ["RichMediaExecute", (source, dict) => withAnnotation(source, dict, "TA")],
]);

function adaptOwn(source: PlannedSource, dict: CosDict): CosDict | undefined {
  const follow = byType.get(nameAt(source.cos, dict.get("S")) ?? "");
  return follow ? follow(source, dict) : dict;
}

/** undefined: its annotation is on a removed page, whose content would otherwise be kept. */
function withAnnotation(source: PlannedSource, dict: CosDict, key: string): CosDict | undefined {
  const annotation = dict.get(key);
  if (source.whole || annotation === undefined) return dict;
  if (isRef(annotation) && source.isGone(annotation.num)) return undefined;
  const page = source.document.pages.pageOf(refNumber(dictAt(source.cos, annotation)?.get("P")) ?? 0);
  return page === 0 || source.keeps(page) ? dict : undefined;
}

function adaptGoTo(source: PlannedSource, dict: CosDict): CosDict | undefined {
  const target = dict.get("D");
  const adapted = target === undefined ? undefined : adaptDestination(source, target);
  if (adapted === target) return dict;
  return adapted === undefined ? undefined : new Map(dict).set("D", adapted);
}

function adaptFields(source: PlannedSource, dict: CosDict, key: string): CosDict | undefined {
  const fields = dict.get(key);
  if (fields === undefined) return dict;
  const followed = followFields(source, fields);
  if (followed === fields) return dict;
  return followed === undefined ? undefined : new Map(dict).set(key, followed);
}

/** Without `Fields` it would apply to every field. */
const noFields = (dict: CosDict): CosDict => new Map(dict).set("Fields", []);

function adaptScript(source: PlannedSource, dict: CosDict): CosDict {
  const script = dict.get("JS");
  const followed = script === undefined ? script : followScript(source, script);
  return followed === undefined || followed === script ? dict : new Map(dict).set("JS", followed);
}

/** A relative link in a document with a base URI (12.6.4.8). */
function followLink(source: PlannedSource, dict: CosDict): CosDict {
  const bytes = source.linkBase && bytesAt(source.cos, dict.get("URI"));
  const link = bytes && latin1(bytes);
  if (link === undefined || URL.canParse(link) || !URL.canParse(link, source.linkBase)) return dict;
  return new Map(dict).set("URI", bytesString(fromLatin1(new URL(link, source.linkBase).href)));
}

/** Additional actions (`AA`): each trigger separately; undefined if none is left. */
function adaptTriggers(source: PlannedSource, value: CosValue): CosValue | undefined {
  const dict = dictAt(source.cos, value);
  if (!dict) return value;
  const made: CosDict = new Map();
  let same = true;
  for (const [trigger, action] of dict) {
    const adapted = adaptAction(source, action);
    if (adapted !== action) same = false;
    if (adapted !== undefined) made.set(trigger, adapted);
  }
  if (same) return value;
  return made.size === 0 ? undefined : made;
}

/** A destination or an action. */
function adaptOpening(source: PlannedSource, value: CosValue): CosValue | undefined {
  return dictAt(source.cos, value) ? adaptAction(source, value) : adaptDestination(source, value);
}

/** Entries of pages, annotations, outline items and the catalog that may lead to other pages; also of navigation nodes (12.4.4.2). */
const leading: ReadonlyMap<string, (source: PlannedSource, value: CosValue) => CosValue | undefined> =
  new Map([
    ["Dest", adaptDestination],
    ["A", adaptAction],
    ["PA", adaptAction],
    ["NA", adaptAction],
    ["AA", adaptTriggers],
    ["OpenAction", adaptOpening],
  ]);

/** The adapted entry: the same value if nothing changes; undefined if missing, or nothing is left. */
export function adaptEntry(source: PlannedSource, dict: CosDict, key: string): CosValue | undefined {
  const value = dict.get(key);
  const adapt = leading.get(key);
  return value === undefined || !adapt ? value : adapt(source, value);
}
