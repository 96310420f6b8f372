/** Step `watermark`: text across the chosen pages, above their content. */
import * as v from "valibot";
import { numberIn, optionalPagesField } from "../core/fields.ts";
import { maxWatermarkLength } from "../core/limits.ts";
import { pageSet } from "../core/page-selector.ts";
import { linesOf } from "../document/stamp/typeset-lines.ts";
import { warnOfDynamicXfa } from "../document/xfa.ts";
import { stampText } from "./stamp-fields.ts";
import { defineStep } from "./step.ts";

export const watermark = defineStep({
  action: "watermark",
  description:
    "Stamps translucent text diagonally across pages, above their content, in any script, shrunk to fit if necessary.",
  options: {
    pages: optionalPagesField,
    text: v.pipe(
      stampText(maxWatermarkLength, `The text, one line of 1 to ${maxWatermarkLength} characters.`),
      v.examples(["CONFIDENTIAL"]),
    ),
    opacity: v.optional(numberIn(0.05, 1, "0.05 (hardly visible) to 1 (opaque)."), 0.3),
    color: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^#[0-9a-fA-F]{6}$/, "must be a color like #cc0000"),
        v.description("Red, green and blue in hexadecimal."),
        v.examples(["#cc0000"]),
      ),
      "#cc0000",
    ),
    size: v.optional(
      numberIn(
        1,
        2000,
        "Maximum text size in points, reduced if it would not fit. Default: based on the page's size.",
      ),
    ),
  },
  async apply(session, { pages, text, opacity, color, size }) {
    warnOfDynamicXfa(session);
    const chosen = pageSet(pages, session.pageCount);
    const [line] = await linesOf(session, [text]);
    if (!line) return;
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
    const { drawWatermark } = await import("../document/stamp/watermark.ts");
    drawWatermark(session, chosen, line, { color: [red ?? 0, green ?? 0, blue ?? 0], opacity, size });
  },
});
