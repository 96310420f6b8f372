/** Step `scale`: makes pages larger or smaller, with everything on them. */
import * as v from "valibot";
import { choice, numberIn, optionalPagesField } from "../core/fields.ts";
import { pageSet } from "../core/page-selector.ts";
import { invalid } from "../core/problem.ts";
import type { PageBoxes } from "../document/pages/boxes.ts";
import { displaySpace } from "../document/pages/display-space.ts";
import { centered, fitFactor } from "../document/pages/fit.ts";
import { type PaperName, type PaperSize, paperNames, paperSize } from "../document/scale/paper.ts";
import type { PageScale } from "../document/scale/scale.ts";
import { warnOfDynamicXfa } from "../document/xfa.ts";
import { defineStep } from "./step.ts";

/** ISO 32000-1, annex C: readers show pages of 3 to 14,400 units. */
const side = v.pipe(v.number(), v.minValue(3), v.maxValue(14_400));

/** Paper by name, or by its sides in points. */
export const paperField = (description: string) =>
  v.pipe(
    v.union(
      [v.picklist(paperNames), v.strictObject({ width: side, height: side })],
      `must be one of ${paperNames.join(", ")}, or an object of width and height, 3 to 14400 points`,
    ),
    v.description(description),
    v.examples(["A4", { width: 500, height: 700 }]),
  );

export const scale = defineStep({
  action: "scale",
  description:
    "Scales pages by a factor or to a size, with their content, annotations, links, form fields and page boxes. A named size keeps each page's orientation.",
  options: {
    pages: optionalPagesField,
    factor: v.optional(
      numberIn(0.1, 10, "0.1 to 10; 2 doubles width and height. Give either factor or size.", 0.5),
    ),
    size: v.optional(
      paperField(
        "Size of the page as displayed: a name (each page keeps its orientation), or width and height in points. Give either factor or size.",
      ),
    ),
    fit: v.optional(
      choice(
        ["contain", "stretch"],
        "How to fit a page into different proportions. contain: whole and undistorted, centered, with bands. stretch: distorted. Default: contain.",
      ),
    ),
  },
  check({ factor, size, fit }) {
    if (factor === undefined && size === undefined)
      return { field: "factor", message: "or size is required" };
    if (factor !== undefined && size !== undefined)
      return { field: "size", message: "and factor can't be combined; give one of them" };
    if (fit !== undefined && size === undefined) return { field: "fit", message: "only works with size" };
    return undefined;
  },
  async apply(session, { pages, factor, size, fit }) {
    warnOfDynamicXfa(session);
    const { createScaler } = await import("../document/scale/scale.ts");
    const scaler = createScaler(session);

    for (const page of pageSet(pages, session.pageCount)) {
      const boxes = session.boxes(page);
      const target = size === undefined ? undefined : targetSize(size, boxes);
      scaler.scale(
        page,
        target ? toSize(target, boxes, fit === "stretch") : byFactor(factor ?? 1, boxes, page),
      );
    }

    scaler.finish();
  },
});

/** Page size that readers still show, in units; a larger factor would make no sense. */
const maxUnits = 1e6;

function byFactor(factor: number, { mediaBox }: PageBoxes, page: number): PageScale {
  const units = Math.max(...[mediaBox.x0, mediaBox.y0, mediaBox.x1, mediaBox.y1].map(Math.abs)) * factor;
  if (units > maxUnits) throw invalid("factor", `makes page ${page} larger than viewers can show`);
  return { matrix: [factor, 0, 0, factor, 0, 0] };
}

/** A named size takes the page's orientation. */
function targetSize(size: PaperSize | PaperName, boxes: PageBoxes): PaperSize {
  if (typeof size !== "string") return size;
  const paper = paperSize(size);
  const { width, height } = displaySpace(boxes);
  return width > height ? { width: paper.height, height: paper.width } : paper;
}

function toSize(target: PaperSize, { cropBox, rotation, userUnit }: PageBoxes, stretch: boolean): PageScale {
  const across = rotation === 90 || rotation === 270;
  // In units of user space, before rotation.
  const width = (across ? target.height : target.width) / userUnit;
  const height = (across ? target.width : target.height) / userUnit;
  const had = { width: cropBox.x1 - cropBox.x0, height: cropBox.y1 - cropBox.y0 };
  const crop = { x0: 0, y0: 0, x1: width, y1: height };
  const shown = stretch ? crop : centered(had, fitFactor(had, crop), crop);
  const [x, y] = [(shown.x1 - shown.x0) / had.width, (shown.y1 - shown.y0) / had.height];

  return { matrix: [x, 0, 0, y, shown.x0 - cropBox.x0 * x, shown.y0 - cropBox.y0 * y], crop };
}
