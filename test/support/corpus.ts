/**
 * Real files with known truths. Those in test/fixtures travel with the repository, so every test has some; a larger corpus
 * beside the checkout, or the folder of PDFD_CORPUS, adds to them.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const fixtures = resolve(import.meta.dirname, "../fixtures/corpus");

/** The larger corpus, which may not be there. */
export const corpusFolder = resolve(
  process.env.PDFD_CORPUS ?? join(import.meta.dirname, "../../../shared/corpus"),
);

/** The folders that are there. */
export const corpusFolders: readonly string[] = [fixtures, corpusFolder].filter((folder) =>
  existsSync(folder),
);

export interface CorpusFile {
  readonly id: string;
  /** Relative to its corpus; see `corpusPath`. */
  readonly file: string;
  readonly category: string;
  /** Where the text that it truly has lies, as `file` does; scans have no such file. */
  readonly text?: string;
  /** Pages the file truly has; null or absent where that is not known. */
  readonly pages?: number | null;
  readonly pages_qpdf?: number | null;
  readonly pages_mutool?: number | null;
  readonly repaired_pages?: Readonly<Record<string, number | null>>;
  /** Empty: opens without one. Absent: not known. */
  readonly user_password?: string;
  readonly owner_password?: string;
}

function filesIn(folder: string): readonly CorpusFile[] {
  const manifest = join(folder, "manifest.json");
  if (!existsSync(manifest)) return [];
  const { files }: { readonly files: readonly CorpusFile[] } = JSON.parse(readFileSync(manifest, "utf8"));
  return files;
}

/** Every file at hand, once. */
export function corpusFiles(): readonly CorpusFile[] {
  const all = corpusFolders.flatMap(filesIn);
  return [...new Map(all.map((file) => [file.id, file])).values()];
}

/** Every PDF at hand. */
export function corpusPdfs(): readonly CorpusFile[] {
  return corpusFiles().filter(({ file }) => file.endsWith(".pdf"));
}

/** Where a file of a corpus, or one that its manifest names, lies: absolute. */
export function corpusPath(file: string): string {
  const own = join(fixtures, file);
  return existsSync(own) ? own : join(corpusFolder, file);
}
