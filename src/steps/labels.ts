/** Step `labels`: page numbers or a footer on the chosen pages. */
import * as v from "valibot";
import { choice, flag, help, integerIn, numberIn, optionalPagesField } from "../core/fields.ts";
import { maxLabelLength } from "../core/limits.ts";
import { pageSet } from "../core/page-selector.ts";
import { positions } from "../document/stamp/place.ts";
import { linesOf } from "../document/stamp/typeset-lines.ts";
import { warnOfDynamicXfa } from "../document/xfa.ts";
import { stampText } from "./stamp-fields.ts";
import { defineStep } from "./step.ts";

export const labels = defineStep({
  action: "labels",
  description:
    "Writes page numbers or a footer on pages, upright as the page is displayed, in any script, shrunk to fit if necessary.",
  options: {
    pages: optionalPagesField,
    text: v.optional(
      v.pipe(
        stampText(
          maxLabelLength,
          `The label, a single line of 1 to ${maxLabelLength} characters. {page} becomes the page's number in the document, {total} the number of all its pages.`,
        ),
        v.examples(["{page} / {total}"]),
      ),
      "{page} / {total}",
    ),
    position: v.optional(choice(positions, "Where on the page as displayed."), "bottom-center"),
    start: v.optional(integerIn(0, 1_000_000, "The value of {page} on the document's first page."), 1),
    digits: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(12),
        help("Least digits of {page}, filled with zeros."),
      ),
    ),
    size: v.optional(numberIn(1, 200, "Size of the text in points."), 10),
    margin: v.optional(
      numberIn(0, 1000, "Distance from the edges of the page in points. Default: 28, less on small pages."),
    ),
  },
  batchOptions: {
    continue: v.optional(
      flag("The next file's {page} continues from this one's. `start` is the first file's."),
      false,
    ),
  },
  async apply(session, { pages, text, position, start, digits, size, margin }) {
    warnOfDynamicXfa(session);
    const chosen = [...pageSet(pages, session.pageCount)];
    const [unknown] = text.replaceAll(/\{(page|total)\}/g, "").match(/\{[^{}]*\}/) ?? [];

    if (unknown !== undefined)
      session.context.warn(`${unknown} is left unchanged in the label: only {page} and {total} are replaced`);
    const say = labelOf(text, session.pageCount, digits);
    const lines = await linesOf(
      session,
      chosen.map((page) => say(page - 1 + start)),
    );

    const { drawLabels } = await import("../document/stamp/labels.ts");
    drawLabels(session, chosen, lines, { position, size, margin });
  },
});

/** A page's label by its number. */
function labelOf(text: string, total: number, digits = 1): (number: number) => string {
  const pieces = text.replaceAll("{total}", String(total)).split("{page}");
  return (number) => pieces.join(String(number).padStart(digits, "0"));
}
