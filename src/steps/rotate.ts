/** Step `rotate`: `/Rotate` of the chosen pages. */
import * as v from "valibot";
import { choice, optionalPagesField } from "../core/fields.ts";
import { pageSet } from "../core/page-selector.ts";
import { normalRotation } from "../document/pages/boxes.ts";
import { warnOfDynamicXfa } from "../document/xfa.ts";
import { defineStep } from "./step.ts";

export const rotate = defineStep({
  action: "rotate",
  description: "Rotates pages clockwise, relative to their current rotation. Content is not changed.",
  options: {
    pages: optionalPagesField,
    angle: v.optional(
      choice([90, 180, 270], "Degrees clockwise, added to the current rotation: 90, 180 or 270.", 90),
      90,
    ),
  },
  apply(session, { pages, angle }) {
    warnOfDynamicXfa(session);
    for (const page of pageSet(pages, session.pageCount)) {
      const shown = normalRotation(session.cos.resolve(session.attribute(page, "Rotate")));
      session.changePage(page).set("Rotate", (shown + angle) % 360);
    }
  },
});
