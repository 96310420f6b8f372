/** Markup split between two runs of a line, so that neither run has it alone. */
import fc from "fast-check";
import { micromark } from "micromark";
import { describe, expect, it } from "vitest";
import { markdownSpans } from "../../../src/reading/formats/markdown-text.ts";
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
