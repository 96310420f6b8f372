/** The layout thresholds, each tested with a value slightly on either side. */
import { describe, expect, it } from "vitest";
import type { PageLayout, Piece } from "../../../src/core/page-layout.ts";
import { groupLines } from "../../../src/reading/layout/blocks/groups.ts";
import { pageBlocks } from "../../../src/reading/layout/blocks/page-blocks.ts";
import { cutRules } from "../../../src/reading/layout/columns/column-rules.ts";
import { joinPieces } from "../../../src/reading/layout/columns/join-pieces.ts";
import { joinJustified } from "../../../src/reading/layout/columns/justified.ts";
import { withTextRules } from "../../../src/reading/layout/columns/rules.ts";
import { stretches } from "../../../src/reading/layout/columns/stretches.ts";
import { documentStyle } from "../../../src/reading/layout/document-blocks.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { runningPatterns } from "../../../src/reading/layout/headers-footers/headers-footers.ts";
import { headingRule } from "../../../src/reading/layout/headings/heading-rules.ts";
import { headingLevels } from "../../../src/reading/layout/headings/headings.ts";
import { splitRunIn } from "../../../src/reading/layout/headings/run-in.ts";
import { createSequence } from "../../../src/reading/layout/join-pages.ts";
import { createDepths } from "../../../src/reading/layout/lists/lists.ts";
import { withMarkers } from "../../../src/reading/layout/markers/bullets.ts";
import { markerOf } from "../../../src/reading/layout/markers/marker-rules.ts";
import type { Block, Line } from "../../../src/reading/layout/model/blocks.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import type { Rules } from "../../../src/reading/layout/model/rules.ts";
import { countsOn, scriptOf } from "../../../src/reading/layout/notes/note-marks.ts";
import { outlineOf } from "../../../src/reading/layout/outline/outline.ts";
import {
  codeGoesOn,
  isNameHeading,
  standsAsCode,
} from "../../../src/reading/layout/paragraphs/code-lines.ts";
import { isDisplayed, saysFormula } from "../../../src/reading/layout/paragraphs/formulas.ts";
import { brokenEarly, columnOf, follows } from "../../../src/reading/layout/paragraphs/line-pairs.ts";
import { bandColumns, withAlignedStarts } from "../../../src/reading/layout/tables/aligned-columns.ts";
import { mayBreakWords } from "../../../src/reading/layout/tables/cell-words.ts";
import { brokenLines } from "../../../src/reading/layout/tables/cells.ts";
import { components, gridCells } from "../../../src/reading/layout/tables/evidence/drawn-grid.ts";
import { gapEvidence } from "../../../src/reading/layout/tables/evidence/gaps.ts";
import { gridEvidence } from "../../../src/reading/layout/tables/evidence/grid.ts";
import { ruleEvidence } from "../../../src/reading/layout/tables/evidence/rules.ts";
import { builtTables } from "../../../src/reading/layout/tables/find-tables.ts";
import { withoutLabels } from "../../../src/reading/layout/tables/spanning-labels.ts";
import { columnsOf, placeRow } from "../../../src/reading/layout/tables/text-columns.ts";
import { rowsOf } from "../../../src/reading/layout/tables/text-rows.ts";
import { hasAxis, vetoes } from "../../../src/reading/layout/tables/vetoes.ts";
import { isParted } from "../../../src/reading/layout/tables/wrapped-rows.ts";
import type { RawLine } from "../../../src/reading/lines/raw-line.ts";
import { layout, piece, prose, type Style } from "./support.ts";

/** A document with 10-point running text and baselines 12 points apart. */
const style = documentStyle([pageFlow(layout(1, prose(50, 80, 12)))], outlineOf([]));

/** A line of text with letters half as wide as their size. */
function line(x: number, y: number, text: string, type: Style = {}): Line {
  const [own] = pieceLines([piece(x, y, text, type)]);
  if (!own) throw new Error("no line");
  return own;
}

type Threshold = readonly [name: string, no: number, yes: number, decide: (measure: number) => boolean];

const joins = (second: Line) => joinPieces([line(50, 100, "seven"), second]).length === 1;
const page = (text: string) => ({ horizontal: [text], vertical: [], fills: [] });

const cut = (rule: number, own: readonly Line[]) =>
  cutRules[rule]?.decide({ lines: own, size: 10 }) !== undefined;

/** A line as an interpreter returns it. */
const raw = (x: number, y: number, text: string): RawLine => ({
  ...piece(x, y, text),
  ...{ text, begin: x, characters: [] },
});
/** Whether a word may continue in the next line. */
const mayBreak = (next: string, down = 12, left = 0) =>
  mayBreakWords([{ lines: [raw(50, 100, "wizard"), raw(50 + left, 100 + down, next)] }]);

const lines: Threshold[] = [
  ["the lines of a broken word", 7.5, 8.5, (pitch) => mayBreak("ry", pitch)],
  ["the lines of a broken word, farther apart", 19.5, 18.5, (pitch) => mayBreak("ry", pitch)],
  ["a line with the rest of a word", 27, 24, (length) => mayBreak(`${"w".repeat(length - 2)} w`)],
  [
    "code under a sentence",
    1.2,
    0.8,
    (off) => !standsAsCode([line(50, 100, "text"), line(50 + off, 112, "code", { mono: true })], 1, style),
  ],
  ["a gap between columns", 11, 13, (gap) => cut(0, [line(50, 100, "one"), line(65 + gap, 100, "two")])],
  [
    "a gap between bands",
    11.2,
    11.8,
    (pitch) => cut(1, [line(50, 100, "one"), line(50, 100 + pitch, "two")]),
  ],
  ["baselines of a line", 2.3, 1.7, (away) => joins(line(80, 100 + away, "wizards"))],
  ["baselines of a raised word", 6.6, 5.4, (away) => joins(line(80, 100 - away, "2", { size: 7 }))],
  ["sizes of raised words", 9, 8, (size) => joins(line(80, 95, "2", { size }))],
  ["overlapping pieces", 5.5, 4.5, (back) => joins(line(75 - back, 100, "wizards"))],
  ["the widest space of a line", 25, 19, (gap) => joins(line(75 + gap, 100, "wizards"))],
  [
    "a line below in its column",
    15.5,
    13.5,
    (pitch) => follows(line(50, 100, "a"), line(50, 100 + pitch, "b"), style),
  ],
  [
    "a line above another",
    3.5,
    4.5,
    (pitch) => follows(line(50, 100, "a"), line(50, 100 + pitch, "b"), style),
  ],
  [
    "sizes of a paragraph",
    11.1,
    10.8,
    (size) => follows(line(50, 100, "a"), line(50, 112, "b", { size }), style),
  ],
  [
    "sizes of code in a paragraph",
    14.5,
    12.6,
    (size) => follows(line(50, 100, "a"), line(50, 112, "b", { size, mono: true }), style),
  ],
  [
    "room for another word",
    30.3,
    31.6,
    (room) =>
      brokenEarly(line(50, 100, "four"), line(50, 112, "words"), () => ({ left: 50, right: 70 + room })),
  ],
  [
    "sizes of a column",
    12.1,
    11.3,
    (size) => columnOf([line(50, 100, "short"), line(50, 112, "a longer line", { size })], 0).right > 80,
  ],
  [
    "shared widths of a column",
    62,
    54,
    (x) => columnOf([line(50, 100, "short"), line(x + 5, 112, "other")], 0).right > 75.1,
  ],
  [
    "another column",
    66,
    78,
    (up) => stretches([line(50, 200, "one"), line(300, 200 - up, "two")]).length === 2,
  ],
];

const [one, two] = ["falcon violet amber willow", "falcon violet"];
const several = (count: number, at: number, yes: string, no: string) => (at < count ? yes : no);

const more: Threshold[] = [
  [
    "rows that cross a gap between columns",
    5,
    4,
    (count) =>
      columnsOf(
        rowsOf(
          Array.from({ length: 25 }, (_row, y) => [
            line(50, 100 + 12 * y, y < count ? "w".repeat(23) : "ww"),
            line(y < count ? 300 : 150, 100 + 12 * y, "ww"),
            line(300, 100 + 12 * y, "ww"),
          ]).flat(),
        ),
        0.6,
      ).length === 3,
  ],
  [
    "text in the next column",
    2.6,
    3.6,
    (shared) =>
      rowsOf([line(50, 100, "wwwwwwwwww ww")]).some(
        (row) =>
          placeRow(row, [
            { from: 50, to: 100 },
            { from: 115 - shared, to: 125 - shared },
          ]).cells.size === 2,
      ),
  ],
  [
    "space between columns between rules",
    4,
    6,
    (gap) =>
      bandColumns(
        rowsOf([
          ...[line(50, 100, "wwwwwwwwww"), line(150, 100, "ww")],
          ...[line(50, 112, "ww"), line(100 + gap, 112, "ww")],
        ]),
      ).length === 3,
  ],
  [
    "headings with numbers that give the level",
    3,
    4,
    (count) =>
      headingLevels(
        Array.from({ length: 10 }, (_heading, y) => ({
          page: 1,
          lines: [line(50, 100 + 12 * y, y < count ? `${y + 1} Of fish` : "Of fish")],
        })),
        outlineOf([]),
        false,
      ).numbersFrom !== undefined,
  ],
  [
    "a rule through the center of a row",
    96.6,
    97.4,
    (y) => {
      const [a, b] = rowsOf([line(50, 100, "One"), line(50, 120, "two")]).map((row) =>
        placeRow(row, [{ from: 50, to: 150 }]),
      );
      return a !== undefined && b !== undefined && isParted(a, b, [y]);
    },
  ],
  [
    "few numbers among long cells",
    5,
    3,
    (count) =>
      vetoed(
        "too little to go by",
        rowsFrom(10, (y) => [several(count, y, "12", "w".repeat(35)), "w".repeat(35)]),
        2,
        [],
      ),
  ],
  [
    "items of lists beside each other",
    10,
    12,
    (count) =>
      vetoed(
        "lists",
        rowsFrom(10, (y) => [0, 1].map((x) => `${several(count, 2 * y + x, "•", "a")} word${y}${x}`)),
        2,
        [],
      ),
  ],
  [
    "different items of lists beside each other",
    13,
    15,
    (count) =>
      vetoed(
        "lists",
        rowsFrom(10, (y) => [0, 1].map((x) => `• word${Math.min(2 * y + x, count - 1)}`)),
        2,
        [],
      ),
  ],
  [
    "full lines of running text",
    6,
    8,
    (count) =>
      vetoed(
        "columns of running text",
        rowsFrom(11, (y) => [0, 1].map(() => several(count, y, one, two.concat(" it")))),
        2,
      ),
  ],
  ["edges of justified lines", 3.8, 3.2, (off) => justified(25, 25, 12, off)],
  ["baselines of justified lines", 1.15, 0.9, (off) => justified(25, 25, 12, 0, off)],
  ["heights of running lines", 4.5, 3.5, (off) => runs(3, 30, "Annual report", 200, off)],
  [
    "rows before the first with several cells",
    5,
    4,
    (count) =>
      across(
        [8, 250],
        [
          ...Array.from({ length: count }, (_, at): Placed => [100, 20 + 14 * at, "One"]),
          ...[0, 1, 2, 3].flatMap((at) => pair(20 + 14 * (count + at))),
        ],
      ).length === 1,
  ],
  [
    "rules of another table",
    0.45,
    0.55,
    (share) =>
      !across(
        [8, 150],
        [20, 44, 64, 84, 120].flatMap((y) => pair(y)),
        [30, 50, 70, 90].map((at) => ({ at, from: 100, to: 100 + 400 * share })),
      ).some(({ region }) => region.y0 === 8),
  ],
  [
    "text beyond the end of a table's rules",
    527,
    520,
    (end) =>
      across(
        [8, 28, 90],
        [...pair(20), ...pair(44), [100, 60, "One"], [end - 35, 60, "of them"]],
      )[0]?.rows.at(-1)?.chunks.length === 2,
  ],
];

const type: Threshold[] = [
  [
    "small marks",
    9,
    8,
    (size) =>
      scriptOf({ ...line(0, 90, "2", { size }), ...word("2", 90, size) }, line(0, 100, "x")) === "sup",
  ],
  ["raised marks", 1, 1.4, (rise) => scriptOf(word("2", 100 - rise, 6), line(0, 100, "x")) === "sup"],
  ["lowered letters", 0.4, 0.6, (drop) => scriptOf(word("2", 100 + drop, 6), line(0, 100, "x")) === "sub"],
  [
    "notes with the same left edge",
    3.5,
    2.6,
    (in_) => countsOn(line(50, 100, "1 One"), line(50 + in_, 112, "2 Two")),
  ],
  [
    "notes of the same size",
    10.12,
    10.08,
    (size) => countsOn(line(50, 100, "1 One"), line(50, 112, "2 Two", { size })),
  ],
  [
    "code names as headings",
    11,
    12,
    (size) => isNameHeading(line(50, 100, "main", { size, bold: true }), style),
  ],
  ["empty lines in code", 35, 29, (pitch) => codeGoesOn(line(50, 100, "a"), line(50, 100 + pitch, "b"))],
  ["sizes of code", 10.8, 10.6, (size) => codeGoesOn(line(50, 100, "a"), line(50, 112, "b", { size }))],
  ["formulas", 170, 150, (length) => saysFormula(`x = ${"1+".repeat((length - 5) / 2)}1`)],
  ["words in formulas", 4, 3, (letters) => saysFormula(`xy = ${"w".repeat(letters)} + 12345`)],
  ["indented formulas", 16, 20, (in_) => isDisplayed([line(50 + in_, 100, "x = 1")], { left: 50 })],
  ["parts of a marker", 0.7, 1.3, (gap) => markerOf(glued("•", gap)) !== undefined],
  [
    "deeper items",
    5,
    7,
    (in_) => {
      const depth = createDepths();
      depth(50, 10);
      return depth(50 + in_, 10) === 1;
    },
  ],
];

const headed = (text: string, own: Style, count = 1) =>
  headingRule(
    Array.from({ length: count }, (_, at) => line(50, 40 + 12 * at, text, own)),
    style,
  )?.answer === true;

const headings: Threshold[] = [
  ["larger type", 11, 11.4, (size) => headed("What is left of it", { size })],
  ["much larger type", 12.7, 13.3, (size) => headed("What is left,", { size })],
  ["labels in large type", 14.5, 15.5, (size) => headed("Note", { size })],
  ["bold type", 9, 9.6, (size) => headed("What is left of it", { size, bold: true })],
  ["long headings", 240, 200, (length) => headed("w".repeat(length), { size: 14 })],
  ["letters among signs", 3, 6, (letters) => headed(`${"w".repeat(letters)}${"0".repeat(8)}`, { size: 14 })],
  ["long numbered headings", 96, 84, (length) => headed(`2.1 ${"W".repeat(length - 4)}`, {})],
  ["lines of larger headings", 4, 3, (count) => headed("What is left of it", { size: 12 }, count)],
  ["lines of bold headings", 3, 2, (count) => headed("What is left of it", { bold: true }, count)],
  ["lines of bold questions", 5, 4, (count) => headed("What is left of it?", { bold: true }, count)],
  ["exclamations in larger type", 10.4, 10.6, (size) => headed("Look!", { size, bold: true })],
  ["sentences in larger type", 56, 44, (length) => headed(`Wait. ${"W".repeat(length - 7)}.`, { size: 12 })],
];

/** Whether words that fill their line, `gap` and `other` apart, are justified below a line with the same edges. */
const justified = (gap: number, other = gap, pitch = 12, left = 0, down = 0) => {
  const texts = ["general", "organisations", "everywhere"];
  const words = [50, 85 + gap, 150 + gap + other].map((x, at) =>
    piece(x, at === 1 ? 100 + down : 100, texts[at] ?? ""),
  );
  const above = piece(50 - left, 100 - pitch, `be ${"w".repeat((135 + gap + other) / 5)}`);
  return joinJustified(pieceLines([above, ...words])).justified.size === 1;
};

const justification: Threshold[] = [
  ["wide spaces", 5, 7.5, (gap) => justified(gap)],
  ["spaces of two or three words", 75, 65, (gap) => justified(gap)],
  ["equal spaces", 2, 1.2, (more) => justified(25, 25 + more)],
  ["the distance of the line above", 24, 20, (pitch) => justified(25, 25, pitch)],
];

const ruled = (at: number, ends = 0) => {
  const rules: Rules = { ...page(""), horizontal: [{ at, from: 50 + ends, to: 75 }] };
  return withTextRules(rules, [line(50, 100, "words")]);
};
const bullet = (width: number, height = width, gap = 5) =>
  withMarkers(
    [line(50, 100, "an item")],
    [
      {
        box: { x0: 50 - gap - width, x1: 50 - gap, y0: 96 - height / 2, y1: 96 + height / 2 },
        stroked: false,
      },
    ],
  )[0]?.text === "• an item";

const drawn: Threshold[] = [
  ["underlines", 103.8, 103.2, (at) => ruled(at).rules.horizontal.length === 0],
  ["lowest strikes", 98.7, 98.2, (at) => ruled(at).lines.some(({ words }) => words[0]?.struck)],
  ["highest strikes", 94.5, 95.5, (at) => ruled(at).lines.some(({ words }) => words[0]?.struck)],
  ["ends of underlines", 3.3, 2.7, (ends) => ruled(101, ends).rules.horizontal.length === 0],
  ["the smallest bullet", 1.3, 1.7, (size) => bullet(size)],
  ["a high bullet", 8, 7, (size) => bullet(size)],
  ["a round bullet", 5.6, 5, (width) => bullet(width, 4)],
  ["a bullet's distance", 35, 30, (gap) => bullet(4, 4, gap)],
  ["a bullet touching its text", 1.2, 1.8, (gap) => bullet(4, 4, gap)],
];

const chunks = (text: readonly [string, string], gap: number, own: Style = {}) => {
  const first = piece(50, 100, text[0], own);
  return rowsOf(pieceLines([first, piece(first.box.x1 + gap, 100, text[1], own)]))[0]?.chunks.length === 2;
};
/** Whether two rules whose starts are `off` apart form a table around rows of two cells. */
const band = (off: number, x1 = 500) => {
  const rows = [20, 32, 44].flatMap((y) => [piece(102, y, "One"), piece(140, y, "two")]);
  const horizontal = [8, 52].map((at, k) => ({ at, from: 100 + k * off, to: x1 }));
  return ruleEvidence({ horizontal, vertical: [], fills: [] }, pieceLines(rows)).length === 1;
};
const gaps = (gap: number, pitch = 12) =>
  gapEvidence(
    pieceLines(
      [0, 1, 2, 3].flatMap((k) => [
        piece(50, 100 + pitch * k, "Harbor"),
        piece(80 + gap, 100 + pitch * k, `${k}5`),
      ]),
    ),
  ).length === 1;
/** Four cells. `share` of the line above the last cell is drawn; vertical lines start `from` below the top. */
const grid = (share: number, from = 0) => {
  const horizontal = [200, 100 * (1 + share), 200].map((to, k) => ({ at: 20 * k, from: 0, to }));
  const vertical = [0, 100, 200].map((at) => ({ at, from, to: 40 }));
  return components({ horizontal, vertical, fills: [] })[0];
};
const cellsOf = (share: number) => {
  const found = grid(share);
  return found && gridCells(found, [0, 100, 200], [0, 20, 40]).length;
};
/** A drawn table with numbers in the first `filled` cells of each row; horizontal lines start `before` the first vertical one. */
const drawnTable = (filled: readonly number[], columns: number, before = 0) => {
  const xs = Array.from({ length: columns + 1 }, (_, at) => 100 + 40 * at);
  const horizontal = [...filled, 0].map((_, at) => ({
    at: 100 + 20 * at,
    from: 100 - before,
    to: xs.at(-1) ?? 0,
  }));
  const vertical = xs.map((at) => ({ at, from: 100, to: 100 + 20 * filled.length }));
  const texts = filled.flatMap((count, row) =>
    Array.from({ length: count }, (_, at) => piece(110 + 40 * at, 114 + 20 * row, "12")),
  );
  return gridEvidence({ horizontal, vertical, fills: [] }, pieceLines(texts))[0];
};

/** Whether a veto rejects rows of text pieces. */
const vetoed = (
  name: string,
  rows: readonly (readonly Piece[])[],
  columns: number,
  around?: readonly Line[],
) => {
  const found = rowsOf(pieceLines(rows.flat()));
  const starts = Array.from({ length: columns }, (_, at) => ({ from: 50 + 200 * at, to: 240 + 200 * at }));
  const placed = found.map((row) => placeRow(row, starts));
  const seen = { rows: placed, columns, edges: 0, wraps: false, gaps: around && { around } };
  return vetoes.find((veto) => veto.name === name)?.decide(seen) === true;
};
const rowsFrom = (
  count: number,
  textsOf: (row: number) => readonly string[],
  own: (row: number) => Style = () => ({}),
) =>
  Array.from({ length: count }, (_, y) =>
    textsOf(y).map((text, x) => piece(50 + 200 * x, 100 + 12 * y, text, own(y))),
  );
/** Whether a word that leaves this room in its cell is joined with the rest below it. */
const broken = (room: number, rest = "st") => {
  const [one, two] = [line(50, 100, "wizard"), line(50, 112, rest)];
  return (
    brokenLines([{ box: { x0: 50, x1: one.box.x1 + room, y0: 90, y1: 120 }, lines: [one, two] }]).size === 1
  );
};
const axis = (count: number) =>
  hasAxis(
    rowsOf(
      pieceLines(Array.from({ length: count }, (_, at) => piece(50, 20 * at, `${10 * (count - at)}`))),
    ).map((row) => ({ row, cells: new Map() })),
  );
/** Whether a label this far off the middle of two rows spans them. */
const spanned = (off: number) => {
  const texts = [piece(250, 100, "12"), piece(50, 106 + off, "label"), piece(250, 112, "34")];
  const starts = [50, 250].map((from) => ({ from, to: from + 150 }));
  const rows = rowsOf(pieceLines(texts)).map((row) => placeRow(row, starts));
  return withoutLabels(rows, []).some(({ labels }) => labels !== undefined);
};
const tables: Threshold[] = [
  ["cells", 5, 6, (gap) => chunks(["One", "two"], gap)],
  ["cells in fixed-width type", 8, 9, (gap) => chunks(["One", "two"], gap, { mono: true })],
  ["cells of numbers", 4.2, 4.8, (gap) => chunks(["12", "34"], gap)],
  ["letter-spaced characters", 27, 33, (gap) => chunks(["\u6c34", "\u706b"], gap)],
  [
    "baselines of a row",
    3.8,
    3.2,
    (away) => rowsOf([line(50, 100, "One"), line(90, 100 + away, "two")]).length === 1,
  ],
  ["ends of a table's rules", 9, 7, (off) => band(off)],
  ["long rules", 55, 65, (length) => band(0, 100 + length)],
  ["columns by their gaps", 8, 9, (gap) => gaps(gap)],
  ["the next row", 36, 28, (pitch) => gaps(30, pitch)],
  ["a drawn border", 0.55, 0.65, (share) => cellsOf(share) === 4],
  ["meeting lines", 3.5, 2.5, (from) => grid(1, from)?.horizontal.length === 3],
  ["the edge of a grid", 11, 13, (before) => drawnTable([2, 2, 2], 2, before)?.columns.length === 3],
  ["filled cells of a grid", 1, 2, (last) => drawnTable([2, 2, 2, 2, last], 10) !== undefined],
  [
    "rows of a grid with several cells",
    3,
    4,
    (full) =>
      drawnTable(
        Array.from({ length: 10 }, (_, at) => (at < full ? 2 : 1)),
        4,
      ) !== undefined,
  ],
  ["room in a cell", 6.2, 5.8, (room) => broken(room)],
  ["the rest of a word", 3, 2, (length) => broken(1, "w".repeat(length))],
  [
    "words in lines of running text",
    2,
    3,
    (count) =>
      vetoed(
        "columns of running text",
        rowsFrom(10, () => [Array(count).fill("falcon").join(" "), Array(count).fill("timber").join(" ")]),
        2,
      ),
  ],
  [
    "a marker and its text in lists beside each other",
    33,
    27,
    (gap) =>
      vetoed(
        "lists",
        Array.from({ length: 4 }, (_, y) =>
          [50, 300].flatMap((x, k) => [
            piece(x, 100 + 12 * y, `${"abcd"[y]}.`),
            piece(x + 10 + gap, 100 + 12 * y, `${["milk", "rice"][k]}${"abcd"[y]}`),
          ]),
        ),
        3,
        [],
      ),
  ],
  ["labels off the middle of their rows", 2.8, 2.1, (off) => spanned(off)],
  ["numbers of an axis", 4, 5, (count) => axis(count)],
  [
    "lines of running text",
    8,
    9,
    (count) =>
      vetoed(
        "columns of running text",
        rowsFrom(count, () => ["falcon violet amber", "orchid timber lagoon"]),
        2,
      ),
  ],
  [
    "columns with labels",
    4,
    5,
    (columns) =>
      vetoed(
        "scattered labels",
        rowsFrom(6, () => ["one", "two"]),
        columns,
      ),
  ],
  [
    "empty cells",
    6,
    5,
    (count) =>
      vetoed(
        "scattered labels",
        rowsFrom(6, () => Array.from({ length: count }, () => "one")),
        10,
      ),
  ],
  [
    "rows of bullets",
    3,
    4,
    (count) =>
      vetoed(
        "lists",
        rowsFrom(10, (y) => [y < count ? "\u2022" : "one", "two", "six"]),
        3,
        [],
      ),
  ],
  [
    "markers in a column",
    5,
    6,
    (count) =>
      vetoed(
        "lists",
        rowsFrom(10, (y) => [y < count ? "1." : "one", `${y}`]),
        2,
        [],
      ),
  ],
  [
    "monospaced lines",
    7,
    8,
    (count) =>
      vetoed(
        "code",
        rowsFrom(
          10,
          () => ["one"],
          (y) => ({ mono: y < count }),
        ),
        2,
        [line(0, 0, "x")],
      ),
  ],
  [
    "numbers in code",
    12,
    11,
    (count) =>
      vetoed(
        "code",
        rowsFrom(
          10,
          (y) => [0, 1, 2].map((x) => (3 * y + x < count ? "12" : "two")),
          () => ({ mono: true }),
        ),
        3,
        [line(0, 0, "x", { mono: true })],
      ),
  ],
  [
    "lines ending with words",
    6,
    7,
    (count) =>
      vetoed(
        "justified lines",
        rowsFrom(10, (y) => ["some words of a very long line", y < count ? "word" : "1234"]),
        2,
        [],
      ),
  ],
  [
    "long cells",
    30,
    35,
    (length) =>
      vetoed(
        "too little to go by",
        rowsFrom(4, () => ["w".repeat(length), "w".repeat(length)]),
        2,
        [],
      ),
  ],
];

const paragraph = (page: number, own: readonly Line[], box = own[0]?.box): Block => ({
  type: "paragraph",
  page,
  box: box ?? { x0: 0, x1: 0, y0: 0, y1: 0 },
  lines: own,
});
const goesOn = (size: number, room = 0) => {
  const sequence = createSequence();
  sequence.add([
    paragraph(1, [line(50, 700, "and a line that fills its column"), line(50, 712, "w".repeat(32 - room))]),
  ]);
  sequence.add([paragraph(2, [line(50, 80, "1984 went on", { size })])]);
  return sequence.blocks.length === 1;
};

type Placed = readonly [x: number, y: number, text: string, own?: Style];
const placedLines = (all: readonly Placed[]) =>
  pieceLines(all.map(([x, y, text, own]) => piece(x, y, text, own)));
/** The table evidence of horizontal rules at these heights. */
const across = (heights: readonly number[], all: readonly Placed[], more: Rules["horizontal"] = []) =>
  ruleEvidence(
    { horizontal: [...heights.map((at) => ({ at, from: 100, to: 500 })), ...more], vertical: [], fills: [] },
    placedLines(all),
  );
const pair = (y: number, own: Style = {}): Placed[] => [
  [100, y, "One", own],
  [300, y, "of them", own],
];
const rowsBetween = (pitch: number) => {
  const body = [40, 60 + pitch, 80 + pitch].flatMap((y): Placed[] => [
    [100, y, "One"],
    [200, y, "text of it goes"],
  ]);
  const head: Placed[] = [
    [100, 20, "Name"],
    [200, 20, "Text"],
  ];
  // Painted last, so that stream order doesn't make it part of the first row.
  return builtTables(across([8, 28, 140], [...head, ...body, [200, 40 + pitch, "on below"]]))[0]?.table.rows
    .length;
};
const gapRows = (rows: readonly (readonly Placed[])[]) =>
  gapEvidence(placedLines(rows.flat())).map((found) => found.rows.length);
const cells = (y: number): Placed[] => [
  [50, y, "Harbor"],
  [200, y, "15"],
];
const singles = (count: number) => {
  const own = Array.from({ length: count + 4 }, (_, at) =>
    at > 0 && at <= count ? cells(100 + 12 * at).slice(0, 1) : cells(100 + 12 * at),
  );
  return gapRows(own);
};
/** Whether a second column is found: one of its rows is `off` from the others, and the first column ends `gap` before it. */
const aligned = (count: number, off = 0, gap = 5) => {
  const rows = Array.from({ length: count }, (_, at): Placed[] => {
    const own: Placed = [
      128 + (at === 1 ? off : 0),
      20 + 12 * at,
      at % 2 === 0 ? "Check that the" : "first is as the",
    ];
    return at % 2 === 0 && at < 3 ? [[108 - gap, 20 + 12 * at, "9.12"], own] : [own];
  });
  const found = rowsOf(placedLines(rows.flat()));
  return withAlignedStarts(columnsOf(found, 0.55), found).length === 2;
};

const rows: Threshold[] = [
  ["lines of a cell", 18, 16, (pitch) => rowsBetween(pitch) === 4],
  [
    "rows below an open header",
    26,
    22,
    (away) => across([8, 28], [...pair(20), ...pair(28 + away), ...pair(40 + away)]).length === 1,
  ],
  [
    "a header above the first rule",
    14.5,
    12,
    (away) =>
      across([28, 80], [...pair(28 - away, { bold: true }), ...pair(44), ...pair(60)])[0]?.rows.length === 3,
  ],
  [
    "two rules without text",
    9,
    7,
    (away) => across([8, 8 + away, 70], [...pair(30), ...pair(50)])[0]?.region.y0 === 8,
  ],
  [
    "rules around a title",
    55,
    45,
    (away) => across([8, 8 + away, 130], [[100, 24, "Title"], ...pair(80), ...pair(100)])[0]?.region.y0 === 8,
  ],
  [
    "a rule below part of a table",
    0.55,
    0.65,
    (share) =>
      across(
        [8, 80],
        [...pair(20), ...pair(44), ...pair(60)],
        [{ at: 28, from: 100, to: 100 + 400 * share }],
      )[0]?.rowEdges.length === 1,
  ],
  ["rows with one cell", 7, 6, (count) => singles(count)[0] === count + 4],
  [
    "a title between two tables",
    10.8,
    11.5,
    (size) =>
      gapRows([
        cells(100),
        cells(112),
        cells(124),
        [[50, 136, "Title", { size }]],
        cells(148),
        cells(160),
        cells(172),
      ]).length === 2,
  ],
  ["rows of aligned columns", 3, 4, (count) => aligned(count)],
  ["starts of aligned columns", 1, 0.6, (off) => aligned(4, off)],
  ["gaps of aligned columns", 1, 1.4, (gap) => aligned(4, 0, gap)],
];

const long = "orchid timber lagoon cedar falcon violet amber stone willow";
const grouped = (own: readonly Line[]) => groupLines(own, style).length === 1;

const groups: Threshold[] = [
  [
    "an indent",
    6,
    8,
    (in_) => !grouped([line(50, 100, long), line(50, 112, long), line(50 + in_, 124, long)]),
  ],
  [
    "items of a list",
    44,
    36,
    (pitch) => grouped([line(50, 100, "\u2022 one"), line(50, 100 + pitch, "\u2022 two")]),
  ],
  ["a heading in its paragraph's line", 7, 8, (gap) => runIn(["Scope"], gap)],
  [
    "a run-in heading's gap, compared with other spaces",
    7.6,
    8.4,
    (gap) => runIn(["Scope", "of", "it"], gap),
  ],
];

/** Whether bold words, `gap` before the text, are a run-in heading. */
function runIn(words: readonly string[], gap: number): boolean {
  const bold = piece(50, 100, words.join(" "), { bold: true });
  const [whole] = joinPieces(pieceLines([bold, piece(bold.box.x1 + gap, 100, "text")]));
  return whole !== undefined && splitRunIn(whole, undefined, style).length === 2;
}

/** The style of a page with lines of the same text in two types. */
const styleOf = (count: number, own: Style, others: number, other: Style = {}) =>
  documentStyle(
    [
      pageFlow(
        layout(
          1,
          Array.from({ length: count + others }, (_, at) =>
            piece(50, 40 + 12 * at, long, at < count ? own : other),
          ),
        ),
      ),
    ],
    outlineOf([]),
  );
const tag = (type: string) => ({ type, parent: undefined, index: 0, key: type });

const styles: Threshold[] = [
  ["bold text", 6, 7, (count) => styleOf(count, { bold: true }, 10 - count).bodyBold],
  ["monospaced text", 17, 18, (count) => styleOf(count, { mono: true }, 20 - count).bodyMono],
  ["smaller code", 15, 17, (count) => styleOf(count, { mono: true, size: 8 }, 4).bodySize === 8],
  ["tagged text", 16, 17, (count) => styleOf(count, { tag: tag("P") }, 20 - count).tagged],
  [
    "tagged paragraphs",
    15,
    16,
    (count) => styleOf(count, { tag: tag("P") }, 20 - count, { tag: tag("Div") }).tagged,
  ],
];

const typesOf = (own: PageLayout) => pageBlocks(pageFlow(own), style).map((block) => block.type);
const pictured = (width: number, height: number) => {
  const images = [{ x0: 0, x1: width, y0: 0, y1: height }];
  return typesOf({ ...layout(1, prose(50, 80, 3)), images }).includes("image");
};
const note = (y: number, size: number) =>
  typesOf(layout(1, [...prose(50, 80, 12), piece(50, y, "1 A note of it.", { size })])).includes("footnote");
/** Whether a line above each page's text is a running header. */
const runs = (count: number, y = 30, text = "Annual report", below = 200, down = 0) =>
  runningPatterns(
    Array.from({ length: count }, (_, at) =>
      pageFlow(layout(at + 1, [piece(50, y + (at === 1 ? down : 0), text), ...prose(50, below, 30)])),
    ),
    10,
  ).some(({ edge }) => edge === "header");
const codeGoes = (y: number) => {
  const sequence = createSequence();
  const block = (page: number, at: number): Block => ({
    ...paragraph(page, [line(50, at, "code")]),
    type: "code",
  });
  sequence.add([block(1, 700)]);
  sequence.add([block(2, y)]);
  return sequence.blocks.length === 1;
};

const pages: Threshold[] = [
  ["sizes of a paragraph on two pages", 10.8, 10.4, (size) => goesOn(size)],
  ["code at the top of a page", 213, 203, codeGoes],
  ["small images", 9, 11, (width) => pictured(width, 10)],
  ["the image of a page", 755, 700, (height) => pictured(600, height)],
  [
    "long captions",
    620,
    580,
    (length) => typesOf(layout(1, [piece(50, 80, `Figure 1 ${"w".repeat(length - 9)}`)])).includes("caption"),
  ],
  ["notes in the lower part of a page", 300, 350, (y) => note(y, 8)],
  ["sizes of notes", 9.45, 9.1, (size) => note(400, size)],
  ["pages with a running line", 2, 3, (count) => runs(count)],
  ["the margin of a page", 102, 90, (y) => runs(3, y)],
  ["long running lines", 210, 190, (length) => runs(3, 30, "w".repeat(length))],
  ["the distance of running lines", 15, 16.2, (gap) => runs(3, 30, "Annual report", 30 + gap)],
  ["the last line of a page", 10, 6, (room) => goesOn(10, room)],
];

function word(text: string, baseline: number, size: number) {
  const [own] = piece(0, baseline, text, { size }).words;
  if (!own) throw new Error("no word");
  return own;
}

/** A line with a marker and its text, `gap` apart without a space. */
function glued(marker: string, gap: number): Line {
  const [own] = pieceLines([piece(50, 100, `${marker} item`)]);
  const [first, second] = own?.words ?? [];
  if (!own || !first || !second) throw new Error("no words");
  const box = { ...second.box, x0: first.box.x1 + gap };
  return { ...own, words: [first, { ...second, box, spaced: false }] };
}

describe.each([
  ["lines", lines],
  ["other distances", more],
  ["type", type],
  ["headings", headings],
  ["justified lines", justification],
  ["drawings", drawn],
  ["groups", groups],
  ["rows", rows],
  ["styles", styles],
  ["tables", tables],
  ["pages", pages],
] as const)("thresholds of %s", (_, thresholds) => {
  it.each(thresholds)("%s: not %d, but %d", (_name, no, yes, decide) => {
    expect([decide(no), decide(yes)]).toEqual([false, true]);
  });
});
