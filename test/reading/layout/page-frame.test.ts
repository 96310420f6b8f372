/** Lines at the top and bottom of a page don't form a table, whatever is between them. */
import { expect, it } from "vitest";
import { createReaders } from "../../../src/engines/engines.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { runTool } from "../../support/run-tool.ts";

const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
const words = (x: number, y: number, text: string, size = 10) =>
  `BT /F ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
const rule = (y: number, from: number, to: number) => `${from} ${y} m ${to} ${y} l S\n`;

/** A heading, four lines of text and a table with a line below each row, between a page's top and bottom line. */
function framedPage(): string {
  const prose = [0, 1, 2, 3].map((k) =>
    words(60, 690 - 14 * k, `Line ${k + 1} of a paragraph that is as wide as the text of this page is set`),
  );
  const rows = Array.from({ length: 14 }, (_, k) => {
    const y = 610 - 20 * k;
    return (
      words(100, y, `name${k + 1}`) +
      words(280, y, `what the command ${k + 1} is for`) +
      rule(y - 6, 100, 450)
    );
  });
  return [
    rule(740, 60, 450),
    words(60, 715, "A heading of this page", 18),
    ...prose,
    rule(624, 100, 450),
    ...rows,
    rule(80, 60, 450),
    words(250, 66, "5"),
  ].join("");
}

it("keeps text between a page's top and bottom line out of its table", async () => {
  const page = `${font}/Contents 20 0 R`;
  const file = pagesPdf([page], { more: { 20: { dict: "", data: framedPage() } } });
  const { result } = await runTool(
    "pdf_extract_structure",
    { input: "a.pdf" },
    { "a.pdf": file },
    createReaders(),
  );
  const { content }: { content?: unknown } = { ...Object(result) };
  const lines = String(content).split("\n");
  expect(lines[0]).toMatch(/^#+ A heading of this page$/);
  expect(lines.find((line) => line.includes("Line 1 of a paragraph"))).not.toMatch(/[|<]/);
  expect(lines.filter((line) => /^\| name\d+ \| what the command \d+ is for \|$/.test(line))).toHaveLength(
    14,
  );
});
