/** Steps of the structure analysis on typed values, without a PDF. */

import { describe, expect, it } from "vitest";
import { htmlSpans } from "../../../src/reading/formats/html-text.ts";
import { markdownBlock } from "../../../src/reading/formats/markdown.ts";
import { markdownSpans } from "../../../src/reading/formats/markdown-text.ts";
import { joinPieces } from "../../../src/reading/layout/columns/join-pieces.ts";
import { areEntries, isLed } from "../../../src/reading/layout/columns/leaders.ts";
import { soundDepths } from "../../../src/reading/layout/join-pages.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import { outlineOf } from "../../../src/reading/layout/outline/outline.ts";
import { saysFormula } from "../../../src/reading/layout/paragraphs/formulas.ts";
import { spansOf } from "../../../src/reading/layout/paragraphs/paragraph-text.ts";
import { wholeWords } from "../../../src/reading/layout/tables/cells.ts";
import { gapEvidence } from "../../../src/reading/layout/tables/evidence/gaps.ts";
import { ruleEvidence } from "../../../src/reading/layout/tables/evidence/rules.ts";
import { builtTables } from "../../../src/reading/layout/tables/find-tables.ts";
import { columnsOf, placeRow } from "../../../src/reading/layout/tables/text-columns.ts";
import { rowsOf } from "../../../src/reading/layout/tables/text-rows.ts";
import { hasAxis } from "../../../src/reading/layout/tables/vetoes.ts";
import { withMissingCells } from "../../../src/reading/layout/tagged/missing-cells.ts";
import { hyphenCut } from "../../../src/reading/lines/words/hyphens.ts";
import { partsHangul, vocabularyOf } from "../../../src/reading/lines/words/vocabulary.ts";
import { renderMarkdown } from "../../support/structure-judges.ts";
import { piece } from "./support.ts";

const bandTables = (...seen: Parameters<typeof ruleEvidence>) => builtTables(ruleEvidence(...seen));
const plainTables = (...seen: Parameters<typeof gapEvidence>) => builtTables(gapEvidence(...seen));

describe("outlineOf", () => {
  const outline = outlineOf([
    { title: "1  Intro\u00adduction", level: 1, page: 3 },
    { title: "Scope and “limits”", level: 2, page: 3 },
  ]);
  it.each([
    [3, "1 Introduction", 1],
    [3, "INTRODUCTION", 1],
    [4, '1.1 Scope and "limits"', 2],
    [5, "Scope and limits", undefined],
    [3, "Scope", undefined],
    [3, "…", undefined],
  ])("page %i: %s", (page, text, depth) => {
    expect(outline.depthOf(page, text)).toBe(depth);
  });
});

describe("wholeWords", () => {
  const cell = (x0: number, x1: number, ...texts: string[]) => ({
    box: { x0, x1, y0: 0, y1: 60 },
    lines: pieceLines(texts.map((text, at) => piece(x0 + 2, 12 + 12 * at, text))),
  });
  const texts = (...cells: ReturnType<typeof cell>[]) =>
    wholeWords(cells).map((lines) => lines.map(({ text }) => text));

  it("joins words broken by a narrow cell", () => {
    expect(texts(cell(0, 31, "Summa", "ry of it"), cell(40, 50, "L", "1"))).toEqual([
      ["Summary of it"],
      ["L1"],
    ]);
  });
  it("keeps words separate in cells as wide as their longest word", () => {
    expect(texts(cell(0, 31, "OTSLX", "HTMLX"), cell(40, 75, "0.965", "0.969"))).toEqual([
      ["OTSLX", "HTMLX"],
      ["0.965", "0.969"],
    ]);
  });
  it("keeps words separate if their line had room left", () => {
    expect(texts(cell(0, 80, "Name", "of"), cell(90, 120, "Mean", "Value"))).toEqual([
      ["Name", "of"],
      ["Mean", "Value"],
    ]);
  });
});

describe("isLed", () => {
  it.each([
    ["1.2 Scope . . . . . . . . . . 14", true],
    ["Preface.............................xii", true],
    ["Ausblick …… 7", true],
    ["and so on ...", false],
    ["Name: ........................", false],
    ["It took 3.5 s to 1.2 s ... 14 of them", false],
  ])("%s", (text, led) => {
    expect(isLed(text)).toBe(led);
  });
});

describe("areEntries", () => {
  it.each([
    ["amber, 1, 5–8", "birch, 4", true],
    ["amber (stone), 12", "Birch, 4, 8–11", true],
    ["Scope . . . . . . . . 14", "and so on", true],
    ["amber, 1, 5–8", "12–14", false],
    ["amber, 1, 5–8", "see birch", false],
    ["He was born in Oslo. On May 3, 1967, 1968", "amber, 4", false],
    ["amber 1", "birch 4", false],
    ["Tea 2.40", "Soup of the day 5.80", true],
    ["It cost 2.40", "and then it was", false],
  ])("%s / %s", (a, b, are) => {
    expect(areEntries(a, b)).toBe(are);
  });
});

describe("plainTables in running text", () => {
  const beside = (left: readonly string[], right: readonly string[]) =>
    plainTables(
      pieceLines(
        left.flatMap((text, at) => [
          piece(50, 60 + at * 14, text),
          piece(300, 60 + at * 14, right[at] ?? "x"),
        ]),
      ),
    );
  it("treats columns of short texts as a table", () => {
    const left = ["Anna Huber", "Bert Stone", "Carla Field"];
    const right = ["baker of white bread", "miller", "keeper of the tower"];
    expect(beside(left, right)).toHaveLength(1);
  });
});

describe("saysFormula", () => {
  it.each(["E = mc2 (1)", "f(x) = ∫ g(t) dt", "a ≤ b", "∇⋅B = 0", "sin x = cos y where x ∈ A"])(
    "accepts %j",
    (text) => {
      expect(saysFormula(text)).toBe(true);
    },
  );
  it.each([
    "by Month, 1900-2008 (n = 270)",
    "() =>",
    "the length is = 5",
    "Figure 3",
    '="',
    "int x = y;",
    "a b c",
  ])("rejects %j", (text) => {
    expect(saysFormula(text)).toBe(false);
  });
});

describe("pieces of a line", () => {
  it("are joined in linear time", () => {
    // Creating a new line for each piece would take minutes.
    const pieces = Array.from({ length: 29_000 }, (_, at) =>
      piece(50 + at * 20, 60, "ab", { size: at % 3 === 0 ? 9 : 10 }),
    );
    const [line, ...others] = joinPieces(pieceLines(pieces));
    expect(others).toEqual([]);
    expect(line).toMatchObject({ size: 10, order: 0, baseline: 60 });
    expect(line?.words).toHaveLength(29_000);
  });

  it("are joined into one line, and a distant piece stays separate", () => {
    const pieces = [
      piece(50, 60, "one two"),
      piece(85, 56, "3", { size: 6 }),
      piece(98, 60, "and four", { bold: true }),
      piece(400, 60, "apart"),
    ];
    const lines = joinPieces(pieceLines(pieces));
    expect(lines.map(({ text }) => text)).toEqual(["one two3 and four", "apart"]);
    expect(lines[0]).toMatchObject({ size: 10, bold: false, box: { x0: 50, x1: 138 } });
  });
});

describe("links", () => {
  it("surround all of their pieces", () => {
    const word = { uri: "https://example.org/faq", size: 10 };
    const lines = joinPieces(
      pieceLines([
        piece(50, 60, "The [“R for", word),
        piece(110, 60, "Windows", { ...word, bold: true }),
        piece(155, 60, "FAQ” (", word),
        piece(190, 60, "https://example.org/faq", { ...word, mono: true }),
        piece(310, 60, ")]", word),
        piece(325, 60, "and more"),
      ]),
    );
    const spans = spansOf(lines, vocabularyOf([]));
    const text = "The [“R for Windows FAQ” ( https://example.org/faq )]";
    const markdown = markdownSpans(spans, { emphasis: true, links: true });
    expect(markdown.match(/\]\(https/g)).toHaveLength(1);
    const html = htmlSpans(spans);
    for (const markup of [html, renderMarkdown(markdown)]) {
      expect(markup.match(/<a /g)).toHaveLength(1);
      expect(/<a [^>]*>(.*)<\/a>/.exec(markup)?.[1]?.replaceAll(/<[^>]*>/g, "")).toBe(text);
    }
  });
});

describe("plainTables", () => {
  const rowsOfCells = (...rows: string[][]) =>
    pieceLines(
      rows.flatMap((cells, row) =>
        cells.map((text, column) => piece(50 + 120 * column, 60 + 14 * row, text)),
      ),
    );
  it("don't include lists beside each other", () => {
    const lists = rowsOfCells(
      ["1. Apples", "• Red wine", "a. Bread"],
      ["2. Pears", "• White wine", "b. Butter"],
      ["3. Plums", "• Cider", "c. Salt"],
    );
    expect(plainTables(lists)).toEqual([]);
  });
  it("don't split widely spaced characters into columns", () => {
    const form = pieceLines(
      [
        ["氏", "名", "山田太郎様"],
        ["住", "所", "東京都港区芝"],
        ["電", "話", "〇三の一二三四"],
        ["職", "業", "会社員です"],
      ].flatMap(([a = "", b = "", c = ""], row) => [
        piece(50, 60 + 16 * row, a),
        piece(70, 60 + 16 * row, b),
        piece(150, 60 + 16 * row, c),
      ]),
    );
    expect(plainTables(form)).toMatchObject([{ table: { columns: 2, rows: { length: 4 } } }]);
  });
  it("end at a title in larger type", () => {
    const rows = (y: number) =>
      ["1.5", "2.5", "3.5"].flatMap((text, row) =>
        [50, 150, 250].map((x) => piece(x, y + 12 * row, text, { size: 8 })),
      );
    const found = plainTables(
      pieceLines([...rows(60), piece(50, 102, "Totals", { size: 10 }), ...rows(116)]),
    );
    expect(found.map(({ table }) => table.rows.length)).toEqual([3, 3]);
  });
  it("may have a bullet in each cell", () => {
    const marks = rowsOfCells(
      ["• R1", "• True", "• False"],
      ["• R2", "• True", "• True"],
      ["• R3", "• False", "• True"],
      ["• R4", "• False", "• True"],
    );
    expect(plainTables(marks)).toMatchObject([{ table: { columns: 3, rows: { length: 4 } } }]);
  });
});

describe("withMissingCells", () => {
  const cell = (x: number, text: string, rowSpan = 1, y = 60) => {
    const lines = text === "" ? [] : pieceLines([piece(x, y, text)]);
    const box = { x0: x, x1: x + 5 * text.length, y0: y - 10, y1: y + 2 };
    return { lines, box, rowSpan, colSpan: 1, header: false };
  };
  const texts = (rows: ReturnType<typeof cell>[][], columns: number) =>
    withMissingCells({ rows, columns }).rows.map((row) =>
      row.map(({ lines }) => lines.map(({ text }) => text).join(" ")),
    );
  it("keeps cells in their column after a missing cell", () => {
    const head = [cell(50, "Name"), cell(150, "Length"), cell(250, "Weight")];
    expect(texts([head, [cell(50, "Eel"), cell(255, "1.2")], [cell(150, "30")]], 3)).toEqual([
      ["Name", "Length", "Weight"],
      ["Eel", "", "1.2"],
      ["", "30", ""],
    ]);
  });
  it("respects cells that span rows from above", () => {
    const head = [cell(50, "Sea", 3), cell(150, "Length"), cell(250, "Weight")];
    expect(texts([head, [cell(250, "1.2")], [cell(150, "30"), cell(250, "2")]], 3)).toEqual([
      ["Sea", "Length", "Weight"],
      ["", "1.2"],
      ["30", "2"],
    ]);
  });
  it("recognizes the columns of a table continued beside its beginning", () => {
    const row = (x: number, y: number, ...cells: string[]) =>
      cells.flatMap((text, at) => (text === "-" ? [] : [cell(x + 40 * at, text, 1, y)]));
    const rows = [row(50, 60, "a", "b", "c"), row(50, 80, "d", "-", "f")];
    const beside = [row(90, 60, "g", "-", "i"), row(90, 80, "j", "-", "l")];
    expect(texts([...rows, ...beside], 3)).toEqual([
      ["a", "b", "c"],
      ["d", "", "f"],
      ["g", "", "i"],
      ["j", "", "l"],
    ]);
  });
  it("puts text beside a centered header into the header's column", () => {
    const head = [cell(50, "Date"), cell(150, "Text"), cell(250, "Paid")];
    expect(
      texts([head, [cell(50, "1.5."), cell(110, "Rent")], [cell(50, "2.5."), cell(250, "7")]], 3),
    ).toEqual([
      ["Date", "Text", "Paid"],
      ["1.5.", "Rent", ""],
      ["2.5.", "", "7"],
    ]);
  });

  it("leaves rows outside all columns unchanged", () => {
    const head = [cell(50, "Name"), cell(150, "Length")];
    expect(texts([head, [cell(350, "beside")]], 2)).toEqual([["Name", "Length"], ["beside"]]);
  });
});

describe("bandTables", () => {
  const across = (at: number) => ({ at, from: 45, to: 400 });
  const row = (y: number, texts: string[], bold = false) =>
    texts.map((text, at) => piece(50 + 120 * at, y, text, { bold }));
  const body = [...row(100, ["eel", "30", "1.2"]), ...row(114, ["cod", "45", "2.4"])];
  const rules = { horizontal: [across(88), across(104), across(118)], vertical: [], fills: [] };
  it("use a bold row above their first line as header", () => {
    const head = row(84, ["Name", "Length", "Weight"], true);
    const [found] = bandTables(rules, pieceLines([...head, ...body]));
    expect(found?.lines).toHaveLength(9);
    expect(found?.table.rows.map((cells) => cells.map(({ header }) => header))).toEqual([
      [true, true, true],
      [false, false, false],
      [false, false, false],
    ]);
  });
  it("don't include a title or text above them", () => {
    for (const above of [
      [piece(50, 84, "Fish of the northern seas", { bold: true })],
      [piece(50, 84, "Text that"), piece(130, 84, "ends here")],
    ])
      expect(bandTables(rules, pieceLines([...above, ...body]))[0]?.lines).toHaveLength(6);
  });
});

describe("soundDepths", () => {
  const item = (depth: number, marker = "•") => ({
    marker,
    ordered: marker !== "•",
    depth,
    lines: pieceLines([piece(50, 60, "Item")]),
  });
  it.each([
    [
      [0, 1, 2, 1, 0],
      [0, 1, 2, 1, 0],
    ],
    [
      [1, 1, 1, 0, 0],
      [0, 0, 0, 0, 0],
    ],
    [
      [0, 2, 2, 1, 0],
      [0, 1, 1, 1, 0],
    ],
  ])("%j", (found, sound) => {
    expect(soundDepths(found.map((depth) => item(depth))).map(({ depth }) => depth)).toEqual(sound);
  });
  it("keep a nested list that starts with 2 a list in Markdown", () => {
    const items = [item(0), item(1, "2."), item(1, "3.")];
    const box = { x0: 0, y0: 0, x1: 9, y1: 9 };
    const block = { type: "list", page: 1, box, lines: [], items } as const;
    const html = renderMarkdown(markdownBlock(block, vocabularyOf([])));
    expect(html).toContain('<ol start="2">');
  });
});

describe("broken words", () => {
  const known = vocabularyOf([
    {
      lines: ["decision by many who are making it", "an example, a mode", "of well-known lists"].map(
        (text) => ({ text }),
      ),
    },
  ]);
  it.each([
    ["keep the hyphen of a compound, whose halves are words", "decision-", "making", 0],
    ["lose the hyphen if a half isn't a word", "exam-", "ple", 1],
    ["keep the hyphen after an acronym", "OpenAI-", "compatible", 0],
    ["keep the hyphen if it occurs elsewhere", "well-", "known", 0],
    ["keep a slash between two words", "pages/", "second", 0],
    ["keep the slash of a URL", "see https://", "example.org", 0],
    ["keep the hyphen between two numbers", "in 2019-", "2020", 0],
  ])("%s", (_, before, after, cut) => {
    expect(hyphenCut(before, after, known)).toBe(cut);
  });
  it("aren't found if a line simply ends", () => {
    expect(hyphenCut("word", "another", known)).toBeUndefined();
  });
  it("in Korean are recognized by the same syllables elsewhere", () => {
    const korean = vocabularyOf([{ lines: [{ text: "카테고리는 카테고리와 다른 데이터" }] }]);
    expect(partsHangul("이 카테", "고리의", korean)).toBe(true);
    expect(partsHangul("그 사용자", "가 쓴", korean)).toBe(true);
    expect(partsHangul("그 사용자", "가족이 쓴", korean)).toBe(false);
    expect(partsHangul("카테고리와", "다른", korean)).toBe(false);
  });
});

describe("charts", () => {
  const rows = (marks: readonly string[]) =>
    rowsOf(
      pieceLines(
        marks.flatMap((mark, at) => [
          piece(50, 100 + 14 * at, mark),
          piece(200, 100 + 14 * at, "label"),
          piece(300, 100 + 14 * at, "other"),
        ]),
      ),
    );
  const axis = (marks: readonly string[]) => {
    const own = rows(marks);
    return hasAxis(own.map((row) => placeRow(row, columnsOf(own, 0.6))));
  };
  it("have an axis if numbers decrease to zero in equal steps", () => {
    expect(axis(["2,000", "1,500", "1,000", "500", "0"])).toBe(true);
    expect(axis(["2004", "2003", "2002", "2001", "2000"])).toBe(false);
    expect(axis(["20", "15", "11", "5", "0"])).toBe(false);
  });
});
