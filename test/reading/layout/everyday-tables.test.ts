/** Tables of invoices, statements and CVs: each page needs one rule about rows and columns. */
import { expect, it } from "vitest";
import type { Drawing, PageLayout } from "../../../src/core/page-layout.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { layout, piece, rule } from "./support.ts";

type Placed = readonly [x: number, y: number, text: string, bold?: "bold"];

const page = (texts: readonly Placed[], drawings: readonly Drawing[] = []): PageLayout =>
  layout(
    1,
    texts.map(([x, y, text, bold]) => piece(x, y, text, { bold: bold !== undefined })),
    drawings,
  );

/** The cell texts of a page's tables; `+` is a column more that a cell spans. */
const tablesOf = (seen: PageLayout) =>
  pageFlow(seen).items.flatMap((item) =>
    item.kind === "table"
      ? [
          item.found.table.rows.map((row) =>
            row.map(({ lines, colSpan }) =>
              [...lines.map(({ text }) => text), ...new Array<string>(colSpan - 1).fill("+")].join(" "),
            ),
          ),
        ]
      : [],
  );

const statement: Placed[] = [
  [70, 100, "Date", "bold"],
  [220, 100, "Text", "bold"],
  [400, 100, "Debit", "bold"],
  [460, 100, "Credit", "bold"],
];

it("have one column below a header that is centered over a long text", () => {
  const rows: Placed[] = [
    ...statement,
    [65, 116, "02.10."],
    [110, 116, "Rent for the office, paid by standing order to its owner"],
    [400, 116, "82.00"],
    [65, 132, "05.10."],
    [110, 132, "Invoice 2211"],
    [465, 132, "41.00"],
    [65, 148, "11.10."],
    [110, 148, "Paper"],
    [400, 148, "37.02"],
  ];
  expect(tablesOf(page(rows))).toEqual([
    [
      ["Date", "Text", "Debit", "Credit"],
      ["02.10.", "Rent for the office, paid by standing order to its owner", "82.00", ""],
      ["05.10.", "Invoice 2211", "", "41.00"],
      ["11.10.", "Paper", "37.02", ""],
    ],
  ]);
});

it("keep their header apart from a first row whose cells are centered beside two lines", () => {
  const rows: Placed[] = [
    ...statement,
    [110, 116, "Rent for the office, paid by standing order to its owner"],
    [65, 122, "02.10."],
    [400, 122, "82.00"],
    [110, 128, "of the house"],
    [65, 145, "05.10."],
    [110, 145, "Invoice 2211"],
    [465, 145, "41.00"],
    [65, 161, "11.10."],
    [110, 161, "Paper"],
    [400, 161, "37.02"],
  ];
  expect(tablesOf(page(rows))[0]?.slice(0, 3)).toEqual([
    ["Date", "Text", "Debit", "Credit"],
    ["02.10.", "Rent for the office, paid by standing order to its owner of the house", "82.00", ""],
    ["05.10.", "Invoice 2211", "", "41.00"],
  ]);
});

it("include the row above the first rule if each row ends with one", () => {
  const rows: Placed[] = [
    [60, 100, "Wood"],
    [220, 100, "45 per ton"],
    [60, 118, "Mixed waste, sorted by hand"],
    [215, 118, "160 per ton"],
  ];
  const rules = [106, 124].map((y) => rule(60, y, 280, y));
  expect(tablesOf(page(rows, rules))).toEqual([
    [
      ["Wood", "45 per ton"],
      ["Mixed waste, sorted by hand", "160 per ton"],
    ],
  ]);
});

it("have spans above headers that repeat", () => {
  const rows: Placed[] = [
    [210, 100, "Score", "bold"],
    [290, 100, "Hours", "bold"],
    [60, 107, "Model", "bold"],
    ...["EN", "FR", "EN", "FR"].map((text, at): Placed => [[200, 235, 280, 315][at] ?? 0, 114, text, "bold"]),
    ...["Base", "Big", "Both"].flatMap((name, at): Placed[] => [
      [60, 132 + 16 * at, name],
      ...[200, 235, 280, 315].map((x): Placed => [x, 132 + 16 * at, `${at}${x}`]),
    ]),
  ];
  expect(tablesOf(page(rows))[0]?.slice(0, 3)).toEqual([
    ["Model", "Score +", "Hours +"],
    ["EN", "FR", "EN", "FR"],
    ["Base", "0200", "0235", "0280", "0315"],
  ]);
});

it("may be two rows of names and prices", () => {
  const prices = (right: number): Placed[] => [
    [60, 100, "Soup of the day"],
    [300, 100, "5.50"],
    [60, 114, "Pickled herring"],
    [right, 114, "7.00"],
  ];
  expect(tablesOf(page(prices(300)))).toHaveLength(1);
  expect(tablesOf(page(prices(302)))).toEqual([]);
});

it("may be clauses in two languages, numbered alike", () => {
  const clauses = (other: string): Placed[] =>
    ["1.", "2.", "3."].flatMap((number, at): Placed[] => [
      [60, 100 + 16 * at, `${number} The tenant may use the house from May${" on".repeat(at)}`],
      [330, 100 + 16 * at, `${other || number} Der Mieter darf das Haus ab Mai nutzen${", ja".repeat(at)}`],
    ]);
  expect(tablesOf(page(clauses("")))[0]).toHaveLength(3);
  expect(tablesOf(page(clauses("so")))).toEqual([]);
});

const roles = (indent: number): Placed[] =>
  [0, 1, 2].flatMap((at): Placed[] => [
    [60, 100 + 48 * at, "Surveyor, North Pier"],
    [440, 100 + 48 * at, "2021 – 2024"],
    [60 + indent, 116 + 48 * at, "Surveyed harbors"],
    [60 + indent, 130 + 48 * at, "Trained people"],
  ]);

it("aren't names and dates above indented lines, also between underlined headings", () => {
  expect(tablesOf(page(roles(30)))).toEqual([]);
  expect(tablesOf(page(roles(0)))).toHaveLength(1);
  const headings: Placed[] = [
    [60, 80, "Work", "bold"],
    [60, 250, "School", "bold"],
    [60, 270, "Leeds"],
  ];
  const rules = [83, 253].map((y) => rule(60, y, 500, y));
  expect(tablesOf(page([...headings, ...roles(30)], rules))).toEqual([]);
});

const dishes = (y: number, pitch: number): Placed[] => [
  [60, y, "Rabbit with olives and"],
  [300, y, "16.00"],
  [60, y + pitch, "pine nuts"],
  [60, y + 2 * pitch, "Trout"],
  [300, y + 2 * pitch, "12.00"],
];

it("have prices beside texts of one or more lines, and are separate below another bold heading", () => {
  const rows: Placed[] = [...dishes(100, 12), [60, 154, "Fish", "bold"], ...dishes(176, 12)];
  const table = [
    ["Rabbit with olives and pine nuts", "16.00"],
    ["Trout", "12.00"],
  ];
  expect(tablesOf(page(rows))).toEqual([table, table]);
});

it("end with the lines of their last cell, but not with text that continues as closely", () => {
  const rows = (...below: readonly Placed[]): Placed[] => [
    ...["Roof", "Reserve"].flatMap((name, at): Placed[] => [
      [60, 100 + 12 * at, name],
      [200, 100 + 12 * at, `${at}`],
      [260, 100 + 12 * at, `${at + 4}`],
    ]),
    [60, 124, "raised"],
    ...below,
  ];
  expect(tablesOf(page(rows([60, 148, "The meeting ends."])))[0]?.[1]).toEqual(["Reserve raised", "1", "5"]);
  expect(
    tablesOf(page(rows([60, 136, "by all"], [60, 148, "The meeting ends as planned at seven."])))[0]?.[1],
  ).toEqual(["Reserve", "1", "5"]);
});

it("end at a heading that is underlined across the page", () => {
  const rows = [100, 118, 166, 184].flatMap((y, at): Placed[] => [
    [60, y, `Tea ${at}`],
    [215, y, `${at}.50`],
  ]);
  const rules = [106, 124, 172, 190].map((y) => rule(60, y, 240, y));
  const seen = page([...rows, [60, 142, "Cold drinks", "bold"]], [...rules, rule(60, 148, 500, 148)]);
  expect(tablesOf(seen).map(({ length }) => length)).toEqual([2, 2]);
});

it("have spans above a line over part of the first rule", () => {
  const rows: Placed[] = [
    [60, 100, "Place", "bold"],
    [200, 100, "Low season", "bold"],
    [300, 100, "High season", "bold"],
    ...["night", "week", "night", "week"].map((text, at): Placed => [200 + 50 * at, 116, text, "bold"]),
    ...[132, 148].flatMap((y): Placed[] => [
      [60, y, "Tent"],
      ...[0, 1, 2, 3].map((at): Placed => [200 + 50 * at, y, `${at}9.00`]),
    ]),
  ];
  const rules = [122, 138, 154].map((y) => rule(60, y, 400, y));
  expect(tablesOf(page(rows, [rule(200, 106, 400, 106), ...rules]))[0]?.slice(0, 2)).toEqual([
    ["Place", "Low season +", "High season +"],
    ["night", "week", "night", "week"],
  ]);
});

it("may have one ideograph in each header", () => {
  const rows = ["時 月 火 水", "1 国語 算数 理科", "2 算数 国語 体育"].flatMap((row, at) =>
    row.split(" ").map((text, column): Placed => [60 + 24 * column, 100 + 18 * at, text]),
  );
  expect(tablesOf(page(rows))[0]?.map(({ length }) => length)).toEqual([4, 4, 4]);
});

it("have cells of two lines with one line centered beside them, and dates for names", () => {
  const rows: Placed[] = [
    [60, 100, "2022 –"],
    [140, 106, "Nurse, Royal Infirmary"],
    [60, 112, "2023"],
    [60, 128, "2018 –"],
    [140, 134, "Assistant"],
    [60, 140, "2022"],
  ];
  const table = [
    ["2022 – 2023", "Nurse, Royal Infirmary"],
    ["2018 – 2022", "Assistant"],
  ];
  expect(tablesOf(page(rows))).toEqual([table]);
  expect(tablesOf(page(rows.map(([x, y, text]) => [x, y, text.replace(/\d+/, "before")])))).toEqual([]);
});

it("have one column below a header that is centered in a wide column of numbers", () => {
  const rows: Placed[] = [
    ...["Day", "Paid", "Left"].map((text, at): Placed => [60 + 150 * at, 100, text, "bold"]),
    ...[116, 132].flatMap((y, at): Placed[] => [
      [60, y, `${at + 1} Apr`],
      [270, y, `4${at}.50`],
      [420, y, `6${at}.00`],
    ]),
  ];
  const rules = [105, 121, 137].map((y) => rule(60, y, 450, y));
  expect(tablesOf(page(rows, rules))[0]).toEqual([
    ["Day", "Paid", "Left"],
    ["1 Apr", "40.50", "60.00"],
    ["2 Apr", "41.50", "61.00"],
  ]);
});

const ferry = (from: number): PageLayout =>
  page(
    [
      [from, 100, "To the island"],
      [from + 180, 100, "Back again"],
      ...[116, 132, 148].flatMap((y, at): Placed[] =>
        [0, 1, 2, 3].map(
          (k): Placed => [60 + 90 * k, y, at === 0 ? (["leaves", "comes"][k % 2] ?? "") : `${at}${k}:00`],
        ),
      ),
    ],
    [rule(60, 105, 360, 105)],
  );

it("have spans above a line over their headers, also in rows of evenly spaced numbers", () => {
  expect(tablesOf(ferry(60))[0]).toEqual([
    ["To the island +", "Back again +"],
    ["leaves", "comes", "leaves", "comes"],
    ["10:00", "11:00", "12:00", "13:00"],
    ["20:00", "21:00", "22:00", "23:00"],
  ]);
  expect(tablesOf(ferry(40))[0]?.[0]).toEqual(["leaves", "comes", "leaves", "comes"]);
});

it("may have a header over all columns but the first, between two lines", () => {
  const rows: Placed[] = [
    [190, 100, "Lot 1"],
    [310, 100, "Lot 2"],
    ...[116, 132, 148, 164].flatMap((y, at): Placed[] => [
      [60, y, at === 0 ? "Firm" : `Firm ${at}`],
      ...[180, 240, 300, 360].map(
        (x, k): Placed => [x, y, at === 0 ? (["Price", "Days"][k % 2] ?? "") : `${at}${k}`],
      ),
    ]),
  ];
  const rules = [105, 121].map((y) => rule(140, y, 400, y));
  expect(tablesOf(page(rows, rules))[0]?.slice(0, 3)).toEqual([
    ["Firm", "Lot 1 +", "Lot 2 +"],
    ["Price", "Days", "Price", "Days"],
    ["Firm 1", "10", "11", "12", "13"],
  ]);
});

it("have whole words in columns that leave the last letter no room", () => {
  const rows: Placed[] = [
    ...["Zuschlag", "Grundgehal", "Fahrt"].flatMap((text, at): Placed[] => [
      [60, 100 + 30 * at, text],
      [200, 100 + 30 * at, `${at}`],
      [260, 100 + 30 * at, "87.50"],
    ]),
    [60, 112, ", frei"],
    [60, 142, "t"],
    [60, 172, "a b"],
  ];
  expect(tablesOf(page(rows))[0]?.map(([first]) => first)).toEqual([
    "Zuschlag, frei",
    "Grundgehalt",
    "Fahrt a b",
  ]);
});

it("may have prices with a sign after them", () => {
  const rows: Placed[] = ["焼き魚", "麦茶"].flatMap((name, at): Placed[] => [
    [60, 100 + 18 * at, name],
    [300, 100 + 18 * at, "850円"],
  ]);
  expect(tablesOf(page(rows))).toHaveLength(1);
});
