/** Step `crop`: the visible part of a page, in the coordinates of the page as displayed. */
import * as v from "valibot";
import { optionalPagesField } from "../core/fields.ts";
import { pageSet } from "../core/page-selector.ts";
import { invalid } from "../core/problem.ts";
import { type DisplaySpace, displaySpace, type Sides } from "../document/pages/display-space.ts";
import { boxArray, transformBox } from "../document/pages/matrix.ts";
import { warnOfDynamicXfa } from "../document/xfa.ts";
import { defineStep } from "./step.ts";

/** Points by which a box may exceed a page: sizes in our JSON are rounded. */
const tolerance = 0.01;
/** ISO 32000-1, annex C: not every reader shows pages smaller than 3 points; a tenth is the minimum. */
const leastSide = 0.1;
/** Far beyond any page; keeps arithmetic exact. */
const maxPoints = 1e7;

const points = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(maxPoints));

export const crop = defineStep({
  action: "crop",
  description:
    "Crops pages: cuts off margins, or keeps one box. Coordinates are points on the page as displayed, from its top left corner. Content outside is hidden, not removed: it stays in the file.",
  options: {
    pages: optionalPagesField,
    margins: v.optional(
      v.pipe(
        v.union(
          [
            points,
            v.strictObject({
              top: v.optional(points, 0),
              right: v.optional(points, 0),
              bottom: v.optional(points, 0),
              left: v.optional(points, 0),
            }),
          ],
          "must be a number of points from 0, or an object of such numbers: top, right, bottom, left",
        ),
        v.description("Points to cut off at each side, or at all four. Give either margins or box."),
        v.examples([36, { top: 72, right: 36, bottom: 72, left: 36 }]),
      ),
    ),
    box: v.optional(
      v.pipe(
        v.tuple([points, points, points, points]),
        v.description(
          "[x0, y0, x1, y1]: the visible box, from the top left corner. Give either margins or box.",
        ),
        v.examples([[0, 0, 300, 400]]),
      ),
    ),
  },
  check({ margins, box }) {
    if (margins === undefined && box === undefined)
      return { field: "margins", message: "or box is required" };
    if (margins !== undefined && box !== undefined)
      return { field: "box", message: "and margins can't be combined; give one of them" };
    if (box && (box[2] - box[0] < leastSide || box[3] - box[1] < leastSide))
      return { field: "box", message: "has no area: x0 must be less than x1 and y0 less than y1" };
    return undefined;
  },
  apply(session, { pages, margins, box }) {
    warnOfDynamicXfa(session);
    const sides = typeof margins === "number" ? allSides(margins) : margins;

    for (const page of pageSet(pages, session.pageCount)) {
      const space = displaySpace(session.boxes(page));
      const size = `page ${page} is ${short(space.width)} x ${short(space.height)} points as displayed`;
      const shown = sides ? within(sides, space, size) : boxed(box, space, size);
      const [y0, y1] = [space.height - shown.bottom, space.height - shown.top];
      const upright = { x0: shown.left, y0, x1: shown.right, y1 };
      const crop = boxArray(transformBox(space.toUser, upright));
      session.changePage(page).set("CropBox", crop);
    }
  },
});

function allSides(points: number): Sides {
  return { top: points, right: points, bottom: points, left: points };
}

/** The part of a page inside the margins. */
function within(sides: Sides, { width, height }: DisplaySpace, size: string): Sides {
  const shown = {
    left: sides.left,
    top: sides.top,
    right: width - sides.right,
    bottom: height - sides.bottom,
  };
  if (shown.right - shown.left < leastSide || shown.bottom - shown.top < leastSide)
    throw invalid("margins", `leave nothing of a page: ${size}`);
  return shown;
}

function boxed(box: readonly number[] | undefined, { width, height }: DisplaySpace, size: string): Sides {
  const [left = 0, top = 0, right = 0, bottom = 0] = box ?? [];
  if (right > width + tolerance || bottom > height + tolerance)
    throw invalid("box", `reaches beyond a page: ${size}`);
  return { left, top, right: Math.min(right, width), bottom: Math.min(bottom, height) };
}

const short = (points: number): number => Math.round(points * 100) / 100;
