/** Filled forms in the eyes of other programs: the values that they read, and how they draw each widget. */
import { spawnSync } from "node:child_process";
import { createCanvas } from "@napi-rs/canvas";
import type { Document, PDFWidget } from "mupdf";
import { loadMupdf } from "../../src/engines/mupdf/load.ts";
import { type Picture, render } from "../../test/support/ink.ts";
import { openPdfjs } from "../../test/support/pdfjs.ts";
import { part } from "../../test/support/pictures.ts";
import { withFile } from "../../test/support/run-tool.ts";

/** Values by full name; a list where a field holds several. */
export type Values = ReadonlyMap<string, string | readonly string[]>;

/** The one that fills in needs the same. */
const mupdf = await loadMupdf();

/** Pixels for an inch. */
const resolution = 144;
const scale = resolution / 72;

/** A widget as pdf.js finds it, in pixels of the page's picture. */
export interface SeenWidget {
  readonly name: string;
  readonly page: number;
  readonly box: readonly [left: number, top: number, width: number, height: number];
}

const isText = (value: unknown): value is string => typeof value === "string";

/** What qpdf reads; names of states without their slash. */
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

/** What pdf.js reads, and where it finds the widgets that people see. */
export async function seenByPdfjs(
  bytes: Uint8Array,
): Promise<{ readonly values: Values; readonly widgets: readonly SeenWidget[] }> {
  const document = await openPdfjs(bytes);
  const values = new Map<string, string | string[]>();
  const widgets: SeenWidget[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    // poppler draws all pages in points.
    const view = page.getViewport({ scale: scale / page.userUnit });
    for (const { subtype, fieldName, fieldValue, rect, hidden, noView } of await page.getAnnotations()) {
      if (subtype !== "Widget" || !isText(fieldName)) continue;
      const one = Array.isArray(fieldValue) && fieldValue.length < 2 ? (fieldValue[0] ?? "") : fieldValue;
      values.set(fieldName, one ?? "");
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: number[] = view.convertToViewportRectangle(rect);
      const [left, top] = [Math.min(x0, x1), Math.min(y0, y1)].map(Math.round);
      const [width, height] = [Math.abs(x1 - x0), Math.abs(y1 - y0)].map(Math.round);
      // In a smaller one nothing can be read.
      if (!hidden && !noView && (width ?? 0) > 6 && (height ?? 0) > 6)
        widgets.push({ name: fieldName, page: number, box: [left ?? 0, top ?? 0, width ?? 0, height ?? 0] });
    }
  }
  await document.destroy();
  return { values, widgets };
}

/** What MuPDF reads. */
export function valuesByMupdf(bytes: Uint8Array): Values {
  const values = new Map<string, string>();
  // MuPDF gives the value of a check box's group, and of several choices the first.
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
  /** Red, green and blue. */
  at(x: number, y: number): { readonly [component: number]: number };
}

/** In grey as poppler makes it. */
function greyOf({ width, height, at }: Colored): Picture {
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const { 0: red = 0, 1: green = 0, 2: blue = 0 } = at(x, y);
      grey[y * width + x] = Math.round(0.3 * red + 0.59 * green + 0.11 * blue);
    }
  return { width, height, grey };
}

/** Pixels of a cell, in which edges may fall differently. */
const cell = 6;

/** A page before and after it was filled in. */
export interface Change {
  readonly before: Picture;
  readonly after: Picture;
}

/** How much darker or lighter each cell of a widget became, in grey levels of its pixels. */
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

/** Changes below this are none: a few pixels of an edge. */
const hair = 8 * 255;

export const isSeen = (change: Float64Array): boolean => sum(change) > hair;

const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);

/** How differently two programs draw a change: 0 equal, about 1 where it lies elsewhere or only one has it. */
export function difference(a: Float64Array, b: Float64Array): number {
  const inked = Math.max(sum(a), sum(b));
  return inked < hair ? 0 : sum(a.map((value, k) => Math.abs(value - (b[k] ?? 0)))) / inked;
}

/** The words that poppler finds in each widget, without blanks. */
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
      // Boxes of words that aren't upright aren't where the words are: they are somewhere on the page.
      const only = ["-f", String(page), "-l", String(page), "-raw"];
      return spawnSync("pdftotext", [...only, path, "-"]).stdout.toString();
    });
  });
}
