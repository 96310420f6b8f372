/** Markup split between two runs of a line, so that neither run has it alone. */
import fc from "fast-check";
import { micromark } from "micromark";
import { describe, expect, it } from "vitest";
import { escapeMarkdown, escapeStart, markdownSpans } from "../../../src/reading/formats/markdown-text.ts";
import type { Span } from "../../../src/reading/layout/model/blocks.ts";

const both = { emphasis: true, links: true };
const span = (text: string, more: Partial<Span> = {}): Span => ({
  text,
  bold: false,
  italic: false,
  mono: false,
  ...more,
});
const tags = (spans: readonly Span[]) =>
  micromark(markdownSpans(spans, both), { allowDangerousHtml: true, allowDangerousProtocol: true }).match(
    /<[a-z/!?][^>]*>/gi,
  ) ?? [];

describe("runs of one line", () => {
  it.each([
    [span("<", { bold: true }), span("script>x")],
    [span("a <", { italic: true }), span("javascript:x>")],
    [span("<"), span("!-- x -->", { bold: true })],
    [span("[x]", { bold: true }), span("(javascript:x)")],
    [span("&l", { bold: true }), span("t;")],
    [span("\\", { bold: true }), span("*x*")],
  ])("don't form markup together: %o %o", (first, second) => {
    expect(tags([first, second])).toEqual(["<p>", "</p>"]);
    const text = micromark(markdownSpans([first, second], both)).replaceAll(/<[^>]*>/g, "");
    expect(text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")).toBe(
      first.text + second.text,
    );
  });

  it("don't turn a link into an image", () => {
    expect(tags([span("see!"), span("here", { uri: "https://example.org/" })])).toEqual([
      "<p>",
      '<a href="https://example.org/">',
      "</a>",
      "</p>",
    ]);
  });

  it("never have markup other than emphasis", () => {
    const parts = fc.constantFrom(
      "<",
      ">",
      "!",
      "[",
      "]",
      "(",
      ")",
      "&",
      "lt;",
      "#60;",
      "\\",
      "b",
      "/",
      "a:b",
      " ",
    );
    const run = fc
      .record({ parts: fc.array(parts, { minLength: 1, maxLength: 6 }), bold: fc.boolean() })
      .map(({ parts, bold }) => span(parts.join(""), { bold }));
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), (spans) => {
        for (const tag of tags([span("x "), ...spans])) expect(tag).toMatch(/^<\/?(?:p|strong)>$/);
      }),
      { numRuns: 3000 },
    );
  });
});

const note = { mark: "1", label: "1", page: 1, place: 1 };
const [bold, italic] = [{ bold: true }, { italic: true }];

describe("Markdown", () => {
  it.each<[string, readonly Span[], string]>([
    ["bold words", [span("a "), span("b", bold), span(" c")], "a **b** c"],
    ["italic words", [span("a "), span("b ", italic), span("c")], "a *b* c"],
    ["bold italic words", [span("a "), span("b", { ...bold, ...italic })], "a ***b***"],
    ["a bold line without marks", [span("a ", bold), span("b", bold)], "a b"],
    ["an italic line", [span("a b", italic)], "*a b*"],
    ["no marks inside words", [span("a"), span("b", bold), span("c")], "abc"],
    ["no marks before letters", [span("a "), span("b", bold), span("c")], "a bc"],
    ["no marks around signs", [span("a "), span("(b)", bold), span(" c")], "a (b) c"],
    ["struck words", [span("a "), span("b", { struck: true })], "a ~~b~~"],
    [
      "raised and lowered letters",
      [span("x"), span("2", { script: "sup" }), span("y"), span("1", { script: "sub" })],
      "x<sup>2</sup>y<sub>1</sub>",
    ],
    [
      "a link",
      [span("see "), span("here", { uri: "https://a.b/(c) d" }), span(".")],
      "see [here](https://a.b/%28c%29%20d).",
    ],
    [
      "a link of several runs",
      [span("go ", { uri: "https://a.b/" }), span("on", { uri: "https://a.b/", ...bold })],
      "[go **on**](https://a.b/)",
    ],
    [
      "two links",
      [span("a", { uri: "https://a.b/" }), span("b", { uri: "https://c.d/" })],
      "[a](https://a.b/)[b](https://c.d/)",
    ],
    ["an address that links to itself", [span("https://a.b/", { uri: "https://a.b/" })], "https://a.b/"],
    ["a link with brackets", [span("[a]", { uri: "https://a.b/" })], "[\\[a\\]](https://a.b/)"],
    [
      "an exclamation before a link",
      [span("a!"), span("b", { uri: "https://a.b/" })],
      "a\\![b](https://a.b/)",
    ],
    ["a note", [span("a"), span("1", { note }), span(" b")], "a[^1] b"],
    ["a note before a space", [span("a"), span("1 ", { note }), span("b")], "a[^1] b"],
    ["a bracket after a note", [span("a"), span("1", { note }), span("(b)")], "a[^1]\\(b)"],
  ])("has %s", (_, spans, expected) => {
    expect(markdownSpans(spans, both)).toBe(expected);
  });

  it("has no marks and links if they aren't wanted", () => {
    const spans = [
      span("a "),
      span("b", bold),
      span(" c!"),
      span("d", { uri: "https://a.b/", struck: true }),
    ];
    expect(markdownSpans(spans, { emphasis: false, links: false })).toBe("a b c!d");
    expect(markdownSpans(spans, { emphasis: true, links: false })).toBe("a **b** c!~~d~~");
  });

  it.each([
    ["a*b", "a\\*b"],
    ["a * b", "a * b"],
    ["a ** b", "a \\*\\* b"],
    ["note*", "note\\*"],
    ["snake_case _x_", "snake_case \\_x\\_"],
    ["<b> 1 < 2", "\\<b> 1 < 2"],
    ["a ~~b", "a \\~~b"],
    ["[a](b)", "[a]\\(b)"],
    ["&lt; &# & b", "\\&lt; &# & b"],
    ["`a`", "\\`a\\`"],
    ["a\\b \\*", "a\\b \\\\\\*"],
    ["see https://a.b/c now", "see https://a.b/c now"],
    ["see https://a.b/c_d_ now", "see <https://a.b/c_d_> now"],
    ["ftp://a.b xmpp:a", "ftp\\://a.b xmpp\\:a"],
    ["www.a.b/_c_", "www\\.a.b/\\_c\\_"],
    ["mailto:a@b.c", "mailto:a@b.c"],
  ])("escapes %s", (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected);
  });

  it("escapes no star at the end of a word without marks", () => {
    expect([
      escapeMarkdown("a*", { plain: true }),
      escapeMarkdown("a*", { plain: true, after: "b" }),
    ]).toEqual(["a*", "a\\*"]);
  });

  it.each([
    ["# a", "\\# a"],
    ["#a", "#a"],
    ["####### a", "####### a"],
    ["- a", "\\- a"],
    ["-a", "-a"],
    ["+ a", "\\+ a"],
    ["> a", "\\> a"],
    [">a", "\\>a"],
    ["12. a", "12\\. a"],
    ["12) a", "12\\) a"],
    ["12.a", "12.a"],
    ["1234567890. a", "1234567890. a"],
    ["===", "\\==="],
    ["--", "\\--"],
    ["~~~", "\\~~~"],
    ["| a", "\\| a"],
    ["[a]: b", "\\[a]: b"],
    ["[a] b", "[a] b"],
  ])("escapes the start of a line: %s", (text, expected) => {
    expect(escapeStart(text)).toBe(expected);
  });
});
