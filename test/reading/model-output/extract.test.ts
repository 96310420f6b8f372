/** Pages written by a model as one text in each format, up to a length. */
import { describe, expect, it } from "vitest";
import { inWords, registryNames } from "../../../src/core/message.ts";
import { modelBlocks } from "../../../src/reading/model-output/blocks.ts";
import { extractModelText, type ModelExtractOptions } from "../../../src/reading/model-output/extract.ts";

const texts = ["# One\n\nText of *one*.", "## Two\n\n- a\n- b", "", "Text of four.\n\nMore text."];

async function extract(more: Partial<ModelExtractOptions> = {}, own = texts) {
  const [warnings, asked]: [string[], number[]] = [[], []];
  const result = await extractModelText({
    ...{
      format: "markdown",
      maxChars: 1000,
      pages: own.map((_, at) => at + 1),
      pageCount: own.length,
      bookmarks: [],
    },
    read: async (page) => {
      asked.push(page);
      const text = own[page - 1];
      return text === undefined ? undefined : modelBlocks(text);
    },
    facts: async () => ({ width: 600, height: 800.004, rotation: 90, kind: "mixed" }),
    warn: (message) => void warnings.push(inWords(message, registryNames)),
    ...more,
  });
  return { ...result, warnings, asked };
}

const whole = "# One\n\nText of *one*.\n\n## Two\n\n- a\n- b\n\nText of four.\n\nMore text.";
const first = "# One\n\nText of *one*.";

describe("pages written by a model", () => {
  it("are one text", async () => {
    const found = await extract();
    expect(found).toMatchObject({
      content: whole,
      hasText: true,
      truncated: false,
      next: null,
      warnings: [],
    });
    expect(found.sections.map(({ title, startPage, endPage }) => [title, startPage, endPage])).toEqual([
      ["One", 1, 4],
    ]);
    expect(
      found.sections[0]?.children.map(({ title, startPage, endPage }) => [title, startPage, endPage]),
    ).toEqual([["Two", 2, 4]]);
  });

  it("are HTML", async () => {
    const { content } = await extract({ format: "html" });
    expect(content).toBe(
      "<h1>One</h1>\n\n<p>Text of <i>one</i>.</p>\n\n<h2>Two</h2>\n\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n\n<p>Text of four.</p>\n\n<p>More text.</p>",
    );
  });

  it("are JSON", async () => {
    const own = [
      "Before.\n\n# One\n\n| a | b |\n|---|---|\n| *1* | 2 |\n\n1. x\n   - y\n\n$$x^2$$\n\n```\nlet x\n```\n\n![A fox](x.png)",
      "",
    ];
    const { pages } = JSON.parse((await extract({ format: "json", maxChars: 10_000 }, own)).content);
    const bbox = [0, 0, 600, 800];
    const cell = (text: string, header: boolean) => ({ text, row_span: 1, col_span: 1, header, bbox });
    const block = (at: number, type: string, text: string, more = {}) => ({
      ...{ id: `p1-${at}`, type, bbox, text, lines: [], ...(at > 1 && { section: "s1" }) },
      ...more,
    });
    const page = { width: 600, height: 800, rotation: 90, kind: "mixed" };
    expect(pages).toEqual([
      {
        ...{ page: 1, ...page, has_text: true },
        blocks: [
          block(1, "paragraph", "Before."),
          block(2, "heading", "One", { level: 1 }),
          block(3, "table", "a\tb\n1\t2", {
            rows: [
              [cell("a", true), cell("b", true)],
              [cell("1", false), cell("2", false)],
            ],
          }),
          block(4, "list", "1. x\n- y", {
            items: [
              { marker: "1.", depth: 0, text: "x" },
              { marker: "-", depth: 1, text: "y" },
            ],
          }),
          block(5, "formula", "x^2"),
          block(6, "code", "let x"),
          block(7, "image", "A fox"),
        ],
      },
      { ...{ page: 2, ...page, has_text: false }, blocks: [] },
    ]);
  });

  it("keep their sections if the first is cut", async () => {
    const { content } = await extract({ format: "json", maxChars: 400 }, [
      "Before.\n\n# One\n\nText.\n\nMore.",
    ]);
    const [page] = JSON.parse(content).pages;
    expect(page.blocks.map(({ section }: { section?: string }) => section)).toEqual([undefined, "s1"]);
  });

  it("are chunks", async () => {
    const { chunks } = JSON.parse((await extract({ format: "chunks", chunkChars: 20 })).content);
    expect(
      chunks.map(
        ({ text, headings, pages }: { text: string; headings: string[]; pages: { page: number }[] }) => [
          text,
          headings,
          pages.map(({ page }) => page),
        ],
      ),
    ).toEqual([
      ["# One", ["One"], [1]],
      ["Text of *one*.", ["One"], [1]],
      ["## Two\n\n- a\n- b", ["One", "Two"], [2]],
      ["Text of four.", ["One", "Two"], [4]],
      ["More text.", ["One", "Two"], [4]],
    ]);
  });

  it.each<[string, Partial<ModelExtractOptions>, string, boolean, number | null, readonly number[]]>([
    ["fit exactly", { maxChars: whole.length }, whole, false, null, [1, 2, 3, 4]],
    [
      "end before a page that doesn't fit",
      { maxChars: whole.length - 1 },
      whole.slice(0, -"\n\nText of four.\n\nMore text.".length),
      true,
      4,
      [1, 2, 3, 4],
    ],
    ["end before the second page", { maxChars: first.length }, first, true, 2, [1, 2]],
    ["end within a first page that doesn't fit", { maxChars: first.length - 1 }, "# One", true, 2, [1]],
    ["end within the only page", { maxChars: first.length - 1, pages: [1] }, "# One", true, null, [1]],
    ["have nothing of a first page whose first block doesn't fit", { maxChars: 4 }, "", true, 2, [1]],
    [
      "are those asked for",
      { pages: [2, 4] },
      "## Two\n\n- a\n- b\n\nText of four.\n\nMore text.",
      false,
      null,
      [2, 4],
    ],
    ["end before a page that isn't read", { pages: [4, 5] }, "Text of four.\n\nMore text.", true, 5, [4, 5]],
    ["continue others", { pages: [4], continues: true }, "\n\nText of four.\n\nMore text.", false, null, [4]],
  ])("%s", async (_, options, content, truncated, next, asked) => {
    const found = await extract(options);
    expect(found).toMatchObject({ content, truncated, next, asked });
    const isCut = content === "# One" || content === "";
    expect(found.warnings).toEqual(
      isCut
        ? [`page 1 has ${first.length} characters in this format and was cut at max_chars, between blocks`]
        : [],
    );
    expect(found.hasText).toBe(content !== "");
  });

  it("have the sections of bookmarks", async () => {
    const bookmarks = [{ title: "All", level: 1, page: 2 }];
    const { content, sections } = await extract({ format: "json", maxChars: 10_000, bookmarks });
    expect(sections).toMatchObject([{ id: "s1", title: "All", startPage: 2, endPage: 4 }]);
    const ids = JSON.parse(content).pages.flatMap((page: { blocks: { section?: string }[] }) =>
      page.blocks.map(({ section }) => section),
    );
    expect(ids).toEqual([undefined, undefined, undefined, undefined, "s1", "s1"]);
  });

  it("end their sections with the last page that has text if more follow", async () => {
    const { sections } = await extract({ pages: [1, 2, 3, 9] });
    expect(sections).toMatchObject([{ title: "One", endPage: 2 }]);
  });

  it("without text have none", async () => {
    expect(await extract({}, ["", ""])).toMatchObject({
      content: "",
      hasText: false,
      truncated: false,
      sections: [],
    });
  });

  it("are passed on as they are read", async () => {
    const taken: [string, number][] = [];
    const { content } = await extract({ take: (text, through) => taken.push([text, through]) });
    expect(content).toBe("");
    expect(taken.map(([, page]) => page)).toEqual([1, 2, 4]);
    expect(taken.map(([text]) => text).join("")).toBe(whole);
  });
});

const kinds = (text: string) =>
  modelBlocks(text).map((block) => {
    if (block.type === "list")
      return `list ${block.items.map(({ marker, depth, text: own }) => `${depth}${marker}${own}`).join(" ")}`;
    if (block.type === "table")
      return `table ${block.rows.map((row) => row.map((cell) => cell.text).join("|")).join("/")}`;
    if (block.type === "formula") return `formula ${block.latex}`;
    return `${block.type}${block.type === "heading" ? block.level : ""} ${block.text}`;
  });

describe("blocks of a page written by a model", () => {
  it.each<[string, string, string[]]>([
    ["paragraphs", "one\ntwo\n\nthree", ["paragraph one\ntwo", "paragraph three"]],
    [
      "headings",
      "# one\n###### six\n####### seven\n#no\n## two ##\n#",
      ["heading1 one", "heading6 six", "paragraph ####### seven\n#no", "heading2 two", "paragraph "],
    ],
    ["an underlined heading", "one\ntwo\n===", ["heading1 one two"]],
    ["signs of equality alone", "===", ["paragraph ==="]],
    ["quotes", "> one\n> two", ["paragraph one\ntwo"]],
    [
      "rules",
      "one\n---\ntwo\n* * *\n- - -\nthree\n--",
      ["paragraph one", "paragraph two", "paragraph three\n--"],
    ],
    ["lists", "- one\n- two\n\n- three", ["list 0-one 0-two 0-three"]],
    ["lists that end", "- one\n\ntext", ["list 0-one", "paragraph text"]],
    ["items of several lines", "- one\n  two\n\n  three\n- four", ["list 0-one two three 0-four"]],
    ["lists of another kind", "- one\n1. two\n2) three", ["list 0-one", "list 01.two 02)three"]],
    [
      "nested lists",
      "- one\n  - two\n    1. three\n  - four\n- five",
      ["list 0-one 1-two 21.three 1-four 0-five"],
    ],
    ["lists nested by tabs", "1. one\n\t- two", ["list 01.one 1-two"]],
    ["a list below text", "one\n- two", ["paragraph one", "list 0-two"]],
    ["a list above a heading", "- one\n# two", ["list 0-one", "heading1 two"]],
    ["a table of pipes", "| a | b |\n|---|---|\n| 1 | 2 |\ntext", ["table a|b/1|2", "paragraph text"]],
    ["pipes without a table", "a | b\nc", ["paragraph a | b\nc"]],
    [
      "a table in a line",
      "one <table><tr><td>1</td></tr></table> two",
      ["paragraph one", "table 1", "paragraph two"],
    ],
    [
      "a table in a table",
      "<table><tr><td>1<table><tr><td>2</td></tr></table></td></tr></table> x",
      ["table 1/2", "paragraph x"],
    ],
    ["ends of tables alone", "a </table> b", ["paragraph a </table> b"]],
    ["code", "```js\nlet x\n\nlet y\n```\ntext", ["code let x\n\nlet y", "paragraph text"]],
    ["code that doesn't end", "~~~\nlet x", ["code let x"]],
    ["formulas", "$$x$$\n\n$$\na\nb\n$$\n\n```math\nc\n```", ["formula x", "formula a\nb", "formula c"]],
    ["signs of dollars that don't end", "$$x\ny\n\nz", ["paragraph $$x\ny", "paragraph z"]],
    ["two formulas in a line", "$$x$$ and $$y$$", ["paragraph $$x$$ and $$y$$"]],
    ["images", "![A fox](x.png)\n\ntext ![A dog](y.png)", ["image A fox", "paragraph text ![A dog](y.png)"]],
  ])("are %s", (_, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});
