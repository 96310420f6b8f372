/** Whether content may show text, by what it names. */
import type { CosDocument } from "../cos/document.ts";
import { type CosStream, isDict, isNamed, isStream } from "../cos/value.ts";

/** Whether a form may show text: it, or one that it draws, names a font. */
export function mayShowText(cos: CosDocument, form: CosStream, depth = 0): boolean {
  const resources = cos.resolve(form.dict.get("Resources"));
  if (!isDict(resources)) return true;
  const fonts = cos.resolve(resources.get("Font"));
  if (isDict(fonts) && fonts.size > 0) return true;
  const objects = cos.resolve(resources.get("XObject"));
  if (!isDict(objects)) return false;
  if (depth > 3 || objects.size > 100) return true;
  return [...objects.values()].some((value) => {
    const object = cos.resolve(value);
    if (!isStream(object) || !isNamed(cos.resolve(object.dict.get("Subtype")), "Form")) return false;
    return mayShowText(cos, object, depth + 1);
  });
}
