/** The lines and areas of a page's drawings. */
import { describe, expect, it } from "vitest";
import type { Box } from "../../../src/core/page-layout.ts";
import { flatBlocks } from "../../../src/reading/interpreter/device/blocks.ts";
import { Painter } from "../../../src/reading/interpreter/device/painter.ts";
import { TextDevice } from "../../../src/reading/interpreter/device/text-device.ts";
import { GraphicsState } from "../../../src/reading/interpreter/state/graphics-state.ts";
import { Path } from "../../../src/reading/interpreter/state/path.ts";

type Point = readonly [x: number, y: number];

const sides = ({ x0, y0, x1, y1 }: Box) => [x0, y0, x1, y1];

function blocksOf(paint: (painter: Painter) => void): string[] {
  const device = new TextDevice(0);
  paint(new Painter(device));
  return [...flatBlocks(device.page)].map(({ block }) => {
    if (block.kind === "text") return "text";
    if (block.kind === "image") return ["image", ...sides(block.box)].join(" ");
    return [block.stroked ? "line" : "area", ...sides(block.box)].join(" ");
  });
}

/** A path of subpaths, each through points; "close" closes one. */
function pathOf(...subpaths: readonly (readonly (Point | "close")[])[]): Path {
  const [path, state] = [new Path(), new GraphicsState()];
  for (const points of subpaths)
    for (const [at, point] of points.entries())
      if (point === "close") path.close();
      else if (at === 0) path.move(state, ...point);
      else path.line(state, ...point);
  return path;
}

const square: readonly Point[] = [
  [10, 10],
  [40, 10],
  [40, 40],
  [10, 40],
];
const upward: readonly Point[] = [
  [10, 10],
  [10, 40],
  [40, 40],
  [40, 10],
];

describe("a filled path", () => {
  const filled = (path: Path, own: Partial<GraphicsState> = {}) =>
    blocksOf((painter) => painter.fill(path, Object.assign(new GraphicsState(), own)));

  it.each<[string, Path, string[], Partial<GraphicsState>?]>([
    ["a rectangle", pathOf([...square, "close"]), ["area 10 10 40 40"]],
    ["a rectangle upward", pathOf([...upward, "close"]), ["area 10 10 40 40"]],
    ["a rectangle that isn't closed", pathOf(square), ["area 10 10 40 40"]],
    ["a rectangle back to its start", pathOf([...square, [10, 10], "close"]), ["area 10 10 40 40"]],
    [
      "a rectangle with a repeated corner",
      pathOf([...square.slice(0, 2), [40.000001, 10], ...square.slice(2), "close"]),
      ["area 10 10 40.000001 40"],
    ],
    [
      "a rectangle with points on its sides",
      pathOf([[10, 10], [20, 10], [40, 10], [40, 30], [40, 40], [10, 40], "close"]),
      ["area 10 10 40 40"],
    ],
    [
      "a line",
      pathOf([
        [10, 10],
        [40, 10],
      ]),
      [],
    ],
    [
      "a line down",
      pathOf([
        [10, 10],
        [10, 40],
      ]),
      [],
    ],
    ["a triangle", pathOf([[10, 10], [40, 10], [40, 40], "close"]), ["area 10 10 40 40"]],
    [
      "two rectangles",
      pathOf(
        [...square, "close"],
        square.map(([x, y]): Point => [x + 50, y]),
      ),
      ["area 10 10 40 40", "area 60 10 90 40"],
    ],
    [
      "two triangles",
      pathOf([[10, 10], [40, 10], [40, 40], "close"], [[60, 10], [90, 10], [90, 40], "close"]),
      ["area 10 10 90 40"],
    ],
    [
      "a rectangle and a triangle",
      pathOf([[60, 10], [90, 10], [90, 40], "close"], [...square, "close"]),
      ["area 10 10 40 40", "area 60 10 90 40"],
    ],
    [
      "a rectangle that is clipped",
      pathOf([...square, "close"]),
      ["area 20 10 40 30"],
      { clipX0: 20, clipY1: 30 },
    ],
    ["a rectangle outside of the clip", pathOf([...square, "close"]), [], { clipX0: 41 }],
    [
      "a triangle outside of the clip",
      pathOf(
        [[10, 10], [40, 10], [40, 40], "close"],
        [
          [60, 10],
          [90, 10],
          [90, 40],
        ],
      ),
      ["area 60 10 90 40"],
      { clipX0: 41 },
    ],
    ["nothing", pathOf(), []],
  ])("is %s", (_, path, expected, own) => {
    expect(filled(path, own)).toEqual(expected);
  });

  it("is a curve", () => {
    const [path, state] = [
      pathOf([
        [10, 10],
        [20, 10],
      ]),
      new GraphicsState(),
    ];
    path.curve(state, 50, 10, 60, 20, 60, 70);
    expect(filled(path)).toEqual(["area 10 10 60 70"]);
  });
});

describe("a stroked path", () => {
  const stroked = (path: Path, own: Partial<GraphicsState> = {}) =>
    blocksOf((painter) => painter.stroke(path, Object.assign(new GraphicsState(), { lineWidth: 2, ...own })));

  it.each<[string, Path, string[], Partial<GraphicsState>?]>([
    [
      "a horizontal line",
      pathOf([
        [10, 10],
        [40, 10],
      ]),
      ["line 9 9 41 11"],
    ],
    [
      "a vertical line",
      pathOf([
        [10, 10],
        [10, 40],
      ]),
      ["line 9 9 11 41"],
    ],
    [
      "two lines",
      pathOf(
        [
          [10, 10],
          [40, 10],
        ],
        [
          [10, 30],
          [40, 30],
        ],
      ),
      ["line 9 9 41 11", "line 9 29 41 31"],
    ],
    [
      "a line there and back",
      pathOf([
        [10, 10],
        [40, 10],
        [10, 10],
      ]),
      ["line 9 9 41 11"],
    ],
    [
      "a slanted line",
      pathOf([
        [10, 10],
        [40, 12],
      ]),
      ["line 9 9 41 13"],
    ],
    [
      "slanted lines",
      pathOf(
        [
          [10, 10],
          [40, 12],
        ],
        [
          [60, 10],
          [90, 12],
        ],
      ),
      ["line 9 9 91 13"],
    ],
    [
      "a line with three points",
      pathOf([
        [10, 10],
        [20, 10],
        [40, 10],
      ]),
      ["line 9 9 41 11"],
    ],
    [
      "a line up with three points",
      pathOf([
        [10, 40],
        [10, 20],
        [10, 10],
      ]),
      ["line 9 9 11 41"],
    ],
    [
      "a corner",
      pathOf(
        [
          [10, 10],
          [40, 10],
          [40, 40],
        ],
        [
          [60, 10],
          [90, 10],
          [90, 40],
        ],
      ),
      ["line 9 9 91 41"],
    ],
    [
      "a bent outline",
      pathOf([...square, [0, 50]], [...square.map(([x, y]): Point => [x + 50, y]), [50, 50]]),
      ["line -1 9 91 51"],
    ],
    [
      "four sides askew",
      pathOf(
        [
          [10, 10],
          [40, 10],
          [40, 40],
          [12, 40],
        ],
        [
          [60, 10],
          [90, 10],
          [90, 40],
          [62, 40],
        ],
      ),
      ["line 9 9 91 41"],
    ],
    [
      "a clipped line",
      pathOf([
        [10, 10],
        [40, 10],
      ]),
      ["line 20 9 41 10"],
      { clipX0: 20, clipY1: 10 },
    ],
    [
      "a line outside of the clip",
      pathOf([
        [10, 10],
        [40, 10],
      ]),
      [],
      { clipY0: 12 },
    ],
    [
      "a line beside the clip, whose width is in it",
      pathOf([
        [10, 10],
        [40, 10],
      ]),
      ["line 9 10.5 41 11"],
      { clipY0: 10.5 },
    ],
  ])("is %s", (_, path, expected, own) => {
    expect(stroked(path, own)).toEqual(expected);
  });
});

describe("an image", () => {
  const state = (own: Partial<GraphicsState>) =>
    Object.assign(new GraphicsState(), { a: 30, d: 20, e: 10, f: 10 }, own);

  it.each<[string, Partial<GraphicsState>, string[]]>([
    ["opaque", {}, ["image 10 10 40 30"]],
    ["translucent", { fillAlpha: 0.5 }, ["image 10 10 40 30"]],
    ["faint", { fillAlpha: 0.49 }, []],
    ["clipped", { clipX0: 15, clipY0: 12, clipX1: 35, clipY1: 25 }, ["image 15 12 35 25"]],
    ["upside down", { d: -20, f: 30 }, ["image 10 10 40 30"]],
  ])("is %s", (_, own, expected) => {
    expect(blocksOf((painter) => painter.image(state(own)))).toEqual(expected);
  });

  const clip = { clipX0: 15, clipY0: 12, clipX1: 35, clipY1: 25 };

  it.each<[string, Partial<GraphicsState>, string[]]>([
    ["within its clip", clip, ["image 15 12 35 25"]],
    ["translucent", { ...clip, fillAlpha: 0.5 }, ["image 15 12 35 25"]],
    ["faint", { ...clip, fillAlpha: 0.49 }, []],
    ["of no width", { ...clip, clipX1: 15 }, []],
    ["of no height", { ...clip, clipY1: 12 }, []],
  ])("may be a shading, %s", (_, own, expected) => {
    expect(blocksOf((painter) => painter.shading(state(own)))).toEqual(expected);
  });
});
