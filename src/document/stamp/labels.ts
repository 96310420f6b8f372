/** Labels on pages: one line of text each. */
import { createFontSet } from "../../typeset/font-set.ts";
import type { Line } from "../../typeset/typeset.ts";
import { claimOf } from "../conformance/claim.ts";
import { stampColor, stampLanguage } from "../conformance/stamping.ts";
import type { EditSession } from "../edit.ts";
import { displaySpace } from "../pages/display-space.ts";
import { artifact, beginLine, textObject } from "./content-text.ts";
import { addFont } from "./fonts.ts";
import { contentOf, transform } from "./operators.ts";
import { labelPlace, type Position } from "./place.ts";
import { createStamper, type Need } from "./stamp.ts";

export interface LabelLook {
  readonly position: Position;
  /** Maximum size in points. */
  readonly size: number;
  /** In points; undefined: the default. */
  readonly margin: number | undefined;
}

/** Draws a line on each page (counted from 1). */
export function drawLabels(
  session: EditSession,
  pages: readonly number[],
  lines: readonly Line[],
  { position, size, margin }: LabelLook,
): void {
  const fonts = createFontSet();
  const encoded = lines.map((line) => fonts.encode(line));
  const claim = claimOf(session.cos);
  const needs = fonts
    .facts()
    .map((font): Need => ({ category: "Font", value: addFont(session, font, claim) }));
  const black = stampColor(session, claim, [0]);
  if (black.space) needs.push({ category: "ColorSpace", value: black.space });
  const stamp = createStamper(session);
  const marked = artifact(partOf(position), stampLanguage(session, claim));
  pages.forEach((page, k) => {
    const line = lines[k];
    const runs = encoded[k];
    if (!line || !runs) return;
    const space = displaySpace(session.boxes(page));
    const place = labelPlace(space, line, position, size, margin);
    const before = contentOf([transform(space.toUser)]) + beginLine(place);
    stamp(page, needs, (names) =>
      marked(contentOf(black.fill(names.at(-1))) + textObject(runs, names, before)),
    );
  });
}

function partOf(position: Position) {
  if (position.startsWith("top")) return "Header";
  return position.startsWith("bottom") ? "Footer" : undefined;
}
