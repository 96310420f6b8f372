/** A document's fonts by PostScript name. */
import type { CosDocument } from "../../cos/document.ts";
import { isDict, isNamed } from "../../cos/syntax/value.ts";
import { subsetTag } from "../../fonts/face.ts";
import { nameAt } from "../typed-get.ts";

/** BaseFont of every font, without subset prefixes. Reads every object: for small documents and our own. */
export function embeddedFonts(cos: CosDocument): readonly string[] {
  const names = new Set<string>();
  for (let num = 1; num < cos.objectCount; num += 1) {
    if (!cos.inUse(num)) continue;
    const value = cos.object(num);
    if (!isDict(value) || !isNamed(value.get("Type"), "Font")) continue;
    const name = nameAt(cos, value.get("BaseFont"));
    if (name !== undefined) names.add(name.replace(subsetTag, ""));
  }
  return [...names];
}
