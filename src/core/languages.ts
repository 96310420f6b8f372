/** The languages that a caller says a scan is in: BCP 47 or ISO 639 codes, joined by "+". */

export interface ScanLanguage {
  /** As given. */
  readonly code: string;
  /** Its ISO 639 code: of two letters, if it has one. */
  readonly language: string;
  /** ISO 15924. */
  readonly script: string;
  /** In English. */
  readonly name: string;
}

/** Tesseract's names for the two ways of writing Chinese, which many callers have at hand. */
const other: Readonly<Record<string, string>> = { chi_sim: "zh-Hans", chi_tra: "zh-Hant" };

function languageOf(code: string): ScanLanguage | undefined {
  try {
    const { language, script } = new Intl.Locale(other[code] ?? code).maximize();
    const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
    const name = names.of(language);
    return name && script ? { code, language, script, name } : undefined;
  } catch {
    // It isn't formed like a code.
    return undefined;
  }
}

/** The languages, and the first code that names none. */
export function languagesIn(codes: string): {
  readonly languages: readonly ScanLanguage[];
  readonly unknown?: string;
} {
  const all = codes.split("+").map((code) => code.trim());
  const languages = all.flatMap((code) => languageOf(code) ?? []);
  const unknown = all.find((code) => languageOf(code) === undefined);
  return { languages, ...(unknown !== undefined && { unknown }) };
}
