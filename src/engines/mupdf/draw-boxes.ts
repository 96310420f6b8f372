/** A page's picture with boxes drawn on it, to show the results of an analysis. */
import type { Color, Device, Font } from "mupdf";
import type { ByteSource } from "../../core/document-io.ts";
import type { MarkedBox } from "../../core/readers.ts";
import { openMupdf } from "./document.ts";
import { type Mupdf, release } from "./load.ts";

/** Pixels per point: enough to read small print. */
const scale = 2;
/** In points. */
const labelSize = 7;

/** A PNG of page `number`, 1-based. 422 `operation_failed` if it can't be drawn. */
export async function drawBoxes(
  source: ByteSource,
  number: number,
  boxes: readonly MarkedBox[],
): Promise<Uint8Array> {
  using document = await openMupdf(source);
  const { mupdf } = document;
  return document.run(`draw page ${number}`, () => {
    const matrix = mupdf.Matrix.scale(scale, scale);
    const page = document.document.loadPage(number - 1);
    const pixmap = page.toPixmap(matrix, mupdf.ColorSpace.DeviceRGB, false, true);
    const device = new mupdf.DrawDevice(matrix, pixmap);
    const font = new mupdf.Font("Helvetica-Bold");

    try {
      for (const box of boxes) drawBox(mupdf, device, font, box);
      device.close();
      return pixmap.asPNG().slice();
    } finally {
      release(font, device, pixmap, page);
    }
  });
}

function drawBox(mupdf: Mupdf, device: Device, font: Font, { box, label, color }: MarkedBox): void {
  const { x0, y0, x1, y1 } = box;
  const rgb: Color = [...color];
  const frame = new mupdf.Path();
  frame.rect(x0, y0, x1, y1);
  const stroke = new mupdf.StrokeState({
    lineWidth: 0.8,
    lineCap: "Butt",
    lineJoin: "Miter",
    miterLimit: 10,
  });
  const { identity } = mupdf.Matrix;
  device.fillPath(frame, false, identity, mupdf.ColorSpace.DeviceRGB, rgb, 0.08);
  device.strokePath(frame, stroke, identity, mupdf.ColorSpace.DeviceRGB, rgb, 1);
  const text = new mupdf.Text();
  text.showString(font, [labelSize, 0, 0, -labelSize, x0, Math.max(labelSize, y0 - 1)], label);
  device.fillText(text, identity, mupdf.ColorSpace.DeviceRGB, rgb, 1);
  release(frame, stroke, text);
}
