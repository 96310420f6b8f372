/** Draws boxes over removed content, with a label if requested. */
import type { Box } from "../../core/page-layout.ts";
import { claimOf } from "../../document/conformance/claim.ts";
import { stampColor, stampLanguage } from "../../document/conformance/stamping.ts";
import type { EditSession } from "../../document/edit.ts";
import { displaySpace } from "../../document/pages/display-space.ts";
import { artifact, beginLine, textObject } from "../../document/stamp/content-text.ts";
import { addFont } from "../../document/stamp/fonts.ts";
import { box, contentOf, transform } from "../../document/stamp/operators.ts";
import { createStamper, type Need } from "../../document/stamp/stamp.ts";
import { linesOf } from "../../document/stamp/typeset-lines.ts";
import { createFontSet } from "../../typeset/font-set.ts";
import type { PageTarget } from "../target.ts";

export interface Cover {
  readonly fill: "black" | "white";
  readonly label: string | undefined;
}

/** As a fraction of a box's height, and of its width at most. */
const labelHeight = 0.7;
const labelWidth = 0.9;
/** In points. */
const largestLabel = 12;

/** Draws a box over each area of the pages. */
export async function coverAreas(
  session: EditSession,
  targets: ReadonlyMap<number, PageTarget>,
  cover: Cover,
): Promise<void> {
  const claim = claimOf(session.cos);
  const [line] = cover.label === undefined ? [] : await linesOf(session, [cover.label]);
  const set = createFontSet();
  const runs = line && set.encode(line);
  const needs = set.facts().map((font): Need => ({ category: "Font", value: addFont(session, font, claim) }));
  const fontCount = needs.length;
  const shade = stampColor(session, claim, [cover.fill === "black" ? 0 : 1]);
  const ink = stampColor(session, claim, [cover.fill === "black" ? 1 : 0]);
  for (const { space } of [shade, ink]) if (space) needs.push({ category: "ColorSpace", value: space });
  const stamp = createStamper(session);
  const marked = artifact(undefined, stampLanguage(session, claim));

  for (const [page, { areas }] of targets) {
    if (areas.length === 0) continue;
    const { height, toUser } = displaySpace(session.boxes(page));
    stamp(page, needs, (names) => {
      const [first, second] = [names[fontCount], names[fontCount + 1]];
      const boxes = areas.map(
        ({ x0, y0, x1, y1 }) => `${contentOf([box(x0, height - y1, x1 - x0, y1 - y0)])}f\n`,
      );
      const labels = !line || !runs ? [] : areas.map((area) => labelIn(area, height, line.width));
      const texts = labels.map((place) => textObject(runs ?? [], names, beginLine(place)));
      const inked = texts.length > 0 ? contentOf([...ink.fill(second)]) + texts.join("") : "";
      return marked(contentOf([transform(toUser), ...shade.fill(first)]) + boxes.join("") + inked);
    });
  }
}

/** The position of a label with this width (at size 1) in a box: centered. */
function labelIn({ x0, y0, x1, y1 }: Box, height: number, width: number) {
  const size = Math.max(
    0.1,
    Math.min(largestLabel, labelHeight * (y1 - y0), (labelWidth * (x1 - x0)) / width),
  );
  const x = (x0 + x1 - size * width) / 2;
  const y = height - (y0 + y1) / 2 - size / 3;
  return [size, 0, 0, size, x, y] as const;
}
