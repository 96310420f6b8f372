/** The properties of characters, colors, paths and areas that decide how text is grouped and whether it is visible. */
import { describe, expect, it } from "vitest";
import type { Box } from "../../../src/core/page-layout.ts";
import { GraphicsState } from "../../../src/reading/interpreter/state/graphics-state.ts";
import { Grounds } from "../../../src/reading/interpreter/state/grounds.ts";
import {
  type Components,
  colorOf,
  firstColor,
  looksSame,
} from "../../../src/reading/interpreter/state/ink.ts";
import { Path, steps } from "../../../src/reading/interpreter/state/path.ts";
import { makeStyle } from "../../../src/reading/interpreter/state/style.ts";
import { TextInks } from "../../../src/reading/interpreter/state/text-inks.ts";
import {
  bidiClass,
  bidiLevel,
  hasRightToLeft,
  isAccent,
  isGapInWord,
  isIdeographic,
  isIndic,
  isLowSurrogate,
  isNonspacingMark,
  maySpaceFollow,
  withAccent,
} from "../../../src/reading/interpreter/state/unicode.ts";
import { isVisible } from "../../../src/reading/interpreter/state/visible.ts";
import { font } from "./bare-font.ts";

describe("characters", () => {
  it.each<[string, (code: number) => boolean, readonly number[], readonly number[]]>([
    ["nonspacing marks", isNonspacingMark, [0x300, 0x5b0, 0x64b], [0x2ff, 0x5e, 0x41]],
    ["second halves", isLowSurrogate, [0xdc00, 0xdfff], [0xdbff, 0xe000, 0x41]],
    [
      "ideographs and kana",
      isIdeographic,
      [0x2e80, 0x9fff, 0xf900, 0xfaff, 0x20000],
      [0x2e7f, 0xa000, 0xf8ff, 0xfb00, 0x1ffff],
    ],
    ["Indic scripts and Khmer", isIndic, [0x900, 0xdff, 0x1780, 0x17ff], [0x8ff, 0xe00, 0x177f, 0x1800]],
    [
      "characters of scripts with spaces",
      maySpaceFollow,
      [0x21, 0xdff, 0x10a0, 0x16ff, 0x1ab0],
      [0x20, 0xe00, 0x109f, 0x1700, 0x1aaf, 0x4e00],
    ],
    ["Thai after its AM", (code) => isGapInWord(0xe33, code), [0xe00, 0xe7f], [0xdff, 0xe80]],
    ["Lao after its AM", (code) => isGapInWord(0xeb3, code), [0xe80, 0xeff], [0xe7f, 0xf00]],
    ["Thai after another vowel", (code) => isGapInWord(0xe32, code), [], [0xe40, 0xe90]],
    [
      "right-to-left letters",
      (code) => hasRightToLeft(String.fromCodePoint(code)),
      [0x5d0, 0x627, 0xfb1d, 0xfefc, 0x10800, 0x1e800],
      [0x41, 0x661, 0x64b, 0xfb1c, 0xff00, 0x107ff, 0x1f000],
    ],
    [
      "characters at level 1",
      (code) => bidiLevel(code, 0) === 1,
      [0x590, 0x5d0, 0x627, 0xfb1d, 0xfefc, 0x10800, 0x1e800],
      [0x41, 0x5b0, 0x661, 0x900, 0xfb1c, 0xff00, 0x1f000],
    ],
  ])("include %s", (_, decide, yes, no) => {
    expect(yes.filter(decide)).toEqual(yes);
    expect(no.filter(decide)).toEqual([]);
  });

  it("keep the previous character's level if they have none", () => {
    const levels = ["ב", "a", "7", "٧", "%", ".", " ", "\u05b0", "\u0301"].map((text) =>
      bidiLevel(text.codePointAt(0) ?? 0, 1),
    );
    expect(levels).toEqual([1, 0, 0, 0, 0, 1, 1, 1, 1]);
  });

  it.each([
    ["R", "א", "ب"],
    ["L", "a", "я", "一"],
    ["EN", "0", "9"],
    ["AN", "٠", "۹"],
    ["CS", ".", ",", ":", "/", "\u060c"],
    ["ET", "%", "$", "+", "°", "-"],
    ["N", "!", " ", "", ";"],
  ])("have class %s", (kind, ...texts) => {
    expect(texts.map(bidiClass)).toEqual(texts.map(() => kind));
  });
});

describe("an accent and a letter at one place", () => {
  const pair = (before: string, after: string, small = false) => {
    const code = withAccent(before.charCodeAt(0), after.charCodeAt(0), small);
    return code === undefined ? undefined : String.fromCharCode(code);
  };

  it.each([
    ["`a", "à"],
    ["´e", "é"],
    ["ˆi", "î"],
    ["˜n", "ñ"],
    ["¯o", "ō"],
    ["˘g", "ğ"],
    ["˙z", "ż"],
    ["¨u", "ü"],
    ["˚a", "å"],
    ["˝o", "ő"],
    ["ˇc", "č"],
    ["¸c", "ç"],
    ["˛a", "ą"],
    ["´ı", "í"],
    ["ˇȷ", "ǰ"],
  ])("%s are %s", ([accent = "", letter = ""], whole) => {
    expect([pair(accent, letter), pair(letter, accent)]).toEqual([whole, whole]);
  });

  it("may be a small comma below the letter", () => {
    expect([pair("s", ",", true), pair("s", ","), pair(",", "s", true)]).toEqual(["ș", undefined, undefined]);
    expect([isAccent(0x2c, true), isAccent(0x2c), isAccent(0x2e, true), isAccent(0xb4)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it("are two characters if Unicode has none for both", () => {
    expect([pair("´", "b"), pair("a", "b")]).toEqual([undefined, undefined]);
  });
});

describe("colors", () => {
  it.each<[Components, readonly number[], number]>([
    [1, [0], 0],
    [1, [1], 0xffffff],
    [1, [2], 0xffffff],
    [1, [-1], 0],
    [3, [1, 0.5, 0], 0xff8000],
    [3, [0, 0, 1], 0x0000ff],
    [4, [0, 0, 0, 0], 0xffffff],
    [4, [1, 0, 0, 0], 0x00ffff],
    [4, [0, 1, 0, 0], 0xff00ff],
    [4, [0, 0, 1, 0], 0xffff00],
    [4, [0, 0, 0, 1], 0],
    [4, [0.5, 0, 0, 0.25], 0x40bfbf],
    [undefined, [1], -1],
  ])("with %s components %j", (space, components, color) => {
    expect(colorOf(space, components)).toBe(color);
  });

  it("are black at first in every space", () => {
    expect(([1, 3, 4, undefined] as const).map(firstColor)).toEqual([0, 0, 0, -1]);
  });

  it.each([
    [0x808080, 0x8c8c8c, true],
    [0x808080, 0x8d8080, false],
    [0x808080, 0x808d80, false],
    [0x808080, 0x80808d, false],
    [0x808080, 0x748080, true],
    [0x808080, 0x738080, false],
    [0, 0, true],
    [-1, 0, false],
    [0, -1, false],
    [-1, -1, false],
  ])("%d and %d look the same: %s", (one, other, same) => {
    expect(looksSame(one, other)).toBe(same);
  });
});

type Draw = (path: Path, state: GraphicsState) => void;
const box = (x0: number, y0: number, x1: number, y1: number): Box => ({ x0, y0, x1, y1 });
const turned = () => Object.assign(new GraphicsState(), { a: 0, b: 1, c: -1, d: 0 });
const slanted = () => Object.assign(new GraphicsState(), { b: 0.1 });

describe("the rectangles of a path", () => {
  const lines =
    (points: readonly (readonly [number, number])[], closes = true): Draw =>
    (path, state) => {
      for (const [k, [x, y]] of points.entries())
        if (k === 0) path.move(state, x, y);
        else path.line(state, x, y);
      if (closes) path.close();
    };
  const corners = [
    [10, 20],
    [40, 20],
    [40, 60],
    [10, 60],
  ] as const;

  it.each<[string, Draw, readonly Box[] | undefined, GraphicsState?]>([
    ["nothing", () => {}, []],
    ["a rectangle", (path, state) => path.rectangle(state, 10, 20, 30, 40), [box(10, 20, 40, 60)]],
    [
      "a rectangle to the left and down",
      (path, state) => path.rectangle(state, 40, 60, -30, -40),
      [box(10, 20, 40, 60)],
    ],
    [
      "a turned rectangle",
      (path, state) => path.rectangle(state, 10, 20, 30, 40),
      [box(-60, 10, -20, 40)],
      turned(),
    ],
    ["a slanted rectangle", (path, state) => path.rectangle(state, 10, 20, 30, 40), undefined, slanted()],
    ["four lines", lines(corners), [box(10, 20, 40, 60)]],
    ["four lines back to the start", lines([...corners, [10, 20]]), [box(10, 20, 40, 60)]],
    ["four slanted lines", lines(corners), undefined, slanted()],
    [
      "lines that rise by rounding",
      lines([
        [10, 20],
        [40, 20.009],
        [40, 60],
        [10, 60],
      ]),
      [box(10, 20, 40, 60)],
    ],
    [
      "lines that rise",
      lines([
        [10, 20],
        [40, 20.02],
        [40, 60],
        [10, 60],
      ]),
      undefined,
    ],
    ["two lines", lines(corners.slice(0, 3)), undefined],
    ["five lines", lines([...corners, [10, 40], [5, 40]]), undefined],
    ["a repeated corner", lines([[10, 20], [10, 20], ...corners.slice(1)]), [box(10, 20, 40, 60)]],
    [
      "a curve",
      (path, state) => {
        path.move(state, 0, 0);
        path.curve(state, 1, 1, 2, 2, 9, 9);
      },
      undefined,
    ],
    [
      "lines without a start",
      (path, state) => {
        path.line(state, 5, 5);
        path.curve(state, 1, 1, 2, 2, 3, 3);
        path.close();
      },
      [],
    ],
    [
      "only starts",
      (path, state) => {
        path.move(state, 5, 5);
        path.move(state, 9, 9);
      },
      [],
    ],
    [
      "two rectangles",
      (path, state) => {
        path.rectangle(state, 0, 0, 5, 5);
        path.rectangle(state, 10, 20, 30, 40);
      },
      [box(0, 0, 5, 5), box(10, 20, 40, 60)],
    ],
    [
      "a rectangle and lines",
      (path, state) => {
        path.rectangle(state, 0, 0, 5, 5);
        lines(corners)(path, state);
      },
      [box(0, 0, 5, 5), box(10, 20, 40, 60)],
    ],
    [
      "a triangle and a rectangle",
      (path, state) => {
        lines(corners.slice(0, 3))(path, state);
        path.rectangle(state, 0, 0, 5, 5);
      },
      undefined,
    ],
  ])("%s", (_, draw, rectangles, state = new GraphicsState()) => {
    const path = new Path();
    draw(path, state);
    expect(path.rectangles).toEqual(rectangles);
  });

  it("are gone once it is painted", () => {
    const [path, state] = [new Path(), new GraphicsState()];
    lines(corners.slice(0, 3))(path, state);
    path.end(state);
    expect([path.rectangles, path.steps, path.points]).toEqual([[], [], []]);
    expect(path.bounds).toEqual(box(Infinity, Infinity, -Infinity, -Infinity));
    expect([state.clipX0, state.clipsByBox]).toEqual([-Infinity, true]);
    path.line(state, 5, 5);
    expect(path.steps).toEqual([]);
    path.rectangle(state, 10, 20, 30, 40);
    expect(path.rectangles).toEqual([box(10, 20, 40, 60)]);
  });

  it.each<[string, Draw, boolean]>([
    ["a rectangle", (path, state) => path.rectangle(state, 10, 20, 30, 40), true],
    [
      "lines",
      lines([
        [10, 20],
        [40, 60],
        [40, 20],
      ]),
      false,
    ],
  ])("clip by %s", (_, draw, byBox) => {
    const [path, state] = [new Path(), new GraphicsState()];
    draw(path, state);
    path.clips = true;
    path.end(state);
    const { clipX0, clipY0, clipX1, clipY1, clipsByBox } = state;
    expect([clipX0, clipY0, clipX1, clipY1, clipsByBox]).toEqual([10, 20, 40, 60, byBox]);
    path.end(state);
    expect(state.clipX0).toBe(10);
  });

  it("have their steps and points on the page", () => {
    const [path, state] = [new Path(), turned()];
    path.move(state, 1, 2);
    path.move(state, 3, 4);
    path.line(state, 5, 4);
    path.line(state, 5, 4);
    path.curve(state, 1, 2, 3, 4, 5, 6);
    path.close();
    path.close();
    path.line(state, 3, 9);
    path.rectangle(state, 0, 0, 1, 1);
    const { move, line, curve, close } = steps;
    expect(path.steps).toEqual([move, line, curve, close, line, move, line, line, line, close]);
    expect(path.points.map((value) => value + 0)).toEqual(
      [-4, 3, -4, 5, -2, 1, -4, 3, -6, 5, -9, 3, 0, 0, 0, 1, -1, 1, -1, 0].map((value) => value + 0),
    );
  });
});

describe("areas", () => {
  const plain = (own: Partial<GraphicsState> = {}) => Object.assign(new GraphicsState(), own);
  const ink = (own: Partial<GraphicsState["ink"]>) => ({ ink: { ...new GraphicsState().ink, ...own } });
  const rectangle = (...boxes: readonly Box[]) => {
    const path = new Path();
    for (const { x0, y0, x1, y1 } of boxes) path.rectangle(new GraphicsState(), x0, y0, x1 - x0, y1 - y0);
    return path;
  };
  const triangle = () => {
    const [path, state] = [new Path(), new GraphicsState()];
    path.move(state, 0, 0);
    path.line(state, 50, 0);
    path.line(state, 50, 50);
    return path;
  };
  const painted = (paint: (grounds: Grounds) => void) => {
    const grounds = new Grounds(() => 7);
    paint(grounds);
    return grounds.all.map(
      ({ x0, y0, x1, y1, at, color, covers, image }) =>
        `${x0} ${y0} ${x1} ${y1} at ${at} in ${color}${covers ? ", covers" : ""}${image ? ", image" : ""}`,
    );
  };
  const square = box(0, 0, 50, 50);

  it.each<[string, (grounds: Grounds) => void, string[]]>([
    ["a rectangle", (all) => all.fill(rectangle(square), plain()), ["0 0 50 50 at 7 in 0, covers"]],
    [
      "a red one",
      (all) => all.fill(rectangle(square), plain(ink({ fill: 0xff0000 }))),
      ["0 0 50 50 at 7 in 16711680, covers"],
    ],
    [
      "one in an unknown color",
      (all) => all.fill(rectangle(square), plain(ink({ fill: -1 }))),
      ["0 0 50 50 at 7 in -1"],
    ],
    [
      "one under a mask",
      (all) => all.fill(rectangle(square), plain(ink({ plain: false }))),
      ["0 0 50 50 at 7 in -1"],
    ],
    [
      "a translucent one",
      (all) => all.fill(rectangle(square), plain({ fillAlpha: 0.98 })),
      ["0 0 50 50 at 7 in -1"],
    ],
    [
      "an almost opaque one",
      (all) => all.fill(rectangle(square), plain({ fillAlpha: 0.99 })),
      ["0 0 50 50 at 7 in 0, covers"],
    ],
    ["a hardly visible one", (all) => all.fill(rectangle(square), plain({ fillAlpha: 0.005 })), []],
    [
      "a faint one",
      (all) => all.fill(rectangle(square), plain({ fillAlpha: 0.02 })),
      ["0 0 50 50 at 7 in -1"],
    ],
    ["a narrow one", (all) => all.fill(rectangle(box(0, 0, 2.9, 50)), plain()), []],
    ["a flat one", (all) => all.fill(rectangle(box(0, 0, 50, 2.9)), plain()), []],
    ["a small one", (all) => all.fill(rectangle(box(0, 0, 3, 3)), plain()), ["0 0 3 3 at 7 in 0, covers"]],
    ["a triangle", (all) => all.fill(triangle(), plain()), ["0 0 50 50 at 7 in 0"]],
    [
      "two side by side",
      (all) => all.fill(rectangle(square, box(50, 0, 90, 9)), plain()),
      ["0 0 50 50 at 7 in 0, covers", "50 0 90 9 at 7 in 0, covers"],
    ],
    [
      "two below one another",
      (all) => all.fill(rectangle(box(0, 50, 50, 90), square), plain()),
      ["0 50 50 90 at 7 in 0, covers", "0 0 50 50 at 7 in 0, covers"],
    ],
    [
      "two that overlap",
      (all) => all.fill(rectangle(square, box(49, 49, 90, 90)), plain()),
      ["0 0 90 90 at 7 in 0"],
    ],
    [
      "one clipped by a box",
      (all) => all.fill(rectangle(square), plain({ clipX0: 10, clipY0: 20, clipX1: 30, clipY1: 40 })),
      ["10 20 30 40 at 7 in 0, covers"],
    ],
    [
      "one clipped by another shape",
      (all) => all.fill(rectangle(square), plain({ clipsByBox: false })),
      ["0 0 50 50 at 7 in 0"],
    ],
    ["one of which little is left", (all) => all.fill(rectangle(square), plain({ clipX1: 2.5 })), []],
    ["one that is clipped away", (all) => all.fill(rectangle(square), plain({ clipX0: 60, clipX1: 90 })), []],
    [
      "a smaller one hidden by a larger one",
      (all) => {
        all.fill(rectangle(box(10, 10, 40, 40)), plain());
        all.fill(rectangle(square), plain());
      },
      ["0 0 50 50 at 7 in 0, covers"],
    ],
    [
      "a larger one that a smaller one doesn't hide",
      (all) => {
        all.fill(rectangle(square), plain());
        all.fill(rectangle(box(0, 0, 50, 49)), plain());
      },
      ["0 0 50 50 at 7 in 0, covers", "0 0 50 49 at 7 in 0, covers"],
    ],
    [
      "one under a shape",
      (all) => {
        all.fill(rectangle(box(10, 10, 40, 40)), plain());
        all.fill(triangle(), plain());
      },
      ["10 10 40 40 at 7 in 0, covers", "0 0 50 50 at 7 in 0"],
    ],
    [
      "a wide line",
      (all) => all.stroke(triangle(), plain({ lineWidth: 4, ...ink({ stroke: 9 }) })),
      ["-2 -2 52 52 at 7 in 9"],
    ],
    [
      "a line of the least width",
      (all) => all.stroke(triangle(), plain({ lineWidth: 3 })),
      ["-1.5 -1.5 51.5 51.5 at 7 in 0"],
    ],
    ["a line", (all) => all.stroke(triangle(), plain({ lineWidth: 2 })), []],
    [
      "a wide line on a scaled page",
      (all) => all.stroke(triangle(), plain({ lineWidth: 1, a: 4, d: -4 })),
      ["-2 -2 52 52 at 7 in 0"],
    ],
    [
      "a wide line on a turned page",
      (all) => all.stroke(triangle(), plain({ lineWidth: 1, a: 0, b: 4, c: 4, d: 0 })),
      ["-2 -2 52 52 at 7 in 0"],
    ],
    [
      "a wide line under a mask",
      (all) => all.stroke(triangle(), plain({ lineWidth: 4, ...ink({ plain: false }) })),
      ["-2 -2 52 52 at 7 in -1"],
    ],
    ["the outline of a rectangle", (all) => all.stroke(rectangle(square), plain({ lineWidth: 4 })), []],
    ["an image", (all) => all.image(plain({ a: 50, d: 50 }), true), ["0 0 50 50 at 7 in -1, covers, image"]],
    [
      "a turned image",
      (all) => all.image(plain({ a: 0, b: 50, c: 50, d: 0 }), true),
      ["0 0 50 50 at 7 in -1, covers, image"],
    ],
    [
      "a slanted image",
      (all) => all.image(plain({ a: 50, b: 5, c: 5, d: 45 }), true),
      ["0 0 55 50 at 7 in -1, image"],
    ],
    [
      "a sheared image",
      (all) => all.image(plain({ a: 50, b: 5, d: 45 }), true),
      ["0 0 50 50 at 7 in -1, image"],
    ],
    [
      "an image with a mask",
      (all) => all.image(plain({ a: 50, d: 50 }), false),
      ["0 0 50 50 at 7 in -1, image"],
    ],
    [
      "a translucent image",
      (all) => all.image(plain({ a: 50, d: 50, fillAlpha: 0.9 }), true),
      ["0 0 50 50 at 7 in -1, image"],
    ],
    [
      "an image under another",
      (all) => {
        all.image(plain({ a: 50, d: 50 }), true);
        all.image(plain({ a: 50, d: 50 }), true);
      },
      ["0 0 50 50 at 7 in -1, covers, image", "0 0 50 50 at 7 in -1, covers, image"],
    ],
    [
      "a shading",
      (all) => all.shading(plain({ clipX0: 10, clipY0: 20, clipX1: 30, clipY1: 40 })),
      ["10 20 30 40 at 7 in -1"],
    ],
  ])("are those of %s", (_, paint, expected) => {
    expect(painted(paint)).toEqual(expected);
  });

  it.each([
    [70, false],
    [72, true],
  ])("of images %d points wide make half of a page a scan: %s", (width, scan) => {
    const grounds = new Grounds(() => 0);
    grounds.fill(rectangle(box(0, 0, 100, 100)), new GraphicsState());
    expect(grounds.isScan(100, 100)).toBe(false);
    grounds.image(plain({ a: width, d: 35 }), true);
    grounds.image(plain({ a: width, d: 35 }), true);
    expect(grounds.isScan(100, 100)).toBe(scan);
  });
});

describe("a letter", () => {
  const style = makeStyle(font, 10, 0, 0, -10);
  const tall = makeStyle({ ...font, vertical: true }, 10, 0, 0, -10);

  // Its visible part is from 101 to 109 across and from 195 to 200 down.
  it.each<[string, Partial<GraphicsState>, boolean]>([
    ["right of the clip", { clipX1: 101 }, false],
    ["at the right edge of the clip", { clipX1: 101.5 }, true],
    ["left of the clip", { clipX0: 109 }, false],
    ["at the left edge of the clip", { clipX0: 108.5 }, true],
    ["below the clip", { clipY1: 195 }, false],
    ["at the lower edge of the clip", { clipY1: 195.5 }, true],
    ["above the clip", { clipY0: 200 }, false],
    ["at the upper edge of the clip", { clipY0: 199.5 }, true],
  ])("%s is visible: %j %s", (_, clip, visible) => {
    const state = Object.assign(new GraphicsState(), clip);
    expect(isVisible(state, style, 100, 200, 1)).toBe(visible);
    expect(isVisible(state, tall, 100, 200, -1)).toBe(visible);
  });

  it.each<[string, ReturnType<typeof makeStyle>, readonly number[]]>([
    ["horizontal", style, [10, 1, 0, 0, -8, 0, 2]],
    ["turned", makeStyle(font, 0, 20, 20, 0), [20, 0, 1, -4, 0, 16, 0]],
    ["vertical", tall, [10, 0, 1, 0, 0, 10, 0]],
    ["without a size", makeStyle(font, 0, 0, 0, 0), [0, 0, 0, 0, 0, 0, 0]],
  ])("has the size, direction and extent of its %s line", (_, own, expected) => {
    const { size, directionX, directionY, left, top, right, bottom } = own;
    const found = [size, directionX, directionY, left, top, right, bottom];
    expect(found.map((value) => value + 0)).toEqual(expected);
  });
});

describe("the ink of text", () => {
  const ink = { ...new GraphicsState().ink, fill: 1, stroke: 2 };

  it.each<[string, Partial<GraphicsState>, string]>([
    ["filled", { ink, font }, "1"],
    ["stroked", { ink, font, render: 1 }, "2"],
    ["filled and stroked", { ink, font, render: 2 }, "-1"],
    ["filled and stroked in one color", { ink: { ...ink, stroke: 1 }, font, render: 2 }, "1"],
    ["neither filled nor stroked", { ink, font, render: 3 }, "1 invisible"],
    ["filled and clipping", { ink, font, render: 4 }, "1"],
    ["stroked and clipping", { ink, font, render: 5 }, "2"],
    ["only clipping", { ink, font, render: 7, fillAlpha: 0 }, "-1"],
    ["transparent", { ink, font, fillAlpha: 0.02 }, "1 invisible"],
    ["translucent", { ink, font, fillAlpha: 0.03 }, "1"],
    ["stroked transparently", { ink: { ...ink, strokeAlpha: 0 }, font, render: 1 }, "2 invisible"],
    ["filled transparently and stroked", { ink, font, render: 2, fillAlpha: 0 }, "-1"],
    ["under a mask", { ink: { ...ink, plain: false }, font }, "-1"],
    ["drawn by its font", { ink, font: { ...font, drawn: true } }, "-1"],
    ["in an unreadable font", { ink, font: "unreadable" }, "-1"],
    ["without a font", { ink }, "-1"],
  ])("%s", (_, own, expected) => {
    const inks = new TextInks();
    inks.use(Object.assign(new GraphicsState(), own), 5);
    expect(inks.list.map(({ at, color, why }) => [at, [color, why].join(" ").trim()])).toEqual([
      [5, expected],
    ]);
  });

  it("changes only if it has to", () => {
    const [inks, state] = [new TextInks(), Object.assign(new GraphicsState(), { ink, font })];
    inks.paintedAgain(0);
    inks.use(state, 0);
    inks.use(state, 3);
    inks.use(Object.assign(state, { render: 1 }), 4);
    inks.use(Object.assign(state, { fillAlpha: 0.5 }), 4);
    inks.use(state, 6, "off_page");
    inks.paintedAgain(2);
    inks.use(Object.assign(state, { ink: { ...ink, stroke: 8 } }), 7);
    expect(inks.list.map(({ at, color, why }) => [at, color, why])).toEqual([
      [0, 1, undefined],
      [4, 2, undefined],
      [6, 2, "off_page"],
      [7, 8, undefined],
    ]);
    expect([...inks.again]).toEqual([[2, inks.list[2]]]);
  });
});
