import { describe, expect, it } from "vitest";
import type { Tag } from "../../../src/core/page-layout.ts";
import { failed } from "../../../src/core/problem.ts";
import { extractStructure } from "../../../src/reading/extract.ts";
import { extract, noOptions, readerOf } from "./read.ts";
import { layout, piece, prose, rule } from "./support.ts";

describe("headings and paragraphs", () => {
  const page = layout(1, [
    piece(50, 60, "The title of it all", { size: 20, bold: true }),
    ...prose(50, 100, 3),
    piece(50, 160, "First part", { size: 14, bold: true }),
    ...prose(50, 180, 3),
    piece(50, 240, "Second part", { size: 14, bold: true }),
    ...prose(50, 260, 3),
  ]);

  it("are ranked by size, and a paragraph's lines are joined", async () => {
    const { content, sections } = await extract([page]);
    const blocks = content.split("\n\n");
    expect(blocks.filter((block) => block.startsWith("#"))).toEqual([
      "# The title of it all",
      "## First part",
      "## Second part",
    ]);
    expect(blocks).toHaveLength(6);
    expect(sections).toMatchObject([
      {
        id: "s1",
        title: "The title of it all",
        level: 1,
        children: [{ title: "First part", level: 2 }, { title: "Second part" }],
      },
    ]);
  });

  it.each([
    ["It was known. The year was", "1984. A great year", true],
    ["It was known. The values were", "- 5 degrees", true],
    ["The pages are 20-", "30 of it", true],
    ["These were there", "2 eggs", false],
    ["It was known. The year was", "A great year", false],
    ["Espresso 2.50", "tea 3.10", false],
    ["The office was", "open on all days", true],
    ["The office was closed in 2020", "and open later", true],
  ])("continue a paragraph after a short line within a sentence: %s / %s", async (first, second, goesOn) => {
    const full = piece(50, 60, "A line that is as long as the column allows, and no longer at all. It ends");
    const { content } = await extract([layout(1, [full, piece(50, 90, first), piece(50, 102, second)])]);
    expect(content.replaceAll("\\", "").split("\n\n").at(-1)).toBe(
      goesOn ? `${first}${first.endsWith("-") ? "" : " "}${second}` : second,
    );
  });

  it.each([
    [["", "goes on here"], "| Anna | begins and goes on here |"],
    [["Bert", "goes on here"], "| Bert | goes on here |"],
    [["", "Other"], "| Anna | begins and Other |"],
  ])("join a table row across a page break if only a later cell continues: %j", async (row, written) => {
    const grid = [
      ...[0, 1, 2].map((k) => rule(50, 90 + 20 * k, 350, 90 + 20 * k)),
      ...[50, 200, 350].map((x) => rule(x, 90, x, 130)),
    ];
    const page = (number: number, ...rows: readonly (readonly string[])[]) =>
      layout(
        number,
        rows.flatMap((texts, y) =>
          texts.flatMap((text, x) => (text === "" ? [] : [piece(60 + 150 * x, 104 + 20 * y, text)])),
        ),
        grid,
      );
    const { content } = await extract([
      page(1, ["Name", "Text"], ["Anna", "begins and"]),
      page(2, row, ["Carl", "ends."]),
    ]);
    expect(content.split("\n")).toContain(written);
  });

  it("join a paragraph across a page break, around running lines and page numbers", async () => {
    const pages = [1, 2, 3, 4].map((number) =>
      layout(number, [
        piece(50, 30, "A running title", { size: 8 }),
        piece(
          50,
          100,
          `${["Alpha", "Beta", "Gamma", "Delta"][number - 1]} began on an earlier page and it will certainly go on`,
        ),
        piece(
          50,
          112,
          `${["then", "over", "past", "near"][number - 1]} the end of this page as nothing has ended it and`,
        ),
        piece(290, 780, String(number), { size: 8 }),
      ]),
    );
    const { content } = await extract(pages);
    expect(content).not.toContain("running title");
    expect(content).not.toMatch(/\d/);
    const json = JSON.parse((await extract(pages, { format: "json" })).content);
    expect(json.pages[1].blocks.map((block: { type: string }) => block.type)).toEqual([
      "header",
      "paragraph",
      "footer",
    ]);
  });

  it("don't treat numbered chapter headings at the same height as running lines", async () => {
    const pages = [1, 2, 3, 4].map((number) =>
      layout(number, [
        piece(50, 30, "The book", { size: 8 }),
        piece(50, 60, `Chapter ${number}`, { size: 16, bold: true }),
        ...prose(50, 100, 6),
      ]),
    );
    const { content } = await extract(pages);
    expect(content.match(/^#.*$/gm)).toEqual([1, 2, 3, 4].map((number) => `## Chapter ${number}`));
    expect(content).not.toContain("The book");
  });

  it("don't treat figure labels as headings", async () => {
    const { content } = await extract([
      layout(1, [
        piece(150, 60, "camera", { size: 13 }),
        piece(151, 110, "sample", { size: 13 }),
        piece(50, 180, "Methods", { size: 13 }),
        ...prose(50, 200, 20),
        piece(50, 460, "render()", { size: 13 }),
        ...prose(50, 480, 10),
      ]),
    ]);
    expect(content.match(/^#.*$/gm)).toEqual(["## Methods", "## render()"]);
  });

  it("treat titles above the text that change by chapter as running lines", async () => {
    const titles = ["A history of the valley", "The long bridges"];
    const pages = titles
      .flatMap((title) => [title, title])
      .map((title, at) => layout(at + 1, [piece(50, 40, title), ...prose(50, 64, 40 - at)]));
    const { content } = await extract(pages);
    for (const title of titles) expect(content).not.toContain(title);
  });

  it("separate a displayed formula from the text around it", async () => {
    const { content } = await extract(
      [
        layout(1, [
          ...prose(50, 60, 5),
          piece(200, 132, "E = mc2"),
          piece(50, 156, "where m is the mass of what is looked at and c the speed of light"),
          ...prose(50, 180, 5),
        ]),
      ],
      { format: "json" },
    );
    const { blocks } = JSON.parse(content).pages[0];
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual([
      "paragraph",
      "formula",
      "paragraph",
      "paragraph",
    ]);
  });

  it("are separate if a single wide space shows how far apart lines are", async () => {
    const texts = [
      "Please end my order of the magazine with the next number.",
      "I read it gladly for twenty years, but I can't see well.",
    ];
    const { content } = await extract([
      layout(
        1,
        texts.map((text, at) => piece(50, 100 + 24 * at, text)),
      ),
    ]);
    expect(content.trim().split("\n\n")).toEqual(texts);
  });

  it("are separate if each has a line or two that leave room for the next word", async () => {
    const texts = [
      "Painter Kuhn, Garden Lane 4, Freiburg and Basel.",
      "Work done from the third to the sixth of May.",
    ];
    const pieces = texts.map((text, at) => piece(50, 100 + 24 * at, text));
    const { content } = await extract([layout(1, [...pieces, piece(50, 180, "x".repeat(70))])]);
    expect(content.split("\n\n").slice(0, 2)).toEqual(texts);
  });

  it("rejoin words broken at line ends", async () => {
    const { content } = await extract([
      layout(1, [
        piece(50, 100, "A paragraph whose first line ends in the middle of some exam-"),
        piece(50, 112, "ple word."),
      ]),
    ]);
    expect(content).toContain("some example word.");
  });
});

describe("lists", () => {
  it("are nested by the positions of their markers", async () => {
    const { content } = await extract([
      layout(1, [
        ...prose(50, 60, 3),
        piece(60, 110, "• first item"),
        piece(80, 122, "• below the first"),
        piece(60, 134, "• second item"),
        piece(60, 158, "1. counted"),
        piece(60, 170, "2. counted too"),
      ]),
    ]);
    expect(content).toContain("- first item\n  - below the first\n- second item");
    expect(content).toContain("1. counted\n2. counted too");
  });

  it("may have markers painted after the text, or drawn ones", async () => {
    const { content } = await extract([
      layout(
        1,
        [
          ...prose(50, 60, 3),
          piece(70, 110, "painted before"),
          piece(70, 122, "its marker"),
          piece(70, 140, "drawn"),
          piece(60, 110, "•"),
          piece(60, 122, "•"),
        ],
        [{ box: { x0: 60, y0: 135, x1: 63, y1: 138 }, stroked: false }],
      ),
    ]);
    expect(content).toContain("- painted before\n- its marker\n- drawn");
  });
});

describe("tables", () => {
  const cells = (x: number, y: number, texts: readonly string[]) =>
    texts.map((text, at) => piece(x + at * 100, y, text));

  it("have lines around their cells, and spans where a line is missing", async () => {
    const xs = [50, 150, 250, 350];
    const lines = [
      ...[90, 110, 130, 150].map((y) => rule(50, y, 350, y)),
      ...xs.map((x) => rule(x, x === 250 ? 110 : 90, x, 150)),
    ];
    const { content } = await extract([
      layout(
        1,
        [
          ...prose(50, 50, 2),
          ...cells(55, 104, ["name"]),
          piece(200, 104, "both of them"),
          ...cells(55, 124, ["a", "1", "2"]),
          ...cells(55, 144, ["b", "3", "4"]),
        ],
        lines,
      ),
    ]);
    expect(content).toContain('<tr><th>name</th><th colspan="2">both of them</th></tr>');
    expect(content).toContain("<tr><td>b</td><td>3</td><td>4</td></tr>");
  });

  it("may have only aligned columns", async () => {
    const { content } = await extract([
      layout(1, [
        ...prose(50, 50, 2),
        ...[
          ["Year", "Sum", "Share"],
          ["2001", "12", "4 %"],
          ["2002", "15", "6 %"],
          ["2003", "9", "2 %"],
        ].flatMap((row, at) => cells(50, 120 + at * 14, row)),
      ]),
    ]);
    expect(content).toContain("| Year | Sum | Share |\n| --- | --- | --- |\n| 2001 | 12 | 4 % |");
  });

  it("aren't found in two columns of text", async () => {
    const { content } = await extract([
      layout(1, [...prose(50, 50, 20, {}, 40), ...prose(330, 50, 20, {}, 40)]),
    ]);
    expect(content).not.toContain("|");
    expect(content).not.toContain("<t");
  });
});

/** The root of a structure tree and its elements. */
const root: Tag = { type: "Document", parent: undefined, index: 0, key: "0" };
const child = (type: string, index: number, parent = root): Tag => ({
  type,
  parent,
  index,
  key: `${parent.key}.${index}`,
});

describe("tags", () => {
  it("determine the types of blocks", async () => {
    const table = child("Table", 3);
    const row = child("TR", 0, table);
    const [first, third] = [child("TD", 0, row), child("TD", 2, row)];
    const { content } = await extract(
      [
        layout(1, [
          piece(50, 60, "Small yet a heading", { tag: child("H2", 0) }),
          piece(50, 72, "A paragraph", { tag: child("P", 1) }),
          piece(50, 84, "Large and none", { size: 30, tag: child("P", 2) }),
          piece(50, 120, "one", { tag: first }),
          piece(200, 120, "three", { tag: third }),
        ]),
      ],
      {
        taggedTables: (key) =>
          key === table.key
            ? [[0, 1, 2].map((at) => ({ key: `${row.key}.${at}`, header: false, rowSpan: 1, colSpan: 1 }))]
            : undefined,
      },
    );
    expect(content).toBe(
      "## Small yet a heading\n\nA paragraph\n\nLarge and none\n\n| one |  | three |\n| --- | --- | --- |",
    );
  });
});

describe("a document's text", () => {
  const nasty = layout(1, [
    piece(50, 60, "# 1. <script>alert(1)</script> *a* `b` | [x](y) &amp; _z_"),
    piece(50, 100, "link", { uri: 'https://example.org/a_(b)?"<x>' }),
  ]);

  it("stays text in Markdown and HTML", async () => {
    const markdown = (await extract([nasty])).content;
    expect(markdown).toContain("\\# 1. \\<script>alert(1)\\</script>");
    expect(markdown).toContain("[link](https://example.org/a_%28b%29?%22%3Cx%3E)");
    const html = (await extract([nasty], { format: "html" })).content;
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toContain("<script");
  });
});

describe("lines of scripts without spaces", () => {
  it("are joined without a space", async () => {
    const thai = "ข้อตกลงอย่างง่ายที่สร้างขึ้นสำหรับข้อความ";
    const { content } = await extract([layout(1, [piece(50, 60, thai), piece(50, 72, "นี้จะรวมข้อกำหนด")])]);
    expect(content).toBe(`${thai}นี้จะรวมข้อกำหนด`);
  });
});

describe("a table of contents", () => {
  it("keeps its entries separate", async () => {
    const entries = [
      [50, "1 Introduction . . . . . . . . . . . . . . . . . . . . . . . . . . . 1"],
      [60, "1.1 What it is all about . . . . . . . . . . . . . . . . . . . . . . 2"],
      [60, "1.2 A title that is so long that it goes on in the line after"],
      [78, "this one, where it ends . . . . . . . . . . . . . . . . . . . . 4"],
      [50, "2. Results . . . . . . . . . . . . . . . . . . . . . . . . . . . . 12"],
      [60, "2.1 Numbers . . . . . . . . . . . . . . . . . . . . . . . . . . . 14"],
    ] as const;
    const contents = layout(
      1,
      entries.map(([x, text], at) => piece(x, 100 + 12 * at, text)),
    );
    const { content } = await extract([contents, layout(2, prose(50, 60, 20))]);
    const blocks = content.split("\n\n").slice(0, 5);
    expect(blocks.map((block) => block.replace(/ \..*/, "").slice(0, 16))).toEqual([
      "1 Introduction",
      "1.1 What it is a",
      "1.2 A title that",
      "2. Results",
      "2.1 Numbers",
    ]);
    expect(blocks[2]).toContain("after this one, where it ends");
  });
});

describe("cutting", () => {
  const pages = Array.from({ length: 7 }, (_, at) =>
    layout(at + 1, [
      piece(50, 60, `Heading ${"abcdefg"[at]}`, { size: 16 }),
      ...prose(50, 100, 8),
      ...prose(50, 260, 8),
    ]),
  );

  it.each(["markdown", "html", "json"] as const)(
    "returns whole pages that add up to the whole: %s",
    async (format) => {
      const whole = await extract(pages, { format });
      expect(whole).toMatchObject({ truncated: false, next: null });
      const most = Math.ceil(whole.content.length * 0.4);
      const parts: string[] = [];
      let from: number | null = 1;
      for (let calls = 0; from !== null && calls < 9; calls += 1) {
        const start: number = from;
        const part = await extract(pages, {
          format,
          maxChars: most,
          pages: [1, 2, 3, 4, 5, 6, 7].filter((page) => page >= start),
        });
        expect(part.content.length).toBeLessThanOrEqual(most);
        parts.push(part.content);
        from = part.next;
      }
      expect(parts.length).toBeGreaterThan(1);
      const joined =
        format === "json"
          ? parts.flatMap((part) => JSON.parse(part).pages.map(({ page }: { page: number }) => page))
          : parts.join("\n\n");
      expect(joined).toEqual(format === "json" ? [1, 2, 3, 4, 5, 6, 7] : whole.content);
    },
  );

  it("ends a part at the end of a block", async () => {
    const across = Array.from({ length: 6 }, (_, at) => {
      // Paragraphs continue from pages 2 and 3: 1, 2 to 4, 5, 6.
      const [starts, ends] = [at !== 2 && at !== 3, at !== 1 && at !== 2];
      const [first, last] = [starts ? "Some words begin" : "and other words go on", ends ? "." : " and"];
      return layout(at + 1, [
        piece(50, 60, `${first} on page ${at + 1} and fill the line as far as it goes`),
        piece(50, 72, `and then another line of the same length as the one above it${last}`),
      ]);
    });
    const whole = await extract(across);
    const parts = [];
    for (let from: number | null = 1; from !== null && parts.length < 9; ) {
      const start: number = from;
      const pages = across.map((_, at) => at + 1).filter((page) => page >= start);
      const part = await extract(across, { pages, maxChars: 460 });
      parts.push(part);
      from = part.next;
    }
    expect(parts.map(({ next }) => next)).toEqual([2, 5, null]);
    expect(parts.map(({ content }) => content).join("\n\n")).toBe(whole.content);
  });

  it("cuts an overlong first page between blocks, with a warning", async () => {
    const cut = await extract(pages, { maxChars: 700 });
    expect(cut).toMatchObject({ truncated: true, next: 2 });
    expect(cut.content.length).toBeLessThanOrEqual(700);
    expect(cut.warnings[0]).toContain("page 1 has");
  });

  it("reads no more pages than it needs", async () => {
    const many = Array.from({ length: 400 }, (_, at) => layout(at + 1, prose(50, 60, 40)));
    const { reader, asked } = readerOf(many);
    await extractStructure(reader, { ...noOptions, maxChars: 5000, pages: many.map(({ page }) => page) });
    expect(asked.length).toBeLessThan(60);
  });

  it("caches a document's style without changing the result", async () => {
    const many = Array.from({ length: 80 }, (_, at) => layout(at + 1, prose(50, 60, 40)));
    const options = { ...noOptions, maxChars: 3000, pages: [60, 61] };
    const { content } = await extractStructure(readerOf(many).reader, options);
    for (const identity of ["one", "other", "third", "one"]) {
      const { reader, asked } = readerOf(many);
      expect((await extractStructure(reader, { ...options, identity })).content).toBe(content);
      expect(asked.length).toBeGreaterThan(30);
      const again = readerOf(many);
      expect((await extractStructure(again.reader, { ...options, identity })).content).toBe(content);
      expect(again.asked).toEqual([60, 61]);
    }
  });
});

describe("pages of a tagged document", () => {
  it("keep untagged text continued from the previous page, and mark notes that contain paragraphs", async () => {
    const [text, other, note] = [child("P", 0), child("P", 1), child("Note", 2)];
    const pages = [
      layout(1, [
        ...prose(50, 60, 3, { tag: text }).slice(0, 2),
        piece(50, 700, "1", { size: 6, tag: child("P", 0, note) }),
        piece(56, 703, "See the records.", { size: 8, tag: child("P", 0, note) }),
      ]),
      layout(2, [
        piece(50, 40, "A running title", { size: 8 }),
        piece(50, 72, "goes on at the head of this page"),
        ...prose(50, 84, 4, { tag: other }),
      ]),
    ];
    const { content } = await extract(pages, { format: "html" });
    expect(content).toContain("seven wizards goes on at the head of this page</p>");
    expect(content).not.toContain("running title");
    expect(content).toContain('<p class="footnote"><sup>1</sup> See the records.</p>');
  });
});

describe("unreadable pages", () => {
  it("are reported, and the rest is returned", async () => {
    const { content, warnings } = await extract([failed("a broken stream"), layout(2, prose(50, 60, 2))]);
    expect(content).toContain("Here");
    expect(warnings).toEqual(["page 1 could not be read: a broken stream"]);
  });

  it("make the call fail if there is no other page", async () => {
    await expect(extract([failed("a broken stream")])).rejects.toThrow("a broken stream");
  });
});
