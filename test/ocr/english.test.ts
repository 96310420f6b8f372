/** Which text the English model reads, and which words the Latin model reads again. */
import { describe, expect, it } from "vitest";
import type { Box } from "../../src/core/page-layout.ts";
import { isEnglish, textStrip, withAccents } from "../../src/ocr/english.ts";
import type { FoundLine, FoundWord } from "../../src/ocr/tesseract/tesseract.ts";

/** A line of words ten pixels apart; those with "?" are doubtful. */
function line(text: string, top = 0): FoundLine {
  const words = text.split(" ").map(
    (word, k): FoundWord => ({
      text: word.replace("?", ""),
      confidence: word.includes("?") ? 70 : 92,
      ...{ x0: k * 10, x1: k * 10 + 8, y0: top, y1: top + 8 },
    }),
  );
  return { words, text, height: 8, baseline: top + 8, vertical: false, first: true };
}

const english = line("The model is for the text of a page that has been read by it and was found");

describe("isEnglish", () => {
  it("knows English by its common words", () => {
    expect(isEnglish([english])).toBe(true);
  });

  it.each([
    "Das Modell ist für den Text einer Seite, die damit gelesen und gefunden worden war",
    "Le modèle est destiné au texte d'une page qui a été lue et trouvée par lui",
    "Het model is voor de tekst van een pagina die ermee gelezen en gevonden werd",
  ])("takes no other language for it: %s", (text) => {
    expect(isEnglish([line(text)])).toBe(false);
  });

  it("rejects a page with many doubtful words, unless they don't matter", () => {
    const noisy = [english, line("Mi?ller Pe?ter Gra?ssel Ho?lder")];
    expect(isEnglish(noisy)).toBe(false);
    expect(isEnglish(noisy, 1)).toBe(true);
  });

  it("can't tell from a few words", () => {
    expect(isEnglish([line("The end of the page")])).toBeUndefined();
  });
});

describe("withAccents", () => {
  /** What the Latin model reads at a word's place, and the texts of the boxes it was given. */
  function reader(known: Readonly<Record<string, string>>, lines: readonly FoundLine[], confidence = 90) {
    const asked: string[] = [];
    const read = (boxes: readonly Box[]) =>
      boxes.map((box): FoundLine => {
        const own = lines.flatMap(({ words }) => words).find(({ x0, y0 }) => x0 === box.x0 && y0 === box.y0);
        asked.push(own?.text ?? "");
        const text = known[own?.text ?? ""] ?? own?.text ?? "";
        return { ...english, text, words: [{ ...box, text, confidence }] };
      });
    return { asked, read };
  }
  const textOf = (lines: readonly FoundLine[]) => lines.flatMap(({ words }) => words.map(({ text }) => text));

  it("reads doubtful words again, and then names, each once", () => {
    const lines = [line("The Grassel? and Skoda Skoda were there", 0), line("Grassel? fi?nds résumés", 20)];
    const { asked, read } = reader({ Grassel: "Grässel", Skoda: "Škoda" }, lines);
    const found = textOf(withAccents(lines, read));
    expect(found.join(" ")).toBe("The Grässel and Škoda Škoda were there Grässel finds résumés");
    expect(asked).toEqual(["Grassel", "finds", "résumés", "Skoda"]);
  });

  it("leaves names alone if no doubtful word has an accent", () => {
    const lines = [line("The hous?e and Skoda were there")];
    const { asked, read } = reader({ Skoda: "Škoda" }, lines);
    expect(withAccents(lines, read)).toBe(lines);
    expect(asked).toEqual(["house"]);
  });

  it("ignores accents that are seen in noise", () => {
    const lines = [line("The ite?m was there")];
    expect(textOf(withAccents(lines, reader({ item: "itěm" }, lines, 40).read))).toContain("item");
  });
});

it("cuts out the rows with the most edges", () => {
  const [width, height] = [60, 100];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 70; y < 80; y += 1) for (let x = 0; x < width; x += 4) pixels[y * width + x] = 0;
  const strip = textStrip({ width, height, pixels }, 20);
  expect(strip.height).toBe(12);
  expect(strip.pixels.filter((value) => value === 0).length).toBe(150);
});
