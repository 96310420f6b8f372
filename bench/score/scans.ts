/**
 * Makes scans of corpus files with known text: `bun bench/score/scans.ts <folder> [part of a name ...]`. Each page becomes a
 * gray image at 150 or 200 dpi, slightly skewed, blurred and grainy; every third document is black and white only.
 * The folder becomes a corpus: `PDFD_CORPUS=<folder> npm run score -- --ocr` reads it. With `--plain` the documents are
 * copied unchanged; the score of their text is the upper limit for their scans.
 */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { deflateSync } from "node:zlib";
import type { GrayImage } from "../../src/core/page-reading.ts";
import { tilted } from "../../src/core/projection.ts";
import type { PageSize } from "../../src/core/readers.ts";
import { openPages } from "../../src/engines/mupdf/page-images.ts";
import { seenThrough } from "../../src/ocr/picture/bitmap.ts";
import { corpusFolder } from "../../test/support/corpus.ts";
import { memorySource } from "../../test/support/memory-files.ts";
import { type BuiltStream, pagesPdf } from "../../test/support/pdf-builder.ts";
import { type Entry, entries } from "./corpus-score.ts";

/** Repeatable random numbers from 0 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed * 7919 + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Simulates a scanner: rotation by up to one degree, off-white paper, and grain. */
function asScanned(image: GrayImage, random: () => number, bitonal: boolean): GrayImage {
  const { width, height, pixels } = seenThrough(image, tilted((random() - 0.5) * 0.035));
  const made = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at += 1) {
    const grain = (random() + random() - 1) * 28;
    const soft = ((pixels[at] ?? 255) * 2 + (pixels[at - 1] ?? 255) + (pixels[at + 1] ?? 255)) / 4;
    const value = 20 + soft * 0.88 + grain;
    const seen = bitonal ? 255 * Number(value >= 185) : value;
    made[at] = Math.min(Math.max(seen, 0), 255);
  }
  return { width, height, pixels: made };
}

function pictureObject({ width, height, pixels }: GrayImage): BuiltStream {
  const dict = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`;
  return { dict, data: deflateSync(pixels) };
}

async function scanOf(document: Uint8Array, seed: number): Promise<Uint8Array> {
  using pages = await openPages(memorySource(document));
  const random = randomNumbers(seed);
  const dpi = seed % 2 === 0 ? 150 : 200;
  const entries: string[] = [];
  const more: Record<number, BuiltStream> = {};
  for (let page = 1; page <= pages.pageCount; page += 1) {
    const { width, height } = pages.size(page);
    const pixels: PageSize = {
      width: Math.round((width * dpi) / 72),
      height: Math.round((height * dpi) / 72),
    };
    const number = 1000 + 2 * page;
    entries.push(
      `/MediaBox[0 0 ${width} ${height}]/Contents ${number} 0 R/Resources<</XObject<</I ${number + 1} 0 R>>>>`,
    );
    const image = pages.drawGray(page, pixels);
    more[number] = { dict: "", data: image ? `q ${width} 0 0 ${height} 0 0 cm /I Do Q` : "" };
    if (image) more[number + 1] = pictureObject(asScanned(image, random, seed % 3 === 2));
  }
  return pagesPdf(entries, { more });
}

const args = process.argv.slice(2);
const plain = args.includes("--plain");
const [folder, ...wanted] = args.filter((arg) => !arg.startsWith("--"));
if (folder === undefined) throw new Error("name a folder for the scans");
const target = resolve(folder);
mkdirSync(join(target, "scans"), { recursive: true });
const made: Entry[] = [];
for (const entry of entries()) {
  if (entry.group !== "roundtrip" || (wanted.length > 0 && !wanted.some((part) => entry.id.includes(part))))
    continue;
  const file = `scans/${entry.id}.pdf`;
  const document = readFileSync(join(corpusFolder, entry.file));
  writeFileSync(join(target, file), plain ? document : await scanOf(document, made.length));
  for (const truth of [entry.text, entry.markdown]) {
    if (truth === undefined) continue;
    mkdirSync(dirname(join(target, truth)), { recursive: true });
    cpSync(join(corpusFolder, truth), join(target, truth));
  }
  made.push({ ...entry, file, group: "scan" });
}
writeFileSync(join(target, "manifest.json"), JSON.stringify({ files: made }));
symlinkSync(join(corpusFolder, "score"), join(target, "score"));
symlinkSync(join(corpusFolder, "README.md"), join(target, "README.md"));
console.log(`${made.length} documents in ${target}`);
