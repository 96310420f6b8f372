/**
 * Compares pdf_render_pages' output with the npm package's MuPDF and mutool, and its cost per page with pdftoppm:
 * `npm run build && npm run score:render [-- --files 30]`. Each program draws each file's first pages as PNG at 150 dpi.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import * as mupdf from "mupdf";
import { corpusPath, corpusPdfs } from "../../test/support/corpus.ts";

const { values: options } = parseArgs({ options: { files: { type: "string", default: "30" } } });
const program = resolve(import.meta.dirname, "../../dist/pdfd");
const pagesOfFile = 5;
const dpi = 150;
/** The levels by which a sample may differ from mutool's, which is another release of MuPDF, and still count as equal. */
const tolerance = 32;

const seconds = { pdfd: 0, mutool: 0, pdftoppm: 0 };

/** Adds the processor time of a program and its child processes. */
function timed(name: keyof typeof seconds, command: readonly string[]): boolean {
  const { resourceUsage, exitCode } = Bun.spawnSync([...command], { stdout: "ignore", stderr: "ignore" });
  seconds[name] += Number(resourceUsage.cpuTime.total) / 1e6;
  return exitCode === 0;
}

interface Samples {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8ClampedArray;
}

function samples(png: Uint8Array): Samples {
  const image = new mupdf.Image(png);
  const pixmap = image.toPixmap();
  const read = { width: pixmap.getWidth(), height: pixmap.getHeight(), values: pixmap.getPixels().slice() };
  for (const one of [pixmap, image]) one.destroy();
  return read;
}

/** The share of samples that differ. MuPDF's last column and row may be partial pixels, which pdfd rounds away. */
function difference(a: Samples, b: Samples, levels: number): number {
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1) return 1;
  const [width, height] = [3 * Math.min(a.width, b.width), Math.min(a.height, b.height)];
  let differing = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [one = 0, other = 0] = [a, b].map((each) => each.values[3 * y * each.width + x]);
      if (Math.abs(one - other) > levels) differing += 1;
    }
  return differing / (width * height);
}

/** The page drawn by pdfd's own MuPDF. */
function drawn(path: string, page: number): Uint8Array {
  const document = mupdf.Document.openDocument(readFileSync(path), "application/pdf");
  const loaded = document.loadPage(page - 1);
  const scale = dpi / 72;
  const pixmap = loaded.toPixmap([scale, 0, 0, scale, 0, 0], mupdf.ColorSpace.DeviceRGB, false, true);
  const png = pixmap.asPNG();
  for (const one of [pixmap, loaded, document]) one.destroy();
  return png;
}

const files = corpusPdfs().filter(({ id, text }) => text !== undefined && !id.startsWith("d-"));
const step = Math.max(1, Math.floor(files.length / Number(options.files)));
const folder = mkdtempSync(join(tmpdir(), "pdfd-render-"));
let pages = 0;
const different = { mupdf: 0, mutool: 0 };

try {
  for (const { id, file, pages: count } of files.filter((_, k) => k % step === 0)) {
    const path = corpusPath(file);
    const [ours, theirs] = ["pdfd", "mutool"].map((name) => join(folder, id, name));
    if (ours === undefined || theirs === undefined) continue;
    const range = `1-${Math.min(pagesOfFile, count ?? 1)}`;
    if (!timed("pdfd", [program, "render-pages", path, "--pages", range, "-o", ours, "--dpi", `${dpi}`]))
      continue;
    mkdirSync(theirs, { recursive: true });
    timed("mutool", ["mutool", "draw", "-q", "-r", `${dpi}`, "-o", join(theirs, "%d.png"), path, range]);
    timed("pdftoppm", [
      "pdftoppm",
      "-png",
      "-r",
      `${dpi}`,
      "-l",
      `${pagesOfFile}`,
      path,
      join(folder, id, "p"),
    ]);

    for (const name of readdirSync(ours)) {
      const page = Number(/-page-0*(\d+)\.png$/.exec(name)?.[1]);
      const png = samples(readFileSync(join(ours, name)));
      pages += 1;
      if (difference(png, samples(drawn(path, page)), 0) > 0) {
        different.mupdf += 1;
        console.log(`${id}, page ${page}: not as MuPDF draws it`);
      }
      const share = difference(png, samples(readFileSync(join(theirs, `${page}.png`))), tolerance);
      if (share > 0.001) {
        different.mutool += 1;
        console.log(`${id}, page ${page}: ${(100 * share).toFixed(2)} % of the samples differ from mutool`);
      }
    }
    rmSync(join(folder, id), { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${pages} pages: ${different.mupdf} differ from MuPDF, ${different.mutool} from mutool`);
console.log(
  `processor time a page: pdfd ${(seconds.pdfd / pages).toFixed(3)} s, mutool ${(seconds.mutool / pages).toFixed(3)} s, pdftoppm ${(seconds.pdftoppm / pages).toFixed(3)} s: ${(seconds.pdfd / seconds.pdftoppm).toFixed(2)} of pdftoppm`,
);
