/** How other programs see filled forms: the values they read, and how they draw each widget. */
import { spawnSync } from "node:child_process";
import { createCanvas } from "@napi-rs/canvas";
import type { Document, PDFWidget } from "mupdf";
import { loadMupdf } from "../../src/engines/mupdf/load.ts";
import { type Picture, render } from "../../test/support/ink.ts";
import { openPdfjs } from "../../test/support/pdfjs.ts";
import { part } from "../../test/support/pictures.ts";
import { withFile } from "../../test/support/run-tool.ts";

/** Values by full name; a list if a field has several. */
export type Values = ReadonlyMap<string, string | readonly string[]>;

/** pdfd's MuPDF, which a peer in form-peers.ts also uses. */
const mupdf = await loadMupdf();

/** Pixels per inch. */
const resolution = 144;
const scale = resolution / 72;

/** A widget found by pdf.js, in pixels of the page image. */
export interface SeenWidget {
  readonly name: string;
  readonly page: number;
  readonly box: readonly [left: number, top: number, width: number, height: number];
}

const isText = (value: unknown): value is string => typeof value === "string";

/** The values qpdf reads; state names without the slash. */
export function valuesByQpdf(bytes: Uint8Array): Values {
  return withFile(bytes, (path) => {
    const run = spawnSync("qpdf", ["--json=2", "--json-key=acroform", path], { maxBuffer: 1e9 });
    const { acroform } = JSON.parse(run.status === 2 ? "{}" : run.stdout.toString());
    const plain = (value: unknown) => (isText(value) ? value.replace(/^(?:[ub]:|\/)/, "") : "");
    const fields: { readonly fullname: string; readonly value: unknown }[] = acroform?.fields ?? [];
    return new Map(
      fields.map(({ fullname, value }) => [fullname, Array.isArray(value) ? value.map(plain) : plain(value)]),
    );
  });
}

/** The values pdf.js reads, and the places of visible widgets. */
export async function seenByPdfjs(
  bytes: Uint8Array,
): Promise<{ readonly values: Values; readonly widgets: readonly SeenWidget[] }> {
  const document = await openPdfjs(bytes);
  const values = new Map<string, string | string[]>();
  const widgets: SeenWidget[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    // Poppler ignores UserUnit.
    const view = page.getViewport({ scale: scale / page.userUnit });
    for (const { subtype, fieldName, fieldValue, rect, hidden, noView } of await page.getAnnotations()) {
      if (subtype !== "Widget" || !isText(fieldName)) continue;
      const one = Array.isArray(fieldValue) && fieldValue.length < 2 ? (fieldValue[0] ?? "") : fieldValue;
      values.set(fieldName, one ?? "");
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: number[] = view.convertToViewportRectangle(rect);
      const [left, top] = [Math.min(x0, x1), Math.min(y0, y1)].map(Math.round);
      const [width, height] = [Math.abs(x1 - x0), Math.abs(y1 - y0)].map(Math.round);
      // Smaller ones are illegible.
      if (!hidden && !noView && (width ?? 0) > 6 && (height ?? 0) > 6)
        widgets.push({ name: fieldName, page: number, box: [left ?? 0, top ?? 0, width ?? 0, height ?? 0] });
    }
  }
  await document.destroy();
  return { values, widgets };
}

/** The values MuPDF reads. */
export function valuesByMupdf(bytes: Uint8Array): Values {
  const values = new Map<string, string>();
  // MuPDF returns the value of a check box's group, and only the first of several choices.
  for (const widget of widgetsByMupdf(mupdf.Document.openDocument(bytes, "application/pdf")))
    values.set(widget.getName(), widget.getValue());
  return values;
}

export function* widgetsByMupdf(document: Document): Generator<PDFWidget> {
  for (let page = 0; page < document.countPages(); page++) {
    const loaded = document.loadPage(page);
    if (loaded instanceof mupdf.PDFPage) yield* loaded.getWidgets();
  }
}

export type Draw = (bytes: Uint8Array, page: number) => Promise<Picture>;

export const drawings: Readonly<Record<"mupdf" | "poppler" | "pdfjs", Draw>> = {
  async mupdf(bytes, number) {
    const page = mupdf.Document.openDocument(bytes, "application/pdf").loadPage(number - 1);
    const unit = page instanceof mupdf.PDFPage ? page.getObject().get("UserUnit") : undefined;
    const zoom = unit?.isNumber() ? scale / unit.asNumber() : scale;
    const matrix = mupdf.Matrix.scale(zoom, zoom);
    const drawn = page.toPixmap(matrix, mupdf.ColorSpace.DeviceRGB, false, true);
    const [width, height, stride] = [drawn.getWidth(), drawn.getHeight(), drawn.getStride()];
    const pixels = drawn.getPixels();
    return greyOf({ width, height, at: (x, y) => pixels.subarray(y * stride + 3 * x) });
  },
  poppler: async (bytes, page) => render(bytes, page, resolution),
  async pdfjs(bytes, number) {
    const document = await openPdfjs(bytes);
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: scale / page.userUnit });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    const { width, height } = canvas;
    await page.render({ canvas: Object(canvas), viewport, annotationMode: 1 }).promise;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    await document.destroy();
    return greyOf({ width, height, at: (x, y) => data.subarray(4 * (y * width + x)) });
  },
};

interface Colored {
  readonly width: number;
  readonly height: number;
  /** The red, green and blue components. */
  at(x: number, y: number): { readonly [component: number]: number };
}

/** Converts to gray like Poppler. */
function greyOf({ width, height, at }: Colored): Picture {
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const { 0: red = 0, 1: green = 0, 2: blue = 0 } = at(x, y);
      grey[y * width + x] = Math.round(0.3 * red + 0.59 * green + 0.11 * blue);
    }
  return { width, height, grey };
}

/** The size of a cell in pixels, large enough to absorb differences in edges. */
const cell = 6;

/** A page before and after filling. */
export interface Change {
  readonly before: Picture;
  readonly after: Picture;
}

/** The change of each cell of a widget, as the sum of its pixels' changes in gray level. */
export function changed(
  { before, after }: Change,
  { box: [left, top, width, height] }: SeenWidget,
): Float64Array {
  const [old, now] = [part(before, left, top, width, height), part(after, left, top, width, height)];
  const across = Math.ceil(width / cell);
  const sums = new Float64Array(across * Math.ceil(height / cell));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = Math.floor(y / cell) * across + Math.floor(x / cell);
      const change = Math.abs((now.grey[y * width + x] ?? 0) - (old.grey[y * width + x] ?? 0));
      sums[at] = (sums[at] ?? 0) + change;
    }
  return sums;
}

/** Smaller changes don't count: they are a few pixels of an edge. */
const hair = 8 * 255;

export const isSeen = (change: Float64Array): boolean => sum(change) > hair;

const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);

/** The difference between two drawn changes: 0 if equal, about 1 if they are in different places or one is missing. */
export function difference(a: Float64Array, b: Float64Array): number {
  const inked = Math.max(sum(a), sum(b));
  return inked < hair ? 0 : sum(a.map((value, k) => Math.abs(value - (b[k] ?? 0)))) / inked;
}

/** The words Poppler finds in each widget, without spaces. */
export function textByPoppler(bytes: Uint8Array, widgets: readonly SeenWidget[]): string[] {
  return withFile(bytes, (path) => {
    const run = spawnSync("pdftotext", ["-bbox", "-cropbox", path, "-"], { maxBuffer: 1e9 });
    const pages = run.stdout.toString().split("<page ").slice(1);
    const words = pages.map((page) =>
      [...page.matchAll(/xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g)].map(
        ([, x0, y0, x1, y1, text = ""]) => ({
          x: ((Number(x0) + Number(x1)) / 2) * scale,
          y: ((Number(y0) + Number(y1)) / 2) * scale,
          text,
        }),
      ),
    );
    return widgets.map(({ page, box }) => {
      const [left, top, width, height] = box;
      const inside = (words[page - 1] ?? []).filter(
        ({ x, y }) => x >= left && x <= left + width && y >= top && y <= top + height,
      );
      if (inside.length > 0) return inside.map(({ text }) => text).join("");
      // Poppler's boxes for rotated words are wrong, so accept the text of the whole page.
      const only = ["-f", String(page), "-l", String(page), "-raw"];
      return spawnSync("pdftotext", [...only, path, "-"]).stdout.toString();
    });
  });
}
