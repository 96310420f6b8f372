/**
 * The fonts for stamps: Noto Sans by script, from the program's own files, MuPDF's fallback font (Droid Sans Fallback) for
 * Chinese, Japanese, Korean and symbols, and then fonts of this computer (installed.ts). Each is loaded when a text first
 * needs it, and kept.
 */
import sans from "@fontsource/noto-sans/unicode.json" with { type: "json" };
import arabic from "@fontsource/noto-sans-arabic/unicode.json" with { type: "json" };
import devanagari from "@fontsource/noto-sans-devanagari/unicode.json" with { type: "json" };
import hebrew from "@fontsource/noto-sans-hebrew/unicode.json" with { type: "json" };
import thai from "@fontsource/noto-sans-thai/unicode.json" with { type: "json" };
import { openSfnt } from "../fonts/opentype/sfnt.ts";
import { type AssetName, asset } from "../host/assets/assets.ts";
import { type HarfbuzzFont, loadShaper } from "./harfbuzz.ts";
import { fontBytes, type InstalledFont, installedFonts } from "./installed.ts";
import { drawnOutlines, type Outlines } from "./outlines.ts";

/** A loaded font. */
export interface Face {
  /** PostScript name: the font's name in a PDF. */
  readonly name: string;
  readonly font: HarfbuzzFont;
  readonly outlines: Outlines;
}

/** The source of fonts that aren't among the program's files. */
export interface OtherFonts {
  /** Returns the font for all characters that the program's own fonts lack. */
  fallbackFont(): Promise<Uint8Array>;
  /** Folders with more fonts, best first. */
  fontFolders(): readonly string[];
}

/** In order of preference. A font isn't loaded for characters outside its range (`unicode-range` of CSS, from its package). */
const ownFonts: readonly { readonly name: string; readonly file: AssetName; readonly range: string }[] = [
  { name: "NotoSans-Latin", file: "noto-sans-latin-400-normal.woff", range: sans.latin },
  { name: "NotoSans-LatinExt", file: "noto-sans-latin-ext-400-normal.woff", range: sans["latin-ext"] },
  { name: "NotoSans-Vietnamese", file: "noto-sans-vietnamese-400-normal.woff", range: sans.vietnamese },
  { name: "NotoSans-Greek", file: "noto-sans-greek-400-normal.woff", range: sans.greek },
  { name: "NotoSans-GreekExt", file: "noto-sans-greek-ext-400-normal.woff", range: sans["greek-ext"] },
  { name: "NotoSans-Cyrillic", file: "noto-sans-cyrillic-400-normal.woff", range: sans.cyrillic },
  {
    name: "NotoSans-CyrillicExt",
    file: "noto-sans-cyrillic-ext-400-normal.woff",
    range: sans["cyrillic-ext"],
  },
  { name: "NotoSansArabic", file: "noto-sans-arabic-arabic-400-normal.woff", range: arabic.arabic },
  { name: "NotoSansHebrew", file: "noto-sans-hebrew-hebrew-400-normal.woff", range: hebrew.hebrew },
  { name: "NotoSansThai", file: "noto-sans-thai-thai-400-normal.woff", range: thai.thai },
  {
    name: "NotoSansDevanagari",
    file: "noto-sans-devanagari-devanagari-400-normal.woff",
    range: devanagari.devanagari,
  },
];

function isInRange(codePoint: number, range: string): boolean {
  return range.split(",").some((stretch) => {
    const [first = "", last = first] = stretch.slice("U+".length).split("-");
    return Number.parseInt(first, 16) <= codePoint && codePoint <= Number.parseInt(last, 16);
  });
}

const loaded = new Map<string, Promise<Face>>();

async function load(name: string, bytes: () => Promise<Uint8Array>, index = 0): Promise<Face> {
  const file = openSfnt(await bytes(), index);
  const font = (await loadShaper()).font(file, index);
  return { name, font, outlines: drawnOutlines(font) };
}

/** Maximum fonts of this computer to try per character: if all were damaged, it would never end. */
const maxTried = 12;
/** Maximum bytes of this computer's fonts held at once; loaded fonts stay in the shaper's memory. */
const maxLoaded = 200_000_000;
let loadedBytes = 0;

/** The font, or undefined if its file is damaged or has no outline for the character. */
async function loadInstalled(font: InstalledFont, codePoint: number): Promise<Face | undefined> {
  try {
    const face = await loadOnce(
      font.name,
      async () => {
        const bytes = fontBytes(font);
        if (loadedBytes + bytes.length > maxLoaded) throw new Error("too many fonts at once");
        loadedBytes += bytes.length;
        return bytes;
      },
      `${font.path}\0${font.index}`,
      font.index,
    );
    const gid = face.font.glyph(codePoint);
    // Fonts with color pictures have empty outlines: nothing would be visible.
    return gid !== 0 && face.outlines(gid).bounds ? face : undefined;
  } catch {
    return undefined;
  }
}

function loadOnce(
  name: string,
  bytes: () => Promise<Uint8Array>,
  key: string = name,
  index?: number,
): Promise<Face> {
  const known = loaded.get(key);
  if (known) return known;
  const loading = load(name, bytes, index);
  loaded.set(key, loading);
  // A failure affects only this call: the next one may succeed.
  loading.catch(() => loaded.delete(key));
  return loading;
}

/** The fonts that may have one of these characters, best first, loaded on demand. */
export async function* facesFor(characters: readonly string[], others: OtherFonts): AsyncGenerator<Face> {
  const codePoints = new Set(characters.map((character) => character.codePointAt(0) ?? 0));

  for (const { name, file, range } of ownFonts) {
    if ([...codePoints].some((codePoint) => isInRange(codePoint, range)))
      yield await loadOnce(name, () => asset(file));
  }

  yield await loadOnce("DroidSansFallback", () => others.fallbackFont());
  for (const codePoint of codePoints) {
    for (const font of installedFonts(others.fontFolders(), codePoint).slice(0, maxTried)) {
      const face = await loadInstalled(font, codePoint);
      if (face) yield face;
    }
  }
}
