/** Whatever a document contains, its Markdown and HTML have only our own markup and safe links. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlBlock } from "../../../src/reading/formats/html.ts";
import { markdownBlock } from "../../../src/reading/formats/markdown.ts";
import type { Block, Line, TextWord } from "../../../src/reading/layout/model/blocks.ts";
import { vocabularyOf } from "../../../src/reading/lines/words/vocabulary.ts";
import { plainText, renderMarkdown } from "../../support/structure-judges.ts";

const known = vocabularyOf([]);
const box = { x0: 0, y0: 0, x1: 100, y1: 10 };
const face = { name: "Test", bold: false, italic: false, mono: false };

function word(text: string, more: Partial<TextWord> = {}): TextWord {
  return { text, box, baseline: 10, size: 10, face, spaced: true, ...more };
}

function line(words: readonly TextWord[]): Line {
  const style = { box, baseline: 10, size: 10, bold: false, italic: false, mono: false, horizontal: true };
  const text = words.map((one) => `${one.spaced ? " " : ""}${one.text}`).join("");
  return { words, text: text.trim(), ...style, rightToLeft: false, tag: undefined, order: 0 };
}

const note = { mark: "1", label: "1", page: 1, place: 1 };

/** Every kind of block, with `words` as its text. */
function blocksOf(words: readonly TextWord[]): Block[] {
  const lines = [line(words)];
  const own = { page: 1, box, lines };
  const cell = { lines, box, rowSpan: 1, colSpan: 1, header: false };
  const wide = { ...cell, colSpan: 2 };
  const item = { marker: "•", ordered: false, depth: 0, lines };
  const numbered = {
    marker: "a)",
    ordered: true,
    depth: 0,
    lines,
    parts: [{ type: "paragraph", ...own }],
  } as const;
  return [
    { type: "paragraph", ...own },
    { type: "heading", level: 2, ...own },
    { type: "caption", ...own },
    { type: "code", ...own },
    { type: "footnote", ...own },
    { type: "footnote", note, ...own, lines: [line([word("1"), ...words])] },
    { type: "list", items: [item, numbered], ...own },
    {
      type: "table",
      table: {
        columns: 2,
        rows: [
          [cell, cell],
          [cell, cell],
        ],
      },
      ...own,
    },
    { type: "table", table: { columns: 2, rows: [[wide], [cell, cell]] }, ...own },
  ];
}

/** Tags that pdfd writes or that Markdown can express, with harmless attributes only. */
const ourTag =
  /^<\/?(?:p|h[1-6]|ul|ol|li|table|thead|tbody|tr|th|td|em|strong|del|s|a|sup|sub|code|pre|hr|br|section|input)(?: (?:start="\d+"|value="\d+"|(?:rowspan|colspan)="\d+"|align="\w+"|class="[\w -]*"|id="[\w-]+"|href="(?:https?:\/\/|mailto:|#)[^"<>]*"|dir="auto"|type="checkbox"|disabled=""|checked=""|data-footnote[\w-]*(?:="")?|aria-[a-z]+="[\w -]+"))*(?: \/)?>$/i;

const tagsOf = (html: string) => html.match(/<[a-z/!?][^>]*>?/gi) ?? [];
const strange = (html: string) => tagsOf(html).filter((tag) => !ourTag.test(tag));

const parts = fc.constantFrom(
  ...[
    "https://x.org/",
    "http://x",
    "https://",
    "www.x.org",
    "ftp://x.org/",
    "xmpp:a@b.org",
    "mailto:a@b.org",
    "a@b.org",
  ],
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "[a]:",
    "[a]",
    "[^1]",
    "](",
    "[",
    "]",
    "(",
    ")",
    "!",
    "`",
    "``",
  ],
  ...[
    "<img src=x onerror=alert(1)>",
    "<script>",
    "</table>",
    "<!--",
    "-->",
    "<a href=",
    "<",
    ">",
    "<?",
    "<svg/onload=x>",
  ],
  ...[
    "&lt;",
    "&#60;",
    "&",
    "\\",
    "*",
    "**",
    "_",
    "~~",
    "|",
    "#",
    "-",
    "1.",
    "=",
    "$",
    "b",
    "/",
    '"',
    "'",
    " ",
    "\u0000",
    "\ud800",
  ],
);
const uri = fc.option(
  fc.constantFrom("https://x.org/a(b)c", 'http://x/ y<z>"', "mailto:a@b.org?subject=<b>", "https://x/\ud800"),
  { nil: undefined, freq: 4 },
);
const anyWord = fc
  .record({
    parts: fc.array(parts, { minLength: 1, maxLength: 5 }),
    spaced: fc.boolean(),
    bold: fc.boolean(),
    uri,
    marks: fc.boolean(),
  })
  .map(({ parts, spaced, bold, uri, marks }) =>
    word(parts.join(""), { spaced, uri, face: { ...face, bold }, ...(marks && { note }) }),
  );

describe("a document's text", () => {
  it("never becomes live markup or an unsafe link", () => {
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1, maxLength: 6 }), (words) => {
        const blocks = blocksOf(words);
        for (const block of blocks) {
          const markdown = markdownBlock(block, known);
          expect(strange(renderMarkdown(markdown)), markdown).toEqual([]);
          expect(strange(htmlBlock(block, known))).toEqual([]);
        }
        const whole = blocks.map((block) => markdownBlock(block, known)).join("\n\n");
        expect(strange(renderMarkdown(whole)), whole).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ["https://doi.org/<DOI> is", "https://doi.org/"],
    ["https://x/<img src=x onerror=alert(1)> y", "https://x/"],
    ["(https://x/a*b*c) y", "https://x/a*b*c)"],
    ["https://x.org/a_b_c?d=1&e=2 y", "https://x.org/a_b_c?d=1&amp;e=2"],
  ])("stays the same, with its URL linked: %s", (text, href) => {
    const [block] = blocksOf(text.split(" ").map((one) => word(one)));
    const html = renderMarkdown(block ? markdownBlock(block, known) : "");
    expect(plainText(html)).toBe(text);
    expect(/href="([^"]*)"/.exec(html)?.[1]).toBe(href);
  });

  it.each(["www.x.org/<b> y", "ftp://x.org/ y", "xmpp:a@b y"])(
    "stays the same without a link: %s",
    (text) => {
      const [block] = blocksOf(text.split(" ").map((one) => word(one)));
      const html = renderMarkdown(block ? markdownBlock(block, known) : "");
      expect(plainText(html)).toBe(text);
      expect(html).not.toContain("href");
    },
  );
});
