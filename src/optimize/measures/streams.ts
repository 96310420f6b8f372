/** Streams coded anew: no ASCII, LZW or run length, Flate at its best. `Draft.final` does so to each stream that it can open. */
import type { Measure } from "../draft.ts";

export const streams: Measure = {
  name: "streams",
  why: "Most programs deflate in haste, and old ones write ASCII, LZW or no filter at all.",
  apply(draft) {
    draft.recodes = true;
  },
};
