/** Graphics state parameter dictionaries (ISO 32000-2, 8.4.5): a font, and masks that may contain text. */
import type { CosDocument } from "../../cos/document.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import {
  type CosDict,
  type CosStream,
  type CosValue,
  isNamed,
  isRef,
  isStream,
} from "../../cos/syntax/value.ts";
import { type WalkRules, walk } from "../../cos/walk.ts";
import { arrayAt, dictAt, numberAt, streamAt } from "../../document/typed-get.ts";
import type { PageRun, StateChange } from "./page-run.ts";

/** Maximum dictionaries to remember; the same few occur on every page. */
const maxKnown = 500;

/** `gs`. A missing dictionary is ignored, as in every reader. */
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

  if (change.maskWithText && !run.watcher) throw new Unsupported("mask with text");
  if (change.font !== undefined) {
    run.state.font = run.shared.fonts.open(change.font.value);
    run.state.fontSize = change.font.size;
    run.text.changed();
  }

  const { state } = run;
  state.fillAlpha = change.fillAlpha ?? state.fillAlpha;
  state.lineWidth = change.lineWidth ?? state.lineWidth;

  if (change.strokeAlpha !== undefined || change.plain !== undefined) {
    const { strokeAlpha, plain } = state.ink;
    state.ink = {
      ...state.ink,
      strokeAlpha: change.strokeAlpha ?? strokeAlpha,
      plain: change.plain ?? plain,
    };
  }
}

function changeOf({ shared: { document } }: PageRun, value: CosValue): StateChange {
  const { cos } = document;
  const dict = dictAt(cos, value);
  if (!dict) return {};

  const [font, size] = arrayAt(cos, dict.get("Font")) ?? [];
  const alpha = numberAt(cos, dict.get("ca"));
  const group = streamAt(cos, dictAt(cos, dict.get("SMask"))?.get("G"));

  return {
    font: font === undefined ? undefined : { value: font, size: numberAt(cos, size) ?? 0 },
    maskWithText: group !== undefined && mayShowText(cos, group),
    fillAlpha: alpha && Math.max(0, Math.min(1, alpha)),
    strokeAlpha: numberAt(cos, dict.get("CA")),
    plain: isPlain(cos, dict),
    lineWidth: numberAt(cos, dict.get("LW")),
  };
}

/** Whether it ends or begins blending and masking (11.3.5, 11.5.3); undefined: it doesn't mention them. */
function isPlain(cos: CosDocument, dict: CosDict): boolean | undefined {
  const mode = cos.resolve(dict.get("BM"));
  const mask = cos.resolve(dict.get("SMask"));
  if (mode === null && mask === null) return undefined;
  const normal = mode === null || isNamed(mode, "Normal") || isNamed(mode, "Compatible");
  return normal && (mask === null || isNamed(mask, "None"));
}

/** Maximum nesting of forms, and forms per form, to examine. */
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
    onSkipped: (_, why) => why === "deep" && maybe(),
  };
  walk(cos, rules, [form], undefined, ({ value: object, depth }) => {
    if (found || !isStream(object)) return undefined;
    if (depth > 0 && !isNamed(cos.resolve(object.dict.get("Subtype")), "Form")) return undefined;
    const resources = dictAt(cos, object.dict.get("Resources"));
    if (!resources || (dictAt(cos, resources.get("Font"))?.size ?? 0) > 0) {
      maybe();
      return undefined;
    }
    const objects = dictAt(cos, resources.get("XObject"));
    if (!objects) return undefined;
    if (objects.size > maxForms) maybe();
    return [{ values: found ? [] : [...objects.values()], state: undefined }];
  });

  return found;
}
