/**
 * The text recognition's models: one per script, with Tesseract's names. The built-in ones have no word lists
 * (scripts/ocr-models.ts builds them); `osd` detects orientation and script. Others are files on this computer.
 */
import { brotliDecompressSync } from "node:zlib";
import { type FurtherModel, scriptModelId } from "../../core/page-reading.ts";
import { failed, ProblemError } from "../../core/problem.ts";
import { asset } from "../../host/assets/assets.ts";
import { readRegular } from "../../host/regular-file.ts";

const inside = [
  "osd",
  "ara",
  "Arabic",
  "Cyrillic",
  "Devanagari",
  "eng",
  "Greek",
  "Hangul",
  "HanS",
  "HanT",
  "Hebrew",
  "Japanese",
  "Japanese_vert",
  "Latin",
] as const;

/** A model's bytes, in Tesseract's format. Throws 422 if neither the program nor `further` has it. */
export async function modelBytes(name: string, further: readonly FurtherModel[]): Promise<Uint8Array> {
  const own = inside.find((model) => model === name);
  const other = further.find(({ script }) => script === name);

  try {
    if (own !== undefined) return brotliDecompressSync(await asset(`${own}.traineddata.br`));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }

  if (other !== undefined) return bytesOf(other);
  const command = `pdfd models download ${scriptModelId(name)}`;
  throw failed(`The model for ${name} script is not in this form of pdfd; "${command}" downloads it`, {
    hint: { kind: "model", command },
  });
}

/** More is no model of a script. */
const maxModelBytes = 256 << 20;

function bytesOf({ script, path }: FurtherModel): Uint8Array {
  try {
    return readRegular(path, { follow: true, maxBytes: maxModelBytes });
  } catch (cause) {
    throw failed(`The model of ${script} script cannot be read`, { cause });
  }
}

/** By the script that `osd` reports. Texts in all scripts contain Latin words, which other models misread as look-alikes. */
const byScript: Readonly<Record<string, string>> = {
  // The language's model reads Arabic better than the script's, which Persian and Urdu need.
  Arabic: "ara+Latin",
  ArabicScript: "Arabic+Latin",
  Cyrillic: "Cyrillic+Latin",
  Devanagari: "Devanagari+Latin",
  Greek: "Greek+Latin",
  Han: "HanS",
  HanT: "HanT",
  Hebrew: "Hebrew+Latin",
  Japanese: "Japanese",
  Hiragana: "Japanese",
  Katakana: "Japanese",
  Korean: "Hangul+Latin",
  Hangul: "Hangul+Latin",
};

export const latinModels = "Latin";

/** The model for English text. */
export const englishModel = "eng";

/** The model for lines of Japanese that run downward; it reads them on a page turned counterclockwise. */
export const downwardModels = "Japanese_vert";

/** The other model of a script with two models, which `osd` doesn't distinguish. Each reads the other's text, only worse. */
export const siblingOf = (models: string): string | undefined => siblings.get(models);

const siblings: ReadonlyMap<string, string> = new Map([
  ["HanS", "HanT"],
  ["HanT", "HanS"],
  ["ara+Latin", "Arabic+Latin"],
]);

/** The built-in models for non-Latin scripts. */
export const otherModels: ReadonlySet<string> = new Set(Object.values(byScript));

/** The built-in models that read a script, joined by "+" as in Tesseract; the Latin ones for any other. */
export const modelsFor = (script: string) => byScript[script] ?? latinModels;

/** The same for a model that isn't built in: its text also contains Latin words. */
export const withLatin = ({ script }: FurtherModel) => `${script}+${latinModels}`;

/** Whether the program has this model, in most forms. */
export const isInside = (name: string) => inside.some((model) => model === name);
