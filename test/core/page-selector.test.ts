/** The page selector that all tools share. */
import { describe, expect, it } from "vitest";
import { inPages, listPages, pageRanges, pageSet, rangesWithin } from "../../src/core/page-selector.ts";

describe("a selector", () => {
  it("lists pages in the order given, as often as they are given", () => {
    expect(listPages("3, 1-2, 3", 3)).toEqual([3, 1, 2, 3]);
    expect(rangesWithin("2-3,1", 3)).toEqual([
      { first: 2, last: 3, step: 1, text: "2-3" },
      { first: 1, last: 1, step: 1, text: "1" },
    ]);
    expect([...pageSet("3, 1, 1-1", 3)].sort()).toEqual([1, 3]);
    expect(listPages(undefined, 3)).toEqual([1, 2, 3]);
    expect([...pageSet(undefined, 2)]).toEqual([1, 2]);
  });

  it.each([
    ["end", [5]],
    ["3-end", [3, 4, 5]],
    ["odd", [1, 3, 5]],
    ["even, 1", [2, 4, 1]],
    ["end-end", [5]],
  ])("reads %j the same in every tool", (selector, pages) => {
    expect(listPages(selector, 5)).toEqual(pages);
    expect([...pageSet(selector, 5)]).toEqual(pages);
  });

  it("runs backward if the order matters", () => {
    expect(listPages("3-1, end-4", 5)).toEqual([3, 2, 1, 5, 4]);
    expect(() => pageSet("3-1", 3)).toThrow(/is descending, and order doesn't matter here; write 1-3/);
    expect(() => pageSet("even", 1)).toThrow(/can't select page 2: the document has 1 page/);
    expect(() => pageSet("end-2", 3)).toThrow(/write 2-end/);
    expect(() => listPages("4-1", 3)).toThrow(/can't select pages 4-1: the document has 3 pages/);
  });

  it.each(["1-3", " 1 , 3 ", "1 - 2", "\t1\n", "01-03"])("accepts %j", (selector) => {
    expect(listPages(selector, 3).length).toBeGreaterThan(0);
  });

  // Never a page, "every page", or an array of that size.
  it.each([
    ["", /item 1 of "" is empty/],
    [" ", /is empty/],
    ["1,,2", /item 2 of "1,,2" is empty/],
    ["1,", /item 2/],
    [",", /is empty/],
    ["0", /counted from 1/],
    ["1-0", /counted from 1/],
    ["0-1", /counted from 1/],
    ["4-end", /can't select pages 4-end: the document has 3 pages/],
    ["End", /not a page/],
    ["odd-3", /not a page/],
    ["end-0", /counted from 1/],
    ["end--1", /not a page/],
    ["-1", /not a page or a range/],
    ["1;2", /not a page/],
    ["all", /not a page/],
    ["1-", /not a page/],
    ["1-2-3", /not a page/],
    ["1.5", /not a page/],
    ["+1", /not a page/],
    ["1e1", /not a page/],
    ["٣", /not a page/],
    ["１", /not a page/],
    ["1–3", /not a page/],
    ["1-99999999999999999999", /not a page/],
    ["4", /can't select page 4: the document has 3 pages$/],
    ["1-4", /can't select pages 1-4/],
    ["1-214748364", /can't select pages 1-214748364/],
  ])("refuses %j", (selector, message) => {
    for (const take of [listPages, pageSet, rangesWithin])
      expect(() => take(selector, 3)).toThrow(
        expect.objectContaining({
          code: "validation",
          message: expect.stringMatching(message),
          errors: [expect.objectContaining({ field: "pages" })],
        }),
      );
  });
});

describe("pages in a sentence", () => {
  it.each([
    [[3], "page 3"],
    [[1, 2, 3], "pages 1-3"],
    [[1, 3], "pages 1, 3"],
  ])("calls %j %s", (pages, words) => {
    expect(inPages(pageRanges(pages))).toBe(words);
  });
});
