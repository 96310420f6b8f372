/**
 * What reading of other people's files was lost by, cause by cause: documents that show it, and what they say. Text is read of
 * whole documents, structure of pages of words.
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

/** Lines below each other. */
const lines = (...all: readonly string[]) =>
  `BT /F 12 Tf 14 TL 50 700 Td ${all.map((line) => `(${line.replace(/[()]/g, "\\$&")}) Tj T*`).join(" ")} ET`;

/** The cause, the content of a page, its text. */
const texts: readonly (readonly [string, string, string])[] = [
  [
    "a space that stands on the letter before it parts no word",
    "BT /F 12 Tf 50 700 Td [(be o)300( )(ne of )-20(many)] TJ ET",
    "be one of many",
  ],
  [
    "a space that is kerned back, and stands on no letter, parts words",
    "BT /F 12 Tf 50 700 Td [(be A)100( )60(V)] TJ ET",
    "be A V",
  ],
  [
    "lines that are set tight have narrow spaces, which nobody wrote",
    "BT /F 12 Tf 50 700 Td [(Because Samuel)-121(Cleveland has)-110(passed)] TJ ET",
    "Because Samuel Cleveland has passed",
  ],
  ["letters that all stand apart are one word", "BT /F 12 Tf 1.4 Tc 50 700 Td (LETTERS) Tj ET", "LETTERS"],
  [
    "an accent and the letter below it are one character",
    "BT /F 12 Tf 50 700 Td [(Niels M)-111(\\250)444(undler)] TJ ET",
    "Niels Mündler",
  ],
  [
    "a letter and the accent below it are one character",
    "BT /F 12 Tf 50 700 Td [(fac)417(\\270)-84(ade)] TJ ET",
    "façade",
  ],
  [
    "a small comma on a letter is the comma below it, and a comma behind it is none",
    "BT /F 12 Tf 50 700 Td (t) Tj /F 6 Tf 1 -1.5 Td (,) Tj /F 12 Tf 2.4 1.5 Td (ara, s) Tj ET",
    "țara, s",
  ],
  [
    "letters whose accents are marks of their own are whole",
    "/Span <</ActualText <FEFF00630061006600650301>>> BDC BT /F 12 Tf 50 700 Td (cafe) Tj ET EMC",
    "café",
  ],
  [
    "a broken word goes on behind a note in the margin",
    "BT /F 12 Tf 150 700 Td (This pack-) Tj -100 0 Td (abstract) Tj 100 -14 Td (age is) Tj ET",
    "This package\nabstract\n\nis",
  ],
  [
    "a broken word goes on behind the number of its line",
    "BT /F 12 Tf 150 700 Td (This pack-) Tj 200 0 Td (5) Tj -200 -14 Td (age is) Tj ET",
    "This package\n5\nis",
  ],
  [
    "a broken word does not go on in the column beside it, painted row by row with its own",
    "BT /F 12 Tf 50 700 Td (This pack-) Tj 200 0 Td (dies Pa-) Tj -200 -14 Td (age is) Tj 200 0 Td (ket ist) Tj ET",
    "This pack-\ndies Paket\nage is\nist",
  ],
  [
    "the mark of a footnote is no part of its first word",
    "BT /F 7 Tf 50 703 Td (12) Tj /F 10 Tf 7.8 -3 Td (See x) Tj /F 7 Tf 25.6 3 Td (2) Tj ET",
    "12 See x2",
  ],
  [
    "a hyphen before a conjunction belongs to its word, and the conjunction is another",
    lines("nach Kontroll-", "oder Aufsicht"),
    "nach Kontroll- oder\nAufsicht",
  ],
  [
    "a hyphen behind another goes where it parts a word that stands elsewhere, or no word",
    lines("the X-Frame-Options header, by X-Frame-Op-", "tions and non-informa-", "tive values"),
    "the X-Frame-Options header, by X-Frame-Options\nand non-informative\nvalues",
  ],
  [
    "a hyphen behind another stays where a word stands between them",
    lines("all of the many, by state-of-the-", "art means"),
    "all of the many, by state-of-the-art\nmeans",
  ],
  [
    "a hyphen in a name of several words goes where the name stands whole elsewhere",
    lines("it is AlwaysEqual here, and AlwaysE-", "qual there, TERMINAL_HASH is TERMI-", "NAL_HASH"),
    "it is AlwaysEqual here, and AlwaysEqual\nthere, TERMINAL_HASH is TERMINAL_HASH",
  ],
  [
    "a hyphen before what ends nothing but compounds stays",
    lines("of a population-", "based survey"),
    "of a population-based\nsurvey",
  ],
  [
    "an address goes on where a line ends behind its dot or its scheme",
    lines("see https://doi.", "org/10.1016/j.image.2010.", "075 or (https:", "//example.org) for it"),
    "see https://doi.org/10.1016/j.image.2010.075\nor (https://example.org)\nfor it",
  ],
  [
    "a number in brackets goes on behind its dot",
    lines("a rate of 2.38 (0.52-2.", "92), which ends in 3.", "4 of them"),
    "a rate of 2.38 (0.52-2.92),\nwhich ends in 3.\n4 of them",
  ],
  [
    "an address that ends a sentence, and its line, ends",
    lines("see https://example.org.", "the next one, https://example.org/a.pdf.", "2. Others"),
    "see https://example.org.\nthe next one, https://example.org/a.pdf.\n2. Others",
  ],
  [
    "words of a script of India are parted by spaces that were painted before their letters",
    "BT /F 12 Tf 80 700 Td [( )-2000( )] TJ 1 0 0 1 50 700 Tm /Span <</ActualText <FEFF0939092E>>> BDC (MMM) Tj EMC 1 0 0 1 83.4 700 Tm /Span <</ActualText <FEFF0924>>> BDC (MM) Tj EMC ET",
    "हम त",
  ],
  [
    "a line goes on where its spaces are painted before its letters, as another font has these",
    "BT /F 12 Tf 50 700 Td (GPLv3) Tj ET BT /F 12 Tf 107.3 700 Td ( ) Tj 1 0 0 1 90 700 Tm [(are)-278(all)] TJ ET",
    "GPLv3 are all",
  ],
  [
    "a word that is printed over the end of the one before it is another",
    "BT /F 12 Tf 50 700 Td [(Geography)400(Elevation)] TJ ET",
    "Geography Elevation",
  ],
  [
    "a word that begins well before the end of a bracket begins after it",
    "BT /F 12 Tf 50 700 Td (\\(ab\\)) Tj ET BT /F 12 Tf 66 700 Td (I) Tj ET",
    "(ab) I",
  ],
  [
    "letters that all overlap, as widths are wrong, are one word, and so are those of a logo",
    "BT /F 12 Tf 50 700 Td [(w)300(o)300(r)100(d T)200] TJ -3 Ts (E) Tj ET",
    "word TE",
  ],
  [
    "a syllable of a script of India is whole, and goes on, where its second glyph stands for a mark",
    "BT /F 24 Tf 50 700 Td /Span <</ActualText <FEFF0938094D0925093F>>> BDC (iM) Tj EMC /Span <</ActualText <FEFF0924>>> BDC (t) Tj EMC ET",
    "स्थित",
  ],
  [
    "a syllable of Khmer is whole, and goes on after its last glyph",
    "BT /F 24 Tf 50 700 Td /Span <</ActualText <FEFF179517D2179F17B6>>> BDC (M) Tj 20 0 Td (o) Tj EMC 13.3 0 Td /Span <</ActualText <FEFF179A>>> BDC (t) Tj EMC ET",
    "ផ្សារ",
  ],
  ["an accent beside a letter stays", "BT /F 12 Tf 50 700 Td (5\\264 or `a) Tj ET", "5´ or `a"],
];

describe("text", () => {
  it.each(texts)("%s", async (_, content, text) => {
    const document = openStrictly(memorySource(contentPdf(content)));
    using reader = openContentText(document, { engines: noEngines });
    expect(await reader.page(1)).toBe(text);
  });
});

/** The font of `contentPdf` with letters of Arabic: a, b, c, l are meem, seen, beh and alef, i is the vowel below a letter. */
const pointed = {
  5: "<</Type/Font/Subtype/Type1/BaseFont/Some/FirstChar 97/LastChar 108/Widths[600 600 600 0 0 0 0 0 0 0 0 600]/FontDescriptor 7 0 R/ToUnicode 8 0 R>>",
  8: {
    dict: "",
    data: "begincmap 1 begincodespacerange <00> <ff> endcodespacerange 5 beginbfchar <61> <0645> <62> <0633> <63> <0628> <69> <0650> <6c> <0627> endbfchar endcmap",
  },
};

describe("vowels of Arabic that are painted before their letters", () => {
  it.each([
    ["at the end of a word", "(cl) Tj 15 0 Td (iabc) Tj", "بسمِ اب"],
    ["at the beginning of a line", "(cl) Tj 0 -14 Td (iabc) Tj", "اب\nبسمِ"],
  ])("stand on them: %s", async (_, shown, text) => {
    const bytes = contentPdf(`BT /F 10 Tf 100 700 Td ${shown} ET`, { more: pointed });
    using reader = openContentText(openStrictly(memorySource(bytes)), { engines: noEngines });
    expect(await reader.page(1)).toBe(text);
  });
});

it("slanted text that reads from right to left has its spaces", async () => {
  const toUnicode =
    "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <61> <7a> <05d0> endbfrange";
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 10 0 R>>";
  const more = { 5: font, 10: { dict: "", data: toUnicode } };
  const pdf = contentPdf("BT /F 11 Tf 1 0 0.3 1 50 700 Tm (fed cba) Tj ET", { more });
  using reader = openContentText(openStrictly(memorySource(pdf)), { engines: noEngines });
  expect(await reader.page(1)).toBe("אבג דהו");
});

/** Cells beside each other between drawn lines, in text of 10 points, each `width` wide with its lines below each other. */
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

  it("are whole where a cell broke them, and two where two stand below each other", async () => {
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

  it("are whole before a number in two lines is taken for that of an item", async () => {
    const row = drawnRow(600, 22, [
      ["3.", "3.", "1"],
      ["NI", "ST"],
    ]);
    const next = "94 560 200 40 re S BT /F 10 Tf 98 589 Td (Members see it) Tj ET";
    const text = await textOf(`${prose} ${row} ${next}`);
    expect(text).toContain("3.3.1");
    expect(text).toContain("NIST");
    // Numbers below each other alone show nothing.
    expect(await textOf(`${prose} ${drawnRow(600, 22, [["12", "13"]])}`)).toContain("12");
  });

  it("are whole in cells that are filled and have no borders", async () => {
    const heads = "0.9 g 50 580 61 24 re f 111 580 61 24 re f 0 g";
    const text =
      "BT /F 10 Tf 12 TL 54 593 Td (manageme) Tj T* (nt) Tj ET BT /F 10 Tf 115 593 Td (notes) Tj ET";
    expect(await textOf(`${prose} ${heads} ${text}`)).toContain("management");
  });

  it("are whole where the space between two tables is no row of both", async () => {
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

  it("stay apart where no cell is drawn, and where columns are as wide as their longest words", async () => {
    const below = "BT /F 10 Tf 12 TL 54 590 Td (manageme) Tj T* (nt) Tj T* ET";
    expect(await textOf(`${prose} ${below}`)).toContain("manageme");
    const row = drawnRow(600, 59.12, [
      ["committees", "went"],
      ["notes", "of"],
    ]);
    expect(await textOf(`${prose} ${row}`)).toContain("committees");
  });
});

/** A line that reads from right to left, as one word, from its right edge on. */
function fromRight(right: number, y: number, text: string): Piece {
  const own = piece(right - 5 * text.length, y, text.replaceAll(" ", "_"));
  return { ...own, rightToLeft: true, words: own.words.map((word) => ({ ...word, text })) };
}

/** Rows of cells at these places, each with its lines below each other, from `top` downwards; lines stand `pitch` apart. */
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
    // Typesetters paint line by line.
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

/** The cause, the page, what its Markdown holds. */
const structures: readonly (readonly [string, PageLayout, string])[] = [
  [
    "cells are wrapped, and lines stand at one distance in and between rows",
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
    "nothing but the head fills some columns",
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
    "short words in narrow columns are no wrapped cells",
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
    "heads have several lines, and some stand over columns that a line below them tells",
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
    "lines below parts of a head of three levels, beside which heads stand in the middle",
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
    "heads in bold type stand above the first line, in rows, at the left of the numbers and columns below them",
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
    "a head above the first line ends before the numbers of its column begin",
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
    "numbers at the right of their column stand close to the texts at the left of the next",
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
    "a head above the first line has two lines",
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
    "one line is below the head, and none around the table, and another table follows its title",
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
    "columns touch each other, and a cell is longer than its own",
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
    "one line is below two heads that each stand over several columns",
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
    "a row of heads is filled, and has no border",
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
    "a title in a filled bar above a grid is no row of heads",
    layout(
      1,
      [piece(54, 104, "All that was counted in the autumn", { bold: true }), ...body, ...prose(50, 250, 12)],
      [fill(50, 90, 350, 110), ...grid],
    ),
    "All that was counted in the autumn\n\n| Alpha | 12 | first |",
  ],
  [
    "bullets and numbers at the right edge touch their text",
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

/** A line of justified text: its words from `left` to `right`, with one space between all of them. */
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

it("justified text in a narrow column, with its first line indented and its last short, is no table", async () => {
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

it("rows of a table whose numbers stand at the right are no table that goes on from the page before", async () => {
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

it("a head in bold type above one row is a table, though both end at one place", async () => {
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

it("a table that goes on in the next column, under its head again, is one", async () => {
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

it("a short document has more space between paragraphs than lines, and its headings stand as far apart", async () => {
  const lines = ["Supplies", "Currencies"].flatMap((head, at) => [
    piece(50, 100 + 84 * at, head, { bold: true }),
    ...prose(50, 118 + 84 * at, 2, {}, 80),
    piece(50, 148 + 84 * at, "A paragraph of one line stands as far below it as it can."),
    piece(50, 166 + 84 * at, "Another one is as short as that, and ends here as well."),
  ]);
  const { content } = await extract([layout(1, lines)]);
  expect(content.match(/^## .*$/gm)).toEqual(["## Supplies", "## Currencies"]);
});

/** Terms in bold type, and what they mean at their right. */
const terms = ["Bed", "Bodkin", "Chase", "Forme"].map((term, at) =>
  piece(50, 124 + 36 * at, term, { bold: true }),
);
const meanings = terms.map(({ baseline }) => prose(150, baseline, 2));
const heading = piece(50, 90, "Terms", { size: 14, bold: true });

it("terms beside what they mean are no headings and no table", async () => {
  const lines = terms.flatMap((term, at) => [term, ...(meanings[at] ?? [])]);
  const { content } = await extract([layout(1, [heading, ...lines])]);
  expect(content.match(/^\S+ ?\S*/gm)).toEqual([
    "# Terms",
    ...["Bed", "Bodkin", "Chase", "Forme"].flatMap((term) => [term, "Here the"]),
  ]);
});

it("a table of the second column stands in it, where the head of the page was painted last", async () => {
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

it("below each row a line, running text, and the head and rows of another table", async () => {
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

it("numbers of items stand right of them by themselves, with their dots on the left, and items go on below their text", async () => {
  const items = ["ראשון שבהם ארוך", "שני", "שלישי"].map((text, at) => fromRight(500, 100 + 24 * at, text));
  const rest = fromRight(500, 112, "ונמשך כאן");
  const marks = [".1", ".2", ".3"].map((text, at) => piece(506, 100 + 24 * at, text));
  const [first, ...others] = items;
  if (!first) throw new Error("no item");
  const { content } = await extract([layout(1, [first, rest, ...others, ...marks])]);
  expect(content.trim()).toBe("1. ראשון שבהם ארוך ונמשך כאן\n2. שני\n3. שלישי");
});

it("a table that reaches into the next column stands in its own", async () => {
  const lines = [
    ...prose(50, 60, 30, {}, 45),
    ...cells([50, 150, 300], 454, rowsOfNumbers, {}, 14),
    ...prose(320, 60, 20, {}, 45),
  ];
  const rules = [442, 458, 500].map((y) => rule(50, y, 345, y));
  const { content } = await extract([layout(1, lines, rules)]);
  expect(content.trim()).not.toMatch(/\|$/);
});

it("heads stand so close to each other that their rows alone tell the columns", async () => {
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

it("a head stands at the left of its column, and the numbers below it at the right", async () => {
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

it("numbers stand nearer to each other than words of two columns do", async () => {
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

it("underlines of words are no lines of a table", () => {
  const words = [piece(50, 100, "a link"), piece(90, 100, "of two pieces")];
  const page = layout(1, words, [rule(50, 101.5, 155, 101.5), rule(50, 120, 155, 120)]);
  const { rules } = withTextRules(findRules(page.drawings, page), pieceLines(page.pieces));
  expect(rules.horizontal.map(({ at }) => at)).toEqual([120]);
});

it("code that is most of a document, whose sentences are in another font, is code", async () => {
  const code = prose(50, 260, 36, { mono: true }, 70);
  const { content } = await extract([layout(1, [...prose(50, 60, 15), ...code])]);
  expect(content.match(/```/g)).toHaveLength(2);
  const typewritten = await extract([layout(1, prose(50, 60, 48, { mono: true }))]);
  expect(typewritten.content).not.toContain("```");
});

it("a numbered heading stands on the line where its paragraph begins, and its number as far before it", async () => {
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

it("cells that were painted one after the other are whole, whatever stands beside them", async () => {
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

it("between two tables of one width stands a third, which is narrower, and its title", async () => {
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

it("labels of a chart that stand beside each other are no table", async () => {
  const labels = cells([50, 110, 170, 230, 290], 100, [
    ["34", "41", "", "", ""],
    ["", "", "17", "22", "25"],
    ["8", "9", "", "", ""],
    ["", "", "3", "4", "5"],
  ]);
  expect((await extract([layout(1, [...labels, ...prose(50, 250, 12)])])).content).not.toContain("|");
});

describe("structure", () => {
  it.each(structures)("%s", async (_, page, markdown) => {
    expect((await extract([page])).content).toContain(markdown);
  });
});

/** A tag, the `index`th of its parent. */
const child = (type: string, index: number, parent?: Tag): Tag => ({
  ...{ type, parent, index },
  key: parent ? `${parent.key}.${index}` : `${index}`,
});

describe("tagged pages", () => {
  it("what goes on to a page without any tag is text", async () => {
    const tagged = prose(50, 500, 20).map((line) => ({ ...line, tag: child("P", 0) }));
    const { content } = await extract([
      layout(1, tagged),
      layout(2, [piece(50, 60, "counted at last, as was agreed.")]),
    ]);
    expect(content).toContain("counted at last");
  });

  it("an item that begins like a number has none, where the first item has none", async () => {
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
  it("a row of a tagged table that a page border parts is one row", async () => {
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

  it("the head of a tagged table that is printed again on the next page has the tags of the first", async () => {
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

  it("an item of a tagged list that a page border parts is one item", async () => {
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
