/** Actions (ISO 32000-2, 12.6) of a document whose pages, names or fields change: what leads to a page that is gone is gone too. */
import {
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isRef,
  isString,
  withEntries,
} from "../../../cos/syntax/value.ts";
import { createDescent, type Descent } from "../../../cos/walk.ts";
import { dictAt, memo, nameAt } from "../../typed-get.ts";
import { adaptDestination } from "./destinations.ts";
import { renamedField } from "./field-tree.ts";
import type { PlannedSource } from "./source-document.ts";

/** Actions that follow each other through `Next`, and of one list; more is a loop or an attack. */
const maxChain = 100;

/** What became of the actions that are objects, in one part. */
const adaptedActions = memo(
  (_: PlannedSource) => new Map<number, { readonly value: CosValue | undefined }>(),
);

/** What an action becomes (source numbering): the same value when nothing changes, undefined when nothing is left of it. */
function adaptAction(source: PlannedSource, action: CosValue): CosValue | undefined {
  const descent = createDescent(source.cos, { part: "the actions", depth: maxChain });
  return adaptChain(source, action, descent, true);
}

/** An action that others share is adapted once: `Next` may lead to it in more ways than can be counted. */
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

function adaptOwn(source: PlannedSource, dict: CosDict): CosDict | undefined {
  switch (nameAt(source.cos, dict.get("S"))) {
    case "GoTo":
      return adaptGoTo(source, dict);
    case "Thread":
      // Threads run over pages and are dropped when some are cut (catalog.ts warns of it).
      return source.whole ? dict : undefined;
    case "Hide":
      return adaptFieldNames(source, dict, "T");
    case "Rendition":
      return isOnGonePage(source, dict.get("AN")) ? undefined : dict;
    case "GoTo3DView":
    case "RichMediaExecute":
      return isOnGonePage(source, dict.get("TA")) ? undefined : dict;
    case "SubmitForm":
    case "ResetForm":
      return adaptFieldNames(source, dict, "Fields");
    default:
      return dict;
  }
}

/** Whether the /P of an annotation is a page that does not come along: what the annotation holds would come along with it. */
function isOnGonePage(source: PlannedSource, annotation: CosValue | undefined): boolean {
  if (source.whole) return false;
  const owner = dictAt(source.cos, annotation)?.get("P");
  const page = isRef(owner) ? source.document.pages.pageOf(owner.num) : 0;
  return page !== 0 && !source.keeps(page);
}

function adaptGoTo(source: PlannedSource, dict: CosDict): CosDict | undefined {
  const target = dict.get("D");
  const adapted = target === undefined ? undefined : adaptDestination(source, target);
  if (adapted === target) return dict;
  return adapted === undefined ? undefined : new Map(dict).set("D", adapted);
}

/** Field names inside actions, as a string or a list of strings and references. */
function adaptFieldNames(source: PlannedSource, dict: CosDict, key: string): CosDict {
  if (source.renamedFields.size === 0) return dict;
  const value = dict.get(key);
  const found = isRef(value) ? source.cos.resolve(value) : value;
  const rename = (entry: CosValue) => (isString(entry) ? renamedField(source.renamedFields, entry) : entry);
  if (isString(found)) return new Map(dict).set(key, rename(found));
  if (isArray(found)) return new Map(dict).set(key, found.map(rename));
  return dict;
}

/** Additional actions (`AA`): each trigger by itself; undefined when none is left. */
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

/** Entries of pages, annotations, outline items and the catalogue that may lead to other pages. */
const leading: ReadonlyMap<string, (source: PlannedSource, value: CosValue) => CosValue | undefined> =
  new Map([
    ["Dest", adaptDestination],
    ["A", adaptAction],
    ["PA", adaptAction],
    ["AA", adaptTriggers],
    ["OpenAction", adaptOpening],
  ]);

/** What an entry becomes: the same value when nothing changes; undefined where there is none, or nothing is left of it. */
export function adaptEntry(source: PlannedSource, dict: CosDict, key: string): CosValue | undefined {
  const value = dict.get(key);
  const adapt = leading.get(key);
  return value === undefined || !adapt ? value : adapt(source, value);
}
