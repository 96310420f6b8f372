/**
 * The fonts that stamps are written with: Noto Sans by script, out of the program's own files, MuPDF's fallback font
 * (Droid Sans Fallback) for Chinese, Japanese, Korean and symbols, and then fonts of this computer (installed.ts). Each is
 * loaded when a text first needs it, and kept.
 */
import { type AssetName, asset } from "../host/assets/assets.ts";
import { type HarfbuzzFont, loadShaper } from "./harfbuzz.ts";
import { fontBytes, type InstalledFont, installedFonts } from "./installed.ts";
import { openSfnt } from "./opentype/sfnt.ts";
import { drawnOutlines, type Outlines } from "./outlines.ts";

/** A loaded font. */
export interface Face {
  /** PostScript name: what a PDF calls the font. */
  readonly name: string;
  readonly font: HarfbuzzFont;
  readonly outlines: Outlines;
}

/** Where the fonts come from that are not among the program's files. */
export interface OtherFonts {
  /** Gives the bytes of the font for everything that the program's own fonts lack. */
  fallbackFont(): Promise<Uint8Array>;
  /** Folders with further fonts, best first. */
  fontFolders(): readonly string[];
}

interface Listed {
  readonly name: string;
  readonly file: AssetName;
  /** First and last code points of where the font has most characters: it is not loaded for others. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** In order of preference. */
const listed: readonly Listed[] = [
  {
    name: "NotoSans-Latin",
    file: "noto-sans-latin-400-normal.woff",
    ranges: [
      [0x20, 0xff],
      [0x131, 0x131],
      [0x152, 0x153],
      [0x2bb, 0x2dc],
      [0x2000, 0x206f],
      [0x20ac, 0x20ac],
      [0x2122, 0x2215],
    ],
  },
  {
    name: "NotoSans-LatinExt",
    file: "noto-sans-latin-ext-400-normal.woff",
    ranges: [
      [0x41, 0x7a],
      [0x100, 0x36f],
      [0x1d00, 0x1dbf],
      [0x1e00, 0x1eff],
      [0x2020, 0x2020],
      [0x2070, 0x209f],
      [0x20a0, 0x20c0],
      [0x2113, 0x2113],
      [0x2c60, 0x2c7f],
      [0xa720, 0xa7ff],
    ],
  },
  {
    name: "NotoSans-Vietnamese",
    file: "noto-sans-vietnamese-400-normal.woff",
    ranges: [
      [0x102, 0x1b0],
      [0x300, 0x329],
      [0x1ea0, 0x1ef9],
      [0x20ab, 0x20ab],
    ],
  },
  { name: "NotoSans-Greek", file: "noto-sans-greek-400-normal.woff", ranges: [[0x370, 0x3ff]] },
  { name: "NotoSans-GreekExt", file: "noto-sans-greek-ext-400-normal.woff", ranges: [[0x1f00, 0x1fff]] },
  {
    name: "NotoSans-Cyrillic",
    file: "noto-sans-cyrillic-400-normal.woff",
    ranges: [
      [0x301, 0x301],
      [0x400, 0x491],
      [0x4b0, 0x4b1],
      [0x2116, 0x2116],
    ],
  },
  {
    name: "NotoSans-CyrillicExt",
    file: "noto-sans-cyrillic-ext-400-normal.woff",
    ranges: [
      [0x460, 0x52f],
      [0x1c80, 0x1c8a],
      [0x20b4, 0x20b4],
      [0x2de0, 0x2dff],
      [0xa640, 0xa69f],
      [0xfe2e, 0xfe2f],
    ],
  },
  {
    name: "NotoSansArabic",
    file: "noto-sans-arabic-arabic-400-normal.woff",
    ranges: [
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x860, 0x8ff],
      [0x2e41, 0x2e41],
      [0xfb50, 0xfdff],
      [0xfe70, 0xfefc],
      [0x10e60, 0x10eff],
      [0x1ee00, 0x1eef1],
    ],
  },
  {
    name: "NotoSansHebrew",
    file: "noto-sans-hebrew-hebrew-400-normal.woff",
    ranges: [
      [0x590, 0x5ff],
      [0x20aa, 0x20aa],
      [0xfb1d, 0xfb4f],
    ],
  },
  { name: "NotoSansThai", file: "noto-sans-thai-thai-400-normal.woff", ranges: [[0xe00, 0xe7f]] },
  {
    name: "NotoSansDevanagari",
    file: "noto-sans-devanagari-devanagari-400-normal.woff",
    ranges: [
      [0x900, 0x97f],
      [0x1cd0, 0x1cf9],
      [0x20a8, 0x20a8],
      [0x20b9, 0x20b9],
      [0x20f0, 0x20f0],
      [0x25cc, 0x25cc],
      [0xa830, 0xa839],
      [0xa8e0, 0xa8ff],
      [0x11b00, 0x11b09],
    ],
  },
];

const loaded = new Map<string, Promise<Face>>();

async function load(name: string, bytes: () => Promise<Uint8Array>, index = 0): Promise<Face> {
  const file = openSfnt(await bytes(), index);
  const font = (await loadShaper()).font(file, index);
  return { name, font, outlines: drawnOutlines(font) };
}

/** Fonts of this computer that may be tried for one character: were they all damaged, it would never end. */
const maxTried = 12;
/** Bytes of fonts of this computer that are held at once; what is loaded stays in the shaper's memory. */
const maxLoaded = 200_000_000;
let loadedBytes = 0;

/** The font, or undefined where its file is damaged or has no outline for the character. */
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
    // Fonts of coloured pictures have empty outlines: nothing would be seen.
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
  // A failure is this call's: the next one may be luckier.
  loading.catch(() => loaded.delete(key));
  return loading;
}

/** The fonts that may have a character, best first, loaded as they are asked for. */
export async function* facesFor(codePoint: number, others: OtherFonts): AsyncGenerator<Face> {
  for (const { name, file, ranges } of listed) {
    if (ranges.some(([first, last]) => first <= codePoint && codePoint <= last))
      yield await loadOnce(name, () => asset(file));
  }
  yield await loadOnce("DroidSansFallback", () => others.fallbackFont());
  for (const font of installedFonts(others.fontFolders(), codePoint).slice(0, maxTried)) {
    const face = await loadInstalled(font, codePoint);
    if (face) yield face;
  }
}
