/** List items: their markers and content. */
import { describe, expect, it } from "vitest";
import type { Piece, Tag } from "../../../src/core/page-layout.ts";
import { extract } from "./read.ts";
import { layout, piece, prose } from "./support.ts";

const child = (type: string, index: number, parent?: Tag): Tag => ({
  type,
  parent,
  index,
  key: parent ? `${parent.key}.${index}` : `${index}`,
});

/** The Markdown blocks of a page with these pieces. */
async function blocksOf(pieces: readonly Piece[]): Promise<string[]> {
  return (await extract([layout(1, pieces)])).content.split("\n\n");
}

/** A piece whose first words have no space between them, as after a font change. */
const glued = (first: Piece, count: number): Piece => ({
  ...first,
  words: first.words.map((word, at) => ({ ...word, spaced: at > count })),
});

describe("items of a list", () => {
  it("may have numbers in several fonts", async () => {
    const blocks = await blocksOf([
      ...prose(50, 60, 3),
      glued(piece(60, 120, "3 . the third of the things to be done here"), 1),
      glued(piece(60, 132, "1 2 . the twelfth of the things to be done"), 2),
    ]);
    expect(blocks[1]).toBe(
      "3. the third of the things to be done here\n12. the twelfth of the things to be done",
    );
  });

  it("may be code names that continue in text or code", async () => {
    const mono = { mono: true };
    const blocks = await blocksOf([
      ...prose(50, 60, 3),
      piece(60, 120, "• bytes(<bytes>), bytes(<bytearray>),", mono),
      piece(70, 132, "bytearray(<bytes>):", mono),
      piece(172, 132, "simple constructors"),
      piece(60, 144, "• prefer class over what is made by"),
      piece(70, 156, "React.createClass react/prefer-es6", mono),
    ]);
    expect(blocks).toHaveLength(2);
    expect(blocks[1]?.split("\n")).toHaveLength(2);
    expect(blocks[1]).toContain("bytearray(\\<bytes>): simple constructors\n- prefer class");
  });
});

describe("dashes", () => {
  it("indented deeper than the text above start items, although that line is full", async () => {
    const blocks = await blocksOf([
      ...prose(50, 60, 3),
      piece(60, 120, "– the service places a job on a queue for the others to take up"),
      piece(90, 132, "– taking it up could last long"),
    ]);
    expect(blocks[1]).toMatch(/^- the service .* up\n {2}- taking it up could last long$/);
  });

  it("before a name don't start a list on their own", async () => {
    const blocks = await blocksOf([...prose(50, 60, 3), piece(60, 120, "— Somebody, who said it")]);
    expect(blocks[1]).toBe("— Somebody, who said it");
  });
});

describe("a list in columns", () => {
  it("continues in the next column if its last line is full", async () => {
    const narrow = (x: number, y: number, text: string) => piece(x, y, text);
    const { content } = await extract([
      layout(1, [
        ...prose(50, 60, 40, {}, 44),
        narrow(50, 600, "• the first of the items is of two"),
        narrow(60, 612, "lines"),
        narrow(50, 624, "• the second goes on at the top of a"),
        narrow(310, 60, "Column beside it and ends there"),
        ...prose(300, 90, 40, {}, 44),
      ]),
    ]);
    expect(content).toContain("- the second goes on at the top of a Column beside it and ends there");
  });
});

describe("tagged lists", () => {
  const list = child("L", 1);
  const body = (at: number) => child("LBody", 0, child("LI", at, list));
  const text = prose(50, 60, 3, { tag: child("P", 0) });

  it("keep code and additional paragraphs in items", async () => {
    const blocks = await blocksOf([
      ...text,
      piece(60, 120, "• the first", { tag: child("P", 0, body(0)) }),
      piece(70, 140, "A further paragraph.", { tag: child("P", 0, body(1)) }),
      piece(70, 160, "const a = 1;", { mono: true, tag: child("P", 0, body(2)) }),
      piece(70, 172, "const b = 2;", { mono: true, tag: child("P", 0, body(2)) }),
      piece(60, 200, "• the second", { tag: child("P", 0, body(3)) }),
    ]);
    expect(blocks.slice(1)).toEqual([
      "- the first",
      "A further paragraph.",
      "```\nconst a = 1;\nconst b = 2;\n```",
      "- the second",
    ]);
  });

  it("may have markers painted after the text with the same tag", async () => {
    const item = (at: number, y: number) => [
      piece(70, y, "an item of", { tag: body(at) }),
      piece(70, y + 12, "two lines", { tag: body(at) }),
      piece(55, y, `${at + 1}.`, { tag: body(at) }),
    ];
    const blocks = await blocksOf([...text, ...item(0, 120), ...item(1, 150)]);
    expect(blocks[1]).toBe("1. an item of two lines\n2. an item of two lines");
  });
});
