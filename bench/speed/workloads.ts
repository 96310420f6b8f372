/** The benchmark's files, generated if missing, with the same bytes each time. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { sign, unsignedValue } from "../../test/support/signed-pdf.ts";
import { runNative } from "./measure.ts";
import { PdfWriter } from "./pdf-writer.ts";

/**
 * The default folder for inputs and outputs: in the checkout, ignored by git. A temporary folder shared by many programs is
 * a poor place to time file creation.
 */
export const benchFolder = resolve(import.meta.dirname, "../../node_modules/.cache/pdfd-bench");

/** Repeatable noise (xorshift32), which doesn't compress and is the same in every run. */
function noise(bytes: number, seed: number): Buffer {
  const out = Buffer.alloc(bytes & ~3);
  let state = seed | 1;
  for (let at = 0; at < out.length; at += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    out.writeInt32LE(state, at);
  }
  return out;
}

const words =
  "the document keeps its outline links forms labels and tags while pages move between files on this computer and nothing leaves it".split(
    " ",
  );

/** The content of a text page: `lines` lines of about twelve words. */
function textContent(page: number, lines: number, font = "F1"): string {
  const rows = Array.from({ length: lines }, (_, line) => {
    const row = Array.from(
      { length: 12 },
      (_, word) => words[(page * 7 + line * 5 + word * 3) % words.length],
    );
    return `(${row.join(" ")}) Tj T*`;
  });
  return `BT /${font} 10 Tf 12 TL 50 780 Td (Page ${page}) Tj T* ${rows.join("\n")} ET`;
}

const helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/** Writes a balanced page tree over page objects whose parent is `parents[i]`; returns the root's number. */
function pageTree(
  pdf: PdfWriter,
  count: number,
  fan: number,
  writePage: (index: number, parent: number) => number,
  extra = "",
): number {
  const root = pdf.reserve();
  const kids: number[] = [];
  for (let start = 0; start < count; start += fan) {
    const node = count <= fan ? root : pdf.reserve();
    const size = Math.min(fan, count - start);
    const pages = Array.from({ length: size }, (_, k) => writePage(start + k, node));
    const body = `/Kids[${pages.map((page) => `${page} 0 R`).join(" ")}]/Count ${size}`;
    if (node === root) {
      pdf.object(`<</Type/Pages${extra}${body}>>`, root);
      return root;
    }
    pdf.object(`<</Type/Pages/Parent ${root} 0 R${body}>>`, node);
    kids.push(node);
  }
  pdf.object(
    `<</Type/Pages${extra}/Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]/Count ${count}>>`,
    root,
  );
  return root;
}

function textDocument(
  path: string,
  options: { pages: number; lines: number; fan: number; fonts?: number; seed?: number },
): void {
  using pdf = new PdfWriter(path);
  const font = pdf.object(helvetica);
  const embedded = Array.from({ length: options.fonts ?? 0 }, (_, k) => {
    const file = pdf.stream(`/Length1 25000`, noise(25_000, k + 11));
    const descriptor = pdf.object(
      `<</Type/FontDescriptor/FontName/AAAAA${String.fromCharCode(65 + k)}+Bench/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 ${file} 0 R>>`,
    );
    return pdf.object(
      `<</Type/Font/Subtype/TrueType/BaseFont/AAAAA${String.fromCharCode(65 + k)}+Bench/FirstChar 32/LastChar 32/Widths[500]/FontDescriptor ${descriptor} 0 R>>`,
    );
  });
  const fonts = [`/F1 ${font} 0 R`, ...embedded.map((num, k) => `/E${k} ${num} 0 R`)].join("");
  const root = pageTree(pdf, options.pages, options.fan, (index, parent) => {
    const content = pdf.stream("", textContent(index + 1 + (options.seed ?? 0), options.lines));
    return pdf.object(
      `<</Type/Page/Parent ${parent} 0 R/MediaBox[0 0 595 842]/Resources<</Font<<${fonts}>>>>/Contents ${content} 0 R>>`,
    );
  });
  const info = pdf.object(
    "<</Title(Benchmark)/Author(pdfd)/Producer(bench)/CreationDate(D:20260101000000Z)>>",
  );
  pdf.finish(pdf.object(`<</Type/Catalog/Pages ${root} 0 R>>`), info);
}

/** Writes a document with a short line of text on each page, which qpdf overlays as a stamp. */
function stampDocument(path: string, pages: number, text: (page: number) => string, setUp: string): void {
  using pdf = new PdfWriter(path);
  const font = pdf.object(helvetica);
  const state = pdf.object("<</Type/ExtGState/ca 0.3>>");
  const resources = pdf.object(`<</Font<</F1 ${font} 0 R>>/ExtGState<</Seen ${state} 0 R>>>>`);
  const root = pageTree(pdf, pages, 100, (index, parent) => {
    const content = pdf.stream("", `${setUp} (${text(index + 1)}) Tj ET`, { raw: true });
    return pdf.object(
      `<</Type/Page/Parent ${parent} 0 R/MediaBox[0 0 595 842]/Resources ${resources} 0 R/Contents ${content} 0 R>>`,
    );
  });
  pdf.finish(pdf.object(`<</Type/Catalog/Pages ${root} 0 R>>`));
}

/** Copies a file and overwrites its cross-reference table and startxref, which a reader must rebuild. */
function damage(path: string, sound: string): void {
  copyFileSync(sound, path);
  const bytes = readFileSync(path);
  for (const word of ["\nxref", "startxref"])
    bytes.write("#".repeat(word.length - 1), bytes.lastIndexOf(word) + 1);
  writeFileSync(path, bytes);
}

/** Scans: 110 pages, each with one image of about 1.27 MB. */
function imageDocument(path: string, pages: number): void {
  using pdf = new PdfWriter(path);
  const root = pageTree(pdf, pages, 64, (index, parent) => {
    const pixels = noise(650 * 650 * 3, index + 101);
    const image = pdf.stream(
      `/Type/XObject/Subtype/Image/Width 650/Height 649/ColorSpace/DeviceRGB/BitsPerComponent 8`,
      pixels,
    );
    const content = pdf.stream("", "q 595 0 0 842 0 0 cm /Im0 Do Q");
    return pdf.object(
      `<</Type/Page/Parent ${parent} 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</Im0 ${image} 0 R>>>>/Contents ${content} 0 R>>`,
    );
  });
  pdf.finish(pdf.object(`<</Type/Catalog/Pages ${root} 0 R>>`));
}

/** Pages with everything tools tend to lose: bookmarks, destinations, links, fields, labels, tags, layers, an attachment, XMP. */
function richDocument(path: string, pages: number): void {
  using pdf = new PdfWriter(path);
  const font = pdf.object(helvetica);
  const structRoot = pdf.reserve();
  const layer = pdf.object("<</Type/OCG/Name(Layer)>>");
  const pageNumbers: number[] = [];
  const fields: number[] = [];
  const structKids: number[] = [];
  const parentTree: string[] = [];
  const root = pageTree(
    pdf,
    pages,
    10,
    (index, parent) => {
      const page = pdf.reserve();
      pageNumbers.push(page);
      const content = pdf.stream(
        "",
        `/P <</MCID 0>> BDC\n${textContent(index + 1, 30)}\nEMC /OC /L1 BDC 50 50 100 20 re S EMC`,
      );
      const element = pdf.object(`<</Type/StructElem/S/P/P ${structRoot} 0 R/Pg ${page} 0 R/K 0>>`);
      structKids.push(element);
      parentTree.push(`${index}[${element} 0 R]`);
      const annotations = [
        pdf.object(
          `<</Type/Annot/Subtype/Link/Rect[50 700 200 715]/Border[0 0 0]/A<</S/URI/URI(https://example.org/${index})>>>>`,
        ),
        pdf.object(
          `<</Type/Annot/Subtype/Link/Rect[50 600 200 615]/Border[0 0 0]/Dest(dest${(index * 7) % pages})>>`,
        ),
      ];
      if (index % 2 === 0) {
        const field = pdf.object(
          `<</Type/Annot/Subtype/Widget/FT/Tx/T(field${index})/V(value ${index})/DA(/F1 10 Tf 0 g)/F 4/P ${page} 0 R/Rect[50 500 200 515]>>`,
        );
        fields.push(field);
        annotations.push(field);
      }
      return pdf.object(
        `<</Type/Page/Parent ${parent} 0 R/StructParents ${index}/Contents ${content} 0 R/Annots[${annotations.map((num) => `${num} 0 R`).join(" ")}]>>`,
        page,
      );
    },
    `/MediaBox[0 0 595 842]/Resources<</Font<</F1 ${font} 0 R>>/Properties<</L1 ${layer} 0 R>>>>`,
  );
  const outlineRoot = pdf.reserve();
  const items = pageNumbers.map(() => pdf.reserve());
  items.forEach((num, k) => {
    const previous = k > 0 ? `/Prev ${items[k - 1]} 0 R` : "";
    const next = k + 1 < items.length ? `/Next ${items[k + 1]} 0 R` : "";
    pdf.object(
      `<</Title(Chapter ${k + 1})/Parent ${outlineRoot} 0 R${previous}${next}/Dest[${pageNumbers[k]} 0 R/XYZ 0 800 0]>>`,
      num,
    );
  });
  pdf.object(
    `<</Type/Outlines/First ${items[0]} 0 R/Last ${items.at(-1)} 0 R/Count ${items.length}>>`,
    outlineRoot,
  );
  pdf.object(
    `<</Type/StructTreeRoot/K[${structKids.map((num) => `${num} 0 R`).join(" ")}]/ParentTree<</Nums[${parentTree.join(" ")}]>>>>`,
    structRoot,
  );
  const destinations = pageNumbers
    .map((num, k) => [`dest${k}`, num] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const dests = pdf.object(
    `<</Names[${destinations.map(([key, num]) => `(${key})[${num} 0 R/XYZ 0 700 0]`).join("")}]>>`,
  );
  const attached = pdf.stream("/Type/EmbeddedFile", "attached text");
  const files = pdf.object(
    `<</Names[(note.txt)<</Type/Filespec/F(note.txt)/UF(note.txt)/EF<</F ${attached} 0 R>>>>]>>`,
  );
  const xmp = pdf.stream("/Type/Metadata/Subtype/XML", "<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>", {
    raw: true,
  });
  const catalog = pdf.object(
    `<</Type/Catalog/Pages ${root} 0 R/Outlines ${outlineRoot} 0 R/Names<</Dests ${dests} 0 R/EmbeddedFiles ${files} 0 R>>/AcroForm<</Fields[${fields.map((num) => `${num} 0 R`).join(" ")}]/DR<</Font<</F1 ${font} 0 R>>>>/DA(/F1 10 Tf 0 g)>>/PageLabels<</Nums[0<</S/r>>4<</S/D>>]>>/MarkInfo<</Marked true>>/Lang(en)/StructTreeRoot ${structRoot} 0 R/OCProperties<</OCGs[${layer} 0 R]/D<</Order[${layer} 0 R]/ON[${layer} 0 R]>>>>/Metadata ${xmp} 0 R>>`,
  );
  pdf.finish(catalog, pdf.object("<</Title(Rich)/Author(pdfd)>>"));
}

/** Values for every second page's field of `richDocument`, in the Forms Data Format. */
function fieldValues(path: string, pages: number): void {
  const values = Array.from({ length: pages / 2 }, (_, k) => `<</T(field${2 * k})/V(filled ${k})>>`);
  writeFileSync(
    path,
    `%FDF-1.2\n1 0 obj\n<</FDF<</Fields[${values.join("")}]>>>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n`,
  );
}

/** A page with a signature that covers it, by a certificate of its own. */
function signedDocument(path: string): void {
  {
    using pdf = new PdfWriter(path);
    const tree = pdf.reserve();
    const page = pdf.reserve();
    const field = pdf.object(
      `<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature)/F 4/P ${page} 0 R/Rect[0 0 0 0]${unsignedValue("")}>>`,
    );
    pdf.object(`<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 595 842]/Annots[${field} 0 R]>>`, page);
    pdf.object(`<</Type/Pages/Kids[${page} 0 R]/Count 1>>`, tree);
    pdf.finish(
      pdf.object(`<</Type/Catalog/Pages ${tree} 0 R/AcroForm<</Fields[${field} 0 R]/SigFlags 3>>>>`),
    );
  }
  writeFileSync(path, sign(readFileSync(path)));
}

/** The password of the encrypted workloads. */
export const password = "benchmark";

/** Every workload by name: a file, or for merges a folder of files. */
export interface Workloads {
  readonly small: string;
  readonly text: string;
  readonly images: string;
  readonly rich: string;
  readonly huge: string;
  readonly many: string;
  /** `text`, `images` and `huge`, encrypted with AES-256 and `password`. */
  readonly lockedText: string;
  readonly lockedImages: string;
  readonly lockedHuge: string;
  /** The same files without cross-reference tables. */
  readonly damagedText: string;
  readonly damagedImages: string;
  readonly damagedHuge: string;
  /** Page numbers for 1,000 and 20,000 pages, and a one-page watermark, for qpdf to overlay. */
  readonly numbers1000: string;
  readonly numbers20000: string;
  readonly watermark: string;
  /** 50 pages of text. */
  readonly fifty: string;
  /** A document of one page with a signature. */
  readonly signed: string;
  /** A file to attach, and values (FDF) for the fields of `rich`. */
  readonly note: string;
  readonly fieldValues: string;
  readonly merge100: readonly string[];
  readonly merge2000: readonly string[];
}

/** Generates the files missing in `folder` and returns all paths. */
export function makeWorkloads(folder: string): Workloads {
  mkdirSync(folder, { recursive: true });
  const file = (name: string, make: (path: string) => void): string => {
    const path = join(folder, name);
    if (existsSync(path)) return path;
    const part = `${path}.part`;
    rmSync(part, { force: true });
    make(part);
    renameSync(part, path);
    return path;
  };
  const series = (name: string, count: number, pages: number, lines: number, fonts: number): string[] => {
    mkdirSync(join(folder, name), { recursive: true });
    return Array.from({ length: count }, (_, k) =>
      file(join(name, `${k + 1}.pdf`), (path) =>
        textDocument(path, { pages, lines, fan: 50, fonts, seed: k * 13 }),
      ),
    );
  };
  const locked = (name: string, plain: string): string =>
    file(name, (path) => {
      runNative(["qpdf", "--encrypt", password, password, "256", "--", plain, path]);
    });
  const damaged = (name: string, sound: string): string => file(name, (path) => damage(path, sound));
  const numbers = (name: string, pages: number): string =>
    file(name, (path) =>
      stampDocument(path, pages, (page) => `${page} / ${pages}`, "BT /F1 10 Tf 280 28 Td"),
    );
  const text = file("text-1000.pdf", (path) => textDocument(path, { pages: 1000, lines: 55, fan: 1000 }));
  const images = file("images-140mb.pdf", (path) => imageDocument(path, 110));
  const huge = file("text-20000.pdf", (path) => textDocument(path, { pages: 20_000, lines: 12, fan: 100 }));
  return {
    text,
    images,
    huge,
    lockedText: locked("text-1000-locked.pdf", text),
    lockedImages: locked("images-140mb-locked.pdf", images),
    lockedHuge: locked("text-20000-locked.pdf", huge),
    damagedText: damaged("text-1000-damaged.pdf", text),
    damagedImages: damaged("images-140mb-damaged.pdf", images),
    damagedHuge: damaged("text-20000-damaged.pdf", huge),
    numbers1000: numbers("numbers-1000.pdf", 1000),
    numbers20000: numbers("numbers-20000.pdf", 20_000),
    watermark: file("watermark.pdf", (path) =>
      stampDocument(path, 1, () => "CONFIDENTIAL", "/Seen gs BT /F1 80 Tf .8 0 0 rg .6 .8 -.8 .6 120 170 Tm"),
    ),
    small: file("small-5.pdf", (path) => textDocument(path, { pages: 5, lines: 50, fan: 10, fonts: 3 })),
    rich: file("rich-300.pdf", (path) => richDocument(path, 300)),
    many: file("split-5000.pdf", (path) =>
      textDocument(path, { pages: 5000, lines: 12, fan: 5000, fonts: 3 }),
    ),
    fifty: file("text-50.pdf", (path) => textDocument(path, { pages: 50, lines: 55, fan: 50 })),
    signed: file("signed.pdf", (path) => signedDocument(path)),
    note: file("note.txt", (path) => writeFileSync(path, "attached text\n".repeat(100))),
    fieldValues: file("values.fdf", (path) => fieldValues(path, 300)),
    merge100: series("merge-100", 100, 4, 40, 2),
    merge2000: series("merge-2000", 2000, 2, 20, 1),
  };
}
