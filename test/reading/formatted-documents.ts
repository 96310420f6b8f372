/** Generated documents from two producers: bold, italic, struck, raised and lowered words under three heading levels. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PDFDocument, type PDFFont, StandardFonts } from "pdf-lib";
import { runProgram } from "../support/run-program.ts";

export const axes = ["bold", "italic", "strike", "sup", "sub"] as const;
export type Axis = (typeof axes)[number];

/** A word that is unique in its document. */
export interface Word {
  readonly text: string;
  readonly axis?: Axis | undefined;
}

/** A heading, or a paragraph if it has no level. */
export interface Block {
  readonly level?: 1 | 2 | 3;
  readonly words: readonly Word[];
}

/** The box of a word's lowercase letters, in points from the upper left corner of the page. */
export interface Place {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export interface Written {
  readonly bytes: Uint8Array;
  readonly places: ReadonlyMap<string, Place>;
}

type Random = (most: number) => number;

function randomFrom(seed: number): Random {
  let state = seed * 7919 + 1;
  return (most) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}

/** The blocks of a page; `seed` determines their length and the marked words. */
export function blocksOf(seed: number): readonly Block[] {
  const random = randomFrom(seed);
  let count = 0;
  const word = (text: string) => `${text}${++count}x`;
  const heading = (level: 1 | 2 | 3): Block => ({
    level,
    words: ["Section", "of", "this", "text"].map((text) => ({ text: word(text) })),
  });
  const paragraph = (length: number): Block => ({
    words: Array.from({ length }, (_, at) => ({
      text: word("lorem ipsum dolor amet magna aliqua".split(" ")[random(6)] ?? ""),
      axis: at > 0 ? axes[random(25)] : undefined,
    })),
  });
  const sections = ([2, 3, 3, 2, 3] as const).flatMap((level) => [
    paragraph(25 + random(20)),
    heading(level),
  ]);
  return [heading(1), ...sections, paragraph(20)];
}

const height = 800;
const left = 60;
const right = 540;

const rises = new Map<Axis | undefined, number>([
  ["sup", 0.35],
  ["sub", -0.15],
]);

/** A page written by pdf-lib, word by word; `seed` determines typefaces, sizes and spacing. */
export async function writtenByPdfLib(blocks: readonly Block[], seed: number): Promise<Written> {
  const random = randomFrom(seed);
  const document = await PDFDocument.create();
  const page = document.addPage([600, height]);
  const serif = seed % 2 === 0;
  const plain = await document.embedFont(serif ? StandardFonts.TimesRoman : StandardFonts.Helvetica);
  const bold = await document.embedFont(serif ? StandardFonts.TimesRomanBold : StandardFonts.HelveticaBold);
  const italic = await document.embedFont(
    serif ? StandardFonts.TimesRomanItalic : StandardFonts.HelveticaOblique,
  );
  const size = 9 + random(4);
  const leading = size * (1.2 + random(3) / 10);
  const fonts = new Map<Axis | undefined, PDFFont>([
    ["bold", bold],
    ["italic", italic],
  ]);
  const places = new Map<string, Place>();
  let y = height - 60;
  for (const { level, words } of blocks) {
    const own = size + ([0, 10, 6, 3][level ?? 0] ?? 0);
    y -= level ? 1.6 * own : leading;
    let x = left;
    for (const { text, axis } of words) {
      const font = level ? bold : (fonts.get(axis) ?? plain);
      const small = axis === "sup" || axis === "sub" ? 0.7 * own : own;
      const rise = size * (rises.get(axis) ?? 0);
      if (x + plain.widthOfTextAtSize(text, own) > right) [x, y] = [left, y - leading];
      page.drawText(text, { x, y: y + rise, size: small, font });
      const x1 = x + font.widthOfTextAtSize(text, small);
      if (axis === "strike")
        page.drawLine({
          start: { x, y: y + 0.27 * size },
          end: { x: x1, y: y + 0.27 * size },
          thickness: 0.6,
        });
      places.set(text, { x0: x, x1, y0: height - y - rise - 0.6 * small, y1: height - y - rise });
      x = x1 + plain.widthOfTextAtSize(" ", own);
    }
    y -= level ? 0.8 * own : 0.6 * leading;
  }
  return { bytes: await document.save(), places };
}

const textProperties: Record<Axis, string> = {
  bold: 'fo:font-weight="bold"',
  italic: 'fo:font-style="italic"',
  strike: 'style:text-line-through-style="solid" style:text-line-through-type="single"',
  sup: 'style:text-position="super 58%"',
  sub: 'style:text-position="sub 58%"',
};

/** The blocks as flat OpenDocument text (OpenDocument 1.3, part 3, 3.1.2); `seed` determines typeface, sizes and spacing. */
function openDocument(blocks: readonly Block[], seed: number): string {
  const random = randomFrom(seed);
  const size = 9 + random(4);
  const styleOf = (name: string, family: string, paragraph: string, text: string) =>
    `<style:style style:name="${name}" style:family="${family}">${paragraph}<style:text-properties ${text}/></style:style>`;
  const spaced = (before: number) =>
    `<style:paragraph-properties fo:margin-top="${before}pt" fo:margin-bottom="${0.5 * size}pt" fo:line-height="${115 + 10 * random(3)}%"/>`;
  const face = `style:font-name="${seed % 2 === 0 ? "Liberation Serif" : "Liberation Sans"}"`;
  const styles = [
    styleOf("P", "paragraph", spaced(0), `${face} fo:font-size="${size}pt"`),
    ...[10, 6, 3].map((more, k) =>
      styleOf(
        `H${k + 1}`,
        "paragraph",
        spaced(size),
        `${face} fo:font-size="${size + more}pt" fo:font-weight="bold"`,
      ),
    ),
    ...axes.map((axis) => styleOf(axis, "text", "", textProperties[axis])),
  ];
  const body = blocks.map(({ level, words }) => {
    const text = words
      .map(({ text, axis }) => (axis ? `<text:span text:style-name="${axis}">${text}</text:span>` : text))
      .join(" ");
    return level
      ? `<text:h text:style-name="H${level}" text:outline-level="${level}">${text}</text:h>`
      : `<text:p text:style-name="P">${text}</text:p>`;
  });
  const spaces = ["office", "style", "text"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces.join(" ")} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>${styles.join("")}</office:automatic-styles><office:body><office:text>${body.join("")}</office:text></office:body></office:document>`;
}

/** The middle half of a box that has room for all of the font's letters and accents. */
function smallLetters({ x0, y0, x1, y1 }: Place): Place {
  const quarter = (y1 - y0) / 4;
  return { x0, x1, y0: y0 + quarter, y1: y1 - quarter };
}

/** Pages written by LibreOffice; Poppler reports their words' positions. */
export function writtenByLibreOffice(documents: readonly (readonly Block[])[]): readonly Written[] {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-formatted-"));
  try {
    const files = documents.map((blocks, seed) => {
      const file = join(folder, `${seed}.fodt`);
      writeFileSync(file, openDocument(blocks, seed));
      return file;
    });
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
    spawnSync("soffice", [profile, "--headless", "--convert-to", "pdf", "--outdir", folder, ...files], {
      timeout: 120_000,
    });
    return files.map((file) => {
      const pdf = file.replace(".fodt", ".pdf");
      const stdout = runProgram("pdftotext", ["-bbox", pdf, "-"]).stdout.toString();
      const words = stdout.matchAll(/<word xMin="(.+)" yMin="(.+)" xMax="(.+)" yMax="(.+)">(.*)<\/word>/g);
      const places = Array.from(words, ([, x0, y0, x1, y1, text = ""]): [string, Place] => [
        text,
        smallLetters({ x0: Number(x0), y0: Number(y0), x1: Number(x1), y1: Number(y1) }),
      ]);
      return { bytes: readFileSync(pdf), places: new Map(places) };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
