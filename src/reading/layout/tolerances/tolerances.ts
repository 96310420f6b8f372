/** Tolerances of lines, blocks and pages. Those of tables are a file of their own beside it. */
import { em, pt, share } from "./tolerance.ts";

export const smallPrint = share(0.93, "Notes are set smaller than running text.");
export const noteSize = pt(0.1, "Notes of one page have exactly one size.");
export const markSize = share(0.8, "A raised or lowered mark is smaller than its line.");
export const markRise = em(0.12, "How far above its line a mark is raised.");
export const markDrop = em(0.05, "How far below its line a letter is lowered: less than marks are raised.");
