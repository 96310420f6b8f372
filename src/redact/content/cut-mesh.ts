/** Removes the triangles and patches of a shading of types 4 to 7 (ISO 32000-2, 8.7.4.5.5 to 8.7.4.5.8) that are in an area. */
import { boxAround, contains, overlap } from "../../core/geometry.ts";
import type { Box } from "../../core/page-layout.ts";
import type { CosDocument } from "../../cos/document.ts";
import { Unsupported } from "../../cos/syntax/content/unsupported.ts";
import { type CosStream, withEntries, without } from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { componentsOf } from "../../document/images/color-space.ts";
import { type Matrix, transformPoint } from "../../document/pages/matrix.ts";
import { numberAt, numbersAt } from "../../document/typed-get.ts";

const maxBytes = 256_000_000;
const stepsPerVertex = 16;

/** Numbers of the mesh as it stores them. */
type Point = readonly [x: number, y: number];
type Color = readonly number[];
/** A triangle with a color at each corner, or a patch: 12 or 16 points and four colors. */
interface Piece {
  readonly points: readonly Point[];
  readonly colors: readonly Color[];
}

interface Shape {
  readonly type: number;
  readonly bits: { readonly flag: number; readonly point: number; readonly color: number };
  readonly components: number;
  readonly perRow: number;
}

/** The mesh without its pieces in the areas; undefined if it has none there. Throws `Unsupported` if it can't be read with certainty. */
export function cutMesh(
  cos: CosDocument,
  mesh: CosStream,
  matrix: Matrix,
  areas: readonly Box[],
  spend: (steps: number) => void,
): CosStream | undefined {
  const of = (key: string) => numberAt(cos, mesh.dict.get(key)) ?? 0;
  const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = numbersAt(cos, mesh.dict.get("Decode"));
  const components = mesh.dict.has("Function") ? 1 : componentsOf(cos, mesh.dict.get("ColorSpace"));
  const bits = { flag: of("BitsPerFlag"), point: of("BitsPerCoordinate"), color: of("BitsPerComponent") };
  const shape = { type: of("ShadingType"), bits, components: components ?? 0, perRow: of("VerticesPerRow") };
  const largest = 2 ** bits.point - 1;
  const place = ([x, y]: Point): Point =>
    transformPoint(matrix, x0 + (x * (x1 - x0)) / largest, y0 + (y * (y1 - y0)) / largest);

  const corners: Point[] = [
    [0, 0],
    [largest, 0],
    [0, largest],
    [largest, largest],
  ];
  const whole = boxOf(corners.map(place));
  if (!areas.some((area) => overlap(area, whole, 0))) return undefined;
  if (![8, 16, 24, 32].includes(bits.point) || ![8, 16].includes(bits.color) || components === undefined)
    throw new Unsupported("mesh");
  const data = cos.decode(mesh, maxBytes);
  spend((data.length * stepsPerVertex) / 4);
  const pieces = piecesOf(data, shape);
  const kept = pieces.filter(({ points }) => {
    const box = boxOf(points.map(place));
    return !areas.some((area) => contains(area, box));
  });
  if (kept.length === pieces.length) return undefined;
  const dict = withEntries(without(mesh.dict, ["Filter", "DecodeParms", "Length", "VerticesPerRow"]), {
    ShadingType: shape.type === 5 ? 4 : shape.type,
    BitsPerFlag: 8,
  });
  return newStream(dict, written(kept, shape), { deflate: true });
}

const boxOf = (points: readonly Point[]): Box =>
  boxAround(points.map(([x, y]) => ({ x0: x, y0: y, x1: x, y1: y })));

function piecesOf(data: Uint8Array, shape: Shape): Piece[] {
  const { bits, components, type, perRow } = shape;
  let at = 0;
  const number = (size: number): number => {
    let value = 0;
    for (let byte = 0; byte < size; byte += 8) value = value * 256 + (data[at++] ?? 0);
    return value;
  };
  const point = (): Point => [number(bits.point), number(bits.point)];
  const color = (): Color => Array.from({ length: components }, () => number(bits.color));
  const several = <T>(count: number, read: () => T): T[] => Array.from({ length: count }, read);
  const isLeft = (points: number, colors: number, flags = 0) =>
    at + (flags + 2 * points * bits.point + colors * components * bits.color) / 8 <= data.length;

  if (type === 5) {
    const vertices: [Point, Color][] = [];
    while (isLeft(1, 1)) vertices.push([point(), color()]);
    return lattice(vertices, perRow);
  }
  if (bits.flag !== 8) throw new Unsupported("mesh");
  const pieces: Piece[] = [];
  if (type === 4) {
    const next = () => {
      number(8);
      return [point(), color()] as const;
    };
    while (isLeft(1, 1, 8)) {
      const [flag, first] = [number(8) & 3, [point(), color()] as const];
      const last = flag === 0 ? undefined : pieces.at(-1);
      const others = last
        ? [flag === 1 ? 1 : 0, 2].map(
            (k) => [last.points[k] ?? first[0], last.colors[k] ?? first[1]] as const,
          )
        : [];
      const more = last || !isLeft(2, 2, 16) ? [] : several(2, next);
      const all = last ? [...others, first] : [first, ...more];
      if (all.length === 3) pieces.push({ points: all.map(([p]) => p), colors: all.map(([, c]) => c) });
    }
    return pieces;
  }
  const size = type === 7 ? 16 : 12;
  while (at < data.length && isLeft(size - 4, 2, 8)) {
    const flag = number(8) & 3;
    const last = flag === 0 ? undefined : pieces.at(-1);
    if (!last && !isLeft(size, 4)) break;
    // It begins with an edge of the one before.
    const shared = last ? [0, 1, 2, 3].map((k) => last.points[(3 * flag + k) % 12] ?? ([0, 0] as const)) : [];
    const ends = last ? [flag, (flag + 1) % 4].map((k) => last.colors[k] ?? []) : [];
    const points = [...shared, ...several(size - shared.length, point)];
    pieces.push({ points, colors: [...ends, ...several(4 - ends.length, color)] });
  }
  return pieces;
}

/** Two triangles for each cell. */
function lattice(vertices: readonly (readonly [Point, Color])[], perRow: number): Piece[] {
  const pieces: Piece[] = [];
  if (perRow < 2) return pieces;
  for (let at = 0; at + perRow + 1 < vertices.length; at++) {
    if (at % perRow === perRow - 1) continue;
    const [a, b, c, d] = [at, at + 1, at + perRow, at + perRow + 1].map((k) => vertices[k]);
    if (!a || !b || !c || !d) continue;
    for (const corners of [
      [a, b, c],
      [b, c, d],
    ])
      pieces.push({ points: corners.map(([p]) => p), colors: corners.map(([, color]) => color) });
  }
  return pieces;
}

/** All pieces with flag 0: each has its own points. */
function written(pieces: readonly Piece[], { type, bits }: Shape): Uint8Array {
  const bytes: number[] = [];
  const add = (value: number, size: number) => {
    for (let shift = size - 8; shift >= 0; shift -= 8) bytes.push(Math.floor(value / 2 ** shift) % 256);
  };
  const addPoint = ([x, y]: Point) => {
    add(x, bits.point);
    add(y, bits.point);
  };
  const addColor = (color: Color) => {
    for (const value of color) add(value, bits.color);
  };
  for (const { points, colors } of pieces)
    if (type < 6)
      points.forEach((point, k) => {
        add(0, 8);
        addPoint(point);
        addColor(colors[k] ?? []);
      });
    else {
      add(0, 8);
      points.forEach(addPoint);
      colors.forEach(addColor);
    }
  return Uint8Array.from(bytes);
}
