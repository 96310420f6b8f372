/** A widget's appearance other than text: background, border, and the marks of check boxes and radio buttons (12.5.6.19). */
import {
  appendBezierCurve,
  closePath,
  fill,
  lineTo,
  moveTo,
  type PDFOperator,
  popGraphicsState,
  pushGraphicsState,
  setDashPattern,
  setLineWidth,
  stroke,
} from "pdf-lib";
import type { CosDocument } from "../../cos/document.ts";
import { type CosDict, latin1 } from "../../cos/syntax/value.ts";
import { readBox } from "../pages/boxes.ts";
import type { Matrix } from "../pages/matrix.ts";
import { box, precise, setColor } from "../stamp/operators.ts";
import { arrayAt, bytesAt, dictAt, nameAt, numberAt, numbersAt } from "../typed-get.ts";

export interface Frame {
  /** Size in the widget's own space, in which it is upright. */
  readonly width: number;
  readonly height: number;
  /** From that space to the widget's upright box on the page. */
  readonly matrix: Matrix;
  readonly border: number;
  /** Draws background and border. */
  readonly content: readonly PDFOperator[];
  /** MK/CA. */
  readonly caption: Uint8Array | undefined;
}

/** The frame of a widget; undefined for one without area. `round`: of a radio button; `cells`: of a comb, which lines part. */
export function widgetFrame(cos: CosDocument, widget: CosDict, round = false, cells = 1): Frame | undefined {
  const rect = readBox(cos, widget.get("Rect"));
  if (!rect) return undefined;

  const [across, up] = [rect.x1 - rect.x0, rect.y1 - rect.y0];
  const looks = dictAt(cos, widget.get("MK"));
  const turn = (((numberAt(cos, looks?.get("R")) ?? 0) % 360) + 360) % 360;
  const turned = turn === 90 || turn === 270;
  const [width, height] = turned ? [up, across] : [across, up];
  const style = dictAt(cos, widget.get("BS"));
  const declared =
    numberAt(cos, style?.get("W")) ?? numberAt(cos, arrayAt(cos, widget.get("Border"))?.[2]) ?? 1;
  // Undefined: transparent.
  const line = setColor(numbersAt(cos, looks?.get("BC")), true);
  const ground = setColor(numbersAt(cos, looks?.get("BG")));
  const border = line === undefined ? 0 : Math.max(0, Math.min(declared, width / 2, height / 2));
  const kind = nameAt(cos, style?.get("S"));
  const content: PDFOperator[] = [];
  if (ground) content.push(...isolated(ground, ...outline(width, height, 0, round), fill()));

  if (line && border > 0) {
    const dash = kind === "D" ? [setDashPattern(dashes(cos, style), 0)] : [];
    const path =
      kind === "U"
        ? [moveTo(0, precise(border / 2)), lineTo(precise(width), precise(border / 2))]
        : outline(width, height, border / 2, round);
    for (let k = 1; k < cells; k++) {
      const x = precise((width * k) / cells);
      path.push(moveTo(x, 0), lineTo(x, precise(height)));
    }
    content.push(...isolated(line, setLineWidth(precise(border)), ...dash, ...path, stroke()));
  }

  const caption = bytesAt(cos, looks?.get("CA"));
  return { width, height, matrix: turns(turn, across, up), border, content, caption };
}

function turns(turn: number, across: number, up: number): Matrix {
  if (turn === 90) return [0, 1, -1, 0, across, 0];
  if (turn === 180) return [-1, 0, 0, -1, across, up];
  return turn === 270 ? [0, -1, 1, 0, 0, up] : [1, 0, 0, 1, 0, 0];
}

function dashes(cos: CosDocument, style: CosDict | undefined): number[] {
  const list = numbersAt(cos, style?.get("D"));
  const valid = list.length > 0 && list.every((value) => value >= 0) && list.some((value) => value > 0);
  return (valid ? list : [3]).map(precise);
}

function isolated(...operators: PDFOperator[]): PDFOperator[] {
  return [pushGraphicsState(), ...operators, popGraphicsState()];
}

function outline(width: number, height: number, inset: number, round: boolean): PDFOperator[] {
  if (round) return circle(width / 2, height / 2, Math.min(width, height) / 2 - inset);
  return [box(inset, inset, width - 2 * inset, height - 2 * inset)];
}

/** Control points of a quarter circle of radius 1. */
const bow = 0.5523;

function circle(x: number, y: number, r: number): PDFOperator[] {
  const px = (part: number) => precise(x + part * r);
  const py = (part: number) => precise(y + part * r);
  const curve = (x1: number, y1: number, x2: number, y2: number, x3: number, y3: number) =>
    appendBezierCurve(px(x1), py(y1), px(x2), py(y2), px(x3), py(y3));
  return [
    moveTo(px(1), py(0)),
    curve(1, bow, bow, 1, 0, 1),
    curve(-bow, 1, -1, bow, -1, 0),
    curve(-1, -bow, -bow, -1, 0, -1),
    curve(bow, -1, 1, -bow, 1, 0),
    closePath(),
  ];
}

/** Shapes by their letter in ZapfDingbats (12.7.5.2.3), as corners (x and y) in a unit square. */
const shapes: Readonly<Record<string, readonly number[]>> = {
  "4": [0.1, 0.45, 0.2, 0.55, 0.4, 0.35, 0.8, 0.85, 0.9, 0.78, 0.42, 0.12],
  "8": [
    0.1, 0.2, 0.2, 0.1, 0.5, 0.4, 0.8, 0.1, 0.9, 0.2, 0.6, 0.5, 0.9, 0.8, 0.8, 0.9, 0.5, 0.6, 0.2, 0.9, 0.1,
    0.8, 0.4, 0.5,
  ],
  n: [0.15, 0.15, 0.85, 0.15, 0.85, 0.85, 0.15, 0.85],
  u: [0.5, 0.05, 0.95, 0.5, 0.5, 0.95, 0.05, 0.5],
  H: [
    0.5, 1, 0.62, 0.64, 1, 0.64, 0.69, 0.42, 0.8, 0.05, 0.5, 0.28, 0.2, 0.05, 0.31, 0.42, 0, 0.64, 0.38, 0.64,
  ],
};

/** The mark of a checked box. */
export function mark(
  { width, height, border, caption }: Frame,
  round: boolean,
  fillColor: PDFOperator,
): PDFOperator[] {
  const side = Math.max(Math.min(width, height) - 2 * border, 0) * 0.8;
  const [left, bottom] = [(width - side) / 2, (height - side) / 2];
  const letter = caption ? latin1(caption).slice(0, 1) : "";
  if (letter === "l" || (letter === "" && round))
    return isolated(fillColor, ...circle(width / 2, height / 2, (side / 2) * 0.7), fill());

  const corners = shapes[letter] ?? shapes["4"] ?? [];
  const path: PDFOperator[] = [];

  for (let k = 0; k + 1 < corners.length; k += 2) {
    const [x, y] = [left + (corners[k] ?? 0) * side, bottom + (corners[k + 1] ?? 0) * side];
    path.push((k === 0 ? moveTo : lineTo)(precise(x), precise(y)));
  }

  return isolated(fillColor, ...path, closePath(), fill());
}
