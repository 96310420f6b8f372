/** Columns become numbers or dates only where all of their texts agree. */
import { describe, expect, it } from "vitest";
import { typedColumns } from "../../src/tables/typed-columns.ts";

const column = (...texts: string[]) => new Map(texts.map((text, at) => [at, text]));
const valuesOf = (...columns: string[][]) =>
  typedColumns(columns.map((texts) => column(...texts))).map(({ values }) =>
    [...values.values()].map(({ value }) => value),
  );

describe("a column of numbers", () => {
  it.each<[string, string[], number[]]>([
    ["is read with the separators that one text makes certain", ["1.234", "2.500,75"], [1234, 2500.75]],
    ["keeps dashes and empty cells out", ["1,5", "–", "", "2,5"], [1.5, 2.5]],
    ["has percentages as fractions", ["7 %", "12,5 %"], [0.07, 0.125]],
    ["has negative numbers in parentheses", ["(1,200.00)", "300.00"], [-1200, 300]],
    ["stays text if one isn't a number", ["1,5", "approx. 2"], []],
    ["stays text if separators may mean both", ["1.234", "2.500"], []],
    ["stays text with codes", ["0123", "4567"], []],
    ["stays text with two currencies", ["€ 5.00", "$ 5.00"], []],
    ["stays text with percentages among others", ["5", "5 %"], []],
    ["stays text with separators that contradict each other", ["1,234.5", "1.234,5"], []],
  ])("%s", (_, texts, values) => {
    expect(valuesOf(texts)).toEqual([values]);
  });

  it("is decided by another column", () => {
    expect(valuesOf(["1.234", "2.500"], ["3,5", "4,25"])).toEqual([
      [1234, 2500],
      [3.5, 4.25],
    ]);
  });

  it("says why it stays text", () => {
    const [only] = typedColumns([column("1.234", "2.500")]);
    expect(only?.doubt).toBe("the separators in column 1 may be for thousands or for decimals");
  });

  it.each([
    ["1,234.50", "#,##0.00", "1,234.50"],
    ["1.234,50", "#,##0.00", "1,234.50"],
    ["(1,234.50)", "#,##0.00;(#,##0.00)", "(1,234.50)"],
    ["5.50-", "0.00;0.00-", "5.50-"],
    ["$1,234.50", '"$"#,##0.00', "$1,234.50"],
    ["3,20 EUR", '0.00" EUR"', "3.20 EUR"],
    ["12.5 %", "0.0 %", "12.5 %"],
    ["-7", "0", "-7"],
  ])("has a format for %s", (text, format, shown) => {
    const [only] = typedColumns([column(text)]);
    expect(only?.values.get(0)).toMatchObject({ format, shown });
  });
});

describe("a column of dates", () => {
  it.each<[string, string[], number[]]>([
    ["is read in the order that one date makes certain", ["3/4/2026", "28/4/2026"], [46115, 46140]],
    ["is read where both orders agree", ["4/4/2026"], [46116]],
    ["stays text if day and month may be swapped", ["3/4/2026", "5/4/2026"], []],
    ["stays text if orders contradict each other", ["28/4/2026", "4/28/2026"], []],
  ])("%s", (_, texts, values) => {
    expect(valuesOf(texts)).toEqual([values]);
  });
});
