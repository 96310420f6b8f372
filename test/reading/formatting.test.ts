/**
 * Formatting and grounding: documents of our own, whose words are in bold, in italics, struck through, raised and lowered, and
 * whose headings have levels. Each axis is the F1 of the words that are marked so; a block's box covers its words and no more.
 */
import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from "pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { validate } from "../../src/core/json/validate.ts";
import { createReaders } from "../../src/engines/engines.ts";
import { pdfExtractStructure } from "../../src/tools/pdf-extract-structure.ts";
import { testContext } from "../support/memory-files.ts";

/** How the Markdown of each axis marks a word. */
const marks = {
  bold: /\*\*([^*]+)\*\*/g,
  italic: /(?<!\*)\*([^*]+)\*(?!\*)/g,
  strike: /~~([^~]+)~~/g,
  sup: /<sup>([^<]+)<\/sup>/g,
  sub: /<sub>([^<]+)<\/sub>/g,
} as const;
type Axis = keyof typeof marks;
const axes: readonly Axis[] = ["bold", "italic", "strike", "sup", "sub"];

interface Place {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** What was written: marked words, headings with their levels, and where the words of each block stand. */
interface Truth {
  readonly words: Record<Axis, string[]>;
  readonly headings: string[];
  readonly blocks: { readonly first: string; readonly places: Place[] }[];
}

const height = 800;
const left = 60;
const right = 540;

/** A document and its truth; `seed` chooses sizes, distances and which words are marked. */
async function made(seed: number): Promise<{ readonly bytes: Uint8Array; readonly truth: Truth }> {
  let state = seed * 7919 + 1;
  const random = (most: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
  const document = await PDFDocument.create();
  const page: PDFPage = document.addPage([600, height]);
  const serif = seed % 2 === 0;
  const plain = await document.embedFont(serif ? StandardFonts.TimesRoman : StandardFonts.Helvetica);
  const bold = await document.embedFont(serif ? StandardFonts.TimesRomanBold : StandardFonts.HelveticaBold);
  const italic = await document.embedFont(
    serif ? StandardFonts.TimesRomanItalic : StandardFonts.HelveticaOblique,
  );
  const truth: Truth = {
    words: { bold: [], italic: [], strike: [], sup: [], sub: [] },
    headings: [],
    blocks: [],
  };
  const size = 9 + random(4);
  const leading = size * (1.2 + random(3) / 10);
  let y = height - 60;
  let count = 0;

  function write(text: string, x: number, font: PDFFont, own: number, rise = 0): Place {
    page.drawText(text, { x, y: y + rise, size: own, font });
    const x1 = x + font.widthOfTextAtSize(text, own);
    return { x0: x, x1, y0: height - y - rise - 0.6 * own, y1: height - y - rise };
  }

  function heading(level: number): void {
    const own = size + ([0, 10, 6, 3][level] ?? 0);
    y -= 1.6 * own;
    const text = `Section ${String.fromCharCode(65 + truth.headings.length)} of this text`;
    truth.headings.push(`${"#".repeat(level)} ${text}`);
    truth.blocks.push({ first: text, places: [write(text, left, bold, own)] });
    y -= 0.8 * own;
  }

  function paragraph(length: number): void {
    y -= leading;
    let x = left;
    const places: Place[] = [];
    let first = "";
    for (let at = 0; at < length; at += 1) {
      count += 1;
      const word = `${"lorem ipsum dolor amet magna aliqua".split(" ")[random(6)]}${count}x`;
      if (at === 0) first = word;
      if (x + plain.widthOfTextAtSize(word, size) > right) [x, y] = [left, y - leading];
      const axis = at > 0 ? axes[random(25)] : undefined;
      const small = axis === "sup" || axis === "sub";
      const font = new Map<Axis | undefined, PDFFont>([
        ["bold", bold],
        ["italic", italic],
      ]);
      const rise = size * ({ sup: 0.35, sub: -0.15, bold: 0, italic: 0, strike: 0 }[axis ?? "bold"] ?? 0);
      const place = write(word, x, font.get(axis) ?? plain, small ? 0.7 * size : size, rise);
      if (axis === "strike")
        page.drawLine({
          start: { x: place.x0, y: y + 0.27 * size },
          end: { x: place.x1, y: y + 0.27 * size },
          thickness: 0.6,
        });
      if (axis) truth.words[axis].push(word);
      places.push(place);
      x = place.x1 + plain.widthOfTextAtSize(" ", size);
    }
    truth.blocks.push({ first, places });
    y -= 0.6 * leading;
  }

  heading(1);
  for (const level of [2, 3, 3, 2, 3]) {
    paragraph(25 + random(20));
    heading(level);
  }
  paragraph(20);
  return { bytes: await document.save(), truth };
}

const read = async (bytes: Uint8Array, format: "markdown" | "json"): Promise<string> => {
  const input = validate(pdfExtractStructure.input, { input: "a.pdf", format });
  const context = testContext({ "a.pdf": bytes }, createReaders());
  const answer: unknown = await pdfExtractStructure.run(input, context);
  return String(Object(answer).content);
};

interface Counts {
  right: number;
  found: number;
  written: number;
}

/** Points by which a box may miss a letter, and parts of the words' own box by which it may be larger. */
const slack = 1;
const room = 1.35;

const area = ({ x0, y0, x1, y1 }: Place) => (x1 - x0) * (y1 - y0);
const around = (places: readonly Place[]): Place => ({
  x0: Math.min(...places.map(({ x0 }) => x0)),
  y0: Math.min(...places.map(({ y0 }) => y0)),
  x1: Math.max(...places.map(({ x1 }) => x1)),
  y1: Math.max(...places.map(({ y1 }) => y1)),
});

describe("made documents", () => {
  const counts = new Map<Axis | "level" | "box", Counts>();
  const count = (axis: Axis | "level" | "box", right: number, found: number, written: number) => {
    const own = counts.get(axis) ?? { right: 0, found: 0, written: 0 };
    counts.set(axis, {
      right: own.right + right,
      found: own.found + found,
      written: own.written + written,
    });
  };

  beforeAll(async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const { bytes, truth } = await made(seed);
      const markdown = await read(bytes, "markdown");
      const text = markdown.replaceAll("\\", "");
      for (const axis of axes) {
        const found = [...text.matchAll(marks[axis])].flatMap(([, words = ""]) => words.split(" "));
        const known = new Set(truth.words[axis]);
        count(axis, found.filter((word) => known.has(word)).length, found.length, known.size);
      }
      const headings = markdown.split("\n").filter((line) => line.startsWith("#"));
      const same = headings.filter((line) => truth.headings.includes(line)).length;
      count("level", same, headings.length, truth.headings.length);
      const { pages } = JSON.parse(await read(bytes, "json"));
      const blocks: { text: string; bbox: [number, number, number, number] }[] = pages[0].blocks;
      const covered = truth.blocks.filter(({ first, places }) => {
        const block = blocks.find((one) => one.text.startsWith(first));
        if (!block) return false;
        const [x0, y0, x1, y1] = block.bbox;
        const own = around(places);
        const covers =
          x0 <= own.x0 + slack && y0 <= own.y0 + slack && x1 >= own.x1 - slack && y1 >= own.y1 - slack;
        return covers && (places.length === 1 || area({ x0, y0, x1, y1 }) < room * area(own));
      });
      count("box", covered.length, blocks.length, truth.blocks.length);
    }
  });

  it.each([
    ["bold", 0.85],
    ["italic", 0.85],
    ["strike", 0.85],
    ["sup", 0.85],
    ["sub", 0.85],
    ["level", 0.85],
    ["box", 0.9],
  ] as const)("keep %s: F1 of %d at least", (axis, least) => {
    const { right: same, found, written } = counts.get(axis) ?? { right: 0, found: 0, written: 0 };
    expect((2 * same) / (found + written)).toBeGreaterThanOrEqual(least);
  });
});
