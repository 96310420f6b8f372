/** Text painted out of reading order follows the layout; any other text keeps its painting order. */
import { describe, expect, it } from "vitest";
import { openStrictly } from "../../src/document/open.ts";
import { openContentText } from "../../src/reading/open.ts";
import { memorySource, noEngines } from "../support/memory-files.ts";
import { contentPdf } from "./interpreter/pages.ts";

const show = (x: number, y: number, words: string) => `BT /F 12 Tf ${x} ${y} Td (${words}) Tj ET\n`;

async function textOf(content: string): Promise<string> {
  using texts = openContentText(openStrictly(memorySource(contentPdf(content))), { engines: noEngines });
  return await texts.page(1);
}

const lines = [
  "It begins here at the top",
  "and goes on below it",
  "with a third line",
  "and a fourth one",
  "to its end",
];
const prose = lines.map((words, at) => show(50, 700 - 14 * at, words));

const row = (y: number, cells: readonly string[]) => cells.map((words, at) => show(50 + 120 * at, y, words));
const table = [
  ...row(600, ["Year", "2021", "2022"]),
  ...row(580, ["Loans", "878", "727"]),
  ...row(560, ["Taxes", "21", "62"]),
  ...row(540, ["Total", "899", "789"]),
];

describe("text of a page", () => {
  it("painted from the bottom up is read from the top", async () => {
    expect(await textOf(prose.toReversed().join(""))).toBe(lines.join("\n"));
  });

  it("has the values that dots lead to in their lines", async () => {
    const rows = ["Tea", "Soup"].flatMap((name, at) => [
      show(50, 600 - 20 * at, `${name} . . . . . . . . . .`),
      show(200, 600 - 20 * at, `${at + 1}.40`),
    ]);
    expect(await textOf(rows.join(""))).toBe("Tea . . . . . . . . . . 1.40\nSoup . . . . . . . . . . 2.40");
  });

  it("has a line for each row of a table painted backwards", async () => {
    expect(await textOf(table.toReversed().join(""))).toBe(
      "Year 2021 2022\nLoans 878 727\nTaxes 21 62\nTotal 899 789",
    );
  });

  it("painted in reading order keeps that order", async () => {
    expect(await textOf(prose.join("") + show(300, 700, "A column") + show(300, 686, "beside it"))).toBe(
      `${lines.join("\n")}\n\nA column\nbeside it`,
    );
  });
});
