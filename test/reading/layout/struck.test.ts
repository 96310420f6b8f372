/** A line that is drawn through a word strikes it, but on a picture, where letters look like lines themselves. */
import { expect, it } from "vitest";
import { pageFlow } from "../../../src/reading/layout/flow.ts";
import { layout, piece, prose, rule } from "./support.ts";

const page = layout(1, [...prose(50, 60, 4), piece(50, 150, "Balance")], [rule(50, 147, 85, 147)]);
const struckIn = (one: typeof page) =>
  pageFlow(one).items.flatMap((item) =>
    item.kind === "line" ? item.line.words.filter(({ struck }) => struck).map(({ text }) => text) : [],
  );

it("is struck where a line is drawn through it", () => {
  expect(struckIn(page)).toEqual(["Balance"]);
});

it("is not struck on a picture", () => {
  expect(struckIn({ ...page, recognized: true })).toEqual([]);
});
