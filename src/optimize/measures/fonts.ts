/** Reduces embedded fonts to the glyphs in use, and converts Type 1 programs, whose encryption is incompressible, to CFF. */
import { shrinkPrograms } from "../../fonts/subset/programs.ts";
import type { Measure } from "../draft.ts";

export const fonts: Measure = {
  name: "fonts",
  why: "Programs embed whole fonts even if a document shows only a few letters.",
  apply: shrinkPrograms,
};
