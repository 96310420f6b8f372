import { describe, expect, it } from "vitest";
import { bookmarks, readOutline } from "../../../src/document/navigation/outline.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

const document = read(
  pagesPdf(["", ""], {
    root: "/Outlines 10 0 R",
    more: {
      10: "<</First 11 0 R>>",
      11: "<</Title(one)/Dest[3 0 R/Fit]/First 12 0 R/Next 14 0 R/Count 2>>",
      12: "<</Title<FEFF0074000A0077006F>/A<</S/GoTo/D[4 0 R/Fit]>>/First 13 0 R/Count -1>>",
      13: "<</Title(three)/A<</S/URI/URI(x)>>/Next 11 0 R>>",
      14: "<</Title(four)/A<</S/Thread>>>>",
    },
  }),
);

describe("the outline of a document", () => {
  it("is a list in reading order, each item with its target and parent", () => {
    expect(readOutline(document).items).toEqual([
      { num: 11, parent: -1, page: 1, elsewhere: false, open: true },
      { num: 12, parent: 0, page: 2, elsewhere: false, open: false },
      { num: 13, parent: 1, page: undefined, elsewhere: true, open: false },
      { num: 14, parent: -1, page: undefined, elsewhere: false, open: false },
    ]);
    expect(readOutline(document).elsewhere).toEqual([2]);
    expect(readOutline(document).byPage.get(2)).toEqual([1]);
  });

  it("has single-line titles and levels starting at 1", () => {
    expect(bookmarks(document, 3)).toEqual([
      { title: "one", level: 1, page: 1 },
      { title: "t wo", level: 2, page: 2 },
      { title: "three", level: 3, page: undefined },
    ]);
  });
});
