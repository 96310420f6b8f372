/**
 * Files that `bun build --compile` puts into the executable; the imports give their paths inside it. For JSR, build.ts turns
 * them into functions that return the bytes. Other forms never load this module. It has one import per name in assets.ts, and
 * for the output of build.ts.
 */

import licenses from "../../../dist/licenses.txt" with { type: "file" };
import cyrillic from "../../../node_modules/@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff" with {
  type: "file",
};
import cyrillicExt from "../../../node_modules/@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff" with {
  type: "file",
};
import greek from "../../../node_modules/@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff" with {
  type: "file",
};
import greekExt from "../../../node_modules/@fontsource/noto-sans/files/noto-sans-greek-ext-400-normal.woff" with {
  type: "file",
};
import latin from "../../../node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff" with {
  type: "file",
};
import latinExt from "../../../node_modules/@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff" with {
  type: "file",
};
import vietnamese from "../../../node_modules/@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff" with {
  type: "file",
};
import arabic from "../../../node_modules/@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff" with {
  type: "file",
};
import devanagari from "../../../node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff" with {
  type: "file",
};
import hebrew from "../../../node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff" with {
  type: "file",
};
import thai from "../../../node_modules/@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff" with {
  type: "file",
};
import magickWasm from "../../../node_modules/@imagemagick/magick-wasm/dist/x86/magick.wasm" with {
  type: "file",
};
import harfbuzzWasm from "../../../node_modules/harfbuzzjs/dist/harfbuzz.wasm" with { type: "file" };
import mupdfWasm from "../../../node_modules/mupdf/dist/mupdf-wasm.wasm" with { type: "file" };
import tesseractWasm from "../../../node_modules/tesseract.js-core/tesseract-core-simd.wasm" with {
  type: "file",
};
import zxingWasm from "../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm" with { type: "file" };
import clientPython from "./clients/client.py" with { type: "file" };
import clientShell from "./clients/client.sh" with { type: "file" };
// @ts-expect-error: the path of the file, not its module.
import clientTypescript from "./clients/client.ts" with { type: "file" };
import recognizeArabic from "./recognition/Arabic.traineddata.br" with { type: "file" };
import recognizeAra from "./recognition/ara.traineddata.br" with { type: "file" };
import recognizeCyrillic from "./recognition/Cyrillic.traineddata.br" with { type: "file" };
import recognizeDevanagari from "./recognition/Devanagari.traineddata.br" with { type: "file" };
import recognizeEnglish from "./recognition/eng.traineddata.br" with { type: "file" };
import recognizeGreek from "./recognition/Greek.traineddata.br" with { type: "file" };
import recognizeHangul from "./recognition/Hangul.traineddata.br" with { type: "file" };
import recognizeHanS from "./recognition/HanS.traineddata.br" with { type: "file" };
import recognizeHanT from "./recognition/HanT.traineddata.br" with { type: "file" };
import recognizeHebrew from "./recognition/Hebrew.traineddata.br" with { type: "file" };
import recognizeJapanese from "./recognition/Japanese.traineddata.br" with { type: "file" };
import recognizeJapaneseDownward from "./recognition/Japanese_vert.traineddata.br" with { type: "file" };
import recognizeLatin from "./recognition/Latin.traineddata.br" with { type: "file" };
import recognizeOsd from "./recognition/osd.traineddata.br" with { type: "file" };

export const embedded = {
  "licenses.txt": licenses,
  "mupdf-wasm.wasm": mupdfWasm,
  "harfbuzz.wasm": harfbuzzWasm,
  "noto-sans-latin-400-normal.woff": latin,
  "noto-sans-latin-ext-400-normal.woff": latinExt,
  "noto-sans-vietnamese-400-normal.woff": vietnamese,
  "noto-sans-greek-400-normal.woff": greek,
  "noto-sans-greek-ext-400-normal.woff": greekExt,
  "noto-sans-cyrillic-400-normal.woff": cyrillic,
  "noto-sans-cyrillic-ext-400-normal.woff": cyrillicExt,
  "noto-sans-arabic-arabic-400-normal.woff": arabic,
  "noto-sans-hebrew-hebrew-400-normal.woff": hebrew,
  "noto-sans-thai-thai-400-normal.woff": thai,
  "noto-sans-devanagari-devanagari-400-normal.woff": devanagari,
  "tesseract-core-simd.wasm": tesseractWasm,
  "magick.wasm": magickWasm,
  "zxing_reader.wasm": zxingWasm,
  "client.ts": clientTypescript,
  "client.py": clientPython,
  "client.sh": clientShell,
  "osd.traineddata.br": recognizeOsd,
  "ara.traineddata.br": recognizeAra,
  "Arabic.traineddata.br": recognizeArabic,
  "Cyrillic.traineddata.br": recognizeCyrillic,
  "Devanagari.traineddata.br": recognizeDevanagari,
  "eng.traineddata.br": recognizeEnglish,
  "Greek.traineddata.br": recognizeGreek,
  "Hangul.traineddata.br": recognizeHangul,
  "HanS.traineddata.br": recognizeHanS,
  "HanT.traineddata.br": recognizeHanT,
  "Hebrew.traineddata.br": recognizeHebrew,
  "Japanese.traineddata.br": recognizeJapanese,
  "Japanese_vert.traineddata.br": recognizeJapaneseDownward,
  "Latin.traineddata.br": recognizeLatin,
} as const;
