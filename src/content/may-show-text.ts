/** Whether content may show text, by what it names. */
import type { CosDocument } from "../cos/document.ts";
import { type CosStream, isDict, isNamed, isStream } from "../cos/value.ts";
import { type WalkRules, walk } from "../cos/walk.ts";

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
