import { expect, it } from "vitest";
import { csvRows } from "../../src/cli/tools/csv.ts";

it.each([
  [
    "a,b\n1,2\n3,4\n",
    [
      { a: "1", b: "2" },
      { a: "3", b: "4" },
    ],
  ],
  ['a,b\r\n"x, ""y""","two\nlines"\r\n', [{ a: 'x, "y"', b: "two\nlines" }]],
  ["a;b\n1,5;2", [{ a: "1,5", b: "2" }]],
  ["a\tb\n1\t\n", [{ a: "1", b: "" }]],
  ["a,b\n\n1", [{ a: "1", b: "" }]],
  ["a,b\n1,", [{ a: "1", b: "" }]],
  ["a,b\n1,2,,\n", [{ a: "1", b: "2" }]],
])("reads %j", (text, rows) => expect(csvRows(text, "t")).toEqual(rows.map((values) => ({ values }))));

it("says which rows have too many values", () => {
  const faults = csvRows("a;b\n1;2;3\n4;5\n6;7;;8", "t").map(({ fault }) => fault);
  expect(faults).toEqual(["it has 3 values for 2 columns", undefined, "it has 4 values for 2 columns"]);
});

it.each([
  ['a\n1\n"open', "row 2 has a quotation mark that is not closed"],
  ['"a\n1', "the header has a quotation mark that is not closed"],
  ["a,a\n1,2", "two columns"],
])("refuses %j", (text, why) => expect(() => csvRows(text, "t")).toThrow(why));
