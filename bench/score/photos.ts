/**
 * Corpus pages as photographed by a phone: `bun bench/score/photos.ts [pages [skipped]]` (needs ImageMagick's `convert`).
 * Each photo is a blurred, grainy JPEG taken at an angle, on a darker table, lit from a corner. Prints the word F1 of the
 * photo and of the straight image against the page's text, and the lost lines. `--worse`: other angles, and more blur, grain,
 * JPEG artifacts and shadow, on tables of other brightness. `--lines` prints the lost lines, and where warnings are.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GrayImage, RecognizedPage } from "../../src/core/page-reading.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { openPages } from "../../src/engines/mupdf/page-images.ts";
import { Recognizer } from "../../src/ocr/recognizer.ts";
import { corpusFolder } from "../../test/support/corpus.ts";
import { memorySource } from "../../test/support/memory-files.ts";
import { randomNumbers } from "../../test/support/mutate.ts";
import { entries } from "./corpus-score.ts";

const dpi = 150;
const documents = ["gpu.", "rfc3595.", "slix.", "de-ifg.", "eip3675.", "oteltrace."];
const pagesOfEach = 2;

interface Look {
  readonly table: string;
  readonly blur: number;
  readonly grain: number;
  readonly quality: number;
  /** The shadow of a hand or the phone. */
  readonly shadow: boolean;
}

const usual: Look = { table: "gray35", blur: 0.6, grain: 0.15, quality: 80, shadow: false };

/** A combination that no other seed below 60 has. */
function worse(seed: number): Look {
  const of = <Value>(values: readonly [Value, ...Value[]]) => values[seed % values.length] ?? values[0];
  return {
    table: of(["gray8", "gray35", "gray60", "gray20", "gray80"]),
    blur: of([0.9, 0.6, 1.1]),
    grain: of([0.15, 0.3, 0.2, 0.1]),
    quality: of([80, 50, 65, 35]),
    shadow: seed % 2 === 1,
  };
}

/** The image as a phone sees it: corners move by up to 7% of a side. */
function photographed({ width, height, pixels }: GrayImage, seed: number, look: Look): GrayImage {
  const next = randomNumbers(seed + 1);
  const away = (side: number) => Math.round((side * next(70)) / 1000);
  const [w, h] = [width - 1, height - 1];
  const corners = [
    ["0,0", `${away(w)},${away(h)}`],
    [`${w},0`, `${w - away(w)},${away(h)}`],
    [`0,${h}`, `${away(w)},${h - away(h)}`],
    [`${w},${h}`, `${w - away(w)},${h - away(h)}`],
  ];
  const light = ["gray45-white", "white-gray45", "gray60-white"][seed % 3];
  const edge = `${width * 0.45},${height * 0.2} ${width},${height * 0.5} ${width},${height} ${width * 0.6},${height}`;
  const shadow = [
    ...["(", "-size", `${width}x${height}`, "xc:white", "-fill", "gray55", "-draw", `polygon ${edge}`],
    ...["-blur", "0x12", ")", "-compose", "multiply", "-composite"],
  ];
  const jpeg = execFileSync(
    "convert",
    [
      ...[
        "-size",
        `${width}x${height}`,
        "-depth",
        "8",
        "gray:-",
        "-virtual-pixel",
        "background",
        "-background",
        look.table,
      ],
      ...["-distort", "Perspective", corners.map((pair) => pair.join(" ")).join("  ")],
      ...["(", "-size", `${width}x${height}`, `gradient:${light}`, ")", "-compose", "multiply", "-composite"],
      ...(look.shadow ? shadow : []),
      ...[
        "-blur",
        `0x${look.blur}`,
        "-seed",
        String(seed),
        "-attenuate",
        String(look.grain),
        "+noise",
        "Gaussian",
      ],
      ...["-colorspace", "Gray", "-quality", String(look.quality), "jpeg:-"],
    ],
    { input: pixels, maxBuffer: 1e9 },
  );
  const seen = execFileSync("convert", ["jpeg:-", "-depth", "8", "gray:-"], { input: jpeg, maxBuffer: 1e9 });
  return { width, height, pixels: new Uint8Array(seen) };
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
const linesOf = ({ lines }: RecognizedPage) =>
  lines.map((line) => wordsOf(line.words.map(({ text }) => text).join(" ")));

/** The number of words in both bags. */
function shared(own: readonly string[], wanted: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of wanted) counts.set(word, (counts.get(word) ?? 0) + 1);
  let same = 0;
  for (const word of own) {
    const left = counts.get(word) ?? 0;
    if (left > 0) same += 1;
    counts.set(word, left - 1);
  }
  return same;
}

const f1 = (own: readonly string[], truth: readonly string[]) =>
  (2 * shared(own, truth)) / Math.max(own.length + truth.length, 1);

async function read(image: GrayImage): Promise<RecognizedPage> {
  using recognizer = new Recognizer();
  return await recognizer.recognize(image, dpi);
}

const args = process.argv.slice(2);
const [isWorse, printsLines] = [args.includes("--worse"), args.includes("--lines")];
const [most = 30, skipped = 0] = args.filter((arg) => !arg.startsWith("--")).map(Number);
/** Seeds of the worse photos begin here. */
const otherSeeds = 1000;
let seen = 0;
const readers = createReaders();
const ratios: number[] = [];
let [lost, silent] = [0, 0];
console.log(
  "| page | straight | photo | of it | lines lost | without a warning |\n|---|---|---|---|---|---|",
);
for (const { id, file, group } of entries()) {
  if (group !== "roundtrip" || !documents.some((part) => id.includes(part))) continue;
  const source = memorySource(readFileSync(join(corpusFolder, file)));
  using pages = await openPages(source);
  using texts = await readers.openMupdfText(source);
  for (let page = 1; page <= Math.min(pagesOfEach, pages.pageCount) && seen < most; page += 1) {
    seen += 1;
    if (seen <= skipped) continue;
    const size = pages.size(page);
    const along = (length: number) => Math.round((length * dpi) / 72);
    const image = pages.drawGray(page, { width: along(size.width), height: along(size.height) });
    if (!image) continue;
    const { blocks } = await texts.page(page);
    const truth = wordsOf(blocks.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n"));
    const seed = seen - 1 + (isWorse ? otherSeeds : 0);
    const [straight, photo] = [
      await read(image),
      await read(photographed(image, seed, isWorse ? worse(seed) : usual)),
    ];
    const [own, found] = [linesOf(straight), linesOf(photo)];
    const [best, score] = [f1(own.flat(), truth), f1(found.flat(), truth)];
    const lostLines = own.filter((line) => line.length > 1 && shared(line, found.flat()) < line.length / 2);
    const gone = lostLines.length;
    const warned = Math.min(gone, photo.unread?.length ?? 0);
    if (printsLines)
      console.log(
        lostLines.map((line) => line.join(" ")),
        straight.unread,
        photo.unread,
      );
    ratios.push(score / best);
    lost += gone;
    silent += gone - warned;
    const shown = [best, score, score / best].map((value) => value.toFixed(3));
    console.log(`| ${[`${id} ${page}`, ...shown, gone, gone - warned].join(" | ")} |`);
  }
}
const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
console.log(
  `${ratios.length} photographs: ${mean.toFixed(3)} of the straight page's word F1, at least ${Math.min(...ratios).toFixed(3)}; ` +
    `${lost} lines lost, ${silent} without a warning`,
);
