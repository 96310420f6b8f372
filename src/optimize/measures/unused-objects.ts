/** Drops unreferenced objects, including those of older revisions. */
import { isNamed, isStream } from "../../cos/syntax/value.ts";
import type { Measure } from "../draft.ts";

export const unusedObjects: Measure = {
  name: "unused_objects",
  why: "Programs that save by appending leave replaced objects in the file.",
  apply(draft) {
    const { cos, reached, saved } = draft;

    for (let num = 1; num < cos.objectCount; num++) {
      if (reached.references.has(num) || draft.isMerged(num) || !cos.inUse(num)) continue;
      const value = cos.object(num);
      if (!isStream(value) || ["ObjStm", "XRef"].some((type) => isNamed(value.dict.get("Type"), type)))
        continue;
      saved.unused_objects += draft.sizeOf(value);
    }
  },
};
