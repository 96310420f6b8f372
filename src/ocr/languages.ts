/** Which models read the languages that a caller named. */
import type { ScanLanguage } from "../core/languages.ts";
import type { FurtherModel } from "../core/page-reading.ts";
import { failed } from "../core/problem.ts";
import { latinModels, modelsFor } from "./tesseract/script-models.ts";

/** What a page is read with if its languages are known. */
export interface KnownLanguages {
  /** Names joined by "+". */
  readonly models: string;
  /** Whether the text is English, and nothing else; undefined if some of it is. */
  readonly english: boolean | undefined;
  /** Whether most of it is Latin, and only Cyrillic and Greek may be among it. */
  readonly isLatin: boolean;
}

/** Tesseract's names of scripts (ISO 15924), as `modelsFor` takes them; with one model for several, the one that is meant. */
const scripts: Readonly<Record<string, string>> = {
  ...{ Arab: "ArabicScript", Cyrl: "Cyrillic", Deva: "Devanagari", Grek: "Greek", Hans: "Han", Hant: "HanT" },
  ...{ Hebr: "Hebrew", Jpan: "Japanese", Kore: "Korean", Latn: "Latin", Armn: "Armenian", Beng: "Bengali" },
  ...{ Cans: "Canadian_Aboriginal", Cher: "Cherokee", Ethi: "Ethiopic", Geor: "Georgian", Gujr: "Gujarati" },
  ...{ Guru: "Gurmukhi", Khmr: "Khmer", Knda: "Kannada", Laoo: "Lao", Latf: "Fraktur", Mlym: "Malayalam" },
  ...{ Orya: "Oriya", Sinh: "Sinhala", Syrc: "Syriac", Taml: "Tamil", Telu: "Telugu", Thai: "Thai" },
  ...{ Tibt: "Tibetan" },
};
/** The languages with a model of their own, or the only ones in their script's. */
const withOwn = new Set(["ar", "el", "en", "he", "ja", "ko", "zh"]);

function modelsOf({ language, script, name, code }: ScanLanguage): string {
  const own = scripts[script];
  if (own === undefined) throw failed(`No model of the text recognition reads ${name} (${code})`);
  if (language === "ar" && script === "Arab") return modelsFor("Arabic");
  const builtIn = modelsFor(own);
  return builtIn === latinModels && own !== latinModels ? `${own}+${latinModels}` : builtIn;
}

/** The scripts whose lines are looked for on pages that the Latin model reads: with it, their models take Latin for their own. */
const amongLatin: ReadonlySet<string> = new Set(["Cyrl", "Grek", "Latn"]);

/**
 * The models for these languages, the main one first: a language's own, if it is among `own` (by its code), or its script's.
 * `without`: the languages that have none of their own. Throws 422 if no model reads a language.
 */
export function modelsForLanguages(
  languages: readonly ScanLanguage[],
  own: ReadonlyMap<string, FurtherModel>,
): KnownLanguages & { readonly without: readonly ScanLanguage[] } {
  const isLatin = languages[0]?.script === "Latn" && languages.every(({ script }) => amongLatin.has(script));
  const read = isLatin ? languages.filter(({ script }) => script === "Latn") : languages;
  const first = read.map((language) => {
    const [script = latinModels] = modelsOf(language).split("+");
    return own.get(language.code)?.script ?? script;
  });
  // Texts in most scripts contain Latin words.
  const others = read.flatMap((language) => modelsOf(language).split("+").slice(1));
  const isEnglish = languages.every(({ language }) => language === "en");
  const hasEnglish = languages.some(({ language }) => language === "en");
  return {
    models: [...new Set([...first, ...others])].join("+"),
    english: hasEnglish && !isEnglish ? undefined : isEnglish,
    isLatin,
    without: languages.filter(({ code, language }) => !own.has(code) && !withOwn.has(language)),
  };
}
