/** Cleaning of model output: it keeps every word, allows only documented markup, and takes linear time. */
import fc from "fast-check";
import { micromark } from "micromark";
import { describe, expect, it } from "vitest";
import { modelHtml, modelMarkdown } from "../../../src/reading/model-output/block-text.ts";
import { modelBlocks } from "../../../src/reading/model-output/blocks.ts";
import { cleanText } from "../../../src/reading/model-output/clean.ts";
import { processorTime } from "../../support/processor-time.ts";

const blocksOf = (text: string) => modelBlocks(cleanText(text));
const markdown = (text: string) => blocksOf(text).map(modelMarkdown).filter(Boolean).join("\n\n");
const html = (text: string) => blocksOf(text).map(modelHtml).filter(Boolean).join("\n");

describe("a page written by a model", () => {
  it("stays unchanged if it follows the prompt", () => {
    const page = [
      "# Jahresbericht Ä 中文 ✓",
      "Ein Absatz mit **fett**, *kursiv*, H<sub>2</sub>O und $E = mc^2$,\nzwei Zeilen lang.",
      "- eins\n- zwei\n  - zwei a\n- drei",
      "1. first\n2. second",
      '<table>\n<tr><th>Jahr</th><th colspan="2">Wert</th></tr>\n<tr><td>2024</td><td>1,5</td><td>a &lt; b</td></tr>\n</table>',
      "$$\\int_0^1 x_{i}^2 \\, dx = \\frac{1}{3}$$",
      "```\nlet x = 1;\n```",
      "snake_case 5 * 3 * 2, 10 < 20, A & B.",
    ].join("\n\n");
    expect(markdown(page)).toBe(page);
  });

  it.each([
    ["a fence around it", "```markdown\n# T\n\ntext\n```", "# T\n\ntext"],
    ["a bare fence around it", "```\n# T\n\ntext\n```", "# T\n\ntext"],
    [
      "a fence around a table",
      "a\n\n```html\n<table><tr><td>1</td></tr></table>\n```\n\nb",
      "a\n\n<table>\n<tr><td>1</td></tr>\n</table>\n\nb",
    ],
    ["thoughts", "<think>\nhm\n</think>\n\n# T", "# T"],
    ["unterminated thoughts", "x\n<think>hm", "x"],
    ["thoughts that started earlier", "hm</think>T", "T"],
    ["special tokens", "T<|im_end|>", "T"],
    ["LaTeX's own brackets", "so \\(a+b\\) is\n\n\\[\nx\n\\]", "so $a+b$ is\n\n$$x$$"],
    ["brackets inside a formula", "$$a\\\\[2pt] b$$", "$$a\\\\[2pt] b$$"],
    ["a formula over several lines", "$$\na\n= b\n$$", "$$a\n= b$$"],
    ["a fenced formula", "```latex\nx^2\n```", "$$x^2$$"],
    ["prices", "$5 and $6", "\\$5 and \\$6"],
    [
      "a table of pipes",
      "| a | **b** |\n|---|:-:|\n| 1 \\| 2 | <3 |",
      "<table>\n<tr><th>a</th><th><b>b</b></th></tr>\n<tr><td>1 | 2</td><td>&lt;3</td></tr>\n</table>",
    ],
    [
      "an unclosed table",
      "<table><tr><td>1<td>2<tr><td>3",
      "<table>\n<tr><td>1</td><td>2</td></tr>\n<tr><td>3</td></tr>\n</table>",
    ],
    [
      "a caption",
      "<table><caption>Cap</caption><tr><td>1</td></tr></table>",
      "Cap\n\n<table>\n<tr><td>1</td></tr>\n</table>",
    ],
    [
      "attributes",
      '<table border=1 onclick="x()"><tr style="a"><td rowspan="2" colspan=\'3\' class=x>1</td></tr></table>',
      '<table>\n<tr><td rowspan="2" colspan="3">1</td></tr>\n</table>',
    ],
    ["pictures", "![image]\n\n![Logo of ACME](http://t.example/x.png)", "Logo of ACME"],
    [
      "a link that runs code",
      "[x](javascript:alert(1)) [y](https://a.example/b)",
      "[x](javascript:alert(1)) [y](https://a.example/b)".replace(
        "[x](javascript:alert(1))",
        "[x]\\(javascript:alert(1))",
      ),
    ],
    ["a script", "a <script>alert(1)</script> b", "a alert(1) b"],
    ["an inequality", "a <b> c and x<y", "a \\<b> c and x\\<y"],
    ["a link definition", "[image]: http://t.example/x.png", "\\[image]: http://t.example/x.png"],
    ["a formula that hides a tag", "$a<img src=x onerror=y>$", "$a\\lt img src=x onerror=y>$"],
    ["nothing", "  \n\n ", ""],
  ])("is cleaned of %s", (_, written, clean) => expect(markdown(written)).toBe(clean));

  it("keeps tables and formulas in HTML", () => {
    expect(html("## A *b*\n\ntext $x<y$\nmore\n\n3. c\n4. d")).toBe(
      '<h2>A <i>b</i></h2>\n<p>text $x\\lt y$\nmore</p>\n<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>',
    );
  });

  const hostile = fc
    .array(
      fc.constantFrom(
        ...["<", ">", "</", "<table>", "</table>", "<td>", "<tr", " onclick=a", "<script>", "<!--", "-->"],
        ...[
          "<img src=x>",
          "![",
          "](",
          ")",
          "[",
          "]",
          "javascript:",
          "`",
          "``",
          "```\n",
          "$",
          "$$",
          "\\(",
          "\\[",
        ],
        ...[
          "*",
          "**",
          "_",
          "\n",
          "\n\n",
          "# ",
          "- ",
          "1. ",
          "|",
          "---|",
          "&lt;",
          "&#60;",
          "\\",
          "word",
          " ",
          "<b>",
        ],
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(""));
  const rendered = (text: string) =>
    micromark(text, { allowDangerousHtml: true, allowDangerousProtocol: true });
  const allowed =
    /^<\/?(table|tr|td|th|br|sup|sub|b|i|u|p|h[1-6]|ul|ol|li|pre|code|strong|em|a|blockquote|hr)\b/;
  const tagsOf = (text: string) => text.match(/<[a-zA-Z/!?][^<>]*>?/g) ?? [];

  it("has only the documented markup in both formats", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const tag of [...tagsOf(html(text)), ...tagsOf(rendered(markdown(text)))]) {
          expect(tag).toMatch(allowed);
          expect(tag).toMatch(
            /^<[^\s>]+( (rowspan|colspan|start|value|class)="[\w-]+")*( href="(https?:|mailto:)[^"]*")?( \/)?>$/,
          );
        }
      }),
      {
        numRuns: 2000,
        // Markup split between an image and the text beside it.
        examples: [
          ["<![javascript:-->]("],
          ["\\![word](https://word)"],
          ["[javascript:]![(word)]("],
          ["&![lt;]("],
          // Markup in a formula and across its end.
          ["$![]($$)"],
          ["$[a](b)$ $$![a](https://b)$$"],
          ["$![$](word)"],
        ],
      },
    );
  });

  it("keeps every word", () => {
    const words = fc.array(
      fc.constantFrom(
        "alpha",
        "<b>",
        "</b>",
        "<td>",
        "<tr>",
        "<table>",
        "</table>",
        "\n",
        "\n\n",
        "| ",
        "beta",
        "# ",
        "- ",
        "**",
        "gamma ",
        "$",
        "\\(",
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const count = (text: string) => (text.match(/alpha|beta|gamma/g) ?? []).length;
        const text = parts.join("");
        expect(count(markdown(text))).toBe(count(text));
        expect(count(html(text))).toBe(count(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    "<",
    "<table>",
    "$",
    "\\(",
    "`",
    "**a",
    "[a](",
    "![",
    "<td ",
    "&",
    "- a\n",
    "|a|\n",
    "_a ",
    "<b>",
    "\\[",
    "$$\n",
    "> ",
    "  - a\n",
  ])("takes linear time with repeated %j", (part) => {
    const text = part.repeat(Math.floor(100_000 / part.length));
    const started = processorTime();
    markdown(text);
    html(text);
    expect(processorTime() - started).toBeLessThan(3000);
  });
});
