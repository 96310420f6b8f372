/** List items with additional paragraphs and code, recognized by their left edge. */
import { describe, expect, it } from "vitest";
import { extract } from "./read.ts";
import { layout, piece, prose } from "./support.ts";

type Pieces = Parameters<typeof layout>[1];

const list = (second: string, x: number): Pieces => [
  ...prose(50, 60, 4),
  piece(60, 130, "1. Take what there is"),
  piece(75, 160, "Look at it from all sides, and turn it as often as it needs."),
  piece(75, 185, "make all", { mono: true }),
  piece(75, 210, "- with care"),
  piece(85, 235, "It never breaks."),
  piece(x, 260, second),
  ...prose(50, 300, 4),
];

describe("items of lists", () => {
  it("contain blocks that start at their text's edge, and the list continues after them", async () => {
    const markdown = (await extract([layout(1, list("2. Put it back", 60))])).content;
    expect(markdown).toContain(
      "1. Take what there is\n\n   Look at it from all sides, and turn it as often as it needs.\n\n   ```\n   make all\n   ```\n\n   - with care",
    );
    const html = (await extract([layout(1, list("2. Put it back", 60))], { format: "html" })).content;
    expect(html).toMatch(/<ol>\s*<li>Take what there is\s*<p>Look [^<]*<\/p>\s*<pre>.*<ul>\s*<li>with care/s);
  });

  it("don't contain those blocks if the next number doesn't continue the list", async () => {
    const { content } = await extract([layout(1, list("7. Put it back", 60))]);
    expect(content).toContain("\n\nIt never breaks.\n\n7. Put it back");
  });
});
