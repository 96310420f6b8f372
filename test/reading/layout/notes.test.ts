import { describe, expect, it } from "vitest";
import type { Piece } from "../../../src/core/page-layout.ts";
import { type ExtractOptions, extractStructure } from "../../../src/reading/extract.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import { isMark } from "../../../src/reading/layout/notes/note-marks.ts";
import { htmlFault } from "../../support/structure-check.ts";
import { layout, piece, prose } from "./support.ts";

/** Words, a raised mark and the rest, each placed at the end of the previous one. */
function marked(x: number, y: number, text: string, mark: string, rest: string): Piece[] {
  const end = x + text.length * 5;
  return [
    piece(x, y, text),
    piece(end, y - 4, mark, { size: 6 }),
    piece(end + mark.length * 3 + 2.5, y, rest),
  ];
}

/** A note in small print: its mark, and its text after a gap. */
const note = (y: number, mark: string, text: string, raised = true): Piece[] => [
  piece(50, raised ? y - 3 : y, mark, { size: raised ? 5 : 8 }),
  piece(64, y, text, { size: 8 }),
];

const page = (number: number, marks: readonly [string, string], raised = true) =>
  layout(number, [
    ...prose(50, 60, 6),
    ...marked(50, 150, "The claim", marks[0], "stands here, and it stands for a good while now"),
    ...marked(50, 162, "and so does this", marks[1], "(which is another)."),
    ...prose(50, 190, 6),
    ...note(
      700,
      marks[0],
      `See the records of the ${number === 1 ? "town" : "abbey that stood there"}.`,
      raised,
    ),
    ...note(
      712,
      marks[1],
      `A ${number === 1 ? "second" : "further"} note, which goes on and on until the line that it`,
      raised,
    ),
    piece(64, 722, "stands on is full, and so there is another.", { size: 8 }),
  ]);

async function extract(pages: ReturnType<typeof layout>[], format: ExtractOptions["format"] = "markdown") {
  const { content } = await extractStructure(
    { pageCount: pages.length, page: (at) => pages[at - 1] ?? layout(at, []), [Symbol.dispose]() {} },
    {
      format,
      maxChars: 60_000,
      pages: pages.map((one) => one.page),
      bookmarks: [],
      rotation: () => 0,
      taggedTables: () => undefined,
      warn: () => {},
    },
  );
  return content;
}

describe("isMark", () => {
  it.each([
    ["1", 6, 4, true],
    ["*", 6, 4, true],
    ["th", 6, 4, false],
    ["1", 10, 0, false],
    ["1", 6, 0, false],
  ])("%s in size %i, raised by %i", (text, size, rise, is) => {
    const [line] = pieceLines([piece(50, 100, "The claim and its mark")]);
    const [word] = piece(170, 100 - rise, text, { size }).words;
    expect(line && word && isMark(word, line)).toBe(is);
  });
});

describe("footnotes", () => {
  it.each([
    ["It is E = mc", "in every frame.", "<sup>1</sup>"],
    ["It is mc", "= E in every frame.", "<sup>1</sup>"],
    ["It is of the town", "in every frame.", "[^1]"],
  ])("aren't exponents: %s¹ %s", async (before, rest, mark) => {
    const pages = [
      layout(1, [
        ...prose(50, 60, 6),
        ...marked(50, 150, before, "1", rest),
        ...prose(50, 190, 6),
        ...note(700, "1", "See the records of the town."),
      ]),
    ];
    expect(await extract(pages)).toContain(`${before}${mark} ${rest}`);
  });

  it.each([
    [8.3, -4, "x<sup>2</sup>"],
    [8.3, 2, "x<sub>2</sub>"],
    [8.3, 0, "x2"],
  ])("aren't small type from browsers: %s points, shifted by %s", async (size, rise, text) => {
    const pieces = [
      piece(50, 150, "It is x"),
      piece(85, 150 + rise, "2", { size }),
      piece(95, 150, "for all of us"),
    ];
    expect(await extract([layout(1, [...prose(50, 60, 6), ...pieces])])).toContain(text);
  });

  it.each([true, false])(
    "aren't a table, and marks in the text link to them (raised in the note: %s)",
    async (raised) => {
      const content = await extract([page(1, ["1", "2"], raised)]);
      expect(content).toContain("The claim[^1] stands here");
      expect(content).toContain("and so does this[^2] (which is another).");
      expect(content.split("\n\n").slice(-2)).toEqual([
        "[^1]: See the records of the town.",
        "[^2]: A second note, which goes on and on until the line that it stands on is full, and so there is another.",
      ]);
      expect(content).not.toContain("|");
    },
  );

  it("are named by page and place if their numbers restart", async () => {
    const content = await extract([page(1, ["1", "2"]), page(2, ["1", "2"])]);
    expect(content.match(/\[\^.*?\](?!:)/g)).toEqual(["[^1-1]", "[^1-2]", "[^2-1]", "[^2-2]"]);
    expect(content.match(/^\[\^.*?\]:/gm)).toEqual(["[^1-1]:", "[^1-2]:", "[^2-1]:", "[^2-2]:"]);
  });

  it("are named by page and place if symbols mark them", async () => {
    expect(await extract([page(1, ["*", "†"])])).toContain("The claim[^1-1] stands");
  });

  it("have links in HTML and a type in JSON", async () => {
    const html = await extract([page(1, ["1", "2"])], "html");
    expect(htmlFault(html)).toBeUndefined();
    expect(html).toContain('claim<sup><a href="#note-1-1">1</a></sup> stands');
    expect(html).toContain('<p class="footnote" id="note-1-1"><sup>1</sup> See the records');
    const json = JSON.parse(await extract([page(1, ["1", "2"])], "json"));
    const types = json.pages[0].blocks.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === "footnote")).toHaveLength(2);
  });

  it("aren't marked by an exponent of a number or unit", async () => {
    const content = await extract([
      layout(1, [
        ...prose(50, 60, 6),
        ...marked(50, 150, "It has 25 km", "1", "of land, and the length is given by x"),
        ...marked(50, 190, "and by a claim", "1", "about it."),
        ...prose(50, 220, 6),
        ...note(700, "1", "See the records of the town."),
      ]),
    ]);
    expect(content).toContain("25 km<sup>1</sup> of");
    expect(content).toContain("claim[^1] about");
  });

  it("of one word aren't linked", async () => {
    const content = await extract([
      layout(1, [
        ...prose(50, 60, 6),
        ...marked(50, 150, "And by a claim", "1", "about it."),
        ...prose(50, 180, 6),
        ...note(700, "1", "Ibid."),
      ]),
    ]);
    expect(content).toContain("\\[^1]: Ibid.");
  });
});
