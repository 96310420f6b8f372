import { describe, expect, it } from "vitest";
import { pagesPdf } from "../../../support/pdf-builder.ts";
import { assemble, at, type Part } from "../../../support/read-again.ts";

const labelled = (nums: string, pages = 5) =>
  pagesPdf(Array(pages).fill(""), { root: `/PageLabels<</Nums[${nums}]>>` });
/** i, ii, A-5, A-6, A-7 */
const book = labelled("0<</S/r>>2<</S/D/P(A-)/St 5>>");
const labels = (...parts: readonly Part[]) => at(assemble(...parts).document, "PageLabels", "Nums");

describe("the label of a page", () => {
  it("stays the same, wherever the page goes", () => {
    expect(labels(book)).toEqual([0, { S: "/r" }, 2, { S: "/D", P: "A-", St: 5 }]);
    expect(labels([book, [2, 4, 5, 1]])).toEqual([
      ...[0, { S: "/r", St: 2 }],
      ...[1, { S: "/D", P: "A-", St: 6 }],
      ...[3, { S: "/r" }],
    ]);
  });

  it("is the page number within its file if another file has labels", () => {
    const plain = pagesPdf(["", ""]);
    expect(labels(plain, [book, [1]], plain)).toEqual([0, { S: "/D" }, 1 + 1, { S: "/r" }, 3, { S: "/D" }]);
  });

  it("joins the previous range if it continues the count", () => {
    const on = labelled("0<</S/D/P(A-)/St 8>>", 1);
    expect(labels([book, [5]], on)).toEqual([0, { S: "/D", P: "A-", St: 7 }]);
    expect(labels([book, [3, 5]])).toEqual([0, { S: "/D", P: "A-", St: 5 }, 1, { S: "/D", P: "A-", St: 7 }]);
    expect(labels(labelled("0<</P(x)>>", 1), labelled("0<</P(x)/St 4>>", 1))).toEqual([0, { P: "x" }]);
  });

  it("isn't written if no file has labels", () => {
    expect(at(assemble(pagesPdf([""]), pagesPdf([""])).document, "PageLabels")).toBeNull();
  });
});

describe("the ranges of a document", () => {
  it("start at the first page, are sorted, and end at the last page", () => {
    const ranges = labelled("2<</S/A>>9<</S/D>>1<</S/r>>", 3);
    expect(labels(ranges)).toEqual([0, { S: "/D" }, 1, { S: "/r" }, 2, { S: "/A" }]);
  });
});
