import { describe, expect, it } from "vitest";
import { openStrictly } from "../../../src/document/open.ts";
import { normalRotation, pageBoxes, pageSize } from "../../../src/document/pages/boxes.ts";
import { shownBox } from "../../../src/document/pages/display-space.ts";
import { memorySource } from "../../support/memory-files.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";

function boxesOf(page: string, tree = "") {
  const { cos, pages } = openStrictly(memorySource(pagesPdf([page], { tree })));
  return pageBoxes(cos, pages, 1);
}
const sizeOf = (page: string, tree?: string) => pageSize(boxesOf(page, tree));

describe("page boxes", () => {
  it.each([
    ["inherits the MediaBox", "", 612, 792],
    ["normalizes corners", "/MediaBox[300 400 100 100]", 200, 300],
    ["clips the CropBox to the MediaBox", "/MediaBox[0 0 100 100]/CropBox[50 -10 400 60]", 50, 60],
    ["ignores a CropBox outside", "/MediaBox[0 0 100 100]/CropBox[200 200 300 300]", 100, 100],
    ["ignores two numbers", "/MediaBox[0 0]", 612, 792],
    ["ignores an empty box", "/MediaBox[5 5 5 5]", 612, 792],
    ["ignores names", "/MediaBox[0 0 /NaN 100]", 612, 792],
    ["ignores absurd numbers", "/MediaBox[0 0 1000000000 100]", 612, 792],
    ["applies user units", "/MediaBox[0 0 100 50]/UserUnit 2.5", 250, 125],
    ["ignores a user unit of 0", "/MediaBox[0 0 100 50]/UserUnit 0", 100, 50],
    ["ignores a negative user unit", "/MediaBox[0 0 100 50]/UserUnit -3", 100, 50],
    ["doesn't swap sides when rotated", "/MediaBox[0 0 100 50]/Rotate 90", 100, 50],
    ["rounds noise", "/MediaBox[0 0 595.27599999 841.89]", 595.276, 841.89],
  ])("%s", (_, page, width, height) => {
    expect(sizeOf(page)).toEqual({ width, height });
  });

  it("default to Letter if there is no box", () => {
    expect(sizeOf("", "/MediaBox null")).toEqual({ width: 612, height: 792 });
  });

  it.each([
    [0, 0],
    [90, 90],
    [-90, 270],
    [450, 90],
    [-720, 0],
    [45, 0],
    [2 ** 31 - 1, 0],
    [1e38, 0],
    [null, 0],
  ])("reads /Rotate %s as %s", (value, rotation) => {
    expect(normalRotation(value)).toBe(rotation);
  });
});

describe("shownBox", () => {
  // A box at the lower left of a 100 x 200 page whose CropBox starts at 10, 20.
  it.each([
    [0, { x0: 0, y0: 190, x1: 30, y1: 200 }],
    [90, { x0: 0, y0: 0, x1: 10, y1: 30 }],
    [180, { x0: 70, y0: 0, x1: 100, y1: 10 }],
    [270, { x0: 190, y0: 70, x1: 200, y1: 100 }],
  ])("rotates with the page by %s", (rotation, shown) => {
    const page = `/MediaBox[0 0 110 220]/CropBox[10 20 110 220]/Rotate ${rotation}`;
    const { cos, pages } = openStrictly(memorySource(pagesPdf([page])));
    expect(shownBox({ x0: 10, y0: 20, x1: 40, y1: 30 }, pageBoxes(cos, pages, 1))).toEqual(shown);
  });
});
