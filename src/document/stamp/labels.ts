/** Labels on pages: a line of text of its own for each. */
import { createFontSet } from "../../typeset/font-set.ts";
import type { Line } from "../../typeset/typeset.ts";
import { claimOf } from "../conformance/claim.ts";
import { stampColour, stampLanguage } from "../conformance/stamping.ts";
import type { EditSession } from "../edit.ts";
import { type DisplaySpace, type Matrix, spaceReader } from "../pages/display-space.ts";
import { artifact, beginLine, textObject } from "./content-text.ts";
import { addFont } from "./fonts.ts";
import { contentOf, transform } from "./operators.ts";
import { labelPlace, type Position } from "./place.ts";
import { createStamper, type Need } from "./stamp.ts";

export interface LabelLook {
  readonly position: Position;
  /** Points at most. */
  readonly size: number;
  /** Points; undefined: as is usual. */
  readonly margin: number | undefined;
}

/** Draws on each page (counted from 1) its line. */
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
  const black = stampColour(session, claim, [0]);
  if (black.space) needs.push({ category: "ColorSpace", value: black.space });
  const stamper = createStamper(session);
  const marked = artifact(partOf(position), stampLanguage(session, claim));
  const spaceOf = spaceReader();
  const placed = placer((space, line) => labelPlace(space, line, position, size, margin));
  pages.forEach((page, k) => {
    const line = lines[k];
    const runs = encoded[k];
    if (!line || !runs) return;
    const before = placed(spaceOf(session.boxes(page)), line);
    stamper.stamp(page, needs, (names) =>
      marked(contentOf(black.fill(names.at(-1))) + textObject(runs, names, before)),
    );
  });
}

/**
 * What comes before the codes of a label. Said anew only where a page measures another size, or its label another length: most
 * labels have as many digits.
 */
function placer(
  placeOf: (space: DisplaySpace, line: Line) => Matrix,
): (space: DisplaySpace, line: Line) => string {
  let last: { readonly space: DisplaySpace; readonly line: Line; readonly before: string } | undefined;
  return (space, line) => {
    if (last?.space === space && measureTheSame(last.line, line)) return last.before;
    const before = contentOf([transform(space.toUser)]) + beginLine(placeOf(space, line));
    last = { space, line, before };
    return before;
  };
}

function measureTheSame(one: Line, other: Line): boolean {
  return one.width === other.width && one.ink?.y0 === other.ink?.y0 && one.ink?.y1 === other.ink?.y1;
}

function partOf(position: Position) {
  if (position.startsWith("top")) return "Header";
  return position.startsWith("bottom") ? "Footer" : undefined;
}
