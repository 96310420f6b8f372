/** Graphics state parameter dictionaries (ISO 32000-2, 8.4.5): a font, and masks that may hold text. */
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosStream,
  type CosValue,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
} from "../../cos/syntax/value.ts";
import { type WalkRules, walk } from "../../cos/walk.ts";
import type { PageRun, StateChange } from "./page-run.ts";
import { Unsupported } from "./state/unsupported.ts";

/** Dictionaries remembered; the same few come on every page. */
const maxKnown = 500;

/** `gs`. A dictionary that is not there is passed over, as every reader does. */
export function applyState(run: PageRun, name: string): void {
  const value = run.scope.find("ExtGState", name);
  if (value === undefined) return;
  const known = run.shared.states;
  const key = isRef(value) ? value.num : -1;
  let change = known.get(key);
  if (change === undefined) {
    change = changeOf(run, value);
    if (key >= 0 && known.size < maxKnown) known.set(key, change);
  }
  if (change.maskWithText) throw new Unsupported("mask with text");
  if (change.font !== undefined) {
    run.state.font = run.shared.fonts.open(change.font.value);
    run.state.fontSize = change.font.size;
    run.text.changed();
  }
  const { state } = run;
  state.fillAlpha = change.fillAlpha ?? state.fillAlpha;
  state.lineWidth = change.lineWidth ?? state.lineWidth;
  state.roundCap = change.roundCap ?? state.roundCap;
}

function changeOf({ shared: { document } }: PageRun, value: CosValue): StateChange {
  const { cos } = document;
  const dict = cos.resolve(value);
  if (!isDict(dict)) return {};
  const pair = cos.resolve(dict.get("Font"));
  const [font, size] = isArray(pair) ? pair : [];
  const number = cos.resolve(size);
  const mask = cos.resolve(dict.get("SMask"));
  const numberOf = (key: string) => {
    const found = cos.resolve(dict.get(key));
    return typeof found === "number" ? found : undefined;
  };
  const alpha = (key: string) => {
    const found = numberOf(key);
    return found === undefined ? undefined : Math.max(0, Math.min(1, found));
  };
  const cap = numberOf("LC");
  const group = isDict(mask) ? cos.resolve(mask.get("G")) : null;
  return {
    font: font === undefined ? undefined : { value: font, size: typeof number === "number" ? number : 0 },
    maskWithText: isStream(group) && mayShowText(cos, group),
    fillAlpha: alpha("ca"),
    lineWidth: numberOf("LW"),
    roundCap: cap === undefined ? undefined : cap === 1,
  };
}

/** Forms within forms, and forms of one, that are looked into. */
const maxDepth = 3;
const maxForms = 100;

/** Whether a form may show text: it, or one that it draws, names a font. */
export function mayShowText(cos: CosDocument, form: CosStream): boolean {
  let found = false;
  const maybe = () => {
    found = true;
  };
  const rules: WalkRules = {
    part: "the forms of the page",
    depth: maxDepth,
    onPassedOver: (_, why) => why === "deep" && maybe(),
  };
  walk(cos, rules, [form], undefined, ({ value: object, depth }) => {
    if (found || !isStream(object)) return undefined;
    if (depth > 0 && !isNamed(cos.resolve(object.dict.get("Subtype")), "Form")) return undefined;
    const resources = cos.resolve(object.dict.get("Resources"));
    const fonts = isDict(resources) ? cos.resolve(resources.get("Font")) : null;
    if (!isDict(resources) || (isDict(fonts) && fonts.size > 0)) {
      maybe();
      return undefined;
    }
    const objects = cos.resolve(resources.get("XObject"));
    if (!isDict(objects)) return undefined;
    if (objects.size > maxForms) maybe();
    return [{ values: found ? [] : [...objects.values()], state: undefined }];
  });
  return found;
}
