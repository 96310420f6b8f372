/** Proves that nothing is left: with three readers, the pictures of the pages, and every string and text stream of the new file. */
import type { ByteSource } from "../core/document-io.ts";
import type { Box } from "../core/page-layout.ts";
import { failed } from "../core/problem.ts";
import type { PageRenderer, Picture, Readers } from "../core/readers.ts";
import { passwordForms } from "../cos/crypt/password.ts";
import { isOfContent } from "../cos/syntax/content/unsupported.ts";
import { latin1 } from "../cos/syntax/value.ts";
import type { PdfDocument } from "../document/open.ts";
import { documentRun } from "../reading/interpreter/interpret-page.ts";
import type { DocumentRun } from "../reading/interpreter/page-run.ts";
import { openContentParagraphs } from "../reading/open.ts";
import type { Cover } from "./content/cover.ts";
import { inkBox } from "./content/ink-box.ts";
import { readings } from "./find-targets.ts";
import { proveBytes } from "./proof/file-bytes.ts";
import { proveImages } from "./proof/images.ts";
import { proveObjects } from "./proof/objects.ts";
import { mayShow, probeOf, probeTexts } from "./proof/probe.ts";
import type { PageTarget } from "./target.ts";
import { seenLines } from "./words/seen-lines.ts";
import { type Wanted, WordCheck } from "./words/word-check.ts";

export interface Proof {
  /** The pages before the redaction, and after it. */
  readonly before: PageRenderer;
  readonly now: PageRenderer;
  /** The documents. */
  readonly original: PdfDocument;
  readonly document: PdfDocument;
  /** The bytes of the new file. */
  readonly file: ByteSource;
  readonly targets: ReadonlyMap<number, PageTarget>;
  /** Pages that were searched. */
  readonly pages: readonly number[];
  readonly wanted: readonly Wanted[];
  /** Texts that were removed. */
  readonly texts: readonly string[];
  /** By page: areas where its picture may differ. */
  readonly changed: ReadonlyMap<number, readonly Box[]>;
  readonly cover: Cover;
  readonly keepsFiles: boolean;
  readonly readers: Readers;
}

/** Throws 422 if anything is left; otherwise returns the checks made. */
export async function prove(proof: Proof): Promise<string[]> {
  const { pages, targets, document, wanted, cover, keepsFiles } = proof;
  const shown = new WordCheck(wanted);
  if (pages.length + targets.size > 0) await provePages(proof, shown);
  proveBytes(document.cos, proof.file);
  const words = new WordCheck(wanted, proof.texts);
  const isWhole = pages.length === document.pages.count;
  const contents = proveObjects({
    ...{ cos: document.cos, words, shown: isWhole ? shown : undefined, keepsFiles, label: cover.label },
  });
  if (isWhole)
    await proveUnshown(
      proof,
      shown,
      probeOf(
        document.cos,
        contents.filter((content) => mayShow(document.cos, content)),
      ),
    );
  proveImages(proof.original, document, areasOf(targets), proof.now);
  return [
    ...(pages.length > 0 ? ["no searched text is read by pdfd, MuPDF or pdf.js"] : []),
    ...(targets.size > 0 ? shownChecks : []),
    "no string, metadata or script has the text",
    "every byte of the file belongs to an object that is used, and every stream was read to its end",
  ];
}

/** The caller's own areas by page: found text is no picture. */
function areasOf(targets: ReadonlyMap<number, PageTarget>): Map<number, readonly Box[]> {
  const own = [...targets].map(([page, { areas }]) => [page, areas.filter(({ found }) => !found)] as const);
  return new Map(own.filter(([, areas]) => areas.length > 0));
}

const shownChecks = [
  "no glyph is left in an area",
  "each area shows one color, and nothing outside has changed",
];

const leftOver = (where: string, what: string) =>
  failed(`The redaction could not be proved, and nothing was written: ${where}: ${what}`);

async function provePages(proof: Proof, words: WordCheck): Promise<void> {
  const { document, pages, targets, readers, before, now } = proof;
  const { source, password } = document.cos;
  const [run, searched] = [documentRun(document, () => {}), new Set(pages)];
  const partial = new Set<number>();
  using reader = openContentParagraphs(document, { engines: readers, partial: (page) => partial.add(page) });
  const pictures: Pictures = { before, now };
  using pdfjs = pages.length > 0 ? await readers.openPdfjsText(source, formsOf(password)) : undefined;
  if (!pdfjs && pages.length > 0) throw leftOver("the result", "pdf.js could not read it");

  for (const page of new Set([...pages, ...targets.keys()])) {
    if (searched.has(page)) {
      const paragraphs = (await readings({ reader, run, partial }, page)).flatMap((read) => read ?? []);
      proveText(words, page, "pdfd", paragraphs.map(({ text }) => text).join("\n\n"));
      proveText(words, page, "MuPDF", now.text(page));
      proveText(words, page, "pdf.js", (await pdfjs?.page(page)) ?? "");
    }
    proveGlyphs(proof, run, page, searched.has(page) ? words : undefined);
    const target = targets.get(page);
    if (target) provePicture(proof, pictures, page, target);
  }
}

/** No searched word is in the text that a reader finds on a page. */
function proveText(words: WordCheck, page: number, reader: string, text: string): void {
  if (words.isIn(text)) throw leftOver(`page ${page}`, `${reader} still reads the text`);
}

/** The same for content that no page shows. */
async function proveUnshown(
  { readers }: Proof,
  words: WordCheck,
  probe: Uint8Array | undefined,
): Promise<void> {
  if (!probe) return;
  for await (const texts of probeTexts(probe, readers))
    if (!texts.every((text) => text !== undefined && !words.isIn(text)))
      throw leftOver("the file", "content that no page shows has the text");
}

/** A password in the forms that pdf.js accepts: its text for 256-bit AES, and the bytes that older ciphers use. */
const formsOf = (password: string | undefined): string[] =>
  password === undefined ? [] : [password, ...passwordForms(password, 4).map((form) => latin1(form))];

/** No glyph of the page's content, seen or not, has its ink in an area, or an origin of found text; no line of those seen has the words, if given. */
function proveGlyphs(proof: Proof, run: DocumentRun, page: number, words: WordCheck | undefined): void {
  const { document, cover, targets } = proof;
  const target = targets.get(page);
  let left = "";

  try {
    const { lines } = seenLines(document, run, page, (shown) => {
      if (target?.holdsGlyph(shown.x, shown.y, inkBox(shown))) left += shown.glyph.text ?? "\ufffd";
    });
    if (words && lines.some(({ text }) => words.isIn(text)))
      throw leftOver(`page ${page}`, "letters that are seen have the text");
  } catch (error) {
    if (!isOfContent(error)) throw error;
    throw leftOver(`page ${page}`, "it could not be read again");
  }

  const labels = left.replaceAll(cover.label ?? "\0", "").replaceAll(/\s/g, "");
  if (labels !== "") throw leftOver(`page ${page}`, "a glyph is still in an area");
}

/** Maximum pixels of a picture to compare, and maximum pixels per point. */
const mostPixels = 700_000;
const finest = 2;
/** Maximum difference between equal pixels, and the number of pixels around a change that may be smoothed. */
const tolerance = 24;
const smoothed = 2;

/** The pages before and after, and the samples of the last ones, whose memory serves the next. */
interface Pictures {
  readonly before: PageRenderer;
  readonly now: PageRenderer;
  shown?: Uint8Array;
  was?: Uint8Array;
}

/** Outside the areas, MuPDF draws the page as before; inside, it draws one color, which no image or shape shows through. */
function provePicture(proof: Proof, pictures: Pictures, page: number, { areas }: PageTarget): void {
  const { changed, cover } = proof;
  const { before, now } = pictures;
  const { width, height } = now.size(page);
  const scale = Math.min(finest, Math.sqrt(mostPixels / (width * height)));
  const side = (points: number) => Math.max(1, Math.round(points * scale));
  const box = { x0: 0, y0: 0, x1: width, y1: height };
  const pixels = { width: side(width), height: side(height) };
  const picture = { box, scale, pixels, gray: true };
  const shown = now.samples(page, picture, pictures.shown);
  const was = before.samples(page, picture, pictures.was);
  Object.assign(pictures, { shown, was });

  for (const { from, to } of placesIn(picture, changed.get(page) ?? [], smoothed))
    was.set(shown.subarray(from, to), from);
  if (isChanged(shown, was, pixels.width))
    throw leftOver(`page ${page}`, "something outside the areas would look different");
  if (cover.label !== undefined) return;

  const color = cover.fill === "black" ? 0 : 255;
  for (const { from, to } of placesIn(picture, areas, -1))
    if (shown.subarray(from, to).some((value) => Math.abs(value - color) > tolerance))
      throw leftOver(`page ${page}`, "an area shows more than its color");
}

/**
 * Whether an image shows something else. Pixels are compared along with their neighbors, because letters may be drawn a quarter of a pixel off.
 */
function isChanged(shown: Uint8Array, was: Uint8Array, width: number): boolean {
  if (Buffer.compare(shown, was) === 0) return false;
  const by = (at: number) => (shown[at] ?? 0) - (was[at] ?? 0);

  for (let row = 0; row < shown.length; row += width) {
    if (Buffer.compare(shown.subarray(row, row + width), was.subarray(row, row + width)) === 0) continue;
    for (let at = row; at < row + width; at++) {
      if (Math.abs(by(at)) <= tolerance) continue;
      let sum = 0;
      for (const near of [at - width, at, at + width]) sum += by(near - 1) + by(near) + by(near + 1);
      if (Math.abs(sum) > 9 * tolerance) return true;
    }
  }
  return false;
}

/** The pixels of boxes, enlarged by `more` pixels on each side, row by row. */
function* placesIn(
  { scale, pixels: { width, height } }: Pick<Picture, "scale" | "pixels">,
  boxes: readonly Box[],
  more: number,
): Generator<{ readonly from: number; readonly to: number }> {
  for (const { x0, y0, x1, y1 } of boxes) {
    const left = Math.max(0, Math.floor(x0 * scale) - more);
    const right = Math.min(width, Math.ceil(x1 * scale) + more);
    const [top, bottom] = [Math.floor(y0 * scale) - more, Math.ceil(y1 * scale) + more];
    if (right <= left) continue;
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
      yield { from: y * width + left, to: y * width + right };
  }
}
