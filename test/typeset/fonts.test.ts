/** Shaping and the resulting font files. */
import { describe, expect, it } from "vitest";
import { toUnicode } from "../../src/fonts/cmaps/unicode-map.ts";
import { openSfnt } from "../../src/fonts/opentype/sfnt.ts";
import { asset } from "../../src/host/assets/assets.ts";
import { makeFontFile } from "../../src/typeset/font-file.ts";
import { createFontSet } from "../../src/typeset/font-set.ts";
import { loadShaper } from "../../src/typeset/harfbuzz.ts";
import { drawnOutlines } from "../../src/typeset/outlines.ts";
import { type Line, typeset } from "../../src/typeset/typeset.ts";

const noFallback = {
  fallbackFont: (): never => {
    throw new Error("this text must not need the fallback font");
  },
  fontFolders: () => [],
};

async function set(text: string): Promise<Line> {
  const { lines, missing } = await typeset([text], noFallback);
  expect(missing).toEqual([]);
  const [line] = lines;
  if (!line) throw new Error("no line");
  return line;
}

const texts = (line: Line) => line.clusters.map(({ text }) => text);
const facesOf = (line: Line) => line.clusters.map(({ face }) => face.name);

describe("setting text", () => {
  it.each(["Übergrößenträger", "Ελληνικά", "Вода", "ภาษาไทย", "गोपनीय", "e\u0301a\u0308", "fi ffi"])(
    "puts every character of %s in one cluster, in order, without missing glyphs",
    async (text) => {
      const line = await set(text);
      expect(texts(line).join("")).toBe(text);
      expect(line.clusters.some(({ rightToLeft }) => rightToLeft)).toBe(false);
      expect(line.width).toBeGreaterThan(0.5);
      expect(line.clusters.flatMap(({ parts }) => parts.map(({ gid }) => gid))).not.toContain(0);
    },
  );

  it.each(["سري", "סודי", "שָׁלוֹם"])("arranges clusters of %s from right to left", async (text) => {
    const line = await set(text);
    expect(line.clusters.every(({ rightToLeft }) => rightToLeft)).toBe(true);
    expect([...texts(line)].reverse().join("").normalize("NFC")).toBe(text.normalize("NFC"));
  });

  it("joins Arabic letters, which then differ from isolated ones", async () => {
    const joined = await set("سر");
    const alone = await set("س");
    expect(joined.clusters.at(-1)?.parts).not.toEqual(alone.clusters[0]?.parts);
  });

  it("moves a Devanagari vowel before its consonant and keeps the text", async () => {
    const { clusters } = await set("कि");
    expect(clusters.map(({ text }) => text)).toEqual(["कि"]);
    expect(clusters[0]?.parts.length).toBe(2);
    const consonant = (await set("क")).clusters[0]?.parts[0]?.gid;
    expect(clusters[0]?.parts[1]?.gid).toBe(consonant);
  });

  it("arranges mixed directions by the bidirectional algorithm", async () => {
    expect(texts(await set("سري 2026 draft")).join("")).toBe("draft 2026 ير\u0633");
    expect(texts(await set("draft سري.")).join("")).toBe("draft ير\u0633.");
    expect(texts(await set("(سري)")).join("")).toBe(")ير\u0633(");
  });

  it.each([
    ["NotoSans-Latin", "A€—"],
    ["NotoSans-LatinExt", "Őŧ"],
    ["NotoSans-Vietnamese", "ệ"],
    ["NotoSans-Greek", "Ωά"],
    ["NotoSans-GreekExt", "ᾧ"],
    ["NotoSans-Cyrillic", "Жё№"],
    ["NotoSans-CyrillicExt", "Ѣ"],
    ["NotoSansArabic", "پ"],
    ["NotoSansHebrew", "ש"],
    ["NotoSansThai", "ญ"],
    ["NotoSansDevanagari", "ज्ञ"],
  ])("uses %s for %s", async (name, text) => {
    expect(new Set(facesOf(await set(text)))).toEqual(new Set([name]));
  });

  it("kerns", async () => {
    const pair = await set("AV");
    expect(pair.width).toBeLessThan((await set("A")).width + (await set("V")).width);
  });

  it("takes spaces and digits from the preceding letters' font if it has them", async () => {
    expect(new Set(facesOf(await set("page 12 of 30.")))).toEqual(new Set(["NotoSans-Latin"]));
  });

  it("measures ink, which spaces don't have", async () => {
    expect((await set("   ")).ink).toBeUndefined();
    const { ink } = await set("H");
    expect(ink?.y0).toBe(0);
    expect(ink?.y1).toBeCloseTo(0.714, 2);
  });

  it("names each character that no font has, once", async () => {
    const fallback = {
      fallbackFont: () => asset("noto-sans-latin-400-normal.woff"),
      fontFolders: () => [],
    };
    const { lines, missing } = await typeset(["a😀b😀", "\u{10FFFD}\u0378"], fallback);
    expect(lines).toEqual([]);
    expect(missing).toEqual(["😀", "\u{10FFFD}", "\u0378"]);
  });

  it("shows no box for invisible characters", async () => {
    for (const text of ["a\u200bb", "a\u200db", "a\u00adb", "ن\u200cد", "a\ufe0f", "\u200e1\u200f"]) {
      const { missing } = await typeset([text], noFallback);
      expect(missing).toEqual([]);
    }
  });
});

describe("the font file", () => {
  it("has its glyphs in the order of their codes, including all parts of composite ones", async () => {
    const { clusters } = await set("aกำx̀é");
    const [first] = clusters;
    if (!first) throw new Error("no cluster");
    const thai = clusters.filter(({ face }) => face.name === "NotoSansThai");
    const face = thai[0]?.face;
    if (!face) throw new Error("no Thai");
    const { bytes, bounds } = makeFontFile(face, thai);
    const font = (await loadShaper()).font(bytes);
    const outlines = drawnOutlines(font);
    thai.forEach(({ advance, parts }, k) => {
      expect(font.advance(k + 1)).toBe(advance);
      const { bounds: box } = outlines(k + 1);
      const boxes = parts.map((part) => ({ ...part, box: face.outlines(part.gid).bounds }));
      expect(box?.x0).toBe(Math.min(...boxes.map(({ box, x }) => (box?.x0 ?? 9999) + x)));
      expect(box?.y1).toBe(Math.max(...boxes.map(({ box, y }) => (box?.y1 ?? -9999) + y)));
    });
    expect(bounds.y1).toBeGreaterThan(0);
    expect(thai.some(({ parts }) => parts.length > 1)).toBe(true);
  });

  it("has correct checksums", async () => {
    const { clusters } = await set("é");
    const face = clusters[0]?.face;
    if (!face) throw new Error("no face");
    const { bytes } = makeFontFile(face, clusters);
    const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let sum = 0;
    for (let at = 0; at < bytes.length; at += 4) sum = (sum + data.getUint32(at)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
  });
});

describe("a font set", () => {
  it("gives equal clusters the same code, and a thousand labels the same font", async () => {
    const labels = Array.from({ length: 1000 }, (_, k) => `${k + 1} / 1000`);
    const { lines } = await typeset(labels, noFallback);
    const fonts = createFontSet();
    const encoded = lines.map((line) => fonts.encode(line));
    expect(encoded.every((runs) => runs.length === 1)).toBe(true);
    const facts = fonts.facts();
    expect(facts).toHaveLength(1);
    expect(facts[0]?.widths).toHaveLength(12);
    expect(facts[0]?.name).toMatch(/^[A-Z]{6}\+NotoSans-Latin$/);
    expect(facts[0]?.file.length).toBeLessThan(4000);
  });

  it("adjusts positions for kerning", async () => {
    const fonts = createFontSet();
    const [run] = fonts.encode(await set("A AV"));
    expect(run?.show).toMatch(/^\[<[0-9a-f]+>[0-9.]+<[0-9a-f]{4}>\]$/);
    expect(run?.reads).toBe("A AV");
  });

  it("writes a CMap in sections of a hundred", () => {
    const cmap = toUnicode(Array.from({ length: 150 }, (_, k) => (k === 0 ? "😀" : "x")));
    expect(cmap).toContain("100 beginbfchar\n<0001> <d83dde00>");
    expect(cmap).toContain("50 beginbfchar");
  });
});

describe("font files", () => {
  it("are read as WOFF, with mapped characters", async () => {
    const font = (await loadShaper()).font(openSfnt(await asset("noto-sans-greek-400-normal.woff")));
    expect([0x3b1, 0x41, 0x1f600].map((code) => font.glyph(code) > 0)).toEqual([true, false, false]);
    expect(font).toMatchObject({ unitsPerEm: 1000, ascent: 1069, descent: -293 });
  });

  it("shape a run in the context of its neighbors, in a text of any length", async () => {
    const font = (await loadShaper()).font(openSfnt(await asset("noto-sans-arabic-arabic-400-normal.woff")));
    const text = "ب".repeat(1000);
    const glyphs = (start: number) =>
      font.shape({ text, start, end: start + 1, rightToLeft: true }).map(({ gid, cluster }) => {
        expect(cluster).toBe(start);
        return gid;
      });
    expect(glyphs(500)).toEqual(glyphs(1));
    expect(new Set([0, 1, 999].map((start) => String(glyphs(start)))).size).toBe(3);
  });

  it("are refused unless they are TrueType fonts", () => {
    expect(() => openSfnt(Buffer.from("%!PS\0\0\0\0\0\0\0\0"))).toThrow("TrueType");
  });
});
