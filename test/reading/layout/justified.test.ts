/** Justified text with wide gaps between words. */

import { describe, expect, it } from "vitest";
import type { Piece } from "../../../src/core/page-layout.ts";
import { joinJustified } from "../../../src/reading/layout/columns/justified.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import { extract } from "./read.ts";
import { layout, piece } from "./support.ts";

/** Words as separate pieces from x = 50, `gaps` apart; a letter is 5 points wide. */
function words(y: number, texts: readonly string[], gaps: readonly number[]): Piece[] {
  let x = 50;
  return texts.map((text, at) => {
    const own = piece(x, y, text);
    x += 5 * text.length + (gaps[at] ?? 0);
    return own;
  });
}

const even = words(72, ["general", "organisations", "everywhere"], [25, 25]);
const uneven = words(72, ["general", "organisations", "everywhere"], [8, 42]);
/** A line as wide as those three words. */
const above = piece(50, 60, "and the rest of what was said of it here");

describe("justified lines", () => {
  it("are joined if their gaps are equal and their edges match the line above", () => {
    const { lines, justified } = joinJustified(pieceLines([above, ...even]));
    expect(lines.map(({ text }) => text)).toEqual([
      above.words.map(({ text }) => text).join(" "),
      "general organisations everywhere",
    ]);
    expect([...justified].map(({ text }) => text)).toEqual(["general organisations everywhere"]);
  });

  it.each([
    ["unequal gaps", [above, ...uneven]],
    ["nothing above or below", even],
    ["a shorter line above", [piece(50, 60, "and the rest"), ...even]],
    ["a distant line above", [piece(50, 20, "and the rest of what was said of it here"), ...even]],
    ["only two words", [above, ...words(72, ["general", "everywhere"], [115])]],
  ])("are left unchanged with %s", (_, pieces) => {
    const lines = pieceLines(pieces);
    expect(joinJustified(lines)).toEqual({ lines, justified: new Set() });
  });

  it("aren't a table, however many there are", async () => {
    const { content } = await extract([
      layout(1, [
        above,
        ...even,
        ...words(84, ["another", "organisation", "elsewhere"], [30, 30]),
        piece(50, 96, "and then it ends."),
      ]),
    ]);
    expect(content).toBe(
      "and the rest of what was said of it here general organisations everywhere another organisation elsewhere and then it ends.",
    );
  });
});
