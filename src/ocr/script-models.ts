/**
 * The models of the text recognition: one for each script, as Tesseract names them. Those inside the program have no word lists
 * (scripts/ocr-models.ts makes them); `osd` tells orientation and script. Others are files of this computer.
 */
import { brotliDecompressSync } from "node:zlib";
import { type FurtherModel, scriptModelId } from "../core/page-reading.ts";
import { failed, ProblemError } from "../core/problem.ts";
import { asset } from "../host/assets/assets.ts";
import { readRegular } from "../host/regular-file.ts";

const inside = [
  "osd",
  "ara",
  "Arabic",
  "Cyrillic",
  "Devanagari",
  "Greek",
  "Hangul",
  "HanS",
  "HanT",
  "Hebrew",
  "Japanese",
  "Latin",
] as const;

/** The bytes of a model, as Tesseract reads them. Throws 422 where neither the program nor `further` has it. */
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
  throw failed(`What reads ${name} script is not in this form of pdfd; "${command}" gets it`, {
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

/** By the script that `osd` names. Latin words stand in texts of all scripts, and other models read them as look-alikes. */
const byScript: Readonly<Record<string, string>> = {
  // The model of the language reads Arabic better than that of the script, which Persian and Urdu need.
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

/** The other models of a script that has two, which `osd` does not tell apart. Each reads the other's text, only worse. */
export const siblingOf = (models: string): string | undefined => siblings.get(models);

const siblings: ReadonlyMap<string, string> = new Map([
  ["HanS", "HanT"],
  ["HanT", "HanS"],
  ["ara+Latin", "Arabic+Latin"],
]);

/** The models inside that read other scripts than Latin. */
export const otherModels: ReadonlySet<string> = new Set(Object.values(byScript));

/** The models inside that read a script, joined by "+" as Tesseract does; those of Latin for any other. */
export const modelsFor = (script: string) => byScript[script] ?? latinModels;

/** The same of a model that is not inside: Latin words stand beside its own. */
export const withLatin = ({ script }: FurtherModel) => `${script}+${latinModels}`;

/** Whether the program has this model, in most forms. */
export const isInside = (name: string) => inside.some((model) => model === name);
