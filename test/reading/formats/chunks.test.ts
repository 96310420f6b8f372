/** Which blocks, and which parts of a block, share a chunk. */
import { describe, expect, it } from "vitest";
import { inWords, registryNames } from "../../../src/core/message.ts";
import { type Chunk, Chunker, cutText, putChunks } from "../../../src/reading/formats/chunks.ts";
import { createContent } from "../../../src/reading/formats/writers.ts";
import type { Block, Cell, Line, ListItem } from "../../../src/reading/layout/model/blocks.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import { vocabularyOf } from "../../../src/reading/lines/words/vocabulary.ts";
import { piece } from "../layout/support.ts";

let height = 0;
/** A line below all others. */
function line(text: string, x = 50): Line {
  height += 12;
  const [own] = pieceLines([piece(x, height, text)]);
  if (!own) throw new Error("no line");
  return own;
}
const box = { x0: 0, y0: 0, x1: 600, y1: 800 };
const block = (type: Block["type"], texts: readonly string[], more: Partial<Block> = {}): Block => ({
  type,
  page: 1,
  box,
  lines: texts.map((text) => line(text)),
  ...more,
});
const paragraph = (...texts: readonly string[]) => block("paragraph", texts);
const heading = (text: string, level = 1) => block("heading", [text], { level });
const note = { mark: "1", label: "1", page: 1, place: 1 };
const item = (marker: string, texts: readonly string[], parts?: readonly Block[]): ListItem => ({
  ...{ marker, ordered: false, depth: 0, lines: texts.map((text) => line(text)) },
  ...(parts && { parts }),
});
const list = (...items: readonly ListItem[]) => block("list", [], { items });
/** A table with as many header rows; `+` at the start of a cell makes it span two rows. */
const table = (heads: number, ...rows: readonly (readonly string[])[]) => {
  const cells = rows.map((row, at) =>
    row.map((text): Cell => {
      const rowSpan = text.startsWith("+") ? 2 : 1;
      return { lines: [line(text.replace("+", ""))], box, rowSpan, colSpan: 1, header: at < heads };
    }),
  );
  return block("table", [], { table: { rows: cells, columns: rows[0]?.length ?? 0 } });
};

function chunksOf(
  blocks: readonly Block[],
  most = 100,
  pages: readonly (readonly Block[])[] = [blocks],
): Chunk[] {
  const chunker = new Chunker(most, vocabularyOf([]));
  pages.forEach((own, at) => {
    chunker.recordLines(at + 1, own);
  });
  for (const own of blocks) chunker.add(own);
  const length = chunker.length;
  const chunks = chunker.take();
  expect(length).toBe(chunks.reduce((sum, { text }) => sum + text.length, 0));
  expect(chunker.take()).toEqual([]);
  return chunks;
}
const shown = (chunks: readonly Chunk[]) =>
  chunks.map(({ kind, text, repeated_head }) => `${kind}${repeated_head ? "+" : ""}: ${text}`);

const words = (count: number, word = "word") => Array(count).fill(word).join(" ");

describe("blocks", () => {
  it.each<[string, readonly Block[], string[], number?]>([
    ["of text share a chunk", [paragraph("One."), paragraph("Two.")], ["text: One.\n\nTwo."]],
    ["fill a chunk exactly", [paragraph("One."), paragraph("Four")], ["text: One.\n\nFour"], 10],
    [
      "don't fit by one character",
      [paragraph("One."), paragraph("Three")],
      ["text: One.", "text: Three"],
      10,
    ],
    ["that are empty are left out", [paragraph(), paragraph("Two.")], ["text: Two."]],
    ["stay with the heading above", [heading("Head"), paragraph("One.")], ["text: # Head\n\nOne."]],
    [
      "begin a chunk with each heading",
      [paragraph("One."), heading("Head"), paragraph("Two.")],
      ["text: One.", "text: # Head\n\nTwo."],
    ],
    [
      "of several kinds are apart",
      [paragraph("One."), block("code", ["two"]), paragraph("Three.")],
      ["text: One.", "code: ```\ntwo\n```", "text: Three."],
    ],
    [
      "of code share a chunk",
      [block("code", ["one"]), block("code", ["two"])],
      ["code: ```\none\n```\n\n```\ntwo\n```"],
    ],
    [
      "that are lists share a chunk",
      [list(item("•", ["one"])), list(item("•", ["two"]))],
      ["list: - one\n\n- two"],
    ],
    [
      "that are tables are apart",
      [table(1, ["a"], ["b"]), table(1, ["c"], ["d"])],
      ["table: | a |\n| --- |\n| b |", "table: | c |\n| --- |\n| d |"],
    ],
    [
      "that are tables stay with their heading",
      [heading("Head"), table(1, ["a"], ["b"])],
      ["table: # Head\n\n| a |\n| --- |\n| b |"],
    ],
    [
      "of text continue after a caption",
      [paragraph("One."), block("caption", ["Fig."]), paragraph("Two.")],
      ["text: One.\n\nTwo.", "caption: Fig."],
    ],
    [
      "that are captions share a chunk",
      [block("caption", ["Fig."]), block("caption", ["Tab."])],
      ["caption: Fig.\n\nTab."],
    ],
    [
      "that are notes are apart from text",
      [paragraph("One."), block("footnote", ["1 A note."], { note }), paragraph("Two.")],
      ["text: One.\n\nTwo.", "footnote: [^1]: A note."],
    ],
    [
      "that are captions and notes are apart",
      [block("caption", ["Fig."]), block("footnote", ["1 A note."], { note })],
      ["caption: Fig.", "footnote: [^1]: A note."],
    ],
    ["that are formulas are text", [block("formula", ["x = 1"]), paragraph("One.")], ["text: x = 1\n\nOne."]],
  ])("%s", (_, blocks, expected, most) => {
    expect(shown(chunksOf(blocks, most))).toEqual(expected);
  });

  it("know the headings above", () => {
    const blocks = [
      heading("A"),
      heading("B", 2),
      paragraph("one"),
      heading("C", 2),
      heading("D"),
      heading("E", 3),
    ];
    expect(chunksOf(blocks).map(({ headings }) => headings.join(" > "))).toEqual([
      "A",
      "A > B",
      "A > C",
      "D",
      "D > E",
    ]);
  });

  it("have ids of their text and headings, and a number if they repeat", () => {
    const [one, two, three, other] = chunksOf([heading("A"), heading("A"), heading("A"), heading("B")]).map(
      ({ id }) => id,
    );
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect([two, three]).toEqual([`${one}-2`, `${one}-3`]);
    expect(other).not.toBe(one);
  });
});

describe("a block that is too long", () => {
  it.each<[string, readonly Block[], string[], number]>([
    [
      "ends after a sentence",
      [paragraph("One two. Three", "four five six")],
      ["text: One two.", "text: Three four", "text: five six"],
      14,
    ],
    [
      "ends between words if it has no sentence",
      [paragraph("one two three", "four")],
      ["text: one two", "text: three four"],
      10,
    ],
    [
      "ends within a word that is too long",
      [paragraph("abcdefghijklm nopqrstu")],
      ["text: abcdefghij", "text: klm", "text: nopqrstu"],
      10,
    ],
    [
      "ends after a quoted sentence",
      [paragraph("“One.” Two three four")],
      ["text: “One.”", "text: Two three", "text: four"],
      12,
    ],
    [
      "is split between rows, with its header",
      [table(1, ["a", "b"], ["one", "two"], ["three", "four"], ["five", "six"])],
      [
        "table: | a | b |\n| --- | --- |\n| one | two |",
        "table+: | a | b |\n| --- | --- |\n| three | four |",
        "table+: | a | b |\n| --- | --- |\n| five | six |",
      ],
      50,
    ],
    [
      "is split between rows with two headers",
      [table(2, ["a"], ["b"], ["one"], ["two"], ["three"])],
      ["table: | a |\n| --- |\n| b |\n| one |\n| two |", "table+: | a |\n| --- |\n| b |\n| three |"],
      38,
    ],
    [
      "isn't split between spanned rows",
      [table(1, ["a", "b"], ["+one", "two"], ["four"], ["five", "six"])],
      [
        'table: <table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td rowspan="2">one</td><td>two</td></tr>\n<tr><td>four</td></tr>\n</table>',
        "table+: | a | b |\n| --- | --- |\n| five | six |",
      ],
      140,
    ],
    [
      "has its long header once",
      [table(1, ["a long header"], ["one"], ["two"])],
      ["table: | a long header |\n| --- |\n| one |", "table: | two |\n| --- |"],
      34,
    ],
    [
      "has text of a row that is too long",
      [table(1, ["a"], [words(6)], ["one"])],
      [
        "table: | a |\n| --- |",
        "table: word word word word word",
        "table: word",
        "table+: | a |\n| --- |\n| one |",
      ],
      26,
    ],
    [
      "is split between items",
      [list(item("•", ["one"]), item("•", ["two"]), item("•", ["three"]))],
      ["list: - one\n- two", "list: - three"],
      12,
    ],
    [
      "is split within an item",
      [list(item("•", [words(3)], [paragraph("more text")]), item("•", ["one"]))],
      ["list: - word word", "list: word", "list: more text", "list: - one"],
      12,
    ],
    [
      "is split between lines of code",
      [block("code", ["one", "two", "three"])],
      ["code: ```\none\ntwo\n```", "code: ```\nthree\n```"],
      16,
    ],
    [
      "is split within a line of code",
      [block("code", ["one two three"])],
      ["code: ```\none two\n```", "code: ```\nthree\n```"],
      16,
    ],
    [
      "has its note's mark once",
      [block("footnote", ["1 one two three"], { note })],
      ["footnote: [^1]: one two", "footnote: three"],
      16,
    ],
    [
      "is apart from a next one that is too long for its last part",
      [paragraph(words(5)), paragraph("four.")],
      ["text: word word word", "text: word word", "text: four."],
      14,
    ],
    [
      "shares its last part with the next one",
      [paragraph(words(4)), paragraph("one")],
      ["text: word word word", "text: word\n\none"],
      14,
    ],
  ])("%s", (_, blocks, expected, most) => {
    expect(shown(chunksOf(blocks, most))).toEqual(expected);
  });
});

describe("the boxes of a chunk", () => {
  const places = (chunks: readonly Chunk[]) =>
    chunks.map(({ pages }) => pages.map(({ page, bbox }) => `${page}: ${bbox.map(Math.round).join(" ")}`));
  const at = (x: number, y: number, text: string): Line => {
    const [own] = pieceLines([piece(x, y, text)]);
    if (!own) throw new Error("no line");
    return own;
  };
  const made = (...lines: readonly Line[]): Block => ({ type: "paragraph", page: 1, box, lines });

  it("are around lines that no other is among", () => {
    const [one, two] = [made(at(50, 100, "one two")), made(at(50, 112, "three"))];
    expect(places(chunksOf([one, two]))).toEqual([["1: 50 92 85 114"]]);
    const between = made(at(50, 106, "x"));
    expect(places(chunksOf([one, two], 100, [[one, between, two]]))).toEqual([
      ["1: 50 92 85 102", "1: 50 104 75 114"],
    ]);
  });

  it("are on each page", () => {
    const [one, two] = [made(at(50, 100, "one two")), made(at(50, 112, "three"))];
    expect(places(chunksOf([one, two], 100, [[one], [two]]))).toEqual([
      ["1: 50 92 85 102", "2: 50 104 75 114"],
    ]);
    expect(places(chunksOf([one, two], 100, [[one]]))).toEqual([["1: 50 92 85 102"]]);
  });

  it("are apart for parts of lines", () => {
    const [one, two] = [made(at(50, 100, "one two"), at(50, 112, "three four")), made(at(50, 124, "five"))];
    expect(places(chunksOf([one, two], 13))).toEqual([
      ["1: 50 92 85 102", "1: 50 104 75 114"],
      ["1: 80 104 100 114", "1: 50 116 70 126"],
    ]);
  });
});

describe("chunks written by a model", () => {
  it("are parts of pages", () => {
    const chunker = new Chunker(12, vocabularyOf([]));
    chunker.addWritten("# Head", { type: "heading", title: "Head", page: 2, box });
    chunker.addWritten("", { type: "paragraph", page: 2, box });
    chunker.addWritten("one two three four", { type: "paragraph", page: 2, box });
    chunker.addWritten("| a |", { type: "table", page: 3, box: { ...box, x0: 5 } });
    const bbox = [0, 0, 600, 800];
    expect(chunker.take().map(({ headings, kind, text, pages }) => [headings, kind, text, pages])).toEqual([
      [["Head"], "text", "# Head", [{ page: 2, bbox }]],
      [["Head"], "text", "one two", [{ page: 2, bbox }]],
      [["Head"], "text", "three four", [{ page: 2, bbox }]],
      [["Head"], "table", "| a |", [{ page: 3, bbox: [5, 0, 600, 800] }]],
    ]);
  });

  it.each<[string, number, string[]]>([
    ["one two", 7, ["one two"]],
    ["one two", 6, ["one", "two"]],
    ["one two three", 7, ["one two", "three"]],
    ["one\ntwo three", 5, ["one", "two", "three"]],
    ["a   b", 2, ["a", "b"]],
    ["abcdef", 4, ["abcd", "ef"]],
    ["abc😀ef", 4, ["abc", "😀ef"]],
    [" abcdef", 4, [" abc", "def"]],
    ["", 4, []],
  ])("of %j have at most %i characters: %j", (text, most, parts) => {
    expect(cutText(text, most)).toEqual(parts);
  });
});

describe("an answer with chunks", () => {
  const chunk = (page: number, text: string): Chunk => ({
    ...{ id: text, text, headings: [], kind: "text" },
    pages: [{ page, bbox: [0, 0, 1, 1] }],
  });
  const chunks = [chunk(1, "one"), chunk(2, "two"), chunk(3, "six")];
  const size = JSON.stringify(chunks[0]).length;
  const frame = '{"version":1,"chunks":['.length + "]}".length;

  it.each<[string, number, readonly number[], unknown, number, string]>([
    ["has all that fit", frame + 3 * size + 2, [1, 2, 3], { truncated: false, next: null }, 3, ""],
    [
      "continues with the page of the first that doesn't",
      frame + 3 * size + 1,
      [1, 2, 3],
      { truncated: true, next: 3 },
      2,
      "",
    ],
    ["omits those of a first page", frame + size - 1, [1, 2, 3], { truncated: true, next: 2 }, 0, "page 1"],
    ["omits those of a page on its own", frame + size - 1, [1], { truncated: true, next: null }, 0, "page 1"],
  ])("%s", (_, maxChars, pages, expected, count, warning) => {
    const [content, warnings] = [createContent("chunks"), [] as string[]];
    const warn = (message: Parameters<typeof inWords>[0]) =>
      void warnings.push(inWords(message, registryNames));
    expect(putChunks(chunks, content, { maxChars, pages, warn })).toEqual(expected);
    expect(JSON.parse(content.end()).chunks).toEqual(chunks.slice(0, count));
    expect(warnings.join()).toContain(warning);
    expect(warnings).toHaveLength(warning === "" ? 0 : 1);
  });
});
