/**
 * Real files with known properties. Those in test/fixtures are part of the repository, so every test has some; a larger
 * corpus next to the checkout, or in the folder PDFD_CORPUS, adds to them.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const fixtures = resolve(import.meta.dirname, "../fixtures/corpus");

/** The larger corpus, which may be missing. */
export const corpusFolder = resolve(
  process.env.PDFD_CORPUS ?? join(import.meta.dirname, "../../../shared/corpus"),
);

/** The installed folders. */
export const corpusFolders: readonly string[] = [fixtures, corpusFolder].filter((folder) =>
  existsSync(folder),
);

export interface CorpusFile {
  readonly id: string;
  /** Relative to its corpus; see `corpusPath`. */
  readonly file: string;
  readonly category: string;
  /** The path of its actual text, like `file`; scans have none. */
  readonly text?: string;
  /** The actual page count; null or absent if unknown. */
  readonly pages?: number | null;
  readonly pages_qpdf?: number | null;
  readonly pages_mutool?: number | null;
  readonly repaired_pages?: Readonly<Record<string, number | null>>;
  /** Empty: opens without a password. Absent: unknown. */
  readonly user_password?: string;
  readonly owner_password?: string;
}

function filesIn(folder: string): readonly CorpusFile[] {
  const manifest = join(folder, "manifest.json");
  if (!existsSync(manifest)) return [];
  const { files }: { readonly files: readonly CorpusFile[] } = JSON.parse(readFileSync(manifest, "utf8"));
  return files;
}

/** Every installed file, once. */
export function corpusFiles(): readonly CorpusFile[] {
  const all = corpusFolders.flatMap(filesIn);
  return [...new Map(all.map((file) => [file.id, file])).values()];
}

/** Every installed PDF. */
export function corpusPdfs(): readonly CorpusFile[] {
  return corpusFiles().filter(({ file }) => file.endsWith(".pdf"));
}

/** Every nth file, as many as a test suite has time for; PDFD_SWEEP=all: every one. */
export function everyNth<File>(files: readonly File[], n: number): readonly File[] {
  return files.filter((_, k) => process.env.PDFD_SWEEP === "all" || k % n === 0);
}

/** The absolute path of a corpus file, or of one named by its manifest. */
export function corpusPath(file: string): string {
  const own = join(fixtures, file);
  return existsSync(own) ? own : join(corpusFolder, file);
}
