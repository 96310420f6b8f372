/** The places of text that a document gives in place of its glyphs, and of the glyphs in a string. */
import { describe, expect, it } from "vitest";
import type { PageFont } from "../../../src/fonts/font.ts";
import { makeGlyph } from "../../../src/fonts/glyphs.ts";
import { ActualTexts } from "../../../src/reading/interpreter/device/actual-text.ts";
import { flatBlocks } from "../../../src/reading/interpreter/device/blocks.ts";
import { putInReadingOrder } from "../../../src/reading/interpreter/device/reading-order.ts";
import { TextDevice } from "../../../src/reading/interpreter/device/text-device.ts";
import { type ShownGlyph, TextObject } from "../../../src/reading/interpreter/device/text-object.ts";
import { GraphicsState } from "../../../src/reading/interpreter/state/graphics-state.ts";
import { font } from "./bare-font.ts";

/** A font whose glyphs are half an em wide, except `^`, which has no width; `?` has no text, and `#` an unknown one. */
const fontOf = (vertical: boolean): PageFont => ({
  ...font,
  vertical,
  glyph(bytes, at) {
    const code = bytes[at] ?? 0;
    const text = { "?": "", "#": undefined }[String.fromCharCode(code)];
    const own = [63, 35].includes(code) ? text : String.fromCharCode(code);
    const width = code === 0x5e ? 0 : 0.5;
    return makeGlyph(code, 1, own, vertical ? -1 : width, vertical ? 0.25 : 0, vertical ? 0.8 : 0);
  },
});

type Step = readonly [step: "begin" | "show" | "image" | "end" | "move" | "drop", what?: string | number];

function run(steps: readonly Step[], own: Partial<GraphicsState> = {}) {
  const device = new TextDevice(0);
  const actual = new ActualTexts(device);
  const object = new TextObject(device, actual);
  const state = Object.assign(new GraphicsState(), {
    d: -1,
    f: 500,
    font: fontOf(false),
    fontSize: 10,
    ...own,
  });
  object.begin();
  object.setMatrix(1, 0, 0, 1, 100, 100);
  for (const [step, what = ""] of steps)
    if (step === "begin") actual.begin(String(what));
    else if (step === "show")
      object.show(state, Buffer.from(String(what), "latin1"), true, { isTracked: false, follows: false });
    else if (step === "image") actual.image({ x0: 200, y0: 350, x1: 220, y1: 400 });
    else if (step === "move") object.move(state, Number(what));
    else if (step === "drop") actual.drop();
    else actual.end();
  actual.flush();
  putInReadingOrder(device);
  device.finish();
  const lines = [...flatBlocks(device.page)].flatMap(({ block }) =>
    block.kind === "text" ? block.lines : [],
  );
  const places = (at: number) => [0, 1, 2].map((k) => Math.round(device.places[4 * at + k] ?? 0)).join(",");
  return {
    text: lines.map(({ first, end }) => device.text.slice(first, end)).join("/"),
    places: Array.from({ length: device.count }, (_, at) => places(at)).join(" "),
    isPartial: object.isPartial,
    open: actual.open,
  };
}

describe("text in place of glyphs", () => {
  it.each<[string, readonly Step[], string, string?]>([
    ["none", [["show", "ab"]], "ab", "100,400,105 105,400,110"],
    ["as long as the glyphs", [["begin", "xy"], ["show", "ab"], ["end"]], "xy", "100,400,105 105,400,110"],
    [
      "longer than the glyphs",
      [["begin", "xyz"], ["show", "ab"], ["end"]],
      "xyz",
      "100,400,105 105,400,110 110,400,110",
    ],
    ["shorter than the glyphs", [["begin", "x"], ["show", "ab"], ["end"], ["show", "c"]], "x c"],
    ["for several strings", [["begin", "xyz"], ["show", "a"], ["show", "b"], ["show", "c"], ["end"]], "xyz"],
    ["that is empty", [["begin", ""], ["show", "ab"], ["end"], ["show", "c"]], "c"],
    ["that ends with a null", [["begin", "x\0z"], ["show", "ab"], ["end"]], "x"],
    ["that begins with a null", [["begin", "\0z"], ["show", "ab"], ["end"]], ""],
    ["with a ligature", [["begin", "ﬁx"], ["show", "ab"], ["end"]], "fix"],
    ["for glyphs without text", [["begin", "xy"], ["show", "a??"], ["end"]], "xy", "100,400,105 105,400,105"],
    [
      "within another",
      [["begin", "xy"], ["show", "a"], ["begin", "z"], ["show", "b"], ["end"], ["end"]],
      "xy z",
    ],
    [
      "around another",
      [["begin", "xy"], ["begin", "z"], ["show", "b"], ["end"], ["show", "c"], ["end"]],
      "zxy",
    ],
    [
      "of a letter whose mark is painted first",
      [["begin", "a\u0301\u0323"], ["show", "^b"], ["end"]],
      "\u0301\u0323a",
      "100,400,100 100,400,100 100,400,105",
    ],
    ["before other text", [["begin", "x"], ["show", "a"], ["end"], ["show", "b"]], "xb"],
    ["without glyphs", [["begin", "x"], ["end"], ["show", "b"]], "b"],
    [
      "for an image",
      [["show", "a"], ["begin", "xy"], ["image"], ["end"]],
      "a/xy",
      "100,400,105 200,400,200 200,400,200",
    ],
    ["for an image before any text", [["begin", "xy"], ["image"], ["end"], ["show", "a"]], "a"],
    ["that is dropped", [["begin", "xy"], ["show", "a"], ["drop"], ["show", "b"]], "b"],
    ["whose end comes twice", [["begin", "x"], ["show", "a"], ["end"], ["end"], ["show", "b"]], "xb"],
  ])("%s", (_, steps, text, places) => {
    const found = run(steps);
    expect(found.text).toBe(text);
    if (places !== undefined) expect(found.places).toBe(places);
    expect(found.open).toBe(false);
  });

  it("makes a page partial", () => {
    expect(run([["begin", "x"], ["show", "a"], ["end"]]).isPartial).toBe(true);
    expect(run([["begin", "x"], ["end"], ["show", "a"]]).isPartial).toBe(false);
  });

  it("isn't read if its glyphs are clipped", () => {
    const steps: Step[] = [["begin", "xyz"], ["show", "ab"], ["end"]];
    expect(run(steps, { clipX0: 300 }).text).toBe("");
    expect(run(steps, { clipX1: 104.9 }).text).toBe("x");
    expect(run([["show", "ab"]], { clipX1: 104.9 })).toMatchObject({ text: "a", isPartial: true });
  });
});

describe("glyphs of a string", () => {
  it.each<[string, Partial<GraphicsState>, readonly Step[], string]>([
    [
      "a number to the left",
      {},
      [
        ["show", "a"],
        ["move", 100],
        ["show", "b"],
      ],
      "100,400,105 104,400,109",
    ],
    [
      "a number, in a wide font",
      { scale: 2 },
      [
        ["show", "a"],
        ["move", 100],
        ["show", "b"],
      ],
      "100,400,110 108,400,118",
    ],
    ["letter spacing", { charSpace: 1 }, [["show", "ab"]], "100,400,105 106,400,111"],
    [
      "letter spacing, in a wide font",
      { charSpace: 1, scale: 2 },
      [["show", "ab"]],
      "100,400,110 112,400,122",
    ],
    ["word spacing", { wordSpace: 3 }, [["show", "a b"]], "100,400,105 105,400,110 113,400,118"],
    ["a rise", { rise: 2 }, [["show", "a"]], "100,398,105"],
    ["vertical writing", { font: fontOf(true) }, [["show", "ab"]], "98,418,98 98,428,98"],
    [
      "a number in vertical writing",
      { font: fontOf(true) },
      [
        ["show", "a"],
        ["move", 100],
        ["show", "b"],
      ],
      "98,418,98 98,429,98",
    ],
    [
      "word spacing in vertical writing",
      { font: fontOf(true), wordSpace: -3 },
      [["show", "a b"]],
      "98,418,98 98,428,98 98,441,98",
    ],
  ])("are placed by %s", (_, own, steps, places) => {
    expect(run(steps, own).places).toBe(places);
  });

  it("have no place without a font, and can't be read in an unreadable one", () => {
    expect(run([["show", "a"]], { font: undefined }).text).toBe("");
    expect(() => run([["show", "a"]], { font: "unreadable" })).toThrow();
    expect(() => run([["show", "#"]])).toThrow();
    expect(run([["show", ""]], { font: "unreadable" }).text).toBe("");
  });

  it("begin again with each line and text object", () => {
    const device = new TextDevice(0);
    const seen: ShownGlyph[] = [];
    const object = new TextObject(device, new ActualTexts(device), (glyph) => seen.push(glyph));
    const state = Object.assign(new GraphicsState(), {
      a: 2,
      d: -2,
      e: 5,
      f: 500,
      font: fontOf(false),
      fontSize: 10,
      wordSpace: 3,
    });
    const show = (text: string) =>
      object.show(state, Buffer.from(text), true, { isTracked: true, follows: false });
    object.begin();
    object.setMatrix(0, 1, -1, 0, 10, 20);
    show("a ");
    object.nextLine(3, 4);
    show("b");
    object.begin();
    show("#");
    expect(seen.map(({ glyph, x, y, by }) => [glyph.text, x, y, by])).toEqual([
      ["a", 25, 460, 5],
      [" ", 25, 450, 8],
      ["b", 17, 454, 5],
      [undefined, 5, 500, 5],
    ]);
  });
});
