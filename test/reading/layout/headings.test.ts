/** Headings recognized by their type and the text after them. */
import { describe, expect, it } from "vitest";
import { extract } from "./read.ts";
import { layout, piece, prose } from "./support.ts";

/** A page's headings in Markdown. */
async function headingsOf(pieces: Parameters<typeof layout>[1]): Promise<string[]> {
  const { content } = await extract([layout(1, pieces)]);
  return content.split("\n").filter((line) => line.startsWith("#"));
}

const title = piece(50, 40, "The title of it all", { size: 20, bold: true });

describe("headings", () => {
  it("of slides are all first-level, whatever their size", async () => {
    const slide = (page: number, text: string, size: number, part: string) =>
      layout(page, [piece(50, 60, text, { size }), piece(50, 110, part, { size: 18 }), ...prose(50, 150, 4)]);
    const pages = [slide(1, "One slide", 40, "Apples"), slide(2, "Another slide", 32, "Pears in spring")];
    const levels = async (of: typeof pages) =>
      (await extract(of)).content.split("\n").filter((line) => line.startsWith("#"));
    const wide = pages.map((page) => ({ ...page, width: 800, height: 600 }));
    expect(await levels(wide)).toEqual(["# One slide", "## Apples", "# Another slide", "## Pears in spring"]);
    expect(await levels(pages)).not.toContain("# Another slide");
  });

  it("are recognized by visible text, however much invisibly small text there is", async () => {
    const tiny = Array.from({ length: 300 }, (_, k) =>
      piece(50, 700 + k / 10, "words that nobody sees on and on", { size: 0.1, hidden: "size" }),
    );
    expect(await headingsOf([title, ...prose(50, 80, 4), ...tiny])).toEqual(["# The title of it all"]);
  });

  it("in bold type smaller than the text must be followed by text at the same edge", async () => {
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

  it("may be code names in large bold type", async () => {
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

  it("in bold type may be multi-line questions", async () => {
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

  it("aren't slightly larger first paragraphs or note labels", async () => {
    const headings = await headingsOf([
      title,
      ...prose(50, 70, 3, { size: 12.5 }),
      ...prose(50, 130, 5),
      piece(60, 200, "NOTE", { bold: true }),
      ...prose(120, 200, 3, {}, 40),
    ]);
    expect(headings).toEqual(["# The title of it all"]);
  });

  it("in bold type of one size are ranked by first appearance", async () => {
    const part = (y: number, text: string, italic: boolean) => [
      piece(50, y, text, { size: 13, bold: true, italic }),
      ...prose(50, y + 20, 3),
    ];
    const headings = await headingsOf([
      title,
      ...prose(50, 70, 3),
      ...part(120, "Slanted one", true),
      ...part(220, "Upright one", false),
      ...part(320, "Slanted two", true),
      ...part(420, "Upright two", false),
    ]);
    expect(headings.map((heading) => heading.split(" ")[0])).toEqual(["#", "##", "###", "##", "###"]);
  });

  it("rank the title above the sections even if bookmarks list both at the same level", async () => {
    const section = (y: number, name: string) => [
      piece(50, y, name, { size: 14, bold: true }),
      ...prose(50, y + 20, 3),
    ];
    const names = ["The title of it all", "Section one", "Section two"];
    const { content } = await extract(
      [layout(1, [title, ...section(80, "Section one"), ...section(200, "Section two")])],
      { bookmarks: names.map((name) => ({ title: name, level: 1, page: 1 })) },
    );
    expect(content.match(/^#+/gm)).toEqual(["#", "##", "##"]);
  });

  it("aren't bold exclamations, unless they are larger than the text", async () => {
    const call = (y: number, size: number) => piece(50, y, "Do not do that!", { bold: true, size });
    const page = (size: number) => [title, ...prose(50, 80, 4), call(150, size), ...prose(50, 180, 4)];
    expect(await headingsOf(page(10))).toHaveLength(1);
    expect(await headingsOf(page(11))).toHaveLength(2);
  });
});
