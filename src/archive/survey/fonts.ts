/** Fonts as they are used: programs, widths, glyphs. */
import type { CosDocument } from "../../cos/document.ts";
import type { Report } from "../rule.ts";
import type { FontUse } from "./font-uses.ts";

export function surveyFonts(_cos: CosDocument, _uses: readonly FontUse[], _report: Report): void {}
