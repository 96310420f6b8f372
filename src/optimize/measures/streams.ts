/**
 * Recodes streams: no ASCII, LZW or run length filters, best Flate compression. `Draft.final` does this for each stream that
 * it can open.
 */
import type { Measure } from "../draft.ts";

export const streams: Measure = {
  name: "streams",
  why: "Most programs compress fast rather than well, and old ones use ASCII, LZW or no filter at all.",
  apply(draft) {
    draft.recodes = true;
  },
};
