/** Headings that paragraphs begin with, which bookmarks name. */
import { describe, expect, it } from "vitest";
import { pageBlocks } from "../../../src/reading/layout/blocks/page-blocks.ts";
import { documentStyle } from "../../../src/reading/layout/document-blocks.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { outlineOf } from "../../../src/reading/layout/outline/outline.ts";
import { layout, piece, prose } from "./support.ts";

const italic = { italic: true };

/** The headings and the beginnings of what follows each, of a page whose bookmarks have these titles. */
function headingsOf(titles: readonly string[], pieces: Parameters<typeof layout>[1]) {
  const flow = pageFlow(layout(1, pieces));
  const outline = outlineOf(titles.map((title) => ({ title, level: 2, page: 1 })));
  const blocks = pageBlocks(flow, documentStyle([flow], outline));
  return blocks.flatMap(({ type, lines, level }, at) =>
    type === "heading"
      ? [{ text: lines[0]?.text, level, next: blocks[at + 1]?.lines[0]?.text.slice(0, 9) }]
      : [],
  );
}

describe("headings on the line where their paragraph begins", () => {
  it("are what a bookmark of the page has as its title, set in italics and ended by a point", () => {
    const pieces = [
      ...prose(50, 100, 3),
      piece(50, 140, "Naming things:", italic),
      piece(125, 140, "It begins beside its heading and goes on"),
      ...prose(50, 152, 2),
      piece(50, 190, "Not named:", italic),
      piece(105, 190, "It begins beside words in italics and goes"),
      ...prose(50, 202, 2),
    ];
    expect(headingsOf(["Naming things", "Else"], pieces)).toEqual([
      { text: "Naming things:", level: 2, next: "It begins" },
    ]);
    expect(headingsOf([], pieces)).toEqual([]);
  });

  it("may end on the next line", () => {
    const pieces = [
      ...prose(50, 100, 3),
      piece(50, 140, "A long name for the things that are named in this paragraph", italic),
      piece(50, 152, "and others:", italic),
      piece(110, 152, "It begins beside its heading and goes on"),
      ...prose(50, 164, 2),
    ];
    const title = "A long name for the things that are named in this paragraph and others";
    expect(headingsOf([title], pieces)).toEqual([{ text: `${title}:`, level: 2, next: "It begins" }]);
  });

  it("are none where what follows is not told from them, or a line of its own has the title", () => {
    const follows = [
      piece(50, 140, "Link", italic),
      piece(75, 140, "- a word of which it is said what it is"),
    ];
    expect(headingsOf(["Link"], [...prose(50, 100, 3), ...follows])).toEqual([]);
    const status = [
      piece(50, 60, "Status", { size: 16, bold: true }),
      ...prose(50, 100, 3),
      piece(50, 140, "Status:", italic),
      piece(95, 140, "what is said of it"),
    ];
    expect(headingsOf(["Status"], status).map(({ text }) => text)).toEqual(["Status"]);
  });
});
