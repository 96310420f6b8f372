/** What text recognition reads from images of pages, and what it must not. */
import { afterAll, describe, expect, it, vi } from "vitest";
import type { RecognizedLine } from "../../src/core/page-reading.ts";
import { TooLongError } from "../../src/ocr/page-reading.ts";
import { turned } from "../../src/ocr/picture/bitmap.ts";
import { Recognizer } from "../../src/ocr/recognizer.ts";
import { Tesseract } from "../../src/ocr/tesseract/tesseract.ts";
import { blurred, type DrawnLine, dpi, mirrored, picture } from "./pictures.ts";

const recognizer = new Recognizer();
afterAll(() => recognizer[Symbol.dispose]());

const prose = [
  "The committee met in the morning and heard the report",
  "of its secretary, who had counted 1,204 letters in March",
  "and found that most of them asked for the same thing.",
];
const page: readonly DrawnLine[] = [
  { text: "Annual report", x: 72, baseline: 100, size: 24 },
  ...prose.map((text, k) => ({ text, x: 72, baseline: 150 + 15 * k, size: 12 })),
];
const textOf = ({ words }: RecognizedLine) =>
  words.map(({ text, spaced }, k) => (spaced && k > 0 ? ` ${text}` : text)).join("");
const expected = ["Annual report", ...prose];

describe("the text of an image", () => {
  it("comes with positions, sizes and paragraphs", async () => {
    const { turn, lines } = await recognizer.recognize(await picture(page), dpi);
    expect(turn).toBe(0);
    expect(lines.map(textOf)).toEqual(expected);
    for (const [k, line] of lines.entries()) {
      expect(Math.abs(line.baseline - (page[k]?.baseline ?? 0))).toBeLessThan(1.5);
      expect(Math.abs((line.words[0]?.box.x0 ?? 0) - 72)).toBeLessThan(3);
      for (const { confidence } of line.words) expect(confidence).toBeGreaterThan(0.6);
    }
    const [heading, ...others] = lines.map(({ size }) => size);
    expect(new Set(others).size).toBe(1);
    expect(Number(heading) / Number(others[0])).toBeGreaterThan(1.7);
    expect(lines.map(({ first }) => first).slice(0, 3)).toEqual([true, true, false]);
  });

  it("has one size, regardless of the letters in a line", async () => {
    const texts = [
      "our sea was some warm ocean near us",
      "HELD IN 1984",
      "Tell the children of Babylon",
      "gypsy page",
    ];
    const set = texts.map((text, k) => ({ text, x: 72, baseline: 220 + 20 * k, size: 12 }));
    const { lines } = await recognizer.recognize(await picture([...page, ...set]), dpi);
    expect(lines.map(textOf)).toEqual([...expected, ...texts]);
    expect(new Set(lines.slice(1).map(({ size }) => size)).size).toBe(1);
    expect(Math.abs((lines[1]?.size ?? 0) - 12)).toBeLessThan(0.8);
  });

  it.each([
    [90, 270],
    [180, 180],
  ] as const)("is turned upright from %i degrees", async (turn, back) => {
    const { turn: found, lines } = await recognizer.recognize(turned(await picture(page), back), dpi);
    expect(found).toBe(turn);
    expect(lines.map(textOf)).toEqual(expected);
  });

  it("is read once, after a strip of it, without detecting its orientation, if the result is confident", async () => {
    using other = new Recognizer();
    const [oriented, read] = [
      vi.spyOn(Tesseract.prototype, "orientation"),
      vi.spyOn(Tesseract.prototype, "lines"),
    ];
    const image = await picture(page);
    await other.recognize(image, dpi);
    expect(oriented).not.toHaveBeenCalled();
    expect(read.mock.calls.map(([{ height }]) => height)).toEqual([90, image.height]);
    oriented.mockRestore();
    read.mockRestore();
  });

  it("is straightened if it slopes by three degrees", async () => {
    const { lines } = await recognizer.recognize(await picture(page, { angle: -3 }), dpi);
    expect(lines.map(textOf)).toEqual(expected);
  });

  it("is read unrotated if its small letters are blurred and look rotated", async () => {
    const small = Array.from({ length: 12 }, (_, k) => {
      return { text: prose[k % 3] ?? "", x: 72, baseline: 90 + 14 * k, size: 9 };
    });
    // Uses a document of its own, because blurred text also looks like another script, which would then be expected on
    // later pages.
    using other = new Recognizer();
    const { turn, lines } = await other.recognize(blurred(blurred(await picture(small))), dpi);
    expect(turn).toBe(0);
    expect(lines.map(textOf).filter((text) => text.startsWith("The committee met"))).toHaveLength(4);
  });

  it("isn't made up for a mirrored page", async () => {
    const { lines } = await recognizer.recognize(mirrored(await picture(page)), dpi);
    const sure = lines.flatMap(({ words }) => words.filter(({ confidence }) => confidence > 0.9));
    expect(sure.length).toBeLessThan(3);
  });

  it("includes bullets drawn as dots before items, and the lines of a table", async () => {
    const items = ["first of all the apples", "then the pears and plums"].map((text, k) => {
      return { text, x: 90, baseline: 150 + 20 * k, size: 12 };
    });
    const dots = [150, 170].map((baseline) => `74 ${792 - baseline + 3} 4 4 re f`).join(" ");
    const rules = "1 w 72 400 m 540 400 l S 72 300 m 540 300 l S 72 300 m 72 400 l S 540 300 m 540 400 l S";
    const found = await recognizer.recognize(await picture(items, { more: `${dots} ${rules}` }), dpi);
    expect(found.lines.map(textOf)).toEqual(items.map(({ text }) => `• ${text}`));
    const sizes = found.rules.map(({ x0, x1, y0, y1 }) => [Math.round(x1 - x0), Math.round(y1 - y0)]);
    expect(sizes.filter(([across = 0]) => across > 460)).toHaveLength(2);
    expect(sizes.filter(([, down = 0]) => down > 95)).toHaveLength(2);
  });
});

describe("an undetected script", () => {
  const greek = [
    "h epitroph sunedriase to prwi kai akouse thn ekqesh",
    "tou grammatea pou eice metrhsei ta grammata tou maiou",
    "kai brhke oti oi perissoteroi zhtousan to idio pragma",
    "mia gefura panw apo to potami arketa megalh gia ola",
    "kanenaV den milhse enantion thV kai olh h polh carhke",
    "to scoleio kai h agora qa anoixoun xana to fqinopwro",
  ].map((text, k): DrawnLine => ({ text, x: 72, baseline: 100 + 20 * k, size: 11, greek: true }));
  const code = [
    "import { createRoot } from 'react-dom/client';",
    "export default Image;",
    "const width = 80;",
  ];
  const among = (count: number) =>
    Array.from({ length: count }, (_, k): DrawnLine => {
      return { text: code[k % code.length] ?? "", x: 72, baseline: 300 + 20 * k, size: 11 };
    });

  it("is found by lines read with low confidence: Greek among as much code", async () => {
    using other = new Recognizer();
    const { lines } = await other.recognize(await picture([...greek, ...among(14)]), dpi);
    expect(lines).toHaveLength(greek.length + 14);
    expect(lines.slice(2, 4).map(textOf)).toEqual([
      "και βρηκε οτι οι περισσοτεροι ζητούσαν το ιδιο πραγμα",
      "μια γεφυρα πανῶ απο το ποταμι αρκετα µεγαλη για ολα",
    ]);
  });

  it("is searched for on two pages of an unreadable document", async () => {
    using other = new Recognizer();
    const used = vi.spyOn(Tesseract.prototype, "use");
    const strange = mirrored(await picture(among(8)));
    for (let time = 0; time < 3; time += 1) await other.recognize(strange, dpi);
    expect(used.mock.calls.filter(([models]) => models === "Hebrew+Latin")).toHaveLength(2);
    used.mockRestore();
  });
});

describe("an image without text", () => {
  /** The same noise each time. */
  function noise(length: number): Uint8Array {
    let state = 1;
    return Uint8Array.from({ length }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state % 256;
    });
  }
  const [width, height] = [900, 1200];

  it.each([
    ["white paper", new Uint8Array(width * height).fill(255)],
    ["black", new Uint8Array(width * height)],
    ["noise", noise(width * height)],
    ["a gradient", Uint8Array.from({ length: width * height }, (_, at) => ((at % width) * 255) / width)],
  ])("yields no lines for %s", async (_, pixels) => {
    expect((await recognizer.recognize({ width, height, pixels }, dpi)).lines).toEqual([]);
  });

  it("is harmless even with a single pixel", async () => {
    const image = { width: 1, height: 1, pixels: Uint8Array.of(0) };
    expect((await recognizer.recognize(image, dpi)).lines).toEqual([]);
  });
});

describe("a page that takes too long", () => {
  it("is abandoned while being read, and the next one is read", async () => {
    // Each check of the clock takes a second.
    let now = 0;
    let step = 1000;
    using slow = new Recognizer([], 1, () => (now += step));
    const long = Array.from({ length: 60 }, (_, k) => ({
      text: "and found that most of them asked for the same thing",
      x: 72,
      baseline: 60 + 12 * k,
      size: 10,
    }));
    await expect(slow.recognize(await picture(long), dpi)).rejects.toBeInstanceOf(TooLongError);
    slow[Symbol.dispose]();
    step = 0;
    const { lines } = await slow.recognize(await picture(page), dpi);
    expect(lines.map(textOf)).toEqual(expected);
  });
});
