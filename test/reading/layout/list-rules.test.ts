/** Each row of the list rules: markers, lines that start items, and lines that continue them. */

import { describe, expect, it } from "vitest";
import type { Piece } from "../../../src/core/page-layout.ts";
import { groupLines } from "../../../src/reading/layout/blocks/groups.ts";
import { documentStyle } from "../../../src/reading/layout/document-blocks.ts";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { itemLineRules, itemRules } from "../../../src/reading/layout/lists/list-rules.ts";
import { markerRules } from "../../../src/reading/layout/markers/marker-rules.ts";
import { pieceLines } from "../../../src/reading/layout/model/line.ts";
import { decide } from "../../../src/reading/layout/model/rule.ts";
import { outlineOf } from "../../../src/reading/layout/outline/outline.ts";
import { expectExamples, layout, piece, prose } from "./support.ts";

/** A document with 10-point running text and baselines 12 points apart. */
const style = documentStyle([pageFlow(layout(1, prose(50, 80, 12)))], outlineOf([]));

const fromRight = (x: number, y: number, text: string): Piece => ({
  ...piece(x, y, text),
  words: [{ ...piece(x, y, text.replaceAll(" ", "_")).words[0], text }].flatMap((word) =>
    "box" in word ? [word as Piece["words"][number]] : [],
  ),
  rightToLeft: true,
});
const glued = (x: number, y: number, text: string): Piece => {
  const own = piece(x, y, text);
  return { ...own, words: own.words.map((word, at) => ({ ...word, spaced: at > 1 })) };
};

describe("rules about markers", () => {
  const examples: Readonly<Record<string, readonly [Piece, marker: string]>> = {
    "mark from the right": [fromRight(50, 60, "• \u05d0\u05d1\u05d2"), "•"],
    bullet: [piece(50, 60, "– of a list"), "–"],
    number: [piece(50, 60, "(iv) of a list"), "(iv)"],
    "number in several fonts": [glued(50, 60, "3 . of a list"), "3."],
    "sign that touches its text": [piece(50, 60, "•of a list"), "•"],
  };
  const markerIn = (own: Piece) => pieceLines([own]).map((line) => decide(markerRules, line))[0];

  it("have a reason and an example each", () => expectExamples(markerRules, Object.keys(examples)));

  it.each([
    ["+ 3 more", undefined],
    ["+ three more", "+"],
    ["- 3 more", "-"],
  ])("keep a number's sign: %s", (text, marker) => {
    expect(markerIn(piece(50, 100, text))?.answer.text).toBe(marker);
  });

  it.each(Object.entries(examples))("%s", (rule, [own, text]) => {
    expect(markerIn(own)).toMatchObject({ rule, answer: { text } });
  });

  it.each(["-5 degrees", "1. ", "2024. It was", "Some text"])("find none in %j", (text) => {
    expect(markerIn(piece(50, 60, text.trim()))).toBeUndefined();
  });
});

/** The items found in the lines, each with its rule and lines. */
const itemsOf = (pieces: readonly Piece[]) =>
  groupLines(pieceLines(pieces), style).flatMap(({ items }) => items ?? []);

describe("rules about items", () => {
  const wide = "words that go on to the very end of the line and to its edge";
  const begun: Readonly<Record<string, readonly Piece[]>> = {
    "apart from the list above": [piece(50, 60, "• one"), piece(50, 120, "• two")],
    "next item": [piece(50, 60, "• one"), piece(50, 72, "• two")],
    "number or dash below text": [piece(50, 60, "There are three things:"), piece(50, 72, "– two")],
    marker: [piece(50, 60, "• two")],
  };
  const none: Readonly<Record<string, readonly Piece[]>> = {
    "initial of a name": [piece(50, 60, "W. John Braun")],
    "number in brackets": [piece(50, 60, "(909) 555-5555")],
    "number of a heading": [piece(50, 60, "1. Scope of it", { size: 16 })],
    "number or dash below text": [piece(50, 60, wide), piece(50, 72, "2. as it is said")],
  };

  it("have a reason and an example each", () => {
    const names = new Set([...Object.keys(none).slice(0, 3), ...Object.keys(begun)]);
    expectExamples(itemRules, [...names]);
  });

  it.each(Object.entries(begun))("start an item: %s", (name, pieces) => {
    expect(itemsOf(pieces).at(-1)?.rule).toMatch(new RegExp(`, ${name}$`));
  });

  it.each(Object.entries(none))("don't start an item: %s", (_, pieces) => {
    const last = pieces.at(-1)?.words[0]?.text;
    expect(itemsOf(pieces).map(({ marker }) => marker.text)).not.toContain(last);
  });

  it.each([
    [["3. of those", "were counted"], 0],
    [["3. of those", "4. of others"], 2],
    [["4. of those", "3. of others"], 0],
    [["1. of those", "were counted"], 1],
    [["– 5 degrees", "were measured"], 0],
    [["– 5 degrees", "– 7 degrees"], 2],
  ])("below a line with room, find items only if they count in order: %j", (texts, count) => {
    const above = [
      piece(50, 48, "words that go on to the very end of the line"),
      piece(50, 60, "There were"),
    ];
    expect(itemsOf([...above, ...texts.map((text, at) => piece(50, 72 + 12 * at, text))])).toHaveLength(
      count,
    );
  });

  it("read a letter as a list letter or a Roman numeral, whichever its neighbors continue", () => {
    const texts = ["A. First", "B. Second", "I. One", "II. Two", "1. One"];
    const items = itemsOf(texts.map((text, at) => piece(50, 60 + 40 * at, text)));
    expect(items).toHaveLength(5);
  });
});

describe("rules about lines in items", () => {
  const full = "• an item whose first line is full to the very edge of its";
  const examples: Readonly<Record<string, readonly [continues: readonly Piece[], not: readonly Piece[]]>> = {
    "text from the right": [
      [fromRight(60, 60, "• \u05d0\u05d1\u05d2 \u05d0\u05d1\u05d2"), fromRight(65, 72, "\u05d0\u05d1\u05d2")],
      [fromRight(60, 60, "• \u05d0\u05d1\u05d2 \u05d0\u05d1\u05d2"), fromRight(95, 72, "\u05d0\u05d1\u05d2")],
    ],
    "below the text": [
      [piece(50, 60, "• an item"), piece(60, 72, "goes on")],
      [piece(50, 60, "• an item"), piece(40, 72, "ends")],
    ],
    "below the marker": [
      [piece(50, 60, full), piece(50, 72, "column")],
      [
        piece(50, 60, "• an item"),
        piece(50, 72, "ends"),
        piece(50, 84, "where there was room for more of it."),
      ],
    ],
  };

  it("have a reason and an example each", () => expectExamples(itemLineRules, Object.keys(examples)));

  it.each(Object.entries(examples))("%s", (_, [continues, not]) => {
    expect(itemsOf(continues).at(-1)?.lines).toHaveLength(2);
    expect(itemsOf(not).at(-1)?.lines).toHaveLength(1);
  });
});
