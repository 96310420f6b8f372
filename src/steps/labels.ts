/** SPEC 4.9, step `labels`. */
import * as v from "valibot";
import { optionalPagesField } from "../core/fields.ts";
import { maxLabelLength } from "../core/limits.ts";
import { pageSet } from "../core/page-selector.ts";
import { createFontSet } from "../fonts/font-set.ts";
import type { Line } from "../fonts/typeset.ts";
import { createStamper, type Need } from "../pdf/stamp.ts";
import { addFont } from "../pdf/stamp-fonts.ts";
import { labelPlace, positions } from "../pdf/stamp-place.ts";
import { type DisplaySpace, type Matrix, spaceReader } from "../pdf/stamp-space.ts";
import { artifact, matrixText, textObject } from "../pdf/stamp-text.ts";
import { linesOf, stampText } from "./stamp-fields.ts";
import { defineStep } from "./step.ts";

export const labels = defineStep({
  action: "labels",
  description:
    "Writes page numbers or a footer on pages, upright as the page is displayed, in any script; text that is too wide for a page is made smaller.",
  options: {
    pages: optionalPagesField,
    text: v.optional(
      v.pipe(
        stampText(
          maxLabelLength,
          `The label, one line of 1 to ${maxLabelLength} characters. {page} becomes the number of the page in the document, {total} the number of pages, whatever pages selects.`,
        ),
        v.examples(["{page} / {total}"]),
      ),
      "{page} / {total}",
    ),
    position: v.optional(
      v.pipe(v.picklist(positions), v.description("Where on the page as displayed. Default: bottom-center.")),
      "bottom-center",
    ),
    start: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(0),
        v.maxValue(1_000_000),
        v.description("The number that {page} gives the first page of the document. Default: 1."),
      ),
      1,
    ),
    size: v.optional(
      v.pipe(
        v.number(),
        v.minValue(1),
        v.maxValue(200),
        v.description("Size of the text in points. Default: 10."),
      ),
      10,
    ),
    margin: v.optional(
      v.pipe(
        v.number(),
        v.minValue(0),
        v.maxValue(1000),
        v.description("Distance from the edges of the page in points. Default: 28, less on small pages."),
      ),
    ),
  },
  async apply(session, { pages, text, position, start, size, margin }) {
    const chosen = [...pageSet(pages, session.pageCount)];
    const say = labelOf(text, session.pageCount);
    const lines = await linesOf(
      session,
      chosen.map((page) => say(page - 1 + start)),
    );
    const fonts = createFontSet();
    const encoded = lines.map((line) => fonts.encode(line));
    const needs = fonts.facts().map((font): Need => ({ category: "Font", value: addFont(session, font) }));
    const stamper = createStamper(session);
    const part = partOf(position);
    const spaceOf = spaceReader();
    const placed = placer((space, line) => labelPlace(space, line, position, size, margin));
    chosen.forEach((page, k) => {
      const line = lines[k];
      const runs = encoded[k];
      if (!line || !runs) return;
      const { before, place } = placed(spaceOf(session.boxes(page)), line);
      stamper.stamp(page, needs, (names) => artifact(part, before + textObject(runs, names, place)));
    });
  },
});

/** What the label says of a page by its number. */
function labelOf(text: string, total: number): (number: number) => string {
  const pieces = text.replaceAll("{total}", String(total)).split("{page}");
  return (number) => pieces.join(String(number));
}

/** How content says where a label is. */
interface Placed {
  /** What comes before its text object. */
  readonly before: string;
  /** Operands of `Tm`. */
  readonly place: string;
}

/** Says it anew only where a page measures another size, or its label another length: most labels have as many digits. */
function placer(
  placeOf: (space: DisplaySpace, line: Line) => Matrix,
): (space: DisplaySpace, line: Line) => Placed {
  let last: { readonly space: DisplaySpace; readonly line: Line; readonly placed: Placed } | undefined;
  return (space, line) => {
    if (last?.space === space && measureTheSame(last.line, line)) return last.placed;
    const before = last?.space === space ? last.placed.before : `${matrixText(space.toUser)} cm\n0 g\n`;
    const placed = { before, place: matrixText(placeOf(space, line)) };
    last = { space, line, placed };
    return placed;
  };
}

function measureTheSame(one: Line, other: Line): boolean {
  return one.width === other.width && one.ink?.y0 === other.ink?.y0 && one.ink?.y1 === other.ink?.y1;
}

function partOf(position: (typeof positions)[number]) {
  if (position.startsWith("top")) return "Header";
  return position.startsWith("bottom") ? "Footer" : undefined;
}
