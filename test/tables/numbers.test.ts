/** Numbers, dates and formulas as tables print them. */
import { describe, expect, it } from "vitest";
import { looksLikeFormula } from "../../src/tables/csv.ts";
import { dateFormat, readDate } from "../../src/tables/dates.ts";
import { readNumber } from "../../src/tables/numbers.ts";

describe("a number", () => {
  it.each([
    ["1,234.50", [1234.5]],
    ["1.234,50", [1234.5]],
    ["1'234.50", [1234.5]],
    ["1’234.50", [1234.5]],
    ["1 234,50", [1234.5]],
    ["1\u202f234,50", [1234.5]],
    ["12,34,567.89", [1_234_567.89]],
    ["1.234", [1.234, 1234]],
    ["-5", [-5]],
    ["−5", [-5]],
    ["5-", [-5]],
    ["+5", [5]],
    ["(1,200)", [-1.2, -1200]],
    ["12.5 %", [0.125]],
    ["12.5%", [0.125]],
    ["€ 3,20", [3.2]],
    ["3,20 EUR", [3.2]],
    ["-$4.00", [-4]],
    ["$-4.00", [-4]],
    ["Rs. 12,34,567", [1_234_567]],
    ["0", [0]],
    ["0.07", [0.07]],
  ])("%s has the readings %j", (text, values) => {
    expect(
      readNumber(text)
        .map(({ value }) => value)
        .sort((a, b) => Math.abs(a) - Math.abs(b)),
    ).toEqual(values);
  });

  it.each([
    "007",
    "12 34",
    "1,23,4",
    "1234567890123456",
    "(5",
    "5)",
    "--5",
    "5 kg",
    "3 ABC",
    "$5 EUR",
    "+49 170 1234567",
    "1.2.3",
    "12:30",
    "",
    "–",
    "n/a",
  ])("isn't %j", (text) => {
    expect(readNumber(text)).toEqual([]);
  });
});

describe("a date", () => {
  it.each([
    ["2026-11-28", [46354], "yyyy\\-mm\\-dd"],
    ["28.11.2026", [46354], "dd\\.mm\\.yyyy"],
    ["1.3.1900", [61], "d\\.m\\.yyyy"],
    ["28/11/2026", [46354], "dd\\/mm\\/yyyy"],
    ["11/28/2026", [46354], "mm\\/dd\\/yyyy"],
    ["3/4/2026", [46115, 46085], "d\\/m\\/yyyy"],
  ])("%s has the readings %j", (text, serials, format) => {
    const found = readDate(text);
    expect(found.map(({ serial }) => serial)).toEqual(serials);
    expect(found.slice(0, 1).map(dateFormat)).toEqual([format]);
  });

  it.each(["28.11.26", "31.2.2026", "2026-13-01", "28.11/2026", "1.1.1899", "28-11"])("isn't %j", (text) => {
    expect(readDate(text)).toEqual([]);
  });
});

it.each([
  ["=SUM(A1)", true],
  ["+cmd|' /C calc'!A0", true],
  ["-2+3", true],
  ["@A1", true],
  ["\t=1", true],
  ["\r=1", true],
  ["+49 170 1234567", true],
  ["-(5)", true],
  ["-5", false],
  ["-1.234,50 €", false],
  ["--", false],
  ["–", false],
  ["- none", false],
  ["=", false],
  ["a=1", false],
])("%j looks like a formula: %s", (text, expected) => {
  expect(looksLikeFormula(text)).toBe(expected);
});
