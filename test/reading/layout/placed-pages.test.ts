/** Pages whose text and drawings are placed by their coordinates, and their Markdown. */
import { describe, expect, it } from "vitest";
import type { Drawing, Piece } from "../../../src/core/page-layout.ts";
import { extractStructure } from "../../../src/reading/extract.ts";
import { noOptions, readerOf } from "./read.ts";
import { layout, piece, prose, rule } from "./support.ts";

/** A table's texts, each column at its position. */
const texts = (xs: readonly number[], y: number, pitch: number, rows: readonly (readonly string[])[]) =>
  rows.flatMap((row, at) => row.map((text, column) => piece(xs[column] ?? 0, y + pitch * at, text)));

const starts = [60, 160, 260];
const paid = [
  ["Name", "Paid", "Due"],
  ["Anna", "23", "12"],
  ["Bert", "41", "147"],
  ["Carl", "9", "3"],
];
const paidMarkdown = `| Name | Paid | Due |
| --- | --- | --- |
| Anna | 23 | 12 |
| Bert | 41 | 147 |
| Carl | 9 | 3 |`;

const area = (x0: number, y0: number, x1: number, y1: number, stroked = false): Drawing => ({
  box: { x0, y0, x1, y1 },
  stroked,
});
/** Lines below each other. */
const paragraph = (...texts: readonly string[]) => texts.map((text, at) => piece(50, 100 + 12 * at, text));
/** The drawings of each cell of that table. */
const cells = (draw: (x: number, y: number) => readonly Drawing[]) =>
  [50, 150, 250].flatMap((x) => [88, 108, 128, 148].flatMap((y) => draw(x, y)));

const across = (ys: readonly number[]) => ys.map((y) => rule(50, y, 350, y));
const later = [
  ...texts(starts, 100, 12, paid),
  piece(60, 156, "Later", { size: 14 }),
  ...texts(starts, 176, 12, paid),
];
const laterRules = across([88, 104, 142, 162, 180, 218]);

interface Page {
  readonly pieces: readonly Piece[];
  readonly drawings?: readonly Drawing[];
  readonly markdown: string;
}

const pages: Readonly<Record<string, Page>> = {
  "cells drawn as frames": {
    pieces: texts(starts, 100, 20, paid),
    drawings: cells((x, y) => [area(x, y, x + 100, y + 20, true)]),
    markdown: paidMarkdown,
  },
  "borders drawn cell by cell": {
    pieces: texts(starts, 100, 20, paid),
    drawings: cells((x, y) => [
      rule(x, y, x + 99, y),
      rule(x, y, x, y + 20),
      rule(x, y + 20, x + 99, y + 20),
      rule(x + 100, y, x + 100, y + 20),
    ]),
    markdown: paidMarkdown,
  },
  "cells as filled areas": {
    pieces: texts(starts, 100, 20, paid),
    drawings: cells((x, y) => [area(x, y, x + 100, y + 20)]),
    markdown: paidMarkdown,
  },
  "columns so close that only lines between them part them, drawn row by row": {
    pieces: texts([60, 92, 124], 100, 12, [
      ["Year", "Men", "Girls"],
      ["1990", "12345", "12345"],
      ["1991", "23456", "23456"],
    ]),
    drawings: [
      ...[88, 104, 130].map((y) => rule(50, y, 160, y)),
      ...[90, 122].flatMap((x) => [88, 104, 116].map((y) => rule(x, y, x, y + 14))),
    ],
    markdown:
      "| Year | Men | Girls |\n| --- | --- | --- |\n| 1990 | 12345 | 12345 |\n| 1991 | 23456 | 23456 |",
  },
  "a header over two columns, above a line": {
    pieces: [
      piece(160, 100, "Paid by the members"),
      ...texts(starts, 114, 12, [["Name", "First", "Second"], ...paid.slice(1)]),
    ],
    drawings: [...across([88, 118, 156]), rule(155, 104, 350, 104)],
    markdown: `<table>
<tr><th rowspan="2">Name</th><th colspan="2">Paid by the members</th></tr>
<tr><th>First</th><th>Second</th></tr>
<tr><td>Anna</td><td>23</td><td>12</td></tr>
<tr><td>Bert</td><td>41</td><td>147</td></tr>
<tr><td>Carl</td><td>9</td><td>3</td></tr>
</table>`,
  },
  "two tables between rules, with a title in larger type": {
    pieces: later,
    drawings: laterRules,
    markdown: `${paidMarkdown}\n\n# Later\n\n${paidMarkdown}`,
  },
  "one table, since vertical lines go through its title": {
    pieces: later,
    drawings: [...laterRules, rule(140, 88, 140, 218), rule(240, 88, 240, 218)],
    markdown: `${paidMarkdown}\n| Later |  |  |\n| Name | Paid | Due |\n${paidMarkdown.split("\n").slice(2).join("\n")}`,
  },
  "words of a line that are struck through": {
    pieces: [piece(50, 150, "It was sold for forty pounds in all")],
    drawings: [rule(130, 147, 190, 147)],
    markdown: "It was sold for ~~forty pounds~~ in all",
  },
  "centered lines": {
    pieces: [
      piece(140, 130, "To all who took part in"),
      piece(155, 142, "it, with our thanks"),
      piece(170, 154, "and greetings"),
    ],
    markdown: "To all who took part in it, with our thanks and greetings",
  },
  "lines of Chinese and Latin": {
    pieces: paragraph("这里的文字很长很长很长", "ABC 是一个公司的名字", "它在这里"),
    markdown: "这里的文字很长很长很长 ABC 是一个公司的名字它在这里",
  },
  "squares beside lines, and flat and tall shapes": {
    pieces: [
      piece(70, 100, "the first of them"),
      piece(70, 112, "the second of them"),
      piece(70, 160, "It is flat there, says Anna"),
      piece(70, 190, "It is tall there, says Anna"),
    ],
    drawings: [area(55, 94, 59, 98), area(55, 106, 59, 110), area(55, 156, 59, 157), area(55, 181, 59, 196)],
    markdown:
      "- the first of them\n- the second of them\n\nIt is flat there, says Anna\n\nIt is tall there, says Anna",
  },
  "an address over two lines, and a slash at the end of a line": {
    pieces: paragraph(
      "You find it all at https://example.org/papers/",
      "2024/list.html and nowhere else in the world.",
    ),
    markdown: "You find it all at https://example.org/papers/2024/list.html and nowhere else in the world.",
  },
  "a paragraph within an item, and one after the list": {
    pieces: [
      piece(50, 100, "1. Take the first of them"),
      piece(62, 116, "It is the one that is on the left of the shelf in the hall."),
      piece(50, 132, "2. Take the second"),
      piece(50, 160, "It is another text that follows the list in the page's column."),
    ],
    markdown: `1. Take the first of them

   It is the one that is on the left of the shelf in the hall.

2. Take the second

It is another text that follows the list in the page's column.`,
  },
  "a justified line in pieces": {
    pieces: [
      piece(50, 100, "here the quick brown fox jumps over lazy dogs ever"),
      ...["and", "the", "quick", "fox", "of it"].map((text, at) =>
        piece([50, 120, 190, 270, 340][at] ?? 0, 112, text),
      ),
      piece(50, 124, "and the quick brown fox jumps over them once again"),
    ],
    markdown:
      "here the quick brown fox jumps over lazy dogs ever and the quick fox of it and the quick brown fox jumps over them once again",
  },
};

describe("a page with", () => {
  it.each(Object.entries(pages))("%s", async (_, { pieces, drawings, markdown }) => {
    const { reader } = readerOf([layout(1, pieces, drawings)]);
    const { content } = await extractStructure(reader, { ...noOptions, pages: [1] });
    expect(content).toBe(markdown);
  });

  it("a number that stays in its running title", async () => {
    const words = ["Birds", "Trees", "Stones", "Rivers"];
    const all = words.map((word, at) =>
      layout(at + 1, [
        piece(50, 40, "Report of 2024"),
        piece(50, 90, `${word} were seen`),
        ...prose(50, 120, 20),
      ]),
    );
    const { content } = await extractStructure(readerOf(all).reader, { ...noOptions, pages: [1, 2, 3, 4] });
    expect(content).toContain("Stones were seen");
    expect(content).not.toContain("Report");
  });
});
