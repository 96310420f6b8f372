/** Blocks that continue in another column or on the next page. */
import { describe, expect, it } from "vitest";
import { createSequence } from "../../../src/reading/layout/join-pages.ts";
import type { Block, Cell, Line, ListItem } from "../../../src/reading/layout/model/blocks.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import { sectionFinder, sectionTree } from "../../../src/reading/layout/outline/sections.ts";
import { piece, type Style } from "./support.ts";

function line(x: number, y: number, text: string, type: Style = {}): Line {
  const [own] = pieceLines([piece(x, y, text, type)]);
  if (!own) throw new Error("no line");
  return own;
}
const around = (lines: readonly Line[]) => ({
  x0: Math.min(...lines.map(({ box }) => box.x0)),
  y0: Math.min(...lines.map(({ box }) => box.y0)),
  x1: Math.max(...lines.map(({ box }) => box.x1)),
  y1: Math.max(...lines.map(({ box }) => box.y1)),
});
const block = (
  type: Block["type"],
  page: number,
  lines: readonly Line[],
  more: Partial<Block> = {},
): Block => ({
  ...{ type, page, lines, box: around(lines) },
  ...more,
});
/** A paragraph at the end of a page, and one at the start of the next. */
const ending = (...texts: readonly string[]) =>
  block(
    "paragraph",
    1,
    texts.map((text, at) => line(50, 700 + 12 * at, text)),
  );
const starting = (text: string, type: Style = {}) => block("paragraph", 2, [line(50, 80, text, type)]);
const joined = (...blocks: readonly Block[]) => {
  const sequence = createSequence();
  for (const page of new Set(blocks.map((own) => own.page)))
    sequence.add(blocks.filter((own) => own.page === page));
  return sequence.blocks;
};

const full = "and a line that fills its column";

describe("a paragraph", () => {
  it.each<[string, Block, Block, boolean]>([
    ["in a sentence", ending("The fox jumps"), starting("over the dog."), true],
    ["after a sentence", ending("The fox jumps."), starting("over the dog."), false],
    ["after a quoted sentence", ending("“The fox jumps.”"), starting("over the dog."), false],
    ["after a colon", ending("The fox jumps:"), starting("over the dog."), false],
    ["in a broken word", ending("The fox jum-"), starting("Ping over."), true],
    ["in a broken range", ending("The years 1984-"), starting("1990 were."), true],
    ["after a dash", ending("The years 1984-"), starting("Then more."), false],
    ["between entries of an index", ending("Foxes, 12"), starting("dogs, 14"), false],
    ["with a capital after a full line", ending(full, full), starting("Berlin is large."), true],
    ["with a capital after a short line", ending(full, "and a line"), starting("Berlin is large."), false],
    ["with a capital after a single line", ending(full), starting("Berlin is large."), false],
    ["with a number after a full line", ending(full, full), starting("1984 was over."), true],
    [
      "with a capital after a full line with a number",
      ending(full, `${full.slice(0, -5)} 1984`),
      starting("Berlin is."),
      false,
    ],
    ["in another size", ending("The fox jumps"), starting("over the dog.", { size: 11 }), false],
    ["in another kind of type", ending("The fox jumps"), starting("over the dog.", { mono: true }), false],
  ])("continues %s: %#", (_, a, b, expected) => {
    expect(joined(a, b).length === 1).toBe(expected);
  });

  it("continues after notes and captions, but not after a heading", () => {
    const [a, b] = [ending("The fox jumps"), starting("over the dog.")];
    const aside = (type: Block["type"]) => block(type, 1, [line(50, 740, "1 A note.")]);
    const types = (between: Block) => joined(a, between, b).map(({ type }) => type);
    expect(types(aside("footnote"))).toEqual(["paragraph", "footnote"]);
    expect(types(aside("caption"))).toEqual(["paragraph", "caption"]);
    expect(types(aside("heading"))).toEqual(["paragraph", "heading", "paragraph"]);
  });

  it("doesn't continue two pages later after other content", () => {
    const a = ending("The fox jumps");
    const b = { ...starting("over the dog."), page: 3 };
    const note = block("footnote", 2, [line(50, 740, "1 A note.")]);
    expect(joined(a, b)).toHaveLength(1);
    expect(joined(a, note, b)).toHaveLength(3);
  });
});

const items = (page: number, texts: readonly string[], y = 700): Block => {
  const lines = texts.map((text, at) => line(50, y + 12 * at, text));
  return block("list", page, lines, {
    items: lines.map((own): ListItem => ({ marker: "•", ordered: false, depth: 0, lines: [own] })),
  });
};

describe("a list's last item", () => {
  it.each<[string, Block, Block, boolean]>([
    ["in a sentence", items(1, ["one item", "another item that"]), starting("goes on."), true],
    ["after a sentence", items(1, ["one item", "another item."]), starting("goes on."), false],
    ["with a capital after full lines", items(1, [full, full, full]), starting("Berlin is large."), true],
    [
      "with a capital after a short line",
      items(1, [full, full, "and so on"]),
      starting("Berlin is large."),
      false,
    ],
    ["with a capital after two lines", items(1, [full, full]), starting("Berlin is large."), false],
    [
      "with a capital after three words",
      items(1, [full, full, `a b ${"w".repeat(28)}`]),
      starting("Berlin is large."),
      true,
    ],
    [
      "with a capital after two words",
      items(1, [full, full, `a ${"w".repeat(30)}`]),
      starting("Berlin is large."),
      false,
    ],
    ["below it", items(1, ["one item that"]), block("paragraph", 1, [line(50, 740, "goes on.")]), false],
    [
      "in the next column",
      items(1, ["one item that"]),
      block("paragraph", 1, [line(300, 80, "goes on.")]),
      true,
    ],
  ])("continues %s: %#", (_, a, b, expected) => {
    const [list, ...others] = joined(a, b);
    expect(others).toHaveLength(expected ? 0 : 1);
    expect(list?.items?.at(-1)?.lines).toHaveLength(expected ? 2 : 1);
  });
});

/** A table of these rows, with a header, whose columns begin at `xs`. */
const table = (
  page: number,
  rows: readonly (readonly string[])[],
  xs: readonly number[] = [50, 150, 250],
  y = 100,
): Block => {
  const cells = rows.map((row, at) =>
    row.map((text, k): Cell => {
      const lines = text === "" ? [] : [line(xs[k] ?? 0, y + 12 * at, text)];
      return { lines, box: { x0: 0, y0: 0, x1: 0, y1: 0 }, rowSpan: 1, colSpan: 1, header: at === 0 };
    }),
  );
  return block(
    "table",
    page,
    cells.flat().flatMap(({ lines }) => lines),
    {
      table: { rows: cells, columns: rows[0]?.length ?? 0 },
    },
  );
};
const rowsOf = ({ table: own }: Block) =>
  own?.rows.map((row) =>
    row.map(({ lines, header }) => (header ? "#" : "") + lines.map(({ text }) => text).join(" ")).join("|"),
  );
const head = ["Name", "Paid", "Due"];

describe("a table", () => {
  it.each<[string, Block, Block, string[] | undefined]>([
    [
      "with the same header",
      table(1, [head, ["a", "1", "2"]]),
      table(2, [head, ["b", "3", "4"]]),
      ["#Name|#Paid|#Due", "a|1|2", "b|3|4"],
    ],
    [
      "with the same header elsewhere",
      table(1, [head, ["a", "1", "2"]]),
      table(2, [head, ["b", "3", "4"]], [80, 180, 280]),
      ["#Name|#Paid|#Due", "a|1|2", "b|3|4"],
    ],
    [
      "with the same header two pages later",
      table(1, [head, ["a", "1", "2"]]),
      table(3, [head, ["b", "3", "4"]]),
      undefined,
    ],
    [
      "with the same header in the next column",
      table(1, [head, ["a", "1", "2"]]),
      table(1, [head, ["b", "3", "4"]], [350, 400, 450]),
      ["#Name|#Paid|#Due", "a|1|2", "b|3|4"],
    ],
    [
      "with the same header below",
      table(1, [head, ["a", "1", "2"]]),
      table(1, [head, ["b", "3", "4"]], [50, 150, 250], 300),
      undefined,
    ],
    [
      "with a single row that comes again",
      table(1, [["a", "1", "2"]]),
      table(2, [["a", "1", "2"]]),
      ["#a|#1|#2", "a|1|2"],
    ],
    [
      "at the same places",
      table(1, [head, ["a", "1", "2"]]),
      table(2, [
        ["b", "3", "4"],
        ["c", "5", "6"],
      ]),
      ["#Name|#Paid|#Due", "a|1|2", "b|3|4", "c|5|6"],
    ],
    [
      "at almost the same places",
      table(1, [head, ["a", "1", "2"]]),
      table(2, [["b", "3", "4"]], [55, 155, 255]),
      ["#Name|#Paid|#Due", "a|1|2", "b|3|4"],
    ],
    [
      "at other places",
      table(1, [head, ["a", "1", "2"]]),
      table(2, [["b", "3", "4"]], [50, 157, 250]),
      undefined,
    ],
    ["farther in", table(1, [head, ["a", "1", "2"]]), table(2, [["b", "3", "4"]], [57, 150, 250]), undefined],
    ["of other columns", table(1, [head, ["a", "1", "2"]]), table(2, [["b", "3"]]), undefined],
    [
      "with a column that is empty there",
      table(1, [head, ["a", "1", "2"]]),
      table(2, [["b", "", "4"]], [50, 150, 250]),
      ["#Name|#Paid|#Due", "a|1|2", "b||4"],
    ],
    [
      "in a cell",
      table(1, [head, ["a", "many words", "2"]]),
      table(2, [
        ["", "that follow", ""],
        ["b", "3", "4"],
      ]),
      ["#Name|#Paid|#Due", "a|many words that follow|2", "b|3|4"],
    ],
    [
      "in a cell with a capital",
      table(1, [head, ["a", "many words in", "2"]]),
      table(2, [
        ["", "Berlin", ""],
        ["b", "3", "4"],
      ]),
      ["#Name|#Paid|#Due", "a|many words in Berlin|2", "b|3|4"],
    ],
    [
      "after a sentence in a cell",
      table(1, [head, ["a", "Many words.", "2"]]),
      table(2, [
        ["", "More", ""],
        ["b", "3", "4"],
      ]),
      ["#Name|#Paid|#Due", "a|Many words.|2", "|More|", "b|3|4"],
    ],
    [
      "with a first cell only",
      table(1, [head, ["a", "1", "2"]]),
      table(2, [
        ["part", "", ""],
        ["b", "3", "4"],
      ]),
      ["#Name|#Paid|#Due", "a|1|2", "part||", "b|3|4"],
    ],
    [
      "below an empty cell",
      table(1, [head, ["a", "", "2"]]),
      table(2, [
        ["", "more", ""],
        ["b", "3", "4"],
      ]),
      ["#Name|#Paid|#Due", "a||2", "|more|", "b|3|4"],
    ],
  ])("continues %s", (_, a, b, expected) => {
    const blocks = joined(a, b);
    expect(blocks).toHaveLength(expected ? 1 : 2);
    expect(blocks[0] && rowsOf(blocks[0])).toEqual(expected ?? rowsOf(a));
  });
});

describe("code", () => {
  const code = (page: number, y: number, size = 10) =>
    block("code", page, [line(50, y, "code", { mono: true, size })]);

  it.each<[string, Block, boolean]>([
    ["at the top of the next page", code(2, 80), true],
    ["at the top of a later page", code(3, 80), false],
    ["farther down", code(2, 400), false],
    ["in another size", code(2, 80, 9), false],
    ["in almost the same size", code(2, 80, 10.2), true],
  ])("continues %s: %#", (_, b, expected) => {
    expect(joined(code(1, 700), b).length === 1).toBe(expected);
  });
});

describe("a sequence of blocks", () => {
  it("knows which blocks later pages may change", () => {
    const sequence = createSequence();
    const seen = () => [sequence.blocks.length, sequence.changedFrom, sequence.joinedFrom, sequence.settled];
    expect(sequence.settled).toBe(0);
    sequence.add([block("header", 1, [line(50, 30, "Head")])]);
    expect(seen()).toEqual([1, 0, 0, 1]);
    sequence.add([ending("First."), ending("The fox jumps")]);
    expect(seen()).toEqual([3, 1, 1, 1]);
    sequence.add([starting("over the dog."), starting("Then more.")]);
    expect(seen()).toEqual([4, 2, 1, 2]);
    expect(sequence.take(2).map(({ lines }) => lines.length)).toEqual([1, 1, 2]);
    expect(seen()).toEqual([1, 0, 0, 0]);
    expect(sequence.take(1)).toHaveLength(1);
    expect(sequence.blocks).toEqual([]);
  });
});

describe("sections", () => {
  const entries = (...all: readonly (readonly [title: string, level: number, page: number])[]) =>
    all.map(([title, level, page]) => ({ title, level, page }));
  const shown = (tree: readonly ReturnType<typeof sectionTree>[number][]): string[] =>
    tree.flatMap(({ id, title, level, startPage, endPage, children }) => [
      `${id} ${title} ${level}: ${startPage}-${endPage}`,
      ...shown(children),
    ]);

  it.each<[string, ReturnType<typeof entries>, string[]]>([
    ["end before the next", entries(["A", 1, 1], ["B", 1, 4]), ["s1 A 1: 1-3", "s2 B 1: 4-9"]],
    ["begin on the same page", entries(["A", 1, 2], ["B", 1, 2]), ["s1 A 1: 2-2", "s2 B 1: 2-9"]],
    [
      "contain those of lower levels",
      entries(["A", 1, 1], ["B", 2, 3], ["C", 1, 5]),
      ["s1 A 1: 1-4", "s2 B 2: 3-4", "s3 C 1: 5-9"],
    ],
    [
      "skip no levels",
      entries(["A", 1, 1], ["B", 4, 3], ["C", 2, 5]),
      ["s1 A 1: 1-9", "s2 B 2: 3-4", "s3 C 2: 5-9"],
    ],
    ["begin after the last page", entries(["A", 1, 12]), ["s1 A 1: 12-12"]],
  ])("%s", (_, all, expected) => {
    expect(shown(sectionTree(all, 9))).toEqual(expected);
  });

  it("are at most twelve deep", () => {
    const deep = entries(...Array.from({ length: 15 }, (_, at) => [`${at}`, at + 1, 1] as const));
    expect(Math.max(...shown(sectionTree(deep, 9)).map((text) => Number(/ (\d+):/.exec(text)?.[1])))).toBe(
      12,
    );
  });

  type Named = { readonly page: number; readonly type: string; readonly title: string };
  const named = (page: number, title = ""): Named => ({
    page,
    title,
    type: title === "" ? "paragraph" : "heading",
  });
  const found = (bookmarks: ReturnType<typeof entries>, blocks: readonly Named[]) => {
    const find = sectionFinder<Named>(bookmarks, ({ title }) => title);
    const first = blocks.map(find);
    // Asked again, it gives the same answers.
    expect(blocks.map(find)).toEqual(first);
    return first;
  };

  it.each<[string, ReturnType<typeof entries>, readonly Named[], (string | undefined)[]]>([
    [
      "begin with headings",
      [],
      [named(1), named(1, "A"), named(1), named(2, "B")],
      [undefined, "s1", "s1", "s2"],
    ],
    [
      "begin with the heading of a bookmark",
      entries(["One", 1, 1], ["Two", 1, 2]),
      [named(1), named(1, "1. ONE"), named(2), named(2, "Other"), named(2, "Two"), named(2)],
      [undefined, "s1", "s1", "s1", "s2", "s2"],
    ],
    [
      "begin at the latest on the page after their bookmark's",
      entries(["One", 1, 1], ["Two", 1, 2], ["Three", 1, 2]),
      [named(3), named(3, "Four")],
      ["s3", "s3"],
    ],
  ])("%s", (_, bookmarks, blocks, expected) => {
    expect(found(bookmarks, blocks)).toEqual(expected);
  });
});
