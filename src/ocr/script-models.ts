/**
 * The models inside the program: one for each script, without word lists (scripts/ocr-models.ts makes them), and `osd`, which
 * tells orientation and script.
 */
import { brotliDecompressSync } from "node:zlib";
import { asset } from "../host/assets/assets.ts";

export type ScriptModel =
  | "osd"
  | "ara"
  | "Arabic"
  | "Cyrillic"
  | "Devanagari"
  | "Greek"
  | "Hangul"
  | "HanS"
  | "HanT"
  | "Hebrew"
  | "Japanese"
  | "Latin";

/** The bytes of a model, as Tesseract reads them. */
export async function unpacked(model: ScriptModel): Promise<Uint8Array> {
  return brotliDecompressSync(await asset(`${model}.traineddata.br`));
}

/** By the script that `osd` names. Latin words stand in texts of all scripts, and other models read them as look-alikes. */
const byScript: Readonly<Record<string, readonly ScriptModel[]>> = {
  // The model of the language reads Arabic better than that of the script, which Persian and Urdu need.
  Arabic: ["ara", "Latin"],
  ArabicScript: ["Arabic", "Latin"],
  Cyrillic: ["Cyrillic", "Latin"],
  Devanagari: ["Devanagari", "Latin"],
  Greek: ["Greek", "Latin"],
  Han: ["HanS"],
  HanT: ["HanT"],
  Hebrew: ["Hebrew", "Latin"],
  Japanese: ["Japanese"],
  Hiragana: ["Japanese"],
  Katakana: ["Japanese"],
  Korean: ["Hangul", "Latin"],
  Hangul: ["Hangul", "Latin"],
};

const latin: readonly ScriptModel[] = ["Latin"];

/** The models that read a script; those of Latin for any other. */
export function modelsFor(script: string | undefined): readonly ScriptModel[] {
  return byScript[script ?? ""] ?? latin;
}
