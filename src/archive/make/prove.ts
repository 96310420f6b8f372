/**
 * Proves that a conversion kept the document: three readers find the same text before and after, MuPDF draws the same pages,
 * and links, fields, bookmarks, tags, layers, comments and attachments are still there.
 */
import type { ByteSource } from "../../core/document-io.ts";
import type { Readers, TextReader } from "../../core/readers.ts";
import { passwordForms } from "../../cos/crypt/password.ts";
import { latin1 } from "../../cos/syntax/value.ts";
import type { PdfDocument } from "../../document/open.ts";
import { openContentText } from "../../reading/open.ts";
import type { Change } from "./fixing.ts";
import { countParts, type Parts } from "./parts.ts";

export interface Proof {
  readonly before: PdfDocument;
  /** How many there were of each part. */
  readonly parts: Parts;
  /** The file that `before` was read from, for other readers. */
  readonly source: ByteSource;
  readonly password: string;
  readonly after: PdfDocument;
  readonly changes: readonly Change[];
  readonly readers: Readers;
  readonly onPage?: ((page: number) => void) | undefined;
}

export interface Proved {
  readonly verified: readonly string[];
  /** What isn't as before: it fails the conversion. */
  readonly lost: readonly string[];
}

export async function provePdfA(proof: Proof): Promise<Proved> {
  const lost = [...lostParts(proof)];
  if (lost.length === 0) lost.push(...(await lostPages(proof)));
  return {
    lost,
    verified: [
      "pdfd, MuPDF and pdf.js read the same text",
      "MuPDF draws the same pages",
      "links, fields, bookmarks, tags, layers, comments and attachments are kept",
    ],
  };
}

function* lostParts({ before, parts, after }: Proof): Generator<string> {
  const now = countParts(after);
  for (const [part, count] of Object.entries(parts))
    if ((now[part] ?? 0) < count) yield `${count - (now[part] ?? 0)} of ${count} ${part}`;
  if (after.pages.count !== before.pages.count) yield "pages";
}

const plain = (text: string) => text.replaceAll(/\s+/g, "").normalize("NFKC");

const isSame = (before: string, after: string) => plain(before) === plain(after);

/** Whether every character is still there, in any order. */
function hasAll(before: string, after: string): boolean {
  const counts = new Map<string, number>();
  for (const character of plain(after)) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...plain(before)].every((character) => {
    const left = counts.get(character) ?? 0;
    counts.set(character, left - 1);
    return left > 0;
  });
}

/** Maximum pixels of a picture to compare. */
const mostPixels = 250_000;
const finest = 1;
/** Difference of a sample that counts, and the share of samples that may differ by that much. */
const tolerance = 48;
const mostDiffering = 0.004;
/** Where colors are converted or glyphs substituted, pictures may differ by this share. */
const mostConverted = 0.08;

async function lostPages({
  before,
  source,
  password,
  after,
  changes,
  readers,
  onPage,
}: Proof): Promise<string[]> {
  const lost: string[] = [];
  const converted = changes.some(
    ({ what }) => what === "fonts" || what === "colors" || what === "output_intent" || what === "images",
  );
  const drawn = changes.some(({ what }) => what === "appearances" || what === "annotations");
  const share = converted || drawn ? mostConverted : mostDiffering;
  using own = openContentText(before, { engines: readers });
  using made = openContentText(after, { engines: readers });
  using old = await readers.openPages(source, password);
  using now = await readers.openPages(after.cos.source);
  const forms = password === "" ? [] : [password, ...passwordForms(password, 4).map((form) => latin1(form))];
  using pdfjs = await readers.openPdfjsText(source, forms);
  using pdfjsNow = await readers.openPdfjsText(after.cos.source);

  for (let page = 1; page <= after.pages.count && lost.length < 5; page++) {
    // Annotations whose missing appearance is drawn have text on the page now.
    const isKept = drawn ? hasAll : isSame;
    if (!isKept(await own.page(page), await made.page(page))) lost.push(`text of page ${page}`);
    else if (!isKept(old.text(page), now.text(page))) lost.push(`text of page ${page} as MuPDF reads it`);
    else if (pdfjs && pdfjsNow && !(await readsAlike(pdfjs, pdfjsNow, page)))
      lost.push(`text of page ${page} as pdf.js reads it`);
    else if (!drawsAlike(old, now, page, share)) lost.push(`the picture of page ${page}`);
    onPage?.(page);
  }
  return lost;
}

/** Whether both have the same text on the page. A page that can't be read isn't known to be alike. */
async function readsAlike(old: TextReader, now: TextReader, page: number): Promise<boolean> {
  try {
    return isSame(await old.page(page), await now.page(page));
  } catch {
    // pdf.js has no problems of its own for pages that it can't read.
    return false;
  }
}

type Pages = Awaited<ReturnType<Readers["openPages"]>>;

function drawsAlike(old: Pages, now: Pages, page: number, share: number): boolean {
  const { width, height } = now.size(page);
  const scale = Math.min(finest, Math.sqrt(mostPixels / Math.max(1, width * height)));
  const side = (points: number) => Math.max(1, Math.round(points * scale));
  const picture = {
    box: { x0: 0, y0: 0, x1: width, y1: height },
    scale,
    pixels: { width: side(width), height: side(height) },
    gray: true,
  };
  const was = old.samples(page, picture).slice();
  const is = now.samples(page, picture);
  let differing = 0;
  for (let k = 0; k < is.length; k++) if (Math.abs((is[k] ?? 0) - (was[k] ?? 0)) > tolerance) differing++;
  return differing <= is.length * share;
}
