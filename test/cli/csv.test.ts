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
])("reads %j", (text, rows) => expect(csvRows(text, "t")).toEqual(rows));

it.each([
  ['a\n"open', "not closed"],
  ["a,a\n1,2", "two columns"],
  ["a\n1,2", "row 1 has 2 values for 1 columns"],
])("refuses %j", (text, why) => expect(() => csvRows(text, "t")).toThrow(why));
