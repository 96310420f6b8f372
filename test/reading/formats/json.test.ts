/** Blocks as JSON, the kinds of pages, and the text of code. */
import { describe, expect, it } from "vitest";
import type { Box, HiddenReason, Word } from "../../../src/core/page-layout.ts";
import { codeText } from "../../../src/reading/formats/code-text.ts";
import { htmlBlock } from "../../../src/reading/formats/html.ts";
import { boxOf, jsonBlock, jsonPage, pageKind } from "../../../src/reading/formats/json.ts";
import { markdownBlock } from "../../../src/reading/formats/markdown.ts";
import { createContent, textWriter } from "../../../src/reading/formats/writers.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import type { Block, Cell, Line } from "../../../src/reading/layout/model/blocks.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import { vocabularyOf } from "../../../src/reading/lines/words/vocabulary.ts";
import { layout, piece, type Style } from "../layout/support.ts";

function line(
  x: number,
  y: number,
  text: string,
  type: Style = {},
  change: (word: Word, at: number) => Word = (word) => word,
): Line {
  const own = piece(x, y, text, type);
  const [made] = pieceLines([{ ...own, words: own.words.map(change) }]);
  if (!made) throw new Error("no line");
  return made;
}
const box = { x0: 0, y0: 0, x1: 600, y1: 800 };
const block = (type: Block["type"], lines: readonly Line[], more: Partial<Block> = {}): Block => ({
  ...{ type, page: 1, box, lines },
  ...more,
});
const json = (own: Block, section?: string) => jsonBlock(own, "p1-1", section, vocabularyOf([]));

describe("a block as JSON", () => {
  it("has its lines with their place and type", () => {
    const own = block("paragraph", [
      line(50.004, 100, "One re-", { bold: true }),
      line(50, 112, "mains", { size: 9.996 }),
    ]);
    expect(json(own)).toEqual({
      ...{ id: "p1-1", type: "paragraph", bbox: [0, 0, 600, 800], text: "One remains" },
      lines: [
        { text: "One re-", bbox: [50, 92, 85, 102], font: "Test", size: 10, bold: true, italic: false },
        { text: "mains", bbox: [50, 104, 74.99, 114], font: "Test", size: 10, bold: false, italic: false },
      ],
    });
  });

  it.each<[string, Block, object, string?]>([
    [
      "a heading",
      block("heading", [line(50, 100, "One")], { level: 3 }),
      { type: "heading", level: 3, section: "s1" },
      "s1",
    ],
    ["a heading without a level", block("heading", [line(50, 100, "One")]), { type: "heading", level: 1 }],
    ["code", block("code", [line(50, 100, "one re-"), line(50, 112, "two")]), { text: "one re-\ntwo" }],
    [
      "a list",
      block("list", [], {
        items: [
          {
            marker: "•",
            ordered: false,
            depth: 0,
            lines: [line(50, 100, "one")],
            parts: [block("code", [line(50, 112, "two")]), block("paragraph", [line(50, 112, "three")])],
          },
        ],
      }),
      { items: [{ marker: "•", depth: 0, text: "one\ntwo\nthree" }] },
    ],
  ])("is %s", (_, own, expected, section) => {
    expect(json(own, section)).toMatchObject(expected);
    expect("level" in json(own)).toBe(own.type === "heading");
    expect(json(own)).not.toHaveProperty("section");
  });

  it("has the cells of a table", () => {
    const cell = (text: string, more: Partial<Cell> = {}): Cell => ({
      ...{ lines: text === "" ? [] : [line(50, 100, text)], box, rowSpan: 1, colSpan: 1, header: false },
      ...more,
    });
    const rows = [
      [cell("a", { header: true }), cell("b", { rowSpan: 2, colSpan: 3 })],
      [cell("c"), cell("")],
    ];
    const found = json(block("table", [], { table: { rows, columns: 2 } }));
    const plain = { row_span: 1, col_span: 1, header: false, bbox: [0, 0, 600, 800] };
    expect(found).toMatchObject({ text: "a\tb\nc\t", lines: [] });
    expect(found.rows).toEqual([
      [
        { ...plain, text: "a", header: true },
        { ...plain, text: "b", row_span: 2, col_span: 3 },
      ],
      [
        { ...plain, text: "c" },
        { ...plain, text: "" },
      ],
    ]);
  });

  it.each<[string, readonly (number | undefined)[], number | undefined]>([
    ["of all letters", [0.5, 0.75], 0.6],
    ["of one word", [0.505, 0.505], 0.51],
    ["unless a word wasn't recognized", [0.5, undefined], undefined],
  ])("has a line's confidence, %s", (_, confidences, expected) => {
    const own = line(50, 100, "abc de", {}, (word, at) => {
      const confidence = confidences[at];
      return confidence === undefined ? word : { ...word, confidence };
    });
    expect(json(block("paragraph", [own])).lines).toMatchObject([
      expected === undefined ? {} : { confidence: expected },
    ]);
    expect("confidence" in (json(block("paragraph", [own])).lines[0] ?? {})).toBe(expected !== undefined);
  });

  it.each<[string, readonly (HiddenReason | undefined)[], object]>([
    ["none of its words", [undefined, undefined, undefined], {}],
    ["all of its words", ["color", "color", "color"], { hidden: "color" }],
    ["some of its words", [undefined, "size", "size"], { hidden: "size", hidden_text: "de f" }],
    ["words for several reasons", ["covered", "color", "color"], { hidden: "color" }],
    [
      "more letters for one reason",
      ["covered", "color", undefined],
      { hidden: "covered", hidden_text: "abc de" },
    ],
  ])("names why a line hides %s", (_, reasons, expected) => {
    const own = line(50, 100, "abc de f", {}, (word, at) => ({ ...word, hidden: reasons[at] }));
    const { hidden, hidden_text } = {
      hidden: undefined,
      hidden_text: undefined,
      ...json(block("paragraph", [own])).lines[0],
    };
    expect(
      Object.fromEntries(Object.entries({ hidden, hidden_text }).filter(([, value]) => value !== undefined)),
    ).toEqual(expected);
  });

  it("has boxes in hundredths of points, and none without an end", () => {
    expect(boxOf({ x0: 1.006, y0: -2.345_6, x1: Number.POSITIVE_INFINITY, y1: Number.NaN })).toEqual([
      1.01, -2.35, 0, 0,
    ]);
  });
});

describe("a page", () => {
  const image = (x1: number, y1: number): Box => ({ x0: 0, y0: 0, x1, y1 });
  const kindOf = (images: readonly Box[], texts: readonly string[], recognized = false) =>
    pageKind(
      pageFlow({
        ...layout(
          1,
          texts.map((text, at) => piece(50, 100 + 12 * at, text)),
        ),
        images,
        recognized,
      }),
    );

  it.each<[string, readonly Box[], readonly string[], string]>([
    ["only text", [], ["text"], "text"],
    ["nothing", [], [], "empty"],
    ["text and a picture", [image(600, 390)], ["text"], "text"],
    ["text and a picture of most of it", [image(600, 410)], ["text"], "mixed"],
    ["text and pictures", [image(600, 250), image(600, 250)], ["text"], "text"],
    ["a picture", [image(600, 82)], [], "scanned"],
    ["a small picture", [image(600, 78)], [], "empty"],
  ])("with %s", (_, images, texts, kind) => {
    expect(kindOf(images, texts)).toBe(kind);
  });

  it("whose picture was read is scanned, and has no text of its own", () => {
    expect(kindOf([], ["text"], true)).toBe("scanned");
    const flow = pageFlow({ ...layout(1, [piece(50, 100, "text")]), recognized: true });
    expect(jsonPage(flow, 90, [])).toEqual({
      page: 1,
      width: 600,
      height: 800,
      rotation: 90,
      has_text: false,
      kind: "scanned",
      blocks: [],
    });
    expect(jsonPage(pageFlow(layout(2, [piece(50, 100, "text")])), 0, [])).toMatchObject({
      page: 2,
      has_text: true,
    });
  });
});

describe("code", () => {
  const shown = (...lines: readonly (readonly [x: number, y: number, text: string])[]) =>
    codeText(lines.map(([x, y, text]) => line(x, y, text, { mono: true })));

  it.each<[string, readonly (readonly [number, number, string])[], string]>([
    ["nothing", [], ""],
    [
      "lines",
      [
        [50, 100, "one"],
        [50, 112, "two"],
      ],
      "one\ntwo",
    ],
    [
      "indented lines",
      [
        [50, 100, "one"],
        [60, 112, "two"],
        [55, 124, "three"],
      ],
      "one\n  two\n three",
    ],
    [
      "a first line set in",
      [
        [60, 100, "one"],
        [50, 112, "two"],
      ],
      "  one\ntwo",
    ],
    [
      "an empty line",
      [
        [50, 100, "one"],
        [50, 112, "two"],
        [50, 136, "three"],
      ],
      "one\ntwo\n\nthree",
    ],
    [
      "two empty lines",
      [
        [50, 100, "one"],
        [50, 112, "two"],
        [50, 160, "three"],
      ],
      "one\ntwo\n\n\nthree",
    ],
    [
      "a little more space",
      [
        [50, 100, "one"],
        [50, 112, "two"],
        [50, 130, "three"],
      ],
      "one\ntwo\nthree",
    ],
    [
      "another column",
      [
        [50, 100, "one"],
        [50, 112, "two"],
        [50, 190, "three"],
        [300, 100, "four"],
      ],
      `one\ntwo\nthree\n${" ".repeat(50)}four`,
    ],
    [
      "short words only",
      [
        [50, 100, "a"],
        [62, 112, "b"],
      ],
      "a\n  b",
    ],
  ])("is %s", (_, lines, expected) => {
    expect(shown(...lines)).toBe(expected);
  });

  it("has as many spaces as there is room", () => {
    const words = piece(50, 100, "one two", { mono: true }).words;
    const [first, second] = words;
    const apart = (x0: number, spaced: boolean) =>
      codeText(
        pieceLines([
          {
            ...piece(50, 100, "one two"),
            words:
              first && second ? [first, { ...second, spaced, box: { ...second.box, x0, x1: x0 + 15 } }] : [],
          },
        ]),
      );
    expect([70, 85, 66, 600].map((x0) => apart(x0, true).length - 6)).toEqual([1, 4, 1, 40]);
    expect(apart(85, false)).toBe("onetwo");
  });
});

describe("a growing answer", () => {
  it.each([
    ["markdown", "a\n\nb"],
    ["html", "a\n\nb"],
    ["json", '{"version":1,"unit":"pt","origin":"top-left","pages":[a,b]}'],
    ["chunks", '{"version":1,"chunks":[a,b]}'],
  ] as const)("in %s has its pieces in a frame", (format, whole) => {
    const content = createContent(format);
    content.add("a", 1);
    content.add("", 2);
    expect(content.lengthWith("b")).toBe(whole.length);
    content.add("b", 3);
    expect(content.lengthWith("")).toBe(whole.length);
    expect(content.end()).toBe(whole);
  });

  it("without pieces is an empty frame", () => {
    expect([createContent("markdown").end(), createContent("chunks").end()]).toEqual([
      "",
      '{"version":1,"chunks":[]}',
    ]);
  });

  it("is passed on with the last page in it", () => {
    const taken: [string, number][] = [];
    const content = createContent("chunks", (text, through) => taken.push([text, through]), true);
    content.add("a", 4);
    content.add("", 5);
    content.add("b", 6);
    expect(content.end()).toBe("");
    expect(taken).toEqual([
      [",a", 4],
      [",b", 6],
      ["]}", 6],
    ]);
  });
});

describe("raised and lowered text", () => {
  /** "10 20" with the second word small and above the line, directly after the first. */
  const power = line(50, 100, "10< 20", {}, (word, at) => {
    const { x0, y0, y1, ...across } = word.box;
    return at === 0
      ? word
      : {
          ...word,
          spaced: false,
          size: 6,
          baseline: 96,
          box: { ...across, x0: x0 - 5, y0: y0 - 2, y1: y1 - 6 },
        };
  });

  it("is marked in lines, cells and items, and nowhere else", () => {
    expect(json(block("paragraph", [power, line(50, 112, "plain")])).lines).toMatchObject([
      { marked: "10&lt;<sup>20</sup>" },
      { text: "plain" },
    ]);
    expect(json(block("paragraph", [line(50, 112, "plain")])).lines[0]).not.toHaveProperty("marked");
    const cell: Cell = { lines: [power], box, rowSpan: 1, colSpan: 1, header: false };
    expect(json(block("table", [], { table: { rows: [[cell]], columns: 1 } })).rows).toMatchObject([
      [{ marked: "10&lt;<sup>20</sup>" }],
    ]);
    const item = { marker: "1.", ordered: true, depth: 0, lines: [power] };
    expect(json(block("list", [], { items: [item] })).items).toMatchObject([
      { marked: "10&lt;<sup>20</sup>" },
    ]);
  });
});

describe("a list whose number goes back", () => {
  const list = (...markers: readonly (readonly [string, number])[]) =>
    block("list", [], {
      items: markers.map(([marker, depth]) => ({
        ...{ marker, depth, ordered: /\d/.test(marker) },
        lines: [line(50, 100, "item")],
      })),
    });
  const vocabulary = vocabularyOf([]);

  it("ends in Markdown, within a block and before the next one", () => {
    const own = list(["6.", 0], ["7.", 0], ["2.", 0], ["1.", 1], ["2.", 1], ["1.", 1], ["3.", 0]);
    expect(markdownBlock(own, vocabulary)).toBe(
      "6. item\n7. item\n\n<!-- -->\n\n2. item\n   1. item\n   2. item\n\n   <!-- -->\n\n   1. item\n3. item",
    );
    const writer = textWriter((one, before) => markdownBlock(one, vocabulary, before));
    const flow = pageFlow(layout(1, []));
    writer.add({ flow, blocks: [list(["7.", 0]), block("footer", [line(50, 700, "9")])] });
    writer.add({ flow, blocks: [list(["2.", 0]), list(["3.", 0])] });
    expect(writer.take(2).text).toBe("7. item\n\n<!-- -->\n\n2. item\n\n3. item");
  });

  it("has its number in HTML", () => {
    const own = list(["7.", 0], ["2.", 0], ["3.", 0], ["-", 0]);
    expect(htmlBlock(own, vocabulary)).toBe(
      '<ol start="7">\n<li>item</li>\n<li value="2">item</li>\n<li>item</li>\n</ol>\n<ul>\n<li>item</li>\n</ul>',
    );
  });
});
