/** Optional content (ISO 32000-2, 8.11) that is hidden on screen: it isn't read. */

import type { CosDocument } from "../../../cos/document.ts";
import {
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isName,
  isNamed,
  isRef,
} from "../../../cos/syntax/value.ts";
import { createDescent, type Descent } from "../../../cos/walk.ts";
import type { PdfDocument } from "../../../document/open.ts";
import { memo } from "../../../document/typed-get.ts";

/** Nesting of membership dictionaries. */
const maxDepth = 20;

interface Groups {
  /** Object numbers of hidden groups. */
  readonly off: ReadonlySet<number>;
  readonly known: ReadonlySet<number>;
  /** Results for groups and memberships, by number. */
  readonly hidden: Map<number, boolean>;
  /** The configuration's intents; empty if it has none, so that they don't matter. */
  readonly intents: ReadonlySet<string>;
}

function namesIn(cos: CosDocument, value: CosValue | undefined): ReadonlySet<string> {
  const found = cos.resolve(value);
  const list = isArray(found) ? found.map((item) => cos.resolve(item)) : [found];
  return new Set(list.filter(isName).map(({ name }) => name));
}

/** Whether a group has one of the configuration's intents; without any, it is for viewing. */
function isIntended(cos: CosDocument, group: CosDict, { intents }: Groups): boolean {
  if (intents.size === 0 || intents.has("All")) return true;
  const own = namesIn(cos, group.get("Intent"));
  if (own.size === 0) return intents.has("View");
  return [...own].some((intent) => intent === "All" || intents.has(intent));
}

const groupsOf = memo(({ cos, catalog }: PdfDocument): Groups | undefined => {
  const properties = cos.resolve(catalog.get("OCProperties"));
  if (!isDict(properties)) return undefined;
  const list = cos.resolve(properties.get("OCGs"));
  if (!isArray(list) || list.length === 0) return undefined;

  const config = cos.resolve(properties.get("D"));
  const numbers = (value: CosValue | undefined) => {
    const found = cos.resolve(value);
    return isArray(found) ? found.filter(isRef).map(({ num }) => num) : [];
  };

  const known = new Set(list.filter(isRef).map(({ num }) => num));
  const off = new Set<number>();

  if (isDict(config)) {
    if (isNamed(cos.resolve(config.get("BaseState")), "OFF")) for (const num of known) off.add(num);
    for (const num of numbers(config.get("ON"))) off.delete(num);
    for (const num of numbers(config.get("OFF"))) off.add(num);
  }

  return {
    off,
    known,
    hidden: new Map(),
    intents: namesIn(cos, isDict(config) ? config.get("Intent") : undefined),
  };
});

/** Whether content that belongs to `value` (a group or a membership, usually a reference) is hidden. */
export function isHidden(document: PdfDocument, value: CosValue | undefined): boolean {
  const groups = groupsOf(document);
  if (groups === undefined || value === undefined) return false;
  const descent = createDescent(document.cos, { part: "the optional content", depth: maxDepth });
  return isOff(document, groups, value, descent);
}

/** Like `isHidden`; a membership used by many others is evaluated once. */
function isOff(
  document: PdfDocument,
  groups: Groups,
  value: CosValue | undefined,
  descent: Descent,
): boolean {
  const num = isRef(value) ? value.num : 0;
  const known = groups.hidden.get(num);
  if (known !== undefined) return known;
  const hidden = descent.into(
    value,
    (dict) => isDict(dict) && isMemberOff(document, groups, value ?? null, dict, descent),
    false,
  );
  if (num !== 0) groups.hidden.set(num, hidden);
  return hidden;
}

function isMemberOff(
  document: PdfDocument,
  groups: Groups,
  value: CosValue,
  dict: CosDict,
  descent: Descent,
): boolean {
  const { cos } = document;
  const type = cos.resolve(dict.get("Type"));
  if (isNamed(type, "OCG")) return isGroupHidden(document, groups, value, dict);
  if (!isNamed(type, "OCMD")) return false;
  const expression = dict.get("VE") ?? null;
  if (isArray(cos.resolve(expression))) return isFalse(document, groups, expression, descent);
  const policy = cos.resolve(dict.get("P"));
  const named = cos.resolve(dict.get("OCGs"));
  const members = (isArray(named) ? named : [dict.get("OCGs") ?? null]).filter(
    (member) => cos.resolve(member) !== null,
  );
  if (members.length === 0) return false;
  const off = members.map((member) => isOff(document, groups, member, descent));
  if (isNamed(policy, "AllOn")) return off.includes(true);
  if (isNamed(policy, "AnyOff")) return !off.includes(true);
  if (isNamed(policy, "AllOff")) return off.includes(false);

  return !off.includes(false);
}

/** Whether a visibility expression (8.11.2.2), or a group in it, hides; one that can't be read doesn't. */
function isFalse(document: PdfDocument, groups: Groups, value: CosValue, descent: Descent): boolean {
  const { cos } = document;
  if (!isArray(cos.resolve(value))) return isOff(document, groups, value, descent);
  const evaluated = (expression: CosValue): boolean => {
    const [operator, ...operands] = isArray(expression) ? expression : [];
    const off = operands.map((operand) => isFalse(document, groups, operand, descent));
    const called = cos.resolve(operator);
    if (isNamed(called, "Not")) return off[0] === false;
    if (isNamed(called, "Or")) return off.length > 0 && !off.includes(false);
    return isNamed(called, "And") && off.includes(true);
  };
  return descent.into(value, evaluated, false);
}

function isGroupHidden({ cos }: PdfDocument, groups: Groups, value: CosValue, dict: CosDict): boolean {
  // A group for another purpose has no effect (8.11.2.3).
  if (!isIntended(cos, dict, groups)) return false;
  const off = isRef(value) && groups.known.has(value.num) && groups.off.has(value.num);
  const usage = cos.resolve(dict.get("Usage"));
  if (!isDict(usage)) return off;
  const view = cos.resolve(usage.get("View"));
  if (isDict(view) && isNamed(cos.resolve(view.get("ViewState")), "OFF")) return true;
  return off;
}
