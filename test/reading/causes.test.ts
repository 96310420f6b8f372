/**
 * Causes of reading errors found in real files, each with a document that shows it and the correct result. Text tests read
 * whole documents; structure tests start from pages of words.
 */

import { describe, expect, it } from "vitest";
import type { Drawing, PageLayout, Piece, Tag } from "../../src/core/page-layout.ts";
import { openStrictly } from "../../src/document/open.ts";
import { findRules, withTextRules } from "../../src/reading/layout/columns/rules.ts";
import { pieceLines } from "../../src/reading/layout/model/line.ts";
import { openContentText } from "../../src/reading/open.ts";
import { memorySource, noEngines } from "../support/memory-files.ts";
import { contentPdf } from "./interpreter/pages.ts";
import { extract } from "./layout/read.ts";
import { layout, piece, prose, rule, type Style } from "./layout/support.ts";

/** Consecutive lines. */
const lines = (...all: readonly string[]) =>
  `BT /F 12 Tf 14 TL 50 700 Td ${all.map((line) => `(${line.replace(/[()]/g, "\\$&")}) Tj T*`).join(" ")} ET`;

/** The behavior, the content of a page, and its text. */
const texts: readonly (readonly [string, string, string])[] = [
  [
    "ignores a space painted on top of the letter before it",
    "BT /F 12 Tf 50 700 Td [(be o)300( )(ne of )-20(many)] TJ ET",
    "be one of many",
  ],
  [
    "keeps a space kerned back that overlaps no letter",
    "BT /F 12 Tf 50 700 Td [(be A)100( )60(V)] TJ ET",
    "be A V",
  ],
  [
    "finds narrow implied spaces in tightly set lines",
    "BT /F 12 Tf 50 700 Td [(Because Samuel)-121(Cleveland has)-110(passed)] TJ ET",
    "Because Samuel Cleveland has passed",
  ],
  ["reads evenly spaced letters as one word", "BT /F 12 Tf 1.4 Tc 50 700 Td (LETTERS) Tj ET", "LETTERS"],
  [
    "combines an accent with the letter below it",
    "BT /F 12 Tf 50 700 Td [(Niels M)-111(\\250)444(undler)] TJ ET",
    "Niels Mündler",
  ],
  [
    "combines a letter with the accent below it",
    "BT /F 12 Tf 50 700 Td [(fac)417(\\270)-84(ade)] TJ ET",
    "façade",
  ],
  [
    "reads a small comma on a letter as a comma below, but not a comma after it",
    "BT /F 12 Tf 50 700 Td (t) Tj /F 6 Tf 1 -1.5 Td (,) Tj /F 12 Tf 2.4 1.5 Td (ara, s) Tj ET",
    "țara, s",
  ],
  [
    "composes letters with separate accent marks",
    "/Span <</ActualText <FEFF00630061006600650301>>> BDC BT /F 12 Tf 50 700 Td (cafe) Tj ET EMC",
    "café",
  ],
  [
    "rejoins a broken word after a margin note",
    "BT /F 12 Tf 150 700 Td (This pack-) Tj -100 0 Td (abstract) Tj 100 -14 Td (age is) Tj ET",
    "This package\nabstract\n\nis",
  ],
  [
    "rejoins a broken word after its line number",
    "BT /F 12 Tf 150 700 Td (This pack-) Tj 200 0 Td (5) Tj -200 -14 Td (age is) Tj ET",
    "This package\n5\nis",
  ],
  [
    "doesn't continue a broken word in the next column if both are painted row by row",
    "BT /F 12 Tf 50 700 Td (This pack-) Tj 200 0 Td (dies Pa-) Tj -200 -14 Td (age is) Tj 200 0 Td (ket ist) Tj ET",
    "This pack-\ndies Paket\nage is\nist",
  ],
  [
    "separates a footnote's mark from its first word",
    "BT /F 7 Tf 50 703 Td (12) Tj /F 10 Tf 7.8 -3 Td (See x) Tj /F 7 Tf 25.6 3 Td (2) Tj ET",
    "12 See x2",
  ],
  [
    "keeps a hyphen before a conjunction, which is a separate word",
    lines("nach Kontroll-", "oder Aufsicht"),
    "nach Kontroll- oder\nAufsicht",
  ],
  [
    "removes the last of several hyphens if it splits a word found elsewhere, or if a part isn't a word",
    lines("the X-Frame-Options header, by X-Frame-Op-", "tions and non-informa-", "tive values"),
    "the X-Frame-Options header, by X-Frame-Options\nand non-informative\nvalues",
  ],
  [
    "keeps the last of several hyphens if a word is between them",
    lines("all of the many, by state-of-the-", "art means"),
    "all of the many, by state-of-the-art\nmeans",
  ],
  [
    "removes a hyphen in an identifier that is whole elsewhere",
    lines("it is AlwaysEqual here, and AlwaysE-", "qual there, TERMINAL_HASH is TERMI-", "NAL_HASH"),
    "it is AlwaysEqual here, and AlwaysEqual\nthere, TERMINAL_HASH is TERMINAL_HASH",
  ],
  [
    "keeps a hyphen before a word that only ends compounds",
    lines("of a population-", "based survey"),
    "of a population-based\nsurvey",
  ],
  [
    "continues a URL after a line that ends with its dot or scheme",
    lines("see https://doi.", "org/10.1016/j.image.2010.", "075 or (https:", "//example.org) for it"),
    "see https://doi.org/10.1016/j.image.2010.075\nor (https://example.org)\nfor it",
  ],
  [
    "continues a number in brackets after its dot",
    lines("a rate of 2.38 (0.52-2.", "92), which ends in 3.", "4 of them"),
    "a rate of 2.38 (0.52-2.92),\nwhich ends in 3.\n4 of them",
  ],
  [
    "ends a URL at the end of a sentence and line",
    lines("see https://example.org.", "the next one, https://example.org/a.pdf.", "2. Others"),
    "see https://example.org.\nthe next one, https://example.org/a.pdf.\n2. Others",
  ],
  [
    "separates words of an Indic script by spaces painted before their letters",
    "BT /F 12 Tf 80 700 Td [( )-2000( )] TJ 1 0 0 1 50 700 Tm /Span <</ActualText <FEFF0939092E>>> BDC (MMM) Tj EMC 1 0 0 1 83.4 700 Tm /Span <</ActualText <FEFF0924>>> BDC (MM) Tj EMC ET",
    "हम त",
  ],
  [
    "continues a line whose spaces are painted first because its letters are in another font",
    "BT /F 12 Tf 50 700 Td (GPLv3) Tj ET BT /F 12 Tf 107.3 700 Td ( ) Tj 1 0 0 1 90 700 Tm [(are)-278(all)] TJ ET",
    "GPLv3 are all",
  ],
  [
    "separates a word from one whose end it overlaps",
    "BT /F 12 Tf 50 700 Td [(Geography)400(Elevation)] TJ ET",
    "Geography Elevation",
  ],
  [
    "a letter below the arm of a capital continues its word",
    "BT /F 12 Tf 50 700 Td [(on T)170(uesday)] TJ ET",
    "on Tuesday",
  ],
  [
    "puts a word that overlaps a closing bracket after it",
    "BT /F 12 Tf 50 700 Td (\\(ab\\)) Tj ET BT /F 12 Tf 66 700 Td (I) Tj ET",
    "(ab) I",
  ],
  ["reads words spaced far apart as two lines", "BT /F 12 Tf 14 Tw 50 700 Td (one two) Tj ET", "one\ntwo"],
  [
    "joins a drop cap to the first word beside it",
    "BT /F 36 Tf 50 670 Td (T) Tj /F 12 Tf 24 18 Td (here was) Tj 0 -14 Td (no more) Tj ET",
    "There was\nno more",
  ],
  [
    "joins a drop cap painted with the last line beside it to the first line",
    "BT /F 12 Tf 74 688 Td (here was) Tj 0 -14 Td (no more) Tj ET BT /F 36 Tf 50 660 Td (T) Tj /F 12 Tf (of it) Tj ET",
    "There was\nno more\nof it",
  ],
  [
    "reads a drop cap followed by a space as a word",
    "BT /F 36 Tf 50 670 Td (A) Tj /F 12 Tf 25 18 Td ( man) Tj 0 -14 Td (no more) Tj ET",
    "A man\nno more",
  ],
  [
    "reads a drop cap as a word if both words occur on the page",
    "BT /F 36 Tf 50 670 Td (A) Tj /F 12 Tf 25 18 Td (man) Tj 0 -14 Td (was a man) Tj ET",
    "A man\nwas a man",
  ],
  [
    "doesn't join a large letter to a single line beside it",
    "BT /F 36 Tf 50 670 Td (T) Tj /F 12 Tf 24 18 Td (here was) Tj -24 -40 Td (no more) Tj ET",
    "T\n\nhere was\n\nno more",
  ],
  [
    "reads letters that overlap because of wrong widths, or in a logo, as one word",
    "BT /F 12 Tf 50 700 Td [(w)300(o)300(r)100(d T)200] TJ -3 Ts (E) Tj ET",
    "word TE",
  ],
  [
    "keeps an Indic syllable whole and continues the word if its second glyph is a mark",
    "BT /F 24 Tf 50 700 Td /Span <</ActualText <FEFF0938094D0925093F>>> BDC (iM) Tj EMC /Span <</ActualText <FEFF0924>>> BDC (t) Tj EMC ET",
    "स्थित",
  ],
  [
    "keeps a Khmer syllable whole and continues the word after its last glyph",
    "BT /F 24 Tf 50 700 Td /Span <</ActualText <FEFF179517D2179F17B6>>> BDC (M) Tj 20 0 Td (o) Tj EMC 13.3 0 Td /Span <</ActualText <FEFF179A>>> BDC (t) Tj EMC ET",
    "ផ្សារ",
  ],
  ["keeps an accent beside a letter", "BT /F 12 Tf 50 700 Td (5\\264 or `a) Tj ET", "5´ or `a"],
];

describe("text", () => {
  it.each(texts)("%s", async (_, content, text) => {
    const document = openStrictly(memorySource(contentPdf(content)));
    using reader = openContentText(document, { engines: noEngines });
    expect(await reader.page(1)).toBe(text);
  });
});

/** The font of `contentPdf` with Arabic letters: a, b, c, l are meem, seen, beh and alef; i is the vowel below a letter. */
const pointed = {
  5: "<</Type/Font/Subtype/Type1/BaseFont/Some/FirstChar 97/LastChar 108/Widths[600 600 600 0 0 0 0 0 0 0 0 600]/FontDescriptor 7 0 R/ToUnicode 8 0 R>>",
  8: {
    dict: "",
    data: "begincmap 1 begincodespacerange <00> <ff> endcodespacerange 5 beginbfchar <61> <0645> <62> <0633> <63> <0628> <69> <0650> <6c> <0627> endbfchar endcmap",
  },
};

describe("Arabic vowels painted before their letters", () => {
  it.each([
    ["at the end of a word", "(cl) Tj 15 0 Td (iabc) Tj", "بسمِ اب"],
    ["at the beginning of a line", "(cl) Tj 0 -14 Td (iabc) Tj", "اب\nبسمِ"],
  ])("are put on them: %s", async (_, shown, text) => {
    const bytes = contentPdf(`BT /F 10 Tf 100 700 Td ${shown} ET`, { more: pointed });
    using reader = openContentText(openStrictly(memorySource(bytes)), { engines: noEngines });
    expect(await reader.page(1)).toBe(text);
  });
});

it("keeps the spaces in slanted right-to-left text", async () => {
  const toUnicode =
    "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <61> <7a> <05d0> endbfrange";
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 10 0 R>>";
  const more = { 5: font, 10: { dict: "", data: toUnicode } };
  const pdf = contentPdf("BT /F 11 Tf 1 0 0.3 1 50 700 Tm (fed cba) Tj ET", { more });
  using reader = openContentText(openStrictly(memorySource(pdf)), { engines: noEngines });
  expect(await reader.page(1)).toBe("אבג דהו");
});

/** A row of bordered cells, each `width` wide, with lines of 10-point text. */
function drawnRow(top: number, width: number, all: readonly (readonly string[])[]): string {
  const height = 12 * Math.max(...all.map(({ length }) => length)) + 4;
  return all
    .map((cell, at) => {
      const x = 50 + at * width;
      const text = cell.map((line) => `(${line}) Tj T*`).join(" ");
      const border = `${x} ${top - height} ${width} ${height} re S`;
      return `0.5 w ${border} BT /F 10 Tf 12 TL ${x + 4} ${top - 11} Td ${text} ET`;
    })
    .join("\n");
}

describe("words in narrow cells", () => {
  const prose = lines(
    "Many of the members find it fine to see the first of these notes,",
    "and most of them think of others who went the same way when the",
    "agreement about it came to the government at some later moment.",
  );
  const textOf = async (content: string) => {
    const document = openStrictly(memorySource(contentPdf(content)));
    using reader = openContentText(document, { engines: noEngines });
    return (await reader.page(1)).split("\n");
  };

  it("are rejoined if the cell broke them, but not if there are two words", async () => {
    const row = drawnRow(600, 61, [
      ["manageme", "nt"],
      ["committees", "find"],
      ["123456789", "0"],
    ]);
    const text = await textOf(`${prose} ${row}`);
    expect(text).toContain("management");
    expect(text).toContain("1234567890");
    expect(text).toContain("committees");
    expect(text).toContain("find");
  });

  it("are rejoined before a number on two lines can be mistaken for a list marker", async () => {
    const row = drawnRow(600, 22, [
      ["3.", "3.", "1"],
      ["NI", "ST"],
    ]);
    const next = "94 560 200 40 re S BT /F 10 Tf 98 589 Td (Members see it) Tj ET";
    const text = await textOf(`${prose} ${row} ${next}`);
    expect(text).toContain("3.3.1");
    expect(text).toContain("NIST");
    // Stacked numbers alone prove nothing.
    expect(await textOf(`${prose} ${drawnRow(600, 22, [["12", "13"]])}`)).toContain("12");
  });

  it("are rejoined in filled cells without borders", async () => {
    const heads = "0.9 g 50 580 61 24 re f 111 580 61 24 re f 0 g";
    const text =
      "BT /F 10 Tf 12 TL 54 593 Td (manageme) Tj T* (nt) Tj ET BT /F 10 Tf 115 593 Td (notes) Tj ET";
    expect(await textOf(`${prose} ${heads} ${text}`)).toContain("management");
  });

  it("are rejoined although the space between two tables isn't a row", async () => {
    const pieces = (y: number, width: number) =>
      [50, 50 + width].map((x) => `${x} ${y} ${width} 0.7 re f`).join(" ");
    const cells =
      "BT /F 10 Tf 12 TL 54 590 Td (manageme) Tj T* (nt) Tj T* ET BT /F 10 Tf 115 590 Td (notes) Tj ET";
    const between = "BT /F 10 Tf 50 540 Td (Others of the members see these notes) Tj ET";
    const text = await textOf(
      `${prose} ${pieces(602, 61)} ${cells} ${pieces(570, 61)} ${between} ${pieces(500, 61)}`,
    );
    expect(text).toContain("management");
  });

  it("stay separate without drawn cells, and in columns as wide as their longest word", async () => {
    const below = "BT /F 10 Tf 12 TL 54 590 Td (manageme) Tj T* (nt) Tj T* ET";
    expect(await textOf(`${prose} ${below}`)).toContain("manageme");
    const row = drawnRow(600, 59.12, [
      ["committees", "went"],
      ["notes", "of"],
    ]);
    expect(await textOf(`${prose} ${row}`)).toContain("committees");
  });
});

/** A right-to-left line as one word, positioned by its right edge. */
function fromRight(right: number, y: number, text: string): Piece {
  const own = piece(right - 5 * text.length, y, text.replaceAll(" ", "_"));
  return { ...own, rightToLeft: true, words: own.words.map((word) => ({ ...word, text })) };
}

/** Rows of cells at the given x positions, from `top` down; the baselines of their lines are `pitch` apart. */
function cells(
  places: readonly number[],
  top: number,
  rows: readonly (readonly string[])[],
  style: Style = {},
  pitch = 12,
) {
  let y = top;
  return rows.flatMap((row) => {
    const own = row.flatMap((cell, at) =>
      cell.split("\n").map((line, k) => ({ x: places[at] ?? 0, y: y + k * pitch, line })),
    );
    y += pitch * Math.max(...row.map((cell) => cell.split("\n").length));
    // Typesetting programs paint line by line.
    return own
      .filter(({ line }) => line !== "")
      .sort((a, b) => a.y - b.y || a.x - b.x)
      .map(({ x, y: at, line }) => piece(x, at, line, style));
  });
}

const fill = (x0: number, y0: number, x1: number, y1: number): Drawing => ({
  box: { x0, y0, x1, y1 },
  stroked: false,
});
const grid = [
  ...[110, 130, 150, 170].map((y) => rule(50, y, 350, y)),
  ...[50, 150, 250, 350].map((x) => rule(x, 110, x, 170)),
];
const body = cells(
  [54, 154, 254],
  124,
  [
    ["Alpha", "12", "first"],
    ["Beta", "13", "second"],
    ["Gamma", "14", "third"],
  ],
  {},
  20,
);

const rowsOfNumbers = [
  ["Site", "Depth", "Area"],
  ["Dock", "12.7", "75"],
  ["Pier", "18.9", "69"],
  ["Quay", "18.6", "53"],
];

/** The situation, the page, and a part of its Markdown. */
const structures: readonly (readonly [string, PageLayout, string])[] = [
  [
    "wrapped cells with equal line spacing within and between rows",
    layout(
      1,
      [
        ...cells([50, 150, 250], 100, [["Group", "Risk", "Cases"]]),
        ...cells([50, 150, 250], 118, [
          [
            "Prevalence at the\nbaseline > 10 %\nof all people",
            "2.38\n(0.96 to\n5.90)",
            "1.23\n(0.52 to\n2.92)",
          ],
          ["Elevation lower\nthan 350 metres", "3.07", "2.21"],
          ["Number of the\ndistricts in\nquestion", "(N =\n554)", "(N =\n420)"],
        ]),
        ...prose(50, 300, 12),
      ],
      [rule(50, 88, 320, 88), rule(50, 105, 320, 105), rule(50, 218, 320, 218)],
    ),
    `| Group | Risk | Cases |
| --- | --- | --- |
| Prevalence at the baseline > 10 % of all people | 2.38 (0.96 to 5.90) | 1.23 (0.52 to 2.92) |
| Elevation lower than 350 metres | 3.07 | 2.21 |
| Number of the districts in question | (N = 554) | (N = 420) |`,
  ],
  [
    "columns with only a header",
    layout(
      1,
      [
        ...cells([50, 100, 250, 290, 330], 100, [["No", "What is to be done", "L1", "L2", "Code"]]),
        ...cells([50, 100, 250, 290, 330], 118, [
          ["3.1", "Sessions end on time", "", "", "613"],
          ["3.2", "Tokens are never shown", "", "", "598"],
          ["3.3", "Keys are made anew", "", "", "384"],
          ["3.4", "Cookies are kept safe", "", "", "614"],
          ["3.5", "Logins are written down", "", "", "523"],
          ["3.6", "Old keys are thrown away", "", "", "331"],
        ]),
        ...prose(50, 250, 12),
      ],
      [rule(50, 88, 360, 88), rule(50, 105, 360, 105), rule(50, 183, 360, 183)],
    ),
    `| No | What is to be done | L1 | L2 | Code |
| --- | --- | --- | --- | --- |
| 3.1 | Sessions end on time |  |  | 613 |`,
  ],
  [
    "short words in narrow columns that aren't wrapped cells",
    layout(
      1,
      [
        ...cells([50, 110, 170], 100, [["Field", "Type", "Must"]]),
        ...cells([50, 110, 170], 118, [
          ["name", "string", "yes"],
          ["size", "number", ""],
          ["turns", "number", ""],
          ["colour", "string", "yes"],
          ["height", "number", ""],
        ]),
        ...prose(50, 250, 12),
      ],
      [rule(50, 88, 220, 88), rule(50, 105, 220, 105), rule(50, 172, 220, 172)],
    ),
    `| Field | Type | Must |
| --- | --- | --- |
| name | string | yes |
| size | number |  |
| turns | number |  |
| colour | string | yes |
| height | number |  |`,
  ],
  [
    "multi-line headers, some of which span columns marked by a line below them",
    layout(
      1,
      [
        ...cells([170, 300], 100, [["Day one", "Day four"]]),
        ...cells([50, 150, 210, 280, 340], 118, [["", "", "Relative", "", "Relative"]]),
        ...cells([50, 150, 210, 280, 340], 128, [["Dose", "Weight", "to", "Weight", "to"]]),
        ...cells([50, 150, 210, 280, 340], 138, [["(ppm)", "(g)", "controls", "(g)", "controls"]]),
        ...cells([50, 150, 210, 280, 340], 158, [
          ["0", "5.8", "", "8.8", ""],
          ["250", "5.9", "102", "9.0", "104"],
          ["500", "6.0", "103", "8.6", "98"],
        ]),
        ...prose(50, 250, 12),
      ],
      [
        rule(50, 88, 400, 88),
        rule(140, 105, 255, 105),
        rule(270, 105, 400, 105),
        rule(50, 145, 400, 145),
        rule(50, 190, 400, 190),
      ],
    ),
    `<tr><th rowspan="2">Dose (ppm)</th><th colspan="2">Day one</th><th colspan="2">Day four</th></tr>
<tr><th>Weight (g)</th><th>Relative to controls</th><th>Weight (g)</th><th>Relative to controls</th></tr>
<tr><td>0</td><td>5.8</td><td></td><td>8.8</td><td></td></tr>`,
  ],
  [
    "a three-level header with lines below its parts and vertically centered headers beside it",
    layout(
      1,
      [
        ...cells([180, 320], 100, [["Owned", "Rented"]]),
        piece(50, 110, "District"),
        ...cells([145, 225], 118, [["Outright", "Mortgaged"]]),
        ...cells([290, 340], 124, [["Public", "Private"]]),
        ...cells([140, 180, 220, 260], 136, [["2012", "2022", "2012", "2022"]]),
        ...cells([50, 140, 180, 220, 260, 300, 350], 156, [
          ["Harbour", "12.4", "13.9", "18.8", "16.2", "7.1", "9.8"],
          ["Marsh", "8.0", "8.7", "9.9", "9.1", "2.2", "3.5"],
          ["Haven", "5.6", "6.2", "7.3", "6.6", "1.8", "2.0"],
        ]),
        ...prose(50, 250, 12),
      ],
      [
        rule(50, 88, 380, 88),
        rule(138, 105, 282, 105),
        rule(288, 105, 378, 105),
        rule(138, 123, 202, 123),
        rule(218, 123, 282, 123),
        rule(50, 143, 380, 143),
        rule(50, 190, 380, 190),
      ],
    ),
    `<tr><th rowspan="3">District</th><th colspan="4">Owned</th><th colspan="2">Rented</th></tr>
<tr><th colspan="2">Outright</th><th colspan="2">Mortgaged</th><th rowspan="2">Public</th><th rowspan="2">Private</th></tr>
<tr><th>2012</th><th>2022</th><th>2012</th><th>2022</th></tr>`,
  ],
  [
    "rows of bold headers above the first line, to the left of their columns",
    layout(
      1,
      [
        ...cells([50, 150, 300], 100, [["District", "Owned", "Rented"]], { bold: true }),
        ...cells([180, 240, 310, 370], 120, [["2012", "2022", "2012", "2022"]], { bold: true }),
        ...cells([50, 180, 240, 310, 370], 140, [["Harbour", "12.4", "13.9", "18.8", "16.2"]]),
        ...cells([50, 185, 245, 315, 375], 156, [["Marsh", "8.0", "8.7", "9.9", "9.1"]]),
        ...cells([50, 185, 245, 315, 375], 172, [["Haven", "5.6", "6.2", "7.3", "6.6"]]),
        ...prose(50, 250, 12),
      ],
      [126, 144, 160, 176].map((y) => rule(46, y, 395, y)),
    ),
    `<tr><th rowspan="2">District</th><th colspan="2">Owned</th><th colspan="2">Rented</th></tr>
<tr><th>2012</th><th>2022</th><th>2012</th><th>2022</th></tr>
<tr><td>Harbour</td><td>12.4</td><td>13.9</td><td>18.8</td><td>16.2</td></tr>`,
  ],
  [
    "a header above the first line that ends before its column's numbers start",
    layout(
      1,
      [
        ...cells([50, 150, 220], 100, [["Size", "Share", "Change since 2012"]], { bold: true }),
        ...cells([50, 155, 370], 120, [["One person", "33.1", "+4.2"]]),
        ...cells([50, 155, 370], 136, [["Two persons", "31.9", "+0.8"]]),
        ...cells([50, 155, 370], 152, [["Three or more", "28.3", "-3.4"]]),
        ...prose(50, 250, 12),
      ],
      [106, 124, 140, 156].map((y) => rule(46, y, 395, y)),
    ),
    `| Size | Share | Change since 2012 |
| --- | --- | --- |
| One person | 33.1 | +4.2 |`,
  ],
  [
    "right-aligned numbers close to left-aligned text in the next column",
    layout(1, [
      ...cells([50, 150, 233], 100, [["Station", "Mean", "Readings"]], { bold: true }),
      ...[
        "Aldrow,1814,hourly",
        "Dunmere,772,daily",
        "Eskholm,96,weekly",
        "Fernlea,1161,hourly",
        "Thornby,403,",
      ].flatMap((text, at) => {
        const [name = "", mean = "", often = ""] = text.split(",");
        return cells([50, 230 - 5 * mean.length, 233], 116 + 16 * at, [[name, mean, often]]);
      }),
      ...prose(50, 250, 12),
    ]),
    `| Station | Mean | Readings |
| --- | --- | --- |
| Aldrow | 1814 | hourly |
| Dunmere | 772 | daily |`,
  ],
  [
    "a two-line header above the first line",
    layout(
      1,
      [
        ...cells([50, 150, 230, 340], 100, [["No.", "Count", "Price of\none", "Total"]], { bold: true }),
        ...cells([50, 160, 275, 345], 132, [["MO-01", "12", "85.00", "1020"]]),
        ...cells([50, 165, 275, 345], 148, [["FE-22", "8", "64.50", "5140"]]),
        ...cells([50, 165, 275, 345], 164, [["FE-23", "4", "71.80", "2872"]]),
        ...prose(50, 250, 12),
      ],
      [118, 136, 152, 168].map((y) => rule(46, y, 370, y)),
    ),
    `| No. | Count | Price of one | Total |
| --- | --- | --- | --- |
| MO-01 | 12 | 85.00 | 1020 |`,
  ],
  [
    "a table with one line below its header and none around it, followed by another table with a title",
    layout(
      1,
      [
        ...cells([50, 150, 300], 100, [["Field", "Value", "What for"]]),
        ...cells([50, 150, 300], 116, [
          ["unit", "points", "places"],
          ["origin", "top left", "places"],
        ]),
        piece(50, 150, "A page", { size: 12 }),
        ...cells([50, 150, 300], 168, [["Field", "Value", "What for"]]),
        ...cells([50, 150, 300], 184, [
          ["width", "number", "of the page"],
          ["height", "number", "as it is shown"],
        ]),
        ...prose(50, 250, 12),
      ],
      [rule(48, 104, 400, 104), rule(48, 172, 400, 172)],
    ),
    `| Field | Value | What for |
| --- | --- | --- |
| unit | points | places |
| origin | top left | places |

# A page

| Field | Value | What for |
| --- | --- | --- |
| width | number | of the page |`,
  ],
  [
    "touching columns and a cell wider than its column",
    layout(
      1,
      [
        ...cells([50, 100, 250], 100, [["Field", "Value", "What for"]]),
        ...cells([50, 100, 250], 118, [
          ["ommersHash", "0x1dcc4de8dec75d7aab85b567b6ccd4", "none"],
          ["difficulty", "0", ""],
          ["nonce", "0x0000000000000000000000000000000000", "of no\nuse"],
        ]),
        ...prose(50, 250, 12),
      ],
      [rule(50, 88, 320, 88), rule(50, 105, 320, 105), rule(50, 170, 320, 170)],
    ),
    `| Field | Value | What for |
| --- | --- | --- |
| ommersHash | 0x1dcc4de8dec75d7aab85b567b6ccd4 | none |
| difficulty | 0 |  |
| nonce | 0x0000000000000000000000000000000000 | of no use |`,
  ],
  [
    "one line below two headers that each span several columns",
    layout(
      1,
      [
        ...cells([170, 300], 100, [["Women", "Men"]]),
        ...cells([50, 150, 210, 280, 340], 118, [["Age", "No.", "Rate", "No.", "Rate"]]),
        ...cells([50, 150, 210, 280, 340], 138, [
          ["45-54", "47", "21.8", "164", "81.0"],
          ["55-64", "116", "85.5", "241", "91.7"],
          ["65-74", "164", "34.9", "256", "24.4"],
        ]),
        ...prose(50, 250, 12),
      ],
      [rule(50, 88, 400, 88), rule(140, 105, 400, 105), rule(50, 125, 400, 125), rule(50, 170, 400, 170)],
    ),
    `<tr><th rowspan="2">Age</th><th colspan="2">Women</th><th colspan="2">Men</th></tr>
<tr><th>No.</th><th>Rate</th><th>No.</th><th>Rate</th></tr>
<tr><td>45-54</td><td>47</td><td>21.8</td><td>164</td><td>81.0</td></tr>`,
  ],
  [
    "a filled header row without a border",
    layout(
      1,
      [
        ...cells([54, 154, 254], 104, [["Name", "Count", "Place"]], { bold: true }),
        ...body,
        ...prose(50, 250, 12),
      ],
      [fill(50, 90, 150, 110), fill(150, 90, 350, 110), ...grid],
    ),
    "| Name | Count | Place |\n| --- | --- | --- |\n| Alpha | 12 | first |",
  ],
  [
    "a title in a filled bar above a grid, which isn't a header row",
    layout(
      1,
      [piece(54, 104, "All that was counted in the autumn", { bold: true }), ...body, ...prose(50, 250, 12)],
      [fill(50, 90, 350, 110), ...grid],
    ),
    "All that was counted in the autumn\n\n| Alpha | 12 | first |",
  ],
  [
    "bullets and numbers at the right edge that touch their text",
    layout(1, [
      fromRight(550, 100, "נהרות של הארץ:"),
      fromRight(530, 115, "•ירדן"),
      fromRight(530, 130, "•ירקון and PDF"),
      fromRight(550, 160, "לפי הסדר הזה:"),
      fromRight(530, 175, "1.ראשון"),
      fromRight(530, 190, "2.שני"),
    ]),
    "- ירדן\n- ירקון and PDF\n\nלפי הסדר הזה:\n\n1. ראשון\n2. שני",
  ],
];

/** A line of justified text from `left` to `right` with equal spaces. */
function spread(left: number, right: number, y: number, text: string): Piece[] {
  const words = text.split(" ");
  const gap = (right - left - 5 * words.join("").length) / (words.length - 1);
  let x = left;
  return words.map((word) => {
    const own = piece(x, y, word);
    x += 5 * word.length + gap;
    return own;
  });
}

it("doesn't find a table in narrow justified text with an indented first and short last line", async () => {
  const lines = [
    ...spread(70, 290, 100, "6.3. Every contractor confirms its"),
    ...spread(50, 290, 112, "annex and also the previous report"),
    piece(50, 124, "as it was agreed."),
    ...spread(70, 290, 136, "6.4. Where nothing applies there"),
    ...spread(50, 290, 148, "is another one in every other case"),
    piece(50, 160, "of them."),
  ];
  const { content } = await extract([layout(1, lines)]);
  expect(content).not.toContain("|");
  expect(content).toContain(
    "6.3. Every contractor confirms its annex and also the previous report as it was",
  );
});

it("doesn't treat rows with right-aligned numbers as a continued table", async () => {
  const row = (y: number, name: string, number: string) => [
    piece(50, y, "10"),
    piece(90, y, `${name} of the harbour and`),
    piece(90, y + 12, "what belongs to it"),
    piece(300 - 5 * number.length, y, number),
    piece(330, y, "20%"),
  ];
  const numbers = ["9.15", "166.86", "41.14", "58.74", "186.52", "82.81"];
  const { content } = await extract([
    layout(1, [
      ...["Item", "What", "Price", "VAT"].map((text, at) =>
        piece([50, 90, 275, 330][at] ?? 0, 100, text, { bold: true }),
      ),
      ...numbers.flatMap((number, at) => row(124 + 30 * at, "Pump", number)),
    ]),
  ]);
  expect(content.match(/^\| --- /gm)).toHaveLength(1);
  expect(content.match(/\| Pump of the harbour and what belongs to it \| /g)).toHaveLength(numbers.length);
});

it("finds a table with a bold header and one row, although both end at the same place", async () => {
  const head = ["Date", "Due", "Order", "Customer"].map((text, at) =>
    piece(50 + 90 * at, 100, text, { bold: true }),
  );
  const body = ["12 May", "11 June", "PO-7712"].map((text, at) => piece(50 + 90 * at, 118, text));
  body.push(piece(330, 118, "C-0419"));
  const { content } = await extract([layout(1, [...head, ...body, ...prose(50, 200, 5)])]);
  expect(content).toContain(
    "| Date | Due | Order | Customer |\n| --- | --- | --- | --- |\n| 12 May | 11 June |",
  );
});

it("joins a table continued in the next column under a repeated header", async () => {
  const head = ["Site", "Depth", "Area"];
  const part = (x: number, y: number, rows: readonly (readonly string[])[]) =>
    cells([x, x + 90, x + 150], y, [head, ...rows], {}, 14);
  const lines = [
    ...prose(50, 100, 40, {}, 45),
    ...part(50, 600, [
      ["Harbour", "17.7", "70"],
      ["Quay", "18.6", "53"],
    ]),
    ...part(320, 60, [
      ["Dock", "12.7", "75"],
      ["Pier", "18.9", "69"],
    ]),
    ...prose(320, 140, 40, {}, 45),
  ];
  const { content } = await extract([layout(1, lines)]);
  expect(content.match(/^\|.*$/gm)?.map((row) => row.split(" | ")[0])).toEqual(
    ["Site", "---", "Harbour", "Quay", "Dock", "Pier"].map((text) => `| ${text}`),
  );
});

it("finds headings in a short document that are spaced like its paragraphs", async () => {
  const lines = ["Supplies", "Currencies"].flatMap((head, at) => [
    piece(50, 100 + 84 * at, head, { bold: true }),
    ...prose(50, 118 + 84 * at, 2, {}, 80),
    piece(50, 148 + 84 * at, "A paragraph of one line stands as far below it as it can."),
    piece(50, 166 + 84 * at, "Another one is as short as that, and ends here as well."),
  ]);
  const { content } = await extract([layout(1, lines)]);
  expect(content.match(/^## .*$/gm)).toEqual(["## Supplies", "## Currencies"]);
});

/** Bold terms, with their meanings to the right. */
const terms = ["Bed", "Bodkin", "Chase", "Forme"].map((term, at) =>
  piece(50, 124 + 36 * at, term, { bold: true }),
);
const meanings = terms.map(({ baseline }) => prose(150, baseline, 2));
const heading = piece(50, 90, "Terms", { size: 14, bold: true });

it("reads terms beside their meanings as neither headings nor a table", async () => {
  const lines = terms.flatMap((term, at) => [term, ...(meanings[at] ?? [])]);
  const { content } = await extract([layout(1, [heading, ...lines])]);
  expect(content.match(/^\S+ ?\S*/gm)).toEqual([
    "# Terms",
    ...["Bed", "Bodkin", "Chase", "Forme"].flatMap((term) => [term, "Here the"]),
  ]);
});

it("keeps a table in the second column if the page header was painted last", async () => {
  const lines = [
    piece(50, 80, "Report of the harbour and of all its ships", { size: 16, bold: true }),
    ...prose(50, 110, 40, {}, 45),
    ...cells([320, 410, 480], 124, rowsOfNumbers, {}, 14),
    ...prose(320, 200, 12, {}, 45),
    piece(250, 30, "Harbours of the year, and others", { size: 8 }),
  ];
  const rules = [112, 128, 170].map((y) => rule(320, y, 520, y));
  const { content } = await extract([layout(1, lines, rules)]);
  expect(content.indexOf("| Site |")).toBeGreaterThan(content.indexOf("Here the quick"));
});

it("separates two ruled tables with running text between them", async () => {
  const table = (y: number, names: readonly string[]) => [
    piece(200, y, "Amount", { bold: true }),
    piece(300, y, "Price", { bold: true }),
    ...cells([54, 200, 300], y + 20, [...names.map((name) => [name, "12", "7.50"])], {}, 20),
  ];
  const lines = [
    ...table(100, ["Apples", "Pears", "Plums"]),
    piece(50, 186, "What was sold in the second half of the year, when nothing grew at all,"),
    ...table(210, ["Nuts", "Jam", "Juice"]),
  ];
  const rules = [106, 126, 146, 166, 216, 236, 256, 276].map((y) => rule(50, y, 420, y));
  const { content } = await extract([layout(1, [...lines, ...prose(50, 320, 8)], rules)]);
  expect(content.match(/^\| {2}\| Amount \| Price \|$/gm)).toHaveLength(2);
  expect(content.match(/^\| [A-Z]\w+ \| 12 \| 7.50 \|$/gm)).toHaveLength(6);
});

it("joins right-to-left list items with their separate numbers and wrapped lines", async () => {
  const items = ["ראשון שבהם ארוך", "שני", "שלישי"].map((text, at) => fromRight(500, 100 + 24 * at, text));
  const rest = fromRight(500, 112, "ונמשך כאן");
  const marks = [".1", ".2", ".3"].map((text, at) => piece(506, 100 + 24 * at, text));
  const [first, ...others] = items;
  if (!first) throw new Error("no item");
  const { content } = await extract([layout(1, [first, rest, ...others, ...marks])]);
  expect(content.trim()).toBe("1. ראשון שבהם ארוך ונמשך כאן\n2. שני\n3. שלישי");
});

it("keeps a table that reaches into the next column in its own column", async () => {
  const lines = [
    ...prose(50, 60, 30, {}, 45),
    ...cells([50, 150, 300], 454, rowsOfNumbers, {}, 14),
    ...prose(320, 60, 20, {}, 45),
  ];
  const rules = [442, 458, 500].map((y) => rule(50, y, 345, y));
  const { content } = await extract([layout(1, lines, rules)]);
  expect(content.trim()).not.toMatch(/\|$/);
});

it("finds columns by their rows if the headers are too close together", async () => {
  const places = [50, 116, 154, 178, 214] as const;
  const head = ["Site", "Trees", "Infested", "Found", "Precision"];
  const starts = [50, 110, 136, 178, 202];
  const rows = ["Oder", "Rachel", "Wurm"].map((name) => [name, "78", "21", "19", "0.90"]);
  const lines = [
    ...head.map((text, at) => piece(starts[at] ?? 0, 100, text, { bold: true })),
    ...cells(places, 118, rows),
  ];
  const { content } = await extract([layout(1, [...lines, ...prose(50, 200, 8)], [rule(48, 105, 250, 105)])]);
  expect(content).toContain(`| ${head.join(" | ")} |`);
  expect(content).toContain("| Wurm | 78 | 21 | 19 | 0.90 |");
});

it("matches a left-aligned header with right-aligned numbers", async () => {
  const lines = [
    piece(54, 100, "Costs", { bold: true }),
    piece(160, 100, "Note", { bold: true }),
    piece(260, 100, "Year", { bold: true }),
    ...cells([54, 205, 300], 118, [
      ["Sales", "(1)", "412.604"],
      ["Rent", "(2)", "301.448"],
      ["Wages", "(3)", "156.112"],
    ]),
  ];
  const rules = [88, 105, 148].map((y) => rule(50, y, 340, y));
  const { content } = await extract([layout(1, [...lines, ...prose(50, 200, 8)], rules)]);
  expect(content).toContain("| Costs | Note | Year |\n| --- | --- | --- |\n| Sales | (1) | 412.604 |");
});

it("separates columns of numbers that are closer together than columns of words", async () => {
  const rows = [
    ["Drives", "198.340", "214.552", "16.902"],
    ["Wind", "127.816", "121.090", "11.377"],
    ["Parts", "86.448", "93.275", "2.921"],
  ];
  const lines = rows.flatMap(([name = "", ...numbers], y) => [
    piece(50, 124 + 14 * y, name),
    ...numbers.map((text, x) => piece(145 + 40.2 * x - 5 * text.length, 124 + 14 * y, text)),
  ]);
  const rules = [112, 128, 156].map((y) => rule(48, y, 260, y));
  const { content } = await extract([layout(1, [...lines, ...prose(50, 220, 8)], rules)]);
  expect(content).toContain("| Wind | 127.816 | 121.090 | 11.377 |");
});

it("doesn't treat underlines as table lines", () => {
  const words = [piece(50, 100, "a link"), piece(90, 100, "of two pieces")];
  const page = layout(1, words, [rule(50, 101.5, 155, 101.5), rule(50, 120, 155, 120)]);
  const { rules } = withTextRules(findRules(page.drawings, page), pieceLines(page.pieces));
  expect(rules.horizontal.map(({ at }) => at)).toEqual([120]);
});

it("recognizes code that is most of a document if its sentences are in another font", async () => {
  const code = prose(50, 260, 36, { mono: true }, 70);
  const { content } = await extract([layout(1, [...prose(50, 60, 15), ...code])]);
  expect(content.match(/```/g)).toHaveLength(2);
  const typewritten = await extract([layout(1, prose(50, 60, 48, { mono: true }))]);
  expect(typewritten.content).not.toContain("```");
});

it("separates a numbered heading from the paragraph that starts on its line", async () => {
  const head = (y: number, number: string) => [
    piece(50, y, number, { bold: true }),
    piece(85, y, "Origin of times", { bold: true }),
    piece(170, y, "Here begins what is said about them, which goes on"),
    ...prose(50, y + 12, 3),
  ];
  const { content } = await extract([
    layout(1, [...prose(50, 60, 5), ...head(140, "1.2.3"), ...head(220, "1.2.4")]),
  ]);
  expect(content).toContain("## 1.2.3 Origin of times\n\nHere begins");
});

it("keeps cells painted one after another whole, whatever is beside them", async () => {
  const cell = (x: number, y: number, lines: readonly string[]) =>
    lines.map((line, at) => piece(x, y + 12 * at, line));
  const page = layout(
    1,
    [
      ...cell(50, 100, ["Name"]),
      ...cell(150, 100, ["Meaning"]),
      ...cell(300, 100, ["Notes"]),
      ...cell(50, 120, ["WIDTH_OF", "_ALL"]),
      ...cell(150, 120, ["How wide it is"]),
      ...cell(300, 120, ["In points,", "as shown", "on paper"]),
      ...cell(50, 156, ["HEIGHT_OF", "_ONE"]),
      ...cell(150, 156, ["How high", "the first is"]),
      ...cell(50, 180, ["DEPTH"]),
      ...cell(150, 180, ["How deep"]),
      ...cell(300, 180, ["Not now"]),
    ],
    [rule(48, 108, 400, 108)],
  );
  const rows = (await extract([page])).content.trim().split("\n").slice(2);
  expect(rows.map((row) => row.split("|").slice(2).join("|"))).toEqual([
    " How wide it is | In points, as shown on paper |",
    " How high the first is |  |",
    " How deep | Not now |",
  ]);
});

it("separates a narrower table and its title from the two tables around it", async () => {
  const three = (y: number, right: number) => [y - 10, y + 5, y + 45].map((at) => rule(48, at, right, at));
  const rows = [
    ["Name", "What it says"],
    ["first", "Here is what the first of them says"],
    ["second", "And this is what the second says"],
  ];
  const table = (y: number) => cells([50, 130], y, rows, {}, 18);
  const title = (y: number) => piece(50, y, "Others of them", { bold: true });
  const lines = [...table(100), title(165), ...table(190), title(255), ...table(280)];
  const { content } = await extract([
    layout(1, lines, [...three(100, 400), ...three(190, 340), ...three(280, 396)]),
  ]);
  expect(content.match(/\| Name \| What it says \|\n\| --- \| --- \|/g)).toHaveLength(3);
});

it("doesn't find a table in a chart's labels", async () => {
  const labels = cells([50, 110, 170, 230, 290], 100, [
    ["34", "41", "", "", ""],
    ["", "", "17", "22", "25"],
    ["8", "9", "", "", ""],
    ["", "", "3", "4", "5"],
  ]);
  expect((await extract([layout(1, [...labels, ...prose(50, 250, 12)])])).content).not.toContain("|");
});

describe("structure of", () => {
  it.each(structures)("%s", async (_, page, markdown) => {
    expect((await extract([page])).content).toContain(markdown);
  });
});

/** A tag, the parent's child number `index`. */
const child = (type: string, index: number, parent?: Tag): Tag => ({
  ...{ type, parent, index },
  key: parent ? `${parent.key}.${index}` : `${index}`,
});

describe("tagged pages", () => {
  it("keep text that continues on a page without tags", async () => {
    const tagged = prose(50, 500, 20).map((line) => ({ ...line, tag: child("P", 0) }));
    const { content } = await extract([
      layout(1, tagged),
      layout(2, [piece(50, 60, "counted at last, as was agreed.")]),
    ]);
    expect(content).toContain("counted at last");
  });

  it("don't read the start of an item as its number if the first item has none", async () => {
    const items = ["Mme Hélène Aubry", "M. Jean Noël", "Mme Zoé Lefèvre", "M. Ali Ben Saïd", "M. Luc Roy"];
    const list = child("L", 0);
    const lines = items.map((text, at) =>
      piece(80, 100 + 14 * at, text, { tag: child("LBody", 0, child("LI", at, list)) }),
    );
    const { content } = await extract([layout(1, lines)]);
    expect(content.trim().split("\n")).toEqual(items.map((text) => `- ${text}`));
  });
});

describe("structure over pages", () => {
  it("joins a tagged table's row split by a page break", async () => {
    const table = child("Table", 0);
    const cell = (row: number, at: number) => child("TD", at, child("TR", row, table));
    const at = (row: number, column: number, y: number, text: string) =>
      piece(50 + 200 * column, y, text, { tag: cell(row, column) });
    const first = [
      at(0, 0, 700, "Name"),
      at(0, 1, 700, "What"),
      at(1, 0, 720, "One"),
      at(1, 1, 720, "begins here"),
    ];
    const second = [at(1, 1, 60, "and ends there"), at(2, 0, 80, "Two"), at(2, 1, 80, "stands here")];
    const taggedTables = () =>
      [0, 1, 2].map((row) =>
        [0, 1].map((column) => ({ key: cell(row, column).key, header: row === 0, rowSpan: 1, colSpan: 1 })),
      );
    const { content } = await extract([layout(1, first), layout(2, second)], { taggedTables });
    expect(content.split("\n").slice(2)).toEqual([
      "| One | begins here and ends there |",
      "| Two | stands here |",
    ]);
  });

  it("drops a repeated table header with the same tags", async () => {
    const table = child("Table", 0);
    const cell = (row: number, at: number) => child(row === 0 ? "TH" : "TD", at, child("TR", row, table));
    const row = (number: number, y: number, texts: readonly string[]) =>
      texts.map((text, at) => piece(50 + 200 * at, y, text, { tag: cell(number, at) }));
    const head = ["Name", "What"];
    const taggedTables = () =>
      [0, 1, 2].map((row) =>
        [0, 1].map((at) => ({ key: cell(row, at).key, header: row === 0, rowSpan: 1, colSpan: 1 })),
      );
    const pages = [
      layout(1, [...row(0, 700, head), ...row(1, 720, ["One", "stands here"])]),
      layout(2, [...row(0, 60, head), ...row(2, 80, ["Two", "stands there"])]),
    ];
    const { content } = await extract(pages, { taggedTables });
    expect(content.split("\n").slice(2)).toEqual(["| One | stands here |", "| Two | stands there |"]);
  });

  it("joins a tagged list item split by a page break", async () => {
    const list = child("L", 0);
    const item = (at: number) => child("LBody", 0, child("LI", at, list));
    const pages = [
      layout(1, [
        piece(80, 700, "One stands here", { tag: item(0) }),
        piece(80, 714, "Two begins here,", { tag: item(1) }),
      ]),
      layout(2, [
        piece(80, 60, "and ends here", { tag: item(1) }),
        piece(80, 74, "Three stands there", { tag: item(2) }),
      ]),
    ];
    const { content } = await extract(pages);
    expect(content).toBe("- One stands here\n- Two begins here, and ends here\n- Three stands there");
  });
});
