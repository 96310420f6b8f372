/** Shaping and the font files that come of it. */
import { describe, expect, it } from "vitest";
import { asset } from "../../src/host/assets/assets.ts";
import { makeFontFile } from "../../src/typeset/font-file.ts";
import { createFontSet } from "../../src/typeset/font-set.ts";
import { loadShaper } from "../../src/typeset/harfbuzz.ts";
import { openSfnt } from "../../src/typeset/opentype/sfnt.ts";
import { drawnOutlines } from "../../src/typeset/outlines.ts";
import { toUnicode } from "../../src/typeset/to-unicode.ts";
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
    "%s: every character is in one cluster, in order, and no glyph is missing",
    async (text) => {
      const line = await set(text);
      expect(texts(line).join("")).toBe(text);
      expect(line.clusters.some(({ rightToLeft }) => rightToLeft)).toBe(false);
      expect(line.width).toBeGreaterThan(0.5);
      expect(line.clusters.flatMap(({ parts }) => parts.map(({ gid }) => gid))).not.toContain(0);
    },
  );

  it.each(["سري", "סודי", "שָׁלוֹם"])("%s: clusters stand from right to left", async (text) => {
    const line = await set(text);
    expect(line.clusters.every(({ rightToLeft }) => rightToLeft)).toBe(true);
    expect([...texts(line)].reverse().join("").normalize("NFC")).toBe(text.normalize("NFC"));
  });

  it("joins Arabic letters: another form than alone", async () => {
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

  it("lays mixed directions out as the bidirectional algorithm says", async () => {
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
  ])("has %s for %s", async (name, text) => {
    expect(new Set(facesOf(await set(text)))).toEqual(new Set([name]));
  });

  it("kerns", async () => {
    const pair = await set("AV");
    expect(pair.width).toBeLessThan((await set("A")).width + (await set("V")).width);
  });

  it("takes spaces and digits from the font of the letters before them where it has them", async () => {
    expect(new Set(facesOf(await set("page 12 of 30.")))).toEqual(new Set(["NotoSans-Latin"]));
  });

  it("measures ink: nothing for blanks", async () => {
    expect((await set("   ")).ink).toBeUndefined();
    const { ink } = await set("H");
    expect(ink?.y0).toBe(0);
    expect(ink?.y1).toBeCloseTo(0.714, 2);
  });

  it("names what no font has, each once", async () => {
    const fallback = {
      fallbackFont: () => asset("noto-sans-latin-400-normal.woff"),
      fontFolders: () => [],
    };
    const { lines, missing } = await typeset(["a😀b😀", "\u{10FFFD}\u0378"], fallback);
    expect(lines).toEqual([]);
    expect(missing).toEqual(["😀", "\u{10FFFD}", "\u0378"]);
  });

  it("shows no box for characters that are not to be seen", async () => {
    for (const text of ["a\u200bb", "a\u200db", "a\u00adb", "ن\u200cد", "a\ufe0f", "\u200e1\u200f"]) {
      const { missing } = await typeset([text], noFallback);
      expect(missing).toEqual([]);
    }
  });
});

describe("the font file", () => {
  it("has the glyphs in the order of their codes, composed ones with all their parts", async () => {
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

  it("has checksums that come out even", async () => {
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

describe("a set of fonts", () => {
  it("gives the same cluster the same code, and one font to a thousand labels", async () => {
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

  it("moves where kerning does", async () => {
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

describe("files of fonts", () => {
  it("reads WOFF, and maps characters", async () => {
    const font = (await loadShaper()).font(openSfnt(await asset("noto-sans-greek-400-normal.woff")));
    expect([0x3b1, 0x41, 0x1f600].map((code) => font.glyph(code) > 0)).toEqual([true, false, false]);
    expect(font).toMatchObject({ unitsPerEm: 1000, ascent: 1069, descent: -293 });
  });

  it("shapes a run by the letters around it, in a text of any length", async () => {
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

  it("refuses what is no TrueType font", () => {
    expect(() => openSfnt(Buffer.from("%!PS\0\0\0\0\0\0\0\0"))).toThrow("TrueType");
  });
});
