/** What turns with an annotation on a page that is placed turned (ISO 32000-2, 12.5.5): appearances, and sides by name. */
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosDict,
  type CosRef,
  type CosValue,
  isDict,
  isRef,
  isStream,
  withEntries,
} from "../../cos/syntax/value.ts";
import { readBox } from "../pages/boxes.ts";
import { boxArray, type Matrix, multiply, rounded, transformBox, transformPoint } from "../pages/matrix.ts";
import { arrayAt, dictAt, matrixAt, numberAt } from "../typed-get.ts";

/** Bit of /F (table 167): the annotation stays upright, fixed at its upper left corner. */
const noRotate = 1 << 4;

/** Stores a new object once for each key. */
export type AddOnce = (key: string, make: () => CosValue) => CosRef;

/** Turns the rest of an annotation whose points were moved by `matrix`; `annotation` is as it was before. */
export function turnAnnotation(
  cos: CosDocument,
  annotation: CosDict,
  made: CosDict,
  matrix: Matrix,
  add: AddOnce,
): void {
  const [a, b, c, d] = matrix;
  const [across, up] = [Math.hypot(a, b), Math.hypot(c, d)];
  const turn: Matrix = [rounded(a / across), rounded(b / across), rounded(c / up), rounded(d / up), 0, 0];
  const before = readBox(cos, annotation.get("Rect"));
  if (turn[0] === 1 || !before) return;

  if (((numberAt(cos, annotation.get("F")) ?? 0) & noRotate) !== 0) {
    const [left, top] = transformPoint(matrix, before.x0, before.y1);
    const [width, height] = [(before.x1 - before.x0) * across, (before.y1 - before.y0) * up];
    made.set("Rect", boxArray({ x0: left, y0: top - height, x1: left + width, y1: top }));
    return;
  }

  made.set("Rect", boxArray(transformBox(matrix, before)));
  /** Clockwise. */
  const quarters = (Math.round(Math.atan2(-b, a) / (Math.PI / 2)) + 4) % 4;
  // Left, top, right, bottom.
  const insets = arrayAt(cos, made.get("RD"));
  if (insets?.length === 4)
    made.set(
      "RD",
      insets.map((_, k) => insets[(k + 4 - quarters) % 4] ?? 0),
    );

  const look: CosDict | undefined = dictAt(cos, made.get("MK")) ?? (made.has("FT") ? new Map() : undefined);
  if (look) {
    // Counterclockwise.
    const old = numberAt(cos, look.get("R")) ?? 0;
    made.set("MK", withEntries(look, { R: (((old - 90 * quarters) % 360) + 360) % 360 }));
  }

  const turned = (value: CosValue): CosValue => {
    const stream = cos.resolve(value);
    if (!isStream(stream) || !isRef(value)) return value;
    return add(`${value.num} turned by ${turn.join(" ")}`, () => {
      const Matrix = [...multiply(matrixAt(cos, stream.dict.get("Matrix")), turn)];
      return { ...stream, dict: withEntries(stream.dict, { Matrix }) };
    });
  };

  const appearances = dictAt(cos, made.get("AP"));
  if (!appearances) return;
  const own: CosDict = new Map();
  for (const [key, value] of appearances) {
    // One appearance, or one for each state.
    const states = cos.resolve(value);
    own.set(
      key,
      isDict(states) ? new Map(Array.from(states, ([state, one]) => [state, turned(one)])) : turned(value),
    );
  }
  made.set("AP", own);
}
