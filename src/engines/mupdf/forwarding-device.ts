/** A device that passes everything on to another one, except for what it does with text itself. */
import type {
  BlendMode,
  Color,
  ColorSpace,
  Device,
  Image,
  Matrix,
  Path,
  Rect,
  Shade,
  StrokeState,
  Text,
} from "mupdf";
import { type Mupdf, release } from "./load.ts";

/** How text is drawn: the callback draws it on the other device. */
export type OnText = (text: Text, matrix: Matrix, draw: (text: Text) => void, stroke?: StrokeState) => void;

/** Runs `draw` with the forwarding device. */
export function forwarded(mupdf: Mupdf, to: Device, onText: OnText, draw: (device: Device) => void): void {
  const ink = inksOf(mupdf);
  const functions = {
    fillPath(
      path: Path,
      evenOdd: boolean,
      matrix: Matrix,
      space: ColorSpace,
      color: number[],
      alpha: number,
    ) {
      to.fillPath(path, evenOdd, matrix, ...ink(space, color), alpha);
      release(path, space);
    },
    strokePath(
      path: Path,
      stroke: StrokeState,
      matrix: Matrix,
      space: ColorSpace,
      color: number[],
      alpha: number,
    ) {
      to.strokePath(path, stroke, matrix, ...ink(space, color), alpha);
      release(path, stroke, space);
    },
    clipPath(path: Path, evenOdd: boolean, matrix: Matrix) {
      to.clipPath(path, evenOdd, matrix);
      release(path);
    },
    clipStrokePath(path: Path, stroke: StrokeState, matrix: Matrix) {
      to.clipStrokePath(path, stroke, matrix);
      release(path, stroke);
    },
    fillText(text: Text, matrix: Matrix, space: ColorSpace, color: number[], alpha: number) {
      onText(text, matrix, (own) => to.fillText(own, matrix, ...ink(space, color), alpha));
      release(text, space);
    },
    strokeText(
      text: Text,
      stroke: StrokeState,
      matrix: Matrix,
      space: ColorSpace,
      color: number[],
      alpha: number,
    ) {
      onText(text, matrix, (own) => to.strokeText(own, stroke, matrix, ...ink(space, color), alpha), stroke);
      release(text, stroke, space);
    },
    clipText(text: Text, matrix: Matrix) {
      onText(text, matrix, (own) => to.clipText(own, matrix));
      release(text);
    },
    clipStrokeText(text: Text, stroke: StrokeState, matrix: Matrix) {
      onText(text, matrix, (own) => to.clipStrokeText(own, stroke, matrix), stroke);
      release(text, stroke);
    },
    fillShade(shade: Shade, matrix: Matrix, alpha: number) {
      to.fillShade(shade, matrix, alpha);
      disown(mupdf, shade);
    },
    fillImage(image: Image, matrix: Matrix, alpha: number) {
      to.fillImage(image, matrix, alpha);
      release(image);
    },
    fillImageMask(image: Image, matrix: Matrix, space: ColorSpace, color: number[], alpha: number) {
      to.fillImageMask(image, matrix, ...ink(space, color), alpha);
      release(image, space);
    },
    clipImageMask(image: Image, matrix: Matrix) {
      to.clipImageMask(image, matrix);
      release(image);
    },
    popClip: () => to.popClip(),
    beginMask(box: Rect, luminosity: boolean, space: ColorSpace, color: number[]) {
      to.beginMask(box, luminosity, ...ink(space, color));
      release(space);
    },
    endMask: () => to.endMask(),
    beginGroup(
      box: Rect,
      space: ColorSpace,
      isolated: boolean,
      knockout: boolean,
      mode: BlendMode,
      alpha: number,
    ) {
      to.beginGroup(box, space, isolated, knockout, mode, alpha);
      release(space);
    },
    endGroup: () => to.endGroup(),
    beginTile(box: Rect, view: Rect, across: number, down: number, matrix: Matrix, id: number, of: number) {
      return to.beginTile(box, view, across, down, matrix, id, of);
    },
    endTile: () => to.endTile(),
  };
  const device = new mupdf.Device(functions);
  try {
    draw(device);
    device.close();
  } finally {
    release(device);
  }
}

/**
 * A color that can be passed on: only those of up to four components can, without two. Of others, no ink is white, and any ink is
 * dark.
 */
function inksOf({ ColorSpace: { DeviceGray } }: Mupdf) {
  return (space: ColorSpace, color: readonly number[]): [ColorSpace, Color] => {
    const [a, b, c, d] = color;
    if (a !== undefined && b === undefined) return [space, [a]];
    if (a !== undefined && b !== undefined && c !== undefined && d === undefined) return [space, [a, b, c]];
    if (a !== undefined && b !== undefined && c !== undefined && d !== undefined && color.length === 4)
      return [space, [a, b, c, d]];
    return [DeviceGray, [color.every((part) => part < 0.05) ? 1 : 0.3]];
  };
}

/** MuPDF lends a shade to the callback without counting it: the object that wraps it must not free it when it is collected. */
function disown(mupdf: Mupdf, shade: Shade): void {
  const finalizer: unknown = Reflect.get(mupdf.Shade, "_finalizer");
  if (finalizer instanceof FinalizationRegistry) finalizer.unregister(shade);
}
