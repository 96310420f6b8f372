import { describe, expect, it } from "vitest";
import { footnoteFault, htmlValidateFault, meaningFault, schemaFault } from "./structure-judges.ts";

describe("judges of structure", () => {
  it.each([
    ["# A\n\ntext", "<h1>A</h1>\n\n<p>text</p>", undefined],
    ["- a\n  - b\n- c", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul></li>\n<li>c</li>\n</ul>", undefined],
    [
      "| a | b |\n| --- | --- |\n| c |  |",
      "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>c</td><td></td></tr>\n</table>",
      undefined,
    ],
    ["a \\<b> & \\*c\\*", "<p>a &lt;b&gt; &amp; *c*</p>", undefined],
    ["# A", "<p># A</p>", '"h1 A" where "p #A" is meant'],
    ["a <b> c", "<p>a &lt;b&gt; c</p>", '"p ac" where "p a<b>c" is meant'],
    ["a *b* c", "<p>a *b* c</p>", '"p abc" where "p a*b*c" is meant'],
    ["one\n\ntwo", "<p>one</p>", '"p two" is not meant'],
  ])("compare %j with %j", (markdown, html, fault) => {
    expect(meaningFault(markdown, html)).toBe(fault);
  });

  it("detect invalid HTML, and JSON that violates the schema", () => {
    expect(htmlValidateFault("<p>a &amp; b</p>")).toBeUndefined();
    expect(htmlValidateFault("<p>a<p>b</i></p>")).toBeDefined();
    expect(schemaFault('{"version":1,"unit":"pt","origin":"top-left","pages":[]}')).toBeUndefined();
    expect(schemaFault('{"version":2,"unit":"pt","origin":"top-left","pages":[]}')).toContain("/version");
  });
});

describe("footnoteFault", () => {
  it("counts the footnotes that are read", () => {
    expect(footnoteFault("A claim[^1].\n\n[^1]: See there.")).toBeUndefined();
    expect(footnoteFault("A claim[^1].\n\n[^1]: See there.\n\n[^1]: And here.")).toBe(
      "2 footnotes are written and 1 read",
    );
  });

  it("treats a footnote in place like in HTML", () => {
    const html =
      '<p>A claim<sup><a href="#note-2-1">*</a></sup></p>\n<p class="footnote" id="note-2-1"><sup>*</sup> See there.</p>';
    expect(meaningFault("A claim[^2-1]\n\n[^2-1]: See there.", html)).toBeUndefined();
    expect(meaningFault("A claim[^2-2]\n\n[^2-1]: See there.", html)).toContain("is meant");
  });
});
