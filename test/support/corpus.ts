/** The corpus of real files, where there is one: folder and manifest. Tests made of it are never the only tests of a thing. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** PDFD_CORPUS, or the folder beside the checkout. */
export const corpusFolder = resolve(
  process.env.PDFD_CORPUS ?? join(import.meta.dirname, "../../../shared/corpus"),
);

/** The reason to skip with where there is no corpus. */
export const noCorpus = existsSync(join(corpusFolder, "manifest.json"))
  ? undefined
  : `no corpus at ${corpusFolder}; set PDFD_CORPUS`;

export interface CorpusFile {
  readonly id: string;
  /** Relative to the corpus folder. */
  readonly file: string;
  readonly category: string;
  /** Pages the file truly has; null or absent where that is not known. */
  readonly pages?: number | null;
  readonly pages_qpdf?: number | null;
  readonly pages_mutool?: number | null;
  readonly repaired_pages?: Readonly<Record<string, number | null>>;
  /** Empty: opens without one. Absent: not known. */
  readonly user_password?: string;
  readonly owner_password?: string;
}

/** Every PDF of the corpus. */
export function corpusPdfs(): readonly CorpusFile[] {
  const manifest: { readonly files: readonly CorpusFile[] } = JSON.parse(
    readFileSync(join(corpusFolder, "manifest.json"), "utf8"),
  );
  return manifest.files.filter(({ file }) => file.endsWith(".pdf"));
}
