/** A line drawn through a word strikes it, except on a scan, where letters themselves look like lines. */
import { expect, it } from "vitest";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { layout, piece, prose, rule } from "./support.ts";

const page = layout(1, [...prose(50, 60, 4), piece(50, 150, "Balance")], [rule(50, 147, 85, 147)]);
const struckIn = (one: typeof page) =>
  pageFlow(one).items.flatMap((item) =>
    item.kind === "line" ? item.line.words.filter(({ struck }) => struck).map(({ text }) => text) : [],
  );

it("strikes a word that a line is drawn through", () => {
  expect(struckIn(page)).toEqual(["Balance"]);
});

it("doesn't strike a numerator above the bar of its fraction", () => {
  const line = piece(50, 150, "2 =");
  const numerator = piece(75, 144, "a+b").words;
  const fraction = layout(1, [{ ...line, words: [...line.words, ...numerator] }], [rule(75, 146, 90, 146)]);
  expect(struckIn(fraction)).toEqual([]);
});

it("doesn't strike words on a scan", () => {
  expect(struckIn({ ...page, recognized: true })).toEqual([]);
});
