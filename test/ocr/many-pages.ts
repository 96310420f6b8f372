/** Reads pages in one thread and in three, and prints both results. */
import { turned } from "../../src/ocr/picture/bitmap.ts";
import { Recognizer } from "../../src/ocr/recognizer.ts";
import { dpi, picture, rowsOf } from "./pictures.ts";

const lines = [
  "The committee met in the morning and heard the report",
  "of its secretary, who had counted 1,204 letters in March",
  "and found that most of them asked for the same thing.",
];
const text = ["Annual report", ...lines].map((line, k) => ({
  text: line,
  x: 72,
  baseline: 150 + 15 * k,
  size: 12,
}));
// Only the rows with text, because every row takes time.
const page = rowsOf(await picture(text), 250, 300);
const blank = { ...page, pixels: new Uint8Array(page.pixels.length).fill(255) };
// The hint from the previous page is right, then wrong, then missing.
const pages = [page, page, turned(page, 90), blank, page];

async function read(threads: number) {
  using recognizer = new Recognizer([], threads);
  return await Promise.all(pages.map((image) => recognizer.recognize(image, dpi)));
}

process.stdout.write(JSON.stringify([await read(1), await read(3)]));
process.exit(0);
