/** Each row of the rules about headings, by an example that it makes a heading and one that it does not. */

import { describe, expect, it } from "vitest";
import { documentStyle } from "../../../src/reading/layout/document-blocks.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { headingRule, headingRules } from "../../../src/reading/layout/headings/heading-rules.ts";
import { lineOf } from "../../../src/reading/layout/model/line.ts";
import { outlineOf } from "../../../src/reading/layout/outline/outline.ts";
import { expectExamples, layout, piece, prose, type Style } from "./support.ts";

/** A document whose running text has 10 points. */
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
  readonly none: string;
}

const examples: Readonly<Record<string, Example>> = {
  code: { type: { size: 14, mono: true }, none: "const none = 1" },
  "caption, contents or formula": { type: { size: 14 }, none: "Figure 3: What is left" },
  "few letters": { type: { size: 14 }, none: "12,450.00 \u20ac a" },
  "end of a sentence": { type: { size: 14 }, none: "as it was said before." },
  "label of a note": { type: { bold: true }, none: "Warning:" },
  larger: {
    type: { size: 12 },
    heading: "What is in it",
    none: "What is in it was said before. It is said again here.",
  },
  bold: { type: { bold: true }, heading: "What is in it", none: "What is in it was said." },
  italic: { type: { italic: true }, heading: "What is in it", none: "" },
  numbered: { type: {}, heading: "2.1 METHOD", none: "2.1 Method" },
};

describe("rules about headings", () => {
  it("have a reason and an example each", () => {
    expectExamples(headingRules, Object.keys(examples));
  });

  it.each(Object.entries(examples))("%s", (name, { type, heading, none }) => {
    const decided = (text: string) => headingRule(lines([text], type), style, true);
    if (heading !== undefined) expect(decided(heading)).toEqual({ rule: name, answer: true });
    if (none !== "") expect(decided(none)).toEqual({ rule: name, answer: false });
  });

  it("say nothing of what has no space around it, is long, or in plain type", () => {
    expect(headingRule(lines(["What is in it"], { size: 12 }), style, false)).toBeUndefined();
    expect(headingRule(lines(new Array(5).fill("What is in it"), { size: 12 }), style, true)).toBeUndefined();
    expect(headingRule(lines(["What is in it"], {}), style, true)).toBeUndefined();
  });
});
