/** Objects that nothing refers to: they are not written. What older revisions held goes with them. */
import { isNamed, isStream } from "../../cos/syntax/value.ts";
import type { Measure } from "../draft.ts";

export const unusedObjects: Measure = {
  name: "unused_objects",
  why: "Programs that save by appending leave what they replaced in the file.",
  apply(draft) {
    const { cos, reached, saved } = draft;
    for (let num = 1; num < cos.objectCount; num++) {
      if (reached.references.has(num) || draft.isMerged(num) || !cos.inUse(num)) continue;
      const value = cos.object(num);
      if (
        !isStream(value) ||
        isNamed(value.dict.get("Type"), "ObjStm") ||
        isNamed(value.dict.get("Type"), "XRef")
      )
        continue;
      saved.unused_objects += draft.sizeOf(value);
    }
  },
};
