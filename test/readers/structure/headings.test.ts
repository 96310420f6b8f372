/** Headings told by their type and by what follows them. */
import { describe, expect, it } from "vitest";
import { extract } from "./read.ts";
import { layout, piece, prose } from "./support.ts";

/** The headings of a page in Markdown. */
async function headingsOf(pieces: Parameters<typeof layout>[1]): Promise<string[]> {
  const { content } = await extract([layout(1, pieces)]);
  return content.split("\n").filter((line) => line.startsWith("#"));
}

const title = piece(50, 40, "The title of it all", { size: 20, bold: true });

describe("headings", () => {
  it("in bold type smaller than the text are those that text follows at the same edge", async () => {
    const small = (y: number, text: string, x = 50) => piece(x, y, text, { size: 8, bold: true });
    const headings = await headingsOf([
      title,
      ...prose(50, 80, 4),
      small(150, "Lowest heading"),
      ...prose(50, 170, 4),
      small(240, "Name"),
      piece(50, 256, "the first of them", { size: 8 }),
      small(290, "Beside the text", 300),
      ...prose(50, 310, 4),
    ]);
    expect(headings).toEqual(["# The title of it all", "## Lowest heading"]);
  });

  it("may be names of code in large bold type", async () => {
    const code = { size: 14, bold: true, mono: true };
    const headings = await headingsOf([
      title,
      ...prose(50, 80, 4),
      piece(50, 150, "isMounted", code),
      ...prose(50, 170, 4),
      piece(50, 240, "const none = 1;", { mono: true }),
    ]);
    expect(headings).toEqual(["# The title of it all", "## isMounted"]);
  });

  it("in bold type may be questions of several lines", async () => {
    const bold = { bold: true };
    const lines = (end: string) => [
      piece(50, 150, "What happens where the people who work on it for a company begin to", bold),
      piece(50, 162, "send what they have made of it, and to ask for it to be taken as well as", bold),
      piece(50, 174, `they can${end}`, bold),
    ];
    expect(await headingsOf([title, ...prose(50, 80, 4), ...lines("?"), ...prose(50, 200, 4)])).toHaveLength(
      2,
    );
    expect(await headingsOf([title, ...prose(50, 80, 4), ...lines(""), ...prose(50, 200, 4)])).toHaveLength(
      1,
    );
  });
});
