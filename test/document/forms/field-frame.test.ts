import { setFillingGrayscaleColor } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { mark, widgetFrame } from "../../../src/document/forms/field-frame.ts";
import { contentOf } from "../../../src/document/stamp/operators.ts";
import { parseValue } from "../../cos/files.ts";
import { pagesPdf } from "../../support/pdf-builder.ts";
import { read } from "../../support/read-again.ts";

const { cos } = read(pagesPdf([""]));
function frame(entries: string, round = false, cells = 1) {
  const dict = parseValue(Buffer.from(`<<${entries}>>`, "latin1"));
  return dict instanceof Map ? widgetFrame(cos, dict, round, cells) : undefined;
}
const drawn = (entries: string, round = false, cells = 1) =>
  contentOf(frame(entries, round, cells)?.content ?? []);
const rect = "/Rect[10 20 110 50]";

describe("the frame of a widget", () => {
  it("is rotated as the widget specifies and mapped back into its rectangle", () => {
    expect(frame(rect)).toMatchObject({ width: 100, height: 30, matrix: [1, 0, 0, 1, 0, 0] });
    expect(frame(`${rect}/MK<</R 90>>`)).toMatchObject({
      width: 30,
      height: 100,
      matrix: [0, 1, -1, 0, 100, 0],
    });
    expect(frame(`${rect}/MK<</R -90>>`)).toMatchObject({
      width: 30,
      height: 100,
      matrix: [0, -1, 1, 0, 0, 30],
    });
    expect(frame(`${rect}/MK<</R 180>>`)?.matrix).toEqual([-1, 0, 0, -1, 100, 30]);
  });

  it("has a border only with a color, one point wide by default", () => {
    expect(frame(`${rect}/BS<</W 5>>`)?.border).toBe(0);
    expect(frame(`${rect}/MK<</BC[0]>>`)?.border).toBe(1);
    expect(frame(`${rect}/MK<</BC[0]>>/Border[0 0 3]`)?.border).toBe(3);
    expect(frame(`${rect}/MK<</BC[0]>>/BS<</W 500>>`)?.border).toBe(15);
  });

  it("draws the background, then the border: dashed, as an underline, or round", () => {
    expect(drawn(`${rect}/MK<</BG[1 0 0]/BC[0]>>`).replaceAll("\n", " ")).toBe(
      "q 1 0 0 rg 0 0 100 30 re f Q q 0 G 1 w 0.5 0.5 99 29 re S Q ",
    );
    expect(drawn(`${rect}/MK<</BC[0]>>/BS<</S/D/D[2 1]>>`)).toContain("[2 1] 0 d");
    expect(drawn(`${rect}/MK<</BC[0]>>/BS<</S/U>>`)).toContain("0 0.5 m\n100 0.5 l");
    expect(drawn(`${rect}/MK<</BC[0]>>`, true)).toContain(" c\n");
  });

  it("has lines between the cells of a comb if it has a border", () => {
    expect(drawn(`${rect}/MK<</BC[0]>>`, false, 4).match(/ m\n/g)).toHaveLength(3);
    expect(drawn(`${rect}/MK<</BC[0]>>`, false, 4)).toContain("50 0 m\n50 30 l\n");
    expect(drawn(rect, false, 4)).toBe("");
  });

  it("doesn't exist without an area", () => {
    expect(frame("/Rect[5 5 5 9]")).toBeUndefined();
  });
});

describe("the mark of a checked box", () => {
  const marked = (caption: string, round = false) => {
    const made = frame(`${rect}/MK<</CA(${caption})>>`);
    return made ? contentOf(mark(made, round, setFillingGrayscaleColor(0))) : "";
  };

  it("is the shape of the caption's letter; by default, a check mark, or a disc if round", () => {
    expect(marked("")).toBe(marked("4"));
    expect(marked("n").match(/ l\n/g)).toHaveLength(3);
    expect(marked("", true)).toBe(marked("l"));
    expect(new Set(["4", "8", "l", "u", "n", "H"].map((letter) => marked(letter))).size).toBe(6);
  });
});
