/** Each row of the heading rules, with an example that is a heading and one that isn't. */

import { describe, expect, it } from "vitest";
import type { Piece } from "../../../src/core/page-layout.ts";
import { documentStyle } from "../../../src/reading/layout/document-blocks.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { headingRule, headingRules } from "../../../src/reading/layout/headings/heading-rules.ts";
import { lineOf } from "../../../src/reading/layout/model/line.ts";
import { outlineOf } from "../../../src/reading/layout/outline/outline.ts";
import { expectExamples, layout, piece, prose, type Style } from "./support.ts";

/** A document with 10-point running text. */
const style = documentStyle([pageFlow(layout(1, prose(50, 80, 12)))], outlineOf([]));

function lines(texts: readonly string[], type: Style) {
  return texts.map((text, k) => {
    const own = piece(50, 40 + 12 * k, text, type);
    return lineOf(own.words, own, k);
  });
}

interface Example {
  readonly type: Style;
  readonly heading?: string;
  readonly none?: string;
  /** The surroundings of the lines; if omitted, they are separate from other text. */
  readonly around?: Partial<Around>;
}

interface Around {
  /** The page's bookmarks. */
  readonly bookmarks: readonly string[];
  /** Whether each marker at the start of a line is ordered. */
  readonly ordered: readonly boolean[];
  readonly runIn: boolean;
  readonly slanted: boolean;
  /** Whether the page is a scan. */
  readonly recognized: boolean;
  /** The space above, in font sizes. */
  readonly above: number;
  /** The space below, in font sizes. */
  readonly below: number;
  /** The page's other lines. */
  readonly others: readonly Piece[];
}

const examples: Readonly<Record<string, Example>> = {
  bookmark: { type: {}, around: { bookmarks: ["What is in it"] }, heading: "What is in it" },
  tiny: { type: { size: 0.1, bold: true, hidden: "size" }, none: "What is in it" },
  "item of a list": { type: { bold: true }, around: { ordered: [true] }, none: "1. What is in it" },
  "run-in": { type: { bold: true }, around: { runIn: true }, heading: "What is in it." },
  turned: { type: { bold: true }, around: { slanted: true }, none: "Draft of today" },
  "within the text": {
    type: { bold: true },
    around: { above: 1.2, others: prose(50, 52, 3) },
    none: "What is in it",
  },
  "long, or no words": { type: { size: 14 }, none: "1 2 3" },
  code: { type: { size: 12, mono: true }, none: "const none = 1" },
  "caption, contents or formula": { type: { size: 14 }, none: "Figure 3: What is left" },
  "few letters": { type: { size: 14 }, none: "12,450.00 \u20ac a" },
  "end of a sentence": { type: { size: 14 }, none: "as it was said before." },
  "label of a note": { type: { bold: true }, none: "Warning:" },
  "label in a figure": {
    type: { size: 13 },
    around: { above: 3, others: prose(300, 300, 20, {}, 40) },
    none: "camera",
  },
  larger: {
    type: { size: 12 },
    heading: "What is in it",
    none: "What is in it was said before. It is said again here.",
  },
  bold: { type: { bold: true }, heading: "What is in it", none: "What is in it was said." },
  italic: { type: { italic: true }, around: { recognized: true }, heading: "What is in it" },
  numbered: { type: {}, heading: "2.1 METHOD", none: "2.1 Method" },
};

/** The rules' decision about lines with the given surroundings. */
function decidedAmong(
  texts: readonly string[],
  type: Style,
  {
    bookmarks = [],
    ordered,
    runIn = false,
    slanted = false,
    recognized = false,
    above = 9,
    below = above,
    others = [],
  }: Partial<Around>,
) {
  const flow = pageFlow({ ...layout(1, others), recognized });
  const own = lines(texts, type).map((line) => ({ ...line, runIn, horizontal: !slanted }));
  const column = () => ({ left: 50, right: 350 });
  const following = flow.items.flatMap((item) => (item.kind === "line" ? [item.line] : []));
  const known = { ...style, outline: outlineOf(bookmarks.map((title) => ({ title, level: 1, page: 1 }))) };
  return headingRule(own, known, {
    own: {
      ...{ lines: own, above, column },
      ...(ordered && {
        items: ordered.map((counts) => ({
          marker: { text: "1.", textFrom: 60, ordered: counts },
          lines: own,
        })),
      }),
    },
    next: following.length > 0 ? { lines: following, above: below, column } : undefined,
    flow,
  });
}

describe("rules about headings", () => {
  it("have a reason and an example each", () => {
    expectExamples(headingRules, Object.keys(examples));
  });

  it.each(Object.entries(examples))("%s", (name, { type, heading, none, around }) => {
    const decided = (text: string) =>
      around ? decidedAmong([text], type, around) : headingRule(lines([text], type), style);
    if (heading !== undefined) expect(decided(heading)).toEqual({ rule: name, answer: true });
    if (none !== undefined) expect(decided(none)).toEqual({ rule: name, answer: false });
  });

  it("take italics for headings on scans and above paragraphs, unless they begin the page or end a sentence", () => {
    const italic = { italic: true };
    expect(decidedAmong(["What is in it"], italic, {})).toBeUndefined();
    const among = (lines: number) => ({ above: 3, below: 1.2, others: prose(50, 100, lines) });
    expect(decidedAmong(["What is in it"], italic, among(2))).toEqual({ rule: "italic", answer: true });
    expect(decidedAmong(["What is in it"], italic, among(1))).toBeUndefined();
    expect(decidedAmong(["What is in it."], italic, { recognized: true })).toBeUndefined();
    const first = piece(50, 40, "What is in it", italic);
    const flow = pageFlow({ ...layout(1, [first]), recognized: true });
    const [item] = flow.items;
    const own = item?.kind === "line" ? [item.line] : [];
    const column = () => ({ left: 50, right: 350 });
    const around = { own: { lines: own, above: 9, column }, next: undefined, flow };
    expect(headingRule(own, style, around)).toBeUndefined();
  });

  it.each(
    [
      [
        "Table 18.1. Ports of the service",
        "Figure SA3. | Age of cases",
        "Figura 2: Corte",
        "Tabla A-1 Valores",
        "Рисунок 3. Схема",
      ],
      [
        "表 1 各種の値",
        "图 2-1 结构",
        "그림 3 구조",
        "الشكل ٢ المخطط",
        "Example 3.2. A first query",
        "Table II Results",
      ],
    ].flat(),
  )("treat %s as a caption", (text) =>
    expect(headingRule(lines([text], { bold: true }), style)?.rule).toBe("caption, contents or formula"),
  );

  it.each(["Table views", "Figures", "Example 2", "Box office", "表示の設定", "Chart in use"])(
    "don't treat %s as a caption",
    (text) => expect(headingRule(lines([text], { bold: true, size: 13 }), style)?.answer).toBe(true),
  );

  it("recognize note labels in any language, up to the size used in manuals", () => {
    const answer = (text: string, size: number) =>
      headingRule(lines([text], { bold: true, size }), style)?.answer;
    expect(["Note", "Wichtig", "Внимание:", "Advertencia", "警告"].map((text) => answer(text, 14))).toEqual(
      new Array(5).fill(false),
    );
    expect([answer("Notes", 14), answer("Important", 18)]).toEqual([true, true]);
  });

  it("don't decide about long or plain text", () => {
    expect(headingRule(lines(new Array(5).fill("What is in it"), { size: 12 }), style)).toBeUndefined();
    expect(headingRule(lines(["What is in it"], {}), style)).toBeUndefined();
  });

  it("accept a single numbered item named by a bookmark, but not several or one with a bullet", () => {
    const bookmarks = ["1. Scope"];
    const ruleOf = (ordered: readonly boolean[]) =>
      decidedAmong(["1. Scope"], {}, { bookmarks, ordered })?.rule;
    expect([[true], [true, true], [false]].map(ruleOf)).toEqual([
      "bookmark",
      "item of a list",
      "item of a list",
    ]);
  });

  it("accept separate bold words only if the first word below would have fit on their line", () => {
    const answer = (letters: number) =>
      decidedAmong(
        ["What is in it"],
        { bold: true },
        { above: 3, below: 1.2, others: [piece(50, 52, "x".repeat(letters)), ...prose(50, 64, 3)] },
      )?.answer;
    expect([answer(2), answer(58)]).toEqual([true, false]);
  });
});
